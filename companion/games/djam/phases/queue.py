"""The queue: who was first, by stand or by phone, and who leaves it again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from string import ascii_uppercase
from typing import Final

from companion.engine.events import Undo, event
from companion.engine.offers import Offer, Text
from companion.engine.people import OfSeat, of_player
from companion.engine.step import Answer, Answers, Main, OnStage
from companion.errors import Rejected, refuse
from companion.games.djam.phase import Event, Wish, of_seat
from companion.games.djam.phases.saying import (
    SEARCHING,
    WordKept,
    check_new,
    check_searching,
    checked_word,
)
from companion.games.djam.queries import TIE_NS
from companion.games.djam.scoring import filled
from companion.games.djam.state import DICE, WORD_LENGTH, Call, Djam, Phase
from companion.games.djam.view import RollView, SeatView, TableView
from companion.ports import Message, Seat

PRESSING: Final = (Phase.THEME, Phase.LISTEN, *SEARCHING)
"""A press before the letters, or the gong, is refused by its own sentence."""
PATIENCE_NS: Final = 500_000_000
"""So long whoever pressed before the gong has to wait from then on."""
LATE_NS: Final = 2_000_000_000
"""No press is on its way for longer; an older stamp is of another boot's clock."""


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="")
class FalseStart(OfSeat):
    """The finger of the seat came before the gong."""

    at_ns: int

    def apply(self, state: Djam) -> Djam:
        return state.with_player(self.seat, early_ns=self.at_ns)

    def told(self, before: TableView, _after: TableView) -> Message | None:
        again = before.players[self.seat].early
        return None if again else of_player(before, "told.false_start", self.seat)


@event(undo=Undo.FREE, tells=False, public="seat phone", moment="")
class PhoneChosen(OfSeat):
    """The seat buzzes on the phone, or on its stand again."""

    phone: bool

    def apply(self, state: Djam) -> Djam:
        return state.with_player(self.seat, phone=self.phone)

    def told(self, before: TableView, _after: TableView) -> Message:
        return of_player(before, "told.phone" if self.phone else "told.stand", self.seat)


@event(undo=Undo.CONSENT, tells=False, public="seat place tie", moment="buzzed")
class Buzzed(OfSeat):
    """The seat has a word, and stands in the queue at *place* from 0."""

    at_ns: int | None
    place: int
    tie: bool = False

    def apply(self, state: Djam) -> Djam:
        queue = list(state.queue)
        queue.insert(self.place, Call(self.seat, self.at_ns, self.tie))
        first = not state.queue and state.phase is Phase.OPEN
        gathering = state.gathering or first
        state = state.with_player(self.seat, passed=False)
        state = replace(state, queue=tuple(queue), gathering=gathering)
        return state.turned() if first else state

    def told(self, before: TableView, _after: TableView) -> Message | None:
        """Tell the place if another is called; the first one is called by name."""
        if before.called is None and before.phase is Phase.OPEN:
            return None
        return of_player(before, "told.queued", self.seat, place=self.place + 1)


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="")
class Dropped(OfSeat):
    """The seat left the queue."""

    def apply(self, state: Djam) -> Djam:
        queue = tuple(call for call in state.queue if call.seat != self.seat)
        gathering = state.gathering and bool(queue)
        state = replace(state, queue=queue, gathering=gathering)
        if state.called != self.seat:
            return state
        cooling = self.seat if state.options.tempo != "none" else None
        return state.turned(called=None, cooling=cooling)

    told = of_seat("told.dropped")


@event(undo=Undo.FREE, tells=False, public="seat", moment="")
class Passed(OfSeat):
    """The seat finds nothing."""

    def apply(self, state: Djam) -> Djam:
        return state.with_player(self.seat, passed=True)

    told = of_seat("told.passed")


@dataclass(frozen=True, slots=True)
class UsePhone(Wish):
    """Buzz on the phone from now on, for want of a stand; or on the stand again."""

    when = tuple(Phase)

    phone: bool = True

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        if state.players[self.seat].phone == self.phone:
            raise refuse("already-decided")
        return [PhoneChosen(self.seat, self.phone)]


@dataclass(frozen=True, slots=True)
class Press(Wish):
    """I have a word: the stand's button, at the kernel's time stamp."""

    when = PRESSING

    at_ns: int

    def decide(self, state: Djam, random: Random) -> Sequence[Event]:
        return _press(state, self.seat, self.at_ns, random)


