"""A hold acts while the finger is still there, but where nobody is to see what a finger does."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.ports import STAND_PLACES, ButtonEdge, Place
from companion.table.acts.presses import HOLD_NS, Gestures
from companion.table.values.ids import DeviceId
from tests.clock import Clock
from tests.table.house import SECOND, House, device
from tests.waiting import LIMIT_S

ANNA, BEN, CLEO = STAND_PLACES[:3]
HOLD_S = HOLD_NS / SECOND


class Fingers:
    """A house whose clock a test moves; it hears what the stands answer."""

    def __init__(self, name: str, path: Path) -> None:
        self.clock = Clock(100.0)  # its hundredths add up to what is waited for
        self.refused: list[Place] = []
        self.held: list[Place] = []
        self.house = House(
            GAMES[name](),
            path / "table.sqlite3",
            on_refused=self.refused.append,
            on_held=self.held.append,
            clock=self.clock,
        )
        self.table = self.house.table
        self.table.start()

    def edge(self, place: Place, *, down: bool) -> None:
        at_ns = round(self.clock.now_s * SECOND)
        self.table.on_edge(ButtonEdge(place, "main", down, at_ns))
        self.house.log()

    def passes(self, seconds: float) -> None:
        """Let time pass; the alarm rings, as it does once a hold is due."""
        self.clock.now_s += seconds
        due = self.table.submit(lambda: self.table._presses.next_hold).result(LIMIT_S)
        if due is not None:
            self.table._ring("hold", due.id)
        self.house.log()


Sit = Callable[..., Fingers]


@pytest.fixture(name="sit")
def _sit(tmp_path: Path) -> Iterator[Sit]:
    opened: list[Fingers] = []

    def sit(name: str = "letter_jam", **options: object) -> Fingers:
        for each in opened:
            each.table.stop()
        opened.append(Fingers(name, tmp_path))
        if len(opened) == 1:
            opened[0].house.playing("Anna", "Ben", "Cleo", **options)
        return opened[-1]

    yield sit
    for each in opened:
        each.table.stop()


def test_a_hold_acts_while_the_finger_is_still_there(sit: Sit) -> None:
    fingers = sit()
    fingers.edge(BEN, down=True)
    fingers.passes(HOLD_S - 0.01)
    assert fingers.house.types()[2:] == []
    fingers.passes(0.01)
    assert fingers.house.types()[2:] == ["CluegiverChosen"]
    assert (fingers.held, fingers.refused) == ([BEN], [])
    log = fingers.house.log()
    fingers.passes(5.0)
    fingers.edge(BEN, down=False)
    assert fingers.house.log() == log
    assert (fingers.held, fingers.refused) == ([BEN], [])
    fingers.edge(ANNA, down=True)  # and a short one is a press, as ever
    fingers.edge(ANNA, down=False)
    assert fingers.house.types()[-1] == "ChipsLaid"


def test_a_hold_that_the_rules_refuse_is_answered_at_once_and_once(sit: Sit) -> None:
    fingers = sit()
    for _ in range(2):  # no chip lies, when he holds again
        fingers.edge(BEN, down=True)
        fingers.passes(HOLD_S)
    fingers.edge(BEN, down=False)
    assert (fingers.held, fingers.refused) == ([BEN], [BEN])


def test_each_of_two_fingers_holds_at_its_own_time(sit: Sit) -> None:
    fingers = sit()
    fingers.edge(BEN, down=True)
    fingers.passes(0.3)
    fingers.edge(ANNA, down=True)
    fingers.passes(HOLD_S - 0.3)
    assert fingers.held == [BEN]
    fingers.passes(0.29)
    assert fingers.refused == []
    fingers.passes(0.01)
    assert fingers.refused == [ANNA]  # it is Ben who gives the clue


def test_a_hold_is_waited_for_from_when_it_was_heard_of() -> None:
    clock = Clock()
    gestures = Gestures(clock)
    gestures.take(ButtonEdge(BEN, "main", down=True, at_ns=7))
    clock.now_s += 0.2
    due = gestures.next_hold
    assert due is not None
    assert due.duration_s == pytest.approx(HOLD_S - 0.2)
    assert gestures.holding(due.id) is None
    gestures.take(ButtonEdge(BEN, "main", down=False, at_ns=8))
    assert gestures.next_hold is None
    clock.now_s += 9.0
    assert gestures.holding(due.id) is None


def test_a_board_that_goes_away_with_its_button_down_holds_nothing(sit: Sit) -> None:
    fingers = sit()
    fingers.edge(ANNA, down=True)
    fingers.edge(BEN, down=True)
    heard_ns = round(fingers.clock.now_s * SECOND) + HOLD_NS
    fingers.table.on_edge(ButtonEdge(BEN, "main", down=False, at_ns=heard_ns, lost=True))
    fingers.house.log()
    assert fingers.refused == [BEN]  # nobody knows what it meant, and that is to be seen
    fingers.edge(ANNA, down=False)
    fingers.passes(HOLD_S)
    fingers.edge(BEN, down=False)  # it is back, and the finger leaves by now
    assert fingers.house.types()[2:] == []
    assert fingers.held == []


def test_a_restart_in_mid_hold_does_nothing(sit: Sit) -> None:
    first = sit()
    first.edge(BEN, down=True)
    log = first.house.log()
    second = sit()
    second.passes(5.0)
    second.edge(BEN, down=False)
    assert second.house.log() == log
    assert first.held + first.refused + second.held + second.refused == []


def bluff(sit: Sit) -> tuple[Fingers, Place, Place]:
    """Return a table where a word lies and all wait for the gong, and two that may doubt."""
    fingers = sit("buchstabenbluff", gong_s=60)
    active = fingers.house.page("Anna").view.table.active
    name = ("Anna", "Ben", "Cleo")[active]
    fingers.house.do(name, "LayWord", cards=["1", "2"], word="AB", shown=[])
    waited = fingers.table.submit(lambda: fingers.table._committer.state.deadline)
    deadline = waited.result(LIMIT_S)
    assert deadline is not None
    assert (deadline.id, deadline.fingers) == ("gong-1", True)
    one, other = (k for k in range(3) if k != active)
    return fingers, STAND_PLACES[one], STAND_PLACES[other]


def test_a_finger_before_the_gong_changes_nothing_whatever_it_does(sit: Sit) -> None:
    fingers, doubts, believes = bluff(sit)
    shown, log = fingers.house.shown, fingers.house.log()
    fingers.edge(doubts, down=True)
    fingers.edge(believes, down=True)
    fingers.passes(5.0)
    fingers.edge(believes, down=False)
    assert fingers.house.shown is shown
    assert fingers.house.log() == log
    assert fingers.held + fingers.refused == []
    fingers.table._ring("time", "gong-1")
    fingers.house.wait(lambda now: now is not shown)
    fingers.passes(5.0)
    fingers.edge(doubts, down=False)
    assert fingers.held + fingers.refused == []
    name = ("Anna", "Ben", "Cleo")[STAND_PLACES.index(doubts)]
    assert fingers.house.page("Anna").view.table.verdict.doubters == (name,)


def test_a_pause_before_the_gong_does_not_tell_who_holds(sit: Sit) -> None:
    fingers, doubts, _ = bluff(sit)
    fingers.edge(doubts, down=True)
    pause = fingers.table.matches.pause
    fingers.table.submit(pause, device("Anna"), paused=True).result(LIMIT_S)
    shown = fingers.house.shown
    fingers.passes(5.0)
    assert fingers.house.shown is shown
    assert fingers.held + fingers.refused == []


@pytest.mark.parametrize("since", ["before", "during"])
def test_a_finger_from_before_the_end_of_a_pause_does_not_count(
    sit: Sit, since: str
) -> None:
    fingers, doubts, _ = bluff(sit)
    pause = fingers.table.matches.pause
    if since == "before":
        fingers.edge(doubts, down=True)
    fingers.table.submit(pause, device("Anna"), paused=True).result(LIMIT_S)
    if since == "during":
        fingers.edge(doubts, down=True)
    fingers.refused.clear()
    fingers.table.submit(pause, device("Anna"), paused=False).result(LIMIT_S)
    fingers.house.log()
    assert sorted(fingers.refused) == sorted(STAND_PLACES)  # whoever holds, nobody is named
    shown = fingers.house.shown
    fingers.table._ring("time", "gong-1")
    fingers.house.wait(lambda now: now is not shown)
    assert fingers.house.page("Anna").view.table.last.doubters == ()


def test_a_finger_at_a_stand_that_is_asked_may_still_become_a_yes(sit: Sit) -> None:
    fingers, stranger = sit(), DeviceId("device of a stranger")
    ask, ben = fingers.table.moving.ask_for_page, fingers.house.person("Ben")
    fingers.table.submit(ask, stranger, ben).result(LIMIT_S)
    log = fingers.house.log()
    fingers.edge(BEN, down=True)
    fingers.passes(1.0)
    assert fingers.house.log() == log  # though he could give the clue
    fingers.passes(2.0)
    fingers.edge(BEN, down=False)
    assert fingers.house.page("Ben").device == stranger
    assert fingers.held + fingers.refused == []
