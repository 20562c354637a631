"""Work out what is shown, commit, publish: in this order, for every change."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import monotonic

import msgspec

from companion.engine.course import Course
from companion.errors import refuse
from companion.table.publisher import Publisher
from companion.table.storage.backup import EVENING, text_of, write_backup
from companion.table.storage.copies import Copies
from companion.table.storage.database import StorageError, UnusableFile
from companion.table.storage.event_log import EventLog
from companion.table.storage.load import (
    RESTORED,
    StateLoader,
    asked,
    awaited,
    everything,
    screens_of,
)
from companion.table.storage.retry import RetryingLog
from companion.table.storage.taken_along import backup_of, with_phones
from companion.table.storage.unknown import without_unknown
from companion.table.values.courses import Running, begun, followed, going_on, still
from companion.table.values.entries import Change
from companion.table.values.incidents import Incident
from companion.table.values.match import Match
from companion.table.values.moments import kept, stamped
from companion.table.values.projection import Moment, PlayedMatch, Projection
from companion.table.values.projector import project
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from companion.table.values.waits import same_wait, stopped, waited

LOG = logging.getLogger(__name__)


class Committer:
    """Owns the table's state, the file, and what is shown. Table thread only."""

    def __init__(
        self,
        path: Path,
        config: TableConfig,
        publisher: Publisher,
        *,
        clock: Callable[[], float] = monotonic,
        open_log: Callable[[Path], EventLog] = EventLog,
    ) -> None:
        self.state = TableState()
        self._config = config
        self._publisher = publisher
        self._clock = clock
        self._log = RetryingLog(path, open_log, self._everything)
        self._loader = StateLoader(path, config.games)
        self._copies = Copies(path.parent, self._log, self._loader)
        self._kept: tuple[tuple[PlayedMatch, ...], int] = (), 0
        """The evenings in the file to take along, and how far the match was that was over."""
        self.backup_owed = False
        """Whether the disk has refused that file: it is tried again from time to time."""
        self._moment_numbers = count(1)
        self._show_numbers, self._aside_numbers = count(1), count(1)
        """Shows aside are no page's, so what pages see does not count them."""
        self._closed = False

    def open(self) -> None:
        """Take up what lies in the file, and show it."""
        self.state = self._log.open(self._loader.of_log)
        self._log.started()
        state, back = self._copies.completed(self.state)
        self._log.tell_lost(back)
        self.state = self._known(state)
        self._kept = state.evenings, 0
        self.show(self.state)

    def _known(self, state: TableState) -> TableState:
        """Return *state* as far as this program knows it; the rest is told once."""
        before = state.house
        state, gone = without_unknown(state, self._config)
        told = {(each.kind, each.detail) for each in self._log.incidents}
        for incident in gone:
            if (incident.kind, incident.detail) not in told:
                self._log.note(incident)
                if incident.kind == "house-gone":  # whole, for the version that knows it
                    whole = msgspec.json.encode(before).decode()
                    self._log.keep(Change(documents={"house-before": whole}))
        return state

    def close(self) -> None:
        """Close the file, once everything is in it if the disk takes it."""
        self._closed = True
        self.keep_rest()
        self._log.catch_up()
        self._log.close()

    @property
    def saved(self) -> bool:
        """Whether everything that was shown is on the disk."""
        return self._log.saved

    # -- every change --------------------------------------------------------------------

    def show(self, state: TableState) -> None:
        """Let *state* be the table's where nothing of it has to be stored."""
        state = self._completed(state)
        new_rights = state.screens.rights != self.state.screens.rights
        if state.undo != self.state.undo or new_rights:
            self.become(state, Change())
            return
        self._be(state, project(state, self._config, self._publisher.latest))

    def become(self, state: TableState, change: Change) -> None:
        """Keep *change*, and only then let *state* be the table's.

        It is projected first: a bug refuses the change and never gets into the file.
        """
        if self._closed:
            raise StorageError("The table is closed: nothing can be kept.")
        state = self._completed(state)
        if not same_wait(state.wait, self.state.wait):
            change = replace(change, documents={**change.documents, **self._awaited(state)})
        if state.undo != self.state.undo:  # the question outlives a restart
            change = replace(change, documents={**change.documents, **asked(state)})
        if state.screens.rights != self.state.screens.rights:
            change = replace(change, documents={**change.documents, **screens_of(state)})
        if change.put_away:  # what was brought along was not wanted, or is over
            change = replace(change, documents={**change.documents, RESTORED: ""})
        projection = project(state, self._config, self._publisher.latest)
        # Committed before it is shown: what people have seen cannot be taken back, so it must
        # not go with the plug a moment later. What a disk lost nobody has seen.
        try:
            self._log.writable().commit(change)
        except (StorageError, UnusableFile):
            # A disk that refuses never stops a match.
            self._log.owe(change, lambda: everything(self._stopped(state)))
        # A course begins only now: what it shows is stored.
        now = self._completed(replace(state, course=begun(state.course, self._clock())))
        if now == state:
            self._be(state, projection)
        else:
            self.show(now)
        if change.put_away and self.saved:
            self._copies.forget()

    def record(self, match: Match) -> None:
        """Keep what a move has added to the log; it ends a question about the last one."""
        before = self.state.running()
        start = len(before.log)
        same = match.undoable() == before.undoable()
        undo = self.state.undo if same else None
        course = match.game.course(before.table, match.table)
        running = self._running(course, before, match) or still(
            self.state.course, before, match
        )
        silent = course is not None and not (course.aside or course.heard_at_once)
        moments = self.state.moments if silent else self.sounding(match)
        self.become(
            replace(self.state, match=match, undo=undo, course=running, moments=moments),
            Change(match=match.id, start=start, rows=match.rows(start)),
        )

    def _running(
        self, course: Course | None, before: Match, match: Match
    ) -> Running | None:
        if course is None:
            return None
        number = next(self._aside_numbers if course.aside else self._show_numbers)
        after = self._running(course.then, before, match)
        return Running(course, match.id, number, before.told_count, after=after)

    def sounding(self, match: Match) -> tuple[Moment, ...]:
        """Return the latest moments once *match* is the table's."""
        new = stamped(self.state.match, match, self._moment_numbers, self._clock())
        return kept(self.state.moments, new)

    def skip(self) -> None:
        """End the show that is on, if one is."""
        if self.state.shows is not None:
            course = followed(self.state.course, self._clock())
            self.show(replace(self.state, course=course))

    def _completed(self, state: TableState) -> TableState:
        """Return *state* with what follows from the clock and from the disk."""
        saved, incidents = self._log.saved, self._log.incidents
        now_s = self._clock()
        match = state.match.id if state.match else None
        state = replace(state, course=going_on(state.course, match, now_s))
        return replace(
            self.lawful(state), wait=waited(state, now_s), saved=saved, incidents=incidents
        )

    def lawful(self, state: TableState) -> TableState:
        """Return *state* with what screens may be, and is still asked, as people sit in it."""
        before, wired = self.state.seating, self._config.wired(state)
        rights = state.screens.rights.lawful(before, state.seating, wired)
        screens, question = replace(state.screens, rights=rights), state.question
        if question is not None and question.is_over(state.seating, screens):
            question = None
        return replace(state, screens=screens, question=question)

    def _stopped(self, state: TableState) -> TableState:
        return stopped(state, self._clock())

    def _awaited(self, state: TableState) -> Mapping[str, str]:
        return awaited(self._stopped(state))

    def _be(self, state: TableState, projection: Projection) -> None:
        self.state = state
        self._publisher.publish(projection)

    # -- the file ------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Try again to save what is not saved yet."""
        if not self.saved and self._log.catch_up():
            self._log.note(Incident("saved-again"))
            self.show(self.state)

    def note(self, incident: Incident) -> None:
        """Keep *incident* for people to read."""
        self._log.note(incident)
        self.show(self.state)

    def lost(self, tag: str) -> int:
        """Return how many entries are gone at least if *tag* is a lost one's, else 0."""
        match = self.state.match
        return (match.lost(tag) if match else 0) or self._copies.lost(tag)

    def take_up_copy(self) -> None:
        """Go on with the match that a copy has kept; raises Rejected where there is none."""
        found = self._copies.offered()
        now = self.state
        if now.rescue is None or found is None:
            raise refuse("no-copy")
        state = replace(self._known(self._loader.of_change(found)), rescue=None)
        if now.rescue.brought:  # the rest of that file is here, and what was entered since
            house, recent, evenings = now.house, now.recent, now.evenings
            state = replace(state, house=house, recent=recent, evenings=evenings)
        seating = with_phones(state.seating, now.seating)
        rights = replace(now.screens.rights, former=state.screens.rights.former)
        screens = replace(now.screens, rights=rights)
        lost, added = now.lost, now.added
        state = replace(state, seating=seating, screens=screens, lost=lost, added=added)
        documents = {**everything(state).documents, RESTORED: ""}
        self.become(state, replace(found, documents=documents))
        self.note(Incident("taken-up"))

    @property
    def copy_due(self) -> bool:
        """Whether the match has gone on for a while since its last copy."""
        return self._copies.due(self.state.match)

    def copy(self) -> None:
        """Write a copy of everything beside the log, if it is time."""
        if self.copy_due:
            self._copies.write(self._stopped(self.state))

    # -- to take along -------------------------------------------------------------------

    def backup(self, state: TableState, *, match: bool) -> str:
        """Return the file to take along; *match*: with the running one, all its secrets in it."""
        found = backup_of(
            self._stopped(state),
            f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
            table_file=self._config.table_file(),
            match=match,
            keys=False,
        )
        return text_of(found)

    @property
    def backup_due(self) -> bool:
        """Whether a match is over, or has another end, since that file was last written."""
        return self._over() != self._kept and not self.backup_owed

    def _over(self) -> tuple[tuple[PlayedMatch, ...], int]:
        """Return the evenings, and how many entries a match has that is over, 0: none is.

        Whatever comes after the end counts in what is remembered of it: a word may be judged.
        """
        match = self.state.match
        over = match is not None and match.game.finished(match.state)
        return self.state.evenings, len(match.log) if match and over else 0

    def back_up(self, state: TableState, *, match: bool = False) -> None:
        """Write that file beside the log, for a stick to take; StorageError, and it is owed."""
        self.backup_owed = True
        write_backup(self._log.path.with_name(EVENING), self.backup(state, match=match))
        self._kept = self._over()
        self.backup_owed = False

    def keep_rest(self) -> None:
        """Keep what is left of what all wait for, so that a start does not give it anew."""
        if self.state.wait is not None and self.saved:
            self._log.keep(Change(documents=self._awaited(self.state)))

    def _everything(self) -> Change:
        return everything(self._stopped(self.state))
