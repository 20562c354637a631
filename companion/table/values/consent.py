"""Undo wants consent where somebody has learned something. Pure values."""

from dataclasses import dataclass, replace
from typing import Self

from companion.engine.events import Undo
from companion.errors import refuse
from companion.ports import Seat
from companion.table.values.match import Cost, Match


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Somebody asks the table to take the last step back."""

    asked_by: Seat
    asked: frozenset[Seat]
    command: str
    """The id of the wish: the same one takes back once, however often it is sent."""
    agreed: frozenset[Seat] = frozenset()

    @property
    def granted(self) -> bool:
        """Whether everybody asked has agreed."""
        return self.asked <= self.agreed

    def agree(self, seat: Seat) -> Self:
        """Return the request with the consent of *seat*, if it was asked."""
        return replace(self, agreed=self.agreed | ({seat} & self.asked))


def price(match: Match, seat: Seat) -> Cost:
    """Return what it takes *seat* to undo: only the own steps are ever free."""
    cost, step = match.undo_cost(), match.undoable()
    if cost is Undo.FREE and step is not None and step.actor != seat:
        return Undo.CONSENT
    return cost


def others(seat: Seat, phones: frozenset[Seat]) -> frozenset[Seat]:
    """Return whose consent *seat* would need: all others' who can be asked on a phone."""
    return phones - {seat}


def ask(
    match: Match,
    seat: Seat,
    phones: frozenset[Seat],
    before: UndoRequest | None,
    command: str,
) -> UndoRequest:
    """Return the request after *seat* asks for undo; asking along is agreeing."""
    if before is not None:
        return before.agree(seat)
    if match.undoable() is None:
        raise refuse("nothing-to-undo")
    cost = price(match, seat)
    if cost is Undo.NEVER:
        raise refuse("undo-never")
    asked = frozenset[Seat]() if cost is Undo.FREE else others(seat, phones)
    return UndoRequest(seat, asked, command)
