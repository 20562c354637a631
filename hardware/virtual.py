"""Virtual stands: the real drivers on emulated panels, and pins that a program drives."""

import io
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain

from gpiozero.pins.mock import MockFactory, MockPin

from companion.errors import ConfigError, DataError, HardwareError
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    ButtonEdge,
    Face,
    Faces,
    Health,
    Place,
    RigConfig,
    StandConfig,
)
from hardware.buttons import Buttons
from hardware.displays import DisplayWorker
from hardware.emulator.bus import FakeBus, WriteMessage
from hardware.emulator.controllers import Sh1106, Ssd1306
from hardware.panels import Panel

ADDRESS = 0x3C
_STAND_PINS = (5, 6, 13, 19, 26, 21)
_CENTRE_PINS = {"wildcard": 16, "undo": 20, "next": 12}
_PI_4B_REVISION = "b03111"


def virtual_config() -> RigConfig:
    """Return six virtual stands with a button "main" each, and the centre with three."""
    stands = (
        StandConfig(place, buttons={"main": pin})
        for place, pin in zip(STAND_PLACES, _STAND_PINS, strict=True)
    )
    return RigConfig((*stands, StandConfig(CENTRE, buttons=_CENTRE_PINS)))


def twin_config(config: RigConfig) -> RigConfig:
    """Return *config* as the bench shows it: boards with a button of their own get a pin."""
    taken = {pin for stand in config.stands for pin in stand.buttons.values()}
    free = iter([pin for pin in range(2, 28) if pin not in taken])
    return RigConfig(
        tuple(
            replace(stand, buttons={"main": next(free)})
            if stand.link.startswith(("usb:", "tty:")) and not stand.buttons
            else stand
            for stand in config.stands
        )
    )


class VirtualStand:
    """An emulated panel alone on its bus, as behind a multiplexer, and its real driver."""

    def __init__(self, config: StandConfig) -> None:
        self.config = config
        self.controller = Sh1106() if config.panel == "sh1106" else Ssd1306()
        self.bus = FakeBus({ADDRESS: self.controller})
        self.panel = Panel(
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


class VirtualRig:
    """A whole table without hardware: implements ``Rig`` and ``Bench`` of the ports.

    It may be started again after a stop. Its pins are its own: several can live at once.
    """

    def __init__(self, config: RigConfig) -> None:
        _check(config)
        self.stands: Mapping[Place, VirtualStand] = {
            stand.place: VirtualStand(stand) for stand in config.stands
        }
        self._drawn = threading.Condition()
        self._number = 0
        self._pins: dict[tuple[Place, str], MockPin] = {}
        self._pins_lock = threading.Lock()
        self._factory: MockFactory | None = None
        self._buttons: Buttons | None = None
        self._worker: DisplayWorker | None = None

    # -- Rig --

    def start(self, on_edge: Callable[[ButtonEdge], object]) -> None:
        """Open everything; *on_edge* is called from the thread of the buttons."""
        if self._worker:
            raise HardwareError("the rig is already started; stop it first")
        numbers = {
            (stand.config.place, name): pin
            for stand in self.stands.values()
            for name, pin in stand.config.buttons.items()
        }
        # A factory of our own: gpiozero's global one would be shared by every rig.
        factory = MockFactory(revision=_PI_4B_REVISION, pin_class=MockPin)
        self._buttons = Buttons(numbers, factory, self._waking(on_edge))
        self._factory = factory
        self._pins = {key: factory.pin(pin) for key, pin in numbers.items()}
        panels = {place: stand.panel for place, stand in self.stands.items()}
        self._worker = DisplayWorker("virtual", panels, on_drawn=self._count_picture)
        self._buttons.start()
        self._worker.start()

    def show(self, faces: Faces, *, resting: bool = False) -> None:
        """Take the newest faces and return at once; unknown places are ignored."""
        worker = self._worker
        if worker:
            worker.show(faces, resting=resting)

    def greet(self, face: Face) -> None:
        """Until there are faces, show *face* on the displays that are dark."""
        worker = self._worker
        if worker:
            worker.greet(face)

    def refuse(self, place: Place) -> None:
        """Show for a moment at *place* that a press was refused."""
        worker = self._worker
        if worker:
            worker.refuse(place)

    def wake(self) -> None:
        """Be bright again: somebody is there."""
        worker = self._worker
        if worker:
            worker.wake()

    def health(self) -> Mapping[Place, Health]:
        """Return the state of every display."""
        worker = self._worker
        if worker:
            return worker.health()
        return {place: Health(up=False, why="not started") for place in self.stands}

    def stop(self, *, dark: bool = True) -> None:
        """Leave the displays *dark*, end the threads, give the pins back; idempotent."""
        buttons, worker, factory = self._buttons, self._worker, self._factory
        with self._pins_lock:
            self._pins = {}
        self._buttons = self._worker = self._factory = None
        if worker:
            worker.stop(dark=dark)
        if buttons:
            buttons.stop()
        if factory:
            factory.close()

    # -- Bench --

    def picture(self, place: Place) -> bytes:
        """Return a PNG of what the panel at *place* reconstructs from the wire."""
        if place not in self.stands:
            raise DataError(f"no display at {place!r}; there are {', '.join(self.stands)}")
        return self.stands[place].picture()

    def set_button(self, place: Place, button: str, *, down: bool) -> None:
        """Drive the pin of a button: low while it is *down*."""
        with self._pins_lock:
            if not self._pins:
                raise HardwareError("the rig has no buttons to press; start it first")
            pin = self._pins.get((place, button))
            if pin is None:
                raise DataError(
                    f"no button {button!r} at {place!r}; look at the rig's config"
                )
            (pin.drive_low if down else pin.drive_high)()

    def wait(self, after: int, timeout_s: float) -> int:
        """Return the number of the newest picture; block until it exceeds *after*.

        An *after* of an earlier run, larger than any number yet, does not block.
        """
        with self._drawn:
            self._drawn.wait_for(lambda: self._number != after, timeout_s)
            return self._number

    def _waking(
        self, on_edge: Callable[[ButtonEdge], object]
    ) -> Callable[[ButtonEdge], object]:
        def edge(edge: ButtonEdge) -> None:
            self.wake()
            on_edge(edge)

        return edge

    def _count_picture(self) -> None:
        with self._drawn:
            self._number += 1
            self._drawn.notify_all()


def _check(config: RigConfig) -> None:
    """Raise ConfigError for a place or a pin that is given away twice."""
    places = Counter(stand.place for stand in config.stands)
    pins = Counter(chain.from_iterable(stand.buttons.values() for stand in config.stands))
    for what, counts in (("place", places), ("button pin", pins)):
        for name, count in counts.items():
            if count > 1:
                raise ConfigError(f"{what} {name} is used {count} times; use each once")
