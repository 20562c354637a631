"""The running match: one thread owns it, and everything that happens is submitted to it."""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, ParamSpec, TypeVar, TypeVarTuple

from companion.engine.game import AnyGame, Deadline
from companion.errors import Rejected, location
from companion.limits import BOT_PAUSE_S
from companion.messages import Catalogue
from companion.ports import NO_RIG, ButtonEdge, Place, RigConfig
from companion.table.acts.alarms import Alarms
from companion.table.acts.bots import Bots
from companion.table.acts.edges import Edges
from companion.table.acts.lobby import Lobby
from companion.table.acts.matches import Matches
from companion.table.acts.moves import Moves
from companion.table.acts.moving import Moving
from companion.table.acts.presence import Presence
from companion.table.acts.presses import Presses
from companion.table.acts.screen_fingers import ScreenFingers
from companion.table.acts.screen_presence import ScreenFinger
from companion.table.acts.screens import ScreenStands
from companion.table.acts.sheets import Sheets
from companion.table.acts.tutorials import Tutorials
from companion.table.acts.undo import UndoVote
from companion.table.committer import Committer
from companion.table.publisher import Publisher
from companion.table.storage.database import StorageError
from companion.table.values.ids import DeviceId, Handle
from companion.table.values.incidents import Incident
from companion.table.values.table_config import TableConfig

LOG = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
A = TypeVarTuple("A")
SAVE_AGAIN_S = 5.0
"""Between two attempts to save what is not saved."""
KEEP_REST_S = 4.0
"""So often what is left of a deadline is kept: a pulled plug gives no more of it back."""


