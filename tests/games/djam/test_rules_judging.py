"""Silence accepts; one objection makes the others vote, secretly."""

from companion.engine.people import Leave
from companion.games.djam import commands as cmd
from companion.games.djam.phases.judging import OBJECT_S
from companion.games.djam.phases.searching import SAY_S
from companion.games.djam.phases.voting import VOTE_S
from companion.games.djam.state import Phase
from tests.games.djam.table import Table, rolled


def test_silence_accepts() -> None:
    t = rolled(4)
    t.say("Ann", "Bono")
    assert t.state.phase is Phase.CLAIM
    assert t.stones()[0] == 0
    t.time_up()
    assert t.stones()[0] == 2


def test_a_word_counts_at_once_when_all_others_accept_it() -> None:
    t = rolled(4, tempo="none")
    t.say("Ann", "Bono")
    for name in ("Bob", "Cleo"):
        t.act(name, cmd.Accept)
    assert t.refused("Bob", cmd.Accept) == "already-decided"
    assert t.stones()[0] == 0
    t.act("Dan", cmd.Accept)
    assert t.stones()[0] == 2


def test_the_author_does_not_judge() -> None:
    t = rolled(4)
    t.say("Ann", "Bono")
    for kind in (cmd.Accept, cmd.Object):
        assert t.refused("Ann", kind) == "own-word"
    t.act("Bob", cmd.Object)
    assert t.refused("Ann", cmd.Vote, valid=True) == "own-word"


def test_the_majority_decides_and_a_tie_is_for_the_word() -> None:
    for votes, stones in (
        ((True, True, False, False), 2),
        ((False, False, False, True), 0),
    ):
        t = rolled(5)
        t.say("Ann", "Bono")
        names = ("Bob", "Cleo", "Dan", "Eve")
        t.object("Bob", *zip(names, votes, strict=True))
        assert t.stones()[0] == stones


def test_votes_that_do_not_come_in_time_do_not_count() -> None:
    t = rolled(5)
    t.say("Ann", "Bono")
    t.object("Bob", ("Bob", False))
    assert t.refused("Bob", cmd.Vote, valid=True) == "already-decided"
    t.time_up()
    assert t.stones()[0] == 0


def test_without_any_vote_the_word_counts() -> None:
    t = rolled(5)
    t.say("Ann", "Bono")
    t.act("Bob", cmd.Object)
    t.time_up()
    assert t.stones()[0] == 2


def test_the_vote_does_not_wait_for_who_has_left() -> None:
    t = rolled(4)
    t.say("Ann", "Bono")
    t.object("Bob", ("Bob", False), ("Cleo", False))
    t.act("Dan", Leave)
    assert t.state.phase is Phase.OPEN
    assert t.stones()[0] == 0


def test_every_wait_is_as_long_as_the_host_chose_and_none_is_no_wait() -> None:
    for tempo in ("quick", "normal", "slow", "none"):
        t = rolled(4, tempo=tempo)
        t.press("Ann")
        t.time_up()
        waits = [waits_s(t)]
        t.say("Ann", "Bono")
        waits.append(waits_s(t))
        t.object("Bob")
        waits.append(waits_s(t))
        assert waits == [each.get(tempo) for each in (SAY_S, OBJECT_S, VOTE_S)]


def waits_s(t: Table) -> float | None:
    now = t.game.deadline(t.state)
    return now.duration_s if now else None


def test_a_round_without_a_word_ends_when_its_time_is_up() -> None:
    t = rolled(3, round_s=60)
    now = t.game.deadline(t.state)
    assert now is not None
    assert now.duration_s == 60
    t.time_up()
    assert t.state.phase is Phase.ROLL
    assert t.game.deadline(t.state) is None
