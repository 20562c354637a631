"""What one phase has of its own, and what its commands and events have to know."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Protocol

from companion.engine.game import Say
from companion.engine.offers import Offer
from companion.engine.people import OfSeat, PersonEvent, of_player
from companion.engine.step import Step
from companion.errors import refuse
from companion.games.djam.state import Djam, Phase
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message, Param, Seat

Kinds = frozenset[str]
"""The kinds of commands that a seat is offered."""


class Fact(Protocol):
    """What happened, chance included. It knows what it does to the table, and what is told."""

    def apply(self, state: Djam, /) -> Djam:
        """Return the state after it; never refuse, draw no chance."""

    def told(self, before: TableView, after: TableView, /) -> Message | None:
        """Return at most one public sentence; asked of the public part alone."""


class Silent:
    """Base of facts that nobody is told of."""

    __slots__ = ()

    def told(self, _before: TableView, _after: TableView, /) -> None:
        """Tell nothing."""


def of_seat(id_: str) -> Callable[[OfSeat, TableView, TableView], Message]:
    """Return what a fact tells that has no more to say than of whose seat it is."""
    return lambda fact, before, _: of_player(before, id_, fact.seat)


class Wish(OfSeat, ABC):
    """What a player asks for, or a finger. It knows what comes of it."""

    __slots__ = ()
    when: ClassVar[Collection[Phase]]
    """The phases in which it makes sense."""

    @abstractmethod
    def decide(self, state: Djam, random: Random, /) -> "Sequence[Event]":
        """Return what comes of it, or raise Rejected; the state stays as it was."""


Event = Fact | PersonEvent


def _not_now(*_: object) -> tuple[()]:
    raise refuse("not-now")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRules:
    """All that is so in one phase and in no other."""

    close: Callable[[Djam, Random], Sequence[Event]] = lambda *_: ()
    """Return the next thing that follows by itself, or nothing."""
    wait_s: Callable[[Djam], float | None] = lambda *_: None
    """Return how long the table waits at most; None: it just waits."""
    time_up: Callable[[Djam, Random], Sequence[Event]] = _not_now
    """Return what comes of having waited so long."""
    offers: Callable[[SeatView], Iterable[Offer]] = lambda *_: ()
    """Return what somebody here is invited to."""
    step: Callable[[SeatView, Kinds], Step]
    """Return what a seat is asked, from its view and the kinds of its offers."""
    table_step: Callable[[TableView], Step]
    """Return what the whole table does, for its middle."""
    held: Callable[[Djam, Seat], Wish | None] = lambda *_: None
    """Return what it means to hold the button of the own stand."""
    onward: Callable[[Djam, Seat], Wish | None] = lambda *_: None
    """Return what the middle's button for going on means, for whoever's turn it is to roll."""
    bottom: Callable[[TableView, Say], str] | None = None
    """Return what every stand shows below the dice, in place of its own."""


def about(step_name: str, /, **params: Param) -> Message:
    """Return what a step is about."""
    return Message(f"dj.step.{step_name}", params)


def nth(table: TableView) -> str:
    """Return what tells this word of the round from the others."""
    return f"{table.round}-{len(table.spoken)}"
