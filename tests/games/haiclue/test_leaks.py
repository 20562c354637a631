"""The leak matrix, cell by cell: who learns of a card, a draft, a clue, a guess, and when."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games.haiclue import commands as cmd
from companion.games.haiclue.state import SHAPES, Haiclue, Phase, Tile
from companion.ports import Message, Seat
from tests.games.haiclue.table import GAME, Table, seen, shown

A, B, C = map(Seat, range(3))
OTHERS = (A, C)
"""All but Ben, whose secrets these are; he is the author of the first clue."""


def ben(state: Haiclue, **changes: Any) -> Haiclue:
    """Return the same table, but for something of Ben's."""
    players = list(state.players)
    players[B] = replace(players[B], **changes)
    return replace(state, players=tuple(players))


def messages(table: Table, state: Haiclue, commands: Sequence[Any]) -> list[Message]:
    """Return what is told when *commands* follow from *state*."""
    other = Table(table.players, table.hidden)
    other.state, other.told = state, []
    for command in commands:
        other.command(command)
    return other.told


# -- the target card: only its owner, until SCORE(i) --


def cards(table: Table) -> list[Haiclue]:
    return [ben(table.state, card=shape) for shape in SHAPES]


def until_score(table: Table) -> None:
    table.lay()
    table.command(cmd.Guess(A, "bar"))


@pytest.mark.parametrize("laid", [False, True])
def test_the_card_its_owner_sees(laid: bool) -> None:  # noqa: FBT001 - before and after
    table = Table()
    if laid:
        until_score(table)
    assert len({seen(each, B) for each in cards(table)}) == len(SHAPES)


@pytest.mark.parametrize("laid", [False, True])
def test_the_card_others_phones_only_from_the_score_on(laid: bool) -> None:  # noqa: FBT001
    table = Table()
    if laid:
        until_score(table)
    for other in OTHERS:
        assert len({seen(each, other) for each in cards(table)}) == 1
    until_score(table) if not laid else None
    table.command(cmd.Guess(C, "circle"))
    for other in OTHERS:
        assert b'"shape":"bar","word":"Wbar0"' in seen(table.state, other)


def test_the_card_displays_and_the_public_page_only_from_the_score_on() -> None:
    table = Table()
    assert len({shown(each) for each in cards(table)}) == 1
    until_score(table)
    assert len({shown(each) for each in cards(table)}) == 1
    scored = []
    for each in cards(table):
        table.state = each
        table.command(cmd.Guess(C, "circle"))
        scored.append(shown(table.state))
    assert len(set(scored)) == len(SHAPES)


def test_the_card_what_is_told_only_at_the_score() -> None:
    table = Table()
    before = [messages(table, each, [cmd.LayClue(A, ("1", "2"))]) for each in cards(table)]
    assert before[0]
    assert all(each == before[0] for each in before)
    until_score(table)
    last = cmd.Guess(C, "circle")
    told = [messages(table, each, [last]) for each in cards(table)]
    assert [each[-1].params["word"] for each in told] == [f"W{s}0" for s in SHAPES]


def test_what_is_left_of_the_deck_nobody_ever_sees() -> None:
    table = Table()
    upside_down = replace(table.state, deck=table.state.deck[::-1])
    fewer = replace(table.state, deck=table.state.deck[:10])
    for seat in (A, B, C):
        assert seen(table.state, seat) == seen(upside_down, seat) == seen(fewer, seat)
    assert shown(table.state) == shown(upside_down) == shown(fewer)


# -- a draft and unused tiles: only their holder, never anybody else --


def other_tiles(state: Haiclue, *used: int) -> Haiclue:
    """Return the same table with other words on Ben's tiles, but for those *used*."""
    tiles = tuple(
        tile if number in used else Tile(f"x{number}", f"y{number}")
        for number, tile in enumerate(state.players[B].tiles, 1)
    )
    return ben(state, tiles=tiles)


def test_unused_tiles_their_holder_sees() -> None:
    table = Table()
    assert seen(table.state, B) != seen(other_tiles(table.state), B)


@pytest.mark.parametrize("steps", range(4))
def test_unused_tiles_nobody_else_sees_at_any_time(steps: int) -> None:
    table = Table()
    if steps > 0:
        table.lay()
    if steps > 1:
        table.guess()
    if steps > 2:
        table.go_on()
    used = (1, 2) if steps else ()
    changed = other_tiles(table.state, *used)
    for other in OTHERS:
        assert seen(table.state, other) == seen(changed, other)
    assert shown(table.state) == shown(changed)


