"""The cards of the own box, own words, and a deal of an earlier evening."""

import json
from collections import Counter
from random import Random
from string import ascii_uppercase
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.people import Leave
from companion.errors import Rejected
from companion.games.letter_jam.commands import MakeWord
from companion.games.letter_jam.events import WordMade
from companion.games.letter_jam.game import letter_jam
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.state import LetterJam
from companion.ports import Seat
from companion.words.deck import DECKS
from companion.words.lexicon import load_lexicon
from tests.play import refusal

GAME = letter_jam(Lexicons())
NAMES = ("Ann", "Bob", "Cleo")
EVEN = dict.fromkeys("ABCDEFGHIKLMNOPRSTUWZ", 3) | {"E": 4}
"""64 cards, not those of the printed German box: there were only estimates of it."""
DAY = "2026-11-24"
FAMILY = "Oma\nHaus\nMaus\nBaum\nTisch\nLampe\nStuhl\nEimer\nZange\n"


def changed_house(house: Any, kind: str, **fields: Any) -> Any:
    command = Codec(GAME.house.commands).load({"type": kind, **fields})
    return json.loads(json.dumps(GAME.house.change(house, command)))  # as it is stored


def started(house: Any, *, seed: int = 5, **options: Any) -> LetterJam:
    wish = GAME.start(NAMES, GAME.house.options(house, options), ())
    state = GAME.initial
    command = Codec(GAME.setup_commands).load(json.loads(json.dumps(wish)))
    for event in GAME.decide(state, command, Random(seed)):
        state = GAME.evolve(state, event)
    return state


def refused(house: Any, **options: Any) -> str:
    return refusal(started, house, **options)


def letters(state: LetterJam) -> str:
    return "".join(GAME.table_view(state).letters)


def all_cards(state: LetterJam) -> Counter[str | None]:
    on_stands = [card for holder in state.stands for card in holder.cards]
    return Counter([*on_stands, *state.deck])


# -- the cards of the own box --


def test_without_anything_entered_the_known_cards_are_shown() -> None:
    view = GAME.house.view({})
    assert [(each.language, each.mark) for each in view.cards] == [
        ("en", "certain"),
        ("de", "estimated"),
    ]
    assert [letter for letter, _ in view.cards[0].counts] == list(ascii_uppercase)
    assert dict(view.cards[0].counts)["E"] == 6
    assert dict(view.cards[0].counts)["Q"] == 0


def test_entered_cards_are_dealt_and_known_to_every_seat() -> None:
    house = changed_house({}, "EnterCards", language="de", counts=EVEN | {"Q": 0})
    assert GAME.house.view(house).cards[1].mark == "entered"
    state = started(house, language="de", lengths=[4, 4, 4])
    assert all_cards(state) == Counter(EVEN)
    for seat in state.seats:
        assert dict(GAME.seat_view(state, seat).table.counts) == EVEN
    makers = started(house, language="de", dealing="makers")
    assert makers.making is not None
    assert Counter(card for share in makers.making.shares for card in share) == EVEN
    assert all_cards(started(house, language="en")) == Counter(DECKS["en"].cards())


@pytest.mark.parametrize(
    ("change", "code", "n"),
    [({"A": 1}, "cards-missing", 2), ({"A": 9, "Q": 1}, "cards-over", 7)],
)
def test_another_sum_is_refused_and_says_how_far_off(
    change: dict[str, int], code: str, n: int
) -> None:
    with pytest.raises(Rejected) as caught:
        changed_house({}, "EnterCards", language="de", counts=EVEN | change)
    assert (caught.value.code, caught.value.message.params["n"]) == (code, n)


@pytest.mark.parametrize("counts", [{"AB": 64}, {"?": 64}, {"A": -1}, {"A": 65}, {"": 64}])
def test_what_is_no_letter_card_is_refused(counts: dict[str, int]) -> None:
    with pytest.raises(Rejected) as caught:
        changed_house({}, "EnterCards", language="en", counts=counts)
    assert caught.value.code == "card-count"


def test_the_known_cards_come_back() -> None:
    house = changed_house({}, "EnterCards", language="de", counts=EVEN)
    house = changed_house(house, "ForgetCards", language="de")
    assert GAME.house.view(house) == GAME.house.view({})


def test_help_and_bots_reckon_with_the_entered_cards() -> None:
    counts = {"Z": 2, "A": 1, "E": 30, "N": 31}
    house = changed_house({}, "EnterCards", language="de", counts=counts)
    state = started(house, language="de", dealing="makers", help=True)
    assert dict(GAME.seat_view(state, Seat(0)).table.counts) == counts


def test_pages_offer_the_letters_that_the_deck_has_cards_of() -> None:
    assert set(ascii_uppercase) - set(letters(started({}))) == set("JQVXZ")
    assert set(ascii_uppercase) - set(letters(started({}, language="de"))) == set("JQVXY")
    with_j = changed_house({}, "EnterCards", language="de", counts={**EVEN, "J": 2, "Z": 1})
    assert letters(started(with_j, language="de")) == "ABCDEFGHIJKLMNOPRSTUWZ"


# -- own words --


