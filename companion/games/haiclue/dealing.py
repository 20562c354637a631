"""Tiles out of words, and a deal of them: random, or varied where the table wants it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from companion.errors import refuse
from companion.games.haiclue.events import TilesDealt
from companion.games.haiclue.state import CARDS_A_SHAPE, SHAPES, TILES_EACH, Shape, Tile
from companion.words.fields import Word

STACK_SIZES = {2: 2, 3: 3, 4: 3, 5: 3, 6: 2, 7: 2, 8: 2, 9: 1, 10: 1, 11: 1, 12: 1}
"""Tiles in each stack, by the number of players; each is played on both sides."""

LEAST_FIELDS = 9
LEAST_OTHERS = 3
"""A varied hand has words of so many fields, so many verbs and adjectives, on each side."""
MOST_TRIES = 2000

Pair = tuple[Word, Word]


@dataclass(frozen=True, slots=True)
class Pairs:
    """A deal while it is still known which words they are."""

    hands: tuple[tuple[Pair, ...], ...]
    stacks: tuple[tuple[Pair, ...], ...]


def deal(
    words: Sequence[Word],
    players: int,
    random: Random,
    *,
    guard: bool = False,
    recent: Collection[str] = (),
) -> TilesDealt:
    """Deal *players* hands, four stacks and the deck of cards."""
    for _ in range(MOST_TRIES):
        found = _deal(words, players, random, frozenset(recent))
        if not guard or is_varied(found):
            hands, stacks = (
                tuple(tuple(Tile(a.text, b.text) for a, b in each) for each in part)
                for part in (found.hands, found.stacks)
            )
            return TilesDealt(hands, stacks, shuffled_deck(random))
    raise refuse("no-deal")


def words_for(players: int) -> int:
    """Return how many words a match of *players* needs: two on each tile."""
    return 2 * (players * TILES_EACH + STACK_SIZES[players] * len(SHAPES))


def shuffled_deck(random: Random) -> tuple[Shape, ...]:
    """Return the forty cards, ten of each shape."""
    deck = list(SHAPES) * CARDS_A_SHAPE
    random.shuffle(deck)
    return tuple(deck)


def _deal(
    words: Sequence[Word], players: int, random: Random, recent: frozenset[str]
) -> Pairs:
    size = STACK_SIZES[players]
    tiles = _tiles(words, random)
    # Targets of the last evenings go to the end; tiles for hands are mixed once more.
    tiles.sort(key=lambda tile: any(word.text in recent for word in tile))
    targets, rest = tiles[: size * len(SHAPES)], tiles[size * len(SHAPES) :]
    random.shuffle(rest)
    return Pairs(
        hands=tuple(
            tuple(rest[at : at + TILES_EACH])
            for at in range(0, players * TILES_EACH, TILES_EACH)
        ),
        stacks=tuple(tuple(targets[number::4]) for number in range(len(SHAPES))),
    )


def _tiles(words: Sequence[Word], random: Random) -> list[Pair]:
    """Pair all words at random, the two sides of a tile from different fields."""
    mixed = list(words)
    random.shuffle(mixed)
    half = len(mixed) // 2
    white, black = mixed[:half], mixed[half : 2 * half]
    for at in range(half):
        while white[at].field == black[at].field:
            other = random.randrange(half)
            if black[other].field != white[at].field != white[other].field:
                black[at], black[other] = black[other], black[at]
    return list(zip(white, black, strict=True))


def is_varied(found: Pairs) -> bool:
    """Return whether targets lie in four fields and every hand has something of much."""
    layers = (zip(*layer, strict=True) for layer in zip(*found.stacks, strict=True))
    return all(_fields(side) == len(SHAPES) for layer in layers for side in layer) and all(
        _is_varied_hand(side) for hand in found.hands for side in _sides(hand)
    )


def _sides(tiles: Sequence[Pair]) -> Iterator[tuple[Word, ...]]:
    yield from zip(*tiles, strict=True)


def _fields(words: Sequence[Word]) -> int:
    return len({word.field for word in words})


def _is_varied_hand(words: Sequence[Word]) -> bool:
    others = sum(not word.noun for word in words)
    return _fields(words) >= LEAST_FIELDS and others >= LEAST_OTHERS
