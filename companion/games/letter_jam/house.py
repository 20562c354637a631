"""What a house keeps for its evenings: the cards of its own box, and its own words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase

import msgspec

from companion.engine.game import Kept
from companion.engine.kept import read_kept, reads
from companion.errors import DataError, refuse
from companion.games.letter_jam.state import Counts
from companion.languages import LANGUAGES, Language, fold
from companion.words.custom import LENGTHS, CheckedList, check_list
from companion.words.deck import DECK_SIZE, DECKS, Deck
from companion.words.lexicon import load_lexicon
from companion.words.own_lists import ForgetList, KeepList, OwnList, change_lists
from companion.words.rulings import (
    ForgetRuling,
    RuleWord,
    Rulings,
    change_rulings,
    known_rulings,
)

MOST_STRUCK = 300


@dataclass(frozen=True, slots=True)
class EnterCards:
    """The box of the house holds these letter cards."""

    language: Language
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class ForgetCards:
    """Go back to the cards that are known of the box."""

    language: Language


@dataclass(frozen=True, slots=True)
class StrikeWord:
    """Do not deal this word any more, whatever list it is in."""

    language: Language
    word: str


@dataclass(frozen=True, slots=True)
class AllowWord:
    """Deal it again."""

    language: Language
    word: str


HouseCommand = (
    EnterCards
    | ForgetCards
    | KeepList
    | ForgetList
    | StrikeWord
    | AllowWord
    | RuleWord
    | ForgetRuling
)


@dataclass(frozen=True, slots=True)
class HouseMaterial:
    """All of it."""

    cards: dict[Language, Counts] = field(default_factory=dict)
    lists: tuple[OwnList, ...] = ()
    struck: dict[Language, tuple[str, ...]] = field(default_factory=dict)
    """Words that are not to be dealt, in the order of the alphabet."""
    ruled: Rulings = field(default_factory=Rulings)
    """Words that count, or do not, whatever the spelling list says."""

    def deck(self, language: Language) -> Deck:
        """Return the cards of the house's box, or those that are known of it."""
        entered = self.cards.get(language)
        return Deck(dict(entered)) if entered else DECKS[language]


def read_house(house: Kept) -> HouseMaterial:
    """Return what *house* holds, read strictly."""
    return read_kept(HouseMaterial, house)


def known_house(house: Kept) -> Kept:
    """Return *house* without the boxes and lists that mean nothing here, a language gone say."""
    cards, lists, struck = house.get("cards"), house.get("lists"), house.get("struck")
    boxes = cards.items() if isinstance(cards, Mapping) else ()
    strikes = struck.items() if isinstance(struck, Mapping) else ()
    rows = lists if isinstance(lists, Sequence) else ()
    kept: Kept = {
        "cards": {code: each for code, each in boxes if _reads({"cards": {code: each}})},
        "lists": [each for each in rows if _reads({"lists": [each]})],
        "struck": {
            code: each for code, each in strikes if _reads({"struck": {code: each}})
        },
        "ruled": known_rulings(house.get("ruled")),
    }
    return {key: each for key, each in kept.items() if key in house}


def _reads(house: Kept) -> bool:
    return reads(HouseMaterial, house)


def change_house(house: Kept, command: HouseCommand) -> Kept:
    """Return what the house keeps after *command*, or raise Rejected."""
    before = read_house(house)
    match command:
        case EnterCards(language=language, counts=counts):
            after = replace(before, cards={**before.cards, language: _checked(counts)})
        case ForgetCards(language=language):
            kept = {key: each for key, each in before.cards.items() if key != language}
            after = replace(before, cards=kept)
        case KeepList() | ForgetList():
            after = replace(before, lists=_with_lists(before, command))
        case StrikeWord(language=language, word=word):
            after = replace(before, struck=_with_strike(before, language, word))
        case AllowWord(language=language, word=word):
            left = tuple(each for each in before.struck.get(language, ()) if each != word)
            after = replace(before, struck={**before.struck, language: left})
        case RuleWord() | ForgetRuling():
            after = replace(before, ruled=change_rulings(before.ruled, command))
    found: Kept = msgspec.to_builtins(after)
    return found


def _checked(counts: Mapping[str, int]) -> Counts:
    """Return 64 cards, or refuse and say how far off the counts are."""
    cards = {letter: count for letter, count in counts.items() if count}
    for letter, count in cards.items():
        if letter not in tuple(ascii_uppercase) or not 0 < count <= DECK_SIZE:
            raise refuse("card-count", letter=letter[:1])
    total = sum(cards.values())
    if total < DECK_SIZE:
        raise refuse("cards-missing", n=DECK_SIZE - total, total=total)
    if total > DECK_SIZE:
        raise refuse("cards-over", n=total - DECK_SIZE, total=total)
    return tuple(sorted(cards.items()))


def _with_lists(
    before: HouseMaterial, command: KeepList | ForgetList
) -> tuple[OwnList, ...]:
    def check(wish: KeepList) -> CheckedList:
        lexicon, deck = load_lexicon(wish.language), before.deck(wish.language)
        return check_list(wish.text, lexicon, deck)

    return change_lists(before.lists, command, check, LENGTHS)


def _with_strike(
    before: HouseMaterial, language: Language, word: str
) -> dict[Language, tuple[str, ...]]:
    try:
        key = fold(word.strip(), language)
    except DataError as error:
        raise refuse("strike-word") from error
    if len(key) not in LENGTHS:
        raise refuse("strike-word")
    struck = tuple(sorted({*before.struck.get(language, ()), key}))
    if len(struck) > MOST_STRUCK:
        raise refuse("strikes-full", most=MOST_STRUCK)
    return {**before.struck, language: struck}


# -- what the host's page shows ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardsView:
    """The letter cards of one language; *mark* says how well they are known."""

    language: Language
    mark: str
    counts: Counts
    """Every letter from A to Z."""


@dataclass(frozen=True, slots=True)
class HouseView:
    """What the host's page shows: of the lists how they were checked, not their words."""

    cards: tuple[CardsView, ...]
    lists: tuple[OwnList, ...]
    struck: tuple[tuple[Language, tuple[str, ...]], ...] = ()
    ruled: Rulings = field(default_factory=Rulings)


def house_view(house: Kept) -> HouseView:
    """Return what the host's page shows of *house*."""
    # The words themselves, maybe thousands, are neither read nor shown.
    slim = {**house, "lists": [{**each, "words": ()} for each in house.get("lists", ())]}
    kept = read_house(slim)
    return HouseView(
        cards=tuple(_cards_view(language, kept) for language in LANGUAGES),
        lists=kept.lists,
        struck=tuple((code, words) for code, words in kept.struck.items() if words),
        ruled=kept.ruled,
    )


def _cards_view(language: Language, kept: HouseMaterial) -> CardsView:
    deck = kept.deck(language)
    counts = tuple((letter, deck.counts.get(letter, 0)) for letter in ascii_uppercase)
    return CardsView(language, deck.mark, counts)
