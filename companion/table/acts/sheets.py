"""Private notes: kept beside the match, outside its log and undo."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.errors import DataError, refuse
from companion.table.committer import Committer
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId, Handle

_KEY: Final = re.compile(r"[A-Za-z0-9:-]{1,32}")
_LONGEST_TEXT: Final = 200
MOST_KEYS: Final = 600


class Sheets:
    """Writes what players note for themselves. Table thread only."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    def write(
        self, device: DeviceId, handle: Handle, key: str, text: str, tag: str = ""
    ) -> None:
        """Keep a private note of whoever holds the page; with *tag* only in the match of it."""
        state = self._committer.state
        seat, match = state.seat_at(device, handle), state.running()
        if tag and tag != match.tag:
            raise refuse("no-match")
        sheet = state.sheets.get(seat, {})
        check_note(sheet, key, text)
        if sheet.get(key) != text:
            sheets = {**state.sheets, seat: {**sheet, key: text}}
            self._committer.become(
                replace(state, sheets=sheets),
                Change(match=match.id, notes=[(seat, key, text)]),
            )


def check_note(sheet: Mapping[str, str], key: str, text: str) -> None:
    """Raise DataError where *sheet* cannot take that note."""
    if not _KEY.fullmatch(key) or len(text) > _LONGEST_TEXT:
        raise DataError(f"A note has a short key and at most {_LONGEST_TEXT} characters.")
    if key not in sheet and len(sheet) >= MOST_KEYS:
        raise DataError("This sheet is full.")
