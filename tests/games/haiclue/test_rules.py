"""The rules of a match, one sentence of them each."""

import pytest

from companion.games.haiclue import commands as cmd
from companion.games.haiclue import events as ev
from companion.games.haiclue.scoring import score
from companion.games.haiclue.state import SHAPES, TILES_EACH, Phase
from companion.ports import Message, Seat
from tests.games.haiclue.table import GAME, Table

ROUNDS = {2: 4, 3: 6, 4: 6, 5: 6, 6: 4, 7: 4, 8: 4, 9: 2, 10: 2, 11: 2, 12: 2}
A, B, C, D = map(Seat, range(4))


@pytest.mark.parametrize(("players", "rounds"), ROUNDS.items())
def test_a_match_has_two_rounds_for_each_tile_of_a_stack_and_the_deck_lasts(
    players: int, rounds: int
) -> None:
    table = Table(players)
    for _ in range(rounds):
        assert table.state.phase is not Phase.END
        table.play_round()
    assert len(table.state.deck) == 40 - players * rounds >= 0, "no card comes twice"
    assert [type(event) for event in table.go_on()] == [ev.TargetsDiscarded, ev.MatchEnded]
    assert table.state.phase is Phase.END
    assert len(table.state.poems) == players * rounds


def test_everybody_has_fifteen_tiles_and_draws_a_card() -> None:
    table = Table(4)
    assert {len(player.tiles) for player in table.state.players} == {TILES_EACH}
    assert [player.card for player in table.state.players] == list(SHAPES)
    assert len(table.state.deck) == 40 - 4


def test_a_clue_keeps_its_order_and_its_lines() -> None:
    table = Table()
    table.lay(0, tiles=("7", "2", "/", "11"))
    assert table.state.lines(A) == (("w0-7", "w0-2"), ("w0-11",))


def test_empty_lines_are_dropped() -> None:
    table = Table()
    table.lay(0, tiles=("/", "7", "/", "/", "2", "/"))
    assert table.state.players[0].clue == ("7", "/", "2")


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        (("1",), "too-few-tiles"),
        (("1", "/"), "too-few-tiles"),
        ((), "too-few-tiles"),
        (("1", "1"), "tile-twice"),
        (("1", "16"), "no-such-tile"),
        (("1", "x" * 99), "no-such-tile"),
        (("0", "1"), "no-such-tile"),
        (("01", "1"), "no-such-tile"),
    ],
)
def test_what_is_no_clue(tiles: tuple[str, ...], code: str) -> None:
    assert Table().refused(cmd.LayClue(A, tiles)) == code


def test_all_fifteen_tiles_make_a_clue() -> None:
    table = Table()
    table.lay(0, tiles=[str(n) for n in range(1, 16)])
    assert len(table.state.lines(A)[0]) == TILES_EACH


def test_a_finished_clue_is_laid_anew_or_taken_back_while_somebody_is_missing() -> None:
    table = Table()
    table.lay(0, 1)
    table.lay(0, tiles=("3", "4"))
    assert table.state.players[0].clue == ("3", "4")
    table.command(cmd.TakeClueBack(B))
    assert table.refused(cmd.TakeClueBack(B)) == "no-clue"
    table.lay(1, 2)
    assert table.state.phase is Phase.GUESS
    assert table.refused(cmd.TakeClueBack(A)) == "not-now"


@pytest.mark.parametrize(
    ("first", "order"), [(0, [1, 2, 3, 0]), (2, [3, 0, 1, 2]), (3, [0, 1, 2, 3])]
)
def test_reading_goes_clockwise_and_begins_left_of_the_first_reader(
    first: int, order: list[int]
) -> None:
    assert Table(4, first=first).play_round() == order


def test_each_clue_is_read_by_the_right_hand_neighbour() -> None:
    table = Table(4, first=2)
    table.lay()
    readers = []
    for _ in range(4):
        reading = GAME.table_view(table.state).reading
        assert reading is not None
        readers.append((reading.author, reading.reader))
        table.guess()
        if GAME.table_view(table.state).next == "read":
            table.go_on()
    assert readers == [(3, 2), (0, 3), (1, 0), (2, 1)]


def test_the_author_never_guesses() -> None:
    table = Table()
    table.lay()
    assert table.state.author == B
    assert table.refused(cmd.Guess(B, "bar")) == "own-clue"
    offers = GAME.offers(GAME.seat_view(table.state, B))
    assert [offer.kind for offer in offers] == ["Leave"]


def test_a_guess_may_be_exchanged_until_the_last_one_lies() -> None:
    table = Table()
    table.lay()
    table.command(cmd.Guess(A, "bar"))
    table.command(cmd.Guess(A, "circle"))
    table.command(cmd.Guess(C, "circle"))
    assert table.state.poems[-1].guesses == ((A, "circle"), (C, "circle"))
    assert table.refused(cmd.Guess(A, "bar")) == "not-now"


