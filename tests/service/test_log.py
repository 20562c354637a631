"""The log: one line an event, the same in twin worlds, and never a word of a hand."""

import io
import logging
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.events import tells
from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.ports import Health, Place, Seat
from companion.process.health import HealthMonitor
from companion.process.log import LineFormatter, LogEvent, changes, set_up_logging
from companion.process.systemd import Systemd
from companion.process.watchdog import Liveness, Watchdog, status_line
from companion.table.publisher import Publisher
from companion.table.values.program_health import Activity, ProgramHealth
from tests.clock import Clock
from tests.perception import outcome, told
from tests.play import Player, after, begin, for_tests

LETTERS = "QXZJVW"


def formatted(record: logging.LogRecord, *, journal: bool = False) -> str:
    return LineFormatter(journal=journal).format(record)


def record(msg: object, *args: object, error: BaseException | None = None) -> Any:
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("a.b", logging.WARNING, "f", 1, msg, args, info)


def test_an_event_is_one_line_of_facts() -> None:
    event = LogEvent(
        "started", port=80, address="http://10.0.0.1", ready=True, why='a "b"\n'
    )
    assert formatted(record(event), journal=True) == (
        "<4>level=warning event=started port=80 address=http://10.0.0.1 ready=yes"
        ' why="a \\"b\\"\\n"'
    )


def test_whatever_else_is_logged_is_one_line_too() -> None:
    line = formatted(record("two\nlines of %s", "x"))
    assert line == 'level=warning event=note from=a.b text="two\\nlines of x"'


def test_an_error_is_told_by_its_place_and_never_by_its_text() -> None:
    try:
        int(LETTERS)
    except ValueError as error:
        line = formatted(record("it failed", error=error))
    assert LETTERS not in line
    assert "ValueError" in line
    assert "test_log.py:" in line
    assert "\n" not in line


@pytest.mark.parametrize(("quiet", "count"), [(True, 1), (False, 2)])
def test_in_a_terminal_only_warnings_are_told(quiet: bool, count: int) -> None:  # noqa: FBT001 - pytest passes it by name
    root, stream = logging.getLogger(), io.StringIO()
    level, handlers = root.level, [*root.handlers]
    try:
        set_up_logging({}, quiet=quiet, stream=stream)
        logging.getLogger("x").info("small")
        logging.getLogger("x").warning("big")
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers
    assert len(stream.getvalue().splitlines()) == count


def test_what_happens_is_told_once_each() -> None:
    before = ProgramHealth(Activity("letter_jam", 2), free_mb=5000)
    playing = Activity("letter_jam", 3, playing=True, saved=False, told=((1, "x.dealt"),))
    after_ = ProgramHealth(playing, late_s=9.0, free_mb=50)
    assert [str(event) for event in changes(before, after_)] == [
        "event=people count=3",
        "event=match-began game=letter_jam people=3",
        "event=told game=letter_jam sentence=x.dealt",
        "event=not-saved",
        "event=table-hangs",
        "event=no-room free_mb=50",
    ]
    assert list(changes(after_, after_)) == []
    over = replace(after_, activity=replace(playing, finished=True, saved=True))
    assert [event.name for event in changes(after_, over)] == ["match-finished", "saved"]


def test_the_status_line_says_what_is_wrong() -> None:
    health = ProgramHealth(
        Activity("djam", 4, playing=True, saved=False),
        late_s=7.0,
        free_mb=3,
        stands={Place("stand-1"): Health(up=True), Place("stand-3"): Health(up=False)},
    )
    assert status_line(health) == (
        "4 at the table; a match of djam is on; NOT SAVED: look at the memory card; "
        "dark: stand-3; only 3 MB free; the table's thread hangs."
    )


@pytest.mark.parametrize("name", GAMES)
def test_twin_worlds_give_equal_logs(name: str) -> None:
    game = GAMES[name]()
    for seed in range(3):
        logs = twin_logs(game, seed)
        assert logs[0] == logs[1]
        assert len(logs[0]) > 1


def twin_logs(game: AnyGame, seed: int) -> tuple[list[str], list[str]]:
    """Play a match beside its twin by the same commands; return what the log of each says."""
    random, players = Random(seed), min(game.players)
    state = after(game, game.initial, begin(game, players, random))
    seat = Seat(seed % players)
    worlds = [state, for_tests(game).twin(state, seat, random)]
    logs: tuple[list[str], list[str]] = ([], [])
    shown = [ProgramHealth(Activity(game.name, players, playing=True)) for _ in worlds]
    player = Player(game, random)
    for step in range(150):
        picked = player.pick(worlds[0])
        if picked is None or game.finished(worlds[0]):
            continue
        made = [outcome(game, world, picked[1], step) for world in worlds]
        if any(refusal for _, refusal in made):
            continue
        revealed = any(map(tells, made[0][0]))
        if revealed:  # now the seat may know which of the two worlds it lives in
            worlds[1], made[1] = worlds[0], made[0]
        for number, (events, _) in enumerate(made):
            said = [
                (len(shown[number].activity.told) + extra, message.id)
                for extra, message in enumerate(told(game, worlds[number], events))
                if message
            ]
            worlds[number] = after(game, worlds[number], events)
            activity = replace(
                shown[number].activity,
                told=(*shown[number].activity.told, *said),
                finished=game.finished(worlds[number]),
            )
            new = replace(shown[number], activity=activity)
            logs[number].extend(map(str, changes(shown[number], new)))
            shown[number] = new
        if revealed:
            worlds[1] = for_tests(game).twin(worlds[0], seat, random)
    return logs


def test_a_watchdog_that_is_asked_all_the_time_beats_twice_a_second(
    tmp_path: Any, caplog: pytest.LogCaptureFixture
) -> None:
    clock, pings = Clock(), list[int]()

    def ping() -> Any:
        pings.append(1)
        return _Answered()

    liveness = Liveness(ping, clock=clock)
    monitor = HealthMonitor(Publisher(), liveness, dict, tmp_path, clock)
    watchdog = Watchdog(Systemd(), liveness, monitor.look, clock)
    for _ in range(100):
        watchdog()
    assert len(pings) == 1
    clock.now_s += 0.5
    watchdog()
    assert len(pings) == 2
    assert monitor.look().free_mb is not None
    assert caplog.text == ""


def test_a_display_that_goes_dark_is_an_incident_once_an_hour() -> None:
    clock, noted = Clock(), list[tuple[str, str]]()
    centre, shown = Place("centre"), [Health(up=False)]
    watchdog = Watchdog(
        Systemd(),
        Liveness(_Answered, clock=clock),  # type: ignore[arg-type]
        lambda: ProgramHealth(stands={centre: shown[0]}),
        clock,
        note=lambda kind, detail: noted.append((kind, detail)),
    )
    for up in (True, False, True, False, True):
        shown[0] = Health(up=up)
        clock.now_s += 1
        watchdog()
    assert noted == [("display-lost", "centre")]
    clock.now_s += 3600
    for up in (True, False):
        shown[0] = Health(up=up)
        clock.now_s += 1
        watchdog()
    assert len(noted) == 2


class _Answered:
    def done(self) -> bool:
        return True
