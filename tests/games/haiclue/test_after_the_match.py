"""The verdict on each phone, the poem of the evening, the look back, what the evenings keep."""

import pytest

from companion.engine.step import OnStage
from companion.games.haiclue import commands as cmd
from companion.games.haiclue.state import SHAPES, Phase
from companion.messages import load
from companion.ports import Message, Seat
from tests.games.haiclue.table import GAME, Table

A, B, C = map(Seat, range(3))


def ended(players: int = 3, right: tuple[int, ...] = ()) -> Table:
    table = Table(players)
    while table.state.phase is not Phase.END:
        table.play_round(right=right)
        if GAME.table_view(table.state).next == "end":
            table.go_on()
    return table


def asked(table: Table, seat: Seat) -> Message:
    view = GAME.seat_view(table.state, seat)
    return GAME.step(view, GAME.offers(view)).about


# -- "everybody who guessed right takes a point": each is told --


def test_each_phone_tells_its_player_right_or_not() -> None:
    table = Table()
    table.lay()
    table.guess(right=[A])
    told = {"name": "Ben", "word": "Wbar0"}
    assert asked(table, A) == Message("hc.step.result-right", told)
    assert asked(table, C) == Message("hc.step.result-wrong", told)
    found = Message("hc.found-by", {"n": 1, "of": 2})
    assert asked(table, B) == Message(
        "hc.step.result-yours", {"word": "Wbar0", "found": found}
    )


def test_who_did_not_guess_is_told_the_answer_alone() -> None:
    table = Table()
    table.lay()
    table.command(cmd.SitOut(A))
    table.command(cmd.Guess(C, "bar"))
    assert asked(table, A).id == "hc.step.result"


def test_a_guess_is_named_by_its_word() -> None:
    table = Table()
    table.lay()
    table.guess(right=[A])
    guesses = GAME.table_view(table.state).poems[-1].guesses
    assert [(each.name, each.word) for each in guesses] == [
        ("Anna", "Wbar0"),
        ("Cleo", "Wdiamond0"),
    ]
    for _ in range(2):
        table.go_on()
        table.guess()
    table.go_on()
    assert table.state.side == "black"
    assert GAME.table_view(table.state).poems[0].guesses == guesses, "words of that round"


# -- the poem of the evening --


def test_a_vote_is_offered_once_the_match_is_over_and_for_no_own_poem() -> None:
    table = ended()
    view = GAME.seat_view(table.state, B)
    (vote,) = GAME.offers(view)
    (choice,) = vote.fields
    own = {n for n, poem in enumerate(table.state.poems) if poem.author == B}
    assert set(choice.options) == set(range(len(table.state.poems))) - own  # type: ignore[union-attr]
    assert GAME.step(view, (vote,)).answers == OnStage(("Vote",))
    assert table.refused(cmd.Vote(B, min(own))) == "own-poem"
    assert table.refused(cmd.Vote(B, 99)) == "no-such-poem"


def test_nobody_votes_before_the_end() -> None:
    assert Table().refused(cmd.Vote(A, 0)) == "not-now"


def test_the_poem_with_the_most_votes_is_that_of_the_evening() -> None:
    table = ended()
    bens = next(n for n, poem in enumerate(table.state.poems) if poem.author == B)
    annas = next(n for n, poem in enumerate(table.state.poems) if poem.author == A)
    table.command(cmd.Vote(A, bens))
    table.command(cmd.Vote(C, annas))
    poems = GAME.table_view(table.state).poems
    assert [n for n, poem in enumerate(poems) if poem.best] == sorted((annas, bens))
    table.command(cmd.Vote(C, bens))
    poems = GAME.table_view(table.state).poems
    assert [n for n, poem in enumerate(poems) if poem.best] == [bens]
    assert poems[bens].votes == 2
    assert poems[annas].votes == 0, "a vote may be changed"


@pytest.mark.parametrize(
    ("language", "kept"),
    [
        ("en", "Anna wins with 24. Poem of the evening, by Ben: w1-1 w1-2"),
        ("de", "Anna gewinnt mit 24. Gedicht des Abends, von Ben: w1-1 w1-2"),
    ],
)
def test_the_evenings_keep_who_won_and_the_poem(language: str, kept: str) -> None:
    table = ended(right=(0,))
    bens = next(n for n, poem in enumerate(table.state.poems) if poem.author == B)
    table.command(cmd.Vote(C, bens))
    result = GAME.result_of(table.state)
    assert result is not None
    scored = GAME.table_view(table.state).players[0].points
    assert load([GAME.pages], language).say(result) == kept.replace("24", str(scored))


def test_whoever_wins_alone_reads_so() -> None:
    state = ended(right=(0,)).state
    (best,) = (each.seat for each in GAME.table_view(state).players if each.leads)
    for seat in state.seats:
        view = GAME.seat_view(state, seat)
        name = GAME.asked(view, GAME.offers(view)).name
        assert name == ("end-you" if seat == best else "end")


def test_the_evenings_keep_a_result_without_a_vote_too() -> None:
    assert GAME.result_of(ended().state) == Message("result.all")
    assert GAME.result_of(ended(2, right=(0, 1)).state) == Message(
        "result.team", {"points": 8}
    )


# -- looking back --


def test_the_look_back_says_who_understands_whom() -> None:
    table = ended(right=(0,))
    back = GAME.table_view(table.state).look_back
    assert back is not None
    assert [(each.found, each.of) for each in back.shares] == [(12, 12), (0, 12), (0, 12)]
    assert [(each.was_found, each.was_of) for each in back.shares] == [
        (0, 12),
        (6, 12),
        (6, 12),
    ]
    assert back.pair is not None
    assert (back.pair.reader, back.pair.found, back.pair.of) == ("Anna", 6, 6)
    assert back.hardest is not None
    assert back.hardest.name == "Anna"


def test_where_nobody_found_anything_nobody_understands_anybody() -> None:
    back = GAME.table_view(ended().state).look_back
    assert back is not None
    assert back.pair is None
    assert GAME.table_view(Table().state).look_back is None


# -- "turn the rest of the tiles, which are not in the clue" --


def test_the_rest_of_the_tiles_turns_when_the_clue_lies() -> None:
    table = Table()
    assert not any(tile.turned for tile in GAME.seat_view(table.state, A).tiles)
    table.lay(0)
    tiles = GAME.seat_view(table.state, A).tiles
    assert [tile.word for tile in tiles] == [
        "w0-1",
        "w0-2",
        *(f"b0-{number}" for number in range(3, 16)),
    ]
    table.command(cmd.TakeClueBack(A))
    assert not any(tile.turned for tile in GAME.seat_view(table.state, A).tiles)


def test_in_a_black_round_the_rest_shows_its_white_sides() -> None:
    table = Table()
    table.play_round()
    table.go_on()
    table.lay(0)
    tiles = GAME.seat_view(table.state, A).tiles
    assert [tile.word for tile in tiles][:3] == ["b0-1", "b0-2", "w0-3"]


def test_without_a_clue_nothing_turns() -> None:
    table = Table()
    table.lay(1, 2)
    table.command(cmd.SitOut(A))
    assert not any(tile.turned for tile in GAME.seat_view(table.state, A).tiles)


def test_shapes_are_all_four() -> None:
    table = Table()
    table.lay()
    table.guess()
    assert table.state.poems[0].targets == tuple(f"W{shape}0" for shape in SHAPES)
