"""Folding a log into a state; undo is an entry of the log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

from companion.engine.game import AnyGame
from companion.ports import Place, Seat


@dataclass(frozen=True, slots=True)
class Undone:
    """Only the first *keep* entries of the log before this one still count."""

    keep: int


Moved = Literal["page", "host", "loan", "return"]
"""What went to another device; a loan is a phone handed to somebody who has none."""


@dataclass(frozen=True, slots=True)
class PageMoved:
    """The page of the seat, or the host's right to it, went to another device.

    Nothing of the game's changes, and no undo minds it.
    """

    seat: Seat
    right: Moved


@dataclass(frozen=True, slots=True)
class ScreenMoved:
    """A screen became the stand at *place*, or (not *on*) is it no more.

    Nothing of the game's changes, and no undo minds it.
    """

    place: Place
    on: bool


@dataclass(frozen=True, slots=True)
class UndoRefused:
    """The seat does not agree to take back what *asked_by* would like to.

    Nothing of the game's changes, and no undo minds it.
    """

    seat: Seat
    asked_by: Seat


Entry = Any
"""An event of the game, or one of the shell's."""
SHELL_ENTRIES = (Undone, PageMoved, ScreenMoved, UndoRefused)


def counting(entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """Return the events that still count, each with its position in the log."""
    kept: list[tuple[int, Entry]] = []
    for position, entry in enumerate(entries):
        if isinstance(entry, Undone):
            kept = [each for each in kept if each[0] < entry.keep]
        elif not isinstance(entry, PageMoved | ScreenMoved | UndoRefused):
            kept.append((position, entry))
    return kept


def replay(game: AnyGame, entries: Sequence[Entry]) -> Any:  # noqa: ANN401
    """Return the state after *entries*; its type is the game's."""
    events = (event for _, event in counting(entries))
    return reduce(game.evolve, events, game.initial)
