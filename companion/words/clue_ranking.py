"""Ranks legal clues by what they tell: the gain in P(true letter), over all it helps.

Never by how sure a guesser gets: that would reward being sure of the wrong letter.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from operator import mul
from typing import Final

from companion.words.clue_index import OWN, WILDCARD, ClueIndex
from companion.words.likely import FLOOR, Belief

ROUNDING: Final = 1e-9
"""Sums of the same in another order differ by less."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that the cluegiver can use; *spot* is its name.

    *belief* is what its owner may believe of it, None where nobody has to guess. *concern* is how
    much the owner's gain counts, *worth* what using the card is good for besides.
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
    most: float
    """What no gain times its concern exceeds: the letter would be certain."""

    def gain(self, pattern: str, index: ClueIndex) -> float:
        """Return how much likelier the true letter becomes by *pattern*."""
        weights = index.weights(pattern, self.letters)
        total: float = sum(map(mul, self.shares, weights)) + FLOOR
        return self.shares[self.true] * ((weights[self.true] + FLOOR) / total - 1)


@dataclass(frozen=True, slots=True)
class _Promise:
    """A clue before anybody's gain is reckoned: it is worth *most* at most."""

    most: float
    worth: float
    """Of the cards that nobody guesses."""
    word: str
    spots: tuple[str, ...]
    helped: tuple[str, ...]
    """The spots whose owners gain."""


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
    guessers, letters = _guessers(cards), {card.spot: card.letter for card in cards}
    best: list[RankedClue] = []
    values: list[float] = []  # the *most* highest, the lowest first
    for clue in _promising(words, cards, guessers, wildcard):
        least = values[0] if len(values) == most else -inf
        if clue.most < least:
            break  # nor can any that follows
        gains = _gains(clue, letters, guessers, index, least)
        if gains is None:
            continue
        value = sum(guessers[spot].card.concern * gain for spot, gain in gains.items())
        value += clue.worth
        best.append(RankedClue(value, clue.word, clue.spots, gains))
        heapq.heappush(values, value)
        if len(values) > most:
            heapq.heappop(values)
    return heapq.nsmallest(most, best, key=lambda clue: (-clue.value, clue.word))


def _promising(
    words: Iterable[str],
    cards: Sequence[Card],
    guessers: Mapping[str, _Guesser],
    wildcard: float,
) -> list[_Promise]:
    """Return the clues that may help anybody, whatever could be worth most first."""
    holders = _holders(cards)
    plain = {card.spot: card.worth for card in cards if card.belief is None}
    plain[WILDCARD] = wildcard
    found: dict[tuple[str, ...], _Promise] = {}
    for word in words:
        spots = _lay(word, holders)
        if spots in found:
            continue
        used = dict.fromkeys(spots)
        helped = tuple(spot for spot in used if spot in guessers)
        if helped:
            worth = sum(plain.get(spot, 0.0) for spot in used)
            most = worth + sum(guessers[spot].most for spot in helped)
            found[spots] = _Promise(most + ROUNDING, worth, word, spots, helped)
    return sorted(found.values(), key=lambda clue: -clue.most)


def _gains(
    clue: _Promise,
    letters: Mapping[str, str],
    guessers: Mapping[str, _Guesser],
    index: ClueIndex,
    least: float,
) -> dict[str, float] | None:
    """Return the gain at each spot; None once the clue can only be worth less than *least*."""
    gains, most = {}, clue.most
    for spot in clue.helped:
        guesser = guessers[spot]
        gain = guesser.gain(_reading(letters, clue.spots, spot), index)
        gains[spot] = gain
        most += guesser.card.concern * gain - guesser.most
        if most < least:
            return None
    return gains


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


def spots_of(word: str, cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the spots that spell *word*, as `rank` lays it."""
    return _lay(word, _holders(cards))


def _guessers(cards: Sequence[Card]) -> dict[str, _Guesser]:
    found = {}
    for card in cards:
        if card.belief is not None and card.letter in card.belief:
            letters, shares = tuple(card.belief), tuple(card.belief.values())
            true = letters.index(card.letter)
            most = card.concern * (1 - shares[true])
            found[card.spot] = _Guesser(card, letters, shares, true, most)
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
