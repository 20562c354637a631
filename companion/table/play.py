"""The match on the table: beginning, moves, notes, undo, the end. Table thread only."""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec

from companion.engine.codec import Codec
from companion.engine.game import Deadline, Gesture, Touch, Undo
from companion.errors import CompanionError, DataError, refuse
from companion.limits import COMMAND_ID
from companion.ports import CENTRE, ButtonEdge, Place, Seat
from companion.table.committer import Committer
from companion.table.consent import UndoRequest, ask
from companion.table.gestures import Gestures
from companion.table.lobby import new_pin
from companion.table.match import Match
from companion.table.projection import DeviceId, Handle, PersonId, Played
from companion.table.projector import TableConfig
from companion.table.seating import Person
from companion.table.state import TableState
from companion.table.storage.event_log import Change, Row
from companion.table.storage.incidents import Incident

SHEET_KEY = re.compile(r"[A-Za-z0-9:-]{1,32}")
SHEET_TEXT = 200
SHEET_KEYS = 600
EVENINGS = 200
"""Matches that stay on the list of the evenings."""
REMEMBERED = 300
"""Secret words that do not come again for some evenings."""
UNDO_PRESSED = Touch(CENTRE, "undo", Gesture.PRESS)


@dataclass(frozen=True, slots=True)
class Fingers:
    """Where presses go that are none of the game's; neither blocks."""

    between: Callable[[Touch], bool]
    """Take a press between matches; return whether it meant anything."""
    refused: Callable[[Place], object]
    """Answer a press that was refused, or meant nothing, at its own stand."""


