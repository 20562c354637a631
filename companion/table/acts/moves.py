"""What somebody's page sends is carried out for that seat and no other. Table thread only."""

import secrets
from collections.abc import Mapping
from random import Random
from typing import Any

from companion.engine.codec import Codec
from companion.errors import refuse
from companion.table.committer import Committer
from companion.table.publisher import Publisher
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.match import checked_id
from companion.table.values.seating import Person


class Moves:
    """Finds whose seat it is, and lets the match carry it out."""

    def __init__(self, committer: Committer, publisher: Publisher, random: Random) -> None:
        self._committer = committer
        self._publisher = publisher
        self._random = random

    def send(
        self,
        device: DeviceId,
        handle: Handle,
        command: Mapping[str, Any],
        command_id: str,
        step: str = "",
    ) -> None:
        """Carry out ``{"type": kind, …}`` for the seat behind *handle*, and no other.

        As an answer to *step* it is refused where that is not what the page asks any more.
        """
        holder = self._committer.state.seating.holder(device, handle)
        page = self._publisher.latest.pages.get(handle)
        stale = bool(step) and page is not None and page.step.id != step
        self._carry_out(holder, command, command_id, stale=stale)

    def send_for(
        self,
        device: DeviceId,
        person: PersonId,
        command: Mapping[str, Any],
        command_id: str,
        step: str = "",
    ) -> None:
        """Carry out a command for a person without a phone, as the host says."""
        seating = self._committer.state.seating
        seating.check_host(device)
        whom = seating.person(person)
        if whom.has_phone:
            raise refuse("has-phone", name=whom.name)
        asked = self._publisher.latest.plain.get(person)
        stale = bool(step) and asked is not None and asked.id != step
        self._carry_out(whom, command, command_id, stale=stale)

    def leave(self, person: Person) -> None:
        """Let somebody who cannot leave by a phone have gone, as the host says."""
        match = self._committer.state.running()
        if match.game.finished(match.state):
            raise refuse("remove-later", name=person.name)
        self._carry_out(person, {"type": "Leave"}, secrets.token_urlsafe(9))

    def _carry_out(
        self,
        person: Person,
        command: Mapping[str, Any],
        command_id: str,
        *,
        stale: bool = False,
    ) -> None:
        state = self._committer.state
        match, seat = state.running(), state.seat_of(person)
        if state.paused:
            raise refuse("paused")
        if match.has_done(checked_id(command_id), seat):
            return
        if stale:
            raise refuse("step-over")
        decoded = Codec(match.game.seat_commands).load({**command, "seat": seat})
        self._committer.record(match.carry_out(decoded, command_id, seat, self._random))

    def skip(self, device: DeviceId, handle: Handle, show: int) -> None:
        """End the show of that number if it is on, as anybody at the table may."""
        state = self._committer.state
        state.seating.holder(device, handle)
        if state.course is not None and state.course.number == show:
            self._committer.skip()
