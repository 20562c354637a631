"""What fingers on the stands' buttons say: from edges to gestures to commands."""

import secrets
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import NamedTuple

from companion.engine.events import Undo
from companion.engine.game import Deadline, Gesture, Touch
from companion.errors import CompanionError, refuse
from companion.ports import CENTRE, STAND_PLACES, ButtonEdge, Place, Seat
from companion.table.acts.moving import Moving
from companion.table.committer import Committer

SECOND_NS = 1_000_000_000
HOLD_NS = 600_000_000
TOLD_AGAIN = 64
"""A word of a finger comes again within seconds: so few entries may lie between."""
UNDO_PRESSED = Touch(CENTRE, "undo", Gesture.PRESS)


class Finger(NamedTuple):
    """A finger that is down: when it came by its stamp, and when this was heard of."""

    at_ns: int
    heard_s: float


class Gestures:
    """Remembers which buttons are down, and since when; *clock* gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._down: dict[tuple[Place, str], Finger] = {}
        self._spent: set[tuple[Place, str]] = set()
        self._early: set[tuple[Place, str]] = set()
        self._patient: set[tuple[Place, str]] = set()
        self._remote: set[tuple[Place, str]] = set()
        """Those that a network tells of: their hold is said by whoever feels it."""

    @property
    def held(self) -> frozenset[Place]:
        """The places with a button down now, but for fingers that were there too early."""
        return frozenset(place for place, _ in self._down.keys() - self._early)

    def begin_wait(self) -> frozenset[Place]:
        """Let only fingers count as held that come from now on; return where some are."""
        self._early = {*self._down}
        return frozenset(place for place, _ in self._early)

    def be_patient(self, place: Place | None = None) -> None:
        """Let fingers at *place*, else all that are down, say only in leaving what they mean."""
        self._patient |= {key for key in self._down if place in (None, key[0])}

    @property
    def next_hold(self) -> Deadline | None:
        """When a finger will have been there for long enough to hold."""
        key = self._next
        if key is None:
            return None
        # Its leaving is heard of as late as its coming was: counted from the stamp, a finger
        # that has left in time would hold while its button is still being debounced.
        left_s = self._down[key].heard_s + HOLD_NS / SECOND_NS - self._clock()
        return Deadline(" ".join((*key, str(self._down[key].at_ns))), max(0.0, left_s))

    def holding(self, deadline: str) -> Touch | None:
        """Return the hold that *deadline* has waited for; None where it is none any more."""
        key, due = self._next, self.next_hold
        if key is None or due is None or due.id != deadline or due.duration_s:
            return None
        return Touch(*key, Gesture.HOLD, self._down[key].at_ns + HOLD_NS)

    def still(self, place: Place, button: str) -> Touch | None:
        """Return the hold of a finger that is told to be there still, if it is one."""
        key = place, button
        if key not in self._down or key in self._spent | self._patient:
            return None
        return Touch(*key, Gesture.HOLD, self._down[key].at_ns + HOLD_NS)

    def is_down(self, place: Place, button: str) -> bool:
        """Return whether a finger is there."""
        return (place, button) in self._down

    def lose(self, place: Place, button: str | None = None) -> bool | None:
        """Let fingers at *place* be gone, without a meaning: on *button*, or all of a network.

        Return whether one had not said yet what it means; None: there was none.
        """
        lost = self._remote if button is None else {(place, button)}
        gone = {key for key in lost & self._down.keys() if key[0] == place}
        silent = bool(gone - self._spent)
        for key in gone:
            self._forget(key)
            del self._down[key]
        return silent if gone else None

    def _forget(self, key: tuple[Place, str]) -> None:
        for past in (self._spent, self._early, self._patient, self._remote):
            past.discard(key)

    @property
    def _next(self) -> tuple[Place, str] | None:
        said = self._spent | self._patient | self._remote
        waiting = (key for key in self._down if key not in said)
        return min(waiting, key=lambda key: self._down[key].heard_s, default=None)

    def spend(self, touch: Touch | None = None) -> None:
        """Let the finger of *touch* have said what it means, else all that are down.

        They leave in silence.
        """
        self._spent |= {*self._down} if touch is None else {(touch.place, touch.button)}

    def take(self, edge: ButtonEdge) -> Touch | None:
        """Return the gesture of *edge*; None for a finger that leaves without having come."""
        key = (edge.place, edge.button)
        spent = key in self._spent
        self._forget(key)
        if edge.down:
            if edge.id:
                self._remote.add(key)
            self._down[key] = Finger(edge.at_ns, self._clock())
            return Touch(edge.place, edge.button, Gesture.DOWN, edge.at_ns)
        finger = self._down.pop(key, None)
        if finger is None or spent:
            return None
        held = edge.at_ns - finger.at_ns >= HOLD_NS
        gesture = Gesture.HOLD if held else Gesture.PRESS
        return Touch(edge.place, edge.button, gesture, edge.at_ns)


class Presses:
    """Carries out what a finger means in the match, or between matches. Table thread only."""

    def __init__(  # noqa: PLR0913 - the table's only call
        self,
        committer: Committer,
        random: Random,
        between: Callable[[Touch], bool],
        answer: Moving,
        *,
        refused: Callable[[Place], object],
        held: Callable[[Place], object],
        clock: Callable[[], float],
    ) -> None:
        """*between* takes a press between matches, *answer* one that may answer about a page.

        Both tell whether it meant anything. *refused* answers, at its own place, a press that was
        refused or meant nothing, *held* a hold that has acted while the finger is still there.
        """
        self._committer = committer
        self._random = random
        self._between = between
        self._answer = answer
        self._refused = refused
        self._held = held
        self._gestures = Gestures(clock)
        self._last: tuple[int, Deadline | None, bool] = (0, None, False)
        """When something was last shown: how long the log was, what was waited for, whether
        a show was on."""

    @property
    def next_hold(self) -> Deadline | None:
        """When a finger will have been there for long enough to hold."""
        return self._gestures.next_hold

    def edge(self, edge: ButtonEdge) -> None:
        """Carry out what a finger said that has come or left."""
        if edge.lost:
            self.lose(edge.place, edge.button)
            return
        came = edge.down or self._gestures.is_down(edge.place, edge.button)
        touch = self._gestures.take(edge)
        if touch is None:
            if edge.id and not (came or self._has_done(edge.id)):
                self._refused(edge.place)  # it came before a restart: nobody knows of it
            return
        comes = touch.gesture is Gesture.DOWN
        secret = self._fingers_count
        if comes and (secret or self._answer.waits_at(touch.place)):
            # What a finger does before the gong is nobody's business; and one that may answer
            # a question says by how long it stays which of the two it means.
            self._gestures.be_patient(touch.place)
        try:
            meant = self._touched(touch, edge.id)
        except CompanionError:
            self._refused(touch.place)
            if comes:
                self._gestures.spend(touch)
            raise
        # A finger that comes may yet mean something when it leaves, unless it has already.
        if comes and meant:
            self._gestures.spend(touch)
        elif not (comes or meant or secret):
            self._refused(touch.place)

    def hold(self, deadline: str) -> None:
        """Carry out the hold that *deadline* has waited for; its finger says no more."""
        self._hold(self._gestures.holding(deadline))

    def still(self, place: Place, button: str, told: str) -> None:
        """Carry out the hold of a finger whose screen says that it is there still."""
        self._hold(self._gestures.still(place, button), told)

    def lose(self, place: Place, button: str | None = None) -> None:
        """Let fingers be gone, a screen's or on *button*: nobody knows what they meant."""
        if self._gestures.lose(place, button) and not self._fingers_count:
            self._refused(place)

    def unsaid(self, place: Place, told: str) -> None:
        """Let a finger be gone that could not say in time what it meant: it is to be seen.

        *told*: the id it would have had; what was carried out before is no matter.
        """
        lost = self._gestures.lose(place) is not False and not self._has_done(told)
        if lost and not self._fingers_count:
            self._refused(place)

    def _has_done(self, told: str) -> bool:
        match = self._committer.state.match
        if not told or match is None:
            return False
        return any(each.command == told for each in match.log[-TOLD_AGAIN:])

    def _hold(self, touch: Touch | None, told: str = "") -> None:
        if touch is None:
            return
        if self._answer.waits_at(touch.place):
            self._gestures.be_patient(touch.place)
            return
        self._gestures.spend(touch)
        try:
            meant = self._touched(touch, told)
        except CompanionError:
            self._refused(touch.place)
            raise
        (self._held if meant else self._refused)(touch.place)

    @property
    def _fingers_count(self) -> bool:
        deadline = self._committer.state.deadline
        return deadline is not None and deadline.fingers

    def _touched(self, touch: Touch, told: str) -> bool:
        """Carry out *touch*, told by that id; return whether it stood for anything."""
        state = self._committer.state
        match = state.match
        if match is None:
            return self._between(touch)
        if self._has_done(told) or self._answer.press(touch, idle=False):
            return True
        if state.paused:
            raise refuse("paused")
        if state.shows is not None:
            ends = touch.gesture is not Gesture.DOWN  # one that comes has not said enough
            if ends:
                self._committer.skip()
            return ends
        if touch == UNDO_PRESSED:
            free = match.undo_cost() is Undo.FREE
            if free:
                self._committer.record(match.undo(told or _new_id(), None))
            return free
        command = match.game.control(match.state, touch)
        if command is None:
            return self._answer.press(touch, idle=True)
        seat: Seat | None = getattr(command, "seat", None)
        self._committer.record(
            match.carry_out(command, told or _new_id(), seat, self._random)
        )
        return True

    def time_up(self, deadline: str) -> None:
        """Carry out what follows from a deadline, unless the match has moved on."""
        match, now = self._committer.state.match, self._committer.state.deadline
        if match is None or now is None or now.id != deadline:
            return
        command = match.game.time_up(match.state, self._gestures.held)
        if command is not None:
            self._gestures.spend()  # a finger held at the gong must not press when it leaves
            self._committer.record(match.carry_out(command, _new_id(), None, self._random))

    def follow(self) -> None:
        """Once something was shown: fingers that came before a wait or a show do not count."""
        state = self._committer.state
        length = len(state.match.log) if state.match else 0
        deadline, shows = state.deadline, state.course is not None
        (before, waited, shown), self._last = self._last, (length, deadline, shows)
        if shows and not shown:
            self._gestures.spend()  # nobody ends by letting go what began under the finger
        if self._fingers_count:
            self._gestures.be_patient()
        if deadline is None or not deadline.fingers:
            return
        if waited is not None and deadline.id == waited.id:
            return  # the same wait, perhaps with another end: who came in it still counts
        fingers = self._gestures.begin_wait()
        # One that held before a pause has said in secret what it wants: all are told alike.
        for place in fingers if length != before else STAND_PLACES:
            self._refused(place)


def _new_id() -> str:
    return secrets.token_urlsafe(9)
