"""Who may give a page, or the host's right, to another device. Pure values."""

from dataclasses import dataclass, replace
from typing import Literal, Self

from companion.ports import STAND_PLACES, Place
from companion.table.values.ids import DeviceId, PersonId
from companion.table.values.match import Match
from companion.table.values.screens import Screen, Screens
from companion.table.values.seating import Person, Seating
from companion.table.values.sightings import Sightings

PRESS_S = 60.0
"""So long a press on the seat's own stand says yes."""
OPEN_S = 300.0
"""So long a question is open."""
DENIED_S = 20.0
"""So long whoever asked reads that the answer was no."""

Right = Literal["page", "host", "stand"]


@dataclass(frozen=True, slots=True)
class Answerers:
    """Who can say yes now."""

    alone: frozenset[DeviceId] = frozenset()
    """The yes of one of these is enough."""
    together: frozenset[DeviceId] = frozenset()
    """The yes of all of these is."""
    here: bool = False
    """The table's own machine."""
    place: Place | None = None
    """A press there."""

    @property
    def asked(self) -> frozenset[DeviceId]:
        """Whose page shows the question."""
        return self.alone | self.together


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """A device asks for the page of *person*; or, as that person, for the host's right.

    Or it is to be the stand of *person*, as somebody with the device *by* says in a match.
    """

    id: str
    right: Right
    person: PersonId
    device: DeviceId
    asked_s: float
    answerers: Answerers = Answerers()
    """As they were when somebody last looked."""
    agreed: frozenset[DeviceId] = frozenset()
    by: DeviceId | None = None
    """Who wants the screen there: somebody else has to say yes."""
    screen: Screen | None = None
    """What it would be."""
    denied_s: float | None = None
    """When somebody said no: nobody is asked any more."""

    @property
    def granted(self) -> bool:
        """Whether enough have said yes."""
        all_of_them = self.answerers.together
        return bool(self.agreed & self.answerers.alone) or (
            bool(all_of_them) and all_of_them <= self.agreed
        )

    @property
    def waiting(self) -> frozenset[DeviceId]:
        """Who is asked and has not agreed yet."""
        return self.answerers.asked - self.agreed

    def deny(self, now_s: float) -> Self:
        """Return the question with a no, which is its end."""
        return replace(self, answerers=Answerers(), agreed=frozenset(), denied_s=now_s)

    def agree(self, device: DeviceId) -> Self:
        """Return the question with the yes of *device*."""
        return replace(self, agreed=self.agreed | {device})

    def is_over(self, seating: Seating, screens: Screens) -> bool:
        """Tell whether it has lost its sense, as people sit and screens are now."""
        if not seating.knows(self.person):
            return True
        if self.right == "stand":
            return self.device not in screens.devices
        whom = seating.person(self.person)
        if self.right == "page":
            return whom.device == self.device
        return self.device == seating.host or not (
            whom.has_phone and whom.device == self.device
        )

    def reviewed(
        self,
        seating: Seating,
        match: Match | None,
        sightings: Sightings,
    ) -> Self | None:
        """Return the question with those who can answer it now; None: it is over."""
        now_s = sightings.now_s
        if self.denied_s is not None:
            return self if now_s - self.denied_s < DENIED_S else None
        if now_s - self.asked_s >= OPEN_S:
            return None
        if self.right == "stand":
            return self._for_stand(seating, match, sightings)
        holder = self._holder(seating)
        absent = holder is None or sightings.is_absent(holder)
        alone = {holder} if holder is not None else set()
        host_may = match is None and self.right == "page" and absent
        if host_may and seating.host is not None:
            alone.add(seating.host)
        own = {self.device} if host_may and self.device == seating.host else set()
        others = self._others(seating, sightings) - alone if absent else frozenset()
        enough = self._enough(seating, others, frozenset(alone), sightings)
        return replace(
            self,
            answerers=Answerers(
                frozenset(alone - {self.device}) | own,
                others if enough else frozenset(),
                here=absent and not enough,
                place=self._place(seating, match, now_s),
            ),
            agreed=self.agreed | own,
        )

    def _for_stand(
        self, seating: Seating, match: Match | None, sightings: Sightings
    ) -> Self | None:
        """Return the question about a screen: any player but who wants it may say yes.

        Or a press at the stand of the next player; or, where nobody's phone is awake, the
        table's own machine. It is over with the match.
        """
        if match is None or self.person not in seating.playing:
            return None
        held = {
            each.device
            for each in seating.people
            if each.has_phone and not each.bot and each.id in seating.playing
        }
        alone = frozenset(each for each in held if each is not None)
        alone -= {self.by, self.device}
        awake = any(sightings.lately(each) for each in alone)
        late = sightings.now_s - self.asked_s >= PRESS_S
        seat = seating.playing.index(self.person)
        after = (seat + 1) % len(seating.playing)
        place = STAND_PLACES[after] if after < len(STAND_PLACES) else None
        return replace(
            self,
            answerers=Answerers(
                alone, here=not awake, place=None if late or after == seat else place
            ),
        )

    def _holder(self, seating: Seating) -> DeviceId | None:
        whom = seating.person(self.person)
        own = whom.device if whom.has_phone else None
        return seating.host if self.right == "host" else own

    def _others(self, seating: Seating, sightings: Sightings) -> frozenset[DeviceId]:
        """Return the devices of all other seats that were seen lately."""
        devices = {each.device for each in self._other_seats(seating) if each.has_phone}
        return frozenset(
            each
            for each in devices
            if each is not None and each != self.device and sightings.lately(each)
        )

    def _other_seats(self, seating: Seating) -> list[Person]:
        """Return who else plays with a phone, or began with one and was sent away."""
        never = {self.person, *seating.plain, *seating.machines}
        return [
            each
            for each in map(seating.person, seating.by_seat)
            if not each.bot
            and each.id != self.person
            and (each.has_phone or (bool(seating.playing) and each.id not in never))
        ]

    def _enough(
        self,
        seating: Seating,
        others: frozenset[DeviceId],
        alone: frozenset[DeviceId],
        sightings: Sightings,
    ) -> bool:
        """Tell whether *others* are all others: two of them may be one person's.

        So while anybody sleeps they are three, and the host is one of them.
        """
        known = others | alone | {self.device}
        seats = self._other_seats(seating)
        asleep = any(not each.has_phone or each.device not in known for each in seats)
        hosts = {each.device for each in seats if seating.is_host(each)}
        least = 3 if asleep else 2
        apart = len(sightings.addresses(others)) >= least
        return apart and not (asleep and hosts - known)

    def _place(self, seating: Seating, match: Match | None, now_s: float) -> Place | None:
        """Return the stand of the seat: of who asks for the host's right, the host's own."""
        person = (
            self.person
            if self.right == "page"
            else next((p.id for p in seating.people if seating.is_host(p)), None)
        )
        seat = None if person is None else seating.seat(person)
        late = now_s - self.asked_s >= PRESS_S
        if match is None or not match.game.own_stands or seat is None or late:
            return None
        return STAND_PLACES[seat] if seat < len(STAND_PLACES) else None
