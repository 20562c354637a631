"""What a house keeps for its evenings: packs of its own words, checked when they come in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

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
from companion.languages import Language
from companion.words.entries import entries, is_text

NAME_LENGTH = 30
MOST_PACKS = 12
LEAST_WORDS = 120
MOST_WORDS = 3000
LONGEST = 14
"""Characters of a word that a display still shows to be read."""
EXAMPLES = 8

Reason = Literal["no-word", "twice", "long"]


@dataclass(frozen=True, slots=True)
class KeepPack:
    """Keep words of one's own, in whatever lines; a pack of that name is replaced."""

    name: str
    language: Language
    text: str


@dataclass(frozen=True, slots=True)
class ForgetPack:
    """Throw a pack away."""

    name: str


HouseCommand = KeepPack | ForgetPack


@dataclass(frozen=True, slots=True)
class Unfit:
    """How many entries gave no word for one reason, and the first of them."""

    reason: Reason
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """Checked words, none twice, and what came of checking them."""

    name: str
    language: Language
    words: tuple[str, ...]
    left_out: tuple[Unfit, ...] = ()


@dataclass(frozen=True, slots=True)
class Packs:
    """All of them."""

    packs: tuple[Pack, ...] = ()


def read_house(house: Kept) -> Packs:
    """Return what *house* holds, or raise DataError."""
    return read_kept(Packs, house)


def known_house(house: Kept) -> Kept:
    """Return *house* without the packs that mean nothing here, of a language gone say."""
    rows = house.get("packs")
    packs = rows if isinstance(rows, Sequence) else ()
    return (
        {"packs": [each for each in packs if reads(Packs, {"packs": [each]})]}
        if house
        else {}
    )


def change_house(house: Kept, command: HouseCommand) -> Kept:
    """Return what the house keeps after *command*, or raise Rejected."""
    before = read_house(house)
    others = tuple(each for each in before.packs if each.name != command.name)
    match command:
        case KeepPack():
            pack = _checked(command)
            others = tuple(each for each in others if each.name != pack.name)
            if len(others) >= MOST_PACKS:
                raise refuse("packs-full", most=MOST_PACKS)
            after = replace(before, packs=(*others, pack))
        case ForgetPack():
            after = replace(before, packs=others)
    found: Kept = msgspec.to_builtins(after)
    return found


def _checked(command: KeepPack) -> Pack:
    name = " ".join(command.name.split())
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise refuse("pack-name", most=NAME_LENGTH)
    if not is_text(command.text):
        raise refuse("pack-no-text")
    kept: dict[str, str] = {}
    left: dict[Reason, list[str]] = {}
    for entry in entries(command.text):
        if reason := _reason(entry, kept):
            left.setdefault(reason, []).append(entry[:NAME_LENGTH])
        else:
            kept[entry.casefold()] = entry
    if len(kept) < LEAST_WORDS:
        examples = [each for words in left.values() for each in words][:3]
        params = {
            "n": len(kept),
            "least": LEAST_WORDS,
            "left": sum(map(len, left.values())),
        }
        if examples:
            raise refuse("pack-short-left", examples=", ".join(examples), **params)
        raise refuse("pack-short", n=len(kept), least=LEAST_WORDS)
    if len(kept) > MOST_WORDS:
        raise refuse("pack-long", n=len(kept), most=MOST_WORDS)
    return Pack(name, command.language, tuple(kept.values()), tuple(_left_out(left)))


def _reason(entry: str, kept: Mapping[str, str]) -> Reason | None:
    """Return why *entry* gives no word for a tile: one word, letters and an inner hyphen."""
    if not all(part.isalpha() for part in entry.split("-")):
        return "no-word"
    if len(entry) > LONGEST:
        return "long"
    return "twice" if entry.casefold() in kept else None


def _left_out(left: Mapping[Reason, Sequence[str]]) -> Iterator[Unfit]:
    for reason, words in left.items():
        yield Unfit(reason, len(words), tuple(words[:EXAMPLES]))


# -- for a match, and on the host's page --


def with_house(house: Kept, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *options* with the words of the pack that was chosen, and in its language."""
    kept = read_house(house).packs
    if code := asked_code(str(options.get("code", ""))):
        return {**options, **_again(code, kept)}
    name = str(options.get("pack") or "")
    if not name:
        return {**options, "pack": "", "own_words": ()}
    if str(options.get("date", "")).strip():
        raise refuse("date-own")
    pack = next((each for each in kept if each.name == name), None)
    if pack is None:
        raise refuse("no-such-pack", name=name[:NAME_LENGTH])
    return {**options, "language": pack.language, "own_words": pack.words}


def _again(code: DealCode, kept: Sequence[Pack]) -> dict[str, Any]:
    """Return the choices with which the deal of *code* was made."""
    own: tuple[str, ...] = ()
    if code.own:
        packs = (each.words for each in kept if each.language == code.language)
        fitting = (each for each in packs if known_words(as_words(each)) == code.lists)
        own = next(fitting, ())
        if not own:
            raise refuse("code-own-pack", name=code.own[:NAME_LENGTH])
    return {
        "language": code.language,
        "guard": code.guard,
        "pack": code.own,
        "own_words": own,
        "code": str(code),
        "date": "",
    }


@dataclass(frozen=True, slots=True)
class PackView:
    """A pack on the host's page: how many words, not which."""

    name: str
    language: Language
    words: int
    most_players: int
    """How many can play with it."""
    left_out: tuple[Unfit, ...]


@dataclass(frozen=True, slots=True)
class HouseView:
    """What the host's page shows."""

    packs: tuple[PackView, ...]


def house_view(house: Kept) -> HouseView:
    """Return what the host's page shows of *house*."""
    return HouseView(tuple(map(_pack_view, read_house(house).packs)))


def _pack_view(pack: Pack) -> PackView:
    enough = (n for n in STACK_SIZES if words_for(n) <= len(pack.words))
    return PackView(
        name=pack.name,
        language=pack.language,
        words=len(pack.words),
        most_players=max(enough, default=0),
        left_out=pack.left_out,
    )


HOUSE = House(
    commands=get_args(HouseCommand),
    change=change_house,
    known=known_house,
    view=house_view,
    options=with_house,
)
"""What a house may set and keep."""
