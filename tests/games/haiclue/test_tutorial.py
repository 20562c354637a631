"""The tutorial's deal: words of the game's own list, and a clue that is found if it leads there."""

import pytest

from companion.games.haiclue.tutorial import PERSON, deal_of
from companion.games.haiclue.words import shipped
from companion.languages import LANGUAGES
from companion.ports import Seat
from tests.table.lessons import House

CASES = [(lang, good) for lang in LANGUAGES for good in (True, False)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_words_are_those_of_the_game_and_each_comes_once(language: str) -> None:
    deal, known = deal_of(language), {each.text for each in shipped(language)}
    clues = (tile for clue in deal.clues for tile in clue)
    tiles = [*deal.targets, *deal.tiles.split(), *clues, *deal.rest.split()]
    words = [word for tile in tiles for word in tile.split("/")]
    assert set(words) <= known
    assert len(set(words)) == len(words) == 2 * len(tiles)
    assert len({deal.target(Seat(n)) for n in range(3)}) == 3


@pytest.mark.parametrize(("language", "good"), CASES)
def test_the_others_find_a_clue_that_leads_there_and_no_other(
    language: str, *, good: bool
) -> None:
    house = House(game="haiclue")
    house.begin(language=language)
    places = deal_of(language).places
    for _ in house.walk():
        if "LayClue" in house.lesson().mark.kinds:
            break
    others = [str(n) for n in range(1, 16) if str(n) not in places]
    house.send("LayClue", tiles=[*places] if good else others[:2])
    for page in house.walk():
        poems = page.view.table.poems
    first, own = poems
    assert first.right == len(first.guesses) == 2
    assert own.author == PERSON
    assert own.right == (2 if good else 0)
