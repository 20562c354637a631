"""What a house keeps for its evenings: lists of its own words, checked when they come in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import msgspec

from companion.engine.game import House, Kept
from companion.engine.kept import read_kept, reads
from companion.errors import refuse
from companion.games.haiclue.deal_code import DealCode, asked_code
from companion.games.haiclue.dealing import (
    STACK_SIZES,
    as_words,
    known_words,
    words_for,
)
from companion.words.custom import CheckedList, Reason, UnusableWord
from companion.words.entries import numbered_entries
from companion.words.own_lists import (
    NAME_LENGTH,
    ForgetList,
    KeepList,
    OwnList,
    change_lists,
    lengths_of,
)

LEAST_WORDS = 120
MOST_WORDS = 3000
LONGEST = 14
"""Characters of a word that a display still shows to be read."""

HouseCommand = KeepList | ForgetList


@dataclass(frozen=True, slots=True)
class Packs:
    """All lists, under the name by which they are stored."""

    packs: tuple[OwnList, ...] = ()


def read_house(house: Kept) -> tuple[OwnList, ...]:
    """Return what *house* holds, or raise DataError."""
    packs = [_as_now(each) for each in house.get("packs", ())]
    return read_kept(Packs, {"packs": packs}).packs


def _as_now(pack: Any) -> Any:  # noqa: ANN401 - whatever is stored
    """Return a list as it is stored now: 0.2 had an object for each reason to leave words out."""
    match pack:
        case {"left_out": [*left]}:
            rows = [(e.get("reason"), e) if isinstance(e, dict) else e for e in left]
            return {**pack, "left_out": rows}
    return pack


def known_house(house: Kept) -> Kept:
    """Return *house* without the lists that mean nothing here, of a language gone say."""
    rows = house.get("packs")
    packs = rows if isinstance(rows, Sequence) else ()
    kept = [each for each in packs if reads(Packs, {"packs": [_as_now(each)]})]
    return {"packs": kept} if house else {}


def change_house(house: Kept, command: HouseCommand) -> Kept:
    """Return what the house keeps after *command*, or raise Rejected."""
    lists = change_lists(read_house(house), command, _check, range(1, LONGEST + 1))
    found: Kept = msgspec.to_builtins(Packs(lists))
    return found


def _check(wish: KeepList) -> CheckedList:
    """Return the words of *wish* that a tile can hold, as they are written, or refuse it."""
    kept: dict[str, str] = {}
    left = []
    for number, entry in numbered_entries(wish.text):
        if reason := _reason(entry, kept):
            left.append(UnusableWord(number, entry, reason))
        else:
            kept[entry.casefold()] = entry
    if len(kept) > MOST_WORDS:
        raise refuse("pack-long", n=len(kept), most=MOST_WORDS)
    if len(kept) < LEAST_WORDS:
        params = {"n": len(kept), "least": LEAST_WORDS}
        if not left:
            raise refuse("pack-short", **params)
        examples = ", ".join(each.text[:NAME_LENGTH] for each in left[:3])
        raise refuse("pack-short-left", left=len(left), examples=examples, **params)
    return CheckedList(tuple(kept.values()), tuple(left), ())


def _reason(entry: str, kept: Mapping[str, str]) -> Reason | None:
    """Return why *entry* gives no word for a tile: one word, letters and an inner hyphen."""
    if not all(part.isalpha() for part in entry.split("-")):
        return "no-word"
    if len(entry) > LONGEST:
        return "long"
    return "twice" if entry.casefold() in kept else None


# -- for a match, and on the host's page --


def with_house(house: Kept, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *options* with the words of the pack that was chosen, and in its language."""
    kept = read_house(house)
    if code := asked_code(str(options.get("code", ""))):
        return {**options, **_again(code, kept)}
    name = str(options.get("pack") or "")
    if not name:
        return {**options, "pack": "", "own_words": ()}
    if str(options.get("date", "")).strip():
        raise refuse("date-own")
    pack = next((each for each in kept if each.name == name), None)
    if pack is None:
        raise refuse("no-such-list", name=name[:NAME_LENGTH])
    return {**options, "language": pack.language, "own_words": pack.words}


def _again(code: DealCode, kept: Sequence[OwnList]) -> dict[str, Any]:
    """Return the choices with which the deal of *code* was made."""
    own: tuple[str, ...] = ()
    if code.own:
        packs = (each.words for each in kept if each.language == code.language)
        fitting = (each for each in packs if known_words(as_words(each)) == code.lists)
        own = next(fitting, ())
        if not own:
            raise refuse("code-own-list", name=code.own[:NAME_LENGTH])
    return {
        "language": code.language,
        "guard": code.guard,
        "pack": code.own,
        "own_words": own,
        "code": str(code),
        "date": "",
    }


@dataclass(frozen=True, slots=True)
class HouseView:
    """What the host's page shows: how the lists were checked, not their words."""

    packs: tuple[OwnList, ...]
    most_players: Mapping[str, int]
    """How many can play with a list, by its name."""


def house_view(house: Kept) -> HouseView:
    """Return what the host's page shows of *house*."""
    kept = read_house(house)
    return HouseView(
        tuple(replace(each, words=(), lengths=lengths_of(each.words)) for each in kept),
        {each.name: _most_players(each) for each in kept},
    )


def _most_players(pack: OwnList) -> int:
    enough = (n for n in STACK_SIZES if words_for(n) <= len(pack.words))
    return max(enough, default=0)


HOUSE = House(
    commands=get_args(HouseCommand),
    change=change_house,
    known=known_house,
    view=house_view,
    options=with_house,
)
"""What a house may set and keep."""
