"""Which clue words come to a bot's mind."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log10
from random import Random
from statistics import mean
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.letter_jam.bots.act import find_clue, search_clue
from companion.games.letter_jam.bots.bot import Bot
from companion.games.letter_jam.bots.minds import (
    SEARCHED,
    SHORTEST,
    after_a_search,
    come_to_mind,
)
from companion.games.letter_jam.bots.strengths import STRENGTHS, Strength
from companion.games.letter_jam.game import LetterJamGame, shipped
from companion.games.letter_jam.state import Phase
from companion.games.letter_jam.view import SeatView
from companion.languages import Language
from companion.ports import Seat
from tests.games.letter_jam.test_bot import begun

RARE = 3.5


@pytest.fixture(scope="module", name="views")
def _views() -> Sequence[SeatView]:
    game: LetterJamGame = shipped()
    states = [begun(game, 4, Random(seed)) for seed in range(6)]
    assert all(state.phase is Phase.CLUE for state in states)
    return [game.seat_view(state, Seat(0)) for state in states]


def thinking(views: Sequence[SeatView], strength: Strength) -> Iterator[Bot]:
    return (Bot(view, strength, seed) for seed, view in enumerate(views))


def zipf(bot: Bot, word: str) -> float:
    return 4 + 2 * log10(bot.index.weight(word))


def test_the_stronger_a_bot_the_more_words_come_to_its_mind(
    views: Sequence[SeatView],
) -> None:
    found = [
        mean(len(come_to_mind(bot, bot.letters)) for bot in thinking(views, strength))
        for strength in STRENGTHS.values()
    ]
    assert found == sorted(found)
    assert found[-1] > 3 * found[0] > 0


def test_to_nobody_all_words_come(views: Sequence[SeatView]) -> None:
    """Nor many rare ones, however keen somebody is."""
    for bot in thinking(views, STRENGTHS["keen"]):
        legal, thought = bot.index.legal(bot.letters), come_to_mind(bot, bot.letters)
        assert set(thought) < set(legal)
        rare = [word for word in thought if zipf(bot, word) < RARE]
        there = [word for word in legal if zipf(bot, word) < RARE]
        assert len(rare) / len(thought) < len(there) / len(legal) / 1.5


def test_of_words_that_need_the_wildcard_fewer_come(views: Sequence[SeatView]) -> None:
    found = []
    for bot in thinking(views, STRENGTHS["medium"]):
        plain = set(bot.index.legal(bot.letters, wildcard=False))
        legal, thought = (
            set(bot.index.legal(bot.letters)),
            set(come_to_mind(bot, bot.letters)),
        )
        shares = (len(thought & part) / len(part) for part in (plain, legal - plain))
        found.append(tuple(shares))
    assert mean(share for share, _ in found) > 3 * mean(share for _, share in found)


def test_who_goes_on_looking_finds_the_commonest_words(views: Sequence[SeatView]) -> None:
    nobody = replace(STRENGTHS["weak"], notices=0.0)
    for bot in thinking(views, nobody):
        assert find_clue(bot) is None
        clue = search_clue(bot)
        assert clue is not None
        assert "*" not in clue.spots
        words = after_a_search(bot, bot.letters, wildcard=True)
        legal = {word for word in bot.index.legal(bot.letters) if len(word) > SHORTEST}
        said = {word for word in legal if zipf(bot, word) >= RARE}
        others = said - set(words)
        assert len(words) == min(SEARCHED, len(said))
        least = min(map(bot.index.weight, words))
        assert least >= max(map(bot.index.weight, others), default=0.0)


def test_nobody_finds_rare_words_who_goes_through_common_ones(
    views: Sequence[SeatView],
) -> None:
    rare = 0
    for bot in thinking(views, STRENGTHS["weak"]):
        words = after_a_search(bot, bot.letters, wildcard=False)
        plain = bot.index.legal(bot.letters, wildcard=False)
        rare += sum(zipf(bot, word) < RARE for word in plain)
        assert [word for word in words if zipf(bot, word) < RARE] == []
    assert rare > 0


def test_more_letters_slip_a_german_mind_and_as_many_as_an_english_one_any_other(
    views: Sequence[SeatView], monkeypatch: pytest.MonkeyPatch
) -> None:
    line: Any = SimpleNamespace(number=1)

    def slipped(language: Language) -> int:
        view = replace(views[0], table=replace(views[0].table, language=language))
        bot = Bot(view, STRENGTHS["weak"], 1)
        return sum(weight < 1 for weight in bot._with_slips(line, [1.0] * 1000))

    german, english = slipped("de"), slipped("en")
    assert german > english > 0
    monkeypatch.setattr("companion.games.letter_jam.bots.bot._SLIPPERY", {})
    assert slipped("de") == english


def test_of_two_letters_few_come_though_they_are_the_commonest(
    views: Sequence[SeatView],
) -> None:
    shares = []
    for length in (2, 3):
        legal = thought = 0
        for bot in thinking(views, STRENGTHS["keen"]):
            words = bot.index.legal(bot.letters, wildcard=False)
            legal += sum(len(word) == length for word in words)
            thought += sum(
                len(word) == length
                for word in come_to_mind(bot, bot.letters)
                if word in set(words)
            )
        shares.append(thought / legal)
    assert 0 < shares[0] < shares[1] / 2


def test_more_come_where_the_secret_words_may_be_any(views: Sequence[SeatView]) -> None:
    """They are harder to guess, and no fewer shall be found."""
    more = 0
    for bot in thinking(views, STRENGTHS["medium"]):
        own = replace(
            bot, view=replace(bot.view, table=replace(bot.view.table, level="own"))
        )
        shipped_ones = set(come_to_mind(bot, bot.letters))
        found = set(come_to_mind(own, bot.letters))
        assert shipped_ones <= found
        more += len(found - shipped_ones)
    assert more
