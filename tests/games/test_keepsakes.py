"""What is kept of a match of each game: who won, as the evening's list says, and its words."""

import re
from random import Random

import pytest

from companion.engine.game import AnyGame
from companion.engine.people import of_players
from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.messages import load
from companion.ports import Keepsake
from tests.play import Player, after, begin, steps

MOST = 8000
"""Steps of random play to an end."""


def ended(game: AnyGame, seed: int) -> tuple[object, Keepsake]:
    random = Random(seed)
    state = after(game, game.initial, begin(game, 3, random))
    for before, _, events in steps(game, state, Player(game, random), MOST):
        state = before if events is None else after(game, before, events)
        if game.finished(state):
            kept = game.keepsake(game.table_view(state))
            assert kept is not None
            return state, kept
    raise AssertionError("random play came to no end")


@pytest.mark.parametrize("name", ["djam", "buchstabenbluff", "haiclue"])
def test_it_says_who_won_and_shows_words_of_the_match(name: str) -> None:
    game = GAMES[name]()
    state, kept = ended(game, 1)
    result = game.result_of(state)
    assert result is not None
    assert kept.result in (result, result.params.get("won"))
    table = repr(game.table_view(state)).upper()
    shown = [each.word for each in kept.words] + [kept.best, *kept.verse]
    assert any(shown)
    for word in " ".join(shown).split():
        assert word.upper() in table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("buchstabenbluff", "result.won"),
        ("buchstabenbluff", "told.ended"),
        ("haiclue", "result.won"),
        ("haiclue", "told.won"),
    ],
)
def test_who_has_won_with_one_point_is_told_of_in_good_language(
    name: str, told: str, language: str
) -> None:
    """The plural forms are of the names, so that of the points is in none of them."""
    catalogue = load([GAMES[name]().pages], language)
    for names in (("Ann",), ("Ann", "Bob")):
        said = catalogue.say(of_players(told, names, points=1))
        assert "1" in said
        assert not re.search(r"\b1 (?:points|Punkte)", said)
