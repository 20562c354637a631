"""What the table overruled can hold in a house for all evenings, in a match that begins later."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from companion.engine.codec import Codec
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.game import shipped
from companion.games.buchstabenbluff.state import Options, Verdict
from tests.games.buchstabenbluff.table import NAMES, Table, table
from tests.play import refusal

GAME = shipped()


def ruled(house: Any, kind: str = "RuleWord", **fields: Any) -> Any:
    command = Codec(GAME.house.commands).load({"type": kind, "language": "en", **fields})
    return json.loads(json.dumps(GAME.house.change(house, command)))  # as it is stored


def options(house: Any, **wish: Any) -> Mapping[str, Any]:
    return GAME.house.options(house, wish)


def begun(house: Any, **wish: Any) -> Options:
    """Return what is chosen in a match that has begun, as its log keeps it."""
    start = GAME.start(NAMES[:2], options(house, **wish), ())
    state = GAME.initial
    command = Codec(GAME.setup_commands).load(json.loads(json.dumps(start)))
    for event in GAME.decide(state, command, Random(1)):
        stored = json.loads(json.dumps(Codec(GAME.events).dump(event)))
        state = GAME.evolve(state, Codec(GAME.events).load(stored))
    return state.options


def doubted(now: Table, cards: str, word: str) -> Verdict:
    now.lay("Ann", cards, word)
    now.doubt("Bob")
    assert now.state.verdict is not None
    return now.state.verdict


def test_a_word_of_the_house_counts_though_the_list_does_not_know_it() -> None:
    wish = options(ruled({}, word="toes", counts=True))
    assert not doubted(table(**wish), "OAS", "OAS").counts, "only what was ruled on"
    now = table(**wish)
    verdict = doubted(now, "OTSE", "TOES")
    assert (verdict.spelled, verdict.counts) == (True, True)
    assert now.words.asked == [], "the list is not even asked"
    assert "told.revealed.honest" in [message.id for message in now.told]


def test_a_word_that_never_counts_does_not_though_the_list_knows_it() -> None:
    now = table(**options(ruled({}, word="oats", counts=False)))
    verdict = doubted(now, "OATS", "OATS")
    assert (verdict.spelled, verdict.counts) == (True, False)
    assert "told.revealed.never" in [message.id for message in now.told]
    now.act("Cleo", cmd.Overrule, counts=True)
    assert now.state.verdict is not None
    assert now.state.verdict.counts, "the table may overrule the house too"


def test_the_truth_of_what_was_believed_goes_by_it_too() -> None:
    now = table(2, **options(ruled({}, word="toes", counts=True)))
    now.lay("Ann", "OTSE", "TOES")
    now.act("Bob", cmd.Believe)
    now.gong()
    now.to_the_count()
    now.act("Ann", cmd.OpenNext)
    assert now.state.truths[0].honest


def test_a_match_takes_the_words_of_its_own_language_and_keeps_them() -> None:
    house = ruled(
        ruled({}, word="toes", counts=True), word="öl", counts=False, language="de"
    )
    for language, both in (("en", (("TOES",), ())), ("de", ((), ("OEL",)))):
        chosen = begun(house, language=language)
        assert (chosen.counting, chosen.never) == both


def test_nothing_that_a_page_sends_takes_their_place() -> None:
    sent = {"counting": ["QQ"], "never": ["SEA"], "own_words": ["QQ"]}
    wish = options(kept({}), own_name="", **sent)
    assert {wish[name] for name in sent} == {()}
    assert wish["own_name"] == ""


def test_a_ruling_is_told_to_all_and_can_be_taken_back() -> None:
    house = ruled({}, word="toes", counts=True)
    assert GAME.house.told(house).ruled.ruling("en", "TOES") is True
    house = ruled(house, "ForgetRuling", word="toes")
    assert GAME.house.view(house).ruled.ruling("en", "TOES") is None
    assert options(house)["counting"] == ()


def test_a_bot_announces_what_counts_here_alone() -> None:
    said = set()
    for seed in range(20):
        now = table(2, never=("OATS",))
        now.act("Ann", cmd.StopDrawing)
        view = now.view("Ann")
        command: Any = now.game.bots.act(view, now.game.offers(view), "strong", seed)
        said.add(getattr(command, "word", ""))
    assert said
    assert "OATS" not in said


# -- lists of own words --

OURS = "Pfui\nhoppla, Oats\nzwei Worte\nA\nOATS\nDonaudampfschiff\n"


def kept(house: Any, name: str = "ours", language: str = "en", text: str = OURS) -> Any:
    return ruled(house, "KeepList", name=name, language=language, text=text)


def test_a_list_is_kept_and_says_what_was_left_out_and_what_is_new() -> None:
    (view,) = GAME.house.view(kept({}, name="  Our  words ")).lists
    assert (view.name, view.language, view.words) == ("Our words", "en", ())
    assert dict(view.lengths) == {4: 2, 6: 1}
    found = {reason: (some.count, some.examples) for reason, some in view.left_out}
    assert found == {
        "no-word": (1, ("zwei Worte",)),
        "twice": (1, ("OATS",)),
        "length": (2, ("A", "Donaudampfschiff")),
    }
    assert view.unlisted.examples == ("HOPPLA", "PFUI"), "the dictionary has OATS"


def test_words_of_the_chosen_list_count_beside_those_of_the_dictionary() -> None:
    house = kept(kept({}, text="toes"), name="theirs", text="nosex")
    wish = options(house, own_name="ours")
    assert wish["own_words"] == ("TOES",)
    own = doubted(table(**wish), "OTSE", "TOES")
    assert (own.spelled, own.listed, own.counts) == (True, True, True)
    assert doubted(table(**wish), "OATS", "OATS").counts
    assert not doubted(table(**wish), "OAS", "OAS").counts
    without = doubted(table(**options(house)), "OTSE", "TOES")
    assert not without.counts, "no list was chosen"


def test_what_the_house_has_ruled_goes_before_its_lists() -> None:
    house = ruled(kept({}, text="toes"), word="toes", counts=False)
    assert not doubted(table(**options(house, own_name="ours")), "OTSE", "TOES").counts


def test_a_list_that_is_gone_or_of_another_language_is_refused() -> None:
    house = kept({})
    for wish, code in (
        ({"own_name": "gone"}, "no-such-list"),
        ({"own_name": "ours", "language": "de"}, "list-of"),
    ):
        assert refusal(options, house, **wish) == code


def test_a_list_of_the_same_name_is_replaced_and_can_be_thrown_away() -> None:
    house = kept(kept({}), text="toes")
    assert [each["words"] for each in house["lists"]] == [["TOES"]]
    forget = Codec(GAME.house.commands).load({"type": "ForgetList", "name": "ours"})
    assert GAME.house.change(house, forget)["lists"] == ()


def test_a_list_goes_into_the_match_and_outlives_its_house() -> None:
    chosen = begun(kept({}), own_name="ours")
    assert chosen.own_words == ("HOPPLA", "OATS", "PFUI")
    assert chosen.own_name == "ours"


def test_what_is_of_a_language_that_is_gone_is_left_out() -> None:
    house = kept(ruled({}, word="toes", counts=True))
    gone = {**house["lists"][0], "language": "xx"}
    house["ruled"]["counting"]["xx"] = ["ABC"]
    known = GAME.house.known({**house, "lists": [*house["lists"], gone, 3]})
    assert [each.name for each in GAME.house.view(known).lists] == ["ours"]
    assert GAME.house.view(known).ruled.ruling("en", "TOES") is True
    assert GAME.house.known({"lists": 3}) == {"lists": []}
    assert GAME.house.told(known).lists == (), "phones are told of rulings alone"
