"""Rules of believing and doubting: secret answers, the gong, the resolving."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.errors import refuse
from companion.games.buchstabenbluff.decide_turn import ended
from companion.games.buchstabenbluff.events import (
    Answered,
    Believed,
    Buzzed,
    Event,
    Overruled,
    Revealed,
    Settled,
)
from companion.games.buchstabenbluff.state import JOKER, Buchstabenbluff, Lay
from companion.games.buchstabenbluff.words import Words
from companion.ports import Seat


def answer(state: Buchstabenbluff, seat: Seat, *, doubts: bool) -> Sequence[Event]:
    """Believe or doubt on the phone; nobody learns it before the gong."""
    _check_decider(state, seat)
    return [Answered(seat, doubts)]


def buzz(state: Buchstabenbluff, seat: Seat, at_ns: int) -> Sequence[Event]:
    """Doubt by button, where the first doubt counts."""
    _check_decider(state, seat)
    if state.players[seat].pressed_ns is not None:
        raise refuse("doubted")
    return [Buzzed(seat, at_ns)]


def _check_decider(state: Buchstabenbluff, seat: Seat) -> None:
    if seat not in state.deciders:
        raise refuse("own-word")


def gong(
    words: Words, state: Buchstabenbluff, held: Sequence[Seat], random: Random
) -> Sequence[Event]:
    """Let the answers count as they are now; a finger that holds its button doubts."""
    if state.options.first_doubter:
        return _resolve(words, state, first_doubter(state), random)
    doubters = tuple(
        seat for seat in state.deciders if seat in held or state.players[seat].doubts
    )
    return _resolve(words, state, doubters, random)


def answered(words: Words, state: Buchstabenbluff, random: Random) -> Sequence[Event]:
    """Return the resolving, if nobody's answer is worth waiting for any more."""
    return gong(words, state, (), random) if _ready(state) else []


def _ready(state: Buchstabenbluff) -> bool:
    deciders = [state.players[seat] for seat in state.deciders]
    if buzzed(state):
        return False  # an earlier press may still be on its way
    if state.options.first_doubter and any(player.doubts for player in deciders):
        return True
    return all(player.doubts is not None for player in deciders)


def buzzed(state: Buchstabenbluff) -> bool:
    """Return whether some button has said doubt, where the first doubt counts."""
    return any(state.players[seat].pressed_ns is not None for seat in state.deciders)


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
) -> Sequence[Event]:
    lay = state.laid
    assert lay is not None  # noqa: S101 - a word lies while the table waits for answers
    if not doubters:
        return ended(state, [Believed()], random)
    listed = words.listed(state.options.language, lay.word)
    return [Revealed(doubters, spells(lay), listed)]


def spells(lay: Lay) -> bool:
    """Return whether the cards make the word, in some order; a joker is any letter."""
    missing = Counter(lay.word) - Counter(lay.cards)
    return len(lay.word) == len(lay.cards) and missing.total() <= lay.cards.count(JOKER)


def overrule(state: Buchstabenbluff, seat: Seat, *, counts: bool) -> Sequence[Event]:
    """Enter the table's opinion of the word; cards that do not make it are no matter of it."""
    if state.verdict is None or not state.verdict.spelled:
        raise refuse("not-spelled")
    return [Overruled(seat, counts)]


def go_on(state: Buchstabenbluff, random: Random) -> Sequence[Event]:
    """Book the points, move the cards, go on."""
    return ended(state, [Settled()], random)
