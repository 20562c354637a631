"""Ranks legal clues by what they tell: the gain in P(true letter), over all it helps.

Never by how sure a guesser gets: that would reward being sure of the wrong letter.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from companion.words.clue_index import OWN, WILDCARD, ClueIndex
from companion.words.likely import FLOOR, Belief


@dataclass(frozen=True, slots=True)
class Card:
    """A card that the cluegiver can use; *spot* is its name.

    *belief* is what its owner is thought to believe of it, None for a card that nobody
    has to guess. *concern* is how much the owner's gain counts, *worth* what using the
    card is good for besides.
    """

    spot: str
    letter: str
    belief: Belief | None = None
    concern: float = 1.0
    worth: float = 0.0


@dataclass(frozen=True, slots=True)
class _Guesser:
    """The owner of a card, made ready for many questions."""

    card: Card
    letters: tuple[str, ...]
    shares: tuple[float, ...]
    true: int

    def gain(self, pattern: str, index: ClueIndex) -> float:
        """Return how much likelier the true letter becomes by *pattern*."""
        weights = index.weights(pattern, self.letters)
        total: float = sum(map(mul, self.shares, weights)) + FLOOR
        return self.shares[self.true] * ((weights[self.true] + FLOOR) / total - 1)


@dataclass(frozen=True, slots=True)
class RankedClue:
    """A word of the giver's, and the spots that spell it; *value* is what it is good for."""

    value: float
    word: str
    spots: tuple[str, ...]
    gains: Mapping[str, float]
    """By spot: how much likelier the true letter becomes to the card's owner."""


def rank(
    index: ClueIndex,
    cards: Sequence[Card],
    *,
    most: int = 20,
    words: Iterable[str] | None = None,
    wildcard: float = 0.0,
) -> list[RankedClue]:
    """Return the best clues that help anybody, the best first.

    *words* are the clues to choose from: all legal ones, or those somebody thought of.
    *wildcard* is what its use is good for, beside what a clue tells: below 0 for a price.
    """
    if words is None:
        words = index.legal(card.letter for card in cards)
    holders, guessers = _holders(cards), _guessers(cards)
    letters = {card.spot: card.letter for card in cards}
    plain = {card.spot: card.worth for card in cards if card.belief is None}
    plain[WILDCARD] = wildcard
    best: dict[tuple[str, ...], RankedClue] = {}
    for word in words:
        spots = _lay(word, holders)
        if spots in best or not any(spot in guessers for spot in spots):
            continue
        gains = {
            spot: guessers[spot].gain(_reading(letters, spots, spot), index)
            for spot in dict.fromkeys(spots)
            if spot in guessers
        }
        value = sum(guessers[spot].card.concern * gain for spot, gain in gains.items())
        value += sum(plain.get(spot, 0.0) for spot in set(spots))
        best[spots] = RankedClue(value, word, spots, gains)
    return heapq.nsmallest(most, best.values(), key=lambda clue: (-clue.value, clue.word))


def value_of(index: ClueIndex, cards: Sequence[Card], spots: Sequence[str]) -> float:
    """Return what the clue at *spots* is good for, reckoned as `rank` does."""
    letters, guessers = {card.spot: card.letter for card in cards}, _guessers(cards)
    value = 0.0
    for card in cards:
        if card.spot in spots and card.spot in guessers:
            pattern = _reading(letters, spots, card.spot)
            value += card.concern * guessers[card.spot].gain(pattern, index)
        elif card.spot in spots:
            value += card.worth
    return value


def _guessers(cards: Sequence[Card]) -> dict[str, _Guesser]:
    found = {}
    for card in cards:
        if card.belief is not None and card.letter in card.belief:
            letters, shares = tuple(card.belief), tuple(card.belief.values())
            true = letters.index(card.letter)
            found[card.spot] = _Guesser(card, letters, shares, true)
    return found


def _holders(cards: Sequence[Card]) -> dict[str, list[str]]:
    """Return by letter the spots that show it: whoever knows least of it comes first."""

    def need(card: Card) -> float:
        if card.belief is None:
            return 1 - card.worth
        return -card.concern * (1 - card.belief.get(card.letter, 0.0))

    holders: dict[str, list[Card]] = defaultdict(list)
    for card in sorted(cards, key=need):
        # Where a player has the letter, a card that nobody guesses would help nobody.
        if card.belief is not None or not any(o.belief for o in holders[card.letter]):
            holders[card.letter].append(card)
    return {letter: [card.spot for card in found] for letter, found in holders.items()}


def _lay(word: str, holders: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the spots that spell *word*; equal letters go to one owner after the other."""
    used: dict[str, int] = defaultdict(int)
    spots = []
    for letter in word:
        there = holders.get(letter)
        if there is None:
            spots.append(WILDCARD)
        else:
            spots.append(there[min(used[letter], len(there) - 1)])
            used[letter] += 1
    return tuple(spots)


def _reading(letters: Mapping[str, str], spots: Sequence[str], own: str) -> str:
    return "".join(OWN if spot == own else letters.get(spot, WILDCARD) for spot in spots)
