"""Wortluke: whoever says a covered word gets a point for each letter still covered.

The smallest game that one person plays alone: nobody to wait for, to ask, or to hide from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial, reduce
from random import Random
from typing import assert_never, get_args

from companion.engine import people
from companion.engine.events import Undo, event
from companion.engine.game import Game, Gesture, Say, Touch
from companion.engine.offers import Choice, DictionaryWord, Offer
from companion.engine.people import BasePlayer, OfSeat, OfTable, Seated
from companion.engine.shown import BaseSeatView, at_seats, part_of, seat_at
from companion.engine.step import OnStage, Step
from companion.errors import refuse
from companion.languages import DEFAULT_LANGUAGE, Language
from companion.ports import CENTRE, Faces, LinesFace, Message, WordFace
from companion.words.dictionary import ShippedDictionary

PLAYERS = range(1, 2)
LENGTH, ROUNDS = 5, 3
COVERED = ("",) * LENGTH
Phase = StrEnum("Phase", ["SEEK", "END"])
Words = Callable[[Language], ShippedDictionary]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the host chooses."""

    language: Language = DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class Player(BasePlayer):
    """What belongs to one seat, and all may know."""

    points: int = 0


@dataclass(frozen=True, slots=True)
class Table(Seated[Player]):
    """What everybody may know: the table's view."""

    players: tuple[Player, ...] = ()
    options: Options = field(default_factory=Options)
    phase: Phase = Phase.SEEK
    slots: tuple[str, ...] = COVERED
    said: tuple[str, ...] = ()
    """What was said for this word in vain."""
    past: tuple[str, ...] = ()

    @property
    def covered(self) -> tuple[int, ...]:
        """The places, from 1 on, whose letters nobody has seen."""
        return tuple(place for place, each in enumerate(self.slots, 1) if not each)

    @property
    def asked(self) -> DictionaryWord:
        """Which words can be said."""
        return DictionaryWord("word", LENGTH, LENGTH, self.options.language)


@dataclass(frozen=True, slots=True)
class Wortluke(Table):
    """A whole match: one word after the other."""

    words: tuple[str, ...] = ()

    def opened(self, place: int) -> "Wortluke":
        """Return the state with one letter more."""
        letter = self.words[len(self.past)][place - 1]
        return replace(self, slots=(*self.slots[: place - 1], letter, *self.slots[place:]))


