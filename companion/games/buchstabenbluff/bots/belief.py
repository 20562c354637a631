"""How likely it is that a word is a bluff, by its length, the cards seen and the list."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb, exp, prod
from typing import NamedTuple

from companion.games.buchstabenbluff.bots.vocabulary import JOKER

REACH, REACH_A_CARD, STEEP = 1.2, 0.62, 1.5
"""The longest word of n cards has REACH + n * REACH_A_CARD letters in one hand of two, and
becomes rarer from there by STEEP: measured with both decks, 200 hands of 5, 7, 8, 10 cards."""
DARING, NEEDY = 0.05, 0.35
"""How often somebody bluffs who could do without, and how much oftener who could not."""
TELLING = 2.0
"""Letters of which many are left speak for a word, but not for more than so much."""
UNHEARD = 0.02
"""So much less likely to be honest is what no list has as a word."""


def honest_reach(length: int, cards: int) -> float:
    """Return in what share of hands of so many *cards* a word of *length* letters is."""
    return 1 / (1 + exp(STEEP * (length - REACH - REACH_A_CARD * cards)))


class Announced(NamedTuple):
    """A word that was said, out of *hand* cards; *shown* are those of it that lie face up.

    *listed*: whether it is known for a word.
    """

    word: str
    hand: int
    shown: Sequence[str] = ()
    listed: bool = True


def bluff_chance(said: Announced, deck: Sequence[str], seen: Iterable[str]) -> float:
    """Return how likely it is that a word is a bluff.

    *deck* are all cards of the game, *seen* those that cannot lie there: one's own, and the
    open ones. That its letters are rare tells nothing: who bluffs says a word of common ones.
    """
    word, hand, shown, known = said
    missing = Counter(word) - Counter(shown)
    hidden = len(word) - len(shown)
    if missing.total() - hidden > shown.count(JOKER):
        return 1.0
    unseen = Counter(deck) - Counter(seen) - Counter(shown)
    at_first = _share(missing, Counter(deck) - Counter(shown))
    if not at_first:
        return 1.0
    left = _share(missing, unseen) / at_first
    reach = honest_reach(len(word), hand)
    honest = reach * min(left, TELLING) * (1.0 if known else UNHEARD)
    bluff = DARING + NEEDY * (1 - reach)
    return bluff / (honest + bluff)


def _share(letters: Counter[str], unseen: Counter[str]) -> float:
    """Return in what share of all draws *letters* come, a joker in place of one at most."""
    of_all = comb(unseen.total(), letters.total())
    ways = prod(comb(unseen[letter], count) for letter, count in letters.items())
    for joined in letters:
        fewer = letters - Counter((joined,))
        others = (comb(unseen[letter], count) for letter, count in fewer.items())
        ways += unseen[JOKER] * prod(others)
    return ways / max(1, of_all)