def test_unused_tiles_are_never_told() -> None:
    table = Table()
    commands = [cmd.LayClue(seat, ("1", "2")) for seat in (A, B, C)]
    changed = other_tiles(table.state, 1, 2)
    assert messages(table, table.state, commands) == messages(table, changed, commands)


def test_the_side_of_a_tile_that_lies_down_nobody_sees() -> None:
    table = Table()
    turned = ben(
        table.state,
        tiles=tuple(Tile(tile.white, "?") for tile in table.state.players[B].tiles),
    )
    assert seen(table.state, B) == seen(turned, B)
    stacks = tuple((Tile(each[0].white, "?"), *each[:0]) for each in table.state.stacks)
    covered = replace(
        table.state,
        stacks=tuple(
            (top[0], *(Tile("?", "?") for _ in stack[1:]))
            for top, stack in zip(stacks, table.state.stacks, strict=True)
        ),
    )
    for seat in (A, B, C):
        assert seen(table.state, seat) == seen(covered, seat)


# -- a clue: hidden until READ(i) where the table wants it so; else open when it is laid --


def clues(table: Table) -> list[Haiclue]:
    return [ben(table.state, clue=each) for each in (("3", "4"), ("5", "/", "6", "7"))]


def test_a_hidden_clue_its_author_sees() -> None:
    table = Table(hidden=True)
    table.lay(1)
    assert len({seen(each, B) for each in clues(table)}) == 2


def test_a_hidden_clue_nobody_else_sees_until_it_is_read() -> None:
    table = Table(hidden=True, first=1)  # Cleo's is read first, then Anna's, then Ben's
    table.lay(1)
    for _ in range(4):
        for other in OTHERS:
            assert len({seen(each, other) for each in clues(table)}) == 1
        assert len({shown(each) for each in clues(table)}) == 1
        if table.state.phase is Phase.CLUE:
            table.lay(0, 2)
        elif table.state.phase is Phase.GUESS:
            table.guess()
        elif GAME.table_view(table.state).next_author != B:
            table.go_on()
    assert GAME.table_view(table.state).next_author == B
    read = []
    for each in clues(table):
        table.state = each
        table.go_on()
        read.append((seen(table.state, A), shown(table.state), str(table.told[-1])))
    for one, other in zip(*read, strict=True):
        assert one != other


def test_a_hidden_clue_is_not_told_when_it_is_laid() -> None:
    table = Table(hidden=True)
    told = [
        messages(table, table.state, [cmd.LayClue(B, tiles)])
        for tiles in (("3", "4"), ("5", "6", "7"))
    ]
    assert told[0] == told[1] == [Message("told.laid", {"name": "Ben"})]


def test_without_the_option_a_finished_clue_lies_open_at_once() -> None:
    table = Table()
    table.lay(1)
    for other in OTHERS:
        assert b'["w1-1","w1-2"]' in seen(table.state, other)
    assert b'["w1-1","w1-2"]' in shown(table.state)


# -- a guess: only its owner, until all are in --


def guesses(table: Table) -> list[Haiclue]:
    return [
        replace(
            table.state,
            players=(
                replace(table.state.players[0], guess=shape),
                *table.state.players[1:],
            ),
        )
        for shape in SHAPES
    ]


def test_a_guess_its_owner_sees() -> None:
    table = Table()
    until_score(table)
    assert len({seen(each, A) for each in guesses(table)}) == len(SHAPES)


def test_a_guess_nobody_else_sees_until_all_are_in() -> None:
    table = Table()
    until_score(table)
    for other in (B, C):
        assert len({seen(each, other) for each in guesses(table)}) == 1
    assert len({shown(each) for each in guesses(table)}) == 1
    turned = []
    for each in guesses(table):
        table.state = each
        table.command(cmd.Guess(C, "circle"))
        turned.append((seen(table.state, B), shown(table.state)))
    assert len(set(turned)) == len(SHAPES)


def test_a_guess_is_told_only_when_all_are_in_and_an_exchange_not_at_all() -> None:
    table = Table()
    table.lay()
    told = [messages(table, table.state, [cmd.Guess(A, shape)]) for shape in SHAPES]
    assert all(each == [Message("told.guessed", {"name": "Anna"})] for each in told)
    again = [cmd.Guess(A, "bar"), cmd.Guess(A, "circle")]
    assert messages(table, table.state, again) == told[0]


# -- the test itself --


def test_a_planted_leak_is_found() -> None:
    table = Table()
    leaky = replace(GAME, table_view=lambda state: state.players[B].card)  # type: ignore[arg-type, return-value]  # a leak
    assert len({leaky.table_view(each) for each in cards(table)}) == len(SHAPES)
