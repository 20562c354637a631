"""Which clue words come to a bot's mind: common and short ones, seldom with the wildcard."""

from collections.abc import Sequence
from heapq import nlargest

from companion.games.letter_jam.bots.bot import Bot
from companion.words.vocabulary import weight

WILDCARD_PRICE = -0.3
"""People spare the wildcard, as clues with it are hard to find and to read."""
ANY_WORDS = 1.22
"""Secret words that may be any are harder to guess: a bot then looks harder for clues."""
EASY_LENGTH = 6
"""Each letter beyond makes a word harder to see."""
LONGER = 0.8
SHORTEST, SHORT = 2, 0.2
"""Words of two letters are the commonest of all, and yet people look for longer ones."""

SEARCHED = 50
"""So many words somebody goes through to whose mind nothing has come worth telling of."""
SAID = weight(3.5)
"""Rarer words nobody finds who goes through common ones."""


def come_to_mind(bot: Bot, letters: Sequence[str]) -> list[str]:
    """Return those words that *letters* and the wildcard spell of which the bot thinks now."""
    strength, weigh = bot.strength, bot.index.weight
    half = weight(strength.common) ** 4
    ready = min(1.0, strength.notices * (ANY_WORDS if bot.any_words else 1.0))
    sparse, seen = ready * strength.wildcards, set(letters)
    draw = bot.chance("notices").random
    found = []
    for word in sorted(bot.index.legal(letters)):
        share = ready if seen.issuperset(word) else sparse
        drawn = draw()
        if drawn >= share:
            continue
        common = weigh(word) ** 4
        share *= common / (common + half)
        share *= LONGER ** max(0, len(word) - EASY_LENGTH)
        if drawn < share * (SHORT if len(word) == SHORTEST else 1.0):
            found.append(word)
    return found


def after_a_search(bot: Bot, letters: Sequence[str], *, wildcard: bool) -> list[str]:
    """Return the commonest legal words: anybody finds those who goes on looking."""
    weigh = bot.index.weight
    legal = bot.index.legal(letters, wildcard=wildcard)
    said = [word for word in legal if len(word) > SHORTEST and weigh(word) >= SAID]
    return nlargest(SEARCHED, said, key=lambda word: (weigh(word), word))
