"""A board's number goes into the text of a table's file, which else stays as it is."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from companion.config.rig_file import RigReader
from companion.config.toml_lines import key_lines
from companion.errors import ConfigError
from companion.links import same_board
from companion.ports import STAND_PLACES

NUMBERS: Final = tuple(place.removeprefix("stand-") for place in STAND_PLACES)
_EXAMPLE: Final = re.compile(r"usb:E6614C311B6A000[1-6]", re.IGNORECASE)
"""The numbers in the recommended build, which no board has."""
_NUMBER: Final = re.compile(r"[\w.:/+-]{1,60}", re.ASCII)
_VALUE: Final = re.compile(r"(\s*(?:[\w.\"' -]*\.)?link\s*=\s*)(\"[^\"]*\"|'[^']*')")


def stand_of(text: str, serial_number: str) -> str | None:
    """Return the number of the stand that this board is already; None: of none."""
    wanted, stands = f"usb:{serial_number}", _stands(text)
    return next((each for each in stands if same_board(_link(stands[each]), wanted)), None)


def free_stands(text: str) -> tuple[str, ...]:
    """Return the numbers of the stands that nothing real belongs to, in their order."""
    stands = _stands(text)
    return tuple(each for each in NUMBERS if _is_free(_link(stands.get(each, {}))))


def with_board(name: str, text: str, stand: str, serial_number: str) -> str:
    """Return *text* with this board as that stand; raises ConfigError, which names *name*."""
    if not _NUMBER.fullmatch(serial_number):
        raise ConfigError(
            f"This board calls itself {serial_number[:60]!a}, which cannot stand in "
            f"{name}: take another board."
        )
    link = f'"usb:{serial_number}"'
    lines, at = text.splitlines(keepends=True), key_lines(text.removeprefix("\ufeff"))
    end = "\r\n" if "\r\n" in text else "\n"
    if (number := at.get(("stand", stand, "link"))) is not None:
        lines[number - 1] = _VALUE.sub(
            lambda found: found[1] + link, lines[number - 1], count=1
        )
    elif (number := at.get(("stand", stand))) is not None:
        lines[number - 1] = lines[number - 1].rstrip("\r\n") + end
        lines.insert(number, f"link = {link}{end}")
    else:
        if lines:
            lines[-1] = lines[-1].rstrip("\r\n") + end
            lines.append(end)
        lines.append(f"[stand.{stand}]{end}link = {link}{end}")
    new = "".join(lines)
    wanted = _tables(text)
    wanted.setdefault("stand", {}).setdefault(stand, {})["link"] = link.strip('"')
    try:
        found = _tables(new)
    except ConfigError:
        found = {}
    if found != wanted:  # a stand in braces, say
        raise ConfigError(
            f"{name} is written in a way that is not changed by itself: write "
            f"link = {link} for stand {stand} by hand."
        )
    RigReader(name, new, found).rig()
    return new


def without_board(text: str, serial_number: str) -> str:
    """Return *text*, in which ``with_board`` has written it, without this board."""
    lines, stand = text.splitlines(keepends=True), stand_of(text, serial_number)
    if stand is None:
        return text
    if (number := key_lines(text).get(("stand", stand, "link"))) is None:
        raise ConfigError(
            f"Stand {stand} is written in a way that is not changed by itself."
        )
    del lines[number - 1]
    return "".join(lines)


def with_bridge(name: str, text: str, number: str | None) -> str:
    """Return *text* with this board as the bridge of stands in the air, or with none."""
    if number is not None and not _NUMBER.fullmatch(number):
        raise ConfigError(f"This board calls itself {number[:60]!a}: take another board.")
    lines, at = text.splitlines(keepends=True), key_lines(text.removeprefix("\ufeff"))
    end = "\r\n" if "\r\n" in text else "\n"
    line = "" if number is None else f'bridge = "usb:{number}"{end}'
    if (found := at.get(("air", "bridge"))) is not None:
        lines[found - 1] = line
    elif number is not None and (found := at.get(("air",))) is not None:
        lines[found - 1] = lines[found - 1].rstrip("\r\n") + end
        lines.insert(found, line)
    elif number is not None:
        lines[-1:] = [each.rstrip("\r\n") + end for each in lines[-1:]]
        lines += [end, f"[air]{end}", line]
    new = "".join(lines)
    if bridge_of(new) != (number or ""):  # a table in braces, say
        raise ConfigError(
            f"{name} is written in a way that is not changed by itself: write its [air] by hand."
        )
    RigReader(name, new, _tables(new)).rig()
    return new


def bridge_of(text: str) -> str:
    """Return the number of the board that is the bridge, "" where none is."""
    link: object = _tables(text).get("air", {}).get("bridge", "")
    return str(link).removeprefix("usb:")


def _tables(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise ConfigError("The table's file is not TOML: look at --config.") from error


def _stands(text: str) -> Mapping[str, Mapping[str, Any]]:
    return dict(_tables(text).get("stand", {}))


def _link(stand: Mapping[str, Any]) -> str:
    return str(stand.get("link", "virtual:"))


def _is_free(link: str) -> bool:
    return link == "virtual:" or _EXAMPLE.fullmatch(link) is not None
