"""The same rolls once more by their code, and those that every table has on a day."""

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.codec import Codec
from companion.games.djam import material
from companion.games.djam.deal_code import DealCode, asked_code, known_material
from companion.games.djam.game import djam
from companion.games.djam.phases.dice import CupFilled
from companion.games.djam.phases.start import MatchStarted
from companion.games.djam.state import Djam, Phase, Roll
from tests.games.djam.table import NAMES
from tests.play import Player, after, refusal, steps

DAY = "2026-11-24"
GAME = djam()


def began(
    *, players: int = 3, seed: int = 1, recent: Any = (), **options: Any
) -> tuple[MatchStarted, Djam]:
    wish = GAME.start(NAMES[:players], GAME.house.options({}, options), recent)
    command = Codec(GAME.setup_commands).load(wish)
    events = list(GAME.decide(GAME.initial, command, Random(seed)))
    return events[0], after(GAME, GAME.initial, events)  # type: ignore[return-value]  # the first begins it


def code_of(**options: Any) -> str:
    return began(**options)[0].code


def rolls(state: Djam, seed: int) -> list[Roll]:
    """Return what fell in a whole match that is played at random by *seed*."""
    found = [] if state.cup is None else [state.cup]
    for _, _, events in steps(GAME, state, Player(GAME, Random(seed)), 3000):
        found += [each.roll for each in events or () if isinstance(each, CupFilled)]
    return found


def refused(**options: Any) -> str:
    return refusal(began, **options)


def test_a_code_brings_roll_after_roll_back_whoever_plays_and_however() -> None:
    first, state = began(card="3", language="de", fresh=True, recent=("A Geografie",))
    chosen: Mapping[str, Any] = {"hat": True, "guard": True, "real_dice": True, "card": "1"}
    again, other = began(players=5, seed=9, code=first.code.lower(), **chosen)
    assert again.code == first.code
    assert again.options.themes == material.themes("de", "3")
    one, two = rolls(state, 1), rolls(other, 2)
    both = min(len(one), len(two))
    assert both > 5
    assert one[:both] == two[:both]
    assert all(a.theme != b.theme for a, b in pairwise(one))
    assert len(set(one)) > both / 2


def test_two_tables_roll_the_same_on_a_day_and_each_day_another() -> None:
    deals = {code_of(date=DAY), code_of(date=DAY, players=6, seed=3, first=2)}
    assert len(deals) == 1
    others: tuple[dict[str, Any], ...] = (
        {"date": "2026-11-25"},
        {"date": DAY, "language": "de"},
        {"date": DAY, "card": "2"},
        {"date": DAY, "fresh": True},
        {},
    )
    assert len(deals | {code_of(**each) for each in others}) == 6


OF_THE_HOUSE: tuple[dict[str, Any], ...] = (
    {"card": "own", "own": list("ABCDEF")},
    {"real_dice": True},
    {"guard": True},
    {"hat": True},
)


@pytest.mark.parametrize("options", OF_THE_HOUSE)
def test_what_is_a_houses_own_has_no_code_and_no_day(options: dict[str, Any]) -> None:
    assert code_of(**options) == ""
    assert refused(date=DAY, **options) == "date-own"


def test_what_is_no_such_deal_is_refused() -> None:
    code = code_of()
    assert refused(code=code[:-1] + ("A" if code[-1] != "A" else "B")) == "code-mistyped"
    others = DealCode("en", "1", fresh=False, lists=known_material("en") ^ 1, seed=7)
    assert refused(code=str(others)) == "code-other-dice"
    assert refused(date="24.11.") == "date"


@given(
    st.builds(
        DealCode,
        st.just("de"),
        st.sampled_from(material.CARDS),
        st.booleans(),
        st.just(known_material("de")),
        st.integers(0, 2**64 - 1),
    )
)
def test_a_code_is_read_as_it_was_written(code: DealCode) -> None:
    assert asked_code(str(code)) == code


def test_rolls_of_today_are_the_same_for_ever() -> None:
    code = DealCode("en", "1", fresh=False, lists=known_material("en"), seed=42)
    found = rolls(began(code=str(code))[1], 1)[:3]
    assert [("".join(each.letters), each.theme, each.start) for each in found] == [
        ("DGTLS", 5, 0),
        ("WRULC", 4, 3),
        ("CRRMC", 2, None),
    ]


def test_the_code_is_shown_once_the_match_is_over() -> None:
    first, state = began()
    assert GAME.table_view(state).code == ""
    over = state.turned(phase=Phase.END)
    assert GAME.table_view(over).code == first.code != ""
