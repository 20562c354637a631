"""One thread per display bus: it opens, draws and closes the displays on that bus."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from PIL import Image

from companion.errors import HardwareError
from companion.ports import BlankFace, Face, Faces, Health, Place
from hardware.faces import draw

_log = logging.getLogger(__name__)
_JOIN_S = 5.0

CHECK_S = 1.0
REFRESH_S = 60.0
RETRY_S = 1.0


class Display(Protocol):
    """What the worker asks of a display, on an I2C bus or at a serial port.

    *size* is width and height in pixels; images have that size and mode ``1``. Every
    method raises HardwareError when the display does not do as told.
    """

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height in pixels."""
        ...

    def attach(self, image: Image.Image) -> None:
        """Wake it from whatever state it is in and show *image*."""

    def show(self, image: Image.Image) -> bool:
        """Send what changed; return whether there was anything to send."""
        ...

    def refresh(self, image: Image.Image) -> None:
        """Send the whole of *image*."""

    def check(self) -> None:
        """Raise unless it answers and is lit."""

    def close(self) -> None:
        """Leave it dark."""


class Keeper:
    """Keeps one display at the newest face, and knows whether it answers.

    Pure but for the display: the time comes in, and nothing ever gets out as an exception.
    """

    def __init__(self, place: Place, display: Display) -> None:
        self.health = Health(up=False, why="not started")
        self.due_s = float("-inf")
        self._place, self._display = place, display
        self._face: Face | None = None
        self._image = Image.new("1", display.size)
        self._check_s = self._refresh_s = 0.0

    def tick(self, face: Face, now_s: float) -> bool:
        """Do what is due at *now_s*; return whether the glass may show something new."""
        try:
            self._draw(face)
            if self.health.up:
                try:
                    return self._keep(now_s)
                except HardwareError as error:
                    # It may only have blinked, so it gets one chance before it is down.
                    _log.info("%s: %s", self._place, error)
            elif now_s < self.due_s:
                return False
            self._attach(now_s)
        except HardwareError as error:
            self._down(str(error), now_s)
            return False
        except Exception as error:  # noqa: BLE001 - one face or display must not stop the others
            self._down(f"fault in the program ({error}): see the log", now_s, fault=True)
            return False
        return True

    def close(self) -> None:
        """Leave the display dark if it still answers."""
        if self.health.up:
            try:
                self._display.close()
            except HardwareError as error:
                _log.info("%s: %s", self._place, error)
        self.health = Health(up=False, why="stopped")

    def _draw(self, face: Face) -> None:
        if face != self._face:
            self._image = draw(face, self._display.size)
            self._face = face

    def _keep(self, now_s: float) -> bool:
        if now_s >= self._check_s:
            self._display.check()
            self._check_s = now_s + CHECK_S
        refresh = now_s >= self._refresh_s
        if refresh:
            self._display.refresh(self._image)
            self._refresh_s = now_s + REFRESH_S
        changed = self._display.show(self._image)
        self.due_s = min(self._check_s, self._refresh_s)
        return changed or refresh

    def _attach(self, now_s: float) -> None:
        self._display.attach(self._image)
        self._check_s, self._refresh_s = now_s + CHECK_S, now_s + REFRESH_S
        self.due_s = self._check_s
        if not self.health.up:
            _log.info("%s: the display is up", self._place)
        self.health = Health(up=True)

    def _down(self, why: str, now_s: float, *, fault: bool = False) -> None:
        self.due_s = now_s + RETRY_S
        if self.health != Health(up=False, why=why):  # said once, not every second
            _log.warning("%s: %s", self._place, why, exc_info=fault)
        self.health = Health(up=False, why=why)


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
        self._faces: Faces = {}
        self._fresh = self._stopping = False
        self._thread = threading.Thread(
            target=self._run, name=f"displays {bus}", daemon=True
        )

    def start(self) -> None:
        """Begin to draw."""
        self._thread.start()

    def show(self, faces: Faces) -> None:
        """Take the newest faces and return at once; a place that is missing goes blank."""
        with self._news:
            self._faces, self._fresh = dict(faces), True
            self._news.notify()

    def health(self) -> dict[Place, Health]:
        """Return the state of every display of this bus."""
        return {place: keeper.health for place, keeper in self._keepers.items()}

    def stop(self) -> None:
        """Leave the displays dark and end the thread."""
        with self._news:
            self._stopping = True
            self._news.notify()
        self._thread.join(_JOIN_S)
        if self._thread.is_alive():
            _log.warning("%s does not end: its bus hangs", self._thread.name)

    def _run(self) -> None:
        while self._wait():
            for place, keeper in self._keepers.items():
                # Read anew for each display: the newest faces, whatever came meanwhile.
                face = self._faces.get(place, BlankFace())
                if keeper.tick(face, self._clock()):
                    self._on_drawn()
        for keeper in self._keepers.values():
            keeper.close()
        self._on_drawn()

    def _wait(self) -> bool:
        """Wait for new faces or for something due; return False to end."""
        due_s = min((k.due_s for k in self._keepers.values()), default=float("inf"))
        with self._news:
            if not (self._fresh or self._stopping):
                self._news.wait(max(0.0, min(due_s - self._clock(), CHECK_S)))
            self._fresh = False
            return not self._stopping
