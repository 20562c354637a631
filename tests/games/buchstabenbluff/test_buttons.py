"""Fingers on the stands, the gong, and what the displays show."""

from typing import Any

import pytest

from companion.engine.game import Deadline, Gesture, Touch
from companion.engine.people import Leave
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.clock import SETTLE_S
from companion.messages import load
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    BlankFace,
    LinesFace,
    Place,
    Seat,
    WordFace,
)
from tests.games.buchstabenbluff.table import Table, table
from web.pages.game_pages import SHELL

PAGES = "companion.games.buchstabenbluff.pages"


def touch(now: Table, name: str, gesture: Gesture, at_ns: int = 0) -> Any:
    place = STAND_PLACES[now.seat(name)]
    return now.game.control(now.state, Touch(place, "main", gesture, at_ns))


def middle(now: Table, button: str = "next", gesture: Gesture = Gesture.PRESS) -> Any:
    return now.game.control(now.state, Touch(CENTRE, button, gesture))


def all_gestures(now: Table, name: str) -> list[Any]:
    return [touch(now, name, gesture) for gesture in Gesture]


def laid(players: int = 3, **options: Any) -> Table:
    now = table(players, **options)
    now.lay("Ann", "SEA", "SEA")
    return now


# -- the own turn --


def test_on_the_own_turn_short_draws_and_long_stops() -> None:
    now = table()
    assert touch(now, "Ann", Gesture.PRESS) == cmd.Draw(Seat(0))
    assert touch(now, "Ann", Gesture.HOLD) == cmd.StopDrawing(Seat(0))
    assert touch(now, "Ann", Gesture.DOWN) is None
    assert all_gestures(now, "Bob") == [None] * 3


def test_a_stand_without_a_player_means_nothing() -> None:
    assert all_gestures(table(), "Fay") == [None] * 3
    now = table()
    now.act("Bob", Leave)
    assert all_gestures(now, "Bob") == [None] * 3


# -- the gong --


def test_before_the_gong_everything_is_theatre() -> None:
    now = laid()
    for name in ("Ann", "Bob", "Cleo"):
        assert all_gestures(now, name) == [None] * 3


@pytest.mark.parametrize("seconds", [5, 30])
def test_the_gong_comes_when_the_host_has_said(seconds: int) -> None:
    now = laid(gong_s=seconds)
    assert now.game.deadline(now.state) == Deadline("gong-1", seconds, fingers=True)
    assert now.game.deadline(table(gong_s=seconds).state) is None


def test_at_the_gong_a_held_button_doubts() -> None:
    now = laid(4)
    held = frozenset({STAND_PLACES[0], STAND_PLACES[2], STAND_PLACES[5], CENTRE})
    command = now.game.time_up(now.state, held)
    assert command == cmd.Gong((Seat(0), Seat(2)))
    now.do(command)
    assert now.public.verdict is not None
    assert now.public.verdict.doubters == ("Cleo",)


def test_two_words_wait_for_two_gongs() -> None:
    now = laid()
    now.gong()
    assert now.game.time_up(now.state, frozenset()) is None
    now.lay("Bob", "NOSE", "NOSE")
    assert now.game.deadline(now.state) == Deadline("gong-2", 15, fingers=True)


def test_without_a_gong_short_believes_and_long_doubts() -> None:
    now = laid(gong_s=0)
    assert now.game.deadline(now.state) is None
    assert touch(now, "Bob", Gesture.PRESS) == cmd.Believe(Seat(1))
    assert touch(now, "Bob", Gesture.HOLD) == cmd.Doubt(Seat(1))
    assert all_gestures(now, "Ann") == [None] * 3


# -- the first doubter --


def test_in_a_race_the_coming_of_a_finger_doubts_and_keeps_its_stamp() -> None:
    now = laid(first_doubter=True)
    assert touch(now, "Bob", Gesture.PRESS) is None
    assert touch(now, "Bob", Gesture.DOWN, 77) == cmd.Buzz(Seat(1), 77)
    now.do(cmd.Buzz(Seat(1), 77))
    assert touch(now, "Bob", Gesture.DOWN, 78) is None
    assert now.game.deadline(now.state) == Deadline("settle-1", SETTLE_S, shown=False)
    command = now.game.time_up(now.state, frozenset())
    assert command is not None
    now.do(command)
    assert now.public.verdict is not None
    assert now.public.verdict.doubters == ("Bob",)


# -- open cards, truth --


def test_a_late_doubters_finger_presses_nothing_away() -> None:
    now = laid()
    now.doubt("Bob")
    assert all_gestures(now, "Cleo") == [None] * 3
    assert all_gestures(now, "Bob") == [None] * 3
    assert touch(now, "Ann", Gesture.PRESS) == cmd.GoOn(Seat(0))
    assert middle(now) == cmd.GoOn(Seat(0))
    assert middle(now, "undo") is None
    assert middle(now, gesture=Gesture.DOWN) is None


def test_any_stand_opens_the_next_truth() -> None:
    now = laid()
    now.gong()
    now.to_the_count()
    assert touch(now, "Cleo", Gesture.PRESS) == cmd.OpenNext(Seat(2))
    assert middle(now) == cmd.OpenNext(Seat(0))
    assert middle(table()) is None


# -- what the displays show --


def say(now: Table) -> dict[Place, Any]:
    return dict(now.game.shown(now.state, load((*SHELL, PAGES), "de").say))


def test_every_stand_shows_name_counts_and_tens() -> None:
    shown = say(table())
    assert shown[STAND_PLACES[1]] == LinesFace(("Bob", "Hand 5 · Stapel 0", "+0"))
    assert shown[STAND_PLACES[0]].lines[:2] == ("Ann", "zieht · 1/5")
    assert shown[STAND_PLACES[5]] == BlankFace()


def test_the_announced_word_stands_large_before_its_player_and_in_the_middle() -> None:
    shown = say(laid(8))
    assert shown[STAND_PLACES[0]] == WordFace("SEA", "Ann · 3 Karten")
    assert shown[CENTRE] == shown[STAND_PLACES[0]]
    assert shown[STAND_PLACES[1]].lines[1] == "Halten = Zweifel"


def test_what_lies_face_up_stands_in_the_middle() -> None:
    now = table(8, half_open=True)
    now.lay("Ann", "SEA", "SEA", shown="S")
    assert say(now)[CENTRE].name == "Ann · S--"


def test_open_cards_carry_the_verdict() -> None:
    now = laid()
    now.doubt("Bob")
    shown = say(now)
    assert shown[STAND_PLACES[0]] == WordFace("SEA", "Ann · SEA", "right")
    assert shown[STAND_PLACES[1]].lines[1] == "hat gezweifelt"
    assert shown[STAND_PLACES[2]].lines[1] == "hat geglaubt"
