"""What the table overruled can hold in a house for all evenings, in a match that begins later."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.errors import DataError, Rejected
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.game import shipped
from companion.games.buchstabenbluff.state import Verdict
from tests.games.buchstabenbluff.table import NAMES, Table, table

GAME = shipped()


def ruled(house: Any, kind: str = "RuleWord", **fields: Any) -> Any:
    command = Codec(GAME.house.commands).load({"type": kind, "language": "en", **fields})
    return json.loads(json.dumps(GAME.house.change(house, command)))  # as it is stored


def options(house: Any, **wish: Any) -> Mapping[str, Any]:
    return GAME.house.options(house, wish)


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
        wish = GAME.start(NAMES[:2], options(house, language=language), ())
        command = Codec(GAME.setup_commands).load(json.loads(json.dumps(wish)))
        state = GAME.initial
        for event in GAME.decide(state, command, Random(1)):
            stored = Codec(GAME.events).dump(event)
            state = GAME.evolve(state, Codec(GAME.events).load(stored))
        assert (state.options.counting, state.options.never) == both


def test_nothing_that_a_page_sends_takes_their_place() -> None:
    assert options({}, counting=["QQ"], never=["SEA"])["counting"] == ()
    assert options({}, counting=["QQ"], never=["SEA"])["never"] == ()


def test_a_ruling_is_told_to_all_and_can_be_taken_back() -> None:
    house = ruled({}, word="toes", counts=True)
    assert GAME.house.told(house).ruled.ruling("en", "TOES") is True
    house = ruled(house, "ForgetRuling", word="toes")
    assert GAME.house.view(house).ruled.ruling("en", "TOES") is None
    assert options(house)["counting"] == ()


def test_words_of_a_language_that_is_gone_are_left_out() -> None:
    house = ruled({}, word="toes", counts=True)
    house["ruled"]["counting"]["xx"] = ["ABC"]
    with pytest.raises(DataError):
        GAME.house.view(house)
    assert GAME.house.view(GAME.house.known(house)).ruled.ruling("en", "TOES") is True
    for odd in ({"ruled": 3}, {"ruled": {"counting": 3}}, {}):
        assert GAME.house.view(GAME.house.known(odd)) == GAME.house.view({})


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


def test_what_is_no_word_is_refused() -> None:
    with pytest.raises(Rejected) as caught:
        ruled({}, word="two words", counts=True)
    assert caught.value.code == "ruled-word"
