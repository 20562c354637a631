"""A running match as a value: its log, its state, what was told, what undo takes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, takewhile
from random import Random
from typing import Any, Literal, Self, get_args

from companion.engine.codec import Codec
from companion.engine.game import Game, Undo
from companion.engine.replay import Undone
from companion.errors import DataError, refuse
from companion.limits import COMMAND_ID
from companion.ports import Message, Seat
from companion.table.storage.checksums import tag_of
from companion.table.storage.event_log import Row

AnyGame = Game[Any, Any, Any, Any]

Cost = Literal[Undo.NEVER, Undo.CONSENT, Undo.FREE]
"""What a step takes that could be taken back."""
COSTS: tuple[Cost, ...] = get_args(Cost)


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry of the log, the command it came from and who gave it."""

    entry: Any
    command: str
    actor: Seat | None
    tag: str
    """Name of its row, for phones to remember."""


@dataclass(frozen=True, slots=True)
class EffectiveEntry:
    """An entry that still counts: its position in the log, and the state before it."""

    position: int
    before: Any
    told: Message | None


@dataclass(frozen=True, slots=True)
class Step:
    """What one command brought about: the entries from *start* on that still count."""

    start: int
    events: tuple[Any, ...]
    actor: Seat | None
    told: Message | None
    """The last public sentence about it, if any."""


@dataclass(frozen=True, slots=True)
class Match:
    """An immutable match; every change returns the next one."""

    game: AnyGame
    id: str
    log: tuple[Logged, ...]
    state: Any
    told: tuple[Message, ...] = ()
    """The public sentences so far."""
    effective: tuple[EffectiveEntry, ...] = ()
    """What ``engine.replay`` would find, kept up to date: undo looks here, at no cost."""

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
            logged = Logged(codec.load(row.body), row.command, actor, row.tag)
            match = match._with(logged)  # noqa: SLF001 - of its own kind
        return match

    def carry_out(
        self,
        command: Any,  # noqa: ANN401 - one of the game's commands
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
            tag = tag_of(match.id, len(match.log), command_id)
            match = match._with(Logged(entry, command_id, actor, tag))
        return match

    def _with(self, logged: Logged) -> Self:
        if isinstance(logged.entry, Undone):
            return self._without(logged.entry.keep, logged)
        told = self.game.announce(self.state, logged.entry)
        return replace(
            self,
            log=(*self.log, logged),
            state=self.game.evolve(self.state, logged.entry),
            told=self.told if told is None else (*self.told, told),
            effective=(*self.effective, EffectiveEntry(len(self.log), self.state, told)),
        )

    def _without(self, keep: int, logged: Logged) -> Self:
        if not 0 <= keep <= len(self.log):
            raise DataError(f"Match {self.id}: undo to entry {keep}.")
        gone = [each for each in self.effective if each.position >= keep]
        return replace(
            self,
            log=(*self.log, logged),
            state=gone[0].before if gone else self.state,
            told=(*self.told, Message("told.undone")),
            effective=self.effective[: len(self.effective) - len(gone)],
        )

    def has_done(self, command_id: str, actor: Seat | None) -> bool:
        """Return whether *actor* has given a command with that id already."""
        return any(
            logged.command == command_id and logged.actor == actor for logged in self.log
        )

    def rows(self, start: int) -> list[Row]:
        """Return the log from *start* on, ready to be stored."""
        codec = entry_codec(self.game)
        return [
            Row(each.command, each.actor, codec.dump(each.entry), each.tag)
            for each in self.log[start:]
        ]

    # -- undo ----------------------------------------------------------------------------

    def last_step(self) -> Step | None:
        """Return what could be taken back next."""

        def aside(each: EffectiveEntry) -> bool:
            return self.game.undo(self.log[each.position].entry) is Undo.ASIDE

        counting = [*dropwhile(aside, reversed(self.effective))]
        if not counting:
            return None
        last = self.log[counting[0].position]

        def of_it(each: EffectiveEntry) -> bool:
            logged = self.log[each.position]
            return (logged.command, logged.actor) == (last.command, last.actor)

        step = [*takewhile(of_it, counting)][::-1]
        return Step(
            start=step[0].position,
            events=tuple(self.log[each.position].entry for each in step),
            actor=last.actor,
            told=next((each.told for each in step if each.told), None),
        )

    def undo_cost(self) -> Cost:
        """Return what taking back the last step takes."""
        step = self.last_step()
        costs = {self.game.undo(event) for event in step.events} if step else {Undo.NEVER}
        return next(cost for cost in COSTS if cost in costs)

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


def checked_id(command_id: str) -> str:
    """Return *command_id*; DataError unless it is one."""
    if not re.fullmatch(COMMAND_ID, command_id):
        raise DataError("A command id has 8 to 64 letters, digits, - or _.")
    return command_id
