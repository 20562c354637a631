"""What is left of a deadline is told to all: a pause, a stop or a plug gives no time back."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.table.values.projection import Wait
from tests.clock import Clock
from tests.table.house import House, device
from tests.waiting import LIMIT_S

GONG_S = 60.0


class Evening:
    """A word lies at a table of three; time passes when a test says so."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self.clock = clock
        self.house = House(GAMES["buchstabenbluff"](), path, clock=clock)
        self.table = self.house.table
        self.table.start()

    def lay(self) -> None:
        active = self.house.page("Anna").view.table.active
        name = ("Anna", "Ben", "Cleo")[active]
        self.house.do(name, "LayWord", cards=["1", "2"], word="AB", shown=[])

    @property
    def wait(self) -> Wait | None:
        info = self.house.shown.table
        for page in self.house.shown.pages.values():
            assert page.table.deadline == info.deadline
        return info.deadline

    def left(self) -> float:
        assert self.wait is not None
        return self.wait.rest_s(self.clock())

    def pause(self, *, paused: bool) -> None:
        work = self.table.matches.pause
        self.table.submit(work, device("Anna"), paused=paused).result(LIMIT_S)

    def keep(self) -> None:
        """Keep what is left, as the table does each few seconds."""
        self.table.submit(self.table._committer.keep_rest).result(LIMIT_S)

    def unplug(self) -> None:
        """Let nothing more get to the file."""
        self.table._committer.keep_rest = lambda: None  # type: ignore[method-assign]  # the plug
        self.table.stop()


Begin = Callable[[], Evening]


@pytest.fixture(name="begin")
def _begin(tmp_path: Path) -> Iterator[Begin]:
    opened: list[Evening] = []

    def begin() -> Evening:
        clock = Clock()
        clock.now_s += 1000 * len(opened)  # each start has a clock of its own
        opened.append(Evening(tmp_path / "table.sqlite3", clock))
        if len(opened) == 1:
            opened[0].house.playing("Anna", "Ben", "Cleo", gong_s=int(GONG_S))
        return opened[-1]

    yield begin
    for each in opened:
        each.table.stop()


def test_what_is_left_is_told_and_runs(begin: Begin) -> None:
    evening = begin()
    assert evening.wait is None
    evening.lay()
    assert evening.wait == Wait("gong-1", GONG_S, GONG_S, evening.clock())
    evening.clock.now_s += 7
    assert evening.left() == GONG_S - 7
    told = evening.wait
    evening.table.show_again().result(LIMIT_S)
    assert evening.wait is told
    evening.clock.now_s += 500
    assert evening.left() == 0


def test_a_pause_gives_no_time_back(begin: Begin) -> None:
    evening = begin()
    evening.lay()
    evening.clock.now_s += 12
    evening.pause(paused=True)
    assert evening.wait == Wait("gong-1", GONG_S, GONG_S - 12)
    evening.clock.now_s += 300
    assert evening.left() == GONG_S - 12
    evening.pause(paused=False)
    evening.clock.now_s += 3
    assert evening.left() == GONG_S - 15


def test_a_stop_and_a_start_go_on_with_what_was_left(begin: Begin) -> None:
    evening = begin()
    evening.lay()
    evening.clock.now_s += 23.5
    evening.table.stop()
    again = begin()
    assert again.left() == GONG_S - 23.5
    again.clock.now_s += 1
    again.table.stop()
    assert begin().left() == GONG_S - 24.5


def test_a_stop_in_a_pause_goes_on_with_what_was_left(begin: Begin) -> None:
    evening = begin()
    evening.lay()
    evening.clock.now_s += 5
    evening.pause(paused=True)
    evening.clock.now_s += 50
    evening.table.stop()
    assert begin().left() == GONG_S - 5


def test_a_pulled_plug_gives_back_what_was_not_kept_yet(begin: Begin) -> None:
    evening = begin()
    evening.lay()
    evening.clock.now_s += 20
    evening.keep()
    evening.clock.now_s += 4
    evening.unplug()
    assert begin().left() == GONG_S - 20


def test_what_was_left_of_one_wait_is_nothing_to_the_next(begin: Begin) -> None:
    evening = begin()
    evening.lay()
    evening.clock.now_s += 20
    evening.keep()
    evening.table._ring("time", "gong-1")
    evening.house.wait(lambda now: not now.table.deadline)
    evening.lay()
    assert evening.left() == GONG_S
    evening.unplug()
    again = begin()
    assert again.left() == GONG_S
    again.house.end()
    assert again.wait is None


def test_a_wait_that_nobody_is_shown_is_not_told(house: House) -> None:
    house.playing("Anna", "Ben", nudge=True)
    waited = house.table.submit(lambda: house.table._committer.state.deadline)
    assert waited.result(LIMIT_S) is not None
    assert house.shown.table.deadline is None