@dataclass(frozen=True, slots=True)
class Buzz(Wish):
    """I have a word: the phone's buzzer. It says no time, for nobody could vouch for it."""

    when = PRESSING

    word: str = ""
    """What is said as soon as the seat is called, if it is written already."""
    phone: bool = True
    """Whether a phone is the buzzer: a bot has none. Who denies one wins nothing by it."""

    def decide(self, state: Djam, random: Random) -> Sequence[Event]:
        pressed = _press(state, self.seat, None, random)
        pressed = [*self._kept(state), *pressed]
        # Whoever buzzes on a phone means the phone, from now on.
        known = state.players[self.seat].phone or not self.phone
        return pressed if known else [PhoneChosen(self.seat, phone=True), *pressed]

    def _kept(self, state: Djam) -> Iterator[WordKept]:
        """Yield the word, if it can be said: a slip costs no place, and is put right later."""
        if self.word:
            try:
                word = checked_word(state, self.word)
                check_new(state, self.seat, word)
            except Rejected:
                return
            yield WordKept(self.seat, word)


def _press(state: Djam, seat: Seat, at_ns: int | None, random: Random) -> Sequence[Event]:
    """Put the seat into the queue, by the time stamp of its finger."""
    if at_ns is not None and state.options.false_start and state.phase is Phase.LISTEN:
        return [FalseStart(seat, at_ns)]  # a phone, without a stamp, is refused only
    _check_press(state, seat)
    early_ns = state.players[seat].early_ns
    if at_ns is not None and early_ns is not None and 0 <= at_ns - early_ns < PATIENCE_NS:
        raise refuse("false-start")
    place, tie = _place_of(state, at_ns, random)
    return [Buzzed(seat, at_ns, place, tie)]


def _check_press(state: Djam, seat: Seat) -> None:
    if state.calm:
        raise refuse("no-buzzers")
    if state.phase in (Phase.THEME, Phase.LISTEN):
        raise refuse("too-early")
    check_searching(state, seat)
    if seat in state.queued:
        raise refuse("queued")
    if seat == state.cooling:
        raise refuse("cooling")
    if filled(state):
        raise refuse("filled")


def _place_of(state: Djam, at_ns: int | None, random: Random) -> tuple[int, bool]:
    """Return (place in the queue, whether chance decided it).

    A press that is delivered late still goes before those that came after it, but never
    before who has been called. A phone stands where it arrived: it has no time stamp.
    """
    queue, place = state.queue, len(state.queue)
    if at_ns is None:
        return place, False
    first = 0 if state.called is None else 1
    for index in range(len(queue) - 1, first - 1, -1):
        stamp = queue[index].at_ns
        if stamp is None:
            continue
        if abs(stamp - at_ns) < TIE_NS:
            return (index if random.random() < 0.5 else place), True  # noqa: PLR2004 - a coin
        if not 0 < stamp - at_ns <= LATE_NS:
            break
        place = index
    return place, False


class Drop(Wish):
    """Leave the queue without a word, and without a penalty but a moment's wait."""

    when = SEARCHING

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        if state.calm:
            raise refuse("no-buzzers")
        if self.seat not in state.queued:
            raise refuse("not-queued")
        return [Dropped(self.seat)]


class Pass(Wish):
    """Find nothing; the round is over when nobody looks any more."""

    when = (Phase.SEAL, *SEARCHING)

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        player = state.players[self.seat]
        check_searching(state, self.seat)
        if self.seat in state.queued:
            raise refuse("queued")
        if player.passed:
            raise refuse("passed")
        if player.sealed is not None and state.calm:
            raise refuse("sealed")
        return [Passed(self.seat)]


def search_offers(view: SeatView) -> Iterator[Offer]:
    """Invite who still looks for a word."""
    table, me = view.table, view.table.players[view.seat]
    author = table.claim is not None and table.claim.seat == view.seat
    if me.out or author or table.pace == "calm":
        return
    buzzes = me.place is None and not me.cooling and bool(table.places_left)
    # A sealed word can be replaced, and lies ready where a phone's press takes it along: that
    # is served, but not invited.
    if table.roll and me.place != 1 and not view.sealed and not (me.phone and buzzes):
        yield Offer("Seal", (word_field(table.roll),))
    if me.place is not None:
        if me.place == 1:
            yield Offer("Drop")
        return
    if buzzes:
        yield Offer("Buzz")
    if not me.passed:
        yield Offer("Pass")


def word_field(roll: RollView) -> Text:
    """Return the field of a word, made of letters that have a chance."""
    black = "".join(each for each in ascii_uppercase if each not in roll.letters)
    alphabet = black if roll.black else roll.first * DICE + "".join(roll.letters)
    return Text("word", 1, WORD_LENGTH, alphabet)


def buzzer(view: SeatView, *, ready: bool = False) -> Answers:
    """Return the buzzer of a phone; it stands there from before the roll."""
    me = view.table.players[view.seat]
    if not me.phone or view.table.pace == "calm" or me.watches:
        return OnStage()
    return Main(Answer("Buzz", Message("dj.buzz"), ready=ready, any_time=True))
