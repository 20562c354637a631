"""A deal once more by its code, and the deal that every table has on a day."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.games.haiclue.deal_code import DealCode, asked_code
from companion.games.haiclue.state import Haiclue, Phase
from tests.games.haiclue.table import GAME
from tests.games.haiclue.test_house import WORDS, kept
from tests.play import NAMES, after, refusal

DAY = "2026-11-24"


def started(
    house: Any = None, *, players: int = 3, seed: int = 1, recent: Any = (), **options: Any
) -> Haiclue:
    wish = GAME.start(
        NAMES[:players], GAME.house.options(house or {}, options), list(recent)
    )
    command = Codec(GAME.setup_commands).load(wish)
    state = after(
        GAME, GAME.initial, list(GAME.decide(GAME.initial, command, Random(seed)))
    )
    assert isinstance(state, Haiclue)
    return state


def refused(house: Any = None, **options: Any) -> str:
    return refusal(started, house, **options)


@pytest.mark.parametrize("guard", [False, True])
def test_a_code_brings_tiles_cards_and_reader_back_in_another_house(
    guard: bool,  # noqa: FBT001 - both
) -> None:
    first = started(guard=guard, language="de", recent=["Hund"])
    elsewhere = kept({}, name="theirs", language="de")
    again = started(
        elsewhere, seed=9, pack="theirs", language="en", code=first.code.lower(), date=DAY
    )
    assert again == first


def test_the_youngest_still_reads_first_where_the_host_says_who_it_is() -> None:
    first = started()
    for seat in range(3):
        again = started(code=first.code, youngest=seat)
        assert again.first_reader == seat
        assert (again.stacks, again.deck) == (first.stacks, first.deck)


def test_the_code_of_a_pack_names_it_where_it_is_missing() -> None:
    house = kept({}, name="ours and yours")
    code = started(house, pack="ours and yours").code
    assert code.endswith(" ours and yours")
    assert started(kept({}, name="called otherwise"), code=code).code == code
    others = kept({}, name="ours and yours", text="\n".join(WORDS[:-1]))
    elsewhere: Any
    for elsewhere in ({}, others, kept({}, name="ours and yours", language="de")):
        assert refused(elsewhere, code=code) == "code-own-list"


def test_a_code_for_other_people_or_of_other_words_is_refused() -> None:
    code = started().code
    assert refused(code=code, players=4) == "code-players"
    known = asked_code(code)
    assert known is not None
    others = DealCode("en", 3, guard=False, lists=known.lists ^ 1, seed=7)
    assert refused(code=str(others)) == "code-other-words"
    assert refused(code=code[:-1] + ("A" if code[-1] != "A" else "B")) == "code-mistyped"


def test_two_houses_play_the_same_on_a_day_and_each_day_another() -> None:
    deals = {
        started(house, seed=seed, recent=recent, date=DAY).code
        for seed, house, recent in ((1, {}, ()), (2, kept({}), ("dog", "cat")))
    }
    assert len(deals) == 1
    others: tuple[dict[str, Any], ...] = (
        {"date": "2026-11-25"},
        {"date": DAY, "language": "de"},
        {"date": DAY, "guard": True},
        {"date": DAY, "players": 4},
        {},
    )
    assert len(deals | {started(**each).code for each in others}) == 6


def test_a_day_is_dealt_from_the_words_that_ship() -> None:
    assert refused(kept({}), date=DAY, pack="ours") == "date-own"
    assert refused(date="24.11.") == "date"


def test_the_code_is_shown_once_the_match_is_over() -> None:
    state = started()
    assert GAME.table_view(state).code == ""
    over = replace(state, phase=Phase.END, stacks=((),) * 4)
    assert GAME.table_view(over).code == state.code
