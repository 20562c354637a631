"""What a reader of a page gets: the whole of it, as one server-sent event."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from time import monotonic

from msgspec.json import encode

from companion.table.values.projection import Projection


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
    language: str = ""
    """A page that was told in another one before loads anew."""
    go: str = ""
    """Where the browser should move on to."""

    @cached_property
    def event(self) -> bytes:
        """What goes over a stream: made once, however many readers share it."""
        return event("snapshot", self, self.version)


class SharedSnapshots:
    """Everybody who watches in one language gets the same bytes, rendered once.

    Or one of two: those who may read the PIN get it too.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: dict[tuple[str, bool], tuple[object, Snapshot]] = {}

    def get(
        self,
        latest: Projection,
        language: str,
        pin: str,
        address: str,
        make: Callable[[Projection, str, str, str], Snapshot],
    ) -> Snapshot:
        """Return what *latest* looks like in *language*: what *make* has made of all this.

        *pin* is empty for readers who may not read it, *address* while there is none.
        """
        table = latest.table
        runs = table.sand or table.deadline or table.course
        second = bool(runs) and monotonic() // 1  # what is left runs on
        key = latest.table_version, table, second, pin, address
        kind = language, bool(pin)
        with self._lock:
            found = self._made.get(kind)
            if found is None or found[0] != key:
                found = self._made[kind] = key, make(latest, language, pin, address)
        return found[1]


def event(name: str, data: object, id_: object = None) -> bytes:
    """Return one server-sent event."""
    head = f"id: {id_}\n" if id_ is not None else ""
    return f"{head}event: {name}\ndata: ".encode() + encode(data) + b"\n\n"
