"""The one owner of a running match: one thread, one inbox. (signatures; body follows)"""

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from companion.ports import ButtonEdge
from companion.table.projection import DeviceId, Handle, PersonId
from companion.table.publisher import Publisher


class Table:
    """Everybody hands it work through one inbox; every answer is a Future.

    A Future raises Rejected (a refusal for people) or DataError (nonsense was sent).
    """

    publisher: Publisher

    # -- devices and people ------------------------------------------------------------

    def join(self, device: DeviceId, name: str, language: str) -> Future[Handle]:
        """Let a new person sit down; the first device to join is the host's."""
        ...

    def ask_for_seat(self, device: DeviceId, person: PersonId) -> Future[None]:
        """Ask to hold the seat of *person* (a lost or empty phone); the host decides."""
        ...

    def answer_request(self, device: DeviceId, request: str, *, grant: bool) -> Future[None]:
        """The host grants or refuses a request for a seat."""
        ...

    def take_host(self, device: DeviceId) -> Future[None]:
        """Make *device* the host's: for the machine itself (loopback) only."""
        ...

    # -- the host ----------------------------------------------------------------------

    def add_person(self, device: DeviceId, name: str) -> Future[PersonId]:
        """Add somebody without a phone."""
        ...

    def remove_person(self, device: DeviceId, person: PersonId) -> Future[None]:
        """Send somebody away; their page is worthless at once."""
        ...

    def order_people(self, device: DeviceId, people: tuple[PersonId, ...]) -> Future[None]:
        """Set the seats' order, clockwise."""
        ...

    def hand_over(self, device: DeviceId, person: PersonId) -> Future[None]:
        """Make the device of *person* the host's."""
        ...

    def start_match(
        self, device: DeviceId, options: Mapping[str, Any], command_id: str
    ) -> Future[None]:
        """Begin a match with everybody at the table, in order; options are the game's."""
        ...

    def end_match(self, device: DeviceId) -> Future[None]:
        """Put the match away, finished or not, and go back to the lobby."""
        ...

    def send_for(
        self, device: DeviceId, person: PersonId, command: Mapping[str, Any], command_id: str
    ) -> Future[None]:
        """The host answers for a person without a phone."""
        ...

    # -- players -----------------------------------------------------------------------

    def send(
        self, device: DeviceId, handle: Handle, command: Mapping[str, Any], command_id: str
    ) -> Future[None]:
        """Carry out ``{"type": kind, …}`` for the seat behind *handle*; the seat is ours."""
        ...

    def write_sheet(
        self, device: DeviceId, handle: Handle, key: str, text: str
    ) -> Future[None]:
        """Keep a note of the private sheet."""
        ...

    def ask_undo(self, device: DeviceId, handle: Handle) -> Future[None]:
        """Take the last step back, or ask the table for its consent."""
        ...

    def answer_undo(self, device: DeviceId, handle: Handle, *, agree: bool) -> Future[None]:
        """Agree to take the last step back, or stop it."""
        ...

    # -- hardware ----------------------------------------------------------------------

    def on_edge(self, edge: ButtonEdge) -> None:
        """Take a debounced edge; never blocks, never raises."""
        ...
