"""From a picture to the bytes that changed, and to a panel that may be unplugged."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations, count
from typing import Literal, Protocol

from PIL import Image

from companion.errors import HardwareError
from companion.ports import Controller
from hardware.panels.dimming import Brightness
from hardware.panels.registers import (
    CONTRAST,
    EVERY_PAGE,
    LONGEST_COMMAND,
    NOP,
    OFF,
    ON,
    PAGES,
    REGISTERS,
    WHOLE,
    WIDTH_PX,
    Window,
    setup,
)

SIZE = (WIDTH_PX, 8 * PAGES)


def pack(image: Image.Image) -> bytes:
    """Turn a 128 x 64 image of mode ``1`` into eight pages, the lowest bit on top."""
    # Turned a quarter, a column of eight pages is eight neighbouring bytes, bottom first.
    turned = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(turned[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def cut(packed: bytes, window: Window) -> bytes:
    """Return the bytes of *window*, page by page."""
    return b"".join(
        packed[page * WIDTH_PX + window.left : page * WIDTH_PX + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )


def changed_runs(old: bytes, new: bytes, gap: int) -> list[Window]:
    """Return the changed runs of each page; up to *gap* unchanged bytes join two runs."""
    runs = []
    for page in range(PAGES):
        start = page * WIDTH_PX
        before, after = old[start : start + WIDTH_PX], new[start : start + WIDTH_PX]
        if before == after:
            continue
        columns = [x for x in range(WIDTH_PX) if before[x] != after[x]]
        left = right = columns[0]
        for column in columns[1:]:
            if column - right > gap + 1:
                runs.append(Window(left, right, page, page))
                left = column
            right = column
        runs.append(Window(left, right, page, page))
    return runs


def merged(runs: list[Window], overhead_bytes: int) -> list[Window]:
    """Join windows, the most rewarding pair first, while that saves bytes.

    A window of its own costs *overhead_bytes* beside its pixels.
    """
    windows = dict(enumerate(runs))

    def saved(one: int, other: int) -> int:
        a, b = windows[one], windows[other]
        return a.size_bytes + b.size_bytes + overhead_bytes - a.around(b).size_bytes

    savings = {pair: saved(*pair) for pair in combinations(windows, 2)}
    for number in count(len(runs)):
        best = max(savings, key=lambda pair: savings[pair], default=None)
        if best is None or savings[best] <= 0:
            break
        savings = {p: bytes_ for p, bytes_ in savings.items() if not {*p} & {*best}}
        both = windows.pop(best[0]).around(windows.pop(best[1]))
        windows[number] = both
        savings |= {
            (other, number): saved(other, number) for other in windows if other != number
        }
    return list(windows.values())


class ShadowBuffer:
    """What one display certainly shows; *send* is called with each window that changed.

    A window costs *overhead_bytes* beside its pixels; *whole* are the windows of a picture
    that lies over something unknown; without *rectangles* a window is a run in one page.
    """

    # A whole picture is 9,300 bits: 23 ms at 400 kHz, 93 at 100, and a reveal changes six
    # stands behind one bus. A letter that becomes another is a third of that, a chip a fortieth.

    def __init__(
        self,
        send: Callable[[Window, bytes], object],
        overhead_bytes: int,
        *,
        whole: Sequence[Window] = EVERY_PAGE,
        rectangles: bool = True,
        rotate: Literal[0, 2] = 0,
    ) -> None:
        self._send, self._overhead_bytes = send, overhead_bytes
        self._whole, self._rectangles, self._rotate = whole, rectangles, rotate
        self._shown: bytes | None = None

    def forget(self) -> None:
        """Take it that anything may be shown: the next picture is sent whole."""
        self._shown = None

    def differs(self, image: Image.Image) -> bool:
        """Tell whether *image* would change anything."""
        return self._packed(image) != self._shown

    def _packed(self, image: Image.Image) -> bytes:
        return pack(image.transpose(Image.Transpose.ROTATE_180) if self._rotate else image)

    def bring(self, image: Image.Image) -> bool:
        """Send what *image* (mode ``1``) changes; return whether that was anything."""
        new = self._packed(image)
        # Unknown until the last byte was sent: a fault in between is followed by a whole one.
        old, self._shown = self._shown, None
        if new != old:
            for window in self._changed(old, new):
                self._send(window, cut(new, window))
        self._shown = new
        return new != old

    def _changed(self, old: bytes | None, new: bytes) -> Sequence[Window]:
        if old is None:
            return self._whole
        runs = changed_runs(old, new, gap=self._overhead_bytes)
        return merged(runs, self._overhead_bytes) if self._rectangles else runs


class Display(Protocol):
    """What the worker asks of a display, on a bus or at a serial port.

    *size* is width and height in pixels; images have that size and mode ``1``. Every
    method raises HardwareError when the display does not do as told.
    """

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height in pixels."""
        ...

    @property
    def doubt(self) -> str:
        """Return what speaks against its picture although it answers, since ``attach``."""
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
        """Send every register and the whole of *image*, without a flicker."""

    def set_contrast(self, contrast: int) -> None:
        """Be as bright as *contrast* (0 to 255) says, until the next ``attach``."""

    def set_light(self, *, on: bool) -> None:
        """Switch the light beside it, if there is one."""

    def check(self) -> None:
        """Raise unless it answers and is lit."""

    def close(self) -> None:
        """Leave it dark."""