def test_a_list_is_kept_and_says_what_was_left_out_and_why() -> None:
    text = FAMILY + "Haus\nEi\nDonaudampfer\nzwei Worte\nQuark\nBlorf\n"
    house = changed_house(
        {}, "KeepList", name="  Unsere  Wörter ", language="de", text=text
    )
    (view,) = GAME.house.view(house).lists
    assert view.name == "Unsere Wörter"
    assert view.words == ()  # the host's page needs no secret word
    assert dict(view.lengths) == {3: 1, 4: 3, 5: 6}
    found = {reason: (some.count, some.examples) for reason, some in view.left_out}
    assert found == {
        "no-word": (1, ("zwei Worte",)),
        "twice": (1, ("Haus",)),
        "length": (2, ("Ei", "Donaudampfer")),
        "cards": (1, ("Quark",)),
    }
    assert view.unlisted.examples == ("BLORF",)


def test_a_list_is_a_level_of_its_own() -> None:
    house = changed_house({}, "KeepList", name="Oma", language="de", text=FAMILY)
    state = started(house, language="de", level="own:Oma", lengths=[4, 5, 5])
    assert state.level == "own"
    assert set(state.words) <= {
        "HAUS",
        "MAUS",
        "BAUM",
        *["TISCH", "LAMPE", "STUHL", "EIMER", "ZANGE"],
    }
    assert refused(house, language="en", level="own:Oma") == "list-of"
    assert refused(house, language="de", level="own:Opa") == "no-such-list"
    assert refused(house, language="de", level="own:Oma", lengths=[7, 7, 7]) == "no-deal"


def test_a_list_of_the_same_name_is_replaced_and_can_be_thrown_away() -> None:
    house = changed_house({}, "KeepList", name="Oma", language="de", text=FAMILY)
    house = changed_house(house, "KeepList", name="Oma", language="de", text="Katze\n")
    assert [list(each["words"]) for each in house["lists"]] == [["KATZE"]]
    assert GAME.house.view(changed_house(house, "ForgetList", name="Oma")).lists == ()


@pytest.mark.parametrize("one", ["M\u00fcller", "Mu\u0308ller"])
@pytest.mark.parametrize("other", ["M\u00fcller", "Mu\u0308ller"])
def test_a_name_is_the_same_however_its_letters_are_put_together(
    one: str, other: str
) -> None:
    house = changed_house({}, "KeepList", name="Oma", language="de", text=FAMILY)
    house["lists"][0]["name"] = one  # as an older version has stored it
    house = changed_house(house, "KeepList", name=other, language="de", text="Katze\n")
    assert [list(each["words"]) for each in house["lists"]] == [["KATZE"]]
    assert house["lists"][0]["name"] == "M\u00fcller"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": " ", "text": FAMILY}, "list-name"),
        ({"name": "x" * 31, "text": FAMILY}, "list-name"),
        ({"name": "leer", "text": "# nichts\nQ\n"}, "list-empty"),
    ],
)
def test_a_list_without_name_or_words_is_refused(fields: dict[str, str], code: str) -> None:
    assert refusal(changed_house, {}, "KeepList", language="de", **fields) == code


# -- an earlier deal --


@pytest.mark.parametrize("level", ["easy", "own:Oma"])
@pytest.mark.parametrize("entered", [False, True])
def test_a_code_brings_the_same_deal_back(level: str, *, entered: bool) -> None:
    house = changed_house({}, "KeepList", name="Oma", language="de", text=FAMILY)
    if entered:
        house = changed_house(house, "EnterCards", language="de", counts=EVEN)
    first = started(house, language="de", level=level, lengths=[5, 4, 5])
    again = started(house, language="en", code=f" {first.code.lower()} ", dealing="makers")
    assert (again.words, again.stands, again.deck) == (
        first.words,
        first.stands,
        first.deck,
    )
    assert (again.language, again.level, again.counts) == ("de", first.level, first.counts)


def test_a_code_that_does_not_fit_is_refused() -> None:
    house = changed_house({}, "EnterCards", language="de", counts=EVEN)
    code = started(house, language="de", lengths=[4, 4, 4]).code
    assert refused({}, code=code) == "code-other-words"
    assert (
        refused(house, code=code[:-1] + ("A" if code[-1] != "A" else "B"))
        == "code-mistyped"
    )
    wish = GAME.house.options(house, {"code": code})
    two = Codec(GAME.setup_commands).load(GAME.start(NAMES[:2], wish, ()))
    assert refusal(GAME.decide, GAME.initial, two, Random(1)) == "code-players"


def test_the_code_of_an_own_list_names_the_list_where_it_is_missing() -> None:
    house = changed_house({}, "KeepList", name="Oma und Opa", language="de", text=FAMILY)
    code = started(house, language="de", level="own:Oma und Opa", lengths=[4, 5, 5]).code
    assert code.endswith(" Oma und Opa")
    assert started(house, code=code).code == code
    houses: tuple[Any, ...] = ({}, changed_house(house, "ForgetList", name="Oma und Opa"))
    for elsewhere in houses:
        with pytest.raises(Rejected) as caught:
            started(elsewhere, code=code)
        assert caught.value.code == "code-own-list"
        assert caught.value.message.params == {"name": "Oma und Opa"}


