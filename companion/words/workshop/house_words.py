"""What `house_<language>.txt` adds to the spelling list and takes out; needs no other package."""

from companion.errors import DataError
from companion.languages import Language, fold
from companion.words.workshop.apply_strikes import DATA, plain_lines


def with_house(words: set[str], language: Language) -> set[str]:
    """Return *words* with those that `house_<language>.txt` adds, without those it takes out."""
    lines = plain_lines(DATA / f"house_{language}.txt")
    gone = {fold(line[1:], language) for line in lines if line[0] == "-"}
    forms = (form for line in lines if line[0] != "-" for form in house_forms(line))
    return words - gone | {fold(form, language) for form in forms}


def house_forms(line: str) -> set[str]:
    """Return what a line adds: a word, or all regular forms of a German one."""
    word, _, kind = line.partition(" +")
    match kind:
        case "verb":
            return _verb_forms(word)
        case "adjektiv":
            return {word + ending for ending in ("", "e", "em", "en", "er", "es")}
        case "":
            return {word}
        case _:
            raise DataError(
                f"House word {line!r}: +{kind} is no kind; write +verb, +adjektiv."
            )


def _verb_forms(infinitive: str) -> set[str]:
    stem = infinitive.removesuffix("n")
    order = {stem} if stem.endswith(("el", "er")) else set()
    one = stem[:-2] + "le" if stem.endswith("el") else stem.removesuffix("e") + "e"
    stem = stem.removesuffix("e")
    e = "e" if stem[-1] in "dt" else ""
    thou = stem + e + ("t" if stem[-1] in "sxzß" else "st")
    past = f"{stem}{e}te"
    others = (f"{stem}{e}t", past, f"{past}st", f"{past}n", f"{past}t", f"ge{stem}{e}t")
    return {infinitive, one, thou, *others, *order}
