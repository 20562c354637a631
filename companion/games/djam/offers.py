"""What a seat could do now, computed from what it may know."""

from collections.abc import Iterator
from itertools import chain
from string import ascii_uppercase

from companion.engine.offers import Choice, Number, Offer, Text
from companion.games.djam.phases.judging import CLAIM
from companion.games.djam.phases.voting import VOTE
from companion.games.djam.state import DICE, MOST_THEMES, THEME_LENGTH, WORD_LENGTH, Phase
from companion.games.djam.view import PlayerView, RollView, SeatView
from companion.ports import Seat


def offers(view: SeatView) -> tuple[Offer, ...]:
    """Return one offer for every kind of command that makes sense now."""
    me = view.table.players[view.seat]
    if not me.present:
        return (Offer("ComeBack"),)
    own: Iterator[Offer]
    match view.table.phase:
        case Phase.ROLL:
            own = _between(view)
        case Phase.THEME:
            own = _of_roller(view, "RollDice")
        case Phase.LISTEN:
            own = _of_roller(view, "Gong")
        case Phase.OPEN:
            own = _open(view, me)
        case Phase.SEAL:
            own = _seal(view, me)
        case Phase.CLAIM:
            own = chain(CLAIM.offers(view), _search(view, me))
        case Phase.VOTE:
            own = chain(VOTE.offers(view), _search(view, me))
        case Phase.WAITING | Phase.END:
            own = iter(())
    # Who leaves or changes the buzzer in the middle of a round is served, but not invited.
    return (*own, *_dice(view), *_hat(view, me))


def _dice(view: SeatView) -> Iterator[Offer]:
    """Invite everybody: real dice lie open, and the roller may have no phone."""
    if view.table.takes_dice:
        letters = Text("letters", DICE, DICE, ascii_uppercase)
        yield Offer("EnterDice", (Number("theme", 1, 6), letters, Number("start", 0, DICE)))


def _hat(view: SeatView, me: PlayerView) -> Iterator[Offer]:
    """Invite to write themes whoever does not look for a word just now."""
    table = view.table
    if table.refusable:
        yield Offer("RefuseTheme")
    writes = table.phase is Phase.ROLL or (me.out and table.phase is not Phase.END)
    if not table.hat or table.tied or not writes:
        return
    if len(view.themes) < MOST_THEMES:
        yield Offer("PutTheme", (Text("theme", 1, THEME_LENGTH, ascii_uppercase),))
    if view.themes:
        yield Offer("TakeTheme", (Choice("theme", view.themes),))


def _between(view: SeatView) -> Iterator[Offer]:
    me = view.table.players[view.seat]
    if view.table.roller != view.seat:
        yield Offer("Leave")
    elif not view.table.real_dice:
        yield Offer("RollDice")
    if not me.phone and view.table.pace == "speed":
        yield Offer("UsePhone", (Choice("phone", (True,)),))


def _of_roller(view: SeatView, kind: str) -> Iterator[Offer]:
    if view.table.roller == view.seat:
        yield Offer(kind)


def _open(view: SeatView, me: PlayerView) -> Iterator[Offer]:
    roll = view.table.roll
    if me.place == 1 and roll:
        least = 0 if roll.black else 1
        yield Offer("Say", (_word(roll),))
        yield Offer("SayAloud", (Number("points", least, DICE),))
    yield from _search(view, me)


def _search(view: SeatView, me: PlayerView) -> Iterator[Offer]:
    table = view.table
    if me.out or _author(view) == view.seat or table.pace == "calm":
        return
    buzzes = me.place is None and not me.cooling and bool(table.places_left)
    # A sealed word can be replaced, and lies ready where a phone's press takes it along: that
    # is served, but not invited.
    if table.roll and me.place != 1 and not view.sealed and not (me.phone and buzzes):
        yield Offer("Seal", (_word(table.roll),))
    if me.place is not None:
        if me.place == 1:
            yield Offer("Drop")
        return
    if buzzes:
        yield Offer("Buzz")
    if not me.passed:
        yield Offer("Pass")


def _author(view: SeatView) -> Seat | None:
    return view.table.claim.seat if view.table.claim else None


def _word(roll: RollView) -> Text:
    """Return the field of a word, made of letters that have a chance."""
    black = "".join(each for each in ascii_uppercase if each not in roll.letters)
    alphabet = black if roll.black else roll.first * DICE + "".join(roll.letters)
    return Text("word", 1, WORD_LENGTH, alphabet)


def _seal(view: SeatView, me: PlayerView) -> Iterator[Offer]:
    if me.out:
        return
    if view.table.roll:
        yield Offer("Seal", (_word(view.table.roll),))
    if not (me.sealed or me.passed):
        yield Offer("Pass")
