"""A black round: one word without any of the letters, and what a wrong one costs."""

from dataclasses import replace

import pytest

from companion.games.djam import commands as cmd
from companion.games.djam.phases.judging import Ruled
from companion.games.djam.state import Phase
from tests.games.djam.table import BLACK, rolled


def test_the_first_fitting_word_wins_four_and_ends_the_round() -> None:
    t = rolled(4, BLACK)
    t.press("Ann", 1)
    t.press("Bob", 2)
    assert t.find("Ann", "Fink") == 4
    assert t.state.phase is Phase.ROLL
    assert t.stones() == [4, 0, 0, 0]


@pytest.mark.parametrize(("before", "paid"), [(9, 4), (4, 4), (3, 3), (0, 0)])
def test_a_word_with_one_of_the_letters_pays_four_or_what_there_is(
    before: int, paid: int
) -> None:
    t = rolled(3, BLACK, stones=(before, 0, 0))
    assert t.find("Ann", "Biene") == -paid
    assert t.stones() == [before - paid, 0, 0]
    assert t.state.pool == 90 - before + paid
    assert not t.player("Ann").out, "who pays plays on"
    assert t.state.phase is Phase.OPEN
    assert t.refused("Ann", cmd.Press, at_ns=0) == "cooling"
    t.time_up()
    assert t.find("Ann", "Fink") == 4


def test_who_has_no_stone_is_told_to_have_none_to_pay() -> None:
    t = rolled(3, BLACK)
    t.find("Ann", "Biene")
    assert "One of the letters is in it: Ann has no stone to pay with." in t.said()


def test_nobody_passes_any_more_once_the_match_is_over() -> None:
    t = rolled(3, BLACK, stones=(40, 46, 0))
    t.act("Cleo", cmd.Pass)
    assert t.view("Ann").table.players[t.seat("Cleo")].passed
    t.find("Ann", "Fink")
    assert t.state.phase is Phase.END
    assert not t.view("Ann").table.players[t.seat("Cleo")].passed


def test_in_a_match_of_an_older_version_who_paid_was_out() -> None:
    t = rolled(3, BLACK)
    t.press("Ann")
    t.act("Ann", cmd.Say, word="Biene")
    ruled = next(each for each in t.events if isinstance(each, Ruled))
    assert not ruled.out
    before = rolled(3, BLACK)
    before.press("Ann")
    *events, _ = t.events
    state = before.state
    for event in (*events, replace(ruled, out=True)):
        state = before.game.evolve(state, event)
    assert state.players[0].out


def test_the_next_in_the_queue_goes_on_after_a_penalty() -> None:
    t = rolled(3, BLACK)
    t.press("Ann", 1)
    t.press("Bob", 2)
    t.find("Ann", "Rabe")
    assert t.state.called == t.seat("Bob")
    assert t.find("Bob", "Fink") == 4


def test_a_word_that_misses_the_theme_costs_nothing() -> None:
    t = rolled(4, BLACK, stones=(9, 0, 0, 0))
    t.say("Ann", "Tisch")
    t.object("Bob", ("Bob", False), ("Cleo", False), ("Dan", False))
    assert t.stones()[0] == 9
    assert not t.player("Ann").out
    assert t.state.phase is Phase.OPEN


def test_a_spoken_word_tells_whether_it_holds_a_letter() -> None:
    t = rolled(3, BLACK, stones=(9, 0, 0))
    t.press("Ann")
    t.act("Ann", cmd.SayAloud, points=1)
    assert t.stones()[0] == 5
    t.press("Bob")
    t.act("Bob", cmd.SayAloud, points=0)
    t.time_up()
    assert t.stones()[1] == 4


def test_a_round_that_only_brought_penalties_goes_on_until_all_pass() -> None:
    t = rolled(3, BLACK)
    for name, word in (("Ann", "Rabe"), ("Bob", "Biber"), ("Cleo", "Vogel")):
        t.find(name, word)
    assert t.phase() == "open"
    for name in ("Ann", "Bob", "Cleo"):
        t.act(name, cmd.Pass)
    assert t.phase() == "roll"
    assert t.state.pool == 90
