"""A stuck table: each phone tells its own player that there is a clue which helps many."""

from dataclasses import replace
from random import Random

import pytest

from companion.engine.events import Undo, undo_of
from companion.engine.people import Leave
from companion.errors import Rejected
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.clock import STUCK_S
from companion.games.letter_jam.events import WaitNoticed
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.view import Figures
from tests.games.letter_jam.table import NAMES, Table
from tests.play import for_tests

CONSTANTS = Figures(letters=4, players=2, nonplayers=0, bonus=0, wildcard=False)


def stuck(players: int = 4, *, nudge: bool = True, language: str = "en") -> Table:
    wish = cmd.StartMatch(
        NAMES[:players],
        (5,) * players,
        language="de" if language == "de" else "en",
        nudge=nudge,
    )
    return Table(wish, words=Lexicons())


def nudges(t: Table) -> list[int]:
    return [t.game.seat_view(t.state, seat).nudge for seat in t.state.seats]


def all_say_none(t: Table) -> None:
    for name in NAMES[: len(t.state.players)]:
        t.act(name, cmd.TellNone)


def wait(t: Table) -> None:
    deadline = t.game.deadline(t.state)
    assert deadline is not None
    assert deadline.duration_s == STUCK_S
    command = t.game.time_up(t.state, frozenset())
    assert command is not None
    t.do(command)


def test_nothing_is_told_unless_the_host_wants_it() -> None:
    t = stuck(nudge=False)
    all_say_none(t)
    assert nudges(t) == [0] * 4
    assert t.game.deadline(t.state) is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_when_everybody_has_none_phones_tell_of_a_good_clue(language: str) -> None:
    t = stuck(language=language)
    all_say_none(t)
    assert 3 in nudges(t)
    assert set(nudges(t)) <= {0, 3}  # not every seat need see one
    t.act("Ann", cmd.TellFigures, figures=CONSTANTS)  # somebody offers one
    assert nudges(t) == [0] * 4


def test_a_table_that_is_silent_for_long_is_stuck_too() -> None:
    t = stuck()
    assert nudges(t) == [0] * 4
    wait(t)
    assert 3 in nudges(t)
    assert set(nudges(t)) <= {0, 3}  # not every seat need see one
    assert t.game.deadline(t.state) is None
    assert undo_of(WaitNoticed()) is Undo.ASIDE
    with pytest.raises(Rejected):
        t.do(cmd.NoticeWait())


def test_the_clock_waits_only_while_nobody_has_a_clue() -> None:
    t = stuck()
    before = t.game.deadline(t.state)
    t.act("Ann", cmd.TellFigures, figures=CONSTANTS)
    assert t.game.deadline(t.state) is None
    t.act("Ann", cmd.TellNothing)
    assert t.game.deadline(t.state) == before


def test_a_clue_ends_the_silence_and_the_next_round_waits_anew() -> None:
    t = stuck()
    wait(t)
    before = nudges(t)
    t.round("Ann", "2 3 4")
    assert any(before)
    assert nudges(t) == [0] * 4
    assert t.game.deadline(t.state) is not None


def test_at_a_small_table_all_others_are_many() -> None:
    t = stuck(2)
    all_say_none(t)
    assert set(nudges(t)) <= {0, 1}
    assert any(nudges(t))


def test_nobody_is_nudged_who_may_not_give() -> None:
    t = stuck()
    all_say_none(t)
    players = tuple(replace(each, reds_owed=0) for each in t.state.players)
    t.state = replace(t.state, players=players, leaves=0, centre=0)
    assert nudges(t) == [0] * 4


def test_no_seat_learns_more_than_it_sees() -> None:
    random, told = Random(3), set()
    for seed in range(6):
        t = stuck()
        t.state = t.game.initial
        for event in t.game.decide(
            t.state,
            cmd.StartMatch(NAMES[:5], (5,) * 5, nudge=True),
            Random(seed),
        ):
            t.state = t.game.evolve(t.state, event)
        all_say_none(t)
        for seat in t.state.seats:
            mine = t.game.seat_view(t.state, seat)
            twin = for_tests(t.game).twin(t.state, seat, random)
            assert t.game.seat_view(twin, seat) == mine
            told.add(mine.nudge)
    assert 3 in told


def test_a_nudge_that_looked_at_the_own_card_would_be_found() -> None:
    """Plant the leak: a nudge that depends on what the seat cannot see."""
    random, t = Random(3), stuck()
    all_say_none(t)
    found = False
    for seat in t.state.seats:
        for _ in range(5):
            twin = for_tests(t.game).twin(t.state, seat, random)
            mine, other = (
                replace(
                    t.game.seat_view(each, seat),
                    nudge=3 if (each.holder(seat).card or "") < "L" else 0,
                )
                for each in (t.state, twin)
            )
            found |= mine != other
    assert found


def test_everybody_else_is_everybody_whose_card_is_named_or_not() -> None:
    """With words made by hand the table knows a card once somebody has named it."""
    t = Table(
        cmd.StartMatch(NAMES[:4], (3,) * 4, cards="box", dealing="makers", nudge=True),
        words=Lexicons(),
    )
    for stand, letter in (("2", "R"), ("5", "T"), ("6", "E")):
        t.act("Ann", cmd.NameCard, stand=stand, letter=letter)
    all_say_none(t)
    assert nudges(t) == [0] * 4
    for stand, letter in (("3", "O"), ("4", "S")):
        t.act("Ann", cmd.NameCard, stand=stand, letter=letter)
    t.act("Bob", cmd.NameCard, stand="1", letter="A")
    assert 3 in nudges(t)


def test_who_has_left_is_nobody_to_tell() -> None:
    t = stuck(3)
    t.act("Cleo", Leave)
    for name in ("Ann", "Bob"):
        t.act(name, cmd.TellNone)
    assert nudges(t) == [1, 1, 0]
