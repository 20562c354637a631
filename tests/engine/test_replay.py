from random import Random

import pytest

from companion.engine.replay import Entry, Undone, counting, replay
from companion.games import GAMES
from tests.play import Player, after, begin, steps


@pytest.mark.parametrize(
    ("entries", "kept"),
    [
        ([], []),
        (["a", "b"], [(0, "a"), (1, "b")]),
        (["a", "b", Undone(1)], [(0, "a")]),
        (["a", "b", Undone(0)], []),
        (["a", Undone(1)], [(0, "a")]),
        (["a", Undone(0), "b"], [(2, "b")]),
        (["a", "b", Undone(1), Undone(0)], []),
        (["a", "b", Undone(1), "c"], [(0, "a"), (3, "c")]),
        (["a", "b", Undone(1), "c", Undone(3)], [(0, "a")]),
        (["a", "b", Undone(1), "c", Undone(3), "d"], [(0, "a"), (5, "d")]),
        (["a", "b", "c", Undone(2), Undone(1), "d", Undone(5), "e"], [(0, "a"), (7, "e")]),
        (["a", "b", Undone(1), "c", Undone(1)], [(0, "a")]),
    ],
)
def test_an_undo_leaves_what_counted_before_its_step(
    entries: list[Entry], kept: list[tuple[int, Entry]]
) -> None:
    assert counting(entries) == kept


def test_a_replay_of_a_log_with_undos_is_the_state_as_if_it_had_not_been() -> None:
    game, random = GAMES["letter_jam"](), Random(5)
    log: list[Entry] = begin(game, 4, random)
    state = after(game, game.initial, log)
    for before, _, events in steps(game, state, Player(game, random), limit=200):
        if events is None:
            continue
        assert replay(game, [*log, *events, Undone(len(log))]) == before
        log += [*events, Undone(len(log)), *events]
        assert replay(game, log) == after(game, before, events)
