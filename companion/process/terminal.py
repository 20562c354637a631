"""What a program says where somebody looks at it: colour, a sign, how far it is, a code."""

import os
import sys
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final, Literal, TextIO, TypeVar

from companion.codes import code

Verdict = Literal["ok", "warning", "failed"]
EachT = TypeVar("EachT")

WORDS: Final = {"ok": "ok     ", "warning": "WARNING", "failed": "FAILED "}
SIGNS: Final = {"ok": "✓", "warning": "!", "failed": "✗"}
COLOURS: Final = {"ok": "32", "warning": "33", "failed": "31"}
WHITE_ON_BLACK: Final = "97;40"
CLEAR_LINE: Final = "\r\033[K"


def is_looked_at(stream: TextIO) -> bool:
    """Return whether *stream* is a terminal that understands more than letters."""
    return stream.isatty() and os.environ.get("TERM") not in {None, "", "dumb"}


def coloured(text: str, verdict: Verdict, stream: TextIO | None = None) -> str:
    """Return *text* in the colour of *verdict*, if *stream* (standard output) shows any."""
    out = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR") or not is_looked_at(out):
        return text
    return f"\033[{COLOURS[verdict]}m{text}\033[0m"


def mark(verdict: Verdict) -> str:
    """Return what a line begins with: a sign on a terminal, a word in a file."""
    sign = (
        SIGNS[verdict]
        if is_looked_at(sys.stdout) and _can_say("".join(SIGNS.values()))
        else ""
    )
    return coloured(f"{sign} {WORDS[verdict]}" if sign else WORDS[verdict], verdict)


def counted(each: Iterable[EachT], total: int, what: str) -> Iterator[EachT]:
    """Yield what comes, and tell a terminal how many of *total* have come."""
    out = sys.stderr
    looked_at = is_looked_at(out)

    def say(number: int) -> None:
        if looked_at:
            out.write(f"{CLEAR_LINE}{number} of {total} {what}")
            out.flush()

    try:
        say(0)  # the first may take a good while
        for number, one in enumerate(each, 1):
            say(number)
            yield one
    finally:
        if looked_at:
            out.write(CLEAR_LINE)
            out.flush()


def print_code(text: str) -> None:
    """Print the code of *text* for a camera, where standard output is a terminal that can."""
    drawn = StringIO()
    code(text, "l").terminal(drawn, compact=True)
    if not is_looked_at(sys.stdout) or not _can_say(drawn.getvalue()):
        return
    for line in drawn.getvalue().splitlines():
        # Whatever the terminal's own colours: many cameras read no code that is inverted.
        sys.stdout.write(f"\033[{WHITE_ON_BLACK}m{line}\033[0m\n")
    sys.stdout.flush()


def _can_say(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
