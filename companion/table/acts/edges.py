"""Edges wait in a line of their own length: no button, whatever it does, is everybody's wait."""

from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Final

from companion.ports import ButtonEdge, Place

MOST_WAITING: Final = 24
"""So many edges of one place wait at once: a finger's of a second, on a slow card."""

Button = tuple[Place, str]


class Edges:
    """Hands edges to the table's thread, in order; for any thread."""

    def __init__(
        self,
        submit: Callable[[Callable[[ButtonEdge], None], ButtonEdge], object],
        work: Callable[[ButtonEdge], None],
    ) -> None:
        """*submit* lets the table's thread do *work* for an edge in its turn."""
        self._submit, self._work = submit, work
        self._waiting: Counter[Place] = Counter()
        self._told: dict[Button, bool] = {}
        """How each button was when it was handed on last."""
        self._newest: dict[Button, ButtonEdge] = {}
        """Of each button the newest edge that was too many: the others say nothing more."""
        self._lock = Lock()

    def take(self, edge: ButtonEdge) -> None:
        """Take an edge; never blocks."""
        with self._lock:
            full = self._waiting[edge.place] >= MOST_WAITING
            if full or self._newest:
                self._newest.pop((edge.place, edge.button), None)
            if full:
                self._newest[edge.place, edge.button] = edge
            else:
                self._hand_on(edge)

    def _hand_on(self, edge: ButtonEdge) -> None:
        self._waiting[edge.place] += 1
        self._told[edge.place, edge.button] = edge.down
        self._submit(self._do, edge)

    def _do(self, edge: ButtonEdge) -> None:
        try:
            self._work(edge)
        finally:
            with self._lock:
                self._waiting[edge.place] -= 1
                self._next(edge.place)

    def _next(self, place: Place) -> None:
        """Hand on a button's newest edge, if it is up where it was down, or the other way."""
        for button in [each for each in self._newest if each[0] == place]:
            edge = self._newest.pop(button)
            if self._told.get(button) != edge.down:
                self._hand_on(edge)
                return
