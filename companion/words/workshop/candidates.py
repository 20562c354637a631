"""Which words may become secret words: the rules, one function per language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from simplemma import Lemmatizer

from companion.languages import Language, fold
from companion.words.custom import LENGTHS
from companion.words.deck import DECKS
from companion.words.workshop import sources


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word fit for a row of cards; *level* is 1 easy, 2 normal, 3 hard."""

    key: str
    level: int
    zipf: float
    display: str


def english(node_modules: Path) -> list[Candidate]:
    """Return the English candidates: common to both spellings, base forms, no names."""
    levels = sources.scowl(("english", "american"), "words")
    british = sources.scowl(("english", "british"), "words")
    names = _english_names()
    stems = sources.english_stems()
    blocked = sources.offensive(node_modules, "en")
    found = []
    for word in levels.keys() & british.keys() & stems - blocked:
        level = levels[word]
        if _is_card_word(word, "en") and not (
            _is_plural(word, levels) or (word in names and level > 20)  # noqa: PLR2004 - words up to SCOWL's level 20 are far commoner than the name they share
        ):
            zipf = sources.zipf(word, "en")
            rank = _english_level(zipf, level)
            if rank:
                found.append(Candidate(word.upper(), rank, zipf, word))
    return sorted(found, key=lambda candidate: candidate.key)


def _is_card_word(word: str, language: Language) -> bool:
    if not re.fullmatch("[A-ZÄÖÜ]?[a-zäöüß]+", word):
        return False
    key = fold(word, language)
    return len(key) in LENGTHS and DECKS[language].holds(key)


def _english_names() -> frozenset[str]:
    sublists = ("english", "american", "british")
    upper = sources.scowl(sublists, "upper", 60)
    proper = sources.scowl(sublists, "proper-names", 60)
    return frozenset(name.lower() for name in (*upper, *proper))


def _is_plural(word: str, known: Mapping[str, int]) -> bool:
    if len(word) == 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):  # noqa: PLR2004 - GAS and BUS are no plurals
        return False
    return word[:-1] in known or word[:-2] in known


def _english_level(zipf: float, scowl_level: int) -> int:
    # SCOWL's levels tell how well a word is known, zipf how often it is written.
    steps = ((1, 4.0, 35), (2, 3.5, 40), (3, 3.0, 50))
    return next((n for n, least, most in steps if zipf >= least and scowl_level <= most), 0)


NAMES = {"Vorname", "Toponym", "Eigenname", "Nachname", "Straßenname"}
NOT_BASE = {
    "Abkürzung", "Dekliniertes Gerundium", "Wortverbindung", "adjektivische Deklination",
}  # fmt: skip
# Names too, of a river or a village mostly, but everybody thinks of the thing first.
_THINGS = """
    Abend Adler Art Atlas August Bach Bau Berg Besitz Bit Block Bohne Boom Brand Breite
    Brocken Bug Christ Dekan Ebbe Eck Elster Engel Ernst Essen Essig Falke Fan Fauna
    Faust Fee Flora Floß Forst Freund Front Galle Grube Göttin Haar Hahn Halle Harz Hase
    Heide Hof Holz Hund Kalk Kanton Konsum Leiden Liebe Lot Mai Mark Markt Mauer Medien
    Mine Mitte Morgen Most Mutter Mönch Mücke Nebel Neubau Norden Osten Papa Pfahl Plan
    Regen Reiter Rinne Rohr Roman Rose Rum Runde Schuld Sieg Sinn Sommer Sonne Sonntag
    Spalt Specht Speck Stall Stange Stein Stern Steuer Tango Tempo Titan Wehr Weiche
    Weite Welle Welt Wind Winkel Winter Wolf Wurm Zander Zug
"""
THINGS = frozenset(_THINGS.split())
# Verbs and the rest are a little harder to find from letters than nouns.
STRICTER = {"noun": 0.0, "verb": 0.2, "other": 0.3}


def german(node_modules: Path) -> list[Candidate]:
    """Return the German candidates: noun base forms, and base forms of other words."""
    nouns = sources.german_nouns()
    blocked = {_folded_or_empty(word) for word in sources.offensive(node_modules, "de")}
    best: dict[str, tuple[str, Candidate]] = {}
    for word in sorted(_with_nouns(sources.german_words(), nouns)):
        kind = _german_kind(word, nouns) if _is_card_word(word, "de") else ""
        key = fold(word, "de") if kind else ""
        zipf = sources.zipf(word, "de") if kind else 0.0
        level = _german_level(zipf, kind) if kind else 0
        # Two spellings on the same cards: the noun before the rest.
        if level and key not in blocked and (key not in best or kind < best[key][0]):
            best[key] = (kind, Candidate(key, level, zipf, word))
    return sorted((found for _, found in best.values()), key=lambda found: found.key)


def _with_nouns(words: frozenset[str], nouns: Mapping[str, sources.Noun]) -> set[str]:
    # Of words that differ in the first letter's case only, such as SPIEL and the verb's
    # form, the list of spellings keeps the small one.
    return {*words, *(noun for noun in nouns if noun.lower() in words)}


def _folded_or_empty(text: str) -> str:
    return fold(text, "de") if text.isalpha() else ""


def _german_kind(word: str, nouns: Mapping[str, sources.Noun]) -> str:
    """Return noun, verb or other for a base form, else an empty text."""
    if word[0].isupper():
        return "noun" if _is_plain_noun(word, nouns) else ""
    if _LEMMATIZER.lemmatize(word, lang="de") != word:
        return ""
    if re.search("(en|eln|ern)$", word):
        return "verb"
    # Participles and ordinals pass for base forms; these endings find them.
    if re.search("(end|ter|te|ste)$", word) or re.match("(ge|be|ver|er|zer|ent).*t$", word):
        return ""
    return "other"


_LEMMATIZER = Lemmatizer()


def _is_plain_noun(word: str, nouns: Mapping[str, sources.Noun]) -> bool:
    kinds = nouns[word].kinds if word in nouns else set()
    if "Substantiv" not in kinds or kinds & NOT_BASE:
        return False
    return not kinds & (NAMES - {"Nachname", "Straßenname"}) or word in THINGS


def _german_level(zipf: float, kind: str) -> int:
    above = zipf - STRICTER[kind]
    return next(
        (n for n, least in ((1, 4.0), (2, 3.5), (3, 3.0)) if above >= least - 1e-9), 0
    )
