"""The rig of a real table: one worker a bus, one thread for all buttons, a twin behind."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PIL import Image

from companion.errors import HardwareError
from companion.links import VIRTUAL, I2cLink, InAir, MuxLink, SpiLink, UsbLink
from companion.ports import (
    ButtonEdge,
    Health,
    MuxConfig,
    Place,
    RigConfig,
    StandConfig,
    WordFace,
)
from hardware.boards.air_bridge import Bridge
from hardware.boards.board_finder import BoardFinder
from hardware.boards.serial_link import Port, SerialLink
from hardware.boards.serial_stand import BoardFingers, SerialDisplay
from hardware.displays.bus_worker import BusWorker
from hardware.drawing.faces import draw
from hardware.drawing.signs import Sign
from hardware.panels.i2c import I2cPanel, KernelBus, RootBus
from hardware.panels.panel import Display
from hardware.panels.registers import named
from hardware.panels.spi import SpiPanel
from hardware.pins.all_pins import Pins
from hardware.pins.drivers import Drivers, mux_channel
from hardware.rig.virtual import VirtualRig, board_buttons, twin_config

NUMBER_S = 20.0
"""How long a board that was made a stand shows which."""
_LOW = 15
"""Hundredths of a battery."""


class WiredRig(VirtualRig):
    """Implements ``Rig`` and ``Bench``: every stand has a virtual twin that is always there.

    What is missing is a stand marked down; nothing of it stops the start or the others.
    """

    def __init__(self, config: RigConfig, drivers: Drivers | None = None) -> None:
        super().__init__(twin_config(config))
        self._config, self._drivers = config, drivers or Drivers()
        self._bridge: Bridge | None = None
        self._muxes = {mux.name: mux for mux in config.muxes}
        self._real_pins: Pins | None = None
        self._taken: dict[Place, BusWorker] = {}
        """The workers of boards that came while the rig ran."""
        self._on_edge: Callable[[ButtonEdge], object] = lambda _edge: None
        self._links: dict[str, SerialLink] = {}
        self._places: dict[str, Place] = {}
        self._stirs: dict[str, Callable[[], object]] = {}
        """All by the name of the display's worker."""

    # -- Rig -----------------------------------------------------------------------------

    def start(self, on_edge: Callable[[ButtonEdge], object]) -> None:
        """Open everything there is; *on_edge* is called from hardware threads."""
        super().start(on_edge)
        pins = Pins(self._config, self._drivers.pins, self.wake, on_edge)
        self._real_pins = pins
        buses = {**self._buses(pins), **self._spi(pins), **self._boards(on_edge)}
        workers = {name: self._worker(name, shown) for name, shown in buses.items()}
        self._workers += tuple(workers.values())
        self._on_edge = on_edge
        for name, link in self._links.items():
            link.on_start = workers[name].retry
            link.start()
        for worker in workers.values():
            worker.start()

    def _worker(self, name: str, shown: Mapping[Place, Display]) -> BusWorker:
        return BusWorker(name, shown, on_news=self._stirs.get(name, _nothing))

    def take_board(self, place: Place, serial_number: str) -> None:
        """Let this board be the stand at *place* from now on, and show its number there."""
        stands = {stand.place: stand for stand in self._config.stands}
        stand = replace(stands.get(place, StandConfig(place)), link=UsbLink(serial_number))
        self._config = replace(
            self._config, stands=tuple({**stands, place: stand}.values())
        )
        name = f"at {place}"
        self._let_go(place)
        # One of its own, which has asked nobody in vain yet.
        shown = self._board(name, stand, self._finder(), self._on_edge)
        worker, link = self._worker(name, shown), self._links[name]
        link.on_start = worker.retry
        # Its displays stand for those of the workers before it.
        self._workers, self._taken[place] = (*self._workers, worker), worker
        link.start()
        worker.start()
        sign = Sign(partial(_number, place), NUMBER_S)
        self._ask(place, lambda display, now_s: display.sign(sign, now_s))

    def drop_board(self, place: Place) -> None:
        """Let go of the board that was taken for *place*: it is no stand any more."""
        self._let_go(place)
        stands = tuple(
            replace(each, link=VIRTUAL) if each.place == place else each
            for each in self._config.stands
        )
        self._config = replace(self._config, stands=stands)

    def _let_go(self, place: Place) -> None:
        """End the worker of the board that was taken for *place*, and the link to any there."""
        worker, link = self._taken.pop(place, None), self._links.pop(f"at {place}", None)
        if worker:
            self._workers = tuple(each for each in self._workers if each is not worker)
            worker.stop()
        if link:
            link.stop()

    def take_bridge(self, serial_number: str) -> None:
        """Let this board carry the lines of stands in the air from now on; "": none."""
        before, self._bridge = self._bridge, None
        if before:
            before.stop()
        self._config = replace(self._config, bridge=serial_number)
        if serial_number:
            ports, open_port = self._drivers.ports, self._drivers.open_port
            self._bridge = Bridge(serial_number, ports, open_port, self._named)
            self._bridge.start()

    def _named(self) -> tuple[str, ...]:
        return self._config.boards()

    def _ports(self) -> Iterable[Any]:
        """Return the ports on USB, and what the bridge hears where there is one."""
        bridge = self._bridge
        return bridge.ports() if bridge else self._drivers.ports()

    def _open_port(self, path: str) -> Port:
        bridge = self._bridge
        return bridge.open(path) if bridge else self._drivers.open_port(path)

    def _finder(self) -> BoardFinder:
        return BoardFinder(self._ports, self._open_port, self._named)

    def _find(self, finder: BoardFinder, number: str) -> str:
        """Return where a board is; what is wrong with the bridge may be why it is nowhere."""
        try:
            return finder.find(number)
        except HardwareError as error:
            bridge = self._bridge
            if bridge and bridge.why:
                raise HardwareError(f"{error}; the bridge: {bridge.why}") from error
            raise

    def health(self) -> Mapping[Place, Health]:
        """Return the state of every display; dead pins and floods are told with it."""
        found = dict(super().health())
        for name, link in tuple(self._links.items()):
            place = self._places[name]
            if place not in found or not found[place].up:
                continue  # a board may be coming just now
            bridge = self._bridge if link.in_air else None
            air = bridge.board(link.name) if bridge else None
            why = link.gate.floods or _low(link.name, air) or found[place].why
            found[place] = replace(found[place], why=why, air=air)
        dead = self._real_pins.dead if self._real_pins else {}
        for place, why in dead.items():
            if found[place].up:
                found[place] = replace(found[place], why=why)
        return found

    def stop(self, *, dark: bool = True) -> None:
        """Leave the displays *dark*, end the threads, give the pins back; idempotent."""
        super().stop(dark=dark)
        links, self._links = self._links, {}
        for link in links.values():
            link.stop()
        bridge, self._bridge = self._bridge, None
        if bridge:
            bridge.stop()
        pins, self._real_pins = self._real_pins, None
        if pins:
            pins.close()

    # -- buses ---------------------------------------------------------------------------

    def _buses(self, pins: Pins) -> Mapping[str, Mapping[Place, Display]]:
        """Return the displays of each bus; all channels of a multiplexer are one bus."""
        buses: dict[str, dict[Place, Display]] = defaultdict(dict)
        roots: dict[int, RootBus] = {}
        for stand, root, find in self._i2c_stands():
            if root not in roots:
                roots[root] = RootBus(f"i2c-{root}", reset=partial(self._reset, pins, root))
            bus = KernelBus(roots[root], find, self._drivers.open_bus)
            buses[roots[root].name][stand.place] = self._panel(bus, stand, pins)
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

    def _panel(self, bus: KernelBus, stand: StandConfig, pins: Pins) -> I2cPanel:
        return I2cPanel(
            bus,
            stand.address,
            message=self._drivers.message,
            controller=stand.panel,
            rotate=stand.rotate,
            lamp=partial(pins.light, stand.light),
            offset=stand.offset,
        )

    def _boards(
        self, on_edge: Callable[[ButtonEdge], object]
    ) -> Mapping[str, Mapping[Place, Display]]:
        """Return each board's display, which is alone on its wire."""
        boards: dict[str, Mapping[Place, Display]] = {}
        self.take_bridge(self._config.bridge)
        finder = self._finder()
        for stand in self._config.stands:
            if not isinstance(stand.link, UsbLink):
                continue
            name = f"at {stand.place}"
            boards[name] = self._board(name, stand, finder, on_edge)
        return boards

    def _board(
        self,
        name: str,
        stand: StandConfig,
        finder: BoardFinder,
        on_edge: Callable[[ButtonEdge], object],
    ) -> Mapping[Place, Display]:
        assert isinstance(stand.link, UsbLink)  # noqa: S101 - whoever calls has looked
        fingers = BoardFingers(stand.place, board_buttons(stand), self.wake, on_edge)
        number = stand.link.serial_number
        find = partial(self._find, finder, number)
        link = SerialLink(number, find, self._open_port, fingers.press)
        link.on_lost = fingers.lose
        self._links[name], self._places[name] = link, stand.place
        display = SerialDisplay(link, stand.rotate)
        self._stirs[name] = display.stir
        return {stand.place: display}

    def _spi_stands(self) -> Iterator[tuple[StandConfig, SpiLink]]:
        for stand in self._config.stands:
            if isinstance(stand.link, SpiLink):
                yield stand, stand.link

    def _spi(self, pins: Pins) -> Mapping[str, Mapping[Place, Display]]:
        """Return all displays on SPI: one worker, for lines may be shared across buses."""
        displays: dict[Place, Display] = {}
        unused = {line.reset for _, line in self._spi_stands() if line.reset is not None}
        for stand, line in self._spi_stands():
            displays[stand.place] = SpiPanel(
                partial(self._drivers.open_spi, line.bus, line.chip),
                dc=line.dc,
                signal=pins.signal,
                reset=partial(_reset_once, pins, line.reset, unused),
                controller=named(stand.panel),
                name=f"on SPI {line.bus}.{line.chip}",
                rotate=stand.rotate,
                lamp=partial(pins.light, stand.light),
                offset=stand.offset,
            )
        return {"spi": displays} if displays else {}

    def _reset(self, pins: Pins, root: int) -> None:
        pins.pulse(
            m.reset for m in self._config.muxes if m.bus == root and m.reset is not None
        )


def _nothing() -> None:
    """Take no notice: a panel at a wire is sent what changed."""


def _number(place: Place, image: Image.Image) -> Image.Image:
    """Return the number of a stand, as large as a glass like *image* has it."""
    return draw(WordFace(place.removeprefix("stand-")), image.size)


def _reset_once(pins: Pins, pin: int | None, unused: set[int]) -> None:
    """Pulse a line for the first of its displays only: it would darken the others."""
    if pin in unused:
        unused.remove(pin)
        pins.pulse((pin,))


def _low(name: str, air: InAir | None) -> str:
    """Return what to do about a battery that is nearly empty."""
    if air is None or air.battery is None or air.battery > _LOW:
        return ""
    return f"board {name}: its battery has {air.battery} %: plug it in"
