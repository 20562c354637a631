"""Who leaves, who comes back, and what is refused."""

from random import Random

import pytest

from companion.engine.codec import Codec
from companion.engine.events import public_part
from companion.engine.people import ComeBack, Leave
from companion.errors import DataError
from companion.games.haiclue import commands as cmd
from companion.games.haiclue.scoring import score
from companion.games.haiclue.state import Phase
from companion.messages import load
from companion.ports import Message, Seat
from tests.games.haiclue.table import GAME, Table

A, B, C, D = map(Seat, range(4))


def test_a_leavers_finished_clue_is_still_read_and_scored() -> None:
    table = Table(3)
    table.lay(1)
    table.command(Leave(B))
    table.lay(0, 2)
    assert table.state.author == B
    table.guess(right=(A,))
    assert score(table.state).points == (1, 1, 0)


def test_nobody_waits_for_a_leaver() -> None:
    table = Table(3)
    table.lay(0, 2)
    table.command(Leave(B))
    assert (table.state.phase, table.state.author) == (Phase.GUESS, C)
    table.command(Leave(A))
    assert [poem.guesses for poem in table.state.poems] == [()]


def test_the_table_goes_on_without_the_clue_of_somebody_who_sits_out() -> None:
    table = Table(3)
    table.lay(0, 2)
    told = GAME.table_view(table.state)
    (event, *_) = GAME.decide(table.state, cmd.SitOut(B), Random(1))
    after = GAME.table_view(GAME.evolve(table.state, event))
    sentence = GAME.announce(told, after, public_part(event))
    assert sentence == Message("told.sits_out_clue", {"name": table.state.names[B]})
    table.command(cmd.SitOut(B))
    assert (table.state.phase, table.state.author) == (Phase.GUESS, C)
    table.command(cmd.SitOut(B))
    assert table.refused(cmd.SitOut(B)) == "not-now"
    table.command(cmd.Guess(A, "bar"))
    assert [seat for seat, _ in table.state.poems[-1].guesses] == [A]


def test_an_author_whose_clue_nobody_guesses_is_told_so() -> None:
    table = Table(2)
    table.lay()
    assert table.state.author is not None
    table.command(cmd.SitOut(Seat(1 - table.state.author)))
    view = GAME.seat_view(table.state, table.state.author)
    asked = GAME.asked(view, GAME.offers(view)).sentence("ask")
    assert load([GAME.pages], "en").say(asked).endswith(": Nobody guessed.")


def test_one_clue_at_least_is_laid() -> None:
    table = Table(2)
    table.command(cmd.SitOut(A))
    assert table.refused(cmd.SitOut(B)) == "only-clue"
    assert table.refused(cmd.SitOut(A)) == "not-now"
    table.lay(1)
    assert table.refused(cmd.SitOut(B)) == "not-now"
    assert table.state.author == B


def test_who_has_sat_out_may_lay_after_all() -> None:
    table = Table(3)
    table.command(cmd.SitOut(A))
    table.lay(0, 1)
    table.command(cmd.SitOut(C))
    assert [player.laid for player in GAME.table_view(table.state).players] == [
        True,
        True,
        False,
    ]


def test_a_leavers_guess_that_lies_counts() -> None:
    table = Table(4)
    table.lay()
    table.command(cmd.Guess(A, "bar"))
    table.command(Leave(A))
    table.guess()
    assert table.state.poems[-1].right == (A,)


def test_a_leavers_tiles_wander_on_untouched() -> None:
    table = Table(3)
    hands = [player.tiles for player in table.state.players]
    table.command(Leave(B))
    for _ in range(4):
        table.play_round()
    table.go_on()
    assert table.state.round == 5
    for seat in table.state.seats:
        assert table.state.players[seat].tiles == hands[seat - 2]
    assert all(poem.author != B for poem in table.state.poems)


def test_the_next_one_to_the_right_reads_where_the_reader_is_away() -> None:
    table = Table(4)
    table.lay()
    table.command(Leave(A))
    reading = GAME.table_view(table.state).reading
    assert reading is not None
    assert (reading.author, reading.reader) == (B, D)


def test_who_comes_back_while_clues_are_laid_has_a_card() -> None:
    table = Table(3)
    table.command(Leave(B))
    table.play_round()
    table.go_on()
    assert table.state.players[B].card is None
    table.command(ComeBack(B))
    assert table.state.players[B].card is not None
    table.lay()
    assert table.state.phase is Phase.GUESS


def test_who_comes_back_later_guesses() -> None:
    table = Table(3)
    table.lay(0, 2)
    table.command(Leave(B))
    table.command(ComeBack(B))
    table.command(cmd.Guess(A, "bar"))
    assert not table.state.poems
    table.command(cmd.Guess(B, "bar"))
    assert table.state.poems


def test_the_table_waits_where_everybody_has_left() -> None:
    table = Table(2)
    table.lay(0)
    table.command(Leave(A))
    table.command(Leave(B))
    assert table.state.author is None
    table.command(ComeBack(A))
    assert [poem.author for poem in table.state.poems] == [A]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Leave(Seat(7)), "unknown-player"),
        (ComeBack(A), "present"),
        (cmd.Guess(A, "bar"), "not-now"),
        (cmd.GoOn(A), "not-now"),
        (cmd.TakeClueBack(A), "no-clue"),
    ],
)
def test_what_is_refused_while_clues_are_laid(command: cmd.Command, code: str) -> None:
    assert Table().refused(command) == code


def test_a_shape_that_is_none_is_refused() -> None:
    wrong = {"type": "Guess", "seat": 0, "shape": "star"}
    with pytest.raises(DataError, match="star"):
        Codec(cmd.SEAT_COMMANDS).load(wrong)
