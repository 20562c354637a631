"""How the table stands as a file tells it, and as a file is told it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.engine.game import AnyGame
from companion.errors import DataError
from companion.table.storage.database import UnusableFile
from companion.table.storage.event_log import EventLog
from companion.table.storage.judged import judge, judge_house
from companion.table.values.consent import UndoRequest
from companion.table.values.entries import Change, Row
from companion.table.values.match import Match
from companion.table.values.projection import PlayedMatch, Wait
from companion.table.values.screens import ScreenRights, Screens
from companion.table.values.seating import Seating
from companion.table.values.state import TableState

T = TypeVar("T")
RECENT = dict[str, tuple[str, ...]]
HOUSE = dict[str, dict[str, Any]]
EVENINGS = tuple[PlayedMatch, ...]
QUESTIONS = tuple[UndoRequest, ...]
WAITS = tuple[tuple[str, Wait], ...]
"""With the match it belongs to: a version that knows no waits may have played on."""
RESTORED = "restored"
"""Document: a match that came with a file from elsewhere and waits to be gone on with."""
DOCUMENTS = ("seating", "recent", "house", "evenings", "undo", "wait", "screens")


class StateLoader:
    """Reads a log or a copy; UnusableFile where it does not say what it should."""

    def __init__(self, path: Path, games: Mapping[str, AnyGame]) -> None:
        """*path* names the file in errors."""
        self._path = path
        self._games = games

    def of_log(self, log: EventLog) -> TableState:
        """Return how things stand as *log* tells it."""
        documents = {name: log.document(name) for name in DOCUMENTS}
        info = next((each for each in log.matches() if each.put_away is None), None)
        if info is None:
            return self._standing(documents, None, {})
        match = self._match(info.game, info.id, log.read(info.id))
        return self._standing(documents, match, log.sheet(info.id))

    def of_change(self, change: Change) -> TableState:
        """Return how things stand as *change* tells it, which has everything in it."""
        sheets: dict[int, dict[str, str]] = {}
        for seat, key, text in change.notes:
            sheets.setdefault(seat, {})[key] = text
        match = (
            self._match(change.game, change.match, change.rows) if change.match else None
        )
        state = self._standing(change.documents, match, sheets)
        try:
            judge_house(state.house, self._games)
        except DataError as error:
            raise UnusableFile(f"{self._path} cannot be taken up: {error}") from error
        return state

    def _standing(
        self,
        documents: Mapping[str, str | None],
        match: Match | None,
        sheets: Mapping[int, Mapping[str, str]],
    ) -> TableState:
        state = TableState(
            seating=self._decoded(documents, "seating", Seating) or Seating(),
            match=match,
            sheets=sheets,
            recent=self._decoded(documents, "recent", RECENT) or {},
            house=self._decoded(documents, "house", HOUSE) or {},
            evenings=self._decoded(documents, "evenings", EVENINGS) or (),
            undo=next(iter(self._decoded(documents, "undo", QUESTIONS) or ()), None),
            wait=self._wait(documents, match),
            screens=Screens(
                self._decoded(documents, "screens", ScreenRights) or ScreenRights()
            ),
        )
        try:
            judge(state)
        except DataError as error:
            raise UnusableFile(f"{self._path} cannot be taken up: {error}") from error
        return state

    def _wait(
        self, documents: Mapping[str, str | None], match: Match | None
    ) -> Wait | None:
        waits = self._decoded(documents, "wait", WAITS) or ()
        known = (wait for id_, wait in waits if match is not None and id_ == match.id)
        return next(known, None)

    def _decoded(
        self, documents: Mapping[str, str | None], name: str, kind: type[T]
    ) -> T | None:
        body = documents.get(name)
        try:
            return None if body is None else msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise UnusableFile(
                f"The document “{name}” in {self._path} is damaged: {error}."
                " Move the file away, or bring back a copy."
            ) from error

    def _match(self, name: str, match: str, rows: Sequence[Row]) -> Match:
        game = self._games.get(name)
        if game is None:
            raise UnusableFile(
                f"{self._path} holds a running match of {name}, a game this program does"
                " not know: use the program that began it, or move the file away.",
                "newer",
            )
        try:
            return Match.load(game, match, rows)
        except DataError as error:
            raise UnusableFile(f"{self._path} cannot be taken up: {error}") from error
        except Exception as error:  # whatever a move that nobody made does to a game
            raise UnusableFile(
                f"{self._path} cannot be taken up: its moves make no match "
                f"({type(error).__name__})."
            ) from error


def asked(state: TableState) -> Mapping[str, str]:
    """Return the open question about undo as it is stored."""
    questions = (state.undo,) if state.undo is not None else ()
    return {"undo": msgspec.json.encode(questions).decode()}


def awaited(state: TableState) -> Mapping[str, str]:
    """Return what is left of what the match waits for as it is stored."""
    waits = ((state.match.id, state.wait),) if state.match and state.wait else ()
    return {"wait": msgspec.json.encode(waits).decode()}


def screens_of(state: TableState) -> Mapping[str, str]:
    """Return which devices are stands as it is stored."""
    return {"screens": msgspec.json.encode(state.screens.rights).decode()}


def everything(state: TableState) -> Change:
    """Return *state* as one change: everything a new file needs."""
    documents = {
        "seating": state.seating.dump(),
        "recent": msgspec.json.encode(state.recent).decode(),
        "house": msgspec.json.encode(state.house).decode(),
        "evenings": msgspec.json.encode(state.evenings).decode(),
        **asked(state),
        **awaited(state),
        **screens_of(state),
    }
    if (match := state.match) is None:
        return Change(documents=documents)
    sheets = state.sheets.items()
    return Change(
        match=match.id,
        game=match.game.name,
        rows=match.rows(0),
        notes=[(seat, key, text) for seat, notes in sheets for key, text in notes.items()],
        documents=documents,
    )
