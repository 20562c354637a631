"""A match that waits: the alarm rings once, a stale one means nothing, a restart arms it."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.engine.game import AnyGame, Deadline
from companion.games import GAMES
from companion.games.letter_jam.commands import WantEnd
from companion.games.letter_jam.state import Phase
from companion.messages import Catalogue
from companion.ports import STAND_PLACES, ButtonEdge, Place, Seat
from companion.table.acts.alarms import Alarms
from companion.table.table import Table
from companion.table.values.ids import DeviceId
from tests.waiting import LIMIT_S

HOST = DeviceId("host")


def hurried(duration_s: float) -> AnyGame:
    """Return Letter Jam where everybody wants the end as soon as the time is up."""

    def deadline(state: Any) -> Deadline | None:
        waiting = [seat for seat in state.seats if not state.players[seat].wants_end]
        if state.phase is not Phase.CLUE or not waiting:
            return None
        return Deadline(f"want-{waiting[0]}", duration_s)

    def time_up(state: Any, _held: frozenset[Any]) -> WantEnd:
        waiting = [seat for seat in state.seats if not state.players[seat].wants_end]
        return WantEnd(Seat(waiting[0]))

    return replace(GAMES["letter_jam"](), deadline=deadline, time_up=time_up)


def table_of(path: Path, game: AnyGame) -> Table:
    table = Table({game.name: game}, path, {game.name: {"en": Catalogue("en", {})}})
    table.start()
    return table


def phase(table: Table) -> str:
    info = table.publisher.latest.table
    return str(info.view.phase)


def test_deadlines_ring_one_after_the_other_and_a_restart_arms_them(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    patient = table_of(path, hurried(3600))
    patient.submit(patient.lobby.join, HOST, "Anna").result()
    patient.submit(patient.lobby.add_person, HOST, "Ben").result()
    patient.submit(patient.matches.start, HOST, {}, "command-1").result()
    assert phase(patient) == "clue"
    patient.stop()
    hasty = table_of(path, hurried(0.01))
    shown = hasty.publisher.wait(lambda now: now.table.view.phase == "final", LIMIT_S)
    assert shown.table.view.phase == "final"
    hasty.stop()


def test_an_alarm_set_anew_forgets_the_old_deadline_of_its_name_alone() -> None:
    rung: list[tuple[str, str]] = []
    done = threading.Semaphore(0)

    def ring(name: str, deadline: str) -> None:
        rung.append((name, deadline))
        done.release()

    alarms = Alarms(ring)
    alarms.set("time", Deadline("old", 3600))
    alarms.set("frame", Deadline("beside", 0.05))
    alarms.set("time", Deadline("new", 0))
    assert done.acquire(timeout=LIMIT_S)
    assert done.acquire(timeout=LIMIT_S)
    assert sorted(rung) == [("frame", "beside"), ("time", "new")]
    alarms.set(
        "time", Deadline("new", 0)
    )  # it has rung: only what is forgotten rings again
    alarms.forget("time")
    alarms.set("time", Deadline("new", 0))
    assert done.acquire(timeout=LIMIT_S)
    assert rung.count(("time", "new")) == 2
    alarms.stop()


def test_fingers_that_came_too_early_are_told_and_do_not_count(tmp_path: Path) -> None:
    early, late = STAND_PLACES[:2]
    counted: list[frozenset[Place]] = []
    told: list[Place] = []
    rung = threading.Event()

    def deadline(state: Any) -> Deadline | None:
        wanted = state.players and state.players[0].wants_end
        return Deadline("gong", 3600, fingers=True) if wanted else None

    def time_up(_state: Any, held: frozenset[Place]) -> None:
        counted.append(held)
        rung.set()

    game = replace(GAMES["letter_jam"](), deadline=deadline, time_up=time_up)
    table = Table(
        {game.name: game},
        tmp_path / "table.sqlite3",
        {game.name: {"en": Catalogue("en", {})}},
        on_refused=told.append,
    )
    table.start()
    handle = table.submit(table.lobby.join, HOST, "Anna").result()
    table.submit(table.lobby.add_person, HOST, "Ben").result()
    table.submit(table.matches.start, HOST, {}, "command-1").result()
    table.on_edge(ButtonEdge(early, "main", down=True, at_ns=1))
    table.submit(
        table.moves.send, HOST, handle, {"type": "WantEnd", "want": True}, "command-2"
    ).result()
    table.on_edge(ButtonEdge(late, "main", down=True, at_ns=2))
    table._ring("time", "gong")  # an hour later
    assert rung.wait(LIMIT_S)
    table.stop()
    assert counted == [frozenset({late})]
    assert told == [early]
