"""What the cards of a row tell of each other: all of them together make a word."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import nlargest
from math import log2, sqrt

from companion.languages import Language
from companion.words.lexicon import load_lexicon
from companion.words.likely import Belief
from companion.words.vocabulary import load_vocabulary

WAYS_KEPT = 40
"""So many sets of letters for the other cards are followed, the likeliest."""
LEAST_SHARE = 0.01
"""A letter less likely than that is not followed."""

RARE = 0.3
"""How likely the rarest word is in a list of somebody's own, beside a typical one."""
UNTHOUGHT = 0.1
"""How likely there a word is that is spelled so, and comes to nobody's mind."""
LISTED = 2.5
"""How much likelier a word there is that could be a secret word of ours: most lists hold things."""


class RowWords:
    """The words that a row may be, and how likely each is beside the others.

    Each is a bit, so that a set of words is one number.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights
        holding: dict[str, int] = defaultdict(int)
        alike: dict[float, int] = defaultdict(int)
        for place, (word, weight) in enumerate(weights.items()):
            alike[2.0 ** round(log2(weight))] |= 1 << place
            for letter in dict.fromkeys(word):
                for most in range(1, word.count(letter) + 1):
                    holding[letter * most] |= 1 << place
        self._holding = dict(holding)
        """By a letter once, twice, and so on: the words that hold it so often."""
        self._alike = tuple(alike.items())
        """Words of about one weight, each with that weight."""

    def fitting(self, told: Mapping[str, int]) -> int:
        """Return the set of words that hold each letter at least so often."""
        found = (1 << len(self.weights)) - 1
        for letter, count in told.items():
            found &= self._holding.get(letter * count, 0)
        return found

    def left(self, told: str) -> dict[str, float]:
        """Return what the words weigh that have each letter besides the letters *told*."""
        known = Counter(told)
        fitting = self.fitting(known)
        classes = [(weight, fitting & words) for weight, words in self._alike]
        found: dict[str, float] = defaultdict(float)
        for letters, holding in self._holding.items():
            if len(letters) > known.get(letters[0], 0):
                found[letters[0]] += sum(
                    weight * (words & holding).bit_count() for weight, words in classes
                )
        return found


def letters_left(words: RowWords, others: Iterable[Belief]) -> dict[str, float]:
    """Return how likely each letter is on one more card, where *others* lie in the row.

    Each of *others* is what is believed of one card, taken by itself. The shares of all
    letters sum up to one, if any word fits.
    """
    ways = {"": 1.0}
    for card in others:
        longer: dict[str, float] = defaultdict(float)
        for letter, share in card.items():
            if share >= LEAST_SHARE:
                for told, chance in ways.items():
                    longer["".join(sorted(told + letter))] += chance * share
        kept = nlargest(WAYS_KEPT, longer.items(), key=lambda way: way[1])
        ways = {told: chance for told, chance in kept if words.fitting(Counter(told))}
    shares: dict[str, float] = defaultdict(float)
    for told, chance in ways.items():
        for letter, count in words.left(told).items():
            shares[letter] += chance * count
    total = sum(shares.values())
    return {letter: share / total for letter, share in shares.items() if share}


@lru_cache(maxsize=32)
def row_words(language: Language, length: int, *, own: bool = False) -> RowWords:
    """Return the words of *length* letters that a bot takes for secret words.

    *own*: the house listed them, or players made them. They may be any then, names too, and
    are the likelier the readier they come to mind.
    """
    lexicon = load_lexicon(language)
    words = lexicon.secret_words("hard", length)
    if not own:
        return RowWords(dict.fromkeys(words, 1.0))
    known = load_vocabulary(language).weights
    thought_of = {word for word in known if len(word) == length}
    listed = {*words, *lexicon.secret_words("children", length)}
    weights = dict.fromkeys(lexicon.spelling.of_length(length), UNTHOUGHT)
    for word in thought_of | listed:
        common = sqrt(max(known.get(word, 0.0), RARE))
        weights[word] = common * (LISTED if word in listed else 1)
    return RowWords(dict(sorted(weights.items())))
