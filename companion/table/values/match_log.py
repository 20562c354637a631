"""The log of a match as a value that grows: nothing in here forgets, sorts or judges."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice
from typing import Any, overload

from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry of the log, the command it came from and who gave it."""

    entry: Any
    command: str
    actor: Seat | None
    tag: str
    """Name of its row, for phones to remember."""

    @property
    def cause(self) -> tuple[str, Seat | None]:
        """What the entries of one command have in common."""
        return self.command, self.actor


@dataclass(frozen=True, slots=True, eq=False)
class MatchLog(Sequence[Logged]):
    """Entries in order. Longer versions share its memory: to add one takes constant time."""

    shared: list[Logged] = field(default_factory=list, repr=False)
    """The entries of this version, and behind them those of longer ones."""
    causes: dict[tuple[str, Seat | None], int] = field(default_factory=dict, repr=False)
    """By cause where its first entry stands, those of longer versions too."""
    length: int = 0

    def extended(self, logged: Logged) -> "MatchLog":
        """Return the log with *logged* at its end."""
        if len(self.shared) > self.length:  # another end was added: that one keeps it
            return reduce(MatchLog.extended, (*self, logged), MatchLog())
        self.shared.append(logged)
        self.causes.setdefault(logged.cause, self.length)
        return MatchLog(self.shared, self.causes, self.length + 1)

    def has(self, command: str, actor: Seat | None) -> bool:
        """Return whether *actor* gave the command with that id."""
        return self.causes.get((command, actor), self.length) < self.length

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Logged]:
        return islice(self.shared, self.length)

    @overload
    def __getitem__(self, index: int) -> Logged: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Logged]: ...

    def __getitem__(self, index: int | slice) -> Logged | Sequence[Logged]:
        if isinstance(index, slice):
            return [self.shared[at] for at in range(*index.indices(self.length))]
        return self.shared[range(self.length)[index]]
