"""Hashes that make a damaged row visible; they never leave the file."""

import hashlib

Value = str | int | None


def seal(*values: Value) -> str:
    """Return the seal of a row with these *values*, kinds included."""
    return hashlib.sha256("\x1f".join(map(repr, values)).encode()).hexdigest()


def link(chain: str, match: str, position: int, *values: Value) -> str:
    """Return the next link of the chain of a match's log."""
    text = "\x1f".join((chain, match, str(position), *map(str, values)))
    return hashlib.sha256(text.encode()).hexdigest()


def tag_of(match: str, position: int, command: str) -> str:
    """Return the name of a row for phones to remember.

    The id of a match is random and never leaves the program, so the tag tells nothing.
    """
    return seal("tag", match, position, command)[:16]
