"""What a bot thinks with: its seat's view, its strength, and the words it knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from companion.games.letter_jam.bots.row import RowWords, letters_left, row_words
from companion.games.letter_jam.bots.strengths import Strength
from companion.games.letter_jam.insight.inference import Inference
from companion.games.letter_jam.view import ClueLine, SeatView
from companion.languages import Language
from companion.words.clue_index import ClueIndex, clue_index
from companion.words.clue_ranking import Card
from companion.words.deck import DECKS
from companion.words.likely import Belief, after_weights, normal

_OVERLOOKED = 0.02
"""What is left of the weight of a letter that slipped the bot's mind."""
_SLIPPERY: Mapping[Language, float] = {"de": 1.4}
"""German clues are longer and tell more: as much is found out if more slips a bot's mind.

In a language that is not measured, letters slip its mind as in English.
"""
_STRANGE = 0.002
"""The share of letters of words that a bot does not know."""


@dataclass(frozen=True)
class Bot:
    """One bot at one moment."""

    view: SeatView
    strength: Strength
    seed: int

    @property
    def language(self) -> Language:
        """The language of the match."""
        return self.view.table.language

    @cached_property
    def index(self) -> ClueIndex:
        """The clue words."""
        return clue_index(self.language)

    @cached_property
    def inference(self) -> Inference:
        """What can be worked out from the view."""
        deck = dict(self.view.table.counts) or DECKS[self.language].counts
        return Inference(self.view, deck, self.index)

    @cached_property
    def cards(self) -> Sequence[Card]:
        """The cards it can give a clue with."""
        return self.inference.cards()

    @property
    def letters(self) -> Sequence[str]:
        """What stands on them."""
        return [card.letter for card in self.cards]

    def chance(self, *moment: object) -> Random:
        """Return the chance of this seat at one *moment* of this round."""
        words = (self.seed, self.view.seat, self.view.table.round, *moment)
        return Random(" ".join(map(str, words)))  # noqa: S311 - guards no secret

    # -- the own row ---------------------------------------------------------------------

    @property
    def any_words(self) -> bool:
        """Whether the secret words may be any: the house's own, or made by players."""
        return self.view.table.level == "own" or self.view.table.dealing == "makers"

    @property
    def words(self) -> RowWords:
        """The words that the bot takes for secret words."""
        return row_words(self.language, self.view.length, own=self.any_words)

    def belief(self, position: int | None) -> Belief:
        """Return what the bot believes of an own card: cards, clues and the rest of the row."""
        alone = self.alone(position)
        if position is None:
            return alone
        others = [
            self.alone(place)
            for place in range(1, self.view.length + 1)
            if place != position and self.inference.lines(place)
        ]
        fitting = letters_left(self.words, others)
        return normal(
            {
                letter: share
                / self.inference.deck[letter]
                * (fitting.get(letter, 0.0) + _STRANGE)
                for letter, share in alone.items()
            }
        )

    def alone(self, position: int | None) -> Belief:
        """Return what the cards and the clues about one own card tell, with slips."""
        belief = self.inference.unclued()
        for line in self.inference.lines(position):
            weights = self.index.weights(line.reading, tuple(belief))
            belief = after_weights(belief, self._with_slips(line, weights))
        return belief

    def _with_slips(self, line: ClueLine, weights: Sequence[float]) -> list[float]:
        share = self.strength.slips * _SLIPPERY.get(self.language, 1.0)
        if not share:
            return list(weights)
        chance = Random(f"{self.seed} {self.view.seat} {line.number}")  # noqa: S311 - guards no secret
        return [
            weight * _OVERLOOKED if chance.random() < share else weight
            for weight in weights
        ]
