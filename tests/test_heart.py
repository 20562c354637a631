"""What goes wrong where plain random play hardly comes is found in any game, by lucky play.

Over the catalogue nothing may be found; ``games/test_planted_heart.py`` plants what has to be.
"""

import pytest

from companion.games import FIRST, GAMES
from tests.depth import seeds
from tests.heart_faults import heart_faults
from tests.plain_faults import alike, idle_choices, schema, uncounted, uncovered, unread
from tests.stored import known

SEEDS, DEEP = 1, 5
STEPS, FAR = 60, 300


@pytest.mark.parametrize("some", seeds(SEEDS, DEEP))
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wrong_at_any_moment_of_a_lucky_match(name: str, some: range) -> None:
    limit = STEPS if len(some) == SEEDS else FAR
    assert list(heart_faults(GAMES[name](), some, limit)) == []


@pytest.mark.parametrize("some", seeds(SEEDS, DEEP))
@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_alone_knows_stands_under_the_cover(name: str, some: range) -> None:
    limit = STEPS if len(some) == SEEDS else FAR
    for seed in some:
        assert list(uncovered(GAMES[name](), seed, limit)) == []


@pytest.mark.parametrize("name", GAMES)
def test_sentences_are_translated_and_counted(name: str) -> None:
    game = GAMES[name]()
    assert [*alike(game), *uncounted(game)] == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_stored_of_a_match_is_read_for_ever(name: str) -> None:
    """A game that nobody has played yet is not written down."""
    game, stored = GAMES[name](), known()
    assert list(unread(game, stored.get(name, {}))) == []
    if name in FIRST:
        assert stored[name] == schema(game), "python -m tests.stored"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_each_choice_of_the_hosts_changes_something(name: str) -> None:
    assert list(idle_choices(GAMES[name](), seeds=12, limit=150)) == []
