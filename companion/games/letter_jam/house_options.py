"""What the host's choices mean in this house: its own cards, its own words, an old deal."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from companion.engine.deal_code import asked_code, seed_of_day
from companion.engine.game import House, Kept
from companion.errors import DataError, refuse
from companion.games.letter_jam.deal_code import (
    KIND,
    PLAYERS,
    DealCode,
    meant,
)
from companion.games.letter_jam.dealing import fingerprint
from companion.games.letter_jam.house import (
    HouseCommand,
    HouseMaterial,
    change_house,
    house_view,
    known_house,
    read_house,
)
from companion.games.letter_jam.state import Counts
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES, Language
from companion.words.custom import LENGTHS, with_words
from companion.words.deck import DECKS, Deck
from companion.words.lexicon import LEVELS, Lexicon, load_lexicon
from companion.words.own_lists import chosen_list
from companion.words.rulings import rulings_of

OWN = "own:"
"""The level of a list of the house's: so, and its name."""


def with_house(house: Kept, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *options* as they are meant in this house, or refuse what it does not have."""
    kept, code = read_house(house), _asked(options)
    if not code and (date := str(options.get("date", "")).strip()):
        code = _of_day(date, options)
    found = _again(code, kept) if code else _fresh(options, kept)
    wish = {**options, **found, "date": ""}
    language = _language(wish)
    if wish.get("cards") == "box" and wish["counts"] != kept.cards.get(language, ()):
        raise refuse("deal-other-box")
    return {**wish, **rulings_of(kept.ruled, language)}


def _asked(options: Mapping[str, Any]) -> DealCode | None:
    """Return the deal that is to be played again, or refuse a code of another one."""
    code = asked_code(str(options.get("code", "")), KIND)
    if code is None:
        return None
    if (found := meant(code)) is None:
        raise refuse("code-other-game")
    return found


def _of_day(date: str, options: Mapping[str, Any]) -> DealCode:
    """Return the deal of a day: from the shipped list and cards alone, the same everywhere."""
    language, level = _language(options), str(options.get("level", "normal"))
    if level not in LEVELS:
        raise refuse("date-own")
    found = options.get("lengths", ())
    lengths = tuple(found) if isinstance(found, list | tuple) else ()
    if len(lengths) not in PLAYERS or any(each not in LENGTHS for each in lengths):
        raise refuse("lengths")
    lists = fingerprint(load_lexicon(language), DECKS[language])
    seed = seed_of_day(date, language, level, lengths, lists)
    return DealCode(language, level, lengths, lists, seed)


def _fresh(options: Mapping[str, Any], kept: HouseMaterial) -> dict[str, Any]:
    language, level = _language(options), str(options.get("level", "normal"))
    found = {
        "counts": kept.cards.get(language, ()),
        "own_words": (),
        "code": "",
        "struck": kept.struck.get(language, ()),
    }
    if not level.startswith(OWN):
        return found
    name = level.removeprefix(OWN)
    own = chosen_list(kept.lists, name, language)
    return found | {"level": "own", "own_words": own.words, "own_name": name}


def _language(options: Mapping[str, Any]) -> Language:
    language = options.get("language", DEFAULT_LANGUAGE)
    if language not in tuple(LANGUAGES):
        raise DataError(f"Language {language!r}: choose one of {', '.join(LANGUAGES)}.")
    found: Language = language
    return found


def _again(wanted: DealCode, kept: HouseMaterial) -> dict[str, Any]:
    """Return the choices with which the deal *wanted* was made."""
    for lexicon, own_words, counts in _ways(wanted, kept):
        deck = Deck(dict(counts)) if counts else DECKS[wanted.language]
        if fingerprint(lexicon, deck) == wanted.lists:
            return {
                "language": wanted.language,
                "level": "own" if own_words else wanted.level,
                "lengths": wanted.lengths,
                "dealing": "generator",
                "counts": counts,
                "own_words": own_words,
                "own_name": wanted.own,
                "code": str(wanted),
                "struck": kept.struck.get(wanted.language, ()),
            }
    if wanted.own:
        raise refuse("code-own-list", name=wanted.own)
    raise refuse("code-other-words")


def _ways(
    wanted: DealCode, kept: HouseMaterial
) -> Iterator[tuple[Lexicon, tuple[str, ...], Counts]]:
    """Yield every pair of words and cards that this house could have dealt from."""
    language: Language = wanted.language
    shipped = load_lexicon(language)
    decks = dict.fromkeys((kept.cards.get(language, ()), ()))
    for counts in decks:
        yield shipped, (), counts
    for own in kept.lists:
        if own.language == language:
            for counts in decks:
                yield with_words(shipped, own.words), own.words, counts


def house_told(house: Kept) -> HouseMaterial:
    """Return what everybody may know of it while a match runs: no list, no word to be dealt."""
    return read_house({key: each for key, each in house.items() if key == "ruled"})


HOUSE = House(
    commands=get_args(HouseCommand),
    change=change_house,
    known=known_house,
    view=house_view,
    told=house_told,
    options=with_house,
)
"""What a house may set and keep."""
