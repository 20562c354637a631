"""Boards from a shop: what each is told of itself, in the file ``stand.json`` that lies on it.

Nobody has seen the firmware on any of them: *certain* is what makers and others' programs say,
*unseen* what may be otherwise, with what to write then.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.errors import ConfigError

TOLD_FILE: Final = "stand.json"
AIR_FILE: Final = "told.json"
"""What it is told of the table's network, if it is in the air."""
BRIDGE_FILE: Final = "bridge.json"
"""What the bridge is told of the same."""
BY_CHIP: Final = ("RP2", "C3", "S3")
"""Chips whose boards need no file: their pins stand in the firmware."""


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """*told* is its file, None where its chip is enough; numbers of pins are its chip's own."""

    title: str
    glass: str
    certain: str
    unseen: str
    told: Mapping[str, Any] | None = None


_CLASSIC: Final = "classic ESP32 behind a UART bridge"
_TURNED: Final = "whether the picture is mirrored (`turn`)"
_YELLOW: Final[Mapping[str, Any]] = {
    "display": "ili9341",
    "sck": 14,
    "mosi": 13,
    "cs": 15,
    "dc": 2,
    "behind": 21,
    "glass": [0, 0, 320, 240],
    "page": 20,
    "buttons": [0],
    "light": [4, 0],
}
BOARDS: Final[Mapping[str, KnownBoard]] = {
    "pico": KnownBoard(
        "Pico, Pico 2, Pico H",
        "an OLED by I2C: SSD1306, SSD1309, SSD1315, SH1106",
        "the pins, which you choose yourself",
        "what a CH1116 answers: `display=sh1106` names it",
    ),
    "oled-esp32": KnownBoard(
        "ESP32 with a 0.96 inch OLED on it",
        "0.96 inch, SSD1306",
        f"{_CLASSIC}; SDA 21, SCL 22, the button BOOT at 0",
        "yours may have SDA 5 and SCL 4, or 4 and 15 with a reset at 16",
        {"display": "oled", "sda": 21, "scl": 22, "buttons": [0], "light": [2, 1]},
    ),
    "heltec-v3": KnownBoard(
        "Heltec WiFi Kit 32 V3",
        "0.96 inch, SSD1306",
        "SDA 17, SCL 18, reset 21, the display's supply on while 36 is low, button 0, LED 35: "
        "its own header file",
        "the battery at 1, which 37 connects, divided by 4.9",
        {
            "display": "oled",
            "sda": 17,
            "scl": 18,
            "reset": 21,
            "supply": [[36, 0]],
            "buttons": [0],
            "light": [35, 1],
            "battery": [1, 4.9, [37, 0]],
        },
    ),
    "t-display": KnownBoard(
        "LilyGO T-Display (ESP32, 1.14 inch)",
        "1.14 inch, ST7789, 240 x 135",
        "SCK 18, MOSI 19, CS 5, DC 16, reset 23, light behind the glass 4, buttons 0 and 35, "
        "battery at 34, which 14 connects",
        _TURNED,
        {
            "display": "st7789",
            "sck": 18,
            "mosi": 19,
            "cs": 5,
            "dc": 16,
            "reset": 23,
            "behind": 4,
            "glass": [40, 53, 240, 135],
            "page": 15,
            "invert": 1,
            "buttons": [0, 35],
            "battery": [34, 2, [14, 1]],
        },
    ),
    "stick-plus2": KnownBoard(
        "M5StickC Plus2",
        "1.14 inch, ST7789, 240 x 135",
        "SCK 13, MOSI 15, CS 5, DC 14, reset 12, light behind the glass 27, buttons 37 and 39, "
        "LED 19; it stays on while 4 is high",
        f"{_TURNED}; the battery at 38",
        {
            "display": "st7789",
            "sck": 13,
            "mosi": 15,
            "cs": 5,
            "dc": 14,
            "reset": 12,
            "behind": 27,
            "supply": [[4, 1]],
            "glass": [40, 53, 240, 135],
            "page": 15,
            "invert": 1,
            "buttons": [37, 39],
            "light": [19, 1],
            "battery": [38, 2],
        },
    ),
    "atom-s3": KnownBoard(
        "M5 AtomS3",
        "0.85 inch, GC9107, 128 x 128; the glass is the button",
        "SCK 17, MOSI 21, CS 15, DC 33, reset 34, light behind the glass 16, button 41; of its "
        "memory's 160 rows the first 32 are not seen",
        f"{_TURNED}; whether black is white (`invert`); its colours without its maker's set-up "
        "(`init`)",
        {
            "display": "gc9107",
            "sck": 17,
            "mosi": 21,
            "cs": 15,
            "dc": 33,
            "reset": 34,
            "behind": 16,
            "glass": [0, 32, 128, 128],
            "page": 8,
            "buttons": [41],
        },
    ),
    "yellow": KnownBoard(
        "2.8 inch “yellow” display, ESP32-2432S028",
        "2.8 inch, ILI9341, 320 x 240",
        f"{_CLASSIC}; SCK 14, MOSI 13, CS 15, DC 2, no reset; the button BOOT at 0, LED 4",
        f"light behind the glass at 21, of some at 27 (`behind=27`); {_TURNED}",
        _YELLOW,
    ),
    "yellow-2": KnownBoard(
        "the same with two USB sockets",
        "2.8 inch, ST7789, 320 x 240",
        "as the one above, but for the controller",
        f"whether black is white (`invert=1`); {_TURNED}",
        {**_YELLOW, "display": "st7789"},
    ),
}
_OLEDS: Final = frozenset({"oled", "ssd1306", "sh1106"})
_TFTS: Final = frozenset({"st7789", "ili9341", "gc9107"})
_PIN, _BYTE = "[0-4]?[0-9]", "(?:1?[0-9]?[0-9]|2[0-4][0-9]|25[0-5])"
_SWITCH: Final = f"{_PIN},[01]"
_WRITTEN: Final[Mapping[str, tuple[str, str]]] = {
    **{
        name: (_PIN, f"{name}=5")
        for name in ("sda", "scl", "reset", "sck", "mosi", "cs", "dc", "behind")
    },
    "buttons": (f"{_PIN}(,{_PIN}){{0,8}}", "button=15, or button=15,14,13 for several"),
    "light": (_SWITCH, "light=4,1 where it is bright while pin 4 is high, else light=4,0"),
    "supply": (f"{_SWITCH}(,{_SWITCH})*", "supply=4,1 for a pin 4 that has to be high"),
    "battery": (
        f"{_PIN},[0-9]{{1,2}}(\\.[0-9]{{1,2}})?(,{_SWITCH})*",
        "battery=34,2,14,1: its pin, by how much it is divided, and what connects it",
    ),
    "display": ("[a-z0-9]{1,20}", "display=sh1106"),
    "offset": ("[0-4]", "offset=2"),
    "glass": (
        "[0-9]{1,3}(,[0-9]{1,3}){3}",
        "glass=0,32,128,128: first column, first row, width, height",
    ),
    "page": ("[1-9][0-9]?", "page=15"),
    "baud": ("[1-9][0-9]{4,7}", "baud=40000000"),
    "turn": (_BYTE, "turn=192"),
    "invert": ("[01]", "invert=1"),
    "init": (f"{_BYTE}(,{_BYTE}){{0,16}}", "init=177,5, once for each command"),
}
"""How what is told by hand is written, and an example."""
_ALSO: Final = {"button": "buttons"}


