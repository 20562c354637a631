"""Which spellings count as words, whatever their frequency or inflection."""

from collections.abc import Iterable

from companion.errors import DataError
from companion.languages import Language, fold
from companion.words.workshop import sources
from companion.words.workshop.house_words import with_house

_LENGTHS = range(2, 16)
_SCOWL = ("english", "american", "british", "canadian", "variant_1")


def english() -> set[str]:
    """Return every lower-case word of SCOWL up to level 70, in folded capitals."""
    return with_house(_fold_all(sources.scowl(_SCOWL, "words"), "en"), "en")


def german() -> set[str]:
    """Return the German words and all forms of the listed nouns, in folded capitals."""
    forms = (
        form
        for lemma, noun in sources.german_nouns().items()
        if "Substantiv" in noun.kinds
        for form in (lemma, *noun.forms)
    )
    return with_house(
        _fold_all(sources.german_words(), "de") | _fold_all(forms, "de"), "de"
    )


def _fold_all(words: Iterable[str], language: Language) -> set[str]:
    folded = set()
    for word in words:
        try:
            key = fold(word, language)
        except DataError:  # an entry of two words, or one with an apostrophe or a hyphen
            continue
        if len(key) in _LENGTHS:
            folded.add(key)
    return folded
