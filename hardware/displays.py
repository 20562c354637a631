"""One thread per display bus: it opens, draws and closes the displays on that bus."""

import logging
import threading
import time
from collections.abc import Callable, Mapping

from companion.ports import BlankFace, Face, Faces, Health, Place
from hardware.keeper import CHECK_S, Display, Keeper

_log = logging.getLogger(__name__)
_JOIN_S = 5.0


class DisplayWorker:
    """Shows faces on the displays of one bus, on one thread.

    *on_drawn* is called on that thread after a glass changed; *clock* gives seconds.
    """

    def __init__(
        self,
        bus: str,
        displays: Mapping[Place, Display],
        *,
        on_drawn: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keepers = {place: Keeper(place, d) for place, d in displays.items()}
        self._on_drawn, self._clock = on_drawn, clock
        self._news = threading.Condition()
        self._faces: Faces | None = None
        self._greeting: Face | None = None
        self._fresh = self._stopping = self._woken = self._resting = False
        self._retrying, self._leaving_dark = False, True
        self._refused: set[Place] = set()
        self._thread = threading.Thread(
            target=self._run, name=f"displays {bus}", daemon=True
        )

    def start(self) -> None:
        """Begin to draw."""
        self._thread.start()

    def show(self, faces: Faces, *, resting: bool = False) -> None:
        """Take the newest faces and return at once; a place that is missing goes blank."""
        with self._news:
            # Only what everybody sees may wake the displays: else private work would.
            if (faces, resting) != (self._faces, self._resting):
                self._woken |= faces != self._faces
                self._faces, self._resting, self._fresh = dict(faces), resting, True
                self._news.notify()

    def greet(self, face: Face) -> None:
        """Until there are faces, show *face* on those displays that are dark."""
        with self._news:
            self._greeting, self._fresh = face, True
            self._news.notify()

    def refuse(self, place: Place) -> None:
        """Show for a moment at *place* that a press was refused."""
        with self._news:
            self._refused.add(place)
            self._fresh = True
            self._news.notify()

    def retry(self) -> None:
        """Try those that are down at once: something has happened on the bus."""
        with self._news:
            self._retrying = self._fresh = True
            self._news.notify()

    def wake(self) -> None:
        """Be bright again: somebody has touched something."""
        with self._news:
            self._woken = self._fresh = True
            self._news.notify()

    def health(self) -> dict[Place, Health]:
        """Return the state of every display of this bus."""
        return {place: keeper.health for place, keeper in self._keepers.items()}

    def stop(self, *, dark: bool = True) -> None:
        """Leave the displays *dark*, or with their pictures, and end the thread."""
        with self._news:
            self._stopping, self._leaving_dark = True, dark
            self._news.notify()
        self._thread.join(_JOIN_S)
        if self._thread.is_alive():
            _log.warning("%s does not end: its bus hangs", self._thread.name)

    def _run(self) -> None:
        while self._wait():
            self._stir()
            for place, keeper in self._keepers.items():
                if self._draw(place, keeper):
                    self._on_drawn()
        for keeper in self._keepers.values():
            keeper.close(dark=self._leaving_dark)
        self._on_drawn()

    def _draw(self, place: Place, keeper: Keeper) -> bool:
        # Read anew for each display: the newest faces, whatever came meanwhile.
        faces, greeting = self._faces, self._greeting
        if faces is not None:
            face = faces.get(place, BlankFace())
            return keeper.tick(face, self._clock(), resting=self._resting)
        return greeting is not None and keeper.greet(greeting, self._clock())

    def _stir(self) -> None:
        """Pass on what has woken the displays, or one of them."""
        with self._news:
            woken, self._woken = self._woken, False
            refused, self._refused = self._refused, set()
            retrying, self._retrying = self._retrying, False
        for place, keeper in self._keepers.items():
            if retrying:
                keeper.retry()
            if woken:
                keeper.wake(self._clock())
            if place in refused:
                keeper.refuse(self._clock())

    def _wait(self) -> bool:
        """Wait for new faces or for something due; return False to end."""
        due_s = min((k.due_s for k in self._keepers.values()), default=float("inf"))
        with self._news:
            if self._faces is None:
                due_s = float("inf")
            if not (self._fresh or self._stopping):
                self._news.wait(max(0.0, min(due_s - self._clock(), CHECK_S)))
            self._fresh = False
            return not self._stopping
