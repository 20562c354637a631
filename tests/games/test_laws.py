"""The referees of random matches find a rule that is broken: one planted after the other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.games.buchstabenbluff import dealing, decide_doubt, decide_turn
from companion.games.buchstabenbluff import scoring as bluff_scoring
from companion.games.djam import scoring as djam_scoring
from companion.games.djam.phases import dice, end
from companion.games.djam.state import Roll
from companion.games.haiclue import evolve, turns
from companion.games.haiclue.scoring import Score, score
from companion.games.haiclue.state import Haiclue
from tests.games.buchstabenbluff import test_properties as bluff
from tests.games.djam import test_properties as djam
from tests.games.haiclue import laws as haiclue_laws
from tests.games.haiclue import test_rules_properties as haiclue

MATCHES = range(24)

PLAYS: dict[str, Callable[[int], object]] = {
    "haiclue": lambda seed: haiclue.play(3 + seed % 3, seed),
    "djam": lambda seed: djam.play(3 + seed % 4, seed),
    "bluff": lambda seed: bluff.play(2 + seed % 3, seed),
}


def unrewarded(state: Haiclue) -> Score:
    """Return points of the guessers alone."""
    points = list(score(state).points)
    for poem in state.poems:
        points[poem.author] -= len(poem.right)
    return replace(score(state), points=tuple(points))


def to_the_right(state: Haiclue) -> Haiclue:
    hands = [player.tiles for player in state.players]
    return state.with_dealt(tiles=[*hands[1:], hands[0]])


def strange_face(*_: Any) -> Roll:
    return Roll(0, tuple("QQQQQ"), 0)


def backwards(state: Haiclue) -> tuple[Any, ...]:
    return tuple(seat for seat in reversed(state.seats) if state.players[seat].clue)


FAULTS: dict[str, tuple[str, Any, str, Any]] = {
    "authors get no point": ("haiclue", haiclue_laws, "score", unrewarded),
    "hands go to the right": ("haiclue", evolve, "_hands_passed", to_the_right),
    "clues are read backwards": ("haiclue", turns, "authors", backwards),
    "a black round is worth three": ("djam", djam_scoring, "BLACK_STONES", 3),
    "everybody gets stones": ("djam", djam_scoring, "places", lambda _: 6),
    "a die has a strange face": ("djam", dice, "_any_roll", strange_face),
    "the decider is anybody's": ("djam", end, "leaders", lambda state: state.seats),
    "hands are refilled to six": ("bluff", dealing, "HAND", 6),
    "there is a sixth turn": ("bluff", decide_turn, "TURNS", 6),
    "a joker is no letter": ("bluff", decide_doubt, "JOKER", "#"),
    "a doubt is worth five": ("bluff", bluff_scoring, "TEN", 5),
}
"""By name: which game, and what stands where in it."""


def play_all(play: Callable[[int], object]) -> None:
    for seed in MATCHES:
        play(seed)


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_rule_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, room, there, fault = FAULTS[name]
    monkeypatch.setattr(room, there, fault)
    with pytest.raises(AssertionError):
        play_all(PLAYS[game])
