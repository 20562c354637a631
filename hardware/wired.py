"""The rig of a real table: one worker a bus, one thread for all buttons, a twin behind."""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.errors import CompanionError, HardwareError
from companion.links import BoardLink, I2cLink, MuxLink, SpiLink, VirtualLink
from companion.ports import (
    CENTRE,
    ButtonEdge,
    Health,
    MuxConfig,
    Place,
    RigConfig,
    StandConfig,
)
from hardware.buttons import Buttons, gpio_pins
from hardware.displays import BusWorker
from hardware.drivers import Drivers, mux_channel
from hardware.i2c import I2cPanel, KernelBus, RootBus
from hardware.outputs import Outputs
from hardware.panels import Display
from hardware.registers import named
from hardware.rig import twin_config
from hardware.serial_link import SerialLink, serial_link
from hardware.serial_stand import SerialDisplay, press_to_edge
from hardware.spi import SpiPanel
from hardware.virtual import VirtualRig

_log = logging.getLogger(__name__)
CENTRE_BUTTONS = ("wildcard", "undo", "next")


class WiredRig(VirtualRig):
    """Implements ``Rig`` and ``Bench``: every stand has a virtual twin that is always there.

    What is missing is a stand marked down; nothing of it stops the start or the others.
    """

    def __init__(self, config: RigConfig, drivers: Drivers | None = None) -> None:
        super().__init__(twin_config(config))
        self._config, self._drivers = config, drivers or Drivers()
        self._muxes = {mux.name: mux for mux in config.muxes}
        self._factory: Any = None
        self._wired_buttons: Buttons | None = None
        self._outputs: Outputs | None = None
        self._dead_pins = ""
        self._links: dict[str, SerialLink] = {}
        """By the name of the display's worker."""

    # -- Rig -----------------------------------------------------------------------------

    def start(self, on_edge: Callable[[ButtonEdge], object]) -> None:
        """Open everything there is; *on_edge* is called from hardware threads."""
        super().start(on_edge)
        try:
            self._open_pins(on_edge)
        except CompanionError as error:
            self._dead_pins = str(error)
            _log.error("Buttons, lights and resets are dead: %s", error)
            self._close_pins()
        buses = {**self._buses(), **self._spi(), **self._boards(on_edge)}
        workers = {name: BusWorker(name, shown) for name, shown in buses.items()}
        self._workers += tuple(workers.values())
        for name, link in self._links.items():
            link.on_start = workers[name].retry
            link.start()
        for worker in workers.values():
            worker.start()

    def health(self) -> Mapping[Place, Health]:
        """Return the state of every display; dead pins are told with it."""
        found = dict(super().health())
        for stand in self._config.stands:
            wired = stand.buttons and not isinstance(stand.link, VirtualLink)
            if wired and self._dead_pins and found[stand.place].up:
                why = f"its buttons are dead: {self._dead_pins}"
                found[stand.place] = replace(found[stand.place], why=why)
        return found

    def stop(self, *, dark: bool = True) -> None:
        """Leave the displays *dark*, end the threads, give the pins back; idempotent."""
        super().stop(dark=dark)
        links, self._links = self._links, {}
        for link in links.values():
            link.stop()
        self._close_pins()

    # -- pins ----------------------------------------------------------------------------

    def _open_pins(self, on_edge: Callable[[ButtonEdge], object]) -> None:
        wired = [
            stand
            for stand in self._config.stands
            if not isinstance(stand.link, VirtualLink)
        ]
        buttons = {
            (stand.place, name): pin
            for stand in wired
            for name, pin in stand.buttons.items()
        }
        lights = [stand.light for stand in wired if stand.light is not None]
        resets = {mux.reset for mux in self._config.muxes if mux.reset is not None}
        displays = list(self._spi_stands())
        resets |= {each.reset for _, each in displays if each.reset is not None}
        signals = {each.dc for _, each in displays}
        if not (buttons or lights or resets or signals):
            return
        self._factory = self._drivers.pins()
        self._outputs = Outputs(self._factory, lights, resets, signals)
        pins = gpio_pins(buttons, self._factory)
        self._wired_buttons = Buttons(pins, self.wake, on_edge)
        self._wired_buttons.start()

    def _close_pins(self) -> None:
        buttons, outputs, factory = self._wired_buttons, self._outputs, self._factory
        self._wired_buttons = self._outputs = self._factory = None
        if buttons:
            buttons.stop()
        if outputs:
            outputs.close()
        if factory:
            factory.close()

    # -- buses ---------------------------------------------------------------------------

    def _buses(self) -> Mapping[str, Mapping[Place, Display]]:
        """Return the displays of each bus; all channels of a multiplexer are one bus."""
        buses: dict[str, dict[Place, Display]] = defaultdict(dict)
        roots: dict[int, RootBus] = {}
        for stand, root, find in self._i2c_stands():
            if root not in roots:
                roots[root] = RootBus(f"i2c-{root}", reset=partial(self._reset, root))
            bus = KernelBus(roots[root], find, self._drivers.open_bus)
            buses[roots[root].name][stand.place] = self._panel(bus, stand)
        return buses

    def _i2c_stands(self) -> Iterator[tuple[StandConfig, int, Callable[[], int]]]:
        """Yield each stand on I2C, its bus, and how to find the number of its channel."""
        for stand in self._config.stands:
            link = stand.link
            if isinstance(link, I2cLink):
                yield stand, link.bus, partial(int, link.bus)
            elif isinstance(link, MuxLink):
                mux: MuxConfig = self._muxes[link.mux]
                find = partial(mux_channel, mux, link.channel, self._drivers.sysfs)
                yield stand, mux.bus, find

    def _panel(self, bus: KernelBus, stand: StandConfig) -> I2cPanel:
        return I2cPanel(
            bus,
            stand.address,
            message=self._drivers.message,
            controller=stand.panel,
            rotate=stand.rotate,
            lamp=partial(self._light, stand.light),
        )

    def _boards(
        self, on_edge: Callable[[ButtonEdge], object]
    ) -> Mapping[str, Mapping[Place, Display]]:
        """Return each board's display, which is alone on its wire."""
        boards: dict[str, Mapping[Place, Display]] = {}
        for stand in self._config.stands:
            if not isinstance(stand.link, BoardLink):
                continue
            names = CENTRE_BUTTONS if stand.place == CENTRE else ("main",)
            on_press = press_to_edge(stand.place, names, self.wake, on_edge)
            link = serial_link(
                stand.link, self._drivers.ports, self._drivers.open_port, on_press
            )
            name = f"at {stand.place}"
            self._links[name] = link
            boards[name] = {stand.place: SerialDisplay(link, stand.rotate)}
        return boards

    def _spi_stands(self) -> Iterator[tuple[StandConfig, SpiLink]]:
        for stand in self._config.stands:
            if isinstance(stand.link, SpiLink):
                yield stand, stand.link

    def _spi(self) -> Mapping[str, Mapping[Place, Display]]:
        """Return all displays on SPI: one worker, for lines may be shared across buses."""
        displays: dict[Place, Display] = {}
        unused = {line.reset for _, line in self._spi_stands() if line.reset is not None}
        for stand, line in self._spi_stands():
            displays[stand.place] = SpiPanel(
                partial(self._drivers.open_spi, line.bus, line.chip),
                dc=line.dc,
                signal=self._signal,
                reset=partial(self._reset_once, line.reset, unused),
                controller=named(stand.panel),
                name=f"on SPI {line.bus}.{line.chip}",
                rotate=stand.rotate,
                lamp=partial(self._light, stand.light),
            )
        return {"spi": displays} if displays else {}

    def _reset_once(self, pin: int | None, unused: set[int]) -> None:
        """Pulse a line for the first of its displays only: it would darken the others."""
        if pin in unused:
            unused.remove(pin)
            self._pulse((pin,))

    def _signal(self, pin: int, high: bool) -> None:  # noqa: FBT001 - a callback
        outputs = self._outputs
        if outputs is None:
            raise HardwareError(f"its line for data or command is dead: {self._dead_pins}")
        outputs.signal(pin, high=high)

    def _light(self, pin: int | None, on: bool) -> None:  # noqa: FBT001 - a callback
        outputs = self._outputs
        if pin is not None and outputs:
            outputs.light(pin, on=on)

    def _reset(self, root: int) -> None:
        self._pulse(
            m.reset for m in self._config.muxes if m.bus == root and m.reset is not None
        )

    def _pulse(self, pins: Iterable[int]) -> None:
        outputs = self._outputs
        if outputs:
            outputs.pulse(pins)
