"""How likely it is that a word is a bluff, by its length and by the cards one has seen."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from math import comb, exp, prod
from statistics import mean
from typing import NamedTuple

from companion.games.buchstabenbluff.bots.vocabulary import JOKER, vocabulary
from companion.languages import Language

REACH, REACH_A_CARD, STEEP = 1.2, 0.62, 1.5
"""The longest word of n cards has REACH + n * REACH_A_CARD letters in one hand of two, and
becomes rarer from there by STEEP: measured with both decks, 200 hands of 5, 7, 8, 10 cards."""
DARING, NEEDY = 0.05, 0.35
"""How often somebody bluffs who could do without, and how much oftener who could not: so
neither always believing nor always doubting does well against the strong bot."""
TELLING = 2.0
"""Letters of which many are left speak for a word, but not for more than so much."""
TYPICAL_WORDS = 400
"""So many of the commonest words of a length stand for all."""


def honest_reach(length: int, cards: int) -> float:
    """Return in what share of hands of so many *cards* a word of *length* letters is."""
    return 1 / (1 + exp(STEEP * (length - REACH - REACH_A_CARD * cards)))


class Announced(NamedTuple):
    """A word that was said, out of *hand* cards; *shown* are those of it that lie face up."""

    word: str
    hand: int
    shown: Sequence[str] = ()


def bluff_chance(
    language: Language, said: Announced, deck: Sequence[str], seen: Iterable[str]
) -> float:
    """Return how likely it is that a word is a bluff.

    *deck* are all cards of the game, *seen* those that cannot lie there: one's own, and the
    open ones.
    """
    word, hand, shown = said
    missing = Counter(word) - Counter(shown)
    hidden = len(word) - len(shown)
    if missing.total() - hidden > shown.count(JOKER):
        return 1.0
    unseen = Counter(deck) - Counter(seen) - Counter(shown)
    letters = _share(missing, unseen) / _typical(language, missing.total(), tuple(deck))
    reach = honest_reach(len(word), hand)
    honest = reach * min(letters, TELLING)
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


@cache
def _typical(language: Language, length: int, deck: tuple[str, ...]) -> float:
    """Return that share for a usual word of *length* letters."""
    all_words = vocabulary(language).words
    words = [word for word in all_words if len(word) == length][:TYPICAL_WORDS]
    cards = Counter(deck)
    return mean(_share(Counter(word), cards) for word in words) if words else 1.0
