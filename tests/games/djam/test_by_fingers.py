"""Fingers on the real table: order of arrival through its inbox, answers on the stands."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.djam.game import djam
from companion.messages import Catalogue
from companion.ports import ButtonEdge, Place, RollFace
from companion.table.table import Table
from tests.table.house import House
from tests.waiting import LIMIT_S

MS = 1_000_000
ANNA, BEN, CLEO = (Place(f"stand-{number}") for number in (1, 2, 3))


class Evening:
    """A table of three without phones but Anna's, and a list of stands that said no."""

    def __init__(self, path: Path) -> None:
        self.house = House(djam(), path / "unused.sqlite3")
        self.refused: list[Place] = []
        self.house.table = self.table = Table(
            {"djam": djam()},
            path / "table.sqlite3",
            {"djam": {"en": Catalogue("en", {})}},
            random=Random(8),  # the first roll has a colour
            on_refused=self.refused.append,
        )

    @property
    def view(self) -> Any:
        return self.house.page("Anna").view.table

    def edge(self, place: Place, at_ms: float, *, down: bool) -> None:
        self.table.on_edge(ButtonEdge(place, "main", down, round(at_ms * MS)))
        self.house.log()  # an answer from the same inbox: the edge is worked off

    def press(self, place: Place, at_ms: float) -> None:
        self.edge(place, at_ms, down=True)
        self.edge(place, at_ms + 80, down=False)

    def hold(self, place: Place, at_ms: float) -> None:
        self.edge(place, at_ms, down=True)
        self.edge(place, at_ms + 900, down=False)

    def together(self, *fingers: tuple[Place, float]) -> None:
        """Deliver several fingers at once: no clock can ring between them."""
        for place, at_ms in fingers:
            self.table.on_edge(
                ButtonEdge(place, "main", down=True, at_ns=round(at_ms * MS))
            )
        self.house.wait(lambda _: self.view.called is not None)


@pytest.fixture(name="evening")
def _evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.table.start()
    evening.house.join("Anna")
    for name in ("Ben", "Cleo"):
        evening.house.add(name)
    evening.house.start(tempo="none")
    yield evening
    evening.table.stop()


def test_a_round_by_fingers(evening: Evening) -> None:
    evening.press(BEN, 0)
    assert evening.refused == [BEN], "a short press rolls nothing"
    evening.hold(ANNA, 100)
    assert evening.view.phase == "theme"
    evening.hold(ANNA, 1000)
    assert evening.view.phase == "open"
    faces = evening.table.publisher.latest.faces.values()
    assert {type(face) for face in faces} == {RollFace}
    evening.together((BEN, 2000), (CLEO, 1990))
    assert evening.view.queue == (2, 1)
    assert evening.view.called == 2
    evening.edge(BEN, 2100, down=False)
    evening.edge(CLEO, 2800, down=False)
    assert evening.refused == [BEN], "a finger that was heard leaves in silence"
    evening.press(CLEO, 3000)
    assert evening.refused == [BEN, CLEO], "nobody stands in the queue twice"


def test_who_has_had_a_word_objects_by_holding(evening: Evening) -> None:
    evening.hold(ANNA, 0)
    evening.hold(ANNA, 900)
    evening.together((ANNA, 2000))
    evening.edge(ANNA, 2100, down=False)
    say(evening, "Anna", "x")
    for name in ("Ben", "Cleo"):
        for_paper(evening, name, "Accept")
    assert evening.view.players[0].out
    evening.together((BEN, 5000))
    for_paper(evening, "Ben", "SayAloud", points=2)
    evening.hold(ANNA, 6000)
    assert evening.view.phase == "vote"
    assert not evening.refused


def say(evening: Evening, name: str, ending: str) -> None:
    evening.house.do(name, "Say", word=f"{evening.view.roll.first}{ending}")


def for_paper(evening: Evening, name: str, kind: str, **fields: object) -> None:
    """Let the host enter what somebody without a phone says."""
    house = evening.house
    host, person = house.shown.host, house.person(name)
    assert host is not None
    house.commands += 1
    command = {"type": kind, **fields}
    sent = evening.table.submit(
        evening.table.moves.send_for, host, person, command, f"for-{name}-{house.commands}"
    )
    sent.result(LIMIT_S)
