"""Server-sent events: whole snapshots, heartbeats, and who may hold a stream open."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Condition
from time import monotonic
from typing import Final

from msgspec.json import encode

from companion.table.projection import Projection

HEARTBEAT_S: Final = 10.0
IN_ALL: Final = 72
PER_DEVICE: Final = 3
"""A browser opens six connections to a host; streams must not eat them all."""


@dataclass(frozen=True)
class Snapshot:
    """The whole of a page, as a reader gets it."""

    game: str
    """A page that was made for another game loads anew."""
    version: int
    html: str
    announcements: Sequence[Mapping[str, str | int]] = ()
    seen: str = ""
    """The witness to remember, on a person's own page."""
    go: str = ""
    """Where the browser should move on to."""

    @cached_property
    def event(self) -> bytes:
        """What goes over a stream: made once, however many readers share it."""
        return event("snapshot", self, self.version)


@dataclass(frozen=True, slots=True)
class Live:
    """A page that changes.

    *key* tells two states of the page apart, None once its reader may not see it any more;
    *snapshot* is what the reader gets.
    """

    key: Callable[[Projection], object | None]
    snapshot: Callable[[Projection], Snapshot]


@dataclass(slots=True, eq=False)
class Ticket:
    """The right to hold one stream open, until it is *over*."""

    device: str
    tab: str
    over: bool = field(default=False)


class Streams:
    """Counts open streams; the newest one of a tab wins."""

    def __init__(
        self, wake: Callable[[], None], in_all: int = IN_ALL, per_device: int = PER_DEVICE
    ) -> None:
        """*wake* lets every waiting stream look at its ticket again."""
        self._wake = wake
        self._in_all = in_all
        self._per_device = per_device
        self._tickets: set[Ticket] = set()
        self._stopped = False
        self._changed = Condition()

    def __len__(self) -> int:
        return len(self._tickets)

    def open(self, device: str, tab: str) -> Ticket | None:
        """Return a ticket, or None where the page has to poll instead."""
        ticket = Ticket(device, tab)
        with self._changed:
            others = {held for held in self._tickets if not held.over}
            twins = {held for held in others if (held.device, held.tab) == (device, tab)}
            others -= twins
            own = sum(held.device == device for held in others)
            if self._stopped or len(others) >= self._in_all or own >= self._per_device:
                return None
            for twin in twins:
                twin.over = True
            self._tickets.add(ticket)
        if twins:
            self._wake()
        return ticket

    def close(self, ticket: Ticket) -> None:
        """Give a ticket back."""
        with self._changed:
            ticket.over = True
            self._tickets.discard(ticket)
            self._changed.notify_all()

    def stop(self, timeout_s: float) -> bool:
        """End every stream; return whether all had gone within the time."""
        with self._changed:
            self._stopped = True
            for ticket in self._tickets:
                ticket.over = True
        self._wake()
        with self._changed:
            return self._changed.wait_for(lambda: not self._tickets, timeout_s)


def event(name: str, data: object, id_: object = None) -> bytes:
    """Return one server-sent event."""
    head = f"id: {id_}\n" if id_ is not None else ""
    return f"{head}event: {name}\ndata: ".encode() + encode(data) + b"\n\n"


@dataclass(frozen=True, slots=True)
class Beat:
    """A heartbeat every *every_s* seconds of silence, at a tick of the clock.

    At any other moment it would tell that something was shown to somebody else just now.
    """

    every_s: float = HEARTBEAT_S
    tick_s: float = 1.0
    clock: Callable[[], float] = monotonic

    def now_s(self) -> float:
        """Return the last tick."""
        return self.clock() // self.tick_s * self.tick_s


def events(
    live: Live, ticket: Ticket, latest: Callable[[], Projection], boot: str, beat: Beat
) -> Iterator[bytes]:
    """Yield the newest state of *live* whenever it differs, heartbeats, and else ``b""``."""
    yield b"retry: 1000\n" + event("hello", {"boot": boot})
    seen: object = object()
    told_s = beat.now_s()
    while not ticket.over:
        now, silent_s = latest(), beat.now_s() - told_s
        key = live.key(now)
        if key is None:
            yield event("bye", {})
            return
        if key == seen and silent_s < beat.every_s:
            yield b""
            continue
        chunk = event("beat", {}) if key == seen else live.snapshot(now).event
        seen, told_s = key, beat.now_s()
        yield chunk
