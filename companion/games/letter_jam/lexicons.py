"""The shipped word lists behind the port of the rules."""

from collections import Counter
from dataclasses import replace
from random import Random
from string import ascii_uppercase

from companion.engine.tools import CardDeal
from companion.errors import DataError
from companion.games.letter_jam.commands import StartMatch
from companion.games.letter_jam.deal_code import read_code
from companion.games.letter_jam.dealing import deal, deal_from_code
from companion.games.letter_jam.state import Letter, Level, Options
from companion.languages import Language
from companion.words.chance import Chance
from companion.words.clue_index import ClueIndex, clue_index
from companion.words.custom import with_words
from companion.words.deck import DECKS, Deck
from companion.words.lexicon import STEPS, load_lexicon
from companion.words.lexicon import Level as ShippedLevel
from companion.words.rare import well_read
from companion.words.secret_words import scramble
from companion.words.vocabulary import load_vocabulary


class Lexicons:
    """Both languages, each loaded when it is first asked for."""

    def index(self, language: Language) -> ClueIndex:
        """Return the clue words."""
        return clue_index(language)

    def deal(self, wish: StartMatch, random: Random) -> CardDeal:
        """Deal a match."""
        lexicon, level = load_lexicon(wish.language), _shipped(wish.level)
        if wish.level == "own":
            lexicon = with_words(lexicon, wish.own_words)
        deck = Deck(dict(wish.counts)) if wish.counts else DECKS[wish.language]
        if wish.code:
            return replace(deal_from_code(wish.code, lexicon, deck), code=wish.code)
        chance = Chance(random.random)
        found = deal(
            lexicon, deck, wish.lengths, level, chance, wish.recent, set(wish.struck)
        )
        own = wish.own_name if wish.level == "own" else ""
        return replace(found, code=str(replace(read_code(found.code), own=own)))

    def deck(self, language: Language) -> tuple[Letter, ...]:
        """Return the 64 letter cards, in alphabetical order."""
        return DECKS[language].cards()

    def scramble(self, language: Language, word: str, random: Random) -> str | None:
        """Return the letters of *word* in an order that is no word."""
        try:
            return scramble(word, load_lexicon(language).is_word, Chance(random.random))
        except DataError:
            return None

    def find(
        self, options: Options, length: int, hand: Counter[Letter], random: Random
    ) -> str | None:
        """Return a secret word that *hand* can lay: of the level, else of a harder one."""
        lexicon, chance = load_lexicon(options.language), Chance(random.random)
        least, struck = _shipped(options.level), set(options.struck)
        levels = (
            ("children", *STEPS) if least == "children" else STEPS[STEPS.index(least) :]
        )
        for easiest in levels:
            words = lexicon.secret_words(easiest, length)
            free = (word for word in words if word not in struck)
            if fitting := [word for word in free if Counter(word) <= hand]:
                return chance.pick(fitting)
        return None

    def listed(self, language: Language, word: str) -> bool:
        """Return whether *word* is in the spelling list."""
        return any(map(load_lexicon(language).is_word, _readings(word)))

    def whole(self, language: Language, word: str) -> str:
        """Return what *word* reads as most readily: silent words last, by alphabet if many."""
        if "*" not in word:
            return word  # a match's end loads no clue words for nothing
        weigh = well_read(clue_index(language), language).weight
        silent = load_vocabulary(language).silent
        known = (each for each in _readings(word) if weigh(each))
        return max(known, key=lambda each: (each not in silent, weigh(each)), default=word)


def _readings(word: str) -> list[str]:
    """Return what *word* may be: there is one wildcard, the same letter wherever it lies."""
    signs = ascii_uppercase if "*" in word else "*"
    return [word.replace("*", sign) for sign in signs]


def _shipped(level: Level) -> ShippedLevel:
    """Return the level of the shipped lists that stands for *level*; own words have one."""
    return "easy" if level == "own" else level
