"""Screens that are stands: devices with a right to the faces of places. Pure values.

A seat's view and the face of its own stand never meet in one device: whoever holds a page, or
has held it in this match, is not the stand of that seat.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final, NewType, Self

from companion.errors import refuse
from companion.ports import CENTRE, STAND_PLACES, Health, Place
from companion.table.values.ids import DeviceId, PersonId
from companion.table.values.seating import Seating

ScreenId = NewType("ScreenId", str)
"""What the host's page calls a screen, or one that asks."""

PLACES: Final = (*STAND_PLACES, CENTRE)
MOST_SCREENS: Final = 12
MOST_ASKING: Final = 8
MOST_ASKING_AT: Final = 3
"""Of these at one address."""
MOST_CODES: Final = 12
MOST_FORMER: Final = 512
CODE_S: Final = 300.0
"""So long a code that was shown is worth something, once."""


ASLEEP: Final = Health(up=False, why="screen asleep")


@dataclass(frozen=True, slots=True)
class Screen:
    """A device that is the stand at *places*; *label* is what it showed when it asked."""

    id: ScreenId
    device: DeviceId
    places: tuple[Place, ...]
    label: str = ""
    since: str = ""
    """Date and time, as the machine knows them."""
    rest: bool = False
    """Its right is to what is left: *places* are those of now, decided anew at each change."""


@dataclass(frozen=True, slots=True)
class AskingScreen:
    """A device that wants to be a stand; *label* is a number that both pages show."""

    id: ScreenId
    device: DeviceId
    label: str
    address: str
    middle: bool = False
    """It shows the table's page and wants to be its middle."""


@dataclass(frozen=True, slots=True)
class Code:
    """What a page shows for a screen to scan: worth *places* until *ends_s*, once."""

    digest: str
    places: tuple[Place, ...]
    by: DeviceId
    ends_s: float
    rest: bool = False


@dataclass(frozen=True, slots=True)
class ScreenRights:
    """What is stored: who is which stand, and who held which page in this match."""

    screens: tuple[Screen, ...] = ()
    former: tuple[tuple[PersonId, DeviceId], ...] = ()

    def of(self, device: DeviceId | None) -> Screen | None:
        """Return the screen that *device* is, if it is one."""
        return next((each for each in self.screens if each.device == device), None)

    def at(self, place: Place) -> Screen | None:
        """Return the screen that is the stand at *place*."""
        return next((each for each in self.screens if place in each.places), None)

    def give(self, screen: Screen) -> Self:
        """Let *screen* be the stand at its places; they are nobody else's from now on."""
        others = self.without(screen.places, but=screen.device).screens
        kept = tuple(
            each
            for each in others
            if each.device != screen.device and not (each.rest and screen.rest)
        )
        if len(kept) >= MOST_SCREENS:
            raise refuse("screens-full", most=MOST_SCREENS)
        return replace(self, screens=(*kept, screen))

    def without(self, places: tuple[Place, ...], *, but: DeviceId | None = None) -> Self:
        """Let no screen be the stand at *places*, *but* perhaps that of one device."""
        left = (
            each
            if each.device == but
            else replace(each, places=tuple(p for p in each.places if p not in places))
            for each in self.screens
        )
        return replace(self, screens=tuple(e for e in left if e.places or e.rest))

    def left(self, seating: Seating, wired: AbstractSet[Place]) -> tuple[Place, ...]:
        """Return the stands of nobody that no other screen and no *wired* display shows."""
        held = {p for each in self.screens if not each.rest for p in each.places}
        # Never an owner's, not even a single one: the glass with the rest all can read.
        taken = {*owners(seating), *wired, *held}
        return tuple(place for place in PLACES if place not in taken)

    def lawful(self, before: Seating, after: Seating, wired: AbstractSet[Place]) -> Self:
        """Return what of it holds once *after* is how people sit.

        Where a page meets its own stand, the stand goes; so does one that gets an owner while its
        screen shows others too, for all to read. The rest: all left beside those and the *wired*.
        """
        rights = replace(self, former=self._former(before, after))
        for place, person in owners(after).items():
            screen = rights.at(place)
            if screen is not None and (
                len(screen.places) > 1 or screen.device in rights.barred(after, person)
            ):
                rights = rights.without((place,))
        left = rights.left(after, wired)
        shown = (replace(e, places=left) if e.rest else e for e in rights.screens)
        return replace(rights, screens=tuple(shown))

    def _former(
        self, before: Seating, after: Seating
    ) -> tuple[tuple[PersonId, DeviceId], ...]:
        if not after.playing:
            return ()
        if after.playing != before.playing:  # a match begins, or is taken up again
            return self.former
        now = {(each.id, each.device) for each in after.people}
        gone = (
            (each.id, each.device)
            for each in before.people
            if each.device and not each.bot and (each.id, each.device) not in now
        )
        return tuple(dict.fromkeys((*self.former, *gone)))[-MOST_FORMER:]

    def barred(self, seating: Seating, person: PersonId) -> frozenset[DeviceId]:
        """Return the devices that are never the stand of *person*."""
        whom = seating.person(person)
        held = {device for whose, device in self.former if whose == person}
        now = {each for each in (whom.device, whom.before) if each is not None}
        return frozenset(held | now)

    def check_stand(
        self, seating: Seating, device: DeviceId, places: tuple[Place, ...]
    ) -> None:
        """Raise Rejected where *device* may not be the stand at one of *places*."""
        owned = owners(seating)
        for place in places:
            person = owned.get(place)
            if person is not None and len(places) > 1:
                raise refuse("stand-alone", name=seating.person(person).name)
            if person is not None and device in self.barred(seating, person):
                raise refuse("own-stand", name=seating.person(person).name)

    def check_page(self, seating: Seating, person: PersonId, device: DeviceId) -> None:
        """Raise Rejected where *device* is the stand of *person*: it never shows the page."""
        screen = self.of(device)
        if screen is not None and any(
            owner == person and place in screen.places
            for place, owner in owners(seating).items()
        ):
            raise refuse("is-stand", name=seating.person(person).name)

    def check_join(self, seating: Seating, device: DeviceId) -> None:
        """Raise Rejected where *device* is the stand of whoever sits down next."""
        screen, seat = self.of(device), len(seating.people)
        if screen and seat < len(STAND_PLACES) and STAND_PLACES[seat] in screen.places:
            raise refuse("is-next-stand", n=seat + 1)


