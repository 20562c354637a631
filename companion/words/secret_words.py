"""Draws secret words that can all be laid from one deck, and scrambles them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from companion.errors import DataError
from companion.words.chance import Chance
from companion.words.deck import Deck

MOST_DRAWS = 20_000
"""Tuples thrown away before the exhaustive search. One in a hundred fits at worst with the
lists that ship, so in practice only lists made by hand come to the search."""

MOST_STEPS = 200_000
"""Words laid on trial by the exhaustive search before it gives up, about a second."""

# A hand of cards is one number: 8 bits a letter, the eighth a guard. A hand fits into
# another if no guard bit is borrowed in the subtraction of the one from the other with all
# its guards set: one operation for all letters.
_BITS = 8
_SHIFT = {letter: _BITS * place for place, letter in enumerate(ascii_uppercase)}
_GUARDS = sum(1 << (shift + _BITS - 1) for shift in _SHIFT.values())
_COUNT = (1 << (_BITS - 1)) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Words of one length and, place by place, their letters as packed hands."""

    length: int
    words: tuple[str, ...]
    hands: tuple[int, ...]


def pool(length: int, words: Iterable[str], deck: Deck) -> Pool:
    """Return the pool of those *words* (capitals) that *deck* can lay on its own."""
    fitting = tuple(sorted({word for word in words if deck.holds(word)}))
    return Pool(length, fitting, tuple(map(_hand, fitting)))


def _hand(letters: Iterable[str]) -> int:
    return sum(1 << _SHIFT[letter] for letter in letters)


def draw_words(pools: Sequence[Pool], deck: Deck, chance: Chance) -> tuple[str, ...]:
    """Return different words, one from each of *pools*, that *deck* can lay all at once.

    Every such tuple is equally likely. Two pools are one and the same, or have no word in
    common. Raises DataError if there is no such tuple.
    """
    _refuse_small_pools(pools)
    cards = _hand(deck.cards())
    for _ in range(MOST_DRAWS):
        words = _draw_once(pools, cards, chance)
        if words:
            return words
    return _search(pools, cards, chance)


def _refuse_small_pools(pools: Sequence[Pool]) -> None:
    for one in sorted(set(pools), key=lambda one: one.length):
        wanted, there = pools.count(one), len(one.words)
        if there < wanted:
            raise DataError(
                f"The deck can lay {there} of the listed words of {one.length} letters, "
                f"but {wanted} are wanted; choose another length, a harder level or a longer list."
            )


def _draw_once(pools: Sequence[Pool], cards: int, chance: Chance) -> tuple[str, ...]:
    """Draw one tuple; return nothing if it does not fit."""
    words = []
    for one in pools:
        index = chance.below(len(one.words))
        rest = (cards | _GUARDS) - one.hands[index]
        if rest & _GUARDS != _GUARDS:
            return ()
        cards = rest ^ _GUARDS
        words.append(one.words[index])
    return tuple(words) if len(set(words)) == len(words) else ()


# -- the exhaustive search --


def _search(pools: Sequence[Pool], cards: int, chance: Chance) -> tuple[str, ...]:
    # The scarcest words first: there a wrong choice shows soonest. Sorting is stable, so
    # that chance meets the pools in one order on every machine.
    order = sorted(dict.fromkeys(pools), key=lambda one: len(one.words))
    wanted = [one for one in order for _ in range(pools.count(one))]
    start = {
        one: chance.shuffled(tuple(zip(one.words, one.hands, strict=True))) for one in order
    }
    found = _lay(wanted, start, cards, iter(range(MOST_STEPS)))
    if found is None:
        raise DataError(
            f"No words of {', '.join(str(one.length) for one in pools)} letters fit the "
            "deck together; choose shorter words, fewer players or a longer word list."
        )
    # Players of one pool are alike to the search, so their words are dealt out by chance.
    given: dict[Pool, list[str]] = {one: [] for one in order}
    for one, word in zip(wanted, found, strict=True):
        given[one].append(word)
    given = {one: list(chance.shuffled(words)) for one, words in given.items()}
    return tuple(given[one].pop() for one in pools)


_Choices = Mapping[Pool, Sequence[tuple[str, int]]]


def _lay(
    wanted: Sequence[Pool], choices: _Choices, cards: int, steps: Iterator[int]
) -> list[str] | None:
    """Return words for all *wanted* pools, or None if there are none; each costs a step."""
    if not wanted:
        return []
    fitting = {one: _fitting(choices[one], cards) for one in set(wanted)}
    if not _may_fit(wanted, fitting, cards):
        return None
    first = wanted[0]
    for place, (word, hand) in enumerate(fitting[first]):
        if next(steps, None) is None:
            raise DataError(
                "No words that fit the deck together were found in time; choose shorter "
                "words, fewer players or a longer word list."
            )
        # Players of one pool take words in list order, or each set would be tried
        # once for every way to give it to them.
        later = {**fitting, first: fitting[first][place + 1 :]}
        rest = _lay(wanted[1:], later, cards - hand, steps)
        if rest is not None:
            return [word, *rest]
    return None


def _fitting(choices: Sequence[tuple[str, int]], cards: int) -> Sequence[tuple[str, int]]:
    guarded = cards | _GUARDS
    return [one for one in choices if (guarded - one[1]) & _GUARDS == _GUARDS]


def _may_fit(wanted: Sequence[Pool], fitting: _Choices, cards: int) -> bool:
    """Tell whether the cards may do: each letter, with the words that need it least."""
    if any(len(fitting[one]) < wanted.count(one) for one in set(wanted)):
        return False
    return all(
        sum(_least(fitting[one], shift) * wanted.count(one) for one in set(wanted))
        <= cards >> shift & _COUNT
        for shift in _SHIFT.values()
    )


def _least(choices: Sequence[tuple[str, int]], shift: int) -> int:
    return min(hand >> shift & _COUNT for _, hand in choices)


# -- scrambling --

MOST_SHUFFLES = 200


def scramble(word: str, is_word: Callable[[str], bool], chance: Chance) -> str:
    """Return the letters of *word* in a random order that is no word.

    Raises DataError if every order is a word.
    """
    for _ in range(MOST_SHUFFLES):
        order = "".join(chance.shuffled(word))
        if order != word and not is_word(order):
            return order
    raise DataError(
        "A secret word reads as a word in every order; strike it from the list."
    )
