"""Beginner's help: the likely letters of the own card, from the seat's own view alone."""

from collections import Counter
from dataclasses import replace

from companion.games.letter_jam.project import seat_view
from companion.games.letter_jam.reckoning import Reckoning
from companion.games.letter_jam.state import LetterJam
from companion.games.letter_jam.view import SeatView
from companion.games.letter_jam.words import Words
from companion.ports import Seat

SHOWN = 6
LEAST_PERCENT = 3
MOST_PERCENT = 99
"""A name could always be meant: nothing is certain."""


def helped_view(words: Words, state: LetterJam, seat: Seat) -> SeatView:
    """Return the view of *seat*, with likely letters if the host wants them to be shown."""
    view = seat_view(state, seat)
    if not state.help or view.table.phase not in ("clue", "decide"):
        return view
    deck = Counter(words.deck(state.language))
    reckoning = Reckoning(view, deck, words.index(state.language))
    if not reckoning.lines(None):
        return view
    belief = sorted(reckoning.own(None).items(), key=lambda item: -item[1])
    shares = (
        (letter, min(round(100 * share), MOST_PERCENT)) for letter, share in belief[:SHOWN]
    )
    likely = tuple((letter, share) for letter, share in shares if share >= LEAST_PERCENT)
    return replace(view, likely=likely)
