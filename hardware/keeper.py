"""Keeps one display at the newest face, and knows whether it answers."""

import logging
from typing import Protocol

from PIL import Image, ImageChops

from companion.errors import HardwareError
from companion.ports import BlankFace, CardFace, Face, Health, LedgerFace, Place
from hardware.faces import draw, refused
from hardware.rest import Glow, Rest

_log = logging.getLogger(__name__)

CHECK_S = 1.0
REFRESH_S = 60.0
RETRY_S = 1.0
SIGN_S = 0.8
"""How long a display says that a press was refused."""


class Display(Protocol):
    """What the worker asks of a display, on an I2C bus or at a serial port.

    *size* is width and height in pixels; images have that size and mode ``1``. Every
    method raises HardwareError when the display does not do as told.
    """

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height in pixels."""
        ...

    def is_dark(self) -> bool:
        """Tell whether it certainly shows nothing, before ``attach``."""
        ...

    def attach(self, image: Image.Image) -> None:
        """Wake it from whatever state it is in and show *image*.

        What it showed stays until then: a restart of this program is not to be seen.
        """

    def show(self, image: Image.Image) -> bool:
        """Send what changed; return whether there was anything to send."""
        ...

    def refresh(self, image: Image.Image) -> None:
        """Send the whole of *image*."""

    def glow(self, contrast: int) -> None:
        """Be as bright as *contrast* (0 to 255) says, until the next ``attach``."""

    def light(self, *, on: bool) -> None:
        """Switch the light beside it, if there is one."""

    def check(self) -> None:
        """Raise unless it answers and is lit."""

    def close(self) -> None:
        """Leave it dark."""


class Keeper:
    """Keeps one display at the newest face.

    Pure but for the display: the time comes in, and nothing ever gets out as an exception.
    """

    def __init__(self, place: Place, display: Display) -> None:
        self.health = Health(up=False, why="not started")
        self.due_s = float("-inf")
        self._place, self._display = place, display
        self._face: Face | None = None
        self._drawn = self._image = Image.new("1", display.size)
        self._rest = Rest()
        self._glow = Glow.BRIGHT
        self._lit = False
        self._check_s = self._refresh_s = 0.0
        self._sign_until_s = float("-inf")

    def retry(self) -> None:
        """Look at once whether it answers."""
        self.due_s = self._check_s = float("-inf")

    def wake(self, now_s: float) -> None:
        """Be bright again: somebody is there."""
        self._rest.wake(now_s)
        if self._glow is not Glow.BRIGHT:
            self.due_s = now_s

    def refuse(self, now_s: float) -> None:
        """Show for a moment that a press was refused."""
        self.wake(now_s)
        self._sign_until_s = now_s + SIGN_S

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
                    return self._keep(now_s, resting=resting)
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

    def close(self, *, dark: bool = True) -> None:
        """Leave the display *dark* if it still answers, or with its picture."""
        if dark and self.health.up:
            try:
                if self._lit:
                    self._display.light(on=False)
                self._display.close()
            except HardwareError as error:
                _log.info("%s: %s", self._place, error)
        self.health = Health(up=False, why="stopped")

    def _compose(self, face: Face, now_s: float, *, resting: bool) -> None:
        """Draw the face anew if it changed; then what is to be seen of it just now."""
        if face != self._face:
            self._drawn = draw(face, self._display.size)
            self._face = face
            self._rest.wake(now_s)
        image = self._drawn
        if now_s < self._sign_until_s:
            image = refused(image)
        elif self._rest.glow(now_s, resting=resting) is Glow.DARK:
            image = draw(BlankFace(), self._display.size)
        elif shift_px := self._rest.shift_px(now_s):
            image = _moved(image, shift_px)
        self._image = image

    def _keep(self, now_s: float, *, resting: bool) -> bool:
        if now_s >= self._check_s:
            self._display.check()
            self._check_s = now_s + CHECK_S
        refresh = now_s >= self._refresh_s
        if refresh:
            self._display.refresh(self._image)
            self._refresh_s = now_s + REFRESH_S
        changed = self._display.show(self._image)
        self._shine(now_s, resting=resting, anew=refresh)
        self.due_s = min(self._check_s, self._refresh_s)
        if now_s < self._sign_until_s:
            self.due_s = min(self.due_s, self._sign_until_s)
        return changed or refresh

    def _shine(self, now_s: float, *, resting: bool, anew: bool) -> None:
        glow = self._rest.glow(now_s, resting=resting)
        # A refresh may be a new start, which is bright.
        if glow is not self._glow or (anew and glow is not Glow.BRIGHT):
            self._glow = glow
            self._display.glow(glow)
        lit = _has_chips(self._face)
        if lit != self._lit:
            self._lit = lit
            self._display.light(on=lit)

    def _attach(self, now_s: float) -> None:
        self._display.attach(self._image)
        self._glow, self._lit = Glow.BRIGHT, False
        self._check_s, self._refresh_s = now_s + CHECK_S, now_s + REFRESH_S
        self.due_s = now_s if now_s < self._sign_until_s else self._check_s
        if not self.health.up:
            _log.info("%s: the display is up", self._place)
        self.health = Health(up=True)

    def _down(self, why: str, now_s: float, *, fault: bool = False) -> None:
        self.due_s = now_s + RETRY_S
        if self.health != Health(up=False, why=why):  # said once, not every second
            _log.warning("%s: %s", self._place, why, exc_info=fault)
        self.health = Health(up=False, why=why)


def _has_chips(face: Face | None) -> bool:
    """Tell whether chips lie there: at a card, or at the wildcard and the bonus letters."""
    match face:
        case CardFace():
            return bool(face.chips)
        case LedgerFace():
            return bool(face.wildcard_chips) or any(chips for _, chips in face.bonus)
        case _:
            return False


def _moved(image: Image.Image, shift_px: int) -> Image.Image:
    """Return *image* moved to the right; what leaves it is lost for as long."""
    moved = ImageChops.offset(image, shift_px, 0)
    width, height = image.size
    edge = (
        (0, 0, shift_px, height) if shift_px > 0 else (width + shift_px, 0, width, height)
    )
    moved.paste(0, edge)
    return moved
