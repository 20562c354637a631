"""The chronicle: every word of every round, for all, when the match is over."""

from collections import Counter
from random import Random
from typing import Any

from companion.cli.bot_matches import Series, play
from companion.games.djam.chronicle import chapters, richest
from companion.games.djam.game import djam
from companion.games.djam.scoring import fold
from companion.games.djam.state import STONES
from companion.ports import Message
from tests.games.djam.table import BLACK, BORVA, rolled
from tests.games.djam.test_bot import moves
from tests.games.djam.test_pages import phone, screen
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
    result = GAME.result_of(end)
    assert isinstance(result, Message)
    assert (result.id, result.params["word"]) == ("result.word", best.word)


def test_words_that_were_only_spoken_leave_no_richest_one() -> None:
    assert richest(GAME.initial) is None
    assert chapters(GAME.initial) == ()


def test_the_middle_tells_at_the_end_what_remains_of_the_match() -> None:
    end = ended()
    view = GAME.table_view(end)
    words = [each for told in chapters(end) for each in told.spoken]
    found = {mark.kind: mark for mark in view.marks}
    longest = max(len(fold(each.word)) for each in words if each.valid)
    assert found["longest"].n == len(fold(found["longest"].word)) == longest
    firsts = [
        next(w.seat for w in told.spoken if w.valid)
        for told in view.chronicle
        if any(w.valid for w in told.spoken)
    ]
    assert {firsts.count(seat) for seat in found["quickest"].seats} == {found["quickest"].n}
    assert max(Counter(firsts).values()) == found["quickest"].n
    page = screen(end)
    best = richest(end)
    assert best is not None
    assert f"The richest word: {best.word}" in page
    assert f"The longest word: {found['longest'].word}" in page
    assert page.index('id="table-stones"') < page.index('id="table-marks"')


def test_who_paid_and_who_was_objected_to_is_told() -> None:
    t = rolled(3, BLACK, BORVA, stones=(40, 40, 9))
    t.find("Ann", "Bora")
    t.time_up()
    t.say("Bob", "Egg")
    t.object("Cleo", ("Cleo", True), ("Ann", True))
    t.roll()
    t.find("Cleo", "Bono")
    assert t.phase() == "end"
    told = {mark.kind: (mark.seats, mark.n) for mark in t.game.table_view(t.state).marks}
    assert told["paid"] == ((0,), 4)
    assert told["objected"] == ((1,), 1)


def test_the_ranking_comes_first_on_the_phone_too() -> None:
    end = ended()
    page = phone(end, 0)
    assert (
        page.index('id="stones"') < page.index('id="marks"') < page.index('id="chronicle"')
    )
    best = max(range(3), key=lambda seat: end.players[seat].stones)
    assert page.index(f'id="player-{best}"') == min(
        page.index(f'id="player-{seat}"') for seat in range(3)
    )
