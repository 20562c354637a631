"""What bots are called."""

from collections.abc import Iterable

from companion.table.values.names import likeness

BOT_NAMES = (
    *("Ada", "Grace", "Konrad", "Alan", "Hedy", "Linus", "Edsger", "Radia"),
    *("Katherine", "Emmy", "Maryam", "Sophie"),
)
"""As many as the largest table has chairs."""


def free_bot_name(people: Iterable[str]) -> str:
    """Return a name for one more bot, beside those of *people*."""
    taken = set(map(likeness, people))
    names = (f"Bot {name}" for name in BOT_NAMES)
    return next((name for name in names if likeness(name) not in taken), "Bot")
