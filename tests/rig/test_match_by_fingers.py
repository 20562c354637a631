"""A whole match on six displays and six buttons: real drivers, no centre, one phone."""

import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.messages import Catalogue
from companion.ports import (
    STAND_PLACES,
    ButtonEdge,
    MuxConfig,
    Place,
    RigConfig,
    StandConfig,
)
from companion.table.table import Table
from hardware.faces import draw
from hardware.rig import WiredRig
from tests.hardware.conftest import until
from tests.hardware.kernel import Kernel
from tests.table.house import House

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")
PINS = (5, 6, 13, 19, 26, 21)
CONFIG = RigConfig(
    tuple(
        StandConfig(place, f"mux:m/{k}", buttons={"main": pin})
        for k, (place, pin) in enumerate(zip(STAND_PLACES, PINS, strict=True))
    ),
    (MuxConfig("m"),),
)  # fmt: skip
CLUES = 11  # six red tokens, four on leaves, one in the centre


class Evening:
    """The table, its rig, and fingers on the pins."""

    def __init__(self, folder: Path) -> None:
        self.kernel = Kernel(folder / "sysfs")
        self.kernel.add_mux(11)
        self.rig = WiredRig(CONFIG, self.kernel.drivers())
        self.house = House(GAMES["letter_jam"](), folder / "unused.sqlite3")
        self.refused: list[Place] = []
        self.heard: list[ButtonEdge] = []
        self.house.table = self.table = Table(
            {"letter_jam": GAMES["letter_jam"]()},
            folder / "table.sqlite3",
            {"letter_jam": {"en": Catalogue("en", {})}},
            random=Random(5),
            on_refused=self.refused.append,
        )
        self.table.publisher.subscribe(lambda shown: self.rig.show(shown.faces))

    def start(self) -> None:
        self.table.start()
        self.rig.start(self._hear)
        self.house.join("Anna")
        for name in NAMES[1:]:
            self.house.add(name)

    def stop(self) -> None:
        self.rig.stop()
        self.table.stop()

    def _hear(self, edge: ButtonEdge) -> None:
        self.table.on_edge(edge)
        self.heard.append(edge)

    @property
    def view(self) -> Any:
        return self.house.page("Anna").view

    def finger(self, stand: int, *, held_s: float = 0.0) -> None:
        """Press the real pin for as long as a person would."""
        pin, start = self.kernel.factory.pin(PINS[stand]), len(self.heard)
        pin.drive_low()
        until(lambda: len(self.heard) == start + 1)
        if held_s:
            since_ns = self.heard[-1].at_ns
            until(lambda: time.monotonic_ns() - since_ns >= held_s * 1e9)
        pin.drive_high()
        until(lambda: len(self.heard) == start + 2)
        self.house.log()

    def touch(self, stand: int, *, hold: bool = False) -> None:
        """Press without waiting for the time it takes: the stamps say how long."""
        self.house.touch(STAND_PLACES[stand], held_s=0.7 if hold else 0.1)

    def glasses_are_right(self) -> bool:
        faces = self.table.publisher.latest.faces
        return all(
            self.kernel.glass(11 + k).picture().tobytes()
            == draw(faces[place], (128, 64)).tobytes()
            for k, place in enumerate(STAND_PLACES)
        )


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.start()
    yield evening
    evening.stop()


def round_of(evening: Evening, giver: int, press: Callable[..., None]) -> None:
    press(giver, hold=True)
    others = [k for k in range(6) if k != giver]
    for other in others:
        press(other)
    press(giver)  # the last chip back …
    press(others[-1])  # … and there again
    assert evening.view.table.chips == 5
    press(giver, hold=True)


def decide(evening: Evening) -> None:
    """Everybody who is asked moves on, or keeps what is beyond their row."""
    for seat in range(6):
        players = evening.view.table.players
        if evening.view.table.phase != "decide":
            return
        if players[seat].asked and players[seat].decision is None:
            evening.touch(seat, hold=True)
            if evening.view.table.phase == "decide":
                player = evening.view.table.players[seat]
                if player.decision is None:
                    assert evening.refused.pop() == STAND_PLACES[seat]
                    evening.touch(seat)


