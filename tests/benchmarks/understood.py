"""``python -m tests.benchmarks.understood``: what help does not know, when it is surely wrong.

Of the 12,000 commonest forms of up to 15 letters, each letter in turn is hidden from its
owner, who reads the clue. The forms come from the package wordfreq where it is installed (as
for the building of the lists), else from the shipped list, which then knows them all.

Then the same of words that families clue with: what we deal, the regular forms of easy words,
and what is said on any day; once by the 30,000 commonest forms alone, once as phones read.
"""

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random

from companion.errors import DataError
from companion.games.letter_jam.insight.help import LEAST_PERCENT, SHOWN
from companion.languages import LANGUAGES, Language, fold
from companion.words.clue_index import OWN, WILDCARD, ClueIndex, WordIndex, clue_index
from companion.words.deck import DECKS
from companion.words.lexicon import load_lexicon
from companion.words.likely import after_clues, from_cards
from companion.words.rare import well_read
from companion.words.vocabulary import load_vocabulary

MOST = 12_000
MOST_LETTERS = 15
SURE, RULED_OUT = 0.8, 0.005
FORMS = 30_000
CERTAIN = 0.895
"""Shown as 90 %."""
MOST_UNSHOWN, MOST_CERTAIN = 0.015, 0.008
HALVED, KEPT = 0.5, 1.02
"""The log loss, of what it was; of words that were known it is what several words share."""
ENDINGS: Mapping[Language, tuple[str, ...]] = {
    "en": ("S", "ES", "ED", "ING", "ER"),
    "de": ("N", "EN", "E", "S", "ES", "ER", "T", "ST", "TE"),
}
UNKNOWN = ("regular forms", "everyday words")
"""Families of which the commonest forms hold half."""
HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Readings:
    """What came of *forms*, each read once for every letter of it that is a card."""

    forms: int
    unknown: tuple[str, ...]
    readings: int
    silent: int
    """Readings that no known word fits: only the cards tell anything."""
    above_half: int
    """Readings that show a wrong letter above one half."""
    surely_wrong: int
    """Readings that show a wrong letter above 80 % and the true one under half a per cent."""
    loss: float
    """The mean of -ln P(true letter)."""

    def __str__(self) -> str:
        def share(count: int) -> str:
            return f"{count} ({count / self.readings:.2%})"

        named = f": {' '.join(self.unknown[:20])}" if self.unknown else ""
        return (
            f"{self.forms} forms, {len(self.unknown)} unknown{named}\n"
            f"  {self.readings} readings: silent {share(self.silent)}, a wrong letter above "
            f"half {share(self.above_half)}, surely wrong {share(self.surely_wrong)}, "
            f"log loss {self.loss:.3f}"
        )


def commonest(language: Language, most: int = MOST) -> list[str]:
    """Return the commonest forms, folded, the commonest first."""
    found = dict.fromkeys(key for key in _folded(language) if 2 <= len(key) <= MOST_LETTERS)
    return list(found)[:most]


def _folded(language: Language) -> Iterator[str]:
    if find_spec("wordfreq") is None:
        weights = load_vocabulary(language).weights
        yield from sorted(weights, key=lambda word: (-weights[word], word))
        return
    for form in import_module("wordfreq").top_n_list(language, 2 * MOST, wordlist="large"):
        try:
            yield fold(form, language)
        except DataError:
            continue


def read(language: Language, forms: Sequence[str]) -> Readings:
    """Read every one of *forms* with each letter of it hidden in turn."""
    index, deck = clue_index(language), DECKS[language].counts
    readings = silent = above_half = surely_wrong = 0
    loss = 0.0
    for word in forms:
        for letter in deck.keys() & set(word):
            belief, known = _belief(index, deck, word.replace(letter, "?"))
            likeliest = max(belief, key=lambda each: belief[each])
            wrong = likeliest != letter
            readings += 1
            silent += not known
            above_half += wrong and belief[likeliest] > 0.5
            surely_wrong += (
                wrong and belief[likeliest] > SURE and belief[letter] < RULED_OUT
            )
            loss -= math.log(belief[letter])
    unknown = tuple(word for word in forms if not index.weight(word))
    return Readings(
        *(len(forms), unknown, readings, silent, above_half, surely_wrong),
        loss=loss / readings,
    )


