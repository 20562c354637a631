"""However many edges come, few wait, none keeps others waiting, and the newest is told."""

from collections.abc import Callable
from threading import Event

import pytest

from companion.ports import STAND_PLACES, ButtonEdge
from companion.table.acts.edges import MOST_WAITING, Edges
from tests.table.house import House

ONE, OTHER = STAND_PLACES[:2]


class Line:
    """A table's thread that does its work when a test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []
        self.done: list[ButtonEdge] = []
        self.edges = Edges(
            lambda work, edge: self.waiting.append(lambda: work(edge)), self.done.append
        )

    def press(self, place: str, *, down: bool, at_ns: int, button: str = "main") -> None:
        self.edges.take(ButtonEdge(place, button, down, at_ns))  # type: ignore[arg-type]  # one of ours

    def flood(self, count: int) -> None:
        for n in range(count):
            self.press(ONE, down=not n % 2, at_ns=n)

    def works(self) -> None:
        while self.waiting:
            self.waiting.pop(0)()


def test_edges_come_in_their_order() -> None:
    line = Line()
    for n in range(MOST_WAITING):
        line.press((ONE, OTHER)[n // 2 % 2], down=not n % 2, at_ns=n)
    line.works()
    assert [each.at_ns for each in line.done] == list(range(MOST_WAITING))


@pytest.mark.parametrize("count", [MOST_WAITING + 1, MOST_WAITING + 2, 10_001, 10_000])
def test_of_a_flood_few_wait_and_the_newest_says_how_the_button_is(count: int) -> None:
    line = Line()
    line.flood(count)
    assert len(line.waiting) == MOST_WAITING
    line.press(OTHER, down=True, at_ns=count)
    assert len(line.waiting) == MOST_WAITING + 1, "another stand has a line of its own"
    line.works()
    own = [each for each in line.done if each.place == ONE]
    assert len(own) == MOST_WAITING + count % 2
    assert own[-1].down is bool(count % 2)
    assert [each.down for each in own] == [True, False] * (len(own) // 2) + [True] * (
        count % 2
    )


def test_after_a_flood_a_finger_is_heard_as_before() -> None:
    line = Line()
    line.flood(1001)
    line.works()
    line.press(ONE, down=False, at_ns=5000)
    line.press(ONE, down=True, at_ns=5001)
    line.works()
    assert [each.at_ns for each in line.done[-2:]] == [5000, 5001]


def test_each_button_of_one_place_says_its_own_last_word() -> None:
    line = Line()
    line.flood(MOST_WAITING)
    for button in ("undo", "next"):
        line.press(ONE, down=True, at_ns=99, button=button)
        line.press(ONE, down=False, at_ns=100, button=button)
        line.press(ONE, down=True, at_ns=101, button=button)
    line.works()
    assert {each.button for each in line.done[-2:]} == {"undo", "next"}
    assert all(each.at_ns == 101 for each in line.done[-2:])


def test_a_flood_at_a_table_that_hangs_keeps_few_edges(match: House) -> None:
    goes_on = Event()
    match.table.submit(goes_on.wait)
    for n in range(5000):
        match.table.on_edge(ButtonEdge(ONE, "main", down=not n % 2, at_ns=n * 1000))
    assert match.table._thread._work_queue.qsize() <= MOST_WAITING + 2
    goes_on.set()
    match.log()
    match.table.ping().result()
    assert match.table._thread._work_queue.qsize() <= 1
