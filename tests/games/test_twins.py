"""No twin is lazy: what some seat does not see is something else in some twin of its world."""

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.engine.for_tests import ForTests
from companion.engine.game import AnyGame
from companion.games import GAMES
from tests.depth import by_default
from tests.games.test_planted_leaks import Leak, changed
from tests.lazy_twins import forget, lazy_twins
from tests.play import for_tests

HOST = "what the host chose all may know"
SAID = "all have heard it, or seen it on the table"

KNOWN: Mapping[str, Mapping[str, str]] = {
    "letter_jam": {
        "nudge": HOST,
        "scored": HOST,
        "clues.up": SAID,
        "players.revealed.whole": "what a wildcard stood for: its event tells it to all",
        "pulls.": SAID,
        "stands.dealt": SAID,
        "stands.standing": SAID,
        "waited": "everybody waited",
    },
    "haiclue": {
        "hurry": HOST,
        "first_reader": SAID,
        "players.left_out": SAID,
        "players.vote": SAID,
        "poems.targets": SAID,
    },
    "djam": {
        "options.": HOST,
        "bans": "for which nobody found a word",
        "chapters.": SAID,
        "claim.accepted": SAID,
        "cooling": SAID,
        "drawn": SAID,
        "playing": "who was here when the dice fell, as all saw",
        "roller": "it goes round",
        "turn": "a number of deadlines, of nothing else",
    },
    "buchstabenbluff": {
        "believed.shown": SAID,
        "believed.word": SAID,
        "laid.shown": SAID,
        "outcomes.": SAID,
        "over": "a turn has ended before everybody's eyes",
        "players.fresh": "how many cards came, as all saw",
    },
}
"""Fields that no page shows at each moment, and that are no secret; and why."""

LAZY = {
    "answers": Leak(
        "buchstabenbluff",
        "random.choice((True, False))",
        "state.players[each].doubts",
        "for_tests",
    ),
    "the word that lies": Leak(
        "buchstabenbluff",
        "        laid = _other(laid, seat, cards)",
        "        pass",
        "for_tests",
    ),
    "votes": Leak("djam", "        claim=_votes(state, seat, random),\n", "", "for_tests"),
    "the number die under a theme of the hat": Leak(
        "djam", "        roll=_number(state, random),\n", "", "for_tests"
    ),
    "slips in the hat": Leak("djam", "themes=themes, ", "", "for_tests"),
    "cards": Leak(
        "haiclue", "state = state.with_player(each, card=pool.pop())", "pass", "for_tests"
    ),
    "guesses": Leak(
        "haiclue", "state = state.with_player(each, guess=other)", "pass", "for_tests"
    ),
    "final words": Leak(
        "letter_jam", "guesses=guesses, final=final)", "guesses=guesses)", "for_tests"
    ),
    "secret words": Leak("letter_jam", "words=words, deck=", "deck=", "for_tests"),
}
"""What a twin leaves as it is."""


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    forget()


@cache
def game(name: str) -> AnyGame:
    """Return a game, and each time the same."""
    return GAMES[name]()


def found(name: str, tests: ForTests[Any]) -> Iterator[str]:
    """Yield what is found in a game, but for what is known."""
    return lazy_twins(game(name), tests.twin, (*KNOWN.get(name, ()), *tests.no_secrets))


@pytest.mark.parametrize("name", GAMES)
def test_a_twin_changes_every_field_that_some_seat_does_not_see(name: str) -> None:
    assert list(found(name, for_tests(game(name)))) == []


@pytest.mark.parametrize(
    "kind", by_default("answers", "votes", "cards", "final words", of=LAZY)
)
def test_a_lazy_twin_is_found(kind: str, tmp_path: Path) -> None:
    leak = LAZY[kind]
    module = importlib.import_module(f"companion.games.{leak.game}.{leak.module}")
    assert next(found(leak.game, changed(module, leak, tmp_path).FOR_TESTS), "")
