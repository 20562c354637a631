"""What is stored: the entries of a match, and what is stored together or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.table.values.incidents import Incident


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a match: an event or an undo, as plain data."""

    command: str
    """Id that the sender made; the entries of one command share it."""
    actor: int | None
    body: Mapping[str, Any]
    tag: str = field(default="", compare=False)
    """Name of the row for phones to remember; empty: it has none."""


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A stored match; *put_away* is None while it lies on the table."""

    id: str
    game: str
    started: str
    put_away: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is stored together or not at all."""

    match: str = ""
    """The match that all but the documents belong to."""
    game: str = ""
    """The match begins now and is one of this game."""
    start: int = 0
    """Position of the first of *rows*."""
    rows: Sequence[Row] = ()
    notes: Sequence[tuple[int, str, str]] = ()
    """Private notes: (seat, key, text)."""
    put_away: bool = False
    documents: Mapping[str, str] = field(default_factory=dict)
    incidents: Sequence[Incident] = ()