def test_a_whole_match_on_six_displays_and_six_buttons(evening: Evening) -> None:
    evening.house.start()
    until(evening.glasses_are_right)

    def fingers(stand: int, *, hold: bool = False) -> None:
        evening.finger(stand, held_s=0.65 if hold else 0.0)

    # The first round with real fingers on real pins, the others by their time stamps.
    letters = {k: getattr(face_at(evening, k), "letter", "") for k in range(6)}
    round_of(evening, 1, fingers)
    clue = evening.view.clues[-1]
    assert clue.reading == "?" + "".join(letters[k] for k in (2, 3, 4, 5))
    until(evening.glasses_are_right)
    decide(evening)
    givers = cycle(range(2, 8))
    for number in range(2, CLUES + 1):
        giver = next(k % 6 for k in givers if evening.view.table.players[k % 6].may_give)
        round_of(evening, giver, evening.touch)
        assert evening.view.table.clues_given == number
        decide(evening)
    assert evening.view.table.phase == "final"
    until(evening.glasses_are_right)
    finish(evening)
    assert evening.table.publisher.latest.table is not None
    assert evening.table.publisher.latest.table.finished
    until(evening.glasses_are_right)


def face_at(evening: Evening, stand: int) -> object:
    return evening.table.publisher.latest.faces[STAND_PLACES[stand]]


def finish(evening: Evening) -> None:
    """Final words need letters in an order: the host's phone enters them for all."""
    host = evening.table.publisher.latest.host
    assert host is not None
    steps: dict[str, dict[str, Any]] = {"LayFinalWord": {"tiles": []}, "RevealWord": {}}
    for kind, fields in steps.items():
        for name in NAMES:
            if name == "Anna":
                evening.house.do(name, kind, **fields)
            else:
                person = evening.house.person(name)
                command = {"type": kind, **fields}
                evening.table.send_for(host, person, command, f"{kind}-{name}").result(10)


def test_nothing_pressed_before_the_end_tells_a_letter_of_its_own(evening: Evening) -> None:
    evening.house.start()
    before = evening.view
    for stand in range(6):
        evening.touch(stand)
    assert evening.view == before
    assert evening.refused == list(STAND_PLACES)


def test_a_refused_press_is_answered_where_it_was_made(evening: Evening) -> None:
    evening.house.start()
    until(evening.glasses_are_right)
    evening.touch(3)
    assert evening.refused == [STAND_PLACES[3]]
    evening.rig.refuse(STAND_PLACES[3])
    until(lambda: not evening.glasses_are_right())
    until(evening.glasses_are_right)


def names(evening: Evening) -> list[str]:
    return evening.house.names


def test_two_presses_before_the_match_change_places(evening: Evening) -> None:
    until(evening.glasses_are_right)
    evening.touch(0)
    until(evening.glasses_are_right)  # the picked name has an arrow
    evening.touch(4)
    assert names(evening) == ["Emil", "Ben", "Cleo", "Dora", "Anna", "Fay"]
    evening.touch(2)
    evening.touch(2)  # thought better of it
    evening.touch(5)
    evening.touch(0)
    assert names(evening) == ["Fay", "Ben", "Cleo", "Dora", "Anna", "Emil"]
    evening.touch(1, hold=True)
    assert evening.refused == [STAND_PLACES[1]]
    evening.house.start()
    assert [p.name for p in evening.view.table.players] == names(evening)


def test_an_empty_place_cannot_be_taken(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.table.start()
    evening.house.join("Anna")
    evening.touch(0)
    evening.touch(1)
    assert evening.refused == [STAND_PLACES[1]]
    evening.house.join("Ben")  # a change of people forgets who was picked
    evening.touch(1)
    assert names(evening) == ["Anna", "Ben"]
    evening.table.stop()
