"""Boards at USB that are no stands of a table: what each is, and how one becomes a stand."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any, Final, TypeVar

from companion.links import BoardKind, PluggedBoard, same_board
from hardware.boards.board_finder import on_usb, own_number
from hardware.pins.drivers import Drivers
from hardware.workshop.flashing import BRIDGE_PROGRAM, WIRE, Flasher
from hardware.workshop.hearing import BoardWord, listen
from hardware.workshop.known_boards import AIR_FILE, BRIDGE_FILE
from hardware.workshop.raw_prompt import shown

NOBODY: Final = "not-known-yet"
"""A board that has not said yet who it is."""
PlaceT = TypeVar("PlaceT")
_BOOTSEL: Final = ("2e8a", ("0003", "000f"))


def boards(ports: Iterable[Any]) -> Iterator[str]:
    """Yield what each board on USB is called: by its own number, or by its port's path."""
    there = list(ports)
    for port in there:
        if on_usb(port):
            yield own_number(port, there) or str(port.device)


def without_program(usb: Path) -> int:
    """Return how many boards show the drive that takes MicroPython, and run nothing."""
    vendor, products = _BOOTSEL
    return sum(
        _text(each / "idVendor") == vendor and _text(each / "idProduct") in products
        for each in usb.glob("*")
    )


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except OSError:
        return ""


def kind_of(heard: BoardWord, version: str) -> BoardKind:
    """Return what a board is by its word; *version* is that of our firmware today."""
    if heard.hello and heard.hello.firmware == version:
        return "ours"
    if heard.ours:
        return "old"
    return "bare" if heard.idle else "unknown"


class Lookout:
    """Looks what is plugged in; each board is asked once, until it is unplugged.

    *lend* keeps others away from a port meanwhile; one that is *used* is a stand's already.
    """

    def __init__(
        self,
        drivers: Drivers,
        version: str,
        lend: Callable[[str], AbstractContextManager[object]],
        used: Callable[[str], bool],
    ) -> None:
        self._drivers, self._version = drivers, version
        self._lend, self._used = lend, used
        self._heard: dict[str, tuple[BoardKind, str]] = {}
        """By its path what each board there is, and the id that it says."""

    def look(self, numbers: Collection[str]) -> tuple[PluggedBoard, ...]:
        """Return the boards that are none of *numbers*, by their names."""
        ports = [port for port in self._drivers.ports() if on_usb(port)]
        there = {str(port.device) for port in ports}
        self._heard = {path: each for path, each in self._heard.items() if path in there}
        found = []
        for port in ports:
            path, number = str(port.device), own_number(port, ports)
            if self._used(path) or _among(number, numbers):
                continue
            kind, said = self._ask(path)
            if kind is not None and not _among(said, numbers):
                title = shown(str(getattr(port, "product", None) or ""), 40)
                found.append(PluggedBoard(number or path, path, kind, title))
        return tuple(sorted(found, key=lambda each: each.path))

    def forget(self, path: str) -> None:
        """Ask the board at *path* anew: it may be another one now."""
        self._heard.pop(path, None)

    def _ask(self, path: str) -> tuple[BoardKind | None, str]:
        if path not in self._heard:
            try:
                with self._lend(path), closing(self._drivers.open_port(path)) as port:
                    heard = listen(port)
            except OSError:
                return None, ""  # it has just gone, or is another program's
            said = heard.hello.board if heard.hello else ""
            self._heard[path] = kind_of(heard, self._version), said
        return self._heard[path]


def _among(number: str, numbers: Collection[str]) -> bool:
    return any(same_board(number, each) for each in numbers)


def bridge_flasher(drivers: Drivers, kept: Path, air: bytes) -> Flasher:
    """Return what makes a board the bridge of the network *air*."""
    source, told = BRIDGE_PROGRAM.read_bytes(), {BRIDGE_FILE: air, AIR_FILE: None}
    return Flasher(drivers, source, kept, modules=(WIRE,), told=told)


def make_stand(
    name: str,
    placed: Callable[[str], tuple[str, PlaceT]],
    flasher: Callable[[str], Flasher],
    *,
    replace: bool = False,
) -> tuple[str, PlaceT, str]:
    """Flash the board *name*; return which stand it is, what *placed* said besides, and how.

    *placed* is given the number by which a table knows it, before it is touched, and again
    where only its firmware says it; *flasher* is given the stand.
    """
    nameless = name.startswith("/")
    own = flasher("1").said_id(name) if nameless else name
    stand, more = placed(own or NOBODY)
    making = flasher(stand)
    said = making.flash(name, replace=replace)
    if nameless and not own:  # now it says who it is
        first, (stand, more) = stand, placed(making.said_id(name))
        if stand != first:
            said = flasher(stand).flash(name)
    return stand, more, said
