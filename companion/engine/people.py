"""Who sits round the table, who is away, coming and going: the same in every game."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, Self, TypeVar

from companion.engine.events import Undo, event
from companion.engine.offers import Offer
from companion.errors import refuse
from companion.limits import NAME_LENGTH
from companion.ports import Message, Param, Seat


@dataclass(frozen=True, slots=True)
class OfSeat:
    """A command of a player, or a fact about one: base of those."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OfTable:
    """A command or a fact of the whole table that needs no more words than its kind."""


class TimeUp(OfTable):
    """The table has waited long enough: the command of a deadline, if a game says no other."""


class Leave(OfSeat):
    """The player leaves the table; what belongs to the seat stays there."""


class ComeBack(OfSeat):
    """The player is back."""


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="left")
class PlayerLeft(OfSeat):
    """The player of the seat left the table."""


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="back")
class PlayerCameBack(OfSeat):
    """The player of the seat is back."""


PersonEvent = PlayerLeft | PlayerCameBack


def leaders(points: Sequence[int]) -> tuple[Seat, ...]:
    """Return the seats with the most *points*, which go by seat; equals share."""
    return tuple(Seat(n) for n, each in enumerate(points) if each == max(points))


def come_or_go(command: Leave | ComeBack) -> list[PersonEvent]:
    """Return what comes of it, once `check_seat` has nothing against it."""
    kind = PlayerLeft if isinstance(command, Leave) else PlayerCameBack
    return [kind(command.seat)]


@dataclass(frozen=True, slots=True)
class BasePlayer:
    """What every player has; a game's ``Player`` adds its own."""

    name: str
    present: bool = field(default=True, kw_only=True)
    """Whether the player is at the table."""


PlayerT = TypeVar("PlayerT", bound=BasePlayer)


class Seated(Generic[PlayerT]):
    """Base of a game's state: a frozen dataclass whose *players* lie in the order of seats."""

    __slots__ = ()
    players: tuple[PlayerT, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, present or not."""
        return tuple(map(Seat, range(len(self.players))))

    def player(self, seat: Seat) -> PlayerT:
        """Return the player of *seat*, or refuse: nobody has it."""
        if seat not in self.seats:
            raise refuse("unknown-player", n=seat + 1)
        return self.players[seat]

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return tuple(player.name for player in self.players)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose player is at the table."""
        return tuple(seat for seat in self.seats if self.players[seat].present)

    def clockwise(self, first: int) -> tuple[Seat, ...]:
        """Return all seats, present or not, from *first* on; it may lie beyond the last one."""
        count = len(self.players)
        return tuple(Seat((first + step) % count) for step in range(count))

    def next_present(self, first: int) -> Seat | None:
        """Return *first*, or the next one clockwise who is at the table; None: nobody is."""
        return next((s for s in self.clockwise(first) if self.players[s].present), None)

    def names_of(self, seats: Iterable[Seat]) -> tuple[str, ...]:
        """Return what the players of *seats* are called."""
        return tuple(self.players[seat].name for seat in seats)

    def with_player(self, seat: Seat, **changes: Any) -> Self:  # noqa: ANN401 - fields
        """Return the state with these fields of the player of *seat* changed."""
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return self._with(players)

    def with_everybody(self, **changes: Any) -> Self:  # noqa: ANN401 - fields
        """Return the state with these fields of every player changed."""
        return self._with([replace(player, **changes) for player in self.players])

    def with_dealt(self, **by_seat: Sequence[Any]) -> Self:
        """Return the state with a field of every player changed, its values by seat."""
        players = list(self.players)
        for seat in self.seats:
            dealt = {name: values[seat] for name, values in by_seat.items()}
            players[seat] = replace(players[seat], **dealt)
        return self._with(players)

    def with_person(self, event: PersonEvent, **changes: Any) -> Self:  # noqa: ANN401 - fields
        """Return the state after coming or going, with these fields of the player changed."""
        came = isinstance(event, PlayerCameBack)
        return self.with_player(event.seat, present=came, **changes)

    def _with(self, players: Sequence[PlayerT]) -> Self:
        return replace(self, players=tuple(players))  # type: ignore[type-var]  # a dataclass


class _Named(Protocol):
    @property
    def name(self) -> str: ...


class _Present(Protocol):
    @property
    def present(self) -> bool: ...


class AtTable(Protocol):
    """A state, or a view of one."""

    @property
    def players(self) -> Sequence[_Named]:
        """In the order of seats."""


def of_player(table: AtTable, id_: str, seat: Seat, **params: Param) -> Message:
    """Return the sentence *id_* about the player of *seat*, as ``name``."""
    return Message(id_, {"name": table.players[seat].name, **params})


def of_players(id_: str, names: Iterable[str], **params: Param) -> Message:
    """Return the sentence *id_* about *names*, so many as ``n``."""
    told = tuple(names)
    return Message(id_, {"names": told, "n": len(told), **params})


def announce_person(table: AtTable, event: PersonEvent) -> Message:
    """Return what the table is told of coming and going."""
    left = isinstance(event, PlayerLeft)
    return of_player(table, "told.left" if left else "told.came_back", event.seat)


def and_leave(player: _Present, own: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return *own*, and that one may leave; whoever is away may come back, no more."""
    return (*own, Offer("Leave")) if player.present else (Offer("ComeBack"),)


def check_start(state: Seated[Any], names: Sequence[str], counts: Collection[int]) -> None:
    """Refuse to begin a match that has begun, and what `check_names` refuses."""
    if state.players:
        raise refuse("not-now")
    check_names(names, counts)


def check_count(people: int, counts: Collection[int]) -> None:
    """Refuse too few or too many *people*; a game may be for one number alone."""
    if people in counts:
        return
    least, most = min(counts), max(counts)
    if least == most:
        raise refuse("exact-count", n=least, here=people)
    raise refuse("player-count", least=least, most=most, n=people)


def check_names(names: Sequence[str], counts: Collection[int]) -> None:
    """Refuse too few or too many players, and names nobody could tell apart."""
    check_count(len(names), counts)
    for name in names:
        if not name.strip() or len(name) > NAME_LENGTH:
            raise refuse("bad-name")
        if names.count(name) > 1:
            raise refuse("name-taken", name=name)


def check_seat(
    state: Seated[Any], command: OfSeat, now: Collection[type], *, at_table: bool = True
) -> None:
    """Refuse a command of nobody, of somebody away, or of a kind that is not of *now*.

    Whoever is away can only come back, unless one need not be *at_table* for it.
    """
    player = state.player(command.seat)
    if isinstance(command, ComeBack):
        if player.present:
            raise refuse("present", name=player.name)
    elif at_table and not player.present:
        raise refuse("absent", name=player.name)
    if type(command) not in now:
        raise refuse("not-now")
