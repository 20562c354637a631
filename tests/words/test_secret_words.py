from collections import Counter
from collections.abc import Collection, Sequence
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import DataError
from companion.languages import LANGUAGES, Language
from companion.words import secret_words
from companion.words.chance import Chance
from companion.words.deck import DECKS, Deck
from companion.words.lexicon import load_lexicon
from companion.words.secret_words import Pool, draw_words, pool, scramble

# Few of the letters that words are made of, and padding up to 64 cards.
TIGHT = Deck({"A": 2, "B": 2, "C": 1, "D": 1, "Z": 58})


def pools_of(words: Collection[str], deck: Deck, lengths: Sequence[int]) -> list[Pool]:
    pools = {
        length: pool(length, [word for word in words if len(word) == length], deck)
        for length in set(lengths)
    }
    return [pools[length] for length in lengths]


def feasible(
    words: Collection[str], deck: Deck, lengths: Sequence[int]
) -> set[tuple[str, ...]]:
    """Every tuple of different words that fits, the slow way."""
    choices = [[word for word in words if len(word) == length] for length in lengths]
    return {
        chosen
        for chosen in product(*choices)
        if len(set(chosen)) == len(chosen)
        and not Counter("".join(chosen)) - Counter(deck.cards())
    }


def test_every_tuple_that_fits_is_equally_likely() -> None:
    words = ["AB", "BA", "AC", "BD", "CD", "ABB", "BAD", "CAB"]
    lengths = (2, 3, 2)
    deck = Deck({"A": 3, "B": 3, "C": 1, "D": 2, "Z": 55})
    possible = feasible(words, deck, lengths)
    pools, chance = pools_of(words, deck, lengths), Chance.seeded(7)
    draws = 1_000 * len(possible)
    counts = Counter(draw_words(pools, deck, chance) for _ in range(draws))
    assert set(counts) == possible
    chi_square = sum((count - 1_000) ** 2 / 1_000 for count in counts.values())
    freedom = len(possible) - 1
    assert 10 < freedom < 5 * 4 * 3  # some fit, some do not
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def test_a_word_that_the_whole_deck_cannot_lay_is_not_in_the_pool() -> None:
    found = pool(4, ["ABBA", "BBBB", "AXED", "CABA", "CABA"], TIGHT)
    assert found.words == ("ABBA", "CABA")


TINY_WORDS = st.lists(st.text("ABCD", min_size=1, max_size=3), unique=True, max_size=9)
TINY_LENGTHS = st.lists(st.integers(1, 3), min_size=2, max_size=4)


@settings(max_examples=300, deadline=None)
@given(TINY_WORDS, TINY_LENGTHS, st.integers(0, 2**64 - 1))
def test_the_exhaustive_search_agrees_with_brute_force(
    words: Collection[str], lengths: Sequence[int], seed: int
) -> None:
    possible = feasible(words, TIGHT, lengths)
    pools = pools_of(words, TIGHT, lengths)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secret_words, "MOST_DRAWS", 0)
        try:
            drawn = draw_words(pools, TIGHT, Chance.seeded(seed))
        except DataError:
            assert not possible
        else:
            assert drawn in possible


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("ABCD", min_size=3, max_size=3), unique=True, max_size=6))
def test_drawing_and_searching_find_the_same_deals_possible(words: Collection[str]) -> None:
    pools = pools_of(words, TIGHT, (3, 3))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secret_words, "MOST_DRAWS", 50)
        try:
            drawn = draw_words(pools, TIGHT, Chance.seeded(1))
        except DataError:
            assert not feasible(words, TIGHT, (3, 3))
        else:
            assert drawn in feasible(words, TIGHT, (3, 3))


def test_too_few_words_are_named_by_length_and_number() -> None:
    pools = pools_of(["ABBA", "DAB", "CAB"], TIGHT, (4, 4))
    with pytest.raises(
        DataError, match=r"lay 1 of the listed words of 4 letters, but 2.*or a longer list"
    ):
        draw_words(pools, TIGHT, Chance.seeded(1))


def test_words_that_do_not_fit_together_are_refused_with_a_sentence() -> None:
    pools = pools_of(["CAB", "CBA", "BCA"], TIGHT, (3, 3))  # each needs the only C
    with pytest.raises(DataError, match="No words of 3, 3 letters fit the deck together"):
        draw_words(pools, TIGHT, Chance.seeded(1))


def test_a_large_list_that_hangs_on_one_letter_is_refused_at_once() -> None:
    deck = Deck({"K": 3, **dict.fromkeys("ABCDEFGHI", 6), "L": 7})
    words = {"".join(order) + "K" for order in permutations("ABCDEFGHI", 3)}
    with pytest.raises(DataError, match="fit the deck together"):
        draw_words(pools_of(words, deck, (4,) * 4), deck, Chance.seeded(1))


def test_the_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret_words, "MOST_DRAWS", 0)
    monkeypatch.setattr(secret_words, "MOST_STEPS", 1)
    pools = pools_of(["ABBA", "DAB", "CAB"], TIGHT, (3, 3))
    with pytest.raises(DataError, match="in time"):
        draw_words(pools, DECKS["en"], Chance.seeded(1))


def test_the_one_card_too_many_is_noticed() -> None:
    deck = Deck({"A": 3, "B": 61})
    pools = pools_of(["AAB", "ABB"], deck, (3, 3))
    assert set(draw_words(pools, deck, Chance.seeded(1))) == {"AAB", "ABB"}
    with pytest.raises(DataError):
        draw_words(pools_of(["AAB", "ABA"], deck, (3, 3)), deck, Chance.seeded(1))


@given(st.text("ADEL", min_size=3, max_size=6), st.integers(0, 2**64 - 1))
def test_a_scramble_has_the_letters_and_is_no_word(word: str, seed: int) -> None:
    listed = {word, word[::-1]}
    if len(set(permutations(word))) > len(listed):
        order = scramble(word, listed.__contains__, Chance.seeded(seed))
        assert sorted(order) == sorted(word)
        assert order not in listed


def test_the_only_order_that_is_no_word_is_found() -> None:
    for seed in range(50):
        assert scramble("ADD", {"ADD", "DAD"}.__contains__, Chance.seeded(seed)) == "DDA"


def test_a_word_whose_every_order_is_a_word_is_refused_without_telling_it() -> None:
    with pytest.raises(DataError, match="in every order") as caught:
        scramble("TOT", {"TOT", "TTO", "OTT"}.__contains__, Chance.seeded(1))
    assert "TOT" not in str(caught.value)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_million_draws_of_six_words_of_seven_letters_never_fail(
    language: Language,
) -> None:
    deck, chance = DECKS[language], Chance.seeded(7)
    pools = [pool(7, load_lexicon(language).secret_words("normal", 7), deck)] * 6
    for _ in range(1_000_000):
        assert len(set(draw_words(pools, deck, chance))) == 6
