"""What a seat can work out from its own view: its letters, and what others make of theirs.

Everything in here is computed from a SeatView and from word lists, nothing else. A seat
knows neither its own cards nor what the others guess: both are averaged over.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.games.letter_jam.spots import WILDCARD, Spot
from companion.games.letter_jam.view import HIDDEN, ClueLine, SeatView, StandView
from companion.words.clue_index import ClueIndex
from companion.words.clue_ranking import Card
from companion.words.likely import Belief, after_clues, after_hazy_clue, from_cards

HAZY = "!"
"""In a clue as another player reads it: the card that this seat cannot see."""

NOBODYS_WORTH = 0.05
"""A nonplayer stand that is used advances, and comes nearer to its clue token."""
BONUS_WORTH = -0.03
"""A bonus letter that is used is gone, though it might spell somebody's final word."""
EXTRA_CONCERN = 0.15
"""How much the extra letter of a finished row counts beside a letter of a row."""

CardId = tuple[Spot, int | None]
"""A spot, and which card of it."""


@dataclass(frozen=True)
class Inference:
    """The thoughts of one seat at one moment."""

    view: SeatView
    deck: Mapping[str, int]
    index: ClueIndex

    # -- the own letters -----------------------------------------------------------------

    def own(self, position: int | None) -> Belief:
        """Return the likely letters at a row position, None for the one standing now."""
        patterns = [line.reading for line in self.lines(position)]
        return after_clues(self.unclued(), patterns, self.index)

    def unclued(self) -> Belief:
        """Return what the cards in sight alone tell of one that is not."""
        return from_cards(self.deck, Counter(self.in_sight.values()))

    def lines(self, position: int | None) -> list[ClueLine]:
        """Return the clues about the own card at *position*, None: the one now."""
        return [
            line
            for line in self.view.clues
            if line.helps
            and legible(line.reading)
            and (line.current if position is None else line.position == position)
        ]

    # -- cards ---------------------------------------------------------------------------

    @cached_property
    def in_sight(self) -> dict[CardId, str]:
        """Return every card that this seat sees or has seen in a clue."""
        return {card: letter for card, letter in self._sights() if letter.isalpha()}

    def _sights(self) -> Iterator[tuple[CardId, str]]:
        for stand in self.view.table.stands:
            yield (stand.spot, stand.card), stand.letter
        for spot, letter, _ in self.view.table.middle.bonus:
            yield (spot, None), letter
        bonus = set(self.view.table.middle.bonus_cards)  # in sight as such
        for line in self.view.clues:
            for spot, card, letter in zip(
                line.spots, line.cards, line.reading, strict=True
            ):
                if (spot, card) not in bonus:
                    yield (spot, card), letter

    # -- the others ----------------------------------------------------------------------

    def cards(self) -> list[Card]:
        """Return the cards this seat can give a clue with, and what their owners think."""
        return [*map(self._card, self._visible()), *self._bonus()]

    def _visible(self) -> Iterator[StandView]:
        for stand in self.view.table.stands:
            if stand.kind != "own" and stand.letter.isalpha():
                yield stand

    def _card(self, stand: StandView) -> Card:
        if stand.kind == "nonplayer":
            return Card(stand.spot, stand.letter, worth=NOBODYS_WORTH)
        concern = EXTRA_CONCERN if stand.done else 1.0
        return Card(stand.spot, stand.letter, self.belief_of(stand), concern)

    def _bonus(self) -> Iterator[Card]:
        for spot, letter, _ in self.view.table.middle.bonus:
            if letter.isalpha():
                yield Card(spot, letter, worth=BONUS_WORTH)

    def belief_of(self, stand: StandView) -> Belief:
        """Return what the player at *stand* is likely to believe of the card there."""
        belief = from_cards(self.deck, self._seen_from(stand))
        for line in self.view.clues:
            if (stand.spot, stand.card) not in zip(line.spots, line.cards, strict=True):
                continue
            pattern = _read_from(stand, line)
            if not legible(pattern.replace(HAZY, HIDDEN)):
                continue
            if HAZY in pattern:
                own = self.own(line.position)
                belief = after_hazy_clue(belief, pattern, HAZY, own, self.index)
            else:
                belief = after_clues(belief, [pattern], self.index)
        return belief

    def _seen_from(self, stand: StandView) -> Mapping[str, float]:
        """Count the cards that the player at *stand* sees; the own card by its chances."""
        seen: dict[str, float] = defaultdict(float)
        for (spot, _), letter in self.in_sight.items():
            if spot != stand.spot:
                seen[letter] += 1
        if any(each.kind == "own" and each.letter for each in self.view.table.stands):
            for letter, share in self.own(None).items():
                seen[letter] += share
        return seen


def _read_from(stand: StandView, line: ClueLine) -> str:
    """Return a clue as the player at *stand* reads it, ``!`` for this seat's own card."""
    return "".join(
        HIDDEN if spot == stand.spot else HAZY if letter == HIDDEN else letter
        for spot, letter in zip(line.spots, line.reading, strict=True)
    )


def legible(pattern: str) -> bool:
    """Tell whether every letter of *pattern* is known or a ``?`` or ``*``.

    With printed cards the table knows no letter, and nothing can be worked out.
    """
    return all(sign.isalpha() or sign in (HIDDEN, WILDCARD) for sign in pattern)