def told(board: str | None, changes: Iterable[str]) -> bytes | None:
    """Return the file of *board* with *changes* (``sda=5``); None where its chip is enough."""
    base = BOARDS[board].told if board else None
    new = {**(base or {}), **_by_hand(changes)}
    if not new:
        return None
    display = new.get("display", "oled")
    if display not in _OLEDS | _TFTS:
        raise ConfigError(
            f"A board has no program for a display {display!r}: it knows "
            f"{', '.join(sorted(_OLEDS | _TFTS))}."
        )
    if missing := sorted(_wanted(new) - set(new)):
        raise ConfigError(
            f"A board with these pins lacks {', '.join(missing)}: name its --board, or write "
            "all of its pins."
        )
    new.setdefault("display", "oled")
    return json.dumps(new, sort_keys=True).encode("ascii")


def _by_hand(changes: Iterable[str]) -> Mapping[str, Any]:
    """Return what *changes* say, as the firmware reads it; raises ConfigError."""
    new: dict[str, Any] = {}
    for change in changes:
        name, _, text = change.partition("=")
        name = _ALSO.get(name, name)
        if name not in _WRITTEN:
            raise ConfigError(
                f"Nothing on a board is told by {change[:40]!r}: it knows "
                f"{', '.join(sorted(_WRITTEN))}."
            )
        pattern, example = _WRITTEN[name]
        if not re.fullmatch(pattern, text):
            raise ConfigError(f"{change[:40]!r} cannot be: write it as in {example}.")
        if name in new and name != "init":
            raise ConfigError(
                f"{change!r} comes after another {name}: leave one of them out."
            )
        value = _value(name, text)
        new[name] = [*new.get(name, ()), value] if name == "init" else value
    return new


def _value(name: str, text: str) -> object:
    if name == "display":
        return text
    numbers = [float(each) if "." in each else int(each) for each in text.split(",")]
    match name:
        case "buttons" | "light" | "glass" | "init":
            return numbers
        case "supply":
            return _pairs(numbers)
        case "battery":
            return [*numbers[:2], *_pairs(numbers[2:])]
    return numbers[0]


def _pairs(numbers: Sequence[float]) -> list[list[float]]:
    return [list(each) for each in zip(numbers[::2], numbers[1::2], strict=True)]


def _wanted(new: Mapping[str, Any]) -> set[str]:
    """Return what a board's file must have."""
    if new.get("display", "oled") in _OLEDS:
        return {"sda", "scl", "buttons"}
    return {"sck", "mosi", "cs", "dc", "behind", "glass", "buttons"}
