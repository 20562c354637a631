"""Who may hold an event stream open, and how many there may be."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Condition
from typing import Final

IN_ALL: Final = 84
STRANGERS: Final = 60
"""Of these for strangers; each seat of the fullest table, and each screen, finds one free."""
LEAVING: Final = 12
"""Streams that are over, and wait for a phone that takes nothing."""
PER_DEVICE: Final = 3
"""A browser opens six connections to a host; streams must not eat them all."""


@dataclass(slots=True, eq=False)
class OpenStream:
    """The right to hold one stream open, until it is *over*."""

    device: str
    tab: str
    stranger: bool = False
    over: bool = field(default=False)


class OpenStreams:
    """Counts open streams; the newest one of a tab wins."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """*wake* lets every waiting stream look whether it is over."""
        self._wake = wake
        self._open: set[OpenStream] = set()
        self._stopped = False
        self._changed = Condition()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, device: str, tab: str, *, stranger: bool = False) -> OpenStream | None:
        """Return a stream's right, or None where the page has to poll instead."""
        stream = OpenStream(device, tab, stranger)
        with self._changed:
            others = {each for each in self._open if not each.over}
            twins = {each for each in others if (each.device, each.tab) == (device, tab)}
            others -= twins
            own = sum(each.device == device for each in others)
            full = self._full(twins) or (stranger and self._full(twins, strangers=True))
            if self._stopped or full or own >= PER_DEVICE:
                return None
            for twin in twins:
                twin.over = True
            self._open.add(stream)
        if twins:
            self._wake()
        return stream

    def _full(self, twins: set[OpenStream], *, strangers: bool = False) -> bool:
        """Tell whether nobody more may have one in the place of *twins*, or no stranger."""
        most = STRANGERS if strangers else IN_ALL
        held = [each for each in self._open if each.stranger or not strangers]
        live = [each for each in held if not each.over and each not in twins]
        # Who is over still holds a thread until the last piece is taken.
        return len(live) >= most or len(held) >= most + LEAVING

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
