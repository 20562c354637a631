"""Who may hold an event stream open, and how many there may be."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Condition
from typing import Final

IN_ALL: Final = 72
LEAVING: Final = 12
"""Streams that are over, and wait for a phone that takes nothing."""
PER_DEVICE: Final = 3
"""A browser opens six connections to a host; streams must not eat them all."""


@dataclass(slots=True, eq=False)
class OpenStream:
    """The right to hold one stream open, until it is *over*."""

    device: str
    tab: str
    over: bool = field(default=False)


class OpenStreams:
    """Counts open streams; the newest one of a tab wins."""

    def __init__(
        self, wake: Callable[[], None], in_all: int = IN_ALL, per_device: int = PER_DEVICE
    ) -> None:
        """*wake* lets every waiting stream look whether it is over."""
        self._wake = wake
        self._in_all = in_all
        self._per_device = per_device
        self._open: set[OpenStream] = set()
        self._stopped = False
        self._changed = Condition()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, device: str, tab: str) -> OpenStream | None:
        """Return a stream's right, or None where the page has to poll instead."""
        stream = OpenStream(device, tab)
        with self._changed:
            others = {each for each in self._open if not each.over}
            twins = {each for each in others if (each.device, each.tab) == (device, tab)}
            others -= twins
            own = sum(each.device == device for each in others)
            full = len(others) >= self._in_all or own >= self._per_device
            # Who is over still holds a thread until the last piece is taken.
            if self._stopped or full or len(self._open) >= self._in_all + LEAVING:
                return None
            for twin in twins:
                twin.over = True
            self._open.add(stream)
        if twins:
            self._wake()
        return stream

    def close(self, stream: OpenStream) -> None:
        """Give a right back."""
        with self._changed:
            stream.over = True
            self._open.discard(stream)
            self._changed.notify_all()

    def stop(self, timeout_s: float) -> bool:
        """End every stream; return whether all had gone within the time."""
        with self._changed:
            self._stopped = True
            for stream in self._open:
                stream.over = True
        self._wake()
        with self._changed:
            return self._changed.wait_for(lambda: not self._open, timeout_s)
