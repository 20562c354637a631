"""Which spellings count as words, whatever their frequency or inflection."""

from companion.words.workshop import sources
from companion.words.workshop.house_words import with_house

_LENGTHS = range(2, 16)
_SCOWL = ("english", "american", "british", "canadian", "variant_1")


def english() -> set[str]:
    """Return every lower-case word of SCOWL up to level 70, in folded capitals."""
    return with_house(
        sources.fold_all(sources.scowl(_SCOWL, "words"), "en", _LENGTHS), "en"
    )


def german() -> set[str]:
    """Return the German words and all forms of the listed nouns, in folded capitals."""
    forms = (
        form
        for lemma, noun in sources.german_nouns().items()
        if "Substantiv" in noun.kinds
        for form in (lemma, *noun.forms)
    )
    words = sources.german_words().union(forms)
    return with_house(sources.fold_all(words, "de", _LENGTHS), "de")
