"""What has to be joined to what, worked out from a RigConfig; pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from companion.links import (
    I2cLink,
    Link,
    MuxLink,
    PanelLink,
    SpiLink,
    UsbLink,
    VirtualLink,
)
from companion.ports import (
    CENTRE,
    I2C_BUSES,
    SPI_BUSES,
    MuxConfig,
    Place,
    RigConfig,
    StandConfig,
)

# BCM number to the number on the 40-pin header.
HEADER = {
    2: 3, 3: 5, 4: 7, 17: 11, 27: 13, 22: 15, 10: 19, 9: 21, 11: 23, 5: 29, 6: 31, 13: 33,
    19: 35, 26: 37, 14: 8, 15: 10, 18: 12, 23: 16, 24: 18, 25: 22, 8: 24, 7: 26, 12: 32,
    16: 36, 20: 38, 21: 40,
}  # fmt: skip
RAIL = "strip"
ADDED = "and 3.3 kΩ at its start"
PI = "Pi"


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire from *start* to *end*, each a part and one of its pins."""

    start: tuple[str, str]
    end: tuple[str, str]
    colour: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Wiring:
    """A whole table: its wires, and what the Pi has to be told."""

    wires: tuple[Wire, ...]
    config_lines: tuple[str, ...]
    notes: tuple[str, ...]


def header_pin(bcm: int) -> str:
    """Return what people call a pin: its number on the header and its name."""
    return f"{HEADER[bcm]} (GPIO{bcm})" if bcm in HEADER else f"GPIO{bcm}"


def wiring(config: RigConfig) -> Wiring:
    """Return how to wire *config*."""
    return Wiring(
        tuple(_wires(config)), tuple(_config_lines(config)), tuple(_notes(config))
    )


def name_of(place: Place) -> str:
    """Return what people call *place*."""
    return "centre" if place == CENTRE else place.replace("-", " ")


def has_wires(stand: StandConfig) -> bool:
    """Tell whether its display hangs at the Pi's own pins."""
    return isinstance(stand.link, PanelLink)


def _display(stand: StandConfig) -> str:
    return f"display {name_of(stand.place)}"


def _board(stand: StandConfig) -> str:
    return f"board {name_of(stand.place)}"


def _wires(config: RigConfig) -> Iterator[Wire]:
    if any(map(has_wires, config.stands)) or any(s.buttons for s in config.stands):
        yield Wire((PI, "1 (3V3)"), (RAIL, "3V3"), "red", "one for all red wires")
        yield Wire((PI, "6 (GND)"), (RAIL, "GND"), "black", "one for all black ones")
    for mux in config.muxes:
        yield from _to_mux(mux)
    # Of a stand in the browser the button may be real, as long as anything is.
    real = any(not isinstance(each.link, VirtualLink) for each in config.stands)
    for stand in config.stands:
        yield from _from_link(stand.link, stand)
        if real:
            yield from _button_wires(stand)


def _from_link(link: Link, stand: StandConfig) -> Iterator[Wire]:
    match link:
        case VirtualLink():
            return
        case MuxLink(mux, channel):
            yield from _from_mux(f"TCA9548A {mux}", channel, _display(stand))
        case I2cLink(bus):
            yield from _from_bus(bus, _display(stand))
        case SpiLink():
            yield from _from_spi(link, _display(stand))
        case UsbLink(number):
            yield Wire(
                (PI, "USB"), (_board(stand), "USB"), "grey", f"Pi or hub; number {number}"
            )
            yield from _from_board(stand)
        case _:
            assert_never(link)


def _from_board(stand: StandConfig) -> Iterator[Wire]:
    """Yield the wires of a Pico; other boards' pins are in hardware/firmware/README.md."""
    board, display = _board(stand), _display(stand)
    button = f"button {name_of(stand.place)}"
    yield Wire((board, "3V3"), (display, "VCC"), "red")
    yield Wire((board, "GND"), (display, "GND"), "black")
    yield Wire((board, "GP4"), (display, "SDA"), "blue")
    yield Wire((board, "GP5"), (display, "SCL"), "yellow")
    yield Wire((board, "GP15"), (button, "contact 1"), "green")
    yield Wire((board, "GND"), (button, "contact 2"), "black")


def _to_mux(mux: MuxConfig) -> Iterator[Wire]:
    part = f"TCA9548A {mux.name}"
    yield from _from_bus(mux.bus, part)
    high = mux.address - 0x70
    for bit in range(3):
        level, colour = ("3V3", "red") if high >> bit & 1 else ("GND", "black")
        yield Wire((RAIL, level), (part, f"A{bit}"), colour)
    if mux.reset is not None:
        yield Wire(
            (PI, header_pin(mux.reset)),
            (part, "RST"),
            "white",
            "10 kΩ to 3V3, if the module has none",
        )


def _from_bus(bus: int, part: str) -> Iterator[Wire]:
    data, clock = map(header_pin, I2C_BUSES[bus])
    supply = "VIN" if part.startswith("TCA") else "VCC"
    yield Wire((RAIL, "3V3"), (part, supply), "red")
    yield Wire((RAIL, "GND"), (part, "GND"), "black")
    yield Wire((PI, data), (part, "SDA"), "blue")
    yield Wire((PI, clock), (part, "SCL"), "yellow")
    if not part.startswith("TCA"):
        yield from _grounds_beside(part)


