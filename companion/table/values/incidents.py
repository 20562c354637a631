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
