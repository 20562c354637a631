"""The wiring as text, and as a picture in SVG: the Pi's header, and cable by cable; pure."""

from collections.abc import Iterator
from html import escape

from hardware.workshop.cables import Cable, cables, header_rows
from hardware.workshop.wiring import PI, Wire, Wiring

_COLOURS = {
    "red": "#c62828", "black": "#222222", "blue": "#1565c0", "yellow": "#c79100",
    "green": "#2e7d32", "white": "#ffffff", "orange": "#ef6c00", "grey": "#616161",
}  # fmt: skip
_ROW, _LEFT, _TOP = 18, 20, 60
_HEADER_X, _CABLES_X, _CABLE_WIDTH, _COLUMNS = 230, 520, 580, 2
_NOTES_WIDTH = 1220
LIE = "The Pi lies before you, the end of its memory card away from you, the header on the right."
NOTHING_AT_THE_PINS = "Nothing is joined to the Pi's pins: all comes by USB."


def text(wiring: Wiring, figures: tuple[str, ...] = ()) -> str:
    """Return the header, each cable strand by strand, config.txt, the notes and *figures*."""
    lines = [LIE, ""]
    if _at_the_pins(wiring):
        for (odd, left), (even, right) in header_rows(wiring):
            lines.append(f"{left:>32} ({odd:2}) ({even:2}) {right}".rstrip())
    else:
        lines = [NOTHING_AT_THE_PINS]
    for cable in cables(wiring):
        lines += ["", f"Cable {cable.name}, {_strands(cable)}:"]
        for strand in cable.strands:
            first = strand[0]
            ends = " and ".join(dict.fromkeys(" ".join(wire.end) for wire in strand))
            start = " ".join(first.start)
            line = f"    {first.colour:<8}{start:<24} - {ends}"
            lines.append(line + (f"  ({_notes(strand)})" if _notes(strand) else ""))
    if wiring.config_lines:
        lines += ["", "In /boot/firmware/config.txt:", ""]
        lines += [f"    {line}" for line in wiring.config_lines]
    lines += ["", *wiring.notes, *figures]
    return "\n".join(lines) + "\n"


def _at_the_pins(wiring: Wiring) -> list[Wire]:
    return [
        wire for wire in wiring.wires if wire.start[0] == PI and wire.start[1][0].isdigit()
    ]


def _strands(cable: Cable) -> str:
    """Say how many strands it has; a USB cable is bought, and counts as one thing."""
    usb = any(strand[0].start == (PI, "USB") for strand in cable.strands)
    said = f"{len(cable.strands) - usb} strands"
    return f"USB, then {said}" if usb else said


def _notes(strand: tuple[Wire, ...]) -> str:
    return "; ".join(dict.fromkeys(wire.note for wire in strand if wire.note))


def svg(wiring: Wiring, figures: tuple[str, ...] = ()) -> str:
    """Return a picture of the same: the header as it lies, each cable, the words below."""
    parts: list[str] = []
    lowest, below = [_TOP] * _COLUMNS, _TOP + 20 * _ROW + 40
    left = _CABLES_X if _at_the_pins(wiring) else _LEFT
    for cable in cables(wiring):
        column = lowest.index(min(lowest))
        parts += _cable(cable, left + column * (_CABLE_WIDTH + 20), lowest[column])
        lowest[column] += _cable_height(cable) + 14
    if _at_the_pins(wiring):
        parts += [*_header(wiring), *_legend(wiring.config_lines, below)]
        lowest.append(below + 16 * (len(wiring.config_lines) + 2))
    else:
        parts.append(_said(_LEFT, 24, NOTHING_AT_THE_PINS, ' font-weight="bold"'))
    width = max(left + _COLUMNS * (_CABLE_WIDTH + 20), _NOTES_WIDTH)
    parts += [
        _said(_LEFT, max(lowest) + 12 + 16 * row, note)
        for row, note in enumerate((*wiring.notes, *figures))
    ]
    height = max(lowest) + 16 * (len(wiring.notes) + len(figures) + 2)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11">\n'
        "<title>Wiring of the table</title>\n"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _said(x: int, y: int, words: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}"{more}>{escape(words)}</text>'


def _header(wiring: Wiring) -> Iterator[str]:
    """Yield the 40 pins in two columns, in the colour of what hangs at each."""
    colours = {
        wire.start[1].split()[0]: _COLOURS[wire.colour]
        for wire in reversed(_at_the_pins(wiring))
    }
    yield _said(_LEFT, 24, LIE, ' font-weight="bold"')
    yield (
        f'<rect x="{_HEADER_X - 14}" y="{_TOP - 14}" width="46" height="{20 * _ROW + 10}" '
        'fill="#e8f0e8" stroke="#444444"/>'
    )
    for row, sides in enumerate(header_rows(wiring)):
        y = _TOP + row * _ROW
        for k, (number, words) in enumerate(sides):
            x = _HEADER_X + k * _ROW
            shape = (
                f'<rect x="{x - 7}" y="{y - 7}" width="14" height="14"'
                if number == 1
                else f'<circle cx="{x}" cy="{y}" r="7"'
            )
            colour = colours.get(str(number))
            dark = colour and colour != _COLOURS["white"]
            yield f'{shape} fill="{colour or "#ffffff"}" stroke="#444444"/>'
            ink = ' text-anchor="middle" font-size="8" fill="{}"'
            yield _said(x, y + 3, str(number), ink.format("#fff" if dark else "#444"))
            if words and (colour or "(" in words):
                at = ' text-anchor="end"' if k == 0 else ""
                grey = "" if colour else ' fill="#999999"'
                yield _said(x - 20 if k == 0 else x + 20, y + 4, words, at + grey)


def _cable_height(cable: Cable) -> int:
    return 26 + sum(_ROW * len(strand) for strand in cable.strands)


def _cable(cable: Cable, x: int, top: int) -> Iterator[str]:
    """Yield one cable: where each strand begins, its colour, and all that it ends at."""
    y, start_x, end_x = top + 20, x + 120, x + 230
    yield (
        f'<rect x="{x}" y="{top - 14}" width="{_CABLE_WIDTH}" '
        f'height="{_cable_height(cable)}" rx="6" fill="#f5f5f5" stroke="#444444"/>'
    )
    yield _said(
        x + 8, top + 2, f"Cable {cable.name}: {_strands(cable)}", ' font-weight="bold"'
    )
    for strand in cable.strands:
        first = y
        start = " ".join(strand[0].start)
        yield _said(start_x - 6, first + 4, start, ' text-anchor="end"')
        for wire in strand:
            edge = (
                ' stroke="#222222" stroke-width="5"/>' if wire.colour == "white" else "/>"
            )
            path = (
                f'<path d="M {start_x} {first} L {start_x + 40} {y} H {end_x}" fill="none"'
            )
            if wire.colour == "white":
                yield path + edge
            yield f'{path} stroke="{_COLOURS[wire.colour]}" stroke-width="3"/>'
            note = f" ({wire.note})" if wire.note else ""
            yield _said(end_x + 6, y + 4, " ".join(wire.end) + note)
            y += _ROW


def _legend(lines: tuple[str, ...], top: int) -> Iterator[str]:
    if lines:
        yield _said(_LEFT, top, "/boot/firmware/config.txt", ' font-weight="bold"')
    for k, line in enumerate(lines, 1):
        yield _said(_LEFT, top + 16 * k, line, ' font-family="monospace"')
