"""Stands and bridge made of boards at the table itself: their numbers, beside the matches.

The table's own file is an administrator's, and a service cannot write it; it wins over this one.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.config.file_change import FileChange, own_text
from companion.config.rig_edit import (
    bridge_of,
    free_stands,
    stand_of,
    with_board,
    with_bridge,
    without_board,
)
from companion.config.rig_file import rig_of
from companion.errors import ConfigError, remedy
from companion.links import UsbLink, same_board
from companion.ports import CENTRE, Place, RigConfig, StandConfig

MADE_FILE: Final = "boards.toml"
_MEND: Final = "correct it, or move it away and make its boards stands anew"
_LOG = logging.getLogger(__name__)


def _warn(error: ConfigError) -> None:
    _LOG.warning("Not in the file to take along: %s", error)


class MadeStands:
    """The boards of one table, by its own file's *text* and by the file in *folder*."""

    def __init__(self, folder: Path, text: str) -> None:
        self._path, self._text = folder / MADE_FILE, text
        self._warned: tuple[str, str] | None = None

    def check(self) -> None:
        """Raise ConfigError where the file cannot be used: then nothing is written there."""
        if fault := self.fault():
            finding, step = fault
            raise ConfigError(f"{finding}: {step}.")

    def fault(self) -> tuple[str, str] | None:
        """Return what is wrong with the file, and what helps; None: nothing is."""
        _, fault = self._look()
        return fault

    def joined(self, rig: RigConfig) -> RigConfig:
        """Return *rig* with each board that was made a stand which the own file leaves free."""
        stands = {each.place: each for each in rig.stands}
        for place, link in self._made().items():
            stands[place] = replace(stands.get(place, StandConfig(place)), link=link)
        ordered = sorted(stands, key=lambda place: (place == CENTRE, place))
        ready = tuple(stands[place] for place in ordered)
        return replace(rig, stands=ready, bridge=self.bridge())

    def boards(self) -> tuple[str, ...]:
        """Return the numbers of all boards of the table by now, the bridge's last."""
        return self.joined(rig_of("the table's file", self._text)).boards()

    def text(self, left_out: Callable[[ConfigError], object] = _warn) -> str:
        """Return the own file's text with the boards that were made stands, to take along.

        *left_out* hears of each that has no place in it, as it is written.
        """
        text, own = self._text, "the table's file"
        for place, link in self._made().items():
            try:
                number = place.removeprefix("stand-")
                text = with_board(own, text, number, link.serial_number)
            except ConfigError as error:
                left_out(error)
        if self.takes_bridge() and (number := self.bridge()):
            try:
                text = with_bridge(own, text, number)
            except ConfigError as error:
                left_out(error)
        return text

    def free(self) -> tuple[str, ...]:
        """Return the numbers of the stands that no board belongs to, in their order."""
        made = self._made()
        return tuple(each for each in free_stands(self._text) if _place(each) not in made)

    def of(self, serial_number: str) -> str | None:
        """Return the number of the stand that this board is already; None: of none."""
        made = stand_of(self._read(), serial_number)
        return stand_of(self._text, serial_number) or (
            made if made and _place(made) in self._made() else None
        )

    def bridge(self) -> str:
        """Return the number of the board that is the bridge; "": none is."""
        if not self.takes_bridge():
            return bridge_of(self._text)
        made = bridge_of(self._read())
        return "" if stand_of(self._text, made) else made

    def takes_bridge(self) -> bool:
        """Tell whether a board may be made the bridge: the own file names none."""
        return not bridge_of(self._text)

    def add(self, stand: str, serial_number: str) -> None:
        """Keep that this board is that stand, so that a pulled plug leaves old or new."""
        self._write(with_board(str(self._path), self._kept(), stand, serial_number))

    def remove(self, serial_number: str) -> None:
        """Keep that this board is no stand."""
        self._write(without_board(self._kept(), serial_number))

    def make_bridge(self, serial_number: str | None) -> None:
        """Keep that this board is the bridge of stands in the air, or that none is."""
        text = self._kept()
        if serial_number or bridge_of(text):
            text = text or "[stand.1]\n"  # a table's file has a stand
            self._write(with_bridge(str(self._path), text, serial_number))

    def _write(self, text: str) -> None:
        FileChange(self._path, text).make()

    def _kept(self) -> str:
        """Return the file's text without what the own file has overruled; raises ConfigError."""
        self.check()
        text, counts = self._read(), {str(each) for each in self._made().values()}
        if bridge_of(text) not in ("", self.bridge()):
            text = with_bridge(str(self._path), text, None)
        for stand in rig_of(str(self._path), text).stands if text else ():
            if isinstance(stand.link, UsbLink) and str(stand.link) not in counts:
                text = without_board(text, stand.link.serial_number)
        return text

    def _made(self) -> Mapping[Place, UsbLink]:
        text, bridge = self._read(), self.bridge()
        free = {_place(each) for each in free_stands(self._text)}
        stands = rig_of(str(self._path), text).stands if text else ()
        return {
            each.place: each.link
            for each in stands
            if each.place in free
            and isinstance(each.link, UsbLink)
            and stand_of(self._text, each.link.serial_number) is None
            and not same_board(bridge, each.link.serial_number)
        }

    def _read(self) -> str:
        """Return the file's text, "" where there is none that can be used: a table opens."""
        text, fault = self._look()
        if fault and fault != self._warned:  # once, for a page looks again and again
            _LOG.warning("%s: %s", *fault)
        self._warned = fault
        return text

    def _look(self) -> tuple[str, tuple[str, str] | None]:
        """Return the file's text and what is wrong with it, and what helps."""
        try:
            text = own_text(self._path)
            if text:
                rig_of(MADE_FILE, text)
        except FileNotFoundError:
            return "", None
        except OSError as error:
            return "", (f"{self._path} cannot be read ({error.strerror})", remedy(error))
        except (UnicodeDecodeError, ConfigError) as error:
            why = str(error).removesuffix(".")
            return "", (f"{self._path} is damaged ({why})", _MEND)
        return text, None


def _place(number: str) -> Place:
    return Place(f"stand-{number}")
