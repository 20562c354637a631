"""The pace without speed: sealed words, all in, the best first."""

from companion.engine.people import Leave
from companion.games.djam import commands as cmd
from companion.games.djam.phases.sealing import SealsOpened
from companion.games.djam.state import Phase
from tests.games.djam.table import BLACK, BORVA, Table, rolled


def sealed(*words: str, black: bool = False, stones: tuple[int, ...] = ()) -> Table:
    """Return a table where everybody has sealed a word; an empty one passes."""
    roll = BLACK if black else BORVA
    t = rolled(len(words), roll, pace="calm", stones=stones)
    for name, word in zip(("Ann", "Bob", "Cleo", "Dan"), words, strict=False):
        if word:
            t.act(name, cmd.Seal, word=word)
        else:
            t.act(name, cmd.Pass)
    return t


def accept_all(t: Table) -> None:
    while t.state.phase is Phase.CLAIM:
        t.time_up()


def test_nothing_is_opened_before_all_are_in() -> None:
    t = rolled(3, pace="calm")
    assert t.game.deadline(t.state) is None, "there is no hurry"
    assert t.refused("Ann", cmd.Press, at_ns=0) == "not-now"
    t.act("Ann", cmd.Seal, word="Bono")
    t.act("Bob", cmd.Pass)
    t.act("Bob", cmd.Seal, word="Bravo")
    assert t.refused("Bob", cmd.Pass) == "sealed"
    t.act("Ann", cmd.Seal, word="Bora")
    assert t.state.phase is Phase.SEAL
    t.act("Cleo", cmd.Pass)
    assert t.state.claim is not None
    assert t.state.claim.word == "Bravo"


def test_the_best_go_first_and_the_last_gets_nothing() -> None:
    t = sealed("Bono", "Bravo", "Bora", "Bunt")
    opened = next(each for each in t.events if isinstance(each, SealsOpened))
    assert opened.order == (1, 2, 0, 3)
    accept_all(t)
    assert t.stones() == [2, 5, 4, 0]
    assert t.state.phase is Phase.ROLL


def test_two_may_seal_the_same_word() -> None:
    t = sealed("Bono", "bono", "")
    accept_all(t)
    assert t.stones() == [2, 2, 0]


def test_in_black_the_longest_word_wins_and_spoilt_ones_pay() -> None:
    t = sealed("Fink", "Zeisig", "Rabe", "Hecht", black=True, stones=(5, 5, 5, 5))
    accept_all(t)
    assert t.stones() == [5, 9, 1, 5]


def test_all_may_pass() -> None:
    t = sealed("", "", "")
    assert t.state.phase is Phase.ROLL
    assert t.said()[-1].startswith("Nobody looks any more")
    assert not any("0 words" in each for each in t.said())
    assert t.state.pool == 90


def test_who_leaves_takes_the_sealed_word_along() -> None:
    t = rolled(4, pace="calm")
    for name in ("Ann", "Bob", "Cleo"):
        t.act(name, cmd.Seal, word="Bono")
    t.act("Ann", Leave)
    t.act("Dan", cmd.Seal, word="Bravo")
    accept_all(t)
    assert t.stones() == [0, 2, 2, 5]


def test_nobody_buzzes_or_drops_out() -> None:
    t = sealed("Bono", "Bravo", "Bora")
    assert t.refused("Ann", cmd.Drop) == "no-buzzers"
    assert t.refused("Ann", cmd.Buzz) == "no-buzzers"