class Play:
    """Works a change out and hands it to the keeper; a refusal leaves no trace."""

    def __init__(
        self,
        frame: TableConfig,
        keeper: Committer,
        random: Random,
        fingers: "Fingers",
        today: Callable[[], str],
    ) -> None:
        """*today* returns date and time as people write them down."""
        self._today = today
        self._fingers = fingers
        self._frame = frame
        self._keeper = keeper
        self._random = random
        self._gestures = Gestures()
        self._witnesses: set[Handle] = set()
        """Whoever has told in this run which row it knows: once is enough."""

    @property
    def _now(self) -> TableState:
        return self._keeper.state

    # -- beginning and end ---------------------------------------------------------------

    def furnish(self, device: DeviceId, command: Mapping[str, Any]) -> None:
        """Keep what the host enters once for all evenings, for the game that is chosen."""
        self._now.seating.check_host(device)
        game, known = self._frame.game(self._now.seating), self._now.house
        wish = Codec(game.house_commands).load(command)
        house = {**known, game.name: game.furnish(known.get(game.name, {}), wish)}
        stored = msgspec.json.encode(house).decode()
        self._keeper.become(
            replace(self._now, house=house), Change(documents={"house": stored})
        )

    def begin(self, device: DeviceId, options: Mapping[str, Any], command_id: str) -> None:
        """Begin a match, unless this very command has begun the one that lies there."""
        self._now.seating.check_host(device)
        if self._now.match is None:
            self._begin(options, _checked_id(command_id))
        elif not self._now.match.has_done(command_id, None):
            raise refuse("match-running")

    def _begin(self, options: Mapping[str, Any], command_id: str) -> None:
        game = self._frame.game(self._now.seating)
        lasting = {key: each for key, each in options.items() if key not in game.once}
        seating = self._now.seating.start(game.players, lasting)
        names = [person.name for person in seating.people]
        wish = game.furnished(self._now.house.get(game.name, {}), options)
        start = game.start(names, wish, self._now.recent.get(game.name, ()))
        command = Codec(game.setup_commands).load(start)
        match = Match.begin(game, secrets.token_hex(8)).carry_out(
            command, command_id, None, self._random
        )
        self._keeper.become(
            TableState(
                seating,
                match,
                recent=self._now.recent,
                house=self._now.house,
                evenings=self._now.evenings,
            ),
            Change(
                match=match.id,
                game=game.name,
                rows=match.rows(0),
                documents={"seating": seating.dump()},
            ),
        )

    def end(self, device: DeviceId, *, pin: str = "") -> None:
        """Put the match away; the door gets a new PIN unless *pin* is to stay."""
        self._now.seating.check_host(device)
        match = self._now.running()
        evenings = (*self._now.evenings, *self._played(match))[-EVENINGS:]
        seating = self._now.seating.end(pin or new_pin())
        game, known = match.game, self._now.recent
        latest = (*known.get(game.name, ()), *game.remember(match.state))[-REMEMBERED:]
        recent = {**known, game.name: latest}
        words = msgspec.json.encode(recent).decode()
        self._keeper.become(
            TableState(seating, recent=recent, house=self._now.house, evenings=evenings),
            Change(
                match=match.id,
                put_away=True,
                documents={
                    "seating": seating.dump(),
                    "recent": words,
                    "evenings": msgspec.json.encode(evenings).decode(),
                },
            ),
        )

    def take_up(self) -> None:
        """Go on with a match that a copy has kept, unless another one has begun."""
        if self._now.match is not None:
            raise refuse("match-running")
        self._keeper.take_up()

    def _played(self, match: Match) -> Iterator[Played]:
        """Yield what there is to remember of *match*: nothing if it was broken off."""
        if match.game.finished(match.state):
            names = tuple(match.game.names(match.state))
            yield Played(
                self._today(), match.game.name, names, match.game.result(match.state)
            )

    # -- moves ---------------------------------------------------------------------------

    def send(
        self, device: DeviceId, handle: Handle, command: Mapping[str, Any], command_id: str
    ) -> None:
        """Carry out the command of whoever holds the page."""
        self._command(self._now.seating.holder(device, handle), command, command_id)

    def send_for(
        self,
        device: DeviceId,
        person: PersonId,
        command: Mapping[str, Any],
        command_id: str,
    ) -> None:
        """Carry out the command of somebody without a phone, as the host says."""
        self._now.seating.check_host(device)
        whom = self._now.seating.person(person)
        if whom.device is not None:
            raise refuse("has-phone", name=whom.name)
        self._command(whom, command, command_id)

    def _command(self, person: Person, command: Mapping[str, Any], command_id: str) -> None:
        match, seat = self._now.running(), self._now.seat_of(person)
        if self._now.paused:
            raise refuse("paused")
        if match.has_done(_checked_id(command_id), seat):
            return
        decoded = Codec(match.game.seat_commands).load({**command, "seat": seat})
        self._record(match.carry_out(decoded, command_id, seat, self._random))

    def edge(self, edge: ButtonEdge) -> None:
        """Carry out what a finger said, once its gesture is complete."""
        touch = self._gestures.take(edge)
        if touch is None:
            return
        comes = touch.gesture is Gesture.DOWN
        try:
            meant = self._touched(touch)
        except CompanionError:
            self._fingers.refused(touch.place)
            if comes:
                self._gestures.spend(touch)
            raise
        # A finger that comes may yet mean something when it leaves, unless it has already.
        if comes and meant:
            self._gestures.spend(touch)
        elif not (comes or meant):
            self._fingers.refused(touch.place)

    def _touched(self, touch: Touch) -> bool:
        """Carry out *touch*; return whether it stood for anything."""
        match = self._now.match
        if match is None:
            return self._fingers.between(touch)
        if self._now.paused:
            raise refuse("paused")
        if touch == UNDO_PRESSED:
            free = match.undo_cost() is Undo.FREE
            if free:
                self._record(match.undo(_new_id(), None))
            return free
        command = match.game.control(match.state, touch)
        if command is None:
            return False
        seat: Seat | None = getattr(command, "seat", None)
        self._record(match.carry_out(command, _new_id(), seat, self._random))
        return True

    @property
    def deadline(self) -> Deadline | None:
        """What the match on the table waits for at most."""
        match = self._now.match
        waits = match is not None and not self._now.paused
        return match.game.deadline(match.state) if match and waits else None

    def time_up(self, deadline: str) -> None:
        """Carry out what follows from a deadline, unless the match has moved on."""
        match, now = self._now.match, self.deadline
        if match is None or now is None or now.id != deadline:
            return
        command = match.game.time_up(match.state, self._gestures.held)
        if command is not None:
            self._gestures.spend()  # a finger held at the gong must not press when it leaves
            self._record(match.carry_out(command, _new_id(), None, self._random))

    def _record(self, match: Match) -> None:
        """Keep what was worked out; a new move ends every question about the last one."""
        before = self._now.running()
        start = len(before.log)
        same = match.last_step() == before.last_step()
        waited = self.deadline
        self._keeper.become(
            replace(self._now, match=match, undo=self._now.undo if same else None),
            Change(match=match.id, start=start, rows=match.rows(start)),
        )
        if self.deadline not in (None, waited):
            self._wait_begins()

    def _wait_begins(self) -> None:
        """Tell fingers that came too early, at their own stands, that they do not count."""
        if self.deadline is not None and self.deadline.fingers:
            for place in self._gestures.begin_wait():
                self._fingers.refused(place)

    # -- notes ---------------------------------------------------------------------------

    def note(self, device: DeviceId, handle: Handle, key: str, text: str) -> None:
        """Keep a private note."""
        seat, match = self._seat(device, handle), self._now.running()
        sheet = self._now.sheets.get(seat, {})
        _check_note(sheet, key, text)
        if sheet.get(key) != text:
            sheets = {**self._now.sheets, seat: {**sheet, key: text}}
            self._keeper.become(
                replace(self._now, sheets=sheets),
                Change(match=match.id, notes=[(seat, key, text)]),
            )

    # -- undo ----------------------------------------------------------------------------

    def ask_undo(self, device: DeviceId, handle: Handle, command_id: str) -> None:
        """Take the last step back, or ask for consent; a wish that was granted is spent."""
        seat, phones = self._seat(device, handle), self._now.seating.seats_with_phone
        match = self._now.running()
        if not match.has_done(_checked_id(command_id), seat):
            self._consider(ask(match, seat, phones, self._now.undo, command_id))

    def answer_undo(self, device: DeviceId, handle: Handle, *, agree: bool) -> None:
        """Give consent, or end the question."""
        seat, request = self._seat(device, handle), self._now.undo
        if request is None:
            raise refuse("nothing-to-undo")
        self._consider(request.agree(seat) if agree else None)

    def _consider(self, request: UndoRequest | None) -> None:
        if request is not None and request.granted:
            match = self._now.running()
            self._record(match.undo(request.command, request.asked_by))
        elif request != self._now.undo:
            self._keeper.show(replace(self._now, undo=request))

    # -- looking up ----------------------------------------------------------------------

    def witness(self, device: DeviceId, handle: Handle, tag: str) -> None:
        """Note where a page remembers a row that the log does not know."""
        name = self._now.seating.holder(device, handle).name
        if handle not in self._witnesses:
            self._witnesses.add(handle)
            if not self._keeper.knows(tag):
                self._keeper.note(Incident("witness", name))

    def _seat(self, device: DeviceId, handle: Handle) -> Seat:
        return self._now.seat_of(self._now.seating.holder(device, handle))

    def export(self) -> tuple[str, list[Row]]:
        """Return the id and the entries of the match."""
        match = self._now.running()
        return match.id, match.rows(0)


def _check_note(sheet: Mapping[str, str], key: str, text: str) -> None:
    if not SHEET_KEY.fullmatch(key) or len(text) > SHEET_TEXT:
        raise DataError(f"A note has a short key and at most {SHEET_TEXT} characters.")
    if key not in sheet and len(sheet) >= SHEET_KEYS:
        raise DataError("This sheet is full.")


def _checked_id(command_id: str) -> str:
    if not re.fullmatch(COMMAND_ID, command_id):
        raise DataError("A command id has 8 to 64 letters, digits, - or _.")
    return command_id


def _new_id() -> str:
    return secrets.token_urlsafe(9)
