"""Tiles out of words, and a deal of them: random, or varied where the table wants it."""

from collections.abc import Sequence

from companion.engine.deal_code import fingerprint
from companion.errors import refuse
from companion.games.haiclue.events import TilesDealt
from companion.games.haiclue.state import CARDS_A_SHAPE, SHAPES, TILES_EACH, Tile
from companion.words.chance import Chance
from companion.words.fields import Word

STACK_SIZES = {2: 2, 3: 3, 4: 3, 5: 3, 6: 2, 7: 2, 8: 2, 9: 1, 10: 1, 11: 1, 12: 1}
"""Tiles in each stack, by the number of players; each is played on both sides."""

LEAST_FIELDS = 9
LEAST_OTHERS = 3
"""A varied hand has words of so many fields, so many verbs and adjectives, on each side."""
MOST_TRIES = 2000
"""Deals thrown away for want of variety; after that there is none."""
MOST_REDRAWS = 2000
"""Seeds thrown away for a recent target; after that the one unseen the longest is taken."""

Pair = tuple[Word, Word]


def fresh_seed(
    words: Sequence[Word],
    players: int,
    chance: Chance,
    recent: Sequence[str] = (),
    *,
    guard: bool = False,
) -> int:
    """Return a seed without targets of the *recent*, the latest last, as far as that goes."""
    # A code knows nothing of recent words: so they are avoided by another seed, and the code
    # gives the same deal in every house.
    places = {word: place for place, word in enumerate(recent)}
    best: tuple[list[int], int] | None = None
    for _ in range(MOST_REDRAWS):
        seed = chance.seed()
        stacks = _stacks([*words], players, Chance.seeded(seed), guard=guard)
        targets = (word.text for stack in stacks for tile in stack for word in tile)
        again = sorted((places[each] for each in targets if each in places), reverse=True)
        best = (again, seed) if best is None or (again, seed) < best else best
        if not again:
            break
    return best[1] if best else 0


def deal(
    words: Sequence[Word], players: int, seed: int, *, guard: bool = False
) -> TilesDealt:
    """Deal *players* hands, four stacks and the deck of cards: a seed has always the same deal."""
    chance, left = Chance.seeded(seed), [*words]
    stacks = _stacks(left, players, chance, guard=guard)
    del left[: 2 * STACK_SIZES[players] * len(SHAPES)]
    for _ in range(MOST_TRIES):
        tiles = _tiles(left, players * TILES_EACH, chance)
        hands = tuple(
            tuple(tiles[at : at + TILES_EACH]) for at in range(0, len(tiles), TILES_EACH)
        )
        sides = (side for hand in hands for side in zip(*hand, strict=True))
        if not guard or all(map(_is_varied, sides)):
            deck = chance.shuffled(SHAPES * CARDS_A_SHAPE)
            return TilesDealt(_named(hands), _named(stacks), deck)
    raise refuse("no-deal")


def _named(parts: tuple[tuple[Pair, ...], ...]) -> tuple[tuple[Tile, ...], ...]:
    return tuple(tuple(Tile(a.text, b.text) for a, b in part) for part in parts)


def words_for(players: int) -> int:
    """Return how many words a match of *players* needs: two on each tile."""
    return 2 * (players * TILES_EACH + STACK_SIZES[players] * len(SHAPES))


def as_words(own: Sequence[str]) -> tuple[Word, ...]:
    """Return words of the house's, none twice, each a field of its own."""
    return tuple(Word(each, each, noun=True) for each in dict.fromkeys(own))


def known_words(words: Sequence[Word]) -> int:
    """Return a fingerprint of all that a deal minds of *words*."""
    return fingerprint(" ".join(f"{each.text}/{each.field}/{each.noun}" for each in words))


def _stacks(
    words: list[Word], players: int, chance: Chance, *, guard: bool
) -> tuple[tuple[Pair, ...], ...]:
    """Draw the stacks of targets; their words are the first of *words* afterwards."""
    for _ in range(MOST_TRIES):
        tiles = _tiles(words, STACK_SIZES[players] * len(SHAPES), chance)
        stacks = tuple(tuple(tiles[number :: len(SHAPES)]) for number in range(len(SHAPES)))
        if not guard or _apart(stacks):
            return stacks
    raise refuse("no-deal")


def _tiles(words: list[Word], count: int, chance: Chance) -> list[Pair]:
    """Draw *count* tiles to the front of *words*, the two sides of each from two fields."""
    for at in range(2 * count):
        other = at + chance.below(len(words) - at)
        words[at], words[other] = words[other], words[at]
    for at in range(count):
        white, black = words[at], words[count + at]
        if white.field == black.field:
            rest = range(2 * count, len(words))
            others = [each for each in rest if words[each].field != white.field]
            if not others:
                raise refuse("no-deal")
            other = chance.pick(others)
            words[count + at], words[other] = words[other], black
    return list(zip(words[:count], words[count : 2 * count], strict=True))


def _apart(stacks: Sequence[Sequence[Pair]]) -> bool:
    """Return whether the four targets that lie up together are always of four fields."""
    layers = (zip(*layer, strict=True) for layer in zip(*stacks, strict=True))
    return all(_fields(side) == len(SHAPES) for layer in layers for side in layer)


def _fields(words: Sequence[Word]) -> int:
    return len({word.field for word in words})


def _is_varied(words: Sequence[Word]) -> bool:
    """Return whether one side of a hand has words of many fields and kinds."""
    others = sum(not word.noun for word in words)
    return _fields(words) >= LEAST_FIELDS and others >= LEAST_OTHERS
