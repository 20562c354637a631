"""Which letter the hidden card is likely to be, from clues that used it.

P(letter) goes with its cards still out of sight, times the weight of the words each clue could
then be. Rare words are legal too, so no letter is ruled out: say "likely", never "impossible".
"""

from collections.abc import Iterable, Mapping

from companion.words.clue_index import ClueIndex

Belief = dict[str, float]
"""The probability of each letter of a deck, in alphabetical order."""

FLOOR = 1e-4
"""The weight of all words that no list holds."""
GONE = 0.02
"""Cards of a letter that seem to be left where all are in sight: somebody may err."""


def from_cards(deck: Mapping[str, int], seen: Mapping[str, float]) -> Belief:
    """Return what the cards of *deck* that are not *seen* tell of one hidden card."""
    left = {
        letter: max(count - seen.get(letter, 0), GONE) for letter, count in deck.items()
    }
    return normal(left)


def after_clues(belief: Belief, patterns: Iterable[str], index: ClueIndex) -> Belief:
    """Return *belief* after *patterns* (``S?UNK``) that all used the hidden card."""
    for pattern in patterns:
        belief = after_weights(belief, index.weights(pattern, tuple(belief)))
    return belief


def after_hazy_clue(
    belief: Belief, pattern: str, hazy: str, unknown: Belief, index: ClueIndex
) -> Belief:
    """Return *belief* after a clue in which one further card is known by *unknown* only.

    The sign *hazy* stands for that card in *pattern*; the letters it may be are averaged.
    """
    letters = tuple(belief)
    totals = [0.0] * len(letters)
    for letter, share in unknown.items():
        if share > FLOOR:
            weights = index.weights(pattern.replace(hazy, letter), letters)
            totals = [
                total + share * weight
                for total, weight in zip(totals, weights, strict=True)
            ]
    return after_weights(belief, totals)


def after_weights(belief: Belief, weights: Iterable[float]) -> Belief:
    """Return *belief* after a clue whose words weigh so much for each of its letters."""
    pairs = zip(belief.items(), weights, strict=True)
    return normal({letter: share * (weight + FLOOR) for (letter, share), weight in pairs})


def normal(belief: Mapping[str, float]) -> Belief:
    """Return *belief* with a sum of one."""
    total = sum(belief.values())
    return {letter: share / total for letter, share in belief.items()}
