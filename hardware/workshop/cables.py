"""A table's wires, cable by cable; how long a cable may be, and what it all draws; pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.links import I2cLink, MuxLink, PanelLink, UsbLink
from companion.ports import RigConfig, StandConfig
from hardware.workshop.wiring import PI, RAIL, Wire, Wiring

# The 40 pins as they lie: the Pi's USB sockets towards you, the header on the right.
_POWER: Final = {1: "3V3", 2: "5V", 4: "5V", 6: "GND", 9: "GND", 14: "GND", 17: "3V3",
    20: "GND", 25: "GND", 27: "ID_SD", 28: "ID_SC", 30: "GND", 34: "GND", 39: "GND"}  # fmt: skip
_POWERED: Final = {number: f"({name})" for number, name in _POWER.items()}

PI_PULL_UP_OHM, MODULE_PULL_UP_OHM = 1800, 4700
FIXED_PF, CABLE_PF_A_METRE = 60, 100
MOST_PF: Final = 400
RISE_NS: Final = {400_000: 300, 100_000: 1000}
"""What I2C's own standard allows at each clock, as it does MOST_PF."""
_RISE: Final = 0.8473  # from 30 to 70 % of an RC curve, as the standard reckons

SMALL_DISPLAY_MA, LIGHT_MA, BOARD_MA, PI_MA = 25, 4, 60, 1500
LARGE_ONES: Final = (
    "Reckoned for 0.96 and 1.3 inch; 2.42 inch draw a multiple: measure one with all pixels "
    "lit before you join the others."
)


@dataclass(frozen=True, slots=True)
class Cable:
    """What leads to one stand, or to one module: a strand joins one pin to one or more."""

    name: str
    strands: tuple[tuple[Wire, ...], ...]


def cables(wiring: Wiring) -> tuple[Cable, ...]:
    """Return every wire once, in its cable; a stand has one, with one black strand."""
    groups: dict[str, dict[tuple[str, str], list[Wire]]] = {}
    for wire in wiring.wires:
        strands = groups.setdefault(_cable_name(wire), {})
        strands.setdefault(wire.start, []).append(wire)
    return tuple(
        Cable(name, tuple(tuple(wires) for wires in strands.values()))
        for name, strands in groups.items()
    )


def _cable_name(wire: Wire) -> str:
    part = wire.end[0]
    if part == RAIL:
        return "to the strips"
    kind, _, place = part.partition(" ")
    if kind == "button" and place.startswith("centre"):
        return "to centre"
    return f"to {part}" if kind.startswith("TCA") else f"to {place}"


def longest_m(pull_ups_ohm: Iterable[int], clock_hz: int) -> float:
    """Return how long an I2C cable may be: 0.85 R C is at most the rise that is allowed."""
    resistance = 1 / sum(1 / ohm for ohm in pull_ups_ohm)
    capacity_pf = min(MOST_PF, RISE_NS[clock_hz] * 1e3 / (_RISE * resistance))
    return max(0.0, (capacity_pf - FIXED_PF) / CABLE_PF_A_METRE)


def lengths(config: RigConfig) -> Iterator[str]:
    """Yield how long the I2C cables of this table may be, with the sum behind it."""
    buses = {mux.name: mux.bus for mux in config.muxes}
    used: dict[int, bool] = {}
    for stand in config.stands:
        match stand.link:
            case MuxLink(mux, _):
                used.setdefault(buses[mux], False)
            case I2cLink(bus):
                used[bus] = True
    for bus, shared in sorted(used.items()):
        pull_ups = (MODULE_PULL_UP_OHM, *((PI_PULL_UP_OHM,) if bus == 1 else ()))
        fast, slow = (longest_m(pull_ups, clock) for clock in (400_000, 100_000))
        whose = "all cables together" if shared else "each cable from the multiplexer"
        kilo = " and ".join(f"{ohm / 1000:g} kΩ" for ohm in pull_ups)
        yield (
            f"I2C bus {bus}: {whose} may be {fast:.1f} m at 400 kHz, {slow:.1f} m at 100 kHz "
            f"({kilo} in parallel, {CABLE_PF_A_METRE} pF a metre, {FIXED_PF} pF at the ends)."
        )


def budget(config: RigConfig) -> Iterator[str]:
    """Yield what the table draws, line by line, and the supply that follows."""
    displays = sum(isinstance(each.link, PanelLink) for each in config.stands)
    boards = sum(isinstance(each.link, UsbLink) for each in config.stands)
    lights = sum(each.light is not None for each in config.stands if _has_wires(each))
    rail_ma = displays * SMALL_DISPLAY_MA + lights * LIGHT_MA
    usb_ma = boards * BOARD_MA
    at_the_header = [
        f"{number} {name}{'s' if number > 1 else ''} of {each} mA"
        for number, name, each in (
            (displays, "display", SMALL_DISPLAY_MA),
            (lights, "light", LIGHT_MA),
        )
        if number
    ]
    said = []
    if at_the_header:
        verb = "are" if displays + lights > 1 else "is"
        said.append(f"At 3.3 V: {' and '.join(at_the_header)} {verb} {rail_ma} mA.")
    if boards:
        many = f"{boards} boards" if boards > 1 else "1 board"
        verb = "are" if boards > 1 else "is"
        said.append(f"At USB: {many} with a display of {BOARD_MA} mA {verb} {usb_ma} mA.")
    if said:
        yield f"{' '.join(said)} {LARGE_ONES}"
    total_a = (PI_MA + rail_ma + usb_ma) / 1000
    yield (
        f"With {PI_MA} mA for the Pi that is {total_a:.1f} A at 5 V: the supply that is sold "
        "for your Pi (2.5 A and more) will do. Estimated from data sheets, not measured."
    )


def _has_wires(stand: StandConfig) -> bool:
    return isinstance(stand.link, PanelLink)


def header_rows(wiring: Wiring) -> Iterator[tuple[tuple[int, str], tuple[int, str]]]:
    """Yield the header's 20 rows: of each pin its number and what hangs at it."""
    at: dict[int, list[str]] = {}
    for wire in wiring.wires:
        number = wire.start[1].split()[0]
        if wire.start[0] == PI and number.isdigit():
            ends = " ".join(wire.end)
            at.setdefault(int(number), []).append(ends)
    for odd in range(1, 40, 2):
        left, right = (
            (
                number,
                ", ".join(at.get(number, ())) or _POWERED.get(number, ""),
            )
            for number in (odd, odd + 1)
        )
        yield left, right