@dataclass(frozen=True, slots=True)
class Screens:
    """All of it; only *rights* outlive the program."""

    rights: ScreenRights = field(default_factory=ScreenRights)
    asking: tuple[AskingScreen, ...] = ()
    codes: tuple[Code, ...] = ()
    up: frozenset[ScreenId] = frozenset()
    """Which of them show their faces now."""

    def ask(self, asking: AskingScreen) -> Self:
        """Let one more ask, once; raises Rejected where too many do."""
        near = sum(each.address == asking.address for each in self.asking)
        many = len(self.asking) >= MOST_ASKING or near >= MOST_ASKING_AT
        if many and not self._asks(asking.device):
            raise refuse("screens-asking")
        return self.asked_about(asking)

    def asked_about(self, asking: AskingScreen) -> Self:
        """Let one more ask that somebody at the table has brought, however many do."""
        if self._asks(asking.device):
            return self
        return replace(self, asking=(*self.asking, asking))

    def _asks(self, device: DeviceId) -> bool:
        return any(each.device == device for each in self.asking)

    @property
    def devices(self) -> frozenset[DeviceId]:
        """Whoever asks, or is a screen."""
        ask = {each.device for each in self.asking}
        return frozenset(ask | {each.device for each in self.rights.screens})

    def asked_by(self, id_: ScreenId) -> AskingScreen:
        """Return who asks under *id_*; raises Rejected where nobody does any more."""
        for each in self.asking:
            if each.id == id_:
                return each
        raise refuse("no-such-screen")

    def screen(self, id_: ScreenId) -> Screen:
        """Return a screen by its name; raises Rejected where there is none."""
        for each in self.rights.screens:
            if each.id == id_:
                return each
        raise refuse("no-such-screen")

    def with_code(self, code: Code) -> Self:
        """Keep one more code; the oldest goes where there are too many."""
        return replace(self, codes=(*self.codes, code)[-MOST_CODES:])

    def without_code(self, code: Code | None) -> Self:
        """Let *code* be worth nothing any more."""
        return replace(self, codes=tuple(each for each in self.codes if each != code))

    def code(self, secret: str, now_s: float) -> Code:
        """Return what *secret* is worth; raises Rejected where that is nothing."""
        digest = digest_of(secret)
        for each in self.codes:
            if each.digest == digest and each.ends_s > now_s:
                return each
        raise refuse("screen-code-over")

    def shown_at(self, place: Place) -> bool:
        """Tell whether a screen shows the face of *place* now."""
        screen = self.rights.at(place)
        return screen is not None and screen.id in self.up

    @property
    def dark(self) -> tuple[Place, ...]:
        """The places whose screen sleeps or is out of reach, in order."""
        return tuple(p for p in PLACES if self.rights.at(p) and not self.shown_at(p))

    @property
    def health(self) -> Mapping[Place, Health]:
        """How each place stands that is a screen's."""
        places = [place for place in PLACES if self.rights.at(place)]
        return {each: Health(up=True) if self.shown_at(each) else ASLEEP for each in places}


def owners(seating: Seating) -> Mapping[Place, PersonId]:
    """Return whose stand each place is: seat n's is the n-th, in a match and before it."""
    return dict(zip(STAND_PLACES, seating.by_seat, strict=False))


def digest_of(secret: str) -> str:
    """Return what is kept of a code."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def number_of(place: Place) -> int:
    """Return the number people call a stand by; 0: the middle."""
    return STAND_PLACES.index(place) + 1 if place in STAND_PLACES else 0


def checked_places(places: tuple[str, ...]) -> tuple[Place, ...]:
    """Return *places* in their order, each once; raises Rejected where one is none."""
    if not places or not {*places} <= {*PLACES}:
        raise refuse("no-such-place")
    return tuple(place for place in PLACES if place in places)
