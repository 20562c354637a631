"""What a table has once only: a pin, an address on a bus."""

import re
from collections.abc import Iterator

from companion.ports import Place, RigConfig, StandConfig
from companion.toml_lines import Path

LINK = re.compile(
    r"virtual:|mux:(?P<mux>[\w-]+)/(?P<channel>[0-7])|i2c:(?P<bus>\d+)"
    r"|usb:(?P<serial>[\w.:-]+)|tty:/dev/[\w./-]+(@\d+)?"
    r"|spi:\d+\.\d+/\d+(/\d+)?"
)
BUS_PINS = {1: (2, 3)}
SPI_PINS = (9, 10, 11)

Clash = tuple[Path, str, str]
"""Where it is, what was found, what to do."""


def clashes(config: RigConfig) -> Iterator[Clash]:
    """Yield what is given away twice."""
    yield from _pins_taken_twice(config)
    yield from _addresses_taken_twice(config)
    yield from _hidden_by_upstream(config)


def _pins_taken_twice(config: RigConfig) -> Iterator[Clash]:
    taken: dict[int, Path] = {}
    for pin, path in (*_bus_pins(config), *_own_pins(config)):
        if pin in taken and taken[pin] != path:
            owner = ".".join(taken[pin])
            yield path, f"pin {pin} is taken by {owner}", "give each its own BCM pin"
        taken[pin] = path


def _addresses_taken_twice(config: RigConfig) -> Iterator[Clash]:
    taken: dict[tuple[str, int], str] = {}
    for stand in config.stands:
        if stand.link == "virtual:":
            continue
        where = stand.link, _address(stand)
        if where in taken:
            at = f" at {stand.address:#x}" if where[1] else ""
            yield (
                (*_path(stand.place), "link"),
                f"{stand.link}{at} is taken by {taken[where]}",
                "give it an address or a link of its own",
            )
        taken[where] = ".".join(_path(stand.place))


def _hidden_by_upstream(config: RigConfig) -> Iterator[Clash]:
    """Of two displays of one address, one of them before the multiplexer, both answer."""
    upstream = {(stand.link, stand.address) for stand in config.stands}
    upstream |= {(f"i2c:{mux.bus}", mux.address) for mux in config.muxes}
    buses = {mux.name: f"i2c:{mux.bus}" for mux in config.muxes}
    for stand in config.stands:
        found = LINK.fullmatch(stand.link)
        bus = buses.get(found["mux"] or "") if found else None
        if bus and (bus, stand.address) in upstream:
            yield (
                (*_path(stand.place), "link"),
                f"something on {bus} itself has the same address {stand.address:#x}",
                "move that one behind the multiplexer too, or to another address",
            )


def _path(place: Place) -> Path:
    return tuple(place.split("-"))


def _address(stand: StandConfig) -> int:
    return stand.address if stand.link.startswith(("mux:", "i2c:")) else 0


def _own_pins(config: RigConfig) -> Iterator[tuple[int, Path]]:
    for mux in config.muxes:
        if mux.reset is not None:
            yield mux.reset, ("mux", mux.name, "reset")
    for stand in config.stands:
        path = _path(stand.place)
        for name, pin in stand.buttons.items():
            yield pin, (*path, "buttons", name)
        if stand.light is not None:
            yield stand.light, (*path, "light")


def _bus_pins(config: RigConfig) -> Iterator[tuple[int, Path]]:
    """Yield the pins that buses need: a button there would silence the displays."""
    buses = {mux.bus for mux in config.muxes}
    for stand in config.stands:
        found = LINK.fullmatch(stand.link)
        if found and found["bus"]:
            buses.add(int(found["bus"]))
        if stand.link.startswith("spi:"):
            for pin in (*SPI_PINS, *map(int, stand.link.split("/")[1:])):
                yield pin, ("spi",)
    for bus in sorted(buses):
        for pin in BUS_PINS.get(bus, ()):
            yield pin, ("i2c", str(bus))
