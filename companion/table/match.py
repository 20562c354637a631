"""A running match as a value: its log, its state, what the table was told, what undo takes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

from companion.engine.codec import Codec
from companion.engine.game import Game, Undo
from companion.engine.replay import Undone, counting, replay
from companion.errors import DataError, refuse
from companion.ports import Message, Seat
from companion.table.event_log import Row

AnyGame = Game[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry of the log, the command it came from and who gave it."""

    entry: Any
    command: str
    actor: Seat | None


@dataclass(frozen=True, slots=True)
class Step:
    """What one command brought about: the entries from *start* on that still count."""

    start: int
    events: tuple[Any, ...]
    actor: Seat | None


@dataclass(frozen=True, slots=True)
class Match:
    """An immutable match; every change returns the next one."""

    game: AnyGame
    id: str
    log: tuple[Logged, ...]
    state: Any
    told: tuple[Message, ...] = ()
    """The public sentences so far."""

    @classmethod
    def begin(cls, game: AnyGame, match_id: str) -> Self:
        """Return a match in which nothing has happened yet."""
        return cls(game, match_id, (), game.initial)

    @classmethod
    def load(cls, game: AnyGame, match_id: str, rows: Sequence[Row]) -> Self:
        """Return the match that *rows* tell of; DataError if they make no sense."""
        codec = entry_codec(game)
        match = cls.begin(game, match_id)
        for row in rows:
            actor = None if row.actor is None else Seat(row.actor)
            match = match.with_entries([codec.load(row.body)], row.command, actor)
        return match

    def carry_out(
        self,
        command: Any,
        command_id: str,
        actor: Seat | None,
        random: Random,
    ) -> Self:
        """Return the match after *command* of the game; raises Rejected."""
        events = self.game.decide(self.state, command, random)
        return self.with_entries(events, command_id, actor)

    def with_entries(
        self, entries: Sequence[Any], command_id: str, actor: Seat | None
    ) -> Self:
        """Return the match after *entries*."""
        match = self
        for entry in entries:
            match = match._with(Logged(entry, command_id, actor))
        return match

    def _with(self, logged: Logged) -> Self:
        log = (*self.log, logged)
        if isinstance(logged.entry, Undone):
            if not 0 <= logged.entry.keep < len(log):
                raise DataError(f"Match {self.id}: undo to entry {logged.entry.keep}.")
            state = replay(self.game, [each.entry for each in log])
            told: Message | None = Message("told.undone")
        else:
            told = self.game.announce(self.state, logged.entry)
            state = self.game.evolve(self.state, logged.entry)
        sentences = self.told if told is None else (*self.told, told)
        return replace(self, log=log, state=state, told=sentences)

    def has_done(self, command_id: str) -> bool:
        """Return whether a command with that id is in the log already."""
        return any(logged.command == command_id for logged in self.log)

    def rows(self, start: int) -> list[Row]:
        """Return the log from *start* on, ready to be stored."""
        codec = entry_codec(self.game)
        return [
            Row(each.command, each.actor, codec.dump(each.entry))
            for each in self.log[start:]
        ]

    # -- undo ----------------------------------------------------------------------------

    def last_step(self) -> Step | None:
        """Return what could be taken back next."""
        kept = counting(each.entry for each in self.log)
        if not kept:
            return None
        last = self.log[kept[-1][0]]
        positions = [at for at, _ in kept if self.log[at].command == last.command]
        events = tuple(self.log[at].entry for at in positions)
        return Step(positions[0], events, last.actor)

    def undo_cost(self) -> Undo:
        """Return what taking back the last step takes."""
        step = self.last_step()
        costs = {self.game.undo(event) for event in step.events} if step else {Undo.NEVER}
        return next(cost for cost in (Undo.NEVER, Undo.CONSENT, Undo.FREE) if cost in costs)

    def undo(self, command_id: str, actor: Seat | None) -> Self:
        """Return the match without its last step; raises Rejected past a reveal."""
        step = self.last_step()
        if step is None:
            raise refuse("nothing-to-undo")
        if self.undo_cost() is Undo.NEVER:
            raise refuse("undo-never")
        return self.with_entries([Undone(step.start)], command_id, actor)


def entry_codec(game: AnyGame) -> Codec:
    """Return the codec of everything that can stand in a log of *game*."""
    return Codec((*game.events, Undone))
