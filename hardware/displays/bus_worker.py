"""From the newest faces to each display's ``show``: one thread a bus, and who is down."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from PIL import Image

from companion.errors import HardwareError
from companion.ports import BlankFace, Face, Faces, Health, Place
from hardware.displays.lamp import Lamp
from hardware.drawing.faces import draw, has_chips, rested
from hardware.drawing.signs import REFUSED, Sign
from hardware.panels.dimming import Brightness, Dimming
from hardware.panels.panel import Display

_log = logging.getLogger(__name__)
_JOIN_S = 5.0

CHECK_S = 1.0
REFRESH_S = 60.0
NEIGHBOURS_S = 5.0
"""So long ago a display was sent whole that a fault beside it lets it be sent anew at once."""
RETRY_S = 1.0


class ManagedDisplay:
    """One display, kept at the newest face: what is due when, and whether it answers.

    Pure but for the display: the time comes in, and nothing ever gets out as an exception.
    """

    def __init__(self, place: Place, display: Display) -> None:
        self.health = Health(up=False, why="not started")
        self.due_s = float("-inf")
        self.attached = 0
        """How often it was started: a fault of its bus or its own lay before each but one."""
        self._place, self._display = place, display
        self._face: Face | None = None
        self._drawn = self._image = Image.new("1", display.size)
        self._dimming = Dimming()
        self._brightness = Brightness.BRIGHT
        self._lit: bool | None = None  # not known
        self._lamp = Lamp()
        self._check_s = self._refresh_s = self._whole_s = 0.0
        self._sign = REFUSED
        self._sign_until_s = float("-inf")

    def retry(self) -> None:
        """Look at once whether it answers."""
        self.due_s = self._check_s = float("-inf")

    def refresh_soon(self, now_s: float) -> None:
        """Be sent whole: the bus had a fault, and what was sent may lie on another glass."""
        self._refresh_s = max(now_s, self._whole_s + NEIGHBOURS_S)
        self.due_s = min(self.due_s, self._refresh_s)

    def wake(self, now_s: float) -> None:
        """Be bright again: somebody is there."""
        self._dimming.wake(now_s)
        if self._brightness is not Brightness.BRIGHT:
            self.due_s = now_s

    def sign(self, sign: Sign, now_s: float) -> None:
        """Show *sign* for a moment."""
        self.wake(now_s)
        self._sign, self._sign_until_s = sign, now_s + sign.duration_s

    def blink(self, now_s: float) -> None:
        """Let the light blink for a moment."""
        self._lamp.blink(now_s)

    def greet(self, face: Face, now_s: float) -> bool:
        """Show *face* if the display is dark; what is left from before a restart stays."""
        try:
            if not self._display.is_dark():
                return False
        except HardwareError as error:
            self._down(str(error), now_s)
            return False
        return self.tick(face, now_s)

    def tick(self, face: Face, now_s: float, *, resting: bool = False) -> bool:
        """Do what is due at *now_s*; return whether the glass may show something new."""
        try:
            self._compose(face, now_s, resting=resting)
            if self.health.up:
                try:
                    return self._update(now_s, resting=resting)
                except HardwareError as error:
                    # It may only have blinked, so it gets two chances before it is down:
                    # a start is many transactions, and on a bad cable one may fail again.
                    _log.info("%s: %s", self._place, error)
                    self._attach_again(now_s)
            elif now_s < self.due_s:
                return False
            else:
                self._attach(now_s)
        except HardwareError as error:
            self._down(str(error), now_s)
            return False
        except Exception:  # noqa: BLE001 - one face or display must not stop the others
            self._down("fault in the program: see the log", now_s, fault=True)
            return False
        return True

    def close(self, *, dark: bool = True) -> None:
        """Leave the display *dark* if it still answers, or with its picture."""
        if dark and self.health.up:
            try:
                if self._lit is not False:
                    self._display.set_light(on=False)
                self._display.close()
            except HardwareError as error:
                _log.info("%s: %s", self._place, error)
        self.health = Health(up=False, why="stopped")

    def _compose(self, face: Face, now_s: float, *, resting: bool) -> None:
        """Draw the face anew if it changed; then what is to be seen of it just now."""
        if face != self._face:
            self._drawn = draw(face, self._display.size)
            self._face = face
            self._dimming.wake(now_s)
        self._image = self._drawn
        if now_s < self._sign_until_s:
            self._image = self._sign.over(self._drawn)
        elif self._dimming.brightness(now_s, resting=resting) is Brightness.DARK:
            self._image = draw(BlankFace(), self._display.size)
        elif step := self._dimming.rest_step(now_s):
            self._image = rested(self._drawn, self._face, step)

    def _update(self, now_s: float, *, resting: bool) -> bool:
        if now_s >= self._check_s:
            self._display.check()
            self._check_s = now_s + CHECK_S
        if refresh := now_s >= self._refresh_s:
            self._display.refresh(self._image)
            self._refresh_s, self._whole_s = now_s + REFRESH_S, now_s
        self._light_up(now_s, resting=resting)  # before: in the air they go together
        changed = self._display.show(self._image)
        self.due_s = min(self._check_s, self._refresh_s, self._lamp.due_s(now_s))
        if now_s < self._sign_until_s:
            self.due_s = min(self.due_s, self._sign_until_s)
        return changed or refresh

    def _light_up(self, now_s: float, *, resting: bool) -> None:
        brightness = self._dimming.brightness(now_s, resting=resting)
        if brightness is not self._brightness:
            self._brightness = brightness
            self._display.set_contrast(brightness)
        lit = self._lamp.lit(now_s, steady=has_chips(self._face))
        if lit != self._lit:
            self._lit = lit
            self._display.set_light(on=lit)

    def _attach(self, now_s: float) -> None:
        self._display.attach(self._image)
        self.attached += 1
        self._brightness, self._lit = Brightness.BRIGHT, None
        self._check_s, self._refresh_s = now_s + CHECK_S, now_s + REFRESH_S
        self._whole_s = now_s
        self.due_s = now_s if now_s < self._sign_until_s else self._check_s
        doubt = self._display.doubt
        if not self.health.up:
            _log.log(
                logging.WARNING if doubt else logging.INFO,
                "%s: the display is up%s",
                self._place,
                f", but {doubt}" if doubt else "",
            )
        self.health = Health(up=True, why=doubt)

    def _attach_again(self, now_s: float) -> None:
        try:
            self._attach(now_s)
        except HardwareError as error:
            _log.info("%s: %s", self._place, error)
            self._attach(now_s)

    def _down(self, why: str, now_s: float, *, fault: bool = False) -> None:
        self.due_s = now_s + RETRY_S
        if self.health != Health(up=False, why=why):  # said once, not every second
            _log.warning("%s: %s", self._place, why, exc_info=fault)
        self.health = Health(up=False, why=why)


Act = Callable[[ManagedDisplay, float], None]
"""What a display is asked to do at some time."""


class BusWorker:
    """The displays of one bus, on one thread: it opens, draws and closes them.

    *on_drawn* is called on that thread after a glass changed; *clock* gives seconds.
    """

    def __init__(
        self,
        bus: str,
        displays: Mapping[Place, Display],
        *,
        on_drawn: Callable[[], object] = lambda: None,
        on_news: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._displays = {place: ManagedDisplay(place, d) for place, d in displays.items()}
        self._on_drawn, self._on_news, self._clock = on_drawn, on_news, clock
        self._news = threading.Condition()
        self._faces: Faces | None = None
        self._greeting: Face | None = None
        self._fresh = self._stopping = self._woken = self._resting = self._retrying = False
        self._leaving_dark = True
        self._asked: list[tuple[Place, Act]] = []
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
        with self._changing():
            self._greeting = face

    def ask(self, place: Place, act: Act) -> None:
        """Let the display at *place* do *act*, if there is one."""
        with self._changing():
            self._asked.append((place, act))

    def retry(self) -> None:
        """Try those that are down at once: something has happened on the bus."""
        with self._changing():
            self._retrying = True

    def wake(self) -> None:
        """Be bright again: somebody has touched something."""
        with self._changing():
            self._woken = True

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._news:
            yield
            self._fresh = True
            self._news.notify()

    def health(self) -> dict[Place, Health]:
        """Return the state of every display of this bus."""
        return {place: display.health for place, display in self._displays.items()}

    def stop(self, *, dark: bool = True) -> None:
        """Leave the displays *dark*, or with their pictures, and end the thread."""
        with self._changing():
            self._stopping, self._leaving_dark = True, dark
        self._thread.join(_JOIN_S)
        if self._thread.is_alive():
            _log.warning("%s does not end: its bus hangs", self._thread.name)

    def _run(self) -> None:
        while self._wait():
            self._pass_on()
            for place, display in self._displays.items():
                attached = display.attached
                if self._draw(place, display):
                    self._on_drawn()
                if attached and display.attached > attached:
                    for each in self._displays.values():
                        each.refresh_soon(self._clock())
        for display in self._displays.values():
            display.close(dark=self._leaving_dark)
        self._on_drawn()

    def _wait(self) -> bool:
        """Wait for new faces or for something due; return False to end."""
        due_s = min((d.due_s for d in self._displays.values()), default=float("inf"))
        with self._news:
            if self._faces is None:
                due_s = float("inf")
            if not (self._fresh or self._stopping):
                self._news.wait(max(0.0, min(due_s - self._clock(), CHECK_S)))
            self._fresh = False
            return not self._stopping

    def _pass_on(self) -> None:
        """Tell the displays what has woken them, or one of them."""
        with self._news:
            woken, self._woken = self._woken, False
            asked, self._asked = self._asked, []
            retrying, self._retrying = self._retrying, False
        if woken:
            self._on_news()
        for display in self._displays.values():
            if retrying:
                display.retry()
            if woken:
                display.wake(self._clock())
        for place, act in asked:
            if place in self._displays:
                act(self._displays[place], self._clock())

    def _draw(self, place: Place, display: ManagedDisplay) -> bool:
        # Read anew for each display: the newest faces, whatever came meanwhile.
        faces, greeting = self._faces, self._greeting
        if faces is not None:
            face = faces.get(place, BlankFace())
            return display.tick(face, self._clock(), resting=self._resting)
        return greeting is not None and display.greet(greeting, self._clock())
