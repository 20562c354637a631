"""A table, its rig on byte-level fakes, and fingers on the pins."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from companion.games import GAMES
from companion.links import MuxLink, UsbLink
from companion.messages import Catalogue
from companion.ports import (
    STAND_PLACES,
    ButtonEdge,
    Face,
    MuxConfig,
    Place,
    RigConfig,
    StandConfig,
)
from companion.table.table import Table
from hardware.drawing.faces import draw
from hardware.pins.drivers import open_port
from hardware.rig.wired import WiredRig
from tests.hardware.board import Board
from tests.hardware.kernel import Kernel
from tests.table.house import House
from tests.waiting import LIMIT_S, wait_for

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")
PINS = (5, 6, 13, 19, 26, 21)
CONFIG = RigConfig(
    tuple(
        StandConfig(place, MuxLink("m", k), buttons={"main": pin})
        for k, (place, pin) in enumerate(zip(STAND_PLACES, PINS, strict=True))
    ),
    (MuxConfig("m"),),
)  # fmt: skip
CLUES = 11  # six red tokens, four on leaves, one in the centre


class Evening:
    """Six stands behind a multiplexer; the last one is *board*, if there is one."""

    def __init__(
        self,
        folder: Path,
        board: Board | None = None,
        config: RigConfig = CONFIG,
        catalogues: Mapping[str, Catalogue] | None = None,
    ) -> None:
        self.kernel, self.board = Kernel(folder / "sysfs"), board
        self.kernel.add_mux(11)
        drivers = self.kernel.drivers()
        if board is not None:
            last = StandConfig(STAND_PLACES[-1], UsbLink(board.serial_number))
            config = replace(config, stands=(*config.stands[:-1], last))
            drivers = replace(drivers, ports=lambda: [board], open_port=open_port)
        self.rig = WiredRig(config, drivers)
        self.house = House(GAMES["letter_jam"](), folder / "unused.sqlite3")
        self.refused: list[Place] = []
        self.held: list[Place] = []
        self.heard: list[ButtonEdge] = []
        self.house.table = self.table = Table(
            {"letter_jam": GAMES["letter_jam"]()},
            folder / "table.sqlite3",
            {"letter_jam": catalogues or {"en": Catalogue("en", {})}},
            random=Random(5),
            on_refused=self.refused.append,
            on_held=self._held,
        )
        self.table.publisher.subscribe(lambda shown: self.rig.show(shown.faces))

    def start(self, join: Callable[[], object] | None = None) -> None:
        """Open the table; *join* seats Anna, its host."""
        self.table.start()
        self.rig.start(self._hear)
        (join or (lambda: self.house.join("Anna")))()
        for name in NAMES[1:]:
            self.house.add(name)

    def stop(self) -> None:
        self.rig.stop()
        self.table.stop()

    def _held(self, place: Place) -> None:
        self.held.append(place)
        self.rig.accept(place)

    def _hear(self, edge: ButtonEdge) -> None:
        self.table.on_edge(edge)
        self.heard.append(edge)

    @property
    def view(self) -> Any:
        return self.house.page("Anna").view

    def finger(self, stand: int, *, held_s: float = 0.0) -> None:
        """Press the real pin for as long as a person would."""
        self._touch(partial(self._contact, stand), held_s)

    def press_pin(self, number: int) -> None:
        """Press whatever button hangs at the pin *number*."""
        pin = self.kernel.factory.pin(number)
        self._touch(lambda *, down: (pin.drive_low if down else pin.drive_high)(), 0.0)

    def _touch(self, contact: Callable[..., object], held_s: float) -> None:
        start = len(self.heard)
        contact(down=True)
        wait_for(lambda: len(self.heard) == start + 1)
        if held_s:
            since_ns = self.heard[-1].at_ns
            wait_for(lambda: time.monotonic_ns() - since_ns >= held_s * 1e9)
        contact(down=False)
        wait_for(lambda: len(self.heard) == start + 2)
        self.house.log()

    def _contact(self, stand: int, *, down: bool) -> None:
        if self.board is not None and stand == len(PINS) - 1:
            self.board.press(down=down)
            return
        pin = self.kernel.factory.pin(PINS[stand])
        (pin.drive_low if down else pin.drive_high)()

    def touch(self, stand: int, *, hold: bool = False) -> None:
        """Press without waiting for the time it takes: the stamps say how long."""
        self.house.touch(STAND_PLACES[stand], held_s=0.7 if hold else 0.1)

    def glasses_are_right(self) -> bool:
        faces = self.table.publisher.latest.faces
        return all(
            self._picture(k) == draw(faces[place], (128, 64)).tobytes()
            for k, place in enumerate(STAND_PLACES)
        )

    def _picture(self, stand: int) -> bytes:
        if self.board is not None and stand == len(PINS) - 1:
            return self.board.picture()
        return self.kernel.glass(11 + stand).picture().tobytes()


def round_of(evening: Evening, giver: int, press: Callable[..., None]) -> None:
    press(giver, hold=True)
    others = [k for k in range(6) if k != giver]
    for other in others:
        press(other)
    press(giver)  # the last chip back …
    press(others[-1])  # … and there again
    assert evening.view.table.chips == 5
    press(giver, hold=True)


def first_round(evening: Evening) -> str:
    """Lay a clue with real fingers on real pins; return what Anna has to read."""

    def fingers(stand: int, *, hold: bool = False) -> None:
        evening.finger(stand, held_s=0.65 if hold else 0.0)

    letters = [getattr(face_at(evening, k), "letter", "") for k in range(6)]
    round_of(evening, 1, fingers)
    return "?" + "".join(letters[2:])


def play_on(evening: Evening) -> None:
    """Play the other rounds; the stamps of the presses say how long they were held."""
    givers = cycle(range(2, 8))
    for number in range(2, CLUES + 1):
        giver = next(k % 6 for k in givers if evening.view.table.players[k % 6].may_give)
        round_of(evening, giver, evening.touch)
        assert evening.view.table.clues_given == number
        decide(evening)
    assert evening.view.table.phase == "final"


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


def face_at(evening: Evening, stand: int) -> Face:
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
                evening.table.submit(
                    evening.table.moves.send_for, host, person, command, f"{kind}-{name}"
                ).result(LIMIT_S)
    shown = evening.table.publisher.latest.table
    assert shown.finished
