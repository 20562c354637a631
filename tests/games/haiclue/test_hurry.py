"""With hurry the table waits for the last one missing only so long; without, for ever."""

from random import Random

from companion.engine.people import Leave, TimeUp
from companion.games.haiclue import commands as cmd
from companion.games.haiclue.clock import HURRY_S
from companion.games.haiclue.state import Phase
from companion.ports import Seat
from tests.games.haiclue.table import GAME, Table, seen, shown
from tests.play import for_tests

ANNA, BEN, CLEO = map(Seat, range(3))


def waits(table: Table) -> str:
    deadline = GAME.deadline(table.state)
    assert deadline is None or deadline.duration_s == HURRY_S
    return "" if deadline is None else deadline.id


def ring(table: Table) -> list[str]:
    """Let the time be up; return what is told."""
    command = GAME.time_up(table.state, frozenset())
    assert command is not None
    before = len(table.told)
    table.command(command)
    return [message.id for message in table.told[before:]]


def test_without_hurry_nothing_rings() -> None:
    table = Table()
    table.lay(0, 1)
    assert not waits(table)
    assert table.refused(TimeUp()) == "not-now"


def test_only_the_last_one_missing_is_hurried() -> None:
    table = Table(hurry=True)
    assert not waits(table)
    table.lay(0)
    assert not waits(table)
    assert table.refused(TimeUp()) == "not-now"
    table.lay(1)
    assert waits(table)
    assert GAME.table_view(table.state).last_missing == CLEO
    table.command(cmd.TakeClueBack(ANNA))
    assert not waits(table)


def test_an_author_who_lays_nothing_is_skipped_and_guesses_with_the_others() -> None:
    table = Table(hurry=True)
    table.lay(0, 1)
    assert ring(table) == ["told.no_clue", "told.reading"]
    assert table.state.author == BEN
    table.guess(right=[0, 2])
    table.go_on()
    assert table.state.author == ANNA
    table.guess()
    assert GAME.table_view(table.state).next == "flip"
    assert [player.points for player in GAME.table_view(table.state).players] == [1, 2, 1]


def test_who_was_skipped_lays_again_in_the_next_round() -> None:
    table = Table(hurry=True)
    table.lay(0, 1)
    ring(table)
    for _ in range(2):
        table.guess()
        table.go_on()
    assert all(player.awaited for player in GAME.table_view(table.state).players)
    table.lay()
    assert table.state.phase is Phase.GUESS


def test_a_guess_that_does_not_come_is_left_out() -> None:
    table = Table(hurry=True)
    table.lay()
    first = waits(table)
    table.command(cmd.Guess(ANNA, "bar"))
    assert waits(table) not in ("", first)
    assert ring(table)[0] == "told.no_guess"
    assert table.state.phase is Phase.RESULT
    assert [seat for seat, _ in table.state.poems[-1].guesses] == [ANNA]
    table.go_on()
    assert sum(player.awaited for player in GAME.table_view(table.state).players) == 2


def test_two_waits_are_told_apart() -> None:
    table = Table(players=2, hurry=True)
    table.lay(0)
    ids = [waits(table)]
    table.lay(1)
    ids.append(waits(table))
    table.guess()
    table.go_on()
    ids.append(waits(table))
    assert all(ids)
    assert len(set(ids)) == 3


def test_a_table_without_a_clue_waits() -> None:
    table = Table(hurry=True)
    table.command(Leave(ANNA))
    table.command(Leave(BEN))
    assert not waits(table)


def test_the_bell_tells_nobody_what_is_secret() -> None:
    table = Table(hurry=True, hidden=True)
    table.lay(0, 1)
    before = table.state
    other = for_tests(GAME).twin(before, ANNA, Random(1))
    for bell in (GAME.deadline, shown, lambda state: seen(state, 0)):
        assert bell(before) == bell(other)
    events, others = (GAME.decide(each, TimeUp(), Random(1)) for each in (before, other))
    assert events == others
