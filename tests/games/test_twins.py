"""No twin is lazy: what some seat does not see is something else in some twin of its world."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.games.test_planted_leaks import Leak, planted
from tests.lazy_twins import lazy_twins

HOST = "what the host chose all may know"
SAID = "all have heard it, or seen it on the table"

KNOWN: Mapping[str, Mapping[str, str]] = {
    "letter_jam": {
        "nudge": HOST,
        "scored": HOST,
        "clues.up": SAID,
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
        "roller": "it goes round",
        "turn": "a number of deadlines, of nothing else",
    },
    "buchstabenbluff": {
        "believed.shown": SAID,
        "believed.word": SAID,
        "laid.shown": SAID,
        "outcomes.": SAID,
    },
}
"""Fields that no page shows at each moment, and that are no secret; and why."""

LAZY = {
    "answers": Leak(
        "buchstabenbluff",
        "random.choice((True, False))",
        "state.players[each].doubts",
        "secrecy",
    ),
    "the word that lies": Leak(
        "buchstabenbluff",
        "        laid = _other(laid, seat, cards)",
        "        pass",
        "secrecy",
    ),
    "votes": Leak("djam", "        claim=_votes(state, seat, random),\n", "", "secrecy"),
    "the number die under a theme of the hat": Leak(
        "djam", "        roll=_number(state, random),\n", "", "secrecy"
    ),
    "slips in the hat": Leak("djam", "themes=themes, ", "", "secrecy"),
    "cards": Leak(
        "haiclue", "state = state.with_player(each, card=pool.pop())", "pass", "secrecy"
    ),
    "guesses": Leak(
        "haiclue", "state = state.with_player(each, guess=other)", "pass", "secrecy"
    ),
    "final words": Leak(
        "letter_jam", "guesses=guesses, final=final)", "guesses=guesses)", "secrecy"
    ),
    "secret words": Leak("letter_jam", "words=words, deck=", "deck=", "secrecy"),
}
"""What a twin leaves as it is."""


@pytest.mark.parametrize("name", GAMES)
def test_a_twin_changes_every_field_that_some_seat_does_not_see(name: str) -> None:
    known = tuple(KNOWN.get(name, ()))
    assert [each for each in lazy_twins(GAMES[name]()) if not each.startswith(known)] == []


@pytest.mark.parametrize("kind", LAZY)
def test_a_lazy_twin_is_found(kind: str, tmp_path: Path) -> None:
    lazy = planted(LAZY[kind], tmp_path)
    known = tuple(KNOWN[lazy.name])
    assert [each for each in lazy_twins(lazy) if not each.startswith(known)]
