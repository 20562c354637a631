"""What a bot thinks with: its seat's view, its strength, and the words it knows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

from companion.games.letter_jam.bots.inference import Inference
from companion.games.letter_jam.bots.strengths import Strength
from companion.games.letter_jam.view import ClueLine, SeatView
from companion.languages import Language
from companion.words.clue_index import ClueIndex, Profile, clue_index
from companion.words.deck import DECKS
from companion.words.lexicon import load_lexicon
from companion.words.likely import Belief, after_weights, normal

UNTOLD = "?"
"""A row position whose letter nobody has told."""

_OVERLOOKED = 0.02
"""What is left of the weight of a letter that slipped the bot's mind."""
_STRANGE = 0.002
"""The share of letters of words that a bot does not know."""


@dataclass(frozen=True)
class Bot:
    """One bot at one moment."""

    view: SeatView
    strength: Strength
    seed: int
    profile: Profile

    @property
    def language(self) -> Language:
        """The language of the match."""
        return self.view.table.language

    @cached_property
    def index(self) -> ClueIndex:
        """The clue words."""
        return clue_index(self.language, self.profile)

    @cached_property
    def inference(self) -> Inference:
        """What can be worked out from the view."""
        deck = dict(self.view.table.counts) or DECKS[self.language].counts
        return Inference(self.view, deck, self.index)

    def chance(self, *moment: object) -> Random:
        """Return the chance of this seat at one *moment* of this round."""
        words = (self.seed, self.view.seat, self.view.table.round, *moment)
        return Random(" ".join(map(str, words)))  # noqa: S311 - guards no secret

    # -- the own row ---------------------------------------------------------------------

    def belief(self, position: int | None) -> Belief:
        """Return what the bot believes of an own card: cards, words, clues and slips."""
        belief = self.inference.unclued()
        if position is not None:
            belief = self._as_in_words(belief, position)
        for line in self.inference.lines(position):
            weights = self.index.weights(line.reading, tuple(belief))
            belief = after_weights(belief, self._with_slips(line, weights))
        return belief

    def _as_in_words(self, cards: Belief, position: int) -> Belief:
        """Return *cards* in the light of the words that the other guesses leave open."""
        told = [
            letter
            for place, letter in enumerate(self.view.guesses, 1)
            if letter != UNTOLD and place != position
        ]
        fitting = letters_left(self.language, self.view.length, "".join(sorted(told)))
        sparse = min(cards.values())
        return normal(
            {
                letter: (fitting.get(letter, 0.0) + _STRANGE)
                * (1.0 if share > 2 * sparse or share > _STRANGE else _STRANGE)
                for letter, share in cards.items()
            }
        )

    def _with_slips(self, line: ClueLine, weights: Sequence[float]) -> list[float]:
        share = self.strength.slips
        if not share:
            return list(weights)
        chance = Random(f"{self.seed} {self.view.seat} {line.number}")  # noqa: S311 - guards no secret
        return [
            weight * _OVERLOOKED if chance.random() < share else weight
            for weight in weights
        ]


@lru_cache(maxsize=4096)
def letters_left(language: Language, length: int, told: str) -> Mapping[str, float]:
    """Return how often each letter is among the rest of the words that hold *told*.

    The shares of all letters sum up to one, if any word fits.
    """
    wanted = Counter(told)
    shares: dict[str, float] = {}
    for letters in _lettered(language, length):
        if all(letters.get(letter, 0) >= count for letter, count in wanted.items()):
            for letter, count in letters.items():
                left = count - wanted.get(letter, 0)
                if left:
                    shares[letter] = shares.get(letter, 0.0) + left
    total = sum(shares.values())
    return {letter: share / total for letter, share in shares.items()}


@lru_cache(maxsize=16)
def _lettered(language: Language, length: int) -> Sequence[Mapping[str, int]]:
    return [Counter(word) for word in known_words(language, length)]


@lru_cache(maxsize=16)
def known_words(language: Language, length: int) -> Sequence[str]:
    """Return the words of *length* letters that a bot takes for secret words."""
    return load_lexicon(language).secret_words("hard", length)
