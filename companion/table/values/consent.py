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
    """The id of the wish, and of this question: it takes back once, however often it is sent."""
    agreed: frozenset[Seat] = frozenset()

    @property
    def granted(self) -> bool:
        """Whether everybody asked has agreed."""
        return self.asked <= self.agreed

    def agree(self, seat: Seat) -> Self:
        """Return the request with the consent of *seat*, if it was asked."""
        return replace(self, agreed=self.agreed | ({seat} & self.asked))


def price(match: Match, seat: Seat, phones: frozenset[Seat]) -> Cost:
    """Return what it takes *seat* to undo: alone with a phone it asks nobody."""
    cost, step = match.undo_cost(), match.undoable()
    if cost is Undo.NEVER:
        return cost
    if not phones - {seat}:
        return Undo.FREE
    # Only the own steps are ever free, where somebody else can be asked.
    return cost if step is None or step.actor == seat else Undo.CONSENT


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
    cost = price(match, seat, phones)
    if cost is Undo.NEVER:
        raise refuse("undo-never")
    asked = frozenset[Seat]() if cost is Undo.FREE else phones - {seat}
    return UndoRequest(seat, asked, command)
