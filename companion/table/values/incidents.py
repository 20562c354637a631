"""What went wrong at the table, for people to read; never a word of what was played."""

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime

MOST_INCIDENTS = 200
"""Older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One of them; its sentence is ``web.incident.<kind>`` with *detail* in it."""

    kind: str
    detail: str = ""
    at: str = field(default_factory=lambda: datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S"))
    id: str = field(default_factory=lambda: secrets.token_hex(6))


@dataclass(frozen=True, slots=True)
class Rescue:
    """A match that a copy has kept while the log has lost it; the host may take it up."""

    game: str
    at: str
    """When the copy was made, UTC."""
    brought: bool = False
    """It came with a file from elsewhere: nothing was lost here."""
