"""Who is at the table, which device holds whose page, who is the host. Pure values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import msgspec

from companion.errors import DataError, refuse
from companion.limits import NAME_LENGTH
from companion.ports import Seat
from companion.table.projection import DeviceId, Handle, PersonId

MOST_PEOPLE = 12
MOST_REQUESTS = 12
BOT_NAMES = ("Ada", "Grace", "Konrad", "Alan", "Hedy", "Linus", "Edsger", "Radia")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table; without a device they play on paper and with their stand."""

    id: PersonId
    name: str
    device: DeviceId | None = None
    handle: Handle | None = None
    language: str = "en"
    bot: str = ""
    """How well it plays; empty for people. A bot's device is one that no browser can be."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A device asks to hold somebody's page."""

    id: str
    person: PersonId
    device: DeviceId


@dataclass(frozen=True, slots=True)
class Seating:
    """Everybody in the order of their seats, clockwise."""

    people: tuple[Person, ...] = ()
    host: DeviceId | None = None
    pin: str = ""
    playing: tuple[PersonId, ...] = ()
    """Who sits at which seat of the present match; seat n is the n-th."""
    requests: tuple[SeatRequest, ...] = ()
    granted: Mapping[DeviceId, Handle] = field(default_factory=dict)
    game: str = ""
    """The game that is played, or comes next; empty: the first of the catalogue."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The host's last choices for that game."""
    guide: bool = False
    """Whether phones explain each step, unless they have chosen for themselves."""

    # -- looking up ----------------------------------------------------------------------

    def person(self, person: PersonId) -> Person:
        """Return the person; raises Rejected for an unknown one."""
        for each in self.people:
            if each.id == person:
                return each
        raise refuse("no-such-person")

    def holder(self, device: DeviceId, handle: Handle) -> Person:
        """Return whose page *handle* is; it is worthless to any other device."""
        for each in self.people:
            if each.handle == handle and each.device == device:
                return each
        raise refuse("no-such-page")

    def seated(self, device: DeviceId, name: str) -> Handle | None:
        """Return the page that *device* holds under *name* already, if it does."""
        name = " ".join(name.split()).casefold()
        held = (each for each in self.people if each.device == device)
        found = (each.handle for each in held if each.name.casefold() == name)
        return next(found, None)

    def seat(self, person: PersonId) -> Seat | None:
        """Return the person's seat in the present match."""
        return Seat(self.playing.index(person)) if person in self.playing else None

    def free_bot_name(self) -> str:
        """Return a name for one more bot."""
        taken = {each.name.casefold() for each in self.people}
        names = (f"Bot {name}" for name in BOT_NAMES)
        return next((name for name in names if name.casefold() not in taken), "Bot")

    @property
    def seats_with_phone(self) -> frozenset[Seat]:
        """The seats of the present match whose player can be asked on a page."""
        held = (each.id for each in self.people if each.device is not None)
        seats = map(self.seat, held)
        return frozenset(seat for seat in seats if seat is not None)

    def is_host(self, person: Person) -> bool:
        """Return whether the person's device is the host's."""
        return person.device is not None and person.device == self.host

    def check_host(self, device: DeviceId) -> None:
        """Raise Rejected unless *device* is the host's."""
        if device != self.host:
            raise refuse("host-only")

    def may_answer(self, device: DeviceId, request: SeatRequest) -> bool:
        """Return whether *device* may answer *request*.

        The host may; where the host's own page is asked for, every other player may.
        """
        if device == request.device:
            return False
        wanted = self.person(request.person)
        others = any(each.device == device for each in self.people)
        return device == self.host or (self.is_host(wanted) and others)

    # -- coming and going ----------------------------------------------------------------

    def join(self, person: Person) -> Self:
        """Seat a new person; the first device becomes the host's."""
        name = self._free_name(person.name)
        if len(self.people) >= MOST_PEOPLE:
            raise refuse("table-full", most=MOST_PEOPLE)
        people = (*self.people, replace(person, name=name))
        return replace(self, people=people, host=self.host or person.device)

    def _free_name(self, name: str) -> str:
        name = " ".join(name.split())
        if not name or len(name) > NAME_LENGTH or not name.isprintable():
            raise refuse("bad-name")
        if any(each.name.casefold() == name.casefold() for each in self.people):
            raise refuse("name-taken", name=name)
        return name

    def remove(self, person: PersonId) -> Self:
        """Send somebody away; while they have a seat in the match only the page goes."""
        gone = self.person(person)
        if person in self.playing:
            return self._without_page(gone)
        people = tuple(each for each in self.people if each.id != person)
        requests = tuple(each for each in self.requests if each.person != person)
        granted = _leading_somewhere(self.granted, people)
        return replace(self, people=people, requests=requests, granted=granted)

    def _without_page(self, person: Person) -> Self:
        return self._with(replace(person, device=None, handle=None, bot=""))

    def _with(self, person: Person) -> Self:
        people = tuple(person if each.id == person.id else each for each in self.people)
        granted = _leading_somewhere(self.granted, people)
        return replace(self, people=people, granted=granted)

    def order(self, people: tuple[PersonId, ...]) -> Self:
        """Set the order of the seats; only between matches."""
        if self.playing:
            raise refuse("not-now")
        if sorted(people) != sorted(each.id for each in self.people):
            raise refuse("no-such-person")
        return replace(self, people=tuple(map(self.person, people)))

    def with_host(self, device: DeviceId) -> Self:
        """Make *device* the host's."""
        return replace(self, host=device)

    def hand_over(self, person: PersonId) -> Self:
        """Make the device of *person* the host's."""
        device = self.person(person).device
        if device is None or self.person(person).bot:
            raise refuse("no-phone", name=self.person(person).name)
        return self.with_host(device)

    # -- another phone -------------------------------------------------------------------

    def ask(self, request: SeatRequest) -> Self:
        """Note that a device asks for somebody's page."""
        self.person(request.person)
        others = tuple(each for each in self.requests if each.device != request.device)
        if len(others) >= MOST_REQUESTS:
            raise refuse("too-many-requests")
        return replace(self, requests=(*others, request))

    def answer(self, device: DeviceId, request_id: str, handle: Handle | None) -> Self:
        """Grant a request by giving it the fresh *handle*, or refuse it by None."""
        request = next((each for each in self.requests if each.id == request_id), None)
        if request is None:
            raise refuse("no-such-request")
        if not self.may_answer(device, request):
            raise refuse("host-only")
        rest = tuple(each for each in self.requests if each.id != request_id)
        seating = replace(self, requests=rest)
        if handle is None:
            return seating
        return seating.give_page(request, handle, by_host=device == self.host)

    def give_page(self, request: SeatRequest, handle: Handle, *, by_host: bool) -> Self:
        """Let the asking device hold the page from now on; the old one is worthless.

        Whoever holds the host's page is the host, unless the host keeps another page and
        gave this one away.
        """
        person = self.person(request.person)
        given = replace(person, device=request.device, handle=handle, bot="")
        seating = self._with(given)
        seating = replace(seating, granted={**seating.granted, request.device: handle})
        keeps = by_host and any(each.device == self.host for each in seating.people)
        moves = self.is_host(person) and not keeps
        return seating.with_host(request.device) if moves else seating

    # -- matches -------------------------------------------------------------------------

    def start(self, players: range, options: Mapping[str, Any]) -> Self:
        """Freeze the seats for a match; raises Rejected if too few or too many are here."""
        if len(self.people) not in players:
            raise refuse("player-count", n=len(self.people))
        playing = tuple(each.id for each in self.people)
        return replace(self, playing=playing, options=dict(options))

    def choose(self, game: str) -> Self:
        """Set the game that comes next; its options are asked for anew."""
        if self.playing:
            raise refuse("not-now")
        if game == self.game:
            return self
        kept = {key: value for key, value in self.options.items() if key == "language"}
        return replace(self, game=game, options=kept)

    def with_guide(self, *, on: bool) -> Self:
        """Let every phone explain each step, or leave it to each."""
        return replace(self, guide=on)

    def without_bots(self) -> Self:
        """Send the bots away: the game that comes next has none."""
        return replace(self, people=tuple(each for each in self.people if not each.bot))

    def end(self, pin: str) -> Self:
        """Free the seats; those who are here need no PIN for the next match."""
        return replace(self, playing=(), pin=pin)

    def dump(self) -> str:
        """Return the seating as it is stored."""
        try:
            return msgspec.json.encode(self).decode()
        except UnicodeEncodeError as error:
            raise DataError("Half a character cannot be stored.") from error


def _leading_somewhere(
    granted: Mapping[DeviceId, Handle], people: tuple[Person, ...]
) -> Mapping[DeviceId, Handle]:
    """Forget what was granted where it leads to no page any more."""
    handles = {each.handle for each in people}
    return {device: handle for device, handle in granted.items() if handle in handles}
