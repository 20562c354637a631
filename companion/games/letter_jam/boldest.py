"""The boldest guess: right although its clues could have meant many another letter."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod

from companion.games.letter_jam.clue import reading
from companion.games.letter_jam.queries import told_guesses
from companion.games.letter_jam.spots import stand_spot
from companion.games.letter_jam.state import BoldGuess, Chip, Clue, LetterJam
from companion.games.letter_jam.words import Words, box
from companion.ports import Seat, Stand
from companion.words.clue_index import OWN

LEAST = 3
"""Of fewer letters one is soon right."""


def boldest(words: Words, state: LetterJam) -> BoldGuess | None:
    """Return the right guess of a row that had the least chance, the earliest of them."""
    bold = ((n, guess) for n, guess in _right(words, state) if guess.letters >= LEAST)
    found = max(bold, default=None, key=lambda each: (each[1].letters, -each[0]))
    return None if found is None else found[1]


def _right(words: Words, state: LetterJam) -> Iterator[tuple[int, BoldGuess]]:
    """Yield each right guess, and the last clue before it."""
    for seat, player in enumerate(state.players):
        final = player.final.guesses if player.final else ""
        told = told_guesses(player)
        for card, letter in enumerate(state.holder(Seat(seat)).cards[: player.length]):
            chip = Chip(stand_spot(Stand(seat)), card)
            about = [n for n, clue in enumerate(state.clues) if chip in clue.chips]
            if about and letter in {told[card], final[card : card + 1]}:
                read = [_reading(state, state.clues[n], chip) for n in about]
                letters = _possible(words, state, read, letter)
                yield about[-1], BoldGuess(Seat(seat), letter, letters)


def _reading(state: LetterJam, clue: Clue, own: Chip) -> str:
    return "".join(
        OWN if each == own else reading(state, None, (each,)) for each in clue.chips
    )


def _possible(words: Words, state: LetterJam, read: Sequence[str], letter: str) -> int:
    """Return how many letters, each as likely as *letter*, the clues that were *read* leave.

    0: they say nothing of it.
    """
    index, left = words.index(state.language), Counter(box(words, state))
    letters = sorted(left)
    # A clue that is no word of the lists says nothing of any letter.
    known = [row for each in read if any(row := index.weights(each, letters))]
    likely: dict[str, float] = {
        each: left[each] * prod(weights)
        for each, *weights in zip(letters, *known, strict=True)
    }
    if not known or not likely[letter]:
        return 0
    alike = round(sum(likely.values()) / likely[letter])
    return min(alike, sum(each > 0 for each in likely.values()))