def _from_mux(mux: str, channel: int, part: str) -> Iterator[Wire]:
    yield Wire((RAIL, "3V3"), (part, "VCC"), "red")
    yield Wire((RAIL, "GND"), (part, "GND"), "black")
    yield Wire((mux, f"SD{channel}"), (part, "SDA"), "blue", ADDED)
    yield Wire((mux, f"SC{channel}"), (part, "SCL"), "yellow", ADDED)
    yield from _grounds_beside(part)


def _grounds_beside(part: str) -> Iterator[Wire]:
    """Yield the strands that lie between data and clock, and keep them apart."""
    for name in ("SDA", "SCL"):
        note = f"twisted with {name}"
        yield Wire((RAIL, f"GND, for {name}"), (part, "GND"), "black", note)


def _from_spi(line: SpiLink, part: str) -> Iterator[Wire]:
    """Yield the wires of a module with seven pins."""
    bus = SPI_BUSES[line.bus]
    yield Wire((RAIL, "3V3"), (part, "VCC"), "red")
    yield Wire((RAIL, "GND"), (part, "GND"), "black")
    yield Wire((PI, header_pin(bus.clock)), (part, "D0"), "yellow")
    yield Wire((PI, header_pin(bus.data)), (part, "D1"), "blue")
    yield Wire((PI, header_pin(line.dc)), (part, "DC"), "white")
    yield Wire((PI, header_pin(bus.chips[line.chip])), (part, "CS"), "grey")
    if line.reset is None:
        yield Wire((RAIL, "3V3"), (part, "RES"), "red", "10 kΩ in it, 1 µF from RES to GND")
    else:
        yield Wire((PI, header_pin(line.reset)), (part, "RES"), "orange")


def _button_wires(stand: StandConfig) -> Iterator[Wire]:
    """Yield the wires of buttons and light."""
    name = name_of(stand.place)
    for button, pin in stand.buttons.items():
        label = f"button {name}" if button == "main" else f"button {name} {button}"
        yield Wire((PI, header_pin(pin)), (label, "contact 1"), "green", "1 kΩ at the Pi")
        yield Wire((RAIL, "GND"), (label, "contact 2"), "black", "100 nF to contact 1")
    if stand.light is not None and not isinstance(stand.link, VirtualLink):
        label = f"light {name}"
        yield Wire((PI, header_pin(stand.light)), (label, "+"), "orange", "330 Ω in it")
        yield Wire((RAIL, "GND"), (label, "-"), "black")


def _config_lines(config: RigConfig) -> list[str]:
    """Return each dtparam before any dtoverlay: after one it would be the overlay's."""
    return sorted(_wanted_lines(config), key=lambda line: line.startswith("dtoverlay"))


def _wanted_lines(config: RigConfig) -> Iterator[str]:
    buses = _i2c_buses(config)
    links = [stand.link for stand in config.stands]
    if 1 in buses:
        yield "dtparam=i2c_arm=on"
        yield "dtparam=i2c_arm_baudrate=400000"
    for bus in sorted(buses - {1}):
        yield f"dtoverlay=i2c{bus}"
    for mux in config.muxes:
        where = "" if mux.bus == 1 else f",i2c{mux.bus}"
        yield f"dtoverlay=i2c-mux,pca9548,addr={mux.address:#x},disconnect_on_idle{where}"
    spi = {link.bus for link in links if isinstance(link, SpiLink)}
    if 0 in spi:
        yield "dtparam=spi=on"
    if 1 in spi:
        yield "dtoverlay=spi1-3cs"


def _i2c_buses(config: RigConfig) -> set[int]:
    links = (stand.link for stand in config.stands)
    used = {link.bus for link in links if isinstance(link, I2cLink)}
    return used | {mux.bus for mux in config.muxes}


def _notes(config: RigConfig) -> Iterator[str]:
    if any(isinstance(stand.link, MuxLink | I2cLink) for stand in config.stands):
        yield "Displays take 3.3 V. A module that wants 5 V must not pull SDA or SCL up to it."
        yield "Modules bring their own pull-ups; the Pi has 1.8 kΩ on pins 3 and 5."
        yield "SDA and SCL have a GND strand of their own each: twist them, or lay it beside."
    if any(isinstance(stand.link, MuxLink) for stand in config.stands):
        yield "At the multiplexer 3.3 kΩ go from each SD and SC to the strip 3V3: two a display."
    if any(isinstance(stand.link, SpiLink) for stand in config.stands):
        yield "Displays on SPI take 3.3 V at VCC and at every other pin."
        yield "D0 is also called SCK or CLK, D1 also SDA or MOSI. Keep SPI cables under 20 cm."
    if any(stand.buttons for stand in config.stands):
        yield "A button joins its pin to ground; the Pi's own pull-up does the rest."
        yield "1 kΩ sits in a button's green strand where that leaves the Pi; 100 nF at the button,"
        yield "from one contact to the other."
    if any(isinstance(stand.link, UsbLink) for stand in config.stands):
        yield "A board's pins are a Pico's; of other boards: hardware/firmware/README.md."
    if _i2c_buses(config) - {1}:
        yield "Buses beside i2c1, and their pins, are a Pi 4's; a Pi 5 has i2c0-pi5 to i2c3-pi5."
    yield "Computed from the file; nobody has tried it on a real Pi yet."
