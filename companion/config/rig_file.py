"""From the tables of a TOML file to a RigConfig; whatever cannot be is told by its line."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path as FilePath
from typing import Any, NoReturn, TypeVar, get_args

from companion.config.rig_checks import clashes
from companion.config.toml_lines import Path, key_lines, line_of
from companion.errors import ConfigError
from companion.links import Link, MuxLink, SpiLink, parse_link
from companion.network import wifi_code
from companion.ports import (
    CENTRE,
    CENTRE_BUTTONS,
    STAND_PLACES,
    Controller,
    MuxConfig,
    PanelKind,
    Place,
    RigConfig,
    StandConfig,
)

T = TypeVar("T")

LINKS = (
    '"mux:NAME/0" to "mux:NAME/7", "i2c:1", "spi:0.0/DC", "spi:0.0/DC/RESET" (BCM pins), '
    '"usb:SERIAL-NUMBER" or "virtual:"'
)
BCM_PINS = range(2, 28)
I2C_ADDRESSES = range(0x08, 0x78)
PRINTED_ADDRESSES = (0x78, 0x7A)
"""Those of 0x3C and 0x3D, as most modules have them on their backs: eight bits."""
LONGEST_WIFI_BYTES = 32
WIFI_PASSWORD = re.compile("[ -~]{8,63}|[0-9A-Fa-f]{64}")
LONGEST_FINDING = 200
STAND_BUTTONS = ("main",)
SHIFTED = ("sh1106", "ch1116")
OFFSETS = range(5)
"""They have four columns of memory more than the glass has."""
_STAND_KEYS = ("link", "address", "panel", "rotate", "buttons", "light", "offset")
_MUX_KEYS = ("bus", "address", "reset")


class RigReader:
    """Reads one file; every error names the file, the line, the finding and the remedy."""

    def __init__(self, name: str, text: str, tables: Mapping[str, Any]) -> None:
        self._name, self._tables = name, tables
        self._lines = key_lines(text)

    def rig(self) -> RigConfig:
        """Return what the file describes; raises ConfigError."""
        self._known((), self._tables, ("mux", "stand", "centre", "wifi", "air"))
        muxes = tuple(self._mux(name) for name in self._table(("mux",)))
        stands = tuple(self._stands({mux.name: mux for mux in muxes}))
        if not stands:
            self._fail((), "there is no stand in it", "begin with [stand.1]")
        config = RigConfig(stands, muxes, *self._wifi(), self._bridge())
        for path, finding, remedy in clashes(config):
            self._fail(path, finding, remedy)
        return config

    # -- tables --------------------------------------------------------------------------

    def _mux(self, name: str) -> MuxConfig:
        path = ("mux", name)
        table = self._table(path)
        self._known(path, table, _MUX_KEYS)
        if not re.fullmatch(r"[\w-]+", name):
            self._fail(path, f"a multiplexer cannot be called {name!r}", "use letters")
        return MuxConfig(
            name,
            bus=self._number(path, "bus", 1, range(256)),
            address=self._number(path, "address", 0x70, range(0x70, 0x78)),
            reset=self._pin(path, "reset"),
        )

    def _bridge(self) -> str:
        """Return the number of the board that carries lines through the air."""
        self._known(("air",), self._table(("air",)), ("bridge",))
        return self._value(("air",), "bridge", str, "").removeprefix("usb:")

    def _wifi(self) -> tuple[str, str]:
        """Return the network's name, and its code for cameras."""
        path = ("wifi",)
        self._known(path, self._table(path), ("name", "password"))
        name = self._value(path, "name", str, "")
        if len(name.encode()) > LONGEST_WIFI_BYTES:
            self._fail(
                (*path, "name"), f"no network has the name {name!r}", "write 1 to 32 bytes"
            )
        password = self._value(path, "password", str, "")
        if not password:
            return name, ""
        if not WIFI_PASSWORD.fullmatch(password):
            self._fail(
                (*path, "password"),
                "no Wi-Fi has such a password",
                "write 8 to 63 plain letters, digits and signs, or 64 hexadecimal digits",
            )
        if not name:
            self._fail(
                (*path, "password"), "nobody knows whose it is", 'write name = "…", too'
            )
        return name, wifi_code(name, password)

    def _stands(self, muxes: Mapping[str, MuxConfig]) -> Iterator[StandConfig]:
        numbers = {place.removeprefix("stand-"): place for place in STAND_PLACES}
        self._known(("stand",), self._table(("stand",)), tuple(numbers))
        for number, place in numbers.items():
            if number in self._table(("stand",)):
                yield self._stand(("stand", number), place, muxes)
        if "centre" in self._tables:
            yield self._stand(("centre",), CENTRE, muxes)

    def _stand(
        self, path: Path, place: Place, muxes: Mapping[str, MuxConfig]
    ) -> StandConfig:
        table = self._table(path)
        self._known(path, table, _STAND_KEYS)
        return StandConfig(
            place,
            link=self._link(path, muxes),
            address=self._address(path),
            panel=self._panel(path),
            rotate=self._turned(path),
            buttons=self._buttons(path, place),
            light=self._pin(path, "light"),
            offset=self._offset(path),
        )

    def _panel(self, path: Path) -> PanelKind:
        if self._table(path).get("panel") == "sh1107":
            self._fail(
                (*path, "panel"),
                "an SH1107 has a glass of 128 x 128 or 64 x 128 pixels, and faces are drawn "
                "for 128 x 64",
                "take another module",
            )
        panel: PanelKind = self._one_of(path, "panel", "auto", get_args(PanelKind))
        return panel

    def _offset(self, path: Path) -> int | None:
        if "offset" not in self._table(path):
            return None
        if self._panel(path) not in ("auto", *SHIFTED):
            self._fail(
                (*path, "offset"),
                "only the glass of an SH1106 or a CH1116 may begin at another column",
                "leave offset out",
            )
        return self._number(path, "offset", 2, OFFSETS)

    def _link(self, path: Path, muxes: Mapping[str, MuxConfig]) -> Link:
        text = self._value(path, "link", str, "virtual:")
        link = parse_link(text)
        if text.startswith("tty:"):
            self._fail(
                (*path, "link"),
                f"boards at a serial line are no longer served, so {text!r} means nothing",
                'join it by USB, and write "usb:SERIAL-NUMBER" as `companion stands list` says',
            )
        if link is None:
            self._fail((*path, "link"), f"link {text!r} means nothing", f"write {LINKS}")
        if isinstance(link, MuxLink) and link.mux not in muxes:
            self._fail(
                (*path, "link"),
                f"there is no multiplexer {link.mux!r}",
                f"add [mux.{link.mux}]",
            )
        if isinstance(link, SpiLink):
            self._check_spi(path, link)
        return link

    def _check_spi(self, path: Path, link: SpiLink) -> None:
        for pin in (link.dc, link.reset):
            if pin is not None and pin not in BCM_PINS:
                self._fail((*path, "link"), f"there is no pin {pin}", "choose BCM 2 to 27")
        if self._table(path).get("panel", "auto") == "auto":
            self._fail(
                (*path, "link"),
                "a display on SPI cannot be asked what it is",
                "add panel = " + " or ".join(f'"{each}"' for each in get_args(Controller)),
            )

    def _buttons(self, path: Path, place: Place) -> Mapping[str, int]:
        path, names = (
            (*path, "buttons"),
            CENTRE_BUTTONS if place == CENTRE else STAND_BUTTONS,
        )
        table = self._table(path)
        self._known(path, table, names)
        pins = {name: self._pin(path, name) for name in names}
        return {name: pin for name, pin in pins.items() if pin is not None}

    # -- values --------------------------------------------------------------------------

    def _table(self, path: Path) -> Mapping[str, Any]:
        found: Any = self._tables
        for part in path:
            found = found.get(part, {})
            if not isinstance(found, dict):
                self._fail(path, f"{'.'.join(path)} is not a table", f"write [{path[0]}.…]")
        return dict(found)

    def _value(self, path: Path, key: str, kind: Callable[..., T], default: T) -> T:
        value: T = self._table(path).get(key, default)
        if type(value) is not kind:
            wanted = {str: "text in quotes", int: "a whole number"}[kind]  # type: ignore[index]  # the only two there are
            self._fail((*path, key), f"{key} = {value!r} cannot be", f"write {wanted}")
        return value

    def _number(self, path: Path, key: str, default: int, among: range) -> int:
        value = self._value(path, key, int, default)
        if value not in among:
            self._fail(
                (*path, key),
                f"{key} = {value:#x} cannot be",
                f"choose {among[0]:#x} to {among[-1]:#x}",
            )
        return value

    def _address(self, path: Path) -> int:
        printed = self._value(path, "address", int, 0x3C)
        if printed in PRINTED_ADDRESSES:
            self._fail(
                (*path, "address"),
                f"address = {printed:#x} is what modules have printed on them, with a bit more",
                f"write {printed >> 1:#x}",
            )
        return self._number(path, "address", 0x3C, I2C_ADDRESSES)

    def _pin(self, path: Path, key: str) -> int | None:
        if key not in self._table(path):
            return None
        pin = self._value(path, key, int, 0)
        if pin not in BCM_PINS:
            self._fail((*path, key), f"there is no pin {pin}", "choose BCM 2 to 27")
        return pin

    def _one_of(self, path: Path, key: str, default: Any, among: tuple[Any, ...]) -> Any:  # noqa: ANN401 - one of the values in *among*
        value = self._value(path, key, type(default), default)
        if value not in among:
            choices = ", ".join(map(str, among))
            hint = _meant(value, among)
            self._fail(
                (*path, key), f"{key} = {value!r} cannot be{hint}", f"write {choices}"
            )
        return value

    def _turned(self, path: Path) -> Any:  # noqa: ANN401 - 0 or 2: quarters of a turn
        return self._one_of(path, "rotate", 0, (0, 180)) // 90

    # -- refusing ------------------------------------------------------------------------

    def _known(self, path: Path, table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                hint = _meant(key, keys)
                self._fail(
                    (*path, key), f"{key!r} is unknown{hint}", f"use {', '.join(keys)}"
                )

    def _fail(self, path: Path, finding: str, remedy: str) -> NoReturn:
        line = line_of(self._lines, path)
        short = (
            finding if len(finding) <= LONGEST_FINDING else f"{finding[:LONGEST_FINDING]}…"
        )
        raise ConfigError(f"{self._name}, line {line}: {short}; {remedy}.")


def _meant(written: object, known: Iterable[object]) -> str:
    """Return a question where something of what is *known* is close to what was written."""
    asked = written.lower() if isinstance(written, str) else ""
    close = get_close_matches(asked, map(str, known), 1)
    return f" (did you mean {close[0]}?)" if close else ""


_TOO_DEEP = (
    "a number in it is too long, or brackets lie too deeply in each other. Compare it with "
    "companion.example.toml."
)


def read_rig(path: FilePath) -> RigConfig:
    """Return the rig that the TOML file *path* describes."""
    try:
        text = path.read_text("utf-8-sig")  # some editors begin a file with a mark
    except (OSError, UnicodeDecodeError) as error:
        finding = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(
            f"The file {path} cannot be read: {finding}. Look at --config."
        ) from error
    return rig_of(str(path), text)


def rig_of(name: str, text: str) -> RigConfig:
    """Return the rig that *text* describes; ConfigError names it *name*."""
    try:
        return RigReader(name, text, tomllib.loads(text)).rig()
    except ConfigError:
        raise  # which is a ValueError too, and says what it is
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"{name} is not TOML: {error}. Compare it with companion.example.toml."
        ) from error
    except (ValueError, RecursionError) as error:  # 5000 digits cannot be read, or be said
        raise ConfigError(f"{name}: {_TOO_DEEP}") from error
