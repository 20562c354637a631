"""Project, commit, show, in this order; and what to do when the card refuses."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import DataError
from companion.table.event_log import Change, EventLog, MatchInfo, StorageError
from companion.table.match import Match
from companion.table.projection import Played
from companion.table.projector import Frame, project
from companion.table.publisher import Publisher
from companion.table.seating import Seating
from companion.table.standing import Standing


class Keeper:
    """Owns how the table stands, the file, and what is shown. Table thread only."""

    def __init__(
        self,
        path: Path,
        frame: Frame,
        publisher: Publisher,
        *,
        open_log: Callable[[Path], EventLog] = EventLog,
    ) -> None:
        self.standing = Standing()
        self._path = path
        self._frame = frame
        self._publisher = publisher
        self._open_log = open_log
        self._log: EventLog | None = None
        """None: closed, or a commit failed and the file could not be read since."""

    def open(self) -> None:
        """Take up what lies in the file, and show it."""
        self.show(self._opened())

    def close(self) -> None:
        """Close the file."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def show(self, standing: Standing) -> None:
        """Let *standing* be how things stand where nothing of it has to be stored."""
        projection = project(standing, self._frame, self._publisher.latest)
        self.standing = standing
        self._publisher.publish(projection)

    def become(self, standing: Standing, change: Change) -> None:
        """Store *change*, and only then let *standing* be how things stand.

        It is projected first: a bug refuses the change and never gets into the file.
        """
        projection = project(standing, self._frame, self._publisher.latest)
        try:
            self._commit(change)
        except StorageError:
            self.close()
            self.recover()
            if self.standing != standing.stored():
                raise
            return
        self.standing = standing
        self._publisher.publish(projection)

    def recover(self) -> None:
        """After a failed commit nobody knows what was stored: believe the file alone.

        As long as it cannot be read, what was shown last stays and nothing is taken on.
        """
        if self._log is not None:
            return
        standing = self._opened()
        if standing != self.standing.stored():
            self.show(standing)

    def _commit(self, change: Change) -> None:
        if self._log is None:
            raise StorageError(f"The file {self._path} is closed: nothing can be kept.")
        self._log.commit(change)

    # -- reading -------------------------------------------------------------------------

    def _opened(self) -> Standing:
        log = self._open_log(self._path)
        try:
            standing = self._read(log)
        except BaseException:
            log.close()
            raise
        self._log = log
        return standing

    def _read(self, log: EventLog) -> Standing:
        info = next((each for each in log.matches() if each.put_away is None), None)
        return Standing(
            seating=self._document(log, "seating", Seating) or Seating(),
            match=None if info is None else self._match(log, info),
            sheets={} if info is None else log.sheet(info.id),
            evenings=self._document(log, "evenings", tuple[Played, ...]) or (),
            recent=self._document(log, "recent", dict[str, tuple[str, ...]]) or {},
            house=self._document(log, "house", dict[str, dict[str, Any]]) or {},
        )

    def _document(self, log: EventLog, name: str, kind: Any) -> Any:  # noqa: ANN401 - a *kind*
        body = log.document(name)
        try:
            return None if body is None else msgspec.json.decode(body, type=kind)
        except msgspec.DecodeError as error:
            raise DataError(
                f"The document “{name}” in {self._path} is damaged: {error}."
                " Move the file away, or bring back a copy."
            ) from error

    def _match(self, log: EventLog, info: MatchInfo) -> Match:
        game = self._frame.games.get(info.game)
        if game is None:
            raise DataError(
                f"{self._path} holds a running match of {info.game}, a game this program "
                "does not know: use the program that began it, or move the file away."
            )
        rows = log.read(info.id)
        try:
            return Match.load(game, info.id, rows)
        except DataError as error:
            raise DataError(f"{self._path} cannot be taken up: {error}") from error