def _belief(
    index: ClueIndex, deck: Mapping[str, int], pattern: str
) -> tuple[Mapping[str, float], bool]:
    known = any(index.weights(pattern, tuple(deck)))
    return after_clues(from_cards(deck, {}), [pattern], index), known


@dataclass(frozen=True, slots=True)
class Told:
    """What help tells of some words; shares of all readings."""

    readings: int
    loss: float
    """The mean of -ln P(true letter)."""
    unshown: float
    """The true letter is not among those that a phone shows."""
    certain: float
    """A wrong letter is shown with 90 % or more."""

    def __str__(self) -> str:
        return (
            f"log loss {self.loss:.3f}, true letter not shown {self.unshown:6.2%}, "
            f"wrong at 90 % {self.certain:5.2%}"
        )


def families(language: Language) -> Mapping[str, Sequence[str]]:
    """Return by name the words that families clue with, each sorted."""
    lexicon, secret = load_lexicon(language), load_lexicon(language).secret
    easy = (word for word, facts in secret.items() if facts.level == "easy")
    regular = {word + ending for word in easy for ending in ENDINGS.get(language, ())}
    lines = (HERE / f"everyday_{language}.txt").read_text("utf-8").splitlines()
    said = (
        fold(word, language) for line in lines if line[0] != "#" for word in line.split()
    )
    return {
        "secret words": sorted(secret),
        "children's words": sorted(lexicon.children),
        "regular forms": sorted(
            word for word in regular if word in lexicon.spelling and word not in secret
        ),
        "everyday words": sorted(set(said)),
    }


def hide(
    language: Language, words: Sequence[str], wild: Random | None
) -> list[tuple[str, str]]:
    """Return every reading of *words*, a letter and a pattern; with *wild* one more is a joker."""
    found = []
    for word in words:
        for own in sorted(DECKS[language].counts.keys() & set(word)):
            others = sorted(set(word) - {own})
            pattern = word.replace(own, OWN)
            if wild is None:
                found.append((own, pattern))
            elif others:
                found.append((own, pattern.replace(wild.choice(others), WILDCARD)))
    return found


def told(language: Language, readings: Sequence[tuple[str, str]], index: ClueIndex) -> Told:
    """Return what help with *index* tells of *readings*, with all cards out of sight."""
    cards, loss, unshown, certain = from_cards(DECKS[language].counts, {}), 0.0, 0, 0
    for own, pattern in readings:
        belief = after_clues(cards, [pattern], index)
        shown = sorted(belief, key=lambda letter: -belief[letter])[:SHOWN]
        loss -= math.log(belief[own])
        unshown += own not in shown or round(100 * belief[own]) < LEAST_PERCENT
        certain += shown[0] != own and belief[shown[0]] >= CERTAIN
    count = len(readings)
    return Told(count, loss / count, unshown / count, certain / count)


def commonest_alone(language: Language) -> ClueIndex:
    """Return an index of the commonest forms, without the rarer words that we deal."""
    weights = load_vocabulary(language).weights
    known = sorted(weights, key=lambda word: -weights[word])[:FORMS]
    return WordIndex({word: weights[word] for word in sorted(known)})


def print_families(language: Language) -> bool:
    """Print a row for each kind of words; return whether one misses its aim."""
    before = commonest_alone(language)
    index = well_read(clue_index(language), language)
    missed = False
    for name, words in families(language).items():
        for wild in (None, Random(1)):
            readings = hide(language, words, wild)
            old, new = (told(language, readings, each) for each in (before, index))
            well = wild is not None or (
                new.loss <= (HALVED if name in UNKNOWN else KEPT) * old.loss
                and new.unshown <= MOST_UNSHOWN
                and new.certain <= MOST_CERTAIN
            )
            missed |= not well
            kind = f"{name}{' with a joker' if wild else ''}, {len(readings)} readings"
            print(f"  {kind}\n    {old}\n    {new} {'' if well else 'MISSED'}", flush=True)
    return missed


def main() -> int:
    """Print the figures of each language; return 1 if one of them misses its aim."""
    missed = False
    where = "wordfreq" if find_spec("wordfreq") else "the shipped list: wordfreq is missing"
    print(f"The {MOST} commonest forms, from {where}")
    for language in LANGUAGES:
        found = read(language, commonest(language))
        print(f"{language}: {found}", flush=True)
        missed |= len(found.unknown) >= 20 or found.surely_wrong * 10_000 > found.readings
        missed |= print_families(language)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
