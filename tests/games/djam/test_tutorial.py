"""The tutorial's deal: dice that can fall so, and a word that begins right."""

import pytest

from companion.games.djam import material
from companion.games.djam.scoring import fold
from companion.games.djam.tutorial import deal_of
from companion.languages import LANGUAGES
from tests.play import refusal
from tests.table.lessons import House


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_dice_can_fall_so_and_its_word_fits(language: str) -> None:
    deal = deal_of(language)
    for letter, die in zip(deal.letters, material.dice(language), strict=True):
        assert letter in die
    assert fold(deal.example).startswith(deal.letters[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_lies_there_with_its_stones_at_the_end(language: str) -> None:
    house = House(game="djam")
    house.begin(language=language)
    *_, last = [page.view.table for page in house.walk()]
    assert last.claim.word == "bär"
    assert last.claim.stones == 3


@pytest.mark.parametrize("word", ["", "Xylo", "B"])
def test_no_buzzer_without_a_word_that_begins_right(word: str) -> None:
    house = House(game="djam")
    house.begin()
    for _ in house.walk():
        if "Buzz" in house.lesson().mark.kinds:
            assert refusal(house.send, "Buzz", word=word) == "tutorial-word"
