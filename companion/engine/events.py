"""What an event says of itself, at its class: how it is taken back, and what of it is public."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Literal, TypeVar, dataclass_transform

EventT = TypeVar("EventT")
T = TypeVar("T")


class Undo(Enum):
    """What it takes to go back behind an event."""

    FREE = "free"
    """Nobody has learned anything from it."""
    CONSENT = "consent"
    """Everybody at the table has to agree."""
    ASIDE = "aside"
    """Nothing to take back: it goes along with what is taken back before it."""
    STAYS = "stays"
    """Nothing to take back, and true whatever else is: it outlives what is taken back before it."""
    BAR = "bar"
    """As free; but from then on what lies before it is taken back no more."""
    NEVER = "never"
    """Something was revealed that cannot be forgotten."""


FREELY = (Undo.FREE, Undo.BAR, Undo.ASIDE, Undo.STAYS)
"""How nothing is taken back that has told somebody something."""

MomentWord = Literal[
    "",
    "dealt",  # everything lies ready
    "rolled",  # the dice are seen
    "card",  # a card came into sight, or into a hand
    "chip",  # chips were laid or taken
    "token",  # a token was taken
    "clue",  # a clue was given
    "stack",  # a stack is finished
    "laid",  # a word or a clue lies ready
    "buzzed",  # somebody was quick
    "turn",  # it is somebody's turn
    "gong",  # a wait is over
    "revealed",  # what lay face down is open
    "accepted",
    "rejected",
    "won",
    "lost",
    "ended",  # the match is over
    "left",  # somebody has left the table
    "back",  # and is there again
]
"""What sounds, lights and movements go with; empty: nothing."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """Functions of the event's public part, and the names of its public fields."""

    undo: Callable[[Any], Undo]
    tells: Callable[[Any], bool]
    public: frozenset[str]
    moment: Callable[[Any], MomentWord]
    secret: bool
    """Whether it has a field that not everybody may know."""


_MARK = "__mark__"


@dataclass_transform(frozen_default=True)
def event(
    *,
    undo: Undo | Callable[[Any], Undo],
    tells: bool | Callable[[Any], bool],
    public: str = "",
    moment: MomentWord | Callable[[Any], MomentWord],
) -> Callable[[type[EventT]], type[EventT]]:
    """Make a frozen slotted dataclass with these marks; they may depend on public fields.

    *tells*: some seat what it could not know before. *public*: the fields all may know.
    *moment*: what sounds, lights and movements go with; everybody gets it.
    """
    if tells is True and undo in FREELY:
        raise TypeError(f"What tells something is not undone as {undo}.")

    def marked(kind: type[EventT]) -> type[EventT]:
        made = dataclass(frozen=True, slots=True)(kind)
        known = {each.name for each in fields(made)}  # type: ignore[arg-type]  # just made one
        open_ = frozenset(public.split())
        if unknown := open_ - known:
            raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}.")
        mark = _Mark(
            _function(undo), _function(tells), open_, _function(moment), open_ != known
        )
        setattr(made, _MARK, mark)
        return made

    return marked


def _function(mark: T | Callable[[Any], T]) -> Callable[[Any], T]:
    return mark if callable(mark) else lambda _: mark


def mark_of(kind: type) -> _Mark:
    """Return the mark of an event's class; TypeError where it has none of its own."""
    mark = vars(kind).get(_MARK)
    if not isinstance(mark, _Mark):
        raise TypeError(f"{kind.__name__} does not say what it tells: mark it by @event.")
    return mark


def undo_of(event: object) -> Undo:
    """Return what it takes to go back behind *event*."""
    return mark_of(type(event)).undo(public_part(event))


def tells(event: object) -> bool:
    """Return whether *event* tells some seat what it could not know before."""
    return mark_of(type(event)).tells(public_part(event))


def moment_of(event: object) -> MomentWord:
    """Return what sounds, lights and movements go with, if anything."""
    return mark_of(type(event)).moment(public_part(event))


def public_part(event: EventT) -> EventT:
    """Return *event* with its public fields alone: asked for another, it is an AttributeError."""
    mark = mark_of(type(event))
    if not mark.secret:
        return event
    part = object.__new__(type(event))
    for name in mark.public:
        object.__setattr__(part, name, getattr(event, name))
    return part
