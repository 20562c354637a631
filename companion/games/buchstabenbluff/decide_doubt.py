"""Rules of believing and doubting: secret answers, the gong, the resolving."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.errors import refuse
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.decide_turn import ended
from companion.games.buchstabenbluff.queries import (
    buzzed,
    contested,
    counting,
    voices,
)
from companion.games.buchstabenbluff.state import JOKER, Buchstabenbluff, Lay
from companion.games.buchstabenbluff.words import Words, listed
from companion.ports import Seat


def answer(state: Buchstabenbluff, seat: Seat, *, doubts: bool) -> Sequence[ev.Event]:
    """Believe or doubt on the phone; nobody learns it before the gong."""
    _check_decider(state, seat)
    return [ev.Answered(seat, doubts)]


def buzz(state: Buchstabenbluff, seat: Seat, at_ns: int) -> Sequence[ev.Event]:
    """Doubt by button, where the first doubt counts."""
    _check_decider(state, seat)
    if state.players[seat].pressed_ns is not None:
        raise refuse("doubted")
    return [ev.Buzzed(seat, at_ns)]


def _check_decider(state: Buchstabenbluff, seat: Seat) -> None:
    if seat not in state.deciders:
        raise refuse("own-word")


def gong(
    words: Words, state: Buchstabenbluff, held: Sequence[Seat], random: Random
) -> Sequence[ev.Event]:
    """Let the answers count as they are now; a finger that holds its button doubts."""
    if state.options.first_doubter:
        return _resolve(words, state, first_doubter(state), random)
    doubters = tuple(
        seat for seat in state.deciders if seat in held or state.players[seat].doubts
    )
    return _resolve(words, state, doubters, random)


def answered(words: Words, state: Buchstabenbluff, random: Random) -> Sequence[ev.Event]:
    """Return the resolving, if nobody's answer is worth waiting for any more."""
    return gong(words, state, (), random) if _ready(state) else []


def _ready(state: Buchstabenbluff) -> bool:
    """Return whether nothing can change any more; a finger may, until the gong."""
    if buzzed(state):
        return False  # an earlier press may still be on its way
    if state.options.first_doubter and any(
        state.players[seat].doubts for seat in state.deciders
    ):
        return True
    return state.complete and not counting(state)


def first_doubter(state: Buchstabenbluff) -> tuple[Seat, ...]:
    """Return who doubted first: the earliest press, else the phone that has doubted."""
    pressed = [
        (pressed_ns, seat)
        for seat in state.deciders
        if (pressed_ns := state.players[seat].pressed_ns) is not None
    ]
    if pressed:
        return (min(pressed)[1],)
    return tuple(seat for seat in state.deciders if state.players[seat].doubts)[:1]


def _resolve(
    words: Words, state: Buchstabenbluff, doubters: tuple[Seat, ...], random: Random
) -> Sequence[ev.Event]:
    lay = state.laid
    assert lay is not None  # noqa: S101 - a word lies while the table waits for answers
    if not doubters:
        return ended(state, [ev.Believed()], random)
    known = listed(words, state.options, lay.word)
    return [ev.Revealed(doubters, spells(lay), known)]


def spells(lay: Lay) -> bool:
    """Return whether the cards make the word, in some order; a joker is any letter."""
    missing = Counter(lay.word) - Counter(lay.cards)
    return len(lay.word) == len(lay.cards) and missing.total() <= lay.cards.count(JOKER)


def overrule(state: Buchstabenbluff, seat: Seat, *, counts: bool) -> Sequence[ev.Event]:
    """Say what the list should say; cards that do not make the word are no matter of it."""
    verdict = state.verdict
    if verdict is None or not verdict.spelled:
        raise refuse("not-spelled")
    if not state.jury:
        raise refuse("involved-away", names=state.names_of(state.involved_away))
    if seat not in state.jury:
        raise refuse("involved", names=state.names_of(state.jury))
    if counts == verdict.counts and not contested(state):
        raise refuse("stands")
    return [ev.Voiced(seat, counts)]


def voiced(state: Buchstabenbluff) -> Sequence[ev.Event]:
    """Return the overruling, if more than half are for it: all, where nobody is a stranger."""
    if state.verdict is None:
        return []
    other = not state.verdict.counts
    against = [seat for seat, counts in voices(state).items() if counts is other]
    need = len(state.jury) // 2 + 1 if state.strangers else len(state.jury)
    return [ev.Overruled(against[-1], other)] if against and len(against) >= need else []


def go_on(state: Buchstabenbluff, random: Random) -> Sequence[ev.Event]:
    """Settle the doubt: cards move, and whose turn it is next; `evolve` books the points."""
    if contested(state):
        missing = (seat for seat in state.jury if seat not in voices(state))
        raise refuse("voices-missing", names=state.names_of(missing))
    return ended(state, [ev.Settled()], random)
