"""Takes the last step back, or asks the table for its consent."""

import secrets
from dataclasses import replace

from companion.engine.replay import UndoRefused
from companion.errors import refuse
from companion.table.committer import Committer
from companion.table.values.consent import UndoRequest, ask
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId, Handle
from companion.table.values.match import checked_id


class UndoVote:
    """Collects the table's consent. Table thread only."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    def ask(self, device: DeviceId, handle: Handle, command_id: str, step: int) -> None:
        """Take *step* back, if it is the last, or ask for consent; a granted wish is spent.

        A step is named by the number of its sentence, and by 0 if it has none.
        """
        state = self._committer.state
        seat, match = state.seat_at(device, handle), state.running()
        if state.paused:
            raise refuse("paused")
        if match.has_done(checked_id(command_id), seat):
            return
        phones, last = state.seating.seats_with_phone, match.undoable()
        request = ask(match, seat, phones, state.undo, command_id)
        if step != (last.told.number if last and last.told else 0):
            raise refuse("undo-other")
        self._consider(request)

    def answer(
        self, device: DeviceId, handle: Handle, request: str, *, agree: bool
    ) -> None:
        """Give consent to *request* and to no other, or end it: whose no that is all hear."""
        state = self._committer.state
        seat, open_ = state.seat_at(device, handle), state.undo
        if state.paused:
            raise refuse("paused")
        if open_ is None or open_.command != request:
            raise refuse("no-such-request")
        if agree or seat == open_.asked_by:
            self._consider(open_.agree(seat) if agree else None)
            return
        match = state.running()
        start, refused = len(match.log), UndoRefused(seat, open_.asked_by)
        match = match.with_entries([refused], secrets.token_urlsafe(9), None)
        self._committer.become(
            replace(state, match=match, undo=None),
            Change(match=match.id, start=start, rows=match.rows(start)),
        )

    def _consider(self, request: UndoRequest | None) -> None:
        state = self._committer.state
        if request is not None and request.granted:
            match = state.running()
            self._committer.record(match.undo(request.command, request.asked_by))
        elif request != state.undo:
            self._committer.show(replace(state, undo=request))