@pytest.mark.parametrize("by", ["code", "date"])
def test_a_fixed_deal_of_printed_cards_is_one_of_the_own_box(by: str) -> None:
    """Who pulls the rows would look for cards that are not there."""
    five: Any = {"language": "de", "lengths": [5, 5, 5]}
    asked: Any = {**five, by: {"code": started({}, **five).code, "date": DAY}[by]}
    counted = changed_house({}, "EnterCards", language="de", counts=EVEN)
    assert refused(counted, cards="box", **asked) == "deal-other-box"
    assert started(counted, **asked).words == started({}, **asked).words
    assert started({}, cards="box", **asked).words == started({}, **asked).words
    alike = changed_house({}, "EnterCards", language="de", counts=dict(DECKS["de"].counts))
    assert started(alike, cards="box", **asked).words == started({}, **asked).words
    mine = started(counted, **five)
    again = started(counted, cards="box", language="de", code=mine.code)
    assert again.words == mine.words


# -- words that are not wanted --


def test_a_struck_word_is_not_dealt_until_it_is_allowed_again() -> None:
    text = "Haus\nMaus\nBaum\nTier"
    house = changed_house({}, "KeepList", name="Oma", language="de", text=text)
    house = changed_house(house, "StrikeWord", language="de", word=" haus ")
    assert GAME.house.view(house).struck == (("de", ("HAUS",)),)
    wish = {"language": "de", "level": "own:Oma", "lengths": [4, 4, 4]}
    dealt = [{*started(house, seed=seed, **wish).words} for seed in range(20)]
    assert dealt == [{"MAUS", "BAUM", "TIER"}] * 20
    house = changed_house(house, "AllowWord", language="de", word="HAUS")
    assert GAME.house.view(house).struck == ()


def test_where_only_struck_words_are_left_nothing_is_dealt() -> None:
    house = changed_house({}, "KeepList", name="Oma", language="de", text=FAMILY)
    house = changed_house(house, "StrikeWord", language="de", word="Oma")
    wish: Any = {"language": "de", "level": "own:Oma", "lengths": [3, 5, 5]}
    assert refused(house, **wish) == "no-deal"
    house = changed_house(house, "AllowWord", language="de", word="OMA")
    assert "OMA" in started(house, **wish).words


def half_struck(length: int) -> tuple[Any, set[str]]:
    """Return a house that wants half of the children's words of *length* no more, and these."""
    words = load_lexicon("en").secret_words("children", length)[::2]
    return {"struck": {"en": sorted(words)}}, set(words)


def test_no_deal_has_a_struck_word_though_half_of_a_list_is() -> None:
    house, struck = half_struck(3)
    for seed in range(30):
        state = started(house, seed=seed, level="children", lengths=[3, 3, 3])
        assert not struck & {*state.words}


@pytest.mark.parametrize("way", ["asks", "leaves", "is a bot"])
def test_the_table_and_its_bots_form_no_struck_word_for_a_neighbour(way: str) -> None:
    house, struck = half_struck(3)
    wish: dict[str, Any] = {
        "level": "children",
        "lengths": [3, 3, 3],
        "dealing": "makers",
    }
    for seed in range(30):
        state = started(house, seed=seed, **wish)
        view = GAME.seat_view(state, Seat(0))
        command = {
            "asks": MakeWord(Seat(0), ""),
            "leaves": Leave(Seat(0)),
            "is a bot": GAME.bots.act(view, GAME.offers(view), "medium", seed),
        }[way]
        assert command is not None
        made = GAME.decide(state, command, Random(seed))
        assert not struck & {each.word for each in made if isinstance(each, WordMade)}


@pytest.mark.parametrize("by", ["code", "date"])
def test_a_deal_that_is_fixed_is_refused_where_it_holds_a_struck_word(by: str) -> None:
    wish = {"code": started({}, lengths=[4, 4, 4]).code, "date": DAY}
    asked: Any = {"lengths": [4, 4, 4], by: wish[by]}
    word = started({}, **asked).words[1]
    house = changed_house({}, "StrikeWord", language="en", word=word)
    assert refused(house, **asked) == "struck-deal"
    house = changed_house({}, "StrikeWord", language="de", word=word)
    assert started(house, **asked).words[1] == word


@pytest.mark.parametrize("word", ["", "zwei Worte", "Ei", "Donaudampfer", "h4us"])
def test_what_is_no_word_is_not_struck(word: str) -> None:
    with pytest.raises(Rejected) as caught:
        changed_house({}, "StrikeWord", language="de", word=word)
    assert caught.value.code == "strike-word"


def test_a_house_strikes_some_hundred_words_at_most() -> None:
    words = tuple(
        sorted(
            first + second + "X" for first in ascii_uppercase for second in ascii_uppercase
        )
    )
    with pytest.raises(Rejected) as caught:
        changed_house(
            {"struck": {"en": words[:300]}}, "StrikeWord", language="en", word="oma"
        )
    assert caught.value.code == "strikes-full"
