"""Virtual stands: the real drivers on emulated panels, and buttons that a program presses."""

import io
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.errors import DataError, HardwareError
from companion.links import UsbLink
from companion.ports import (
    CENTRE,
    CENTRE_BUTTONS,
    ButtonEdge,
    Health,
    Place,
    RigConfig,
    StandConfig,
)
from hardware.displays.all_displays import Displays
from hardware.displays.bus_worker import BusWorker
from hardware.emulator.bus import FakeBus, WriteMessage
from hardware.emulator.controllers import EMULATED
from hardware.panels.i2c import I2cPanel
from hardware.panels.registers import named
from hardware.pins.buttons import ButtonKey, Buttons

ADDRESS = 0x3C


class VirtualPin:
    """Implements ``Pin`` for a button that a program presses."""

    def __init__(self) -> None:
        self._down = False
        self._on_edge: Callable[[bool, int], object] = lambda _down, _at_ns: None

    def is_down(self) -> bool:
        """Tell whether it is pressed."""
        return self._down

    def listen(self, on_edge: Callable[[bool, int], object]) -> None:
        """Call *on_edge* on the thread that presses."""
        self._on_edge = on_edge

    def press(self, *, down: bool) -> None:
        """Press or release it."""
        if down != self._down:
            self._down = down
            self._on_edge(down, time.monotonic_ns())

    def close(self) -> None:
        """Call nobody any more."""
        self._on_edge = lambda _down, _at_ns: None


class VirtualStand:
    """An emulated panel alone on its bus, as behind a multiplexer, and its real driver."""

    def __init__(self, config: StandConfig) -> None:
        self.config = config
        self.controller = EMULATED[named(config.panel)]()
        self.bus = FakeBus({ADDRESS: self.controller})
        self.panel = I2cPanel(
            self.bus,
            ADDRESS,
            message=WriteMessage,
            controller=config.panel,
            rotate=config.rotate,
        )

    def picture(self) -> bytes:
        """Return a PNG of the glass as a viewer sees it, 128 x 64 pixels."""
        image = self.controller.picture()
        if self.config.rotate:
            image = image.rotate(180)  # the module is mounted upside down
        png = io.BytesIO()
        image.save(png, "PNG")
        return png.getvalue()


class VirtualRig(Displays):
    """A whole table without hardware: implements ``Rig`` and ``Bench`` of the ports.

    It may be started again after a stop; several can live at once.
    """

    def __init__(self, config: RigConfig) -> None:
        super().__init__()
        self.stands: Mapping[Place, VirtualStand] = {
            stand.place: VirtualStand(stand) for stand in config.stands
        }
        self._drawn = threading.Condition()
        self._number = 0
        self._pins: Mapping[ButtonKey, VirtualPin] = {}
        self._buttons: Buttons | None = None

    # -- Rig --

    def start(self, on_edge: Callable[[ButtonEdge], object]) -> None:
        """Open everything; *on_edge* is called from the thread of the buttons."""
        if self._workers:
            raise HardwareError("the rig is already started; stop it first")
        self._pins = {
            (place, name): VirtualPin()
            for place, stand in self.stands.items()
            for name in stand.config.buttons
        }
        self._buttons = Buttons(self._pins, self.wake, on_edge)
        panels = {place: stand.panel for place, stand in self.stands.items()}
        self._workers = (BusWorker("virtual", panels, on_drawn=self._count_picture),)
        self._buttons.start()
        self._workers[0].start()

    def health(self) -> Mapping[Place, Health]:
        """Return the state of every display."""
        off = Health(up=False, why="not started")
        return super().health() or dict.fromkeys(self.stands, off)

    def stop(self, *, dark: bool = True) -> None:
        """Leave the displays *dark*, end the threads, give the pins back; idempotent."""
        workers, self._workers = self._workers, ()
        buttons, self._buttons = self._buttons, None
        self._pins = {}
        for worker in reversed(workers):
            worker.stop(dark=dark)
        if buttons:
            buttons.stop()

    # -- Bench --

    def picture(self, place: Place) -> bytes:
        """Return a PNG of what the panel at *place* reconstructs from the wire."""
        if place not in self.stands:
            raise DataError(f"no display at {place!r}; there are {', '.join(self.stands)}")
        return self.stands[place].picture()

    def set_button(self, place: Place, button: str, *, down: bool) -> None:
        """Press a button, or release it."""
        pins = self._pins
        if not pins:
            raise HardwareError("the rig has no buttons to press; start it first")
        if (place, button) not in pins:
            raise DataError(f"no button {button!r} at {place!r}; look at the rig's config")
        pins[place, button].press(down=down)

    def wait(self, after: int, timeout_s: float) -> int:
        """Return the number of the newest picture; block until it exceeds *after*.

        An *after* of an earlier run, larger than any number yet, does not block.
        """
        with self._drawn:
            self._drawn.wait_for(lambda: self._number != after, timeout_s)
            return self._number

    def _count_picture(self) -> None:
        with self._drawn:
            self._number += 1
            self._drawn.notify_all()


def board_buttons(stand: StandConfig) -> tuple[str, ...]:
    """Return the buttons on the board of *stand*, as that counts them; none without a board."""
    if not isinstance(stand.link, UsbLink):
        return ()
    return CENTRE_BUTTONS if stand.place == CENTRE else ("main",)


def button_names(stand: StandConfig) -> tuple[str, ...]:
    """Return all buttons of *stand*: those at pins of the machine, then those of its board."""
    return tuple(dict.fromkeys((*stand.buttons, *board_buttons(stand))))


def twin_config(config: RigConfig) -> RigConfig:
    """Return *config* as the bench shows it: each button that is a board's own gets a pin."""
    taken = {pin for stand in config.stands for pin in stand.buttons.values()}
    free = iter([pin for pin in range(2, 28) if pin not in taken])

    def pins(stand: StandConfig) -> dict[str, int]:
        names, named = button_names(stand), stand.buttons
        return {each: named[each] if each in named else next(free) for each in names}

    return RigConfig(tuple(replace(stand, buttons=pins(stand)) for stand in config.stands))
