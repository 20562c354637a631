"""Deals a match: secret words, their scrambles, the nonplayer stacks and the deck."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, cast

from companion.engine import deal_code as signs
from companion.engine.deal_code import looks_like_code, seed_from_text
from companion.engine.tools import CardDeal, Dealing, DealWish
from companion.errors import DataError
from companion.games.letter_jam.deal_code import (
    PLAYERS,
    DealCode,
    read_code,
)
from companion.games.letter_jam.setup_card import setup_card
from companion.words.chance import Chance
from companion.words.custom import LENGTHS, with_words
from companion.words.deck import DECKS, Deck
from companion.words.lexicon import Level, Lexicon, load_lexicon
from companion.words.secret_words import Pool, draw_words, pool, scramble

OWN_SHARE = 0.7
"""At the level hard, how many words are of its own list and not of an easier one."""
MOST_TIMES = 10
"""How much oftener than an easier word one of its own is dealt at most: of three letters there
are few, and they would come again and again."""

MOST_REDRAWS = 200
"""Deals thrown away for a recent word; after that the one unseen the longest is taken."""
MOST_STRUCK_REDRAWS = 1000
"""Deals thrown away for a struck word; after that there is none."""


def deal(  # noqa: PLR0913, PLR0917 - each says one thing of the match; they have no common owner
    lexicon: Lexicon,
    deck: Deck,
    lengths: Sequence[int],
    level: Level,
    chance: Chance,
    recent: Sequence[str] = (),
    struck: Collection[str] = (),
) -> CardDeal:
    """Return a fresh deal, without the *recent* words, the latest last, as far as that goes.

    Raises DataError if no such deal exists, or none without the *struck* words; recent words
    never make one impossible.
    """
    _refuse_lengths(lengths)
    # The code of a deal knows nothing of such words. So they are avoided by another seed
    # and not by a smaller list: the code gives the same deal in every house.
    dealt = {word: place for place, word in enumerate(recent)}
    best: tuple[list[int], int] | None = None
    for draws in range(MOST_STRUCK_REDRAWS):
        if best and (not best[0] or draws >= MOST_REDRAWS):
            break
        seed = chance.seed()
        words = _draw_words(lexicon, deck, lengths, level, Chance.seeded(seed))
        if any(word in struck for word in words):
            continue
        again = sorted((dealt[word] for word in words if word in dealt), reverse=True)
        best = (again, seed) if best is None or (again, seed) < best else best
    if best is None:
        raise DataError("Each deal held a struck word; allow some again, or choose others.")
    return deal_from_seed(lexicon, deck, lengths, level, best[1])


def deal_from_seed(
    lexicon: Lexicon, deck: Deck, lengths: Sequence[int], level: Level, seed: int
) -> CardDeal:
    """Return the deal of *seed*, 64 bits; the same arguments always give the same deal.

    Raises DataError for lengths that no match has or that the word list cannot serve.
    """
    _refuse_lengths(lengths)
    chance = Chance.seeded(seed)
    words = _draw_words(lexicon, deck, lengths, level, chance)
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
            f"Deal code {code}: made with other word lists or another deck; "
            "give its own list by --words, if it had one, or draw anew."
        )
    return deal_from_seed(lexicon, deck, found.lengths, found.level, found.seed)


def _refuse_lengths(lengths: Sequence[int]) -> None:
    setup_card(len(lengths))
    for length in lengths:
        if length not in LENGTHS:
            raise DataError(
                f"Length {length}: words have {LENGTHS[0]} to {LENGTHS[-1]} letters; "
                "choose one of these."
            )


def _draw_words(
    lexicon: Lexicon, deck: Deck, lengths: Sequence[int], level: Level, chance: Chance
) -> tuple[str, ...]:
    """Draw the words: the one law of how likely they are.

    Every tuple that fits is equally likely; at the level hard, of those whose words are of
    the lists that chance chose for the players first.
    """
    lists = _pools(lexicon, deck, level)
    if level != "hard":
        return draw_words([lists[length].all for length in lengths], deck, chance)
    chosen = [lists[length].choose(chance) for length in lengths]
    return draw_words(chosen, deck, chance)


class _Lists(NamedTuple):
    """The words of one length: all, and those of the level itself and below, if it is hard."""

    all: Pool
    own: Pool
    easier: Pool

    def choose(self, chance: Chance) -> Pool:
        """Return the level's own list or the easier one; all, where one of them is short."""
        choice = self.own if chance.source() < self.own_share else self.easier
        short = min(len(self.own.words), len(self.easier.words)) < max(PLAYERS)
        return self.all if short else choice

    @property
    def own_share(self) -> float:
        """How likely a word of the level's own list is."""
        often = MOST_TIMES * len(self.own.words)
        return min(OWN_SHARE, often / (often + len(self.easier.words) or 1))


@lru_cache(maxsize=4)
def _pools(lexicon: Lexicon, deck: Deck, level: Level) -> Mapping[int, _Lists]:
    """Return the packed words per length; packing them takes longer than many deals."""
    found = {}
    for length in LENGTHS:
        words = lexicon.secret_words(level, length)
        easier = set(lexicon.secret_words("normal", length) if level == "hard" else words)
        lists = (words, (word for word in words if word not in easier), easier)
        found[length] = _Lists(*(pool(length, each, deck) for each in lists))
    return MappingProxyType(found)


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
    return signs.fingerprint(f"{lexicon.version} {sorted(deck.counts.items())}")


# -- for printed cards, outside of any match --


def _draw(wish: DealWish) -> CardDeal:
    language, level = wish.language, cast("Level", wish.level)
    lexicon, deck = load_lexicon(language), DECKS[language]
    if wish.words is not None:
        lexicon = with_words(lexicon, wish.words)
    if wish.seed is None:
        return deal(lexicon, deck, wish.lengths, level, Chance.system())
    if looks_like_code(wish.seed):
        return deal_from_code(wish.seed, lexicon, deck)
    return deal_from_seed(lexicon, deck, wish.lengths, level, seed_from_text(wish.seed))


def _read(text: str) -> DealWish | None:
    if not looks_like_code(text):
        return None
    code = read_code(text)
    return DealWish(code.lengths, code.language, code.level, seed=text)


DEALING: Final = Dealing(LENGTHS, _read, _draw)
