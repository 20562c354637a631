"""What the beginning does to the table: words that are made, the deal, printed cards."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from companion.engine.options import options_of
from companion.errors import DataError
from companion.games.letter_jam import events as ev
from companion.games.letter_jam.state import (
    Cards,
    Holder,
    Letter,
    LetterJam,
    Making,
    Options,
    Phase,
    Player,
    Pull,
)
from companion.ports import Seat, Stand

FIRST_PHASES: Final[Mapping[Cards, Phase]] = {
    "screen": Phase.CLUE,
    "box": Phase.PULLING,
    "none": Phase.COUNTING,
}
"""What begins when the cards are dealt, by where the letters are."""
MOST_OF_A_KIND: Final = 100
"""More letters or tokens than any match begins with: a damaged file would fill the memory."""


def evolve_start(state: LetterJam, event: ev.StartEvent) -> LetterJam:
    """Return the state after *event*."""
    match event:
        case ev.MatchStarted():
            return _match_started(event)
        case ev.DeckShared(shares=shares):
            making = Making(shares, made=tuple(None for _ in shares))
            return replace(state, phase=Phase.MAKING, making=making)
        case ev.WordMade():
            return _word_made(state, event)
        case ev.WordTakenBack(seat=seat):
            return _word_taken_back(state, seat)
        case ev.CardsDealt():
            return _cards_dealt(state, event)
        case ev.PullTaken(whose=whose, seat=seat):
            return _pulled(state, whose, Pull(seat))
        case ev.Pulled(whose=whose, seat=seat):
            return _pulled(state, whose, Pull(seat, done=True))
        case ev.StandsSet():
            return replace(state, phase=Phase.CLUE)
        case ev.CardNamed(stand=stand, letter=letter):
            return _card_named(state, stand, letter)
        case _:
            assert_never(event)


def _match_started(event: ev.MatchStarted) -> LetterJam:
    if max(*event.lengths, event.reds, event.leaves, event.centre) > MOST_OF_A_KIND:
        raise DataError("No match of Letter Jam has so many letters or tokens.")
    players = tuple(
        Player(name, length, reds_owed=event.reds)
        for name, length in zip(event.names, event.lengths, strict=True)
    )
    return LetterJam(
        players=players,
        leaves=event.leaves,
        centre=event.centre,
        **options_of(Options, event),
    )


def _word_made(state: LetterJam, event: ev.WordMade) -> LetterJam:
    """Lay a word: letters leave the hand, those it could do without are there for all."""
    making = _making(state)
    word, hand = Counter(event.word), Counter(making.shares[event.seat])
    discards = Counter(making.discards) - (word - hand) + (hand - word)
    return _made(state, event.seat, (), discards, (event.word, event.scramble))


def _word_taken_back(state: LetterJam, seat: Seat) -> LetterJam:
    """Take the word back into the hand."""
    making = _making(state)
    made = making.made[seat]
    assert made is not None  # noqa: S101 - decide refuses to take back what was not made
    return _made(state, seat, tuple(sorted(made[0])), Counter(making.discards), None)


def _made(
    state: LetterJam,
    seat: Seat,
    share: tuple[Letter, ...],
    discards: Counter[Letter],
    made: tuple[str, str] | None,
) -> LetterJam:
    making = _making(state)
    shares, words = list(making.shares), list(making.made)
    shares[seat], words[seat] = share, made
    now = Making(tuple(shares), tuple(sorted(discards.elements())), tuple(words))
    return replace(state, making=now)


def _making(state: LetterJam) -> Making:
    assert state.making is not None  # noqa: S101 - these events come while words are made
    return state.making


def _cards_dealt(state: LetterJam, event: ev.CardsDealt) -> LetterJam:
    """Lay rows, stacks and deck."""
    stands = tuple(
        Holder(cards, len(cards), standing=0 if cards else None)
        for cards in (*event.rows, *event.stacks)
    )
    pulled = state.cards == "box" and not state.by_hand
    seats = state.seats if pulled else ()
    return replace(
        state,
        phase=Phase.CLUE if state.by_hand else FIRST_PHASES[state.cards],
        pulls=tuple(Pull(Seat((seat + 1) % len(seats))) for seat in seats),
        code=event.code,
        words=event.words,
        stands=stands,
        deck=event.deck,
        making=None,
    )


def _pulled(state: LetterJam, whose: Seat, pull: Pull) -> LetterJam:
    """Note who pulls the row of *whose*, or has pulled it."""
    pulls = list(state.pulls)
    pulls[whose] = pull
    return replace(state, pulls=tuple(pulls))


def _card_named(state: LetterJam, stand: Stand, letter: Letter) -> LetterJam:
    """Learn which printed card stands at *stand*."""
    holder = state.stands[stand]
    assert holder.standing is not None  # noqa: S101 - decide names only what stands
    cards = list(holder.cards)
    cards[holder.standing] = letter
    return state.with_holder(stand, replace(holder, cards=tuple(cards)))
