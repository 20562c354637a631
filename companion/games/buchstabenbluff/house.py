"""What a house keeps for its evenings: words it has ruled on, over the list."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion.engine.game import House, Kept
from companion.engine.kept import read_kept
from companion.games.buchstabenbluff.deal_code import asked_code
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES
from companion.words.rulings import (
    RULING_COMMANDS,
    ForgetRuling,
    RuleWord,
    Rulings,
    change_rulings,
    known_rulings,
    rulings_of,
)


@dataclass(frozen=True, slots=True)
class HouseWords:
    """All of it; it is what everybody may know of it, too."""

    ruled: Rulings = field(default_factory=Rulings)


def read_house(house: Kept) -> HouseWords:
    """Return what *house* holds, or raise DataError."""
    return read_kept(HouseWords, house)


def known_house(house: Kept) -> Kept:
    """Return *house* without what means nothing here, words of a language gone say."""
    return {"ruled": known_rulings(house["ruled"])} if "ruled" in house else {}


def change_house(house: Kept, command: RuleWord | ForgetRuling) -> Kept:
    """Return what the house keeps after *command*, or raise Rejected."""
    after = HouseWords(change_rulings(read_house(house).ruled, command))
    found: Kept = msgspec.to_builtins(after)
    return found


def with_house(house: Kept, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *options* with the words this house has ruled on, in the language of the deal."""
    if code := asked_code(str(options.get("code", ""))):
        options = {**options, "language": code.language, "code": str(code), "date": ""}
    language = options.get("language", DEFAULT_LANGUAGE)
    if language not in tuple(LANGUAGES):
        return options  # the setup command refuses it
    return {**options, **rulings_of(read_house(house).ruled, language)}


HOUSE = House(
    commands=RULING_COMMANDS,
    change=change_house,
    known=known_house,
    view=read_house,
    told=read_house,
    options=with_house,
)
"""What a house may set and keep, but for lists of its own in place of those that ship."""
