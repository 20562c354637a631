"""Who is at the table, which device holds whose page, who is the host. Pure values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import msgspec

from companion.engine.people import check_count
from companion.errors import DataError, refuse
from companion.ports import Seat
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.names import free_name, likeness
from companion.table.values.player_signs import free_sign

MOST_PEOPLE = 12
MOST_GUESTS = 64


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table; without a device they play on paper and with their stand."""

    id: PersonId
    name: str
    device: DeviceId | None = None
    handle: Handle | None = None
    bot: str = ""
    """How well it plays; empty for people. A bot's device is one that no browser can be."""
    before: DeviceId | None = None
    """The device that held the page before in this match, and may take it back."""
    on_loan: bool = False
    """Whether *device* is a phone that was handed over: it is given back."""
    sign: str = ""
    """The picture that stands for this person."""

    @property
    def has_phone(self) -> bool:
        """Whether a phone is at hand that is this person's for good."""
        return self.device is not None and not self.on_loan


@dataclass(frozen=True, slots=True)
class Seating:
    """Everybody in the order of their seats, clockwise."""

    people: tuple[Person, ...] = ()
    host: DeviceId | None = None
    pin: str = ""
    playing: tuple[PersonId, ...] = ()
    """Who sits at which seat of the present match; seat n is the n-th."""
    machines: tuple[PersonId, ...] = ()
    """Who was a bot when the match began: nobody else may see what that seat sees."""
    plain: tuple[PersonId, ...] = ()
    """Who had no phone when the match began: these may be handed one."""
    granted: Mapping[DeviceId, Handle] = field(default_factory=dict)
    game: str = ""
    """The game that is played, or comes next; empty: the first of the catalogue."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The host's last choices for that game."""
    alone_with: Mapping[str, Any] = field(default_factory=dict)
    """With what a match that was begun alone is played, in place of the host's choices."""
    sat: tuple[PersonId, ...] = ()
    """Who sat at which seat then: what the choices say of a seat is that person's."""
    guide: bool = False
    """Whether phones explain each step, unless they have chosen for themselves."""
    on_stands: bool | None = None
    """Whether the cards are read off the stands; None: as the table's hardware is."""
    closed: bool = False
    """Whether nobody new may sit down with a phone."""
    guests: tuple[DeviceId, ...] = ()
    """Devices that hold a page or have held one, the latest last: no strangers."""
    album: str = ""
    """What the address of the album ends in, from the first match on."""

    # -- looking up ----------------------------------------------------------------------

    def knows(self, person: PersonId) -> bool:
        """Return whether *person* is at the table."""
        return any(each.id == person for each in self.people)

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
        held = (each for each in self.people if each.device == device)
        alike = (each.handle for each in held if likeness(each.name) == likeness(name))
        return next(alike, None)

    def seat(self, person: PersonId) -> Seat | None:
        """Return the person's seat in the present match."""
        return Seat(self.playing.index(person)) if person in self.playing else None

    def last_seat(self, person: PersonId) -> Seat | None:
        """Return the seat by which the host's last choices mean *person*."""
        sat = self.sat or self.by_seat
        return Seat(sat.index(person)) if person in sat else None

    @property
    def by_seat(self) -> tuple[PersonId, ...]:
        """Who sits at which seat, of the match that runs or of the next."""
        return self.playing or tuple(each.id for each in self.people)

    @property
    def seats_with_phone(self) -> frozenset[Seat]:
        """The seats of the present match whose player can be asked on a page."""
        held = (each.id for each in self.people if each.has_phone)
        seats = map(self.seat, held)
        return frozenset(seat for seat in seats if seat is not None)

    @property
    def alone(self) -> Person | None:
        """The only person here; None: nobody is, or several are. Bots are no persons."""
        persons = [each for each in self.people if not each.bot]
        return persons[0] if len(persons) == 1 else None

    def is_host(self, person: Person) -> bool:
        """Return whether the person's device is the host's."""
        return person.has_phone and person.device == self.host

    def check_host(self, device: DeviceId) -> None:
        """Raise Rejected unless *device* is the host's."""
        if device != self.host:
            raise refuse("host-only")

    # -- coming and going ----------------------------------------------------------------

    def join(self, person: Person) -> Self:
        """Seat a new person; the first device becomes the host's."""
        taken = [each.name for each in self.people]
        name = free_name(person.name, taken, bot=bool(person.bot))
        if len(self.people) >= MOST_PEOPLE:
            raise refuse("table-full", most=MOST_PEOPLE)
        sign = free_sign(each.sign for each in self.people)
        people = (*self.people, replace(person, name=name, sign=sign))
        return replace(self, people=people, host=self.host or person.device)

    def remove(self, person: PersonId) -> Self:
        """Send somebody away; while they have a seat in the match only the page goes."""
        gone = self.person(person)
        if person in self.playing:
            return self.without_page(gone)
        people = tuple(each for each in self.people if each.id != person)
        granted = _leading_somewhere(self.granted, people)
        return replace(self, people=people, granted=granted)

    def without_page(self, person: Person) -> Self:
        """Let *person* play by paper from now on."""
        return self._with(_plain(person))

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

    def phone_of(self, person: PersonId) -> DeviceId:
        """Return the person's own phone; raises Rejected where there is none."""
        whom = self.person(person)
        if whom.device is None or whom.on_loan or whom.bot:
            raise refuse("no-phone", name=whom.name)
        return whom.device

    # -- another phone -------------------------------------------------------------------

    def check_page(self, person: PersonId) -> None:
        """Raise Rejected unless the page of *person* may be any device's."""
        if person in self.machines or self.person(person).bot:
            raise refuse("bot-seat")

    def give_page(
        self, person: PersonId, device: DeviceId, handle: Handle, *, willing: bool = False
    ) -> Self:
        """Let *device* hold the page from now on: a fresh *handle*, the old one is worthless.

        In a match the phone it is taken from may take it back; a *willing* one leaves that to the
        phone it had it from: else nobody could, after two hops. Before a match it goes for good.
        """
        self.check_page(person)
        old = self.person(person)
        if old.on_loan:  # it was never that phone's
            old = _plain(old)
        before = old.before if willing and old.before else old.device
        before = None if before == device or not self.playing else before
        given = replace(old, device=device, handle=handle, bot="", before=before)
        granted = {**self.granted, device: handle}
        plain = tuple(each for each in self.plain if each != person)
        return replace(self._with(given), granted=granted, plain=plain)

    def take_back(self, person: PersonId, device: DeviceId, handle: Handle) -> Self:
        """Let the device that held the page before hold it again.

        The other one may do the same: which of the two was lent, nobody here can tell.
        """
        if self.person(person).before != device:
            raise refuse("no-such-page")
        return self.give_page(person, device, handle)

    def lend(self, person: PersonId, device: DeviceId, handle: Handle) -> Self:
        """Hand *device* to somebody who plays without a phone, until it is given back.

        What a phone of one's own has shown in this match no word of the host's moves on.
        """
        whom = self.person(person)
        if whom.has_phone:
            raise refuse("has-phone", name=whom.name)
        if person not in self.plain:
            raise refuse("had-phone", name=whom.name)
        return self._with(replace(whom, device=device, handle=handle, on_loan=True))

    def give_back(self, person: PersonId) -> Self:
        """Let the phone that was handed over show the page no more."""
        whom = self.person(person)
        if not whom.on_loan:
            raise refuse("no-such-page")
        return self._with(_plain(whom))

    # -- matches -------------------------------------------------------------------------

    def start(self, players: range, options: Mapping[str, Any]) -> Self:
        """Freeze the seats for a match; raises Rejected if too few or too many are here.

        *options* are the host's choices from now on, unless the match was begun alone.
        """
        check_count(len(self.people), players)
        # A phone that was lent before the match shows nobody else's page in it.
        people = tuple(replace(each, before=None) for each in self.people)
        seats = tuple(each.id for each in self.people)
        chosen, sat = (self.options, self.sat) if self.alone_with else (options, seats)
        return replace(
            self,
            people=people,
            playing=seats,
            sat=sat,
            machines=tuple(each.id for each in self.people if each.bot),
            plain=tuple(each.id for each in self.people if each.device is None),
            options=dict(chosen),
        )

    def choose(self, game: str) -> Self:
        """Set the game that comes next; its options are asked for anew."""
        if self.playing:
            raise refuse("not-now")
        if game == self.game:
            return self
        kept = {key: value for key, value in self.options.items() if key == "language"}
        return replace(self, game=game, options=kept)

    def remembering(self) -> Self:
        """Note every device that holds a page, for when it holds none any more."""
        held = (each.device for each in self.people if each.device and not each.bot)
        guests = tuple(dict.fromkeys((*self.guests, *held)))
        return replace(self, guests=guests[-MOST_GUESTS:])

    def without_bots(self) -> Self:
        """Send all bots away."""
        return replace(self, people=tuple(each for each in self.people if not each.bot))

    def end(self) -> Self:
        """Free the seats; those who are here need no PIN for the next match."""
        people = tuple(
            _plain(each) if each.on_loan else replace(each, before=None)
            for each in self.people
        )
        return replace(
            self, people=people, playing=(), machines=(), plain=(), alone_with={}
        )

    def dump(self) -> str:
        """Return the seating as it is stored."""
        try:
            return msgspec.json.encode(self).decode()
        except UnicodeEncodeError as error:
            raise DataError("Half a character cannot be stored.") from error


def _plain(person: Person) -> Person:
    """Return the person without a page."""
    return Person(person.id, person.name, sign=person.sign)


def _leading_somewhere(
    granted: Mapping[DeviceId, Handle], people: tuple[Person, ...]
) -> Mapping[DeviceId, Handle]:
    """Forget what was granted where it leads to no page any more."""
    handles = {each.handle for each in people}
    return {device: handle for device, handle in granted.items() if handle in handles}
