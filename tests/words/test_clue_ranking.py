"""The best clues, found without reckoning what each of the others would tell."""

from random import Random

import pytest

from companion.languages import LANGUAGES, Language
from companion.words.clue_index import clue_index
from companion.words.clue_ranking import Card, RankedClue, rank, value_of
from companion.words.deck import DECKS
from companion.words.likely import from_cards

HANDS = 12


def hand(language: Language, random: Random) -> list[Card]:
    """Return a table of six cards, some of which somebody has to guess."""
    deck = DECKS[language]
    belief = from_cards(deck.counts, {})
    guessed = random.randint(1, 5)
    return [
        Card(
            str(spot),
            letter,
            belief if spot < guessed else None,
            random.choice((0.0, 0.5, 1.0)) if spot < guessed else 1.0,
            0.0 if spot < guessed else random.choice((0.0, 0.1, 0.3)),
        )
        for spot, letter in enumerate(random.sample(deck.cards(), 6))
    ]


def order(clue: RankedClue) -> tuple[float, str]:
    return (-round(clue.value, 6), clue.word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_are_those_of_all(language: Language) -> None:
    index, random = clue_index(language), Random(1)
    for _ in range(HANDS):
        cards, price = hand(language, random), random.choice((0.0, -0.25))
        every = rank(index, cards, most=100_000, wildcard=price)
        for most in (1, 5, 20):
            best = rank(index, cards, most=most, wildcard=price)
            assert sorted(map(order, best)) == sorted(map(order, every[:most]))


def test_each_is_worth_what_it_is_reckoned_at_alone() -> None:
    index, random = clue_index("en"), Random(2)
    for _ in range(HANDS):
        cards = hand("en", random)
        for clue in rank(index, cards):
            assert clue.value == pytest.approx(value_of(index, cards, clue.spots))
