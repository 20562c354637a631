"""The one owner of a running match: one thread, one inbox; work out, commit, show."""

import queue
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec

from companion.engine.codec import Codec
from companion.engine.game import Gesture, Undo
from companion.errors import DataError, refuse
from companion.messages import Catalogue
from companion.ports import CENTRE, ButtonEdge, Seat
from companion.table.event_log import EventLog, MatchInfo, Row
from companion.table.gestures import Gestures
from companion.table.match import AnyGame, Match
from companion.table.projection import DeviceId, Handle, PersonId
from companion.table.projector import Shown, UndoRequest, project
from companion.table.publisher import Publisher
from companion.table.seating import Person, Seating, SeatRequest

T = TypeVar("T")

COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
SHEET_KEY = re.compile(r"[A-Za-z0-9:-]{1,32}")
SHEET_TEXT = 200
SHEET_KEYS = 600
REMEMBERED = 300
"""Secret words that do not come again for some evenings."""


class Table:
    """Everybody hands it work through one inbox; every answer is a Future.

    A Future raises Rejected (a refusal for people), DataError (nonsense was sent) or
    StorageError (nothing could be kept, so nothing happened).
    """

    def __init__(
        self,
        game: AnyGame,
        path: Path,
        catalogues: Mapping[str, Catalogue],
        *,
        random: Random | None = None,
        lobby_lines: tuple[str, ...] = (),
    ) -> None:
        self.publisher = Publisher()
        self._game = game
        self._path = path
        self._catalogues = catalogues
        self._lobby_lines = lobby_lines
        self._random = random or secrets.SystemRandom()
        self._seat_codec = Codec(game.seat_commands)
        self._setup_codec = Codec(game.setup_commands)
        self._inbox: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="table")
        self._gestures = Gestures()
        self._seating = Seating()
        self._match: Match | None = None
        self._sheets: dict[int, dict[str, str]] = {}
        self._recent: tuple[str, ...] = ()
        self._undo: UndoRequest | None = None
        self._log: EventLog

    # -- start and stop ------------------------------------------------------------------

    def start(self) -> None:
        """Open the log, take up the match that lies there, and begin to work."""
        ready: Future[None] = Future()
        self._inbox.put(self._answering(ready, self._open))
        self._thread.start()
        ready.result()

    def stop(self) -> None:
        """Finish what is in the inbox, then stop."""
        self._inbox.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (work := self._inbox.get()) is not None:
            work()
        if hasattr(self, "_log"):
            self._log.close()

    def _hand_in(self, work: Callable[[], T]) -> Future[T]:
        reply: Future[T] = Future()
        self._inbox.put(self._answering(reply, work))
        return reply

    def _answering(self, reply: Future[T], work: Callable[[], T]) -> Callable[[], None]:
        def answer() -> None:
            try:
                reply.set_result(work())
            except BaseException as error:  # noqa: BLE001 - it goes back to whoever asked
                reply.set_exception(error)

        return answer

    def _open(self) -> None:
        self._log = EventLog(self._path)
        seating = self._log.document("seating")
        if seating is not None:
            self._seating = msgspec.json.decode(seating, type=Seating)
        self._recent = tuple(msgspec.json.decode(self._log.document("recent") or "[]"))
        info = next((each for each in self._log.matches() if each.put_away is None), None)
        if info is not None:
            self._take_up(info)
        if not self._seating.pin:
            self._keep(replace(self._seating, pin=_new_pin()))
        self._publish()

    def _take_up(self, info: MatchInfo) -> None:
        if info.game != self._game.name:
            raise DataError(
                f"{self._path} holds a running match of {info.game}, but this program was "
                f"started for {self._game.name}: start it for that game, or end the match."
            )
        self._match = Match.load(self._game, info.id, self._log.read(info.id))
        self._sheets = self._log.sheet(info.id)

    # -- devices and people --------------------------------------------------------------

    def join(self, device: DeviceId, name: str, language: str) -> Future[Handle]:
        """Let a new person sit down; the first device to join is the host's."""

        def work() -> Handle:
            handle = Handle(secrets.token_urlsafe(12))
            person = Person(_new_person(), name, device, handle, language)
            self._reseat(self._seating.join(person))
            return handle

        return self._hand_in(work)

    def ask_for_seat(self, device: DeviceId, person: PersonId) -> Future[None]:
        """Ask to hold the page of *person* (a lost or empty phone); the host decides."""

        def work() -> None:
            request = SeatRequest(secrets.token_urlsafe(6), person, device)
            if device == self._seating.host:
                handle = Handle(secrets.token_urlsafe(12))
                self._seating.person(person)
                self._reseat(self._seating.give_page(request, handle))
            else:
                self._reseat(self._seating.ask(request))

        return self._hand_in(work)

    def answer_request(
        self, device: DeviceId, request: str, *, grant: bool
    ) -> Future[None]:
        """Grant or refuse a request for a seat: the host, or all for the host's own seat."""

        def work() -> None:
            handle = Handle(secrets.token_urlsafe(12)) if grant else None
            self._reseat(self._seating.answer(device, request, handle))

        return self._hand_in(work)

    def take_host(self, device: DeviceId) -> Future[None]:
        """Make *device* the host's: for the machine itself (loopback) only."""
        return self._hand_in(lambda: self._reseat(self._seating.with_host(device)))

    # -- the host ------------------------------------------------------------------------

    def add_person(self, device: DeviceId, name: str) -> Future[PersonId]:
        """Add somebody without a phone."""

        def work() -> PersonId:
            self._seating.check_host(device)
            person = Person(_new_person(), name)
            self._reseat(self._seating.join(person))
            return person.id

        return self._hand_in(work)

    def remove_person(self, device: DeviceId, person: PersonId) -> Future[None]:
        """Send somebody away; their page is worthless at once."""
        return self._by_host(device, lambda seating: seating.remove(person))

    def order_people(self, device: DeviceId, people: tuple[PersonId, ...]) -> Future[None]:
        """Set the seats' order, clockwise."""
        return self._by_host(device, lambda seating: seating.order(people))

    def hand_over(self, device: DeviceId, person: PersonId) -> Future[None]:
        """Make the device of *person* the host's."""
        return self._by_host(device, lambda seating: seating.hand_over(person))

    def _by_host(
        self, device: DeviceId, change: Callable[[Seating], Seating]
    ) -> Future[None]:
        def work() -> None:
            self._seating.check_host(device)
            self._reseat(change(self._seating))

        return self._hand_in(work)

    def start_match(
        self, device: DeviceId, options: Mapping[str, Any], command_id: str
    ) -> Future[None]:
        """Begin a match with everybody at the table, in order; options are the game's."""

        def work() -> None:
            self._seating.check_host(device)
            if self._match is not None:
                if self._match.has_done(command_id):
                    return
                raise refuse("match-running")
            self._begin(options, _checked_id(command_id))

        return self._hand_in(work)

    def _begin(self, options: Mapping[str, Any], command_id: str) -> None:
        seating = self._seating.start(self._game.players, options)
        names = [person.name for person in seating.people]
        command = self._setup_codec.load(self._game.start(names, options, self._recent))
        match = Match.begin(self._game, secrets.token_hex(8))
        match = match.carry_out(command, command_id, None, self._random)
        self._log.commit(
            new_match=(match.id, self._game.name),
            match=match.id,
            rows=match.rows(0),
            documents={"seating": _json(seating)},
        )
        self._seating, self._match, self._sheets, self._undo = seating, match, {}, None
        self._publish()

    def end_match(self, device: DeviceId) -> Future[None]:
        """Put the match away, finished or not, and go back to the lobby."""

        def work() -> None:
            self._seating.check_host(device)
            match = self._running()
            seating = self._seating.end(_new_pin())
            recent = (*self._recent, *self._game.remember(match.state))[-REMEMBERED:]
            documents = {"seating": _json(seating), "recent": _json(recent)}
            self._log.commit(put_away=match.id, documents=documents)
            self._seating, self._recent = seating, recent
            self._match, self._sheets, self._undo = None, {}, None
            self._publish()

        return self._hand_in(work)

    def send_for(
        self,
        device: DeviceId,
        person: PersonId,
        command: Mapping[str, Any],
        command_id: str,
    ) -> Future[None]:
        """The host answers for a person without a phone."""

        def work() -> None:
            self._seating.check_host(device)
            whom = self._seating.person(person)
            if whom.device is not None:
                raise refuse("has-phone", name=whom.name)
            self._command(whom, command, command_id)

        return self._hand_in(work)

    # -- players -------------------------------------------------------------------------

    def send(
        self, device: DeviceId, handle: Handle, command: Mapping[str, Any], command_id: str
    ) -> Future[None]:
        """Carry out ``{"type": kind, …}`` for the seat behind *handle*; the seat is ours."""
        return self._hand_in(
            lambda: self._command(self._seating.holder(device, handle), command, command_id)
        )

    def write_sheet(
        self, device: DeviceId, handle: Handle, key: str, text: str
    ) -> Future[None]:
        """Keep a note of the private sheet: outside log and undo."""

        def work() -> None:
            seat = self._seat_of(self._seating.holder(device, handle))
            if not SHEET_KEY.fullmatch(key) or len(text) > SHEET_TEXT:
                raise DataError("A note has a short key and at most 200 characters.")
            sheet = self._sheets.setdefault(seat, {})
            if key not in sheet and len(sheet) >= SHEET_KEYS:
                raise DataError("This sheet is full.")
            if sheet.get(key) != text:
                self._log.write_sheet(self._running().id, seat, key, text)
                sheet[key] = text
                self._publish()

        return self._hand_in(work)

    def ask_undo(self, device: DeviceId, handle: Handle) -> Future[None]:
        """Take the last step back, or ask the table for its consent."""
        return self._hand_in(
            lambda: self._ask_undo(self._seat_of(self._seating.holder(device, handle)))
        )

    def answer_undo(self, device: DeviceId, handle: Handle, *, agree: bool) -> Future[None]:
        """Agree to take the last step back, or stop it."""

        def work() -> None:
            seat = self._seat_of(self._seating.holder(device, handle))
            if self._undo is None:
                raise refuse("nothing-to-undo")
            if agree:
                self._consent(replace(self._undo, agreed=self._undo.agreed | {seat}), seat)
            else:
                self._undo = None
                self._publish()

        return self._hand_in(work)

    # -- hardware ------------------------------------------------------------------------

    def on_edge(self, edge: ButtonEdge) -> None:
        """Take a debounced edge; never blocks, never raises."""
        self._hand_in(lambda: self._edge(edge))

    def _edge(self, edge: ButtonEdge) -> None:
        touch = self._gestures.take(edge)
        match = self._match
        if touch is None or match is None:
            return
        if (
            touch.place == CENTRE
            and touch.button == "undo"
            and touch.gesture is Gesture.PRESS
        ):
            if match.undo_cost() is Undo.FREE:
                self._record(match.undo(_new_id(), None))
            return
        command = self._game.control(match.state, touch)
        if command is not None:
            seat: Seat | None = getattr(command, "seat", None)
            self._record(match.carry_out(command, _new_id(), seat, self._random))

    # -- on the table thread only ----------------------------------------------------------

    def _running(self) -> Match:
        if self._match is None:
            raise refuse("no-match")
        return self._match

    def _seat_of(self, person: Person) -> Seat:
        seat = self._seating.seat(person.id)
        if self._match is None or seat is None:
            raise refuse("no-match")
        return seat

    def _command(self, person: Person, command: Mapping[str, Any], command_id: str) -> None:
        match, seat = self._running(), self._seat_of(person)
        if match.has_done(_checked_id(command_id)):
            return
        decoded = self._seat_codec.load({**command, "seat": seat})
        self._record(match.carry_out(decoded, command_id, seat, self._random))

    def _ask_undo(self, seat: Seat) -> None:
        match = self._running()
        cost, step = match.undo_cost(), match.last_step()
        if step is None:
            raise refuse("nothing-to-undo")
        if cost is Undo.NEVER:
            raise refuse("undo-never")
        own = cost is Undo.FREE and step.actor == seat
        asked = frozenset[Seat]() if own else self._seats_with_phone() - {seat}
        self._consent(UndoRequest(seat, asked), seat)

    def _seats_with_phone(self) -> frozenset[Seat]:
        people = (person for person in self._seating.people if person.device is not None)
        seats = (self._seating.seat(person.id) for person in people)
        return frozenset(seat for seat in seats if seat is not None)

    def _consent(self, request: UndoRequest, seat: Seat) -> None:
        if request.asked <= request.agreed:
            self._record(self._running().undo(_new_id(), seat))
        else:
            self._undo = request
            self._publish()

    def _record(self, match: Match) -> None:
        """Commit what was worked out, then show it; a failed commit changes nothing."""
        before = self._running()
        start = len(before.log)
        self._log.commit(match=match.id, start=start, rows=match.rows(start))
        self._match, self._undo = match, None
        self._publish()

    def _reseat(self, seating: Seating) -> None:
        self._keep(seating)
        self._publish()

    def _keep(self, seating: Seating) -> None:
        self._log.commit(documents={"seating": _json(seating)})
        self._seating = seating

    def _publish(self) -> None:
        language = str(self._seating.options.get("language", "en"))
        catalogue = self._catalogues.get(language) or next(iter(self._catalogues.values()))
        shown = Shown(
            game=self._game.name,
            seating=self._seating,
            match=self._match,
            sheets=self._sheets,
            undo=self._undo,
            catalogue=catalogue,
            lobby_lines=self._lobby_lines,
        )
        self.publisher.publish(project(shown, self.publisher.latest))

    def export(self) -> Future[tuple[str, list[Row]]]:
        """Return the id and the entries of the running match."""
        return self._hand_in(lambda: (self._running().id, self._running().rows(0)))


def _checked_id(command_id: str) -> str:
    if not COMMAND_ID.fullmatch(command_id):
        raise DataError("A command id has 8 to 64 letters, digits, - or _.")
    return command_id


def _new_id() -> str:
    return secrets.token_urlsafe(9)


def _new_person() -> PersonId:
    return PersonId(secrets.token_hex(4))


def _new_pin() -> str:
    return f"{secrets.randbelow(10**6):06}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
