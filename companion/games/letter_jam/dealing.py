"""Deals a match: secret words, their scrambles, the nonplayer stacks and the deck."""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, cast

from companion.engine.tools import CardDeal, Dealing, DealWish
from companion.errors import DataError
from companion.games.letter_jam.deal_code import (
    LENGTHS,
    DealCode,
    looks_like_code,
    read_code,
)
from companion.games.letter_jam.setup_card import setup_card
from companion.words.chance import Chance
from companion.words.custom import with_words
from companion.words.deck import DECKS, Deck
from companion.words.difficulty import MOST_SPREAD, spread
from companion.words.lexicon import Level, Lexicon, load_lexicon
from companion.words.secret_words import Pool, draw_words, pool, scramble

MOST_REDRAWS = 200
"""Deals thrown away for a recent or an uneven word; after that the best one is taken."""


def deal(  # noqa: PLR0913, PLR0917 - each says one thing of the match; they have no common owner
    lexicon: Lexicon,
    deck: Deck,
    lengths: Sequence[int],
    level: Level,
    chance: Chance,
    recent: Collection[str] = (),
) -> CardDeal:
    """Return a fresh even deal, without the *recent* words as far as that goes.

    Raises DataError if no such deal exists; recent words never make one impossible.
    """
    _refuse_lengths(lengths)
    pools = _pools(lexicon, deck, level)
    # The code of a deal knows nothing of recent words. So they are avoided by another seed
    # and not by a smaller list: the code gives the same deal in every house.
    # Just so with a deal that is much harder for one player than for another.
    avoided = frozenset(recent)
    best: tuple[int, float, int] | None = None
    for _ in range(MOST_REDRAWS):
        seed = chance.seed()
        words = draw_words(pools, deck, lengths, Chance.seeded(seed))
        uneven = max(0.0, spread(words, lexicon.language) - MOST_SPREAD)
        found = (len(avoided.intersection(words)), uneven, seed)
        best = found if best is None or found < best else best
        if best[:2] == (0, 0.0):
            break
    return deal_from_seed(lexicon, deck, lengths, level, best[2] if best else 0)


def deal_from_seed(
    lexicon: Lexicon, deck: Deck, lengths: Sequence[int], level: Level, seed: int
) -> CardDeal:
    """Return the deal of *seed*, 64 bits; the same arguments always give the same deal.

    Raises DataError for lengths that no match has or that the word list cannot serve.
    """
    _refuse_lengths(lengths)
    chance = Chance.seeded(seed)
    words = draw_words(_pools(lexicon, deck, level), deck, lengths, chance)
    rest = Counter(deck.cards()) - Counter("".join(words))
    stacks, left = _lay_stacks(chance.shuffled(sorted(rest.elements())), len(lengths))
    code = DealCode(
        lexicon.language, level, tuple(lengths), fingerprint(lexicon, deck), seed
    )
    return CardDeal(
        code=str(code),
        language=lexicon.language,
        level=level,
        lengths=tuple(lengths),
        words=words,
        scrambles=tuple(scramble(word, lexicon.is_word, chance) for word in words),
        stacks=stacks,
        deck=left,
    )


def deal_from_code(
    code: str, lexicon: Lexicon | None = None, deck: Deck | None = None
) -> CardDeal:
    """Return the deal of *code*, from the lists and deck of its language or those given.

    Raises DataError if the code is mistyped or was made with other word lists.
    """
    found = read_code(code)
    lexicon = lexicon or load_lexicon(found.language)
    deck = deck or DECKS[found.language]
    if (found.language, found.lists) != (lexicon.language, fingerprint(lexicon, deck)):
        raise DataError(
            f"Deal code {code}: made with other word lists or another deck; draw anew."
        )
    return deal_from_seed(lexicon, deck, found.lengths, found.level, found.seed)


def seed_from_text(text: str) -> int:
    """Return a seed of 64 bits for any *text*, the same on every machine."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def _refuse_lengths(lengths: Sequence[int]) -> None:
    setup_card(len(lengths))
    for length in lengths:
        if length not in LENGTHS:
            raise DataError(
                f"Length {length}: words have {LENGTHS[0]} to {LENGTHS[-1]} letters; "
                "choose one of these."
            )


@lru_cache(maxsize=4)
def _pools(lexicon: Lexicon, deck: Deck, level: Level) -> Mapping[int, Pool]:
    """Return the packed words per length; packing them takes longer than many deals."""
    pools = {length: pool(lexicon.secret_words(level, length), deck) for length in LENGTHS}
    return MappingProxyType(pools)


def _lay_stacks(
    cards: Sequence[str], players: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return the nonplayer stacks and what is left, taken off *cards* from the front."""
    stacks, at = [], 0
    for size in setup_card(players).stacks:
        stacks.append(tuple(cards[at : at + size]))
        at += size
    return tuple(stacks), tuple(cards[at:])


def fingerprint(lexicon: Lexicon, deck: Deck) -> int:
    """Return 20 bits that change with the word lists and with the deck."""
    text = f"{lexicon.version} {sorted(deck.counts.items())}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) >> 12


# -- for printed cards, outside of any match --


def _draw(wish: DealWish) -> CardDeal:
    if wish.seed is not None and looks_like_code(wish.seed):
        return deal_from_code(wish.seed)
    language, level = wish.language, cast("Level", wish.level)
    lexicon, deck = load_lexicon(language), DECKS[language]
    if wish.words is not None:
        lexicon = with_words(lexicon, wish.words)
    if wish.seed is None:
        return deal(lexicon, deck, wish.lengths, level, Chance.system())
    return deal_from_seed(lexicon, deck, wish.lengths, level, seed_from_text(wish.seed))


def _read(text: str) -> DealWish | None:
    if not looks_like_code(text):
        return None
    code = read_code(text)
    return DealWish(code.lengths, code.language, code.level, seed=text)


DEALING: Final = Dealing(LENGTHS, _read, _draw)
