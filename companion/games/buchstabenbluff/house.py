"""What a house keeps for its evenings: words it has ruled on, and lists of its own words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, get_args

import msgspec

from companion.engine.game import House, Kept
from companion.engine.kept import read_kept, reads
from companion.games.buchstabenbluff.deal_code import asked_code
from companion.games.buchstabenbluff.words import Words
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES
from companion.words.custom import CheckedList, check_words
from companion.words.own_lists import (
    ForgetList,
    KeepList,
    OwnList,
    change_lists,
    chosen_list,
)
from companion.words.rulings import (
    RULED_LENGTHS,
    ForgetRuling,
    RuleWord,
    Rulings,
    change_rulings,
    known_rulings,
    rulings_of,
)

HouseCommand = RuleWord | ForgetRuling | KeepList | ForgetList


@dataclass(frozen=True, slots=True)
class HouseWords:
    """All of it."""

    ruled: Rulings = field(default_factory=Rulings)
    lists: tuple[OwnList, ...] = ()
    """Words that count beside those of the dictionary, where the host chooses it."""


def read_house(house: Kept) -> HouseWords:
    """Return what *house* holds, or raise DataError."""
    return read_kept(HouseWords, house)


def known_house(house: Kept) -> Kept:
    """Return *house* without what means nothing here, words of a language gone say."""
    lists = house.get("lists")
    rows = lists if isinstance(lists, Sequence) else ()
    kept: Kept = {
        "ruled": known_rulings(house.get("ruled")),
        "lists": [each for each in rows if reads(HouseWords, {"lists": [each]})],
    }
    return {key: each for key, each in kept.items() if key in house}


def change_house(words: Words, house: Kept, command: HouseCommand) -> Kept:
    """Return what the house keeps after *command*, or raise Rejected; *words* are known to all."""
    before = read_house(house)
    match command:
        case RuleWord() | ForgetRuling():
            after = HouseWords(change_rulings(before.ruled, command), before.lists)
        case KeepList() | ForgetList():
            check = partial(_check, words)
            lists = change_lists(before.lists, command, check, RULED_LENGTHS)
            after = HouseWords(before.ruled, lists)
    found: Kept = msgspec.to_builtins(after)
    return found


def _check(words: Words, wish: KeepList) -> CheckedList:
    known = partial(words.listed, wish.language)
    return check_words(wish.text, wish.language, RULED_LENGTHS, known)


def house_view(house: Kept) -> HouseWords:
    """Return what the host's page shows: of the lists how they were checked, not their words."""
    return read_house(
        {**house, "lists": [{**each, "words": ()} for each in house.get("lists", ())]}
    )


def house_told(house: Kept) -> HouseWords:
    """Return what everybody may know of it while a match runs."""
    return read_house({key: each for key, each in house.items() if key == "ruled"})


def with_house(house: Kept, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *options* with the house's words for a match in the language of its deal."""
    if code := asked_code(str(options.get("code", ""))):
        options = {**options, "language": code.language, "code": str(code), "date": ""}
    language = options.get("language", DEFAULT_LANGUAGE)
    if language not in tuple(LANGUAGES):
        return options  # the setup command refuses it
    kept, name = read_house(house), str(options.get("own_name") or "")
    own = chosen_list(kept.lists, name, language).words if name else ()
    lists = {"own_name": name, "own_words": own}
    return {**options, **lists, **rulings_of(kept.ruled, language)}


def house_of(words: Words) -> House:
    """Return what a house may set and keep; *words* say what a dictionary has already."""
    return House(
        commands=get_args(HouseCommand),
        change=partial(change_house, words),
        known=known_house,
        view=house_view,
        told=house_told,
        options=with_house,
    )