class Panel:
    """A panel on a wire that may lose power or be unplugged at any time: a ``Display``.

    A class a kind of wire says how commands and pixels travel, and what a fault is called. Methods
    raise HardwareError, and ``attach`` then begins anew; all belong to one thread.
    """

    size = SIZE

    def __init__(
        self,
        rotate: Literal[0, 2] = 0,
        lamp: Callable[[bool], object] = lambda _on: None,
        offset: int | None = None,
    ) -> None:
        self.doubt = ""
        self._rotate, self._lamp, self._offset = rotate, lamp, offset
        self._contrast: int = Brightness.BRIGHT
        self._buffer: ShadowBuffer | None = None

    def show(self, image: Image.Image) -> bool:
        """Send what changed; return whether there was anything to send."""
        with self._translated():
            return self._attached().bring(image)

    def set_contrast(self, contrast: int) -> None:
        """Be as bright as *contrast* says."""
        with self._translated():
            self._attached()
            self._contrast = contrast
            self._command(CONTRAST, contrast)

    def set_light(self, *, on: bool) -> None:
        """Switch the light beside it, if there is one."""
        self._lamp(on)

    def close(self) -> None:
        """Blank the panel and switch it off."""
        if self._buffer is None:
            return
        with self._translated():
            self._command(OFF)
            self._buffer.forget()
            self._buffer.bring(Image.new("1", self.size))

    def _start(self, controller: Controller, image: Image.Image) -> None:
        """Set the panel up, show *image*, and light it only then, if it is not lit."""
        registers = REGISTERS[controller]
        if self._offset is not None:
            registers = replace(registers, first_column=self._offset)

        def send(at: Window, pixels: bytes) -> None:
            self._command(*registers.address(at))
            self._data(pixels)

        self._buffer = ShadowBuffer(
            send,
            registers.overhead_bytes,
            whole=(WHOLE,) if registers.rectangles else EVERY_PAGE,
            rectangles=registers.rectangles,
            rotate=self._rotate,
        )
        self._command(*[NOP] * LONGEST_COMMAND)
        self._command(*setup(controller))
        self._command(CONTRAST, self._contrast)
        self._buffer.bring(image)
        self._command(ON)

    def _attached(self) -> ShadowBuffer:
        if self._buffer is None:
            raise HardwareError(f"display {self._name()} was never attached")
        return self._buffer

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn every fault of the wire into a HardwareError that says what to do."""
        try:
            yield
        except HardwareError:
            raise
        except OSError as error:
            raise HardwareError(f"display {self._name()} {self._fault(error)}") from error

    # -- what a kind of wire says --

    def _command(self, *codes: int) -> None:
        raise NotImplementedError

    def _data(self, pixels: bytes) -> None:
        raise NotImplementedError

    def _name(self) -> str:
        raise NotImplementedError

    def _fault(self, error: OSError) -> str:
        """Return the finding and the remedy, to be read after the display's name."""
        raise NotImplementedError


def finding(error: OSError) -> str:
    """Return what the system said, without its number."""
    return error.strerror or str(error)
