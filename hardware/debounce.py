"""Edges in, settled changes out; pure, so it is tested without waiting."""

from dataclasses import dataclass, field

QUIET_NS = 25_000_000


@dataclass(frozen=True, slots=True)
class Change:
    """A contact that settled at another level; *at_ns* stamps its first edge."""

    down: bool
    at_ns: int


@dataclass(slots=True)
class Debouncer:
    """One contact. An edge counts once *quiet_ns* went by without another.

    The caller asks ``due_ns`` when to read the level again, and hands it to ``settle``.
    """

    down: bool = False
    quiet_ns: int = QUIET_NS
    _first_ns: int | None = field(default=None, init=False)
    _last_ns: int = field(default=0, init=False)
    level: bool = field(default=False, init=False)
    """What the last edge said."""

    @property
    def due_ns(self) -> int | None:
        """When the contact will have rested long enough; None while nothing happened."""
        return None if self._first_ns is None else self._last_ns + self.quiet_ns

    def edge(self, *, down: bool, at_ns: int) -> Change | None:
        """Take an edge; return the change before it that nobody came to settle in time.

        That happens when the reader was held up for longer than the quiet time: the level
        cannot be read in the past, so the last edge's word is taken for it.
        """
        due_ns = self.due_ns
        overdue = due_ns is not None and at_ns >= due_ns
        change = self._settled(down=self.level) if overdue else None
        if self._first_ns is None:
            self._first_ns = at_ns
        self._last_ns, self.level = max(at_ns, self._last_ns), down
        return change

    def settle(self, *, down: bool, now_ns: int) -> Change | None:
        """Take the level read again at *now_ns*; return the change if there was one."""
        due_ns = self.due_ns
        if due_ns is None or now_ns < due_ns:
            return None
        return self._settled(down=down)

    def _settled(self, *, down: bool) -> Change | None:
        first_ns, self._first_ns = self._first_ns, None
        if down == self.down or first_ns is None:
            return None
        self.down = down
        return Change(down=down, at_ns=first_ns)
