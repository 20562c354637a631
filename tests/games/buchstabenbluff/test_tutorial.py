"""The tutorial's deal: cards of the pack, and a bluff that one card gives away."""

from collections import Counter

import pytest

from companion.games.buchstabenbluff.deck import cards
from companion.games.buchstabenbluff.spelling import SpellingLists
from companion.games.buchstabenbluff.state import Options
from companion.games.buchstabenbluff.tutorial import CARDS, deal_of
from companion.games.buchstabenbluff.words import listed
from companion.languages import LANGUAGES
from tests.table.lessons import House


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_cards_are_in_the_pack_and_the_one_that_tells_is_there_once(
    language: str,
) -> None:
    deal, pack = deal_of(language), Counter(cards(language))
    assert not Counter("".join(deal.hands) + deal.deck) - pack
    assert pack[deal.letter] == 1
    assert deal.letter in deal.hands[0]
    assert deal.letter in deal.bluff


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_words_are_words_and_none_lies_there(language: str) -> None:
    deal, words = deal_of(language), SpellingLists()
    for word in (deal.bluff, deal.example):
        assert listed(words, Options(language=language), word)
    person, _, bluffer = deal.hands
    assert len(deal.bluff) == len(bluffer)
    assert Counter(deal.bluff) - Counter(bluffer)
    assert len(deal.example) == CARDS
    assert Counter(deal.example) - Counter(person + deal.deck)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bluff_is_seen_through_and_one_gets_away(language: str) -> None:
    house = House(game="buchstabenbluff")
    house.begin(language=language)
    ends = [page.view.table.last for page in house.walk()]
    kinds = [each.kind for each in ends if each is not None]
    assert kinds[0] == "bluff"
    assert kinds[-1] == "believed"
    assert "honest" not in kinds
