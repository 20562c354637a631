"""What fingers on the stands' buttons say: from edges to gestures to commands."""

import secrets
from collections.abc import Callable
from random import Random
from typing import Protocol

from companion.engine.events import Undo
from companion.engine.game import Deadline, Gesture, Touch
from companion.errors import CompanionError, refuse
from companion.ports import CENTRE, ButtonEdge, Place, Seat
from companion.table.committer import Committer

HOLD_NS = 600_000_000
UNDO_PRESSED = Touch(CENTRE, "undo", Gesture.PRESS)


class PressAnswer(Protocol):
    """Takes what may answer a question."""

    def __call__(self, touch: Touch, *, idle: bool) -> bool:
        """Return whether *touch* meant a yes; *idle*: it means nothing in the game."""


class Gestures:
    """Remembers which buttons are down, and since when."""

    def __init__(self) -> None:
        self._down: dict[tuple[Place, str], int] = {}
        self._spent: set[tuple[Place, str]] = set()
        self._early: set[tuple[Place, str]] = set()

    @property
    def held(self) -> frozenset[Place]:
        """The places with a button down now, but for fingers that were there too early."""
        return frozenset(place for place, _ in self._down.keys() - self._early)

    def begin_wait(self) -> frozenset[Place]:
        """Let only fingers count as held that come from now on; return where some are."""
        self._early = {*self._down}
        return frozenset(place for place, _ in self._early)

    def spend(self, touch: Touch | None = None) -> None:
        """Let the finger of *touch* have said what it means, else all that are down.

        They leave in silence.
        """
        self._spent |= {*self._down} if touch is None else {(touch.place, touch.button)}

    def take(self, edge: ButtonEdge) -> Touch | None:
        """Return the gesture of *edge*; None for a finger that leaves without having come."""
        key = (edge.place, edge.button)
        spent = key in self._spent
        self._spent.discard(key)
        self._early.discard(key)
        if edge.down:
            self._down[key] = edge.at_ns
            return Touch(edge.place, edge.button, Gesture.DOWN, edge.at_ns)
        since = self._down.pop(key, None)
        if since is None or spent:
            return None
        held = edge.at_ns - since >= HOLD_NS
        gesture = Gesture.HOLD if held else Gesture.PRESS
        return Touch(edge.place, edge.button, gesture, edge.at_ns)


class Presses:
    """Carries out what a finger means in the match, or between matches. Table thread only."""

    def __init__(
        self,
        committer: Committer,
        random: Random,
        between: Callable[[Touch], bool],
        answer: PressAnswer,
        refused: Callable[[Place], object],
    ) -> None:
        """*between* takes a press between matches and tells whether it meant anything.

        *answer* does so with one that may answer a question about a page.
        *refused* answers, at its own place, a press that was refused or meant nothing.
        """
        self._committer = committer
        self._random = random
        self._between = between
        self._answer = answer
        self._refused = refused
        self._gestures = Gestures()
        self._last: tuple[int, Deadline | None] = (0, None)
        """How long the log was and what was waited for when something was last shown."""

    def edge(self, edge: ButtonEdge) -> None:
        """Carry out what a finger said, once its gesture is complete."""
        touch = self._gestures.take(edge)
        if touch is None:
            return
        comes = touch.gesture is Gesture.DOWN
        try:
            meant = self._touched(touch)
        except CompanionError:
            self._refused(touch.place)
            if comes:
                self._gestures.spend(touch)
            raise
        # A finger that comes may yet mean something when it leaves, unless it has already.
        if comes and meant:
            self._gestures.spend(touch)
        elif not (comes or meant):
            self._refused(touch.place)

    def _touched(self, touch: Touch) -> bool:
        """Carry out *touch*; return whether it stood for anything."""
        state = self._committer.state
        match = state.match
        if match is None:
            return self._between(touch)
        if self._answer(touch, idle=False):
            return True
        if state.paused:
            raise refuse("paused")
        if touch == UNDO_PRESSED:
            free = match.undo_cost() is Undo.FREE
            if free:
                self._committer.record(match.undo(_new_id(), None))
            return free
        command = match.game.control(match.state, touch)
        if command is None:
            return self._answer(touch, idle=True)
        seat: Seat | None = getattr(command, "seat", None)
        self._committer.record(match.carry_out(command, _new_id(), seat, self._random))
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
        """Once something was shown: tell fingers that came before a wait they do not count."""
        state = self._committer.state
        length = len(state.match.log) if state.match else 0
        deadline = state.deadline
        (before, waited), self._last = self._last, (length, deadline)
        if length == before or deadline is None or deadline == waited:
            return
        if deadline.fingers:
            for place in self._gestures.begin_wait():
                self._refused(place)


def _new_id() -> str:
    return secrets.token_urlsafe(9)
