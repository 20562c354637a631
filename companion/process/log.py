"""The log: one line an event, ``event=started port=80``, and no word of any hand in it."""

import json
import logging
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Final, TextIO

from companion.errors import location
from companion.table.values.program_health import ProgramHealth

Fact = str | int | float | bool
_PLAIN: Final = re.compile(r"[\w.:/@+-]+")
_PRIORITY: Final = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))


class LogEvent:
    """What happened, and the public facts that belong to it."""

    def __init__(self, name: str, /, **facts: Fact) -> None:
        self.name = name
        self.facts = facts

    def __str__(self) -> str:
        """Return the line."""
        facts = {"event": self.name, **self.facts}
        return " ".join(f"{key}={_value(fact)}" for key, fact in facts.items())


class LineFormatter(logging.Formatter):
    """Makes one line of every record; an error is told by its place, never by its text."""

    def __init__(self, *, journal: bool) -> None:
        """*journal*: begin each line with the priority that systemd's journal reads."""
        super().__init__()
        self._journal = journal

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of *record*."""
        line = f"level={record.levelname.lower()} {_told(record)}"
        if record.exc_info and record.exc_info[1]:
            line += f" error={_value(location(record.exc_info[1]))}"
        if not self._journal:
            return line
        priority = next((p for level, p in _PRIORITY if record.levelno >= level), 7)
        return f"<{priority}>{line}"


def set_up_logging(
    environ: Mapping[str, str], *, quiet: bool, stream: TextIO | None = None
) -> None:
    """Let every record go to *stream* (standard error), a line each.

    *quiet*: from warnings upward only, for a program in somebody's terminal.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LineFormatter(journal="JOURNAL_STREAM" in environ))
    root = logging.getLogger()
    for old in [*root.handlers]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING if quiet else logging.INFO)


TROUBLE: Final = frozenset({"not-saved", "table-hangs", "no-room"})


def log_event(log: logging.Logger, event: LogEvent) -> None:
    """Log *event* as loud as it is."""
    log.log(logging.WARNING if event.name in TROUBLE else logging.INFO, event)


def changes(before: ProgramHealth, after: ProgramHealth) -> Iterator[LogEvent]:
    """Yield what has happened between two looks at the program."""
    was, now = before.activity, after.activity
    if now.people != was.people:
        yield LogEvent("people", count=now.people)
    if (now.playing, now.game) != (was.playing, was.game) and now.playing:
        yield LogEvent("match-began", game=now.game, people=now.people)
    known = {number for number, _ in was.told}
    for number, name in now.told:
        if number not in known:
            yield LogEvent("told", game=now.game, sentence=name)
    if now.finished and not was.finished:
        yield LogEvent("match-finished", game=now.game)
    if was.playing and not now.playing:
        yield LogEvent("match-put-away", game=was.game)
    if now.saved != was.saved:
        yield LogEvent("saved" if now.saved else "not-saved")
    if after.responsive != before.responsive:
        yield LogEvent("table-comes-round" if after.responsive else "table-hangs")
    if after.has_room != before.has_room:
        yield LogEvent("room" if after.has_room else "no-room", free_mb=after.free_mb or 0)


def _told(record: logging.LogRecord) -> str:
    if isinstance(record.msg, LogEvent):
        return str(record.msg)
    source = _value(record.name)
    return f"event=note from={source} text={_value(record.getMessage())}"


def _value(fact: Fact) -> str:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    text = str(fact)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
