"""What a table has once only: a pin, an address on a bus."""

from collections.abc import Iterator

from companion.config.toml_lines import Path
from companion.links import (
    I2cLink,
    Link,
    MuxLink,
    SpiLink,
    UsbLink,
    VirtualLink,
    same_board,
)
from companion.ports import I2C_BUSES, SPI_BUSES, Place, RigConfig, StandConfig

Clash = tuple[Path, str, str]
"""Where it is, what was found, what to do."""


def clashes(config: RigConfig) -> Iterator[Clash]:
    """Yield what is given away twice, or is not there at all."""
    yield from _missing_buses(config)
    yield from _pins_taken_twice(config)
    yield from _addresses_taken_twice(config)
    yield from _hidden_by_upstream(config)
    yield from _bridge_that_is_a_stand(config)


def _bridge_that_is_a_stand(config: RigConfig) -> Iterator[Clash]:
    for stand in config.stands:
        link = stand.link
        if isinstance(link, UsbLink) and same_board(config.bridge, link.serial_number):
            yield (
                ("air", "bridge"),
                f"{config.bridge} is the board of {'.'.join(_path(stand.place))}",
                "take another board for the bridge",
            )


def pins(config: RigConfig) -> Iterator[tuple[int, Path]]:
    """Yield each pin that *config* wants, and for what; a shared one more than once."""
    yield from _bus_pins(config)
    yield from _own_pins(config)


def _missing_buses(config: RigConfig) -> Iterator[Clash]:
    links = {_path(each.place): each.link for each in config.stands}
    wanted = [((*p, "link"), at.bus) for p, at in links.items() if isinstance(at, I2cLink)]
    wanted += [(("mux", mux.name, "bus"), mux.bus) for mux in config.muxes]
    for path, bus in wanted:
        if bus not in I2C_BUSES:
            yield (
                path,
                f"there is no I2C bus {bus} for a table",
                "take 1, or 3 to 6 of a Pi 4",
            )


def _pins_taken_twice(config: RigConfig) -> Iterator[Clash]:
    taken: dict[int, Path] = {}
    for pin, path in pins(config):
        if pin in taken and taken[pin] != path:
            owner = ".".join(taken[pin])
            yield path, f"pin {pin} is taken by {owner}", "give each its own BCM pin"
        taken[pin] = path


def _addresses_taken_twice(config: RigConfig) -> Iterator[Clash]:
    taken: dict[tuple[str, int], str] = {}
    for mux in config.muxes:
        where = str(I2cLink(mux.bus)), mux.address
        if where in taken:
            one = taken[where].replace(".", ":")
            yield (
                ("mux", mux.name),
                f"{where[0]} at {mux.address:#x} is taken by {taken[where]}",
                f"write {one} at its stands, or give a second one another address by A0 to A2",
            )
        taken[where] = f"mux.{mux.name}"
    for stand in config.stands:
        if isinstance(stand.link, VirtualLink):
            continue
        where = _wire(stand), _address(stand)
        if where in taken:
            at = f" at {stand.address:#x}" if where[1] else ""
            yield (
                (*_path(stand.place), "link"),
                f"{_written(stand)}{at} is taken by {taken[where]}",
                "give it an address or a link of its own",
            )
        taken[where] = ".".join(_path(stand.place))


def _hidden_by_upstream(config: RigConfig) -> Iterator[Clash]:
    """Of two displays of one address, one of them before the multiplexer, both answer."""
    upstream: set[tuple[Link, int]] = {(each.link, each.address) for each in config.stands}
    upstream |= {(I2cLink(mux.bus), mux.address) for mux in config.muxes}
    buses = {mux.name: I2cLink(mux.bus) for mux in config.muxes}
    for stand in config.stands:
        bus = buses.get(stand.link.mux) if isinstance(stand.link, MuxLink) else None
        if bus and (bus, stand.address) in upstream:
            yield (
                (*_path(stand.place), "link"),
                f"something on {bus} itself has the same address {stand.address:#x}",
                "move that one behind the multiplexer too, or to another address",
            )


def _path(place: Place) -> Path:
    return tuple(place.split("-"))


def _wire(stand: StandConfig) -> str:
    """Return what only one display may hang at; in a number capitals and colons mean nothing."""
    written = _written(stand)
    return (
        written.replace(":", "").casefold() if isinstance(stand.link, UsbLink) else written
    )


def _written(stand: StandConfig) -> str:
    """Return its link; of SPI, without the lines it may share."""
    link = stand.link
    return f"spi:{link.bus}.{link.chip}" if isinstance(link, SpiLink) else str(link)


def _spi_pins(link: SpiLink) -> Iterator[tuple[int, Path]]:
    """Yield its pins; displays may share the lines for data or command and for reset.

    The system takes every chip select of a bus that is switched on, used or not.
    """
    bus = SPI_BUSES[link.bus]
    for pin in (bus.data, bus.clock, bus.answer, *bus.chips):
        yield pin, ("spi", str(link.bus))
    yield link.dc, ("spi", f"dc {link.dc}")
    if link.reset is not None:
        yield link.reset, ("spi", f"reset {link.reset}")


def _address(stand: StandConfig) -> int:
    return stand.address if isinstance(stand.link, MuxLink | I2cLink) else 0


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
        if isinstance(stand.link, I2cLink):
            buses.add(stand.link.bus)
        elif isinstance(stand.link, SpiLink):
            yield from _spi_pins(stand.link)
    for bus in sorted(buses):
        for pin in I2C_BUSES.get(bus, ()):
            yield pin, ("i2c", str(bus))
