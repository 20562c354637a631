"""A simple bot: a seat's view and its offers in, a command out, or None: it waits.

It knows of a word only the field it belongs to, lays what lies near its target and far from
the others, and guesses what lies near the clue. Its chance comes from *seed* and the moment.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from random import Random
from typing import Final

from companion.engine.offers import Offer
from companion.games.haiclue.commands import GoOn, Guess, LayClue, SeatCommand
from companion.games.haiclue.view import SeatView, TargetView
from companion.games.haiclue.words import Words
from companion.languages import Language
from companion.words.fields import Word

STRENGTHS: Final = ("simple",)
SAME_FIELD, SAME_WORLD = 3.0, 1.0
"""How near two words are; nothing else is known of them."""
MISLEADING = 0.5
"""What nearness to another target costs, beside nearness to the own."""
LEAST, MOST = 2, 4
"""Tiles of a clue: more than two only where they help."""


def act(
    words: Words, view: SeatView, offers: Collection[Offer], _strength: str, seed: int
) -> SeatCommand | None:
    """Return what the bot does now in the seat of *view*."""
    kinds = {offer.kind for offer in offers}
    table = view.table
    random = Random(f"{seed} {table.round} {table.phase} {len(table.poems)}")  # noqa: S311 - a bot's taste
    nearness = Nearness(words, table.language)
    if "LayClue" in kinds and view.clue is None:
        return LayClue(view.seat, _clue(view, nearness, random))
    if "Guess" in kinds and view.guess is None and table.reading is not None:
        clue = [word for line in table.reading.lines for word in line]
        target = _nearest(table.targets, clue, nearness, random)
        return Guess(view.seat, target.shape)
    if "GoOn" in kinds:
        return GoOn(view.seat)
    return None


class Nearness:
    """How near words are to each other, by their fields."""

    def __init__(self, words: Words, language: Language) -> None:
        self._known = _by_text(words, language)

    def of(self, one: str, other: str) -> float:
        """Return 0 where one of them is not known."""
        a, b = self._known.get(one), self._known.get(other)
        if a is None or b is None:
            return 0.0
        if a.field == b.field:
            return SAME_FIELD
        return SAME_WORLD if a.world == b.world else 0.0


@cache
def _by_text(words: Words, language: Language) -> dict[str, Word]:
    return {word.text: word for word in words(language)}


def _clue(view: SeatView, nearness: Nearness, random: Random) -> tuple[str, ...]:
    """Return the tiles that lead to the own target and away from the others."""
    target = next(each for each in view.table.targets if each.shape == view.target)
    others = [each.word for each in view.table.targets if each is not target]

    def worth(word: str) -> float:
        elsewhere = max(nearness.of(word, other) for other in others)
        return nearness.of(word, target.word) - MISLEADING * elsewhere

    tiles = [(worth(tile.word), random.random(), tile.number) for tile in view.tiles]
    best = sorted(tiles, reverse=True)
    helping = [each for each in best[:MOST] if each[0] > 0]
    chosen: Sequence[tuple[float, float, str]] = best[: max(LEAST, len(helping))]
    return tuple(number for _, _, number in chosen)


def _nearest(
    targets: Sequence[TargetView],
    clue: Iterable[str],
    nearness: Nearness,
    random: Random,
) -> TargetView:
    words = tuple(clue)
    return max(
        targets,
        key=lambda target: (
            sum(nearness.of(word, target.word) for word in words),
            random.random(),
        ),
    )
