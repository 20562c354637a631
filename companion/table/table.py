"""The doors of a running match: everything goes through one inbox to one thread."""

import logging
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, TypeVar

from companion.engine.game import Deadline
from companion.errors import DataError, Rejected, refuse
from companion.messages import Catalogue
from companion.ports import ButtonEdge, Place
from companion.table.alarm import Alarm
from companion.table.bots import Bots
from companion.table.committer import Keeper
from companion.table.evening import Evening
from companion.table.faults import where
from companion.table.inbox import Inbox
from companion.table.lobby import Lobby
from companion.table.match import AnyGame
from companion.table.play import Fingers, Play
from companion.table.projection import DeviceId, Handle, PersonId
from companion.table.projector import Frame
from companion.table.publisher import Publisher
from companion.table.seating import Seating
from companion.table.storage.event_log import Row
from companion.table.storage.incidents import Incident

LOG = logging.getLogger(__name__)
T = TypeVar("T")
BOT_PAUSE_S = 1.5
"""Between two moves of bots, so that people can follow."""
MEND_S = 5.0
"""Between two attempts to save what is not saved."""


class Table:
    """Everybody hands it work through one inbox; every answer is a Future.

    A Future raises Rejected (a refusal for people), DataError (nonsense was sent) or, once
    the table is closed, StorageError. *on_refused* hears, on the table's thread, at which
    place a press was refused or meant nothing; it must not block.
    """

    def __init__(  # noqa: PLR0913 - the composition root's only call; the rest by keyword
        self,
        games: Mapping[str, AnyGame],
        path: Path,
        catalogues: Mapping[str, Mapping[str, Catalogue]],
        *,
        random: Random | None = None,
        lobby_lines: Callable[[], tuple[str, ...]] = tuple,
        wifi: str = "",
        on_refused: Callable[[Place], object] = lambda _place: None,
        bot_pause_s: float = BOT_PAUSE_S,
        clock: Callable[[], float] = monotonic,
        today: Callable[[], str] = lambda: f"{datetime.now():%Y-%m-%d %H:%M}",  # noqa: DTZ005 - the wall clock of the house
    ) -> None:
        self.publisher = Publisher()
        self._games = games
        self._frame = frame = Frame(games, catalogues, lobby_lines, wifi)
        self._keeper = Keeper(path, frame, self.publisher)
        self._lobby = Lobby(self._keeper)
        fingers = Fingers(between=self._lobby.press, refused=on_refused)
        chance = random or secrets.SystemRandom()
        self._play = Play(frame, self._keeper, chance, fingers, today)
        self._evening = Evening(self._keeper, self._play, clock)
        self._inbox = Inbox("table", at_end=self._close, afterwards=self._copy)
        self._bots = Bots(games, self.publisher, self, bot_pause_s)
        self._alarm = Alarm(self._ring)
        self._mending = Alarm(self._mend)
        self.publisher.subscribe(lambda _: self._alarm.set(self._play.deadline))
        self.publisher.subscribe(lambda _: self._mend_later())

    # -- start and stop ------------------------------------------------------------------

    def start(self) -> None:
        """Open the log, take up the match that lies there, and begin to work."""
        self._inbox.start(self._open)
        self._bots.start()

    def stop(self) -> None:
        """Finish what is in the inbox, then stop."""
        self._bots.stop()
        self._inbox.stop()

    def show_again(self) -> Future[None]:
        """Show what is so anew: the way in has changed."""
        return self._hand_in(lambda: self._keeper.show(self._keeper.standing))

    def knock(self) -> Future[None]:
        """Do nothing in its turn: the answer says that the thread comes round its loop."""
        return self._inbox.hand_in(lambda: None)

    def _open(self) -> None:
        self._keeper.open()
        self._lobby.open()

    def _close(self) -> None:
        self._alarm.stop()
        self._mending.stop()
        self._keeper.close()

    def _copy(self) -> None:
        try:
            self._keeper.copy()
        except Exception as error:  # noqa: BLE001 - what is stored is stored, go on
            LOG.error("The copy of the match failed: %s", where(error))  # noqa: TRY400

    def _ring(self, deadline: str) -> None:
        reply = self._hand_in(lambda: self._play.time_up(deadline))
        reply.add_done_callback(_log_fault)

    def _mend_later(self) -> None:
        saved = self._keeper.saved
        self._mending.set(None if saved else Deadline("not saved", MEND_S))

    def _mend(self, _deadline: str) -> None:
        def work() -> None:
            self._mending.set(None)
            self._keeper.catch_up()
            self._mend_later()

        self._hand_in(work).add_done_callback(_log_fault)

    def _hand_in(self, work: Callable[[], T]) -> Future[T]:
        return self._inbox.hand_in(work)

    # -- devices and people --------------------------------------------------------------

    def join(self, device: DeviceId, name: str, language: str) -> Future[Handle]:
        """Let a new person sit down; the first device to join is the host's."""
        return self._hand_in(lambda: self._lobby.join(device, name, language))

    def ask_for_seat(self, device: DeviceId, person: PersonId) -> Future[None]:
        """Ask to hold the page of *person* (a lost or empty phone); the host decides."""
        return self._hand_in(lambda: self._lobby.ask(device, person))

    def answer_request(
        self, device: DeviceId, request: str, *, grant: bool
    ) -> Future[None]:
        """Grant or refuse a seat: the host's part, or anybody's for the host's own seat."""
        return self._hand_in(lambda: self._lobby.answer(device, request, grant=grant))

    def take_host(self, device: DeviceId) -> Future[None]:
        """Make *device* the host's: for the machine itself (loopback) only."""
        return self._hand_in(lambda: self._lobby.take_host(device))

    # -- the host ------------------------------------------------------------------------

    def add_person(self, device: DeviceId, name: str) -> Future[PersonId]:
        """Add somebody without a phone."""
        return self._hand_in(lambda: self._lobby.add(device, name))

    def add_bot(self, device: DeviceId, strength: str) -> Future[PersonId]:
        """Add a bot, one of the game's strengths."""

        def work() -> PersonId:
            strengths = self._frame.game(self._keeper.standing.seating).strengths
            if strength not in strengths:
                known = ", ".join(strengths) or "none: this game has no bots"
                raise DataError(f"Bot {strength!r}: choose one of {known}.")
            return self._lobby.add_bot(device, strength)

        return self._hand_in(work)

    def remove_person(self, device: DeviceId, person: PersonId) -> Future[None]:
        """Send somebody away; their page is worthless at once."""
        return self._hand_in(
            lambda: self._lobby.by_host(device, lambda seating: seating.remove(person))
        )

    def order_people(self, device: DeviceId, people: tuple[PersonId, ...]) -> Future[None]:
        """Set the seats' order, clockwise."""
        return self._hand_in(
            lambda: self._lobby.by_host(device, lambda seating: seating.order(people))
        )

    def hand_over(self, device: DeviceId, person: PersonId) -> Future[None]:
        """Make the device of *person* the host's."""
        return self._hand_in(
            lambda: self._lobby.by_host(device, lambda seating: seating.hand_over(person))
        )

    def choose_game(self, device: DeviceId, game: str) -> Future[None]:
        """Set the game that comes next, by its name in the catalogue."""

        def chosen(seating: Seating) -> Seating:
            if game not in self._games:
                raise refuse("no-such-game")
            chosen = seating.choose(game)
            return chosen if self._games[game].strengths else chosen.without_bots()

        return self._hand_in(lambda: self._lobby.by_host(device, chosen))

    def guide(self, device: DeviceId, *, on: bool) -> Future[None]:
        """Let every phone explain each step, or leave it to each."""
        return self._hand_in(
            lambda: self._lobby.by_host(device, lambda seating: seating.with_guide(on=on))
        )

    def furnish(self, device: DeviceId, command: Mapping[str, Any]) -> Future[None]:
        """Keep ``{"type": kind, …}`` of the chosen game for all evenings."""
        return self._hand_in(lambda: self._play.furnish(device, command))

    def start_match(
        self, device: DeviceId, options: Mapping[str, Any], command_id: str
    ) -> Future[None]:
        """Begin a match with everybody at the table, in order; options are the game's."""
        return self._hand_in(lambda: self._play.begin(device, options, command_id))

    def once_more(self, device: DeviceId, command_id: str) -> Future[None]:
        """Begin the next match after a finished one, everybody one place further."""
        return self._hand_in(lambda: self._evening.once_more(device, command_id))

    def pause(self, device: DeviceId, *, paused: bool) -> Future[None]:
        """Let the match rest, or go on."""
        return self._hand_in(lambda: self._evening.pause(device, paused=paused))

    def turn_sand(self, device: DeviceId, seconds: int) -> Future[None]:
        """Turn the sand timer for everybody to see, or take it away by 0."""
        return self._hand_in(lambda: self._evening.turn_sand(device, seconds))

    def forget_evenings(self, device: DeviceId) -> Future[None]:
        """Forget which matches were played."""
        return self._hand_in(lambda: self._evening.forget(device))

    def end_match(self, device: DeviceId) -> Future[None]:
        """Put the match away, finished or not, and go back to the lobby."""
        return self._hand_in(lambda: self._play.end(device))

    def take_up_copy(self, device: DeviceId) -> Future[None]:
        """Go on with the match that a copy has kept and the log has lost."""

        def work() -> None:
            self._keeper.standing.seating.check_host(device)
            self._play.take_up()

        return self._hand_in(work)

    def send_for(
        self,
        device: DeviceId,
        person: PersonId,
        command: Mapping[str, Any],
        command_id: str,
    ) -> Future[None]:
        """Carry out a command for a person without a phone, as the host says."""
        return self._hand_in(
            lambda: self._play.send_for(device, person, command, command_id)
        )

    # -- players -------------------------------------------------------------------------

    def send(
        self, device: DeviceId, handle: Handle, command: Mapping[str, Any], command_id: str
    ) -> Future[None]:
        """Carry out ``{"type": kind, …}`` for the seat behind *handle*, and no other."""
        return self._hand_in(lambda: self._play.send(device, handle, command, command_id))

    def write_sheet(
        self, device: DeviceId, handle: Handle, key: str, text: str
    ) -> Future[None]:
        """Keep a note of the private sheet: outside log and undo."""
        return self._hand_in(lambda: self._play.note(device, handle, key, text))

    def ask_undo(self, device: DeviceId, handle: Handle, command_id: str) -> Future[None]:
        """Take the last step back, or ask the table for its consent; once for each id."""
        return self._hand_in(lambda: self._play.ask_undo(device, handle, command_id))

    def answer_undo(self, device: DeviceId, handle: Handle, *, agree: bool) -> Future[None]:
        """Agree to take the last step back, or stop it."""
        return self._hand_in(lambda: self._play.answer_undo(device, handle, agree=agree))

    def bear_witness(self, device: DeviceId, handle: Handle, tag: str) -> Future[None]:
        """Look whether the log still knows the last row that a phone was shown."""
        return self._hand_in(lambda: self._play.witness(device, handle, tag))

    def note_incident(self, kind: str, detail: str = "") -> Future[None]:
        """Keep what went wrong around the table; nothing private may be in *detail*."""
        return self._hand_in(lambda: self._keeper.note(Incident(kind, detail)))

    def export(self) -> Future[tuple[str, list[Row]]]:
        """Return the id and the entries of the running match."""
        return self._hand_in(self._play.export)

    # -- hardware ------------------------------------------------------------------------

    def on_edge(self, edge: ButtonEdge) -> None:
        """Take a debounced edge; never blocks, never raises."""
        self._hand_in(lambda: self._play.edge(edge)).add_done_callback(_log_fault)


def _log_fault(reply: Future[None]) -> None:
    """Nobody waits for the answer to a press or an alarm; a refused one is no fault."""
    error = reply.exception()
    if error is not None and not isinstance(error, Rejected):
        LOG.error("A press or an alarm was lost: %s", where(error))
