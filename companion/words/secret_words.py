"""Draws secret words that can all be laid from one deck, and scrambles them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Pool:
    """Words of one length and, place by place, their letters as packed hands."""

    words: tuple[str, ...]
    hands: tuple[int, ...]


def pool(words: Iterable[str], deck: Deck) -> Pool:
    """Return the pool of those *words* (capitals) that *deck* can lay on its own."""
    fitting = tuple(sorted({word for word in words if deck.holds(word)}))
    return Pool(fitting, tuple(map(_hand, fitting)))


def _hand(letters: Iterable[str]) -> int:
    return sum(1 << _SHIFT[letter] for letter in letters)


def draw_words(
    pools: Mapping[int, Pool], deck: Deck, lengths: Sequence[int], chance: Chance
) -> tuple[str, ...]:
    """Return different words, one per length, that *deck* can lay all at once.

    Every such tuple is equally likely. Raises DataError if there is none.
    """
    _refuse_small_pools(pools, lengths)
    chosen = [pools[length] for length in lengths]
    cards = _hand(deck.cards())
    for _ in range(MOST_DRAWS):
        words = _draw_once(chosen, cards, chance)
        if words:
            return words
    return _search(pools, cards, lengths, chance)


def _refuse_small_pools(pools: Mapping[int, Pool], lengths: Sequence[int]) -> None:
    for length in sorted(set(lengths)):
        wanted, there = lengths.count(length), len(pools[length].words)
        if there < wanted:
            raise DataError(
                f"The deck can lay {there} of the listed words of {length} letters, but "
                f"{wanted} are wanted; choose another length or a harder level."
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


def _search(
    pools: Mapping[int, Pool], cards: int, lengths: Sequence[int], chance: Chance
) -> tuple[str, ...]:
    # The scarcest words first: there a wrong choice shows soonest.
    order = sorted(set(lengths), key=lambda length: len(pools[length].words))
    wanted = [length for length in order for _ in range(lengths.count(length))]
    start = {
        length: chance.shuffled(
            tuple(zip(pools[length].words, pools[length].hands, strict=True))
        )
        for length in order
    }
    found = _Search().lay(wanted, start, cards)
    if found is None:
        raise DataError(
            f"No words of {', '.join(map(str, lengths))} letters fit the deck together; "
            "choose shorter words, fewer players or a longer word list."
        )
    # Players of one length are alike to the search, so their words are dealt out by chance.
    given = {length: [word for word in found if len(word) == length] for length in order}
    given = {length: list(chance.shuffled(words)) for length, words in given.items()}
    return tuple(given[length].pop() for length in lengths)


_Choices = Mapping[int, Sequence[tuple[str, int]]]


class _Search:
    """Backtracking over words; counts its steps so that it cannot run for ever."""

    def __init__(self) -> None:
        self._steps = 0

    def lay(self, wanted: Sequence[int], choices: _Choices, cards: int) -> list[str] | None:
        """Return words for all *wanted* lengths, or None if there are none."""
        if not wanted:
            return []
        fitting = {length: _fitting(choices[length], cards) for length in set(wanted)}
        if not _may_fit(wanted, fitting, cards):
            return None
        length = wanted[0]
        for place, (word, hand) in enumerate(fitting[length]):
            self._count_step()
            # Players of one length take words in list order, or each set would be tried
            # once for every way to give it to them.
            later = {**fitting, length: fitting[length][place + 1 :]}
            rest = self.lay(wanted[1:], later, cards - hand)
            if rest is not None:
                return [word, *rest]
        return None

    def _count_step(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise DataError(
                "No words that fit the deck together were found in time; choose shorter "
                "words, fewer players or a longer word list."
            )


def _fitting(choices: Sequence[tuple[str, int]], cards: int) -> Sequence[tuple[str, int]]:
    guarded = cards | _GUARDS
    return [one for one in choices if (guarded - one[1]) & _GUARDS == _GUARDS]


def _may_fit(wanted: Sequence[int], fitting: _Choices, cards: int) -> bool:
    """Tell whether the cards may do: each letter, with the words that need it least."""
    if any(len(fitting[length]) < wanted.count(length) for length in set(wanted)):
        return False
    return all(
        sum(_least(fitting[length], shift) * wanted.count(length) for length in set(wanted))
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
