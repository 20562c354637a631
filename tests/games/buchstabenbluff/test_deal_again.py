"""A deal once more by its code, and the deal that every table has on a day."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.codec import Codec
from companion.games.buchstabenbluff.deal_code import DealCode, asked_code
from companion.games.buchstabenbluff.dealing import deal, known_cards
from companion.games.buchstabenbluff.game import shipped
from companion.games.buchstabenbluff.state import Buchstabenbluff, Phase
from companion.languages import LANGUAGES, Language
from companion.ports import Seat
from tests.games.buchstabenbluff.table import NAMES
from tests.play import after, refusal

DAY = "2026-11-24"
GAME = shipped()
RULED: dict[str, Any] = {"ruled": {"counting": {"en": ["XYZ"]}, "never": {}}}


def started(
    house: Any = None, *, players: int = 3, seed: int = 1, recent: Any = (), **options: Any
) -> Buchstabenbluff:
    wish = GAME.start(NAMES[:players], GAME.house.options(house or {}, options), recent)
    command = Codec(GAME.setup_commands).load(wish)
    state = after(
        GAME, GAME.initial, list(GAME.decide(GAME.initial, command, Random(seed)))
    )
    assert isinstance(state, Buchstabenbluff)
    return state


def refused(**options: Any) -> str:
    return refusal(started, **options)


@pytest.mark.parametrize("recent", [(), ("Bob",)])
def test_a_code_brings_hands_pile_and_dealer_back_in_another_house(recent: Any) -> None:
    first = started(language="de", gong_s=30, recent=recent)
    assert (first.dealer == 2) or not recent
    again = started(
        RULED, seed=9, language="en", gong_s=30, code=first.code.lower(), recent=("Ann",)
    )
    assert replace(again, draws=()) == replace(first, draws=())
    assert again.draws == first.draws


CODES = st.builds(
    DealCode,
    st.sampled_from([*LANGUAGES]),
    st.integers(2, 8),
    st.one_of(st.none(), st.integers(0, 1).map(Seat)),
    st.integers(0, 2**20 - 1),
    st.integers(0, 2**64 - 1),
)


@given(CODES)
def test_a_code_is_read_as_it_was_written(code: DealCode) -> None:
    assert asked_code(str(code)) == code


@given(st.sampled_from([*LANGUAGES]), st.integers(2, 8), st.integers(0, 2**64 - 1))
def test_a_seed_has_always_the_same_deal(language: Language, n: int, seed: int) -> None:
    code = DealCode(language, n, None, known_cards(language), seed)
    assert deal(code) == deal(code)
    assert deal(replace(code, seed=seed ^ 1))[1].deck != deal(code)[1].deck


def test_a_deal_of_today_is_the_same_for_ever() -> None:
    code = DealCode("en", 2, None, known_cards("en"), 42)
    dealer, dealt = deal(code)
    assert list(map("".join, dealt.hands)) == ["EGDOA", "JIHGE"]
    assert "".join(dealt.deck[:12]) == "??AIOOTRNYZT"
    assert dealer.seat == 1


def test_a_code_for_other_people_or_of_other_cards_is_refused() -> None:
    code = started().code
    assert refused(code=code, players=4) == "code-players"
    others = DealCode("en", 3, None, known_cards("en") ^ 1, 7)
    assert refused(code=str(others)) == "code-other-words"
    assert refused(code=code[:-1] + ("A" if code[-1] != "A" else "B")) == "code-mistyped"


def test_two_houses_play_the_same_on_a_day_and_each_day_another() -> None:
    first = started(date=DAY)
    second = started(RULED, seed=2, recent=("Bob",), date=DAY)
    assert (first.code, first.draws) == (second.code, second.draws)
    others: tuple[dict[str, Any], ...] = (
        {"date": "2026-11-25"},
        {"date": DAY, "language": "de"},
        {"date": DAY, "players": 4},
        {},
    )
    assert len({first.code, *(started(**each).code for each in others)}) == 5
    assert refused(date="24.11.") == "date"


def test_the_code_is_shown_once_the_match_is_over() -> None:
    state = started()
    for phase in Phase:
        if phase not in {Phase.WAITING, Phase.DOUBT, Phase.REVEAL}:
            shown = GAME.table_view(replace(state, phase=phase)).code
            assert shown == (state.code if phase is Phase.END else "")