@dataclass(frozen=True, slots=True)
class StartMatch(Options):
    """Begin a match."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flip(OfSeat):
    """Turn a letter over."""

    place: int


@dataclass(frozen=True, slots=True)
class Solve(OfSeat):
    """Say the word."""

    word: str


@event(undo=Undo.NEVER, tells=True, public="names options", moment="dealt")
class MatchStarted:
    """The words lie covered."""

    names: tuple[str, ...]
    options: Options
    words: tuple[str, ...]


@event(undo=Undo.CONSENT, tells=True, public="seat place", moment="card")
class Flipped(OfSeat):
    """The seat has turned a letter over."""

    place: int


@event(undo=Undo.CONSENT, tells=True, public="seat word", moment="laid")
class Said(OfSeat):
    """A right word brings points, a wrong one turns the next letter over."""

    word: str


@event(undo=Undo.NEVER, tells=True, moment="revealed")
class WordEnded(OfTable):
    """The word lies open, and the next one comes."""


SeatCommand = Flip | Solve | people.Leave | people.ComeBack
Command = StartMatch | SeatCommand
Event = MatchStarted | Flipped | Said | WordEnded | people.PersonEvent


def decide(words: Words, state: Wortluke, command: Command, random: Random) -> list[Event]:
    """Return the events of *command*, or raise Rejected."""
    if isinstance(command, StartMatch):
        people.check_start(state, command.names, PLAYERS)
        dealt = random.sample(words(command.language).easy(LENGTH), ROUNDS)
        return [MatchStarted(command.names, part_of(Options, command), tuple(dealt))]
    now = get_args(SeatCommand) if state.phase is Phase.SEEK else ()
    people.check_seat(state, command, now)
    events = _events(words(state.options.language), state, command)
    over = not reduce(evolve, events, state).covered
    return [*events, WordEnded()] if over else events


def _events(known: ShippedDictionary, state: Wortluke, command: SeatCommand) -> list[Event]:
    match command:
        case people.Leave() | people.ComeBack():
            return [*people.come_or_go(command)]
        case Flip(seat, place):
            if place not in state.covered:
                raise refuse("open")
            return [Flipped(seat, place)]
        case Solve(seat, word):
            return [Said(seat, state.asked.read(word, known))]
        case _:
            assert_never(command)


def evolve(state: Wortluke, event: Event) -> Wortluke:
    """Return the state after *event*."""
    match event:
        case people.PlayerLeft() | people.PlayerCameBack():
            return state.with_person(event)
        case MatchStarted(names, options, words):
            return Wortluke(tuple(map(Player, names)), options, words=words)
        case Flipped(_, place):
            return state.opened(place)
        case Said(seat, word):
            if word != state.words[len(state.past)]:
                return replace(state.opened(state.covered[0]), said=(*state.said, word))
            points = state.players[seat].points + len(state.covered)
            return replace(state.with_player(seat, points=points), slots=tuple(word))
        case WordEnded():
            past = (*state.past, "".join(state.slots))
            if len(past) == ROUNDS:
                return replace(state, past=past, phase=Phase.END)
            return replace(state, past=past, slots=COVERED, said=())
        case _:
            assert_never(event)


@dataclass(frozen=True, slots=True)
class SeatView(BaseSeatView[Table]):
    """What one seat may know: no more than all."""


def table_view(state: Wortluke) -> Table:
    """Return what everybody may know."""
    return part_of(Table, state)


def offers(view: SeatView) -> tuple[Offer, ...]:
    """Return one offer for every kind of command that makes sense now."""
    table = view.table
    if table.phase is Phase.END:
        return ()
    own = Offer("Flip", (Choice("place", table.covered),)), Offer("Solve", (table.asked,))
    return people.and_leave(table.players[view.seat], own)


def step(view: SeatView, offers: Sequence[Offer]) -> Step:
    """Return what the player of *view* is asked now."""
    own = tuple(each.kind for each in offers if each.fields)
    if not own:
        return table_step(view.table)
    about, turn = Message("wl.step.seek-word"), len(view.table.past)
    return Step(about=about, turn=turn, answers=OnStage(own), stage="word")


def table_step(table: Table) -> Step:
    """Return what the middle of the table says."""
    if table.phase is Phase.SEEK:
        return Step(about=Message("wl.step.seek"), turn=len(table.past))
    points = sum(each.points for each in table.players)
    return Step(about=Message("wl.step.end", {"n": points}), stage="points")


def announce(before: Table, after: Table, event: Event) -> Message | None:
    """Return what the table is told of the public part of *event*."""
    match event:
        case people.PlayerLeft() | people.PlayerCameBack():
            return people.announce_person(after, event)
        case Flipped(seat, place):
            letter = after.slots[place - 1]
            return people.of_player(after, "told.flipped", seat, letter=letter)
        case Said(seat, word):
            told = "told.wrong" if word in after.said else "told.right"
            return people.of_player(after, told, seat, word=word, n=len(before.covered))
        case WordEnded():
            return Message("told.word", {"word": after.past[-1]})
        case MatchStarted():
            return None
        case _:
            assert_never(event)


def faces(table: Table, say: Say) -> Faces:
    """Return what every place shows: the word in the middle, the points at the stand."""
    nth = {"n": min(len(table.past) + 1, ROUNDS), "of": ROUNDS}
    lines = " ".join(each or "_" for each in table.slots), say(Message("face.word", nth))
    points = (str(each.points) for each in table.players)
    return {**at_seats(map(WordFace, points, table.names)), CENTRE: LinesFace(lines)}


def control(state: Wortluke, touch: Touch) -> Command | None:
    """Return the command of a finger: a press of the own stand turns the next letter over."""
    seat = seat_at(state, touch.place)
    pressed = touch.gesture is Gesture.PRESS and state.covered
    return Flip(seat, state.covered[0]) if pressed and seat is not None else None


def shipped(
    words: Words = ShippedDictionary,
) -> Game[Wortluke, Command, Event, SeatView, Table]:
    """Return the game."""
    return Game(
        name="wortluke",
        players=PLAYERS,
        initial=Wortluke(),
        setup_commands=(StartMatch,),
        seat_commands=get_args(SeatCommand),
        table_commands=(),
        events=get_args(Event),
        pages="companion.games.wortluke.pages",
        decide=partial(decide, words),
        evolve=evolve,
        seat_view=lambda state, seat: SeatView(seat, table_view(state)),
        table_view=table_view,
        faces=faces,
        offers=offers,
        step=step,
        table_step=table_step,
        announce=announce,
        control=control,
        finished=lambda state: state.phase is Phase.END,
        result=lambda state: table_step(state).sentence("ask"),
    )
