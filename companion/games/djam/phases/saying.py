"""A word is said, or written for later: what counts as one, and whose turn it is to say it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from companion.engine.events import Undo, event
from companion.engine.people import OfSeat, of_player
from companion.errors import refuse
from companion.games.djam.phase import Event, Silent, Wish, of_seat
from companion.games.djam.scoring import dice_in, fold, is_black, points, rolled
from companion.games.djam.state import DICE, WORD_LENGTH, Claim, Djam, Phase
from companion.games.djam.view import TableView
from companion.ports import Message, Seat

SEARCHING: Final = (Phase.OPEN, Phase.CLAIM, Phase.VOTE)
"""As long as somebody may still find a word, though one is judged."""


@event(undo=Undo.CONSENT, tells=True, public="seat", moment="turn")
class Called(OfSeat):
    """The head of the queue has the word; nobody comes before it any more."""

    def apply(self, state: Djam) -> Djam:
        cooling = None if state.cooling == self.seat else state.cooling
        return state.turned(called=self.seat, gathering=False, cooling=cooling)

    def told(self, before: TableView, _after: TableView) -> Message:
        queue = (before.players[each].name for each in before.queue if each != self.seat)
        others = ", ".join(queue)
        if before.tie and others:
            return of_player(before, "told.called_tie", self.seat, others=others)
        if others:
            return of_player(before, "told.called_then", self.seat, others=others)
        return of_player(before, "told.called", self.seat)


@event(undo=Undo.CONSENT, tells=True, public="seat word points dice", moment="revealed")
class Said(OfSeat):
    """A word for the others to judge; empty if it was only spoken."""

    word: str
    points: int
    dice: tuple[int, ...] = ()

    def apply(self, state: Djam) -> Djam:
        claim = Claim(self.seat, self.word, self.points, self.dice)
        state = replace(state.with_player(self.seat, sealed=None), cooling=None)
        queue = state.queue[1:]
        return state.turned(phase=Phase.CLAIM, claim=claim, queue=queue, called=None)

    def told(self, before: TableView, _after: TableView) -> Message:
        if self.word:
            return of_player(before, "told.said", self.seat, word=self.word)
        if before.black:
            return of_player(before, "told.said_black", self.seat)
        return of_player(before, "told.said_aloud", self.seat, n=self.points)


@event(undo=Undo.FREE, tells=False, public="seat", moment="laid")
class Sealed(OfSeat):
    """The seat's word lies face down."""

    word: str

    def apply(self, state: Djam) -> Djam:
        return state.with_player(self.seat, sealed=self.word, passed=False)

    told = of_seat("told.sealed")


@event(undo=Undo.ASIDE, tells=False, moment="")
class WordKept(Silent, OfSeat):
    """With speed: the word that the seat's press will say, once it is called for it.

    Nobody is told that somebody writes.
    """

    word: str

    def apply(self, state: Djam) -> Djam:
        return state.with_player(self.seat, sealed=self.word)


@dataclass(frozen=True, slots=True)
class Say(Wish):
    """Say a word and write it down; the table counts."""

    when = (Phase.OPEN,)

    word: str

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        called = _called(state, self.seat)
        word = checked_word(state, self.word)
        check_new(state, self.seat, word)
        return [*called, said(state, self.seat, word)]


@dataclass(frozen=True, slots=True)
class SayAloud(Wish):
    """Say a word aloud only, and tell how many points it has; the table listens."""

    when = (Phase.OPEN,)

    points: int

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        called = _called(state, self.seat)
        least = 0 if is_black(state) else 1
        if self.points not in range(least, DICE + 1):
            raise refuse("points", most=DICE)
        return [*called, Said(self.seat, "", self.points)]


def _called(state: Djam, seat: Seat) -> Sequence[Called]:
    """Refuse whoever is not the head; the first few milliseconds are settled by its word."""
    if seat not in state.queued[:1]:
        raise refuse("not-your-turn")
    return [] if state.called == seat else [Called(seat)]


@dataclass(frozen=True, slots=True)
class Seal(Wish):
    """Seal a word; it replaces one that lies there. With speed a press says it later."""

    when = (Phase.SEAL, *SEARCHING)

    word: str

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        if state.calm and state.phase is not Phase.SEAL:
            raise refuse("not-now")
        check_searching(state, self.seat)
        word = checked_word(state, self.word)
        if state.calm:
            return [Sealed(self.seat, word)]
        check_new(state, self.seat, word)
        return [WordKept(self.seat, word)]


def check_searching(state: Djam, seat: Seat) -> None:
    """Refuse whoever's word of this round was settled, or waits to be, and who watches."""
    if state.tied and seat not in state.tied:
        raise refuse("watching")
    if state.players[seat].out or (state.claim and state.claim.seat == seat):
        raise refuse("out")


def check_new(state: Djam, seat: Seat, word: str) -> None:
    """Refuse one's own word once more; another player's may mean another person's name."""
    if fold(word) in {fold(each.word) for each in state.spoken if each.seat == seat}:
        raise refuse("named", word=word)


def checked_word(state: Djam, text: str) -> str:
    """Return *text* tidied up; a wrong first letter is a slip of the finger."""
    word, letters = " ".join(text.split()), fold(text)
    if not letters or not word.isprintable():
        raise refuse("no-word")
    if len(word) > WORD_LENGTH:
        raise refuse("too-long", most=WORD_LENGTH)
    first = rolled(state).first_letter
    if first and letters[0] != first:
        raise refuse("first-letter", word=word, letter=first)
    return word


def said(state: Djam, seat: Seat, word: str) -> Said:
    """Return the fact that *word* is said, counted."""
    return Said(seat, word, points(state, word), dice_in(rolled(state), word))
