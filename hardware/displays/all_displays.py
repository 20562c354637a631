"""All displays of a rig at once."""

from collections.abc import Mapping

from companion.ports import ButtonEdge, Face, Faces, Health, Place
from hardware.displays.bus_worker import Act, BusWorker, ManagedDisplay
from hardware.drawing.signs import ACCEPTED, REFUSED


class Displays:
    """All displays of a rig, and the half of ``Rig`` that is theirs; a rig makes them."""

    def __init__(self) -> None:
        self._workers: tuple[BusWorker, ...] = ()
        """A later one's displays stand for those that an earlier one has at their places."""

    def show(self, faces: Faces, *, resting: bool = False) -> None:
        """Take the newest faces and return at once; unknown places are ignored."""
        for worker in self._workers:
            worker.show(faces, resting=resting)

    def greet(self, face: Face) -> None:
        """Until there are faces, show *face* on the displays that are dark."""
        for worker in self._workers:
            worker.greet(face)

    def refuse(self, place: Place) -> None:
        """Show for a moment at *place* that a press was refused."""
        self._ask(place, lambda display, now_s: display.sign(REFUSED, now_s))

    def accept(self, place: Place) -> None:
        """Show for a moment at *place* that a hold has acted."""
        self._ask(place, lambda display, now_s: display.sign(ACCEPTED, now_s))

    def blink(self, place: Place) -> None:
        """Let the light at *place*, if it has one, blink for a moment."""
        self._ask(place, ManagedDisplay.blink)

    def _ask(self, place: Place, act: Act) -> None:
        for worker in self._workers:
            worker.ask(place, act)

    def wake(self, _edge: ButtonEdge | None = None) -> None:
        """Be bright again: somebody is there."""
        for worker in self._workers:
            worker.wake()

    def health(self) -> Mapping[Place, Health]:
        """Return the state of every display."""
        return {p: health for w in self._workers for p, health in w.health().items()}
