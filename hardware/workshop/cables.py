"""A table's wires, cable by cable; how long a cable may be, and what it all draws; pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log
from typing import Final

from companion.links import I2cLink, MuxLink, UsbLink
from companion.ports import RigConfig
from hardware.workshop.wiring import PI, RAIL, Wire, Wiring, has_wires

# The 40 pins as they lie: the Pi's USB sockets towards you, the header on the right.
_POWER: Final = {1: "3V3", 2: "5V", 4: "5V", 6: "GND", 9: "GND", 14: "GND", 17: "3V3",
    20: "GND", 25: "GND", 27: "ID_SD", 28: "ID_SC", 30: "GND", 34: "GND", 39: "GND"}  # fmt: skip
_POWERED: Final = {number: f"({name})" for number, name in _POWER.items()}

PI_PULL_UP_OHM: Final = 1800
MODULES_OHM: Final = (4700, 10_000)
"""The pull-ups that modules are sold with."""
ADDED_OHM: Final = 3300
"""From each SD and SC of a multiplexer to 3.3 V: the gates cut the Pi's own pull-up off."""
PI_SIDE_PF, DISPLAY_PF, CABLE_PF_A_METRE = 40, 30, 100
MOST_PF: Final = 400
RISE_NS: Final = {400_000: 300, 100_000: 1000}
"""What I2C's own standard allows at each clock, as it does MOST_PF."""
_RISE: Final = 0.8473  # from 30 to 70 % of an RC curve, as the standard reckons
GATE_V, SUPPLY_V, HIGH_V = 1.6, 3.3, 0.8 * 3.3
"""Up to where a TCA9548A's gates pass at least (TI, SCPS207); what a display takes as high."""
HIGH_NS: Final = {400_000: 650, 100_000: 1000}
"""How long a line behind them may take to HIGH_V, so that a clock's high half lasts."""

