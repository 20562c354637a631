"""The chronicle: every word of every round, for all, when the match is over."""

from random import Random
from typing import Any

from companion.cli.bot_matches import Series, play
from companion.games.djam.chronicle import chapters, richest
from companion.games.djam.game import djam
from companion.games.djam.state import STONES
from companion.ports import Message
from tests.games.djam.test_bot import moves
from tests.games.djam.test_pages import phone
from tests.play import NAMES

GAME = djam()


def ended() -> Any:
    return play(GAME, Series(GAME.name, NAMES[:3], {}, ("simple",) * 3, 0), Random(4))


def test_at_the_end_every_word_of_every_round_is_told_once() -> None:
    end = ended()
    view = GAME.table_view(end)
    assert sum(each.stones for told in view.chronicle for each in told.spoken) == STONES
    rounds = [told.round for told in view.chronicle]
    assert rounds == sorted(set(rounds))
    assert rounds[-1] == end.round
    assert {told.first for told in view.chronicle} > {""}
    assert {told.theme for told in view.chronicle} <= set(end.options.themes)


def test_before_the_end_no_view_has_it() -> None:
    kept = 0
    for state, seat, _ in moves(5):
        view = GAME.seat_view(state, seat)
        if not GAME.finished(state):
            assert view.table.chronicle == ()
            assert view.table.richest is None
        kept = max(kept, len(state.chapters))
    assert kept > 3


def test_the_richest_word_stands_on_the_phone_and_in_the_evenings() -> None:
    end = ended()
    best = richest(end)
    assert best is not None
    every = [each.stones for told in chapters(end) for each in told.spoken]
    assert best.stones == max(every)
    assert f"The richest word: {best.word}" in phone(end, 0)
    result = GAME.result(end)
    assert isinstance(result, Message)
    assert (result.id, result.params["word"]) == ("result.word", best.word)


def test_words_that_were_only_spoken_leave_no_richest_one() -> None:
    assert richest(GAME.initial) is None
    assert chapters(GAME.initial) == ()
