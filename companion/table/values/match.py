"""A running match as a value: its log, its state, what was told, what undo takes."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, Self, get_args

from companion.engine.codec import Codec
from companion.engine.events import Undo, moment_of, public_part, undo_of
from companion.engine.game import AnyGame
from companion.engine.replay import (
    SHELL_ENTRIES,
    PageMoved,
    ScreenMoved,
    Undone,
    UndoRefused,
)
from companion.errors import DataError, refuse
from companion.limits import COMMAND_ID
from companion.ports import STAND_PLACES, STANDS, Message, Seat, stand_place
from companion.table.values.checksums import START_DIGITS, lost_rows, match_tag, tag_of
from companion.table.values.entries import Row
from companion.table.values.match_log import Logged, MatchLog
from companion.table.values.projection import Announcement, Moment

Cost = Literal[Undo.NEVER, Undo.CONSENT, Undo.FREE]
"""What a step takes that could be taken back."""
COSTS: tuple[Cost, ...] = get_args(Cost)
SENTENCES = 40
"""Public sentences that a page gets; older ones nobody asks for."""
MOMENTS = 8
"""As many can come of one command, and what is older has been heard."""


@dataclass(frozen=True, slots=True, eq=False)
class EffectiveEntry:
    """An entry that still counts, where it stands in the log, and the state before it."""

    position: int
    logged: Logged
    before: Any
    previous: "EffectiveEntry | None"
    aside: bool = False
    told: Announcement | None = None
    """The public sentence about it."""
    step: "EffectiveEntry | None" = None
    """Of what lies aside: the newest entry before it that is part of a step."""
    heard: frozenset[Seat | None] = frozenset()
    """Of what lies aside: whose words all have heard since that step."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """What one command brought about: the entries from *start* on that still count."""

    start: int
    events: tuple[Any, ...]
    actor: Seat | None
    told: Announcement | None
    """The first public sentence about it, if any; its number names the step."""


@dataclass(frozen=True, slots=True)
class Match:
    """An immutable match; every change returns the next one, in constant time."""

    game: AnyGame
    id: str
    log: MatchLog
    state: Any
    table: Any
    """What everybody may know of *state*: the game's table view."""
    told: tuple[Message, ...] = ()
    """The latest public sentences, SENTENCES at most."""
    told_count: int = 0
    """How many there have been so far."""
    moments: tuple[Moment, ...] = ()
    """The latest, MOMENTS at most."""
    last: EffectiveEntry | None = None
    """The newest entry that counts: undo goes back from here."""
    barred: int = 0
    """What lies before this position of the log is taken back no more."""
    start: str = field(
        default_factory=lambda: secrets.token_hex(START_DIGITS // 2), compare=False
    )
    """Begins the tags of all entries since the match was begun or loaded."""

    @classmethod
    def begin(cls, game: AnyGame, match_id: str) -> Self:
        """Return a match in which nothing has happened yet."""
        return cls(game, match_id, MatchLog(), game.initial, game.table_view(game.initial))

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

    @property
    def tag(self) -> str:
        """What tells it from another match on a phone, where its id must not come."""
        return match_tag(self.id)

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
            tag = tag_of(match.id, match.start, len(match.log))
            match = match._with(Logged(entry, command_id, actor, tag))
        return match

    def _with(self, logged: Logged) -> Self:
        if isinstance(logged.entry, Undone):
            return self._without(logged.entry.keep, logged)
        if isinstance(logged.entry, PageMoved):
            return self._after(logged, self._moved(logged.entry))
        if isinstance(logged.entry, ScreenMoved):
            return self._after(logged, _screen_moved(logged.entry))
        if isinstance(logged.entry, UndoRefused):
            return self._after(logged, self.refusal(logged.entry))
        undo = undo_of(logged.entry)
        state = self.game.evolve(self.state, logged.entry)
        table = self.game.table_view(state)
        public = public_part(logged.entry)
        told = self.game.announce(self.table, table, public)
        said = Announcement(self.told_count + 1, told) if told else None
        last = EffectiveEntry(len(self.log), logged, self.state, self.last, told=said)
        if undo in (Undo.ASIDE, Undo.STAYS):
            heard = self._heard | ({logged.actor} if told else set())
            last = replace(last, aside=True, step=self._last_of_step, heard=heard)
        match = self._after(
            logged, told, state=state, table=table, last=last, moments=self._moments(public)
        )
        step = match.undoable() if undo is Undo.BAR else None
        # It stays, even if the bar itself is taken back: people have gone on since.
        return match if step is None else replace(match, barred=step.start)

    def _moments(self, public: object) -> tuple[Moment, ...]:
        word, stand = moment_of(public), getattr(public, "stand", None)
        if not word:
            return self.moments
        number = self.moments[-1].number + 1 if self.moments else 1
        seat = getattr(public, "seat", None)
        if stand is None and seat is not None and self.game.own_stands:
            stand = dict(enumerate(STANDS)).get(seat)
        place = None if stand is None else stand_place(stand)
        return (*self.moments, Moment(number, word, seat, place))[-MOMENTS:]

    @property
    def _heard(self) -> frozenset[Seat | None]:
        return self.last.heard if self.last is not None else frozenset()

    @property
    def _last_of_step(self) -> EffectiveEntry | None:
        return self.last.step if self.last is not None and self.last.aside else self.last

    def _moved(self, entry: PageMoved) -> Message:
        name = self.game.names(self.state)[entry.seat]
        return Message(f"told.{entry.right}_moved", {"name": name})

    def refusal(self, entry: UndoRefused) -> Message:
        """Return what is told of it: to all at once, to whoever asked until the next move."""
        return Message(
            "told.undo_refused", {"name": self.game.names(self.state)[entry.seat]}
        )

    def _without(self, keep: int, logged: Logged) -> Self:
        if not 0 <= keep <= len(self.log):
            raise DataError(f"Match {self.id}: undo to entry {keep}.")
        state, last = self.state, self.last
        while last is not None and last.position >= keep:
            state, last = last.before, last.previous
        table = self.game.table_view(state)
        told = Message("told.undone")
        return self._after(logged, told, state=state, table=table, last=last)

    def _after(self, logged: Logged, told: Message | None, **changes: Any) -> Self:  # noqa: ANN401 - fields
        return replace(
            self,
            log=self.log.extended(logged),
            told=self.told if told is None else (*self.told, told)[-SENTENCES:],
            told_count=self.told_count + (told is not None),
            **changes,
        )

    def told_since(self, count: int) -> tuple[Message, ...]:
        """Return the sentences after the first *count*, as far as they are still known."""
        return self.told[-(self.told_count - count) :] if self.told_count > count else ()

    def has_done(self, command_id: str, actor: Seat | None) -> bool:
        """Return whether *actor* has given a command with that id already."""
        return self.log.has(command_id, actor)

    def lost(self, tag: str) -> int:
        """Return how many entries at least were lost if *tag* is a lost one's, else 0."""
        if any(each.tag == tag for each in self.log):
            return 0
        return lost_rows(tag, self.id, len(self.log))

    def rows(self, start: int) -> list[Row]:
        """Return the log from *start* on, ready to be stored."""
        codec = entry_codec(self.game)
        return [
            Row(each.command, each.actor, codec.dump(each.entry), each.tag)
            for each in self.log[start:]
        ]

    # -- undo ----------------------------------------------------------------------------

    def undoable(self) -> Undoable | None:
        """Return what could be taken back next."""
        newest = each = self._last_of_step
        step: list[EffectiveEntry] = []
        while newest and each and each.logged.cause == newest.logged.cause:
            step.insert(0, each)
            each = each.previous
        if newest is None:
            return None
        return Undoable(
            start=step[0].position,
            events=tuple(each.logged.entry for each in step),
            actor=newest.logged.actor,
            told=next(filter(None, (each.told for each in step)), None),
        )

    def undo_cost(self) -> Cost:
        """Return what taking back the last step takes."""
        step = self.undoable()
        if step is None or step.start < self.barred:
            return Undo.NEVER
        costs = {undo_of(event) for event in step.events}
        if self._heard - {None, step.actor}:  # what they have said goes along
            costs.add(Undo.CONSENT)
        return next((cost for cost in COSTS if cost in costs), Undo.FREE)

    def undo(self, command_id: str, actor: Seat | None) -> Self:
        """Return the match without its last step; raises Rejected past a reveal."""
        step = self.undoable()
        if step is None:
            raise refuse("nothing-to-undo")
        if self.undo_cost() is Undo.NEVER:
            raise refuse("undo-never")
        match = self.with_entries([Undone(step.start)], command_id, actor)
        for each in self._staying():
            match = match.with_entries([each.entry], *each.cause)
        return match

    def _staying(self) -> list[Logged]:
        """Return what has come since the last step and is true without it: it is entered anew."""
        staying: list[Logged] = []
        each = self.last
        while each is not None and each.aside:
            if undo_of(each.logged.entry) is Undo.STAYS:
                staying.insert(0, each.logged)
            each = each.previous
        return staying


def _screen_moved(entry: ScreenMoved) -> Message:
    told = "screen_on" if entry.on else "screen_off"
    if entry.place not in STAND_PLACES:
        return Message(f"told.{told}_middle")
    return Message(f"told.{told}", {"n": STAND_PLACES.index(entry.place) + 1})


def entry_codec(game: AnyGame) -> Codec:
    """Return the codec of everything that can stand in a log of *game*."""
    return Codec((*game.events, *SHELL_ENTRIES), game.upcasts)


def checked_id(command_id: str) -> str:
    """Return *command_id*; DataError unless it is one."""
    if not re.fullmatch(COMMAND_ID, command_id):
        raise DataError("A command id has 8 to 64 letters, digits, - or _.")
    return command_id