SMALL_DISPLAY_MA, LARGE_DISPLAY_MA, LIGHT_MA, BOARD_MA, PI_MA = 25, 200, 4, 60, 1500
ENOUGH_A: Final = 2.5
RAIL_MA: Final = 500
"""What both 3V3 pins of the Pi's header give together, as is commonly said."""
LARGE_ONES: Final = (
    f"A 2.42 inch display is reckoned with {LARGE_DISPLAY_MA} mA (all pixels lit; measure one), "
    'where its panel is written as "ssd1309"; all others are taken for 0.96 or 1.3 inch.'
)
WAY_OUT: Final = (
    "Take a 3.3 V regulator of 2 A between 5V (pin 2) and the strip 3V3, and no wire from pin 1 "
    "to that strip; or 5 V at VCC of modules that have a regulator and pull SDA and SCL to 3.3 V."
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
    resistance = _parallel(pull_ups_ohm)
    capacity_pf = min(MOST_PF, RISE_NS[clock_hz] * 1e3 / (_RISE * resistance))
    return _metres(capacity_pf - PI_SIDE_PF)


def longest_behind_mux_m(module_ohm: Iterable[int], clock_hz: int, bus_ohm: int) -> float:
    """Return how long the cable of one channel may be.

    Up to GATE_V the pull-ups of both sides lift both; above it the module's lift it alone.
    """
    alone = _parallel(module_ohm)
    both = _parallel((alone, bus_ohm)) * log(SUPPLY_V / (SUPPLY_V - GATE_V))
    above = alone * log((SUPPLY_V - GATE_V) / (SUPPLY_V - HIGH_V))
    capacity_pf = (HIGH_NS[clock_hz] * 1e3 - both * PI_SIDE_PF) / (both + above)
    return _metres(min(MOST_PF, capacity_pf))


def _parallel(ohms: Iterable[float]) -> float:
    return 1 / sum(1 / ohm for ohm in ohms)


def _metres(capacity_pf: float) -> float:
    return max(0.0, (capacity_pf - DISPLAY_PF) / CABLE_PF_A_METRE)


def lengths(config: RigConfig) -> Iterator[str]:
    """Yield how long the I2C cables of this table may be, at both speeds."""
    buses = {mux.name: mux.bus for mux in config.muxes}
    links = [stand.link for stand in config.stands]
    behind = {buses[link.mux] for link in links if isinstance(link, MuxLink)}
    shared = {link.bus for link in links if isinstance(link, I2cLink)}
    for bus in sorted(behind | shared):
        if bus in behind:
            yield from _behind_mux(bus)
        if bus in shared:
            pi = (PI_PULL_UP_OHM,) if bus == 1 else ()
            yield (
                f"I2C bus {bus}: all cables together may be "
                + "; ".join(
                    f"{_both(*(longest_m((ohm, *pi), clock) for clock in RISE_NS))}, "
                    f"if their module has {ohm / 1000:g} kΩ"
                    for ohm in MODULES_OHM
                )
                + "."
            )


def _behind_mux(bus: int) -> Iterator[str]:
    pi = PI_PULL_UP_OHM if bus == 1 else MODULES_OHM[-1]

    def metres(*ohms: int) -> str:
        return _both(*(longest_behind_mux_m(ohms, clock, pi) for clock in HIGH_NS))

    yield (
        f"I2C bus {bus}: each cable from the multiplexer may be "
        f"{metres(ADDED_OHM, MODULES_OHM[-1])}, with {ADDED_OHM / 1000:g} kΩ from its SD and "
        "from its SC to 3V3."
    )
    yield (
        "Without these: "
        + "; ".join(
            f"{metres(ohm)}, if the modules have {ohm / 1000:g} kΩ" for ohm in MODULES_OHM
        )
        + "."
    )
    yield (
        f"(Its gates pass up to {GATE_V} V at least, above that the module's side lifts the "
        f"cable alone to {HIGH_V:.1f} V; {CABLE_PF_A_METRE} pF a metre.)"
    )


def _both(fast_m: float, slow_m: float) -> str:
    return f"{_floor(fast_m)} at 400 kHz, {_floor(slow_m)} at 100 kHz"


def _floor(metres: float) -> str:
    return f"{int(metres * 10 + 1e-9) / 10:.1f} m"


def budget(config: RigConfig) -> Iterator[str]:
    """Yield what the table draws, line by line, and the supply that follows."""
    panels = [each for each in config.stands if has_wires(each)]
    large = sum(each.panel == "ssd1309" for each in panels)
    boards = sum(isinstance(each.link, UsbLink) for each in config.stands)
    at_the_header = (
        (len(panels) - large, "display", SMALL_DISPLAY_MA),
        (large, "large display", LARGE_DISPLAY_MA),
        (sum(each.light is not None for each in panels), "light", LIGHT_MA),
    )
    rail_ma, usb_ma = sum(number * ma for number, _, ma in at_the_header), boards * BOARD_MA
    said = []
    if rail_ma:
        said.append(f"At 3.3 V: {_counted(at_the_header)} {rail_ma} mA.")
    if boards:
        many = f"{boards} boards" if boards > 1 else "1 board"
        verb = "are" if boards > 1 else "is"
        said.append(f"At USB: {many} with a display of {BOARD_MA} mA {verb} {usb_ma} mA.")
    if said:
        yield " ".join(said)
        yield LARGE_ONES
    if rail_ma > RAIL_MA:
        yield f"That is more than the {RAIL_MA} mA which the Pi's 3V3 pins give together."
        yield WAY_OUT
    elif rail_ma:
        yield f"The Pi's 3V3 pins give {RAIL_MA} mA together, and not more."
    total_a = (PI_MA + rail_ma + usb_ma) / 1000
    supply = "2.5 A and more" if total_a <= ENOUGH_A else "it wants 3 A or more"
    yield (
        f"With {PI_MA} mA for the Pi that is {total_a:.1f} A at 5 V: the supply that is sold "
        f"for your Pi ({supply}) will do. Estimated from data sheets, not measured."
    )


def _counted(parts: Iterable[tuple[int, str, int]]) -> str:
    there = [part for part in parts if part[0]]
    words = " and ".join(
        f"{number} {name}{'s' if number > 1 else ''} of {each} mA"
        for number, name, each in there
    )
    return f"{words} {'are' if sum(number for number, _, _ in there) > 1 else 'is'}"


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