def test_nobody_is_told_that_a_guess_was_exchanged() -> None:
    table = Table()
    table.lay()
    for shape in ("bar", "circle"):
        table.command(cmd.Guess(A, shape))
        assert table.told[-1] == Message("told.guessed", {"name": "Anna"})
    assert table.told.count(table.told[-1]) == 1


def test_a_right_guess_scores_for_the_guesser_and_for_the_author() -> None:
    table = Table(4)
    table.lay()
    table.guess(right=(A, D))
    assert score(table.state).points == (1, 2, 0, 1)
    assert score(table.state).winners == (B,)


def test_two_players_make_one_point_together_for_each_right_guess_out_of_eight() -> None:
    table = Table(2)
    for _ in range(4):
        table.play_round(right=(A, B))
    assert len(table.state.poems) == 8
    assert sum(len(poem.guesses) for poem in table.state.poems) == 8
    assert score(table.state).together == 8
    assert score(table.state).points == (0, 0)
    table.go_on()
    assert GAME.table_view(table.state).team == "perfect"
    assert table.told[-1].id == "told.team.perfect"


@pytest.mark.parametrize(
    ("rounds_right", "team"), [(4, "perfect"), (3, "won"), (2, "lost"), (0, "lost")]
)
def test_two_players_win_with_six(rounds_right: int, team: str) -> None:
    table = Table(2)
    for number in range(4):
        table.play_round(right=(A, B) if number < rounds_right else ())
    table.go_on()
    assert GAME.table_view(table.state).team == team


def test_seven_of_eight_win_too() -> None:
    table = Table(2)
    for number in range(4):
        table.play_round(right=(A,) if number == 3 else (A, B))
    table.go_on()
    assert (score(table.state).together, GAME.table_view(table.state).team) == (7, "won")


def test_at_a_tie_all_leaders_win() -> None:
    table = Table(3)
    for _ in range(6):
        table.play_round(right=(A, B, C))
    table.go_on()
    assert score(table.state).winners == (A, B, C)
    assert table.told[-1] == Message(
        "told.won", {"names": ("Anna", "Ben", "Cleo"), "points": 24, "n": 3}
    )


def test_at_a_tie_all_win_where_nobody_found_anything_too() -> None:
    table = Table(9)
    table.play_round()
    table.play_round()
    table.go_on()
    assert score(table.state).winners == table.state.seats
    assert table.told[-1].id == "told.nobody"
    step = GAME.table_step(GAME.table_view(table.state))
    assert step.about.id == "hc.step.end-nobody"


def test_nobody_leads_without_a_point() -> None:
    assert score(Table(3).state).winners == ()


def test_after_white_all_tiles_are_turned_and_stay_where_they_are() -> None:
    table = Table(3)
    before = [player.tiles for player in table.state.players]
    table.play_round()
    assert [type(event) for event in table.go_on()] == [ev.TilesFlipped, ev.RoundBegan]
    assert table.state.side == "black"
    assert [player.tiles for player in table.state.players] == before
    assert GAME.table_view(table.state).targets[0].word == "Bdiamond0"
    assert GAME.seat_view(table.state, A).tiles[2].word == "b0-3"


def test_after_black_targets_go_out_and_the_tiles_go_left_with_their_white_side_up() -> (
    None
):
    table = Table(3)
    hands = [player.tiles for player in table.state.players]
    table.play_round()
    table.play_round()
    table.go_on()
    assert (table.state.side, table.state.round) == ("white", 3)
    assert GAME.table_view(table.state).targets[0].word == "Wdiamond1"
    assert [len(stack) for stack in table.state.stacks] == [2] * 4
    for seat in table.state.seats:
        assert table.state.players[seat].tiles == hands[seat - 1]


def test_two_players_swap() -> None:
    table = Table(2)
    mine, yours = (player.tiles for player in table.state.players)
    table.play_round()
    table.play_round()
    table.go_on()
    assert [player.tiles for player in table.state.players] == [yours, mine]
    assert "told.swapped" in [message.id for message in table.told]


# -- the poem book --


def test_the_poem_book_holds_all_clues_with_their_targets_and_who_found_them() -> None:
    table = Table(3)
    table.lay(tiles=("4", "/", "9"))
    table.guess(right=(C,))
    (poem,) = GAME.table_view(table.state).poems
    assert (poem.name, poem.lines) == ("Ben", (("w1-4",), ("w1-9",)))
    assert (poem.shape, poem.word) == ("bar", "Wbar0")
    assert [(each.name, each.right) for each in poem.guesses] == [
        ("Anna", False),
        ("Cleo", True),
    ]


def test_the_poem_book_does_not_change_when_tiles_wander() -> None:
    table = Table(3)
    table.play_round()
    book = GAME.table_view(table.state).poems
    for _ in range(5):
        table.play_round()
    table.go_on()
    assert GAME.table_view(table.state).poems[:3] == book


def test_what_the_last_evenings_meant_does_not_come_again() -> None:
    table = Table(3)
    table.play_round()
    assert GAME.remember(table.state) == ["Wbar0", "Wdiamond0", "Wtriangle0"]
