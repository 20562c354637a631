"""Rules of the queue: who was first, who has the word, what is said."""

from collections.abc import Sequence
from random import Random

from companion.errors import Rejected, refuse
from companion.games.djam import events as ev
from companion.games.djam.commands import Say, SayAloud
from companion.games.djam.scoring import (
    dice_in,
    filled,
    fold,
    is_black,
    points,
    rolled,
)
from companion.games.djam.state import DICE, WORD_LENGTH, Call, Djam, Phase
from companion.ports import Seat

TIE_NS = 1_000_000
"""Closer than this no finger was first; chance decides."""
PATIENCE_NS = 500_000_000
"""So long whoever pressed before the gong has to wait from then on."""
LATE_NS = 2_000_000_000
"""No press is on its way for longer; an older stamp is of another boot's clock."""


def press(state: Djam, seat: Seat, at_ns: int | None, random: Random) -> Sequence[ev.Event]:
    """Put the seat into the queue, by the time stamp of its finger."""
    if _starts_falsely(state, at_ns):
        return [ev.FalseStart(seat, at_ns or 0)]
    _check_press(state, seat)
    _check_patience(state, seat, at_ns)
    place, tie = place_of(state, at_ns, random)
    return [ev.Buzzed(seat, at_ns, place, tie)]


def press_with(state: Djam, seat: Seat, word: str, random: Random) -> Sequence[ev.Event]:
    """Put a phone into the queue, along with the word that it has written by then.

    A slip in the word costs no place: it is put right once the seat is called.
    """
    pressed = press(state, seat, None, random)
    if not word:
        return pressed
    try:
        checked = checked_word(state, word)
        check_new(state, seat, checked)
    except Rejected:
        return pressed
    return [ev.WordKept(seat, checked), *pressed]


def _starts_falsely(state: Djam, at_ns: int | None) -> bool:
    """Return whether the press costs; a phone has no time stamp, and is refused only."""
    punished = state.options.false_start and at_ns is not None
    return punished and state.phase is Phase.LISTEN


def _check_patience(state: Djam, seat: Seat, at_ns: int | None) -> None:
    early_ns = state.players[seat].early_ns
    if at_ns is not None and early_ns is not None and 0 <= at_ns - early_ns < PATIENCE_NS:
        raise refuse("false-start")


def _check_press(state: Djam, seat: Seat) -> None:
    if state.calm:
        raise refuse("no-buzzers")
    if state.phase in (Phase.THEME, Phase.LISTEN):
        raise refuse("too-early")
    if state.phase not in (Phase.OPEN, Phase.CLAIM, Phase.VOTE):
        raise refuse("not-now")
    check_searching(state, seat)
    if seat in state.queued:
        raise refuse("queued")
    if seat == state.cooling:
        raise refuse("cooling")
    if filled(state):
        raise refuse("filled")


def check_searching(state: Djam, seat: Seat) -> None:
    """Refuse whoever's word of this round was settled, or waits to be, and who watches."""
    if state.tied and seat not in state.tied:
        raise refuse("watching")
    if state.players[seat].out or (state.claim and state.claim.seat == seat):
        raise refuse("out")


def place_of(state: Djam, at_ns: int | None, random: Random) -> tuple[int, bool]:
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


def call(state: Djam) -> Call:
    """Return the head of the queue."""
    return state.queue[0]


def say(state: Djam, command: Say | SayAloud) -> Sequence[ev.Event]:
    """Say a word when it is the own turn; the first few milliseconds are settled by it."""
    seat = command.seat
    if not state.queue or call(state).seat != seat:
        raise refuse("not-your-turn")
    called: list[ev.Event] = [] if state.called == seat else [ev.Called(seat)]
    if isinstance(command, SayAloud):
        least = 0 if is_black(state) else 1
        if command.points not in range(least, DICE + 1):
            raise refuse("points", most=DICE)
        return [*called, ev.Said(seat, "", command.points)]
    word = checked_word(state, command.word)
    check_new(state, seat, word)
    return [*called, said(state, seat, word)]


def check_new(state: Djam, seat: Seat, word: str) -> None:
    """Refuse one's own word once more; another player's may mean another person's name."""
    if fold(word) in {fold(each.word) for each in state.spoken if each.seat == seat}:
        raise refuse("named", word=word)


def said(state: Djam, seat: Seat, word: str) -> ev.Said:
    """Return the fact that *word* is said, counted."""
    return ev.Said(seat, word, points(state, word), dice_in(rolled(state), word))


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


def drop(state: Djam, seat: Seat) -> Sequence[ev.Event]:
    """Leave the queue without a word and without a penalty."""
    if state.calm:
        raise refuse("no-buzzers")
    if seat not in state.queued:
        raise refuse("not-queued")
    return [ev.Dropped(seat)]


def give_up(state: Djam, seat: Seat) -> Sequence[ev.Event]:
    """Find nothing, for the time being."""
    player = state.players[seat]
    check_searching(state, seat)
    if seat in state.queued:
        raise refuse("queued")
    if player.passed:
        raise refuse("passed")
    if player.sealed is not None and state.calm:
        raise refuse("sealed")
    return [ev.Passed(seat)]
