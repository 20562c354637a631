"""A simple bot: a seat's view and its offers in, a command out, or None: it waits.

It lays tiles that people would tie to its target and not to the others, and guesses what the
clue is tied to, with the noise of a person. Its chance comes from *seed*, the seat and the moment.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Final

from companion.engine.offers import Offer
from companion.games.haiclue.bots.ties import tie
from companion.games.haiclue.commands import GoOn, Guess, LayClue, SeatCommand
from companion.games.haiclue.view import SeatView, TargetView
from companion.languages import Language

STRENGTHS: Final = ("simple",)
MISLEADING = 0.7
"""What ties to another target cost, beside ties to the own."""
LEAST, MOST = 2, 3
"""Tiles of a clue: a third one only where it helps."""
DILUTED = 0.8
"""How a further tile thins what the others say, as a power of their number: 1 would be wholly."""
NOISE = 0.14
"""How much more than said a person reads into a clue, at most, for a target."""


def act(
    view: SeatView, offers: Collection[Offer], _strength: str, seed: int
) -> SeatCommand | None:
    """Return what the bot does now in the seat of *view*."""
    kinds = {offer.kind for offer in offers}
    table = view.table
    moment = f"{seed} {view.seat} {table.round} {table.phase} {len(table.poems)}"
    random = Random(moment)  # noqa: S311 - a bot's taste
    if "LayClue" in kinds and view.clue is None:
        return LayClue(view.seat, _clue(view, table.language, random))
    if "Guess" in kinds and view.guess is None and table.reading is not None:
        clue = [word for line in table.reading.lines for word in line]
        target = nearest(table.targets, clue, table.language, random)
        return Guess(view.seat, target.shape)
    if "GoOn" in kinds:
        return GoOn(view.seat)
    return None


def _clue(view: SeatView, language: Language, random: Random) -> tuple[str, ...]:
    """Return the tiles that together say most of the own target beside any other."""
    target = next(each for each in view.table.targets if each.shape == view.target)
    others = [each.word for each in view.table.targets if each is not target]
    tiles = random.sample(view.tiles, len(view.tiles))
    own = {each.number: tie(language, each.word, target.word) for each in tiles}
    strange = {
        each.number: [tie(language, each.word, other) for other in others] for each in tiles
    }

    def worth(clue: tuple[str, ...]) -> float:
        sums = zip(*(strange[number] for number in clue), strict=True)
        elsewhere = max(math.fsum(each) for each in sums)
        said = math.fsum(own[number] for number in clue)
        return (said - MISLEADING * elsewhere) / math.pow(len(clue), DILUTED)

    numbers = [each.number for each in tiles]
    sizes = range(LEAST, min(MOST, len(numbers)) + 1)
    return max((clue for size in sizes for clue in combinations(numbers, size)), key=worth)


def nearest(
    targets: Sequence[TargetView], clue: Iterable[str], language: Language, random: Random
) -> TargetView:
    """Return the target that *clue* is most tied to, as one of many people would read it."""
    words = tuple(clue)

    def read(target: TargetView) -> float:
        ties = sum(tie(language, word, target.word) for word in words)
        return ties + NOISE * random.random()

    return max(targets, key=read)
