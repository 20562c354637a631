"""A language that nobody speaks: a third longer than English, full of accents, in brackets.

What stands on a page without brackets was not translated; what is too long for its place
would be too long in some real language.
"""

import re
import string
from collections.abc import Mapping

OPEN, CLOSE = "⟦", "⟧"
_ACCENTED = str.maketrans("aeiouyncszAEIOUYNCSZ", "áéíóúýñçšžÁÉÍÓÚÝÑÇŠŽ")
_VOWEL = re.compile("[aeiouAEIOU]")
_MARKUP = re.compile(r"(<[^>]*>|&\w+;|{%.*?%}|{{.*?}})", re.DOTALL)


def _stretched(text: str) -> str:
    """Return *text* with each vowel twice, and accents."""
    return _VOWEL.sub(lambda found: found[0] * 2, text).translate(_ACCENTED)


def made_up(sentence: str) -> str:
    """Return an English sentence of a catalogue as the made-up language says it."""
    parts = []
    for text, name, form, conversion in string.Formatter().parse(sentence):
        parts.append(_stretched(text))
        if name is not None:
            kind = f"!{conversion}" if conversion else ""
            parts.append(f"{{{name}{kind}{':' + form if form else ''}}}")
    return f"{OPEN}{''.join(parts)}{CLOSE}"


def made_up_page(html: str) -> str:
    """Return an English page of rules, its markup as it is."""
    texts = _MARKUP.split(html)
    return "".join(
        text if number % 2 or not text.strip() else f"{OPEN}{_stretched(text)}{CLOSE}"
        for number, text in enumerate(texts)
    )


def made_up_catalogue(
    sentences: Mapping[str, str], plurals: frozenset[str] = frozenset({"one", "other"})
) -> dict[str, str]:
    """Return all sentences, those with a number in each of the language's *plurals*."""
    found: dict[str, str] = {}
    for id_, sentence in sentences.items():
        head, _, form = id_.rpartition(".")
        if form == "other" and f"{head}.one" in sentences:
            found |= {f"{head}.{each}": made_up(sentence) for each in plurals - {"one"}}
        else:
            found[id_] = made_up(sentence)
    return found
