"""The wiring as a table of text, and as a picture in SVG; pure."""

from collections.abc import Iterable, Iterator
from html import escape

from hardware.wiring import PI, RAIL, Wire, Wiring

_COLOURS = {
    "red": "#c62828", "black": "#222222", "blue": "#1565c0", "yellow": "#c79100",
    "green": "#2e7d32", "white": "#90a4ae", "orange": "#ef6c00", "grey": "#616161",
}  # fmt: skip
_ROW, _WIDTH, _GAP, _TOP = 18, 190, 260, 20


def text(wiring: Wiring) -> str:
    """Return the wires as aligned lines, then the lines of config.txt and the notes."""
    rows = [("from", "pin", "to", "pin", "wire", "")]
    rows += [(*w.start, *w.end, w.colour, w.note) for w in wiring.wires]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = [
        "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths[:-1]))
    if wiring.config_lines:
        lines += ["", "In /boot/firmware/config.txt:", ""]
        lines += [f"    {line}" for line in wiring.config_lines]
    lines += ["", *wiring.notes]
    return "\n".join(lines) + "\n"


def svg(wiring: Wiring) -> str:
    """Return a picture: parts as boxes with their pins, wires as coloured curves."""
    pins = _pins(wiring.wires)
    boxes = dict(_boxes(wiring.columns, pins))
    width = max(x for x, _ in boxes.values()) + _WIDTH + _TOP
    lowest = max(y + _height(pins.get(part, [])) for part, (_, y) in boxes.items())
    height = lowest + _TOP + 16 * (len(wiring.config_lines) + 2)
    body = [
        *(_curve(wire, boxes, pins) for wire in wiring.wires),
        *(
            line
            for part, at in boxes.items()
            for line in _box(part, at, pins.get(part, []))
        ),
        *_legend(wiring.config_lines, lowest + _TOP + 12),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11">\n'
        "<title>Wiring of the table</title>\n"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _pins(wires: Iterable[Wire]) -> dict[str, list[str]]:
    """Return each part's pins, in the order in which wires use them."""
    found: dict[str, list[str]] = {}
    for part, pin in (end for wire in wires for end in (wire.start, wire.end)):
        if pin not in found.setdefault(part, []):
            found[part].append(pin)
    if PI in found:
        found[PI].sort(key=lambda pin: int(pin.split()[0]) if pin[0].isdigit() else 99)
    return found


def _height(pins: list[str]) -> int:
    return _ROW * (len(pins) + 1) + 8


def _boxes(
    columns: tuple[tuple[str, ...], ...], pins: dict[str, list[str]]
) -> Iterator[tuple[str, tuple[int, int]]]:
    for k, column in enumerate(columns):
        y = _TOP
        for part in column:
            yield part, (_TOP + k * (_WIDTH + _GAP), y)
            y += _height(pins.get(part, [])) + 10


def _box(part: str, at: tuple[int, int], pins: list[str]) -> Iterator[str]:
    x, y = at
    yield (
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_height(pins)}" rx="6" '
        'fill="#f5f5f5" stroke="#444444"/>'
    )
    yield f'<text x="{x + 8}" y="{y + 15}" font-weight="bold">{escape(part)}</text>'
    side, anchor = (x + _WIDTH - 8, "end") if part in (PI, RAIL) else (x + 8, "start")
    for k, pin in enumerate(pins, 1):
        yield (
            f'<text x="{side}" y="{y + 15 + k * _ROW}" text-anchor="{anchor}">'
            f"{escape(pin)}</text>"
        )


def _curve(
    wire: Wire, boxes: dict[str, tuple[int, int]], pins: dict[str, list[str]]
) -> str:
    x2, y2 = _end(wire.end, boxes, pins)
    if wire.start[0] == RAIL:  # a stub with its name: sixty curves would hide the others
        return (
            f'<path d="M {x2 - 14} {y2} H {x2}" stroke="{_COLOURS[wire.colour]}" '
            f'stroke-width="3"/><text x="{x2 - 18}" y="{y2 + 4}" text-anchor="end" '
            f'font-size="9" fill="{_COLOURS[wire.colour]}">{escape(wire.start[1])}</text>'
        )
    x1, y1 = _end(wire.start, boxes, pins)
    if wire.end[0] == RAIL:
        x1, x2 = x1 + _WIDTH, x2 + _WIDTH
        path = f"M {x1} {y1} C {x1 + 60} {y1}, {x2 + 60} {y2}, {x2} {y2}"
    else:
        x1 += _WIDTH
        bend = (x2 - x1) // 2
        path = f"M {x1} {y1} C {x1 + bend} {y1}, {x2 - bend} {y2}, {x2} {y2}"
    note = f"<title>{escape(wire.note)}</title>" if wire.note else ""
    return (
        f'<path d="{path}" fill="none" stroke="{_COLOURS[wire.colour]}" stroke-width="2">'
        f"{note}</path>"
    )


def _end(
    end: tuple[str, str], boxes: dict[str, tuple[int, int]], pins: dict[str, list[str]]
) -> tuple[int, int]:
    part, pin = end
    x, y = boxes[part]
    return x, y + 11 + (pins[part].index(pin) + 1) * _ROW


def _legend(lines: tuple[str, ...], top: int) -> Iterator[str]:
    if lines:
        yield f'<text x="{_TOP}" y="{top}" font-weight="bold">/boot/firmware/config.txt</text>'
    for k, line in enumerate(lines, 1):
        yield (
            f'<text x="{_TOP}" y="{top + 16 * k}" font-family="monospace">'
            f"{escape(line)}</text>"
        )
