"""From edges to gestures: short or long is decided when the finger leaves the button."""

from companion.engine.game import Gesture, Touch
from companion.ports import ButtonEdge, Place

HOLD_NS = 600_000_000


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