class Table:
    """An executor of one thread: ``table.submit(table.lobby.join, device, name)``.

    A Future raises Rejected (for people), DataError (nonsense) or, once closed, StorageError.
    *on_refused* hears where a press did nothing, *on_held* where a hold acted; neither may block.
    """

    def __init__(  # noqa: PLR0913 - the composition root's only call; the rest by keyword
        self,
        games: Mapping[str, AnyGame],
        path: Path,
        catalogues: Mapping[str, Mapping[str, Catalogue]],
        *,
        random: Random | None = None,
        lobby_lines: Callable[[], tuple[str, ...]] = tuple,
        rig: RigConfig = NO_RIG,
        file: Callable[[], str] = str,
        on_refused: Callable[[Place], object] = lambda _place: None,
        on_held: Callable[[Place], object] = lambda _place: None,
        bot_pause_s: float = BOT_PAUSE_S,
        clock: Callable[[], float] = monotonic,
        today: Callable[[], str] = lambda: f"{datetime.now():%Y-%m-%d %H:%M}",  # noqa: DTZ005 - the wall clock of the house
    ) -> None:
        self._random = random or secrets.SystemRandom()
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="table")
        self.publisher, self.presence = Publisher(), Presence(clock)
        config = TableConfig(games, catalogues, lobby_lines, rig, file)
        self._committer = committer = Committer(path, config, self.publisher, clock=clock)
        self.moves = Moves(committer, self.publisher, self._random)
        self.screens = ScreenStands(committer, clock, today)
        self._fingers = ScreenFingers(self.screens.presence, self.publisher)
        self.lobby = Lobby(committer, config, self.moves.leave)
        self.moving = Moving(committer, self.presence, self.screens.stand)
        self.screens.ask_for_stand = self.moving.ask_for_stand
        self.matches = Matches(committer, config, self._random, clock, today)
        self.sheets, self.undo = Sheets(committer), UndoVote(committer)
        self.tutorials = Tutorials(games, self.publisher)
        self._presses = Presses(
            committer,
            self._random,
            self.lobby.press,
            self.moving,
            refused=self._fingers.telling("refused", on_refused),
            held=self._fingers.telling("held", on_held),
            clock=clock,
        )
        self._fingers.presses, self.screens.lose = self._presses, self._presses.lose
        self._bots = Bots(games, self.publisher, self._move, self._agree, bot_pause_s)
        self._alarms = Alarms(self._ring)
        self._edges = Edges(self._submit_alone, self._edge)
        self.publisher.subscribe(lambda _: self._follow())

    # -- the thread ----------------------------------------------------------------------

    def start(self) -> None:
        """Open the log, take up the match that lies there, and begin to work."""
        try:
            self.submit(self._open).result()
        except BaseException:
            self.stop()
            raise
        self._bots.start()

    def stop(self) -> None:
        """Finish what was submitted, then stop; does no harm twice or before a start."""
        self._bots.stop()
        self.submit(self._close)
        self._thread.shutdown()

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Let the table's thread do *work* in its turn; return at once."""
        try:
            return self._thread.submit(work, *args, **kwargs)
        except RuntimeError:
            closed: Future[T] = Future()
            closed.set_exception(StorageError("The table is closed: nothing can be kept."))
            return closed

    def ping(self) -> Future[None]:
        """Do nothing in its turn: the answer says that the thread comes round."""
        return self.submit(lambda: None)

    def _open(self) -> None:
        self._committer.open()
        self.lobby.open()

    def _close(self) -> None:
        self._alarms.stop()
        self._committer.close()

    def _submit_alone(self, work: Callable[[*A], None], *args: *A) -> None:
        """Submit what nobody waits for: a press, an alarm."""
        self.submit(work, *args).add_done_callback(_log_fault)

    def _follow(self) -> None:
        """See, once something was shown, what has to be done later."""
        state, wait = self._committer.state, self._committer.state.wait
        set_alarm = self._alarms.set
        set_alarm("time", state.deadline, wait.rest_s(self._clock()) if wait else None)
        kept = Deadline(wait.id, KEEP_REST_S) if wait and not state.paused else None
        set_alarm("rest", kept)
        set_alarm("question", self.moving.deadline)
        set_alarm("screens", *(self.screens.alarm or (None, None)))
        frame = state.course.next(self._clock()) if state.course else None
        if frame is None:
            set_alarm("frame", None)
        else:
            set_alarm("frame", replace(frame, duration_s=0.0), frame.duration_s)
        owed = not self._committer.saved or self._committer.backup_owed
        set_alarm("owed", Deadline("owed", SAVE_AGAIN_S) if owed else None)
        self._presses.follow()
        set_alarm("hold", self._presses.next_hold)
        if self._committer.copy_due:
            self._submit_alone(self._committer.copy)
        if self._committer.backup_due:
            self._submit_alone(self._back_up)

    def _ring(self, name: str, due: str) -> None:
        self._submit_alone(self._due, name, due)

    def _due(self, name: str, due: str) -> None:
        """Do what was waited for under *name*, and see what is to be waited for now."""
        try:
            match name:
                case "time":
                    self._presses.time_up(due)
                case "hold":
                    self._presses.hold(due)
                case _:
                    self._alarms.forget(
                        name
                    )  # it comes again by itself, as long as it is so
                    self._do_again(name)
        finally:
            self._follow()

    def _do_again(self, name: str) -> None:
        match name:
            case "frame":
                self._committer.show(self._committer.state)
            case "question":
                self.moving.review()
            case "screens":
                self.screens.review()
            case "rest":
                self._committer.keep_rest()
                if not self._committer.saved:
                    self._committer.show(self._committer.state)
            case "owed":
                self._committer.catch_up()
                if self._committer.backup_owed:
                    self.matches.back_up()

    def _back_up(self) -> None:
        self.matches.back_up()
        self._follow()

    # -- fingers -------------------------------------------------------------------------

    def on_edge(self, edge: ButtonEdge) -> None:
        """Take a debounced edge; never blocks, never raises."""
        self._edges.take(edge)

    def blinking(self, also: Callable[[Place], object]) -> Callable[[Place], object]:
        """Return what lets the light at a place blink: the hardware's (*also*), and a screen's."""
        return self._fingers.telling("blink", also)

    def on_fingers(
        self, device: DeviceId, page: str, fingers: Sequence[ScreenFinger]
    ) -> None:
        """Take what fingers on a screen's glass did, as its *page* tells; never blocks."""
        self._fingers.take(device, page, fingers, self.on_edge, self._submit_alone)

    def _edge(self, edge: ButtonEdge) -> None:
        try:
            self._presses.edge(edge)
        finally:
            self._alarms.set("hold", self._presses.next_hold)

    # -- the rest of the program ---------------------------------------------------------

    def show_again(self) -> Future[None]:
        """Show what is so anew: the way in has changed."""
        return self.submit(lambda: self._committer.show(self._committer.state))

    def lose_displays(self, places: frozenset[Place]) -> Future[None]:
        """Show elsewhere what these *places* of the rig should show, as long as they do not."""

        def lose() -> None:
            self._committer.show(replace(self._committer.state, lost=places))

        return self.submit(lose)

    def have_display(self, place: Place, *, there: bool) -> Future[None]:
        """Reckon with a display of the rig at *place* from now on, or with none any more."""

        def have() -> None:
            state = self._committer.state
            added = state.added | {place} if there else state.added - {place}
            self._committer.show(replace(state, added=added))

        return self.submit(have)

    def note_incident(self, kind: str, detail: str = "") -> Future[None]:
        """Keep what went wrong around the table; nothing private may be in *detail*."""
        return self.submit(lambda: self._committer.note(Incident(kind, detail)))

    def _move(
        self, *move: *tuple[DeviceId, Handle, Mapping[str, Any], str]
    ) -> Future[None]:
        return self.submit(self.moves.send, *move)

    def _agree(self, device: DeviceId, handle: Handle, request: str) -> Future[None]:
        return self.submit(self.undo.answer, device, handle, request, agree=True)


def _log_fault(reply: Future[None]) -> None:
    """Nobody waits for the answer to a press or an alarm; a refused one is no fault."""
    error = reply.exception()
    if error is not None and not isinstance(error, Rejected):
        LOG.error("A press or an alarm was lost: %s", location(error))
