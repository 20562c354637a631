"""What the tests of every game cannot say: when what was secret is seen, and stays seen."""

from dataclasses import replace

import msgspec
import pytest

from companion.engine.events import Undo, tells, undo_of
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.events import WordLaid
from companion.ports import Seat
from tests.games.buchstabenbluff.table import Table, table


def laid(*, half_open: bool = False) -> Table:
    """Return a table where Ann has laid SEA, one card of it open if there are *half_open*."""
    now = table(3, half_open=half_open)
    now.lay("Ann", "SEA", "SEA", "S" if half_open else "")
    return now


def size(now: Table) -> int:
    """Return how many bytes Ann's view and offers take."""
    view = now.game.seat_view(now.state, Seat(0))
    return len(msgspec.json.encode((view, now.game.offers(view))))


@pytest.mark.parametrize("half_open", [False, True])
def test_a_bluff_is_answered_by_as_much_as_an_honest_word(*, half_open: bool) -> None:
    honest, bluff = table(3, half_open=half_open), table(3, half_open=half_open)
    ann = replace(bluff.state.players[0], hand=tuple("OXXSE"))
    bluff.state = replace(bluff.state, players=(ann, *bluff.state.players[1:]))
    for now in (honest, bluff):
        now.act("Ann", cmd.LayWord, cards=("1", "2", "3", "4"), word="oats")
    assert honest.events == bluff.events
    assert size(honest) == size(bluff)


def test_an_own_answer_and_the_doubters_at_the_gong() -> None:
    now = laid()
    now.act("Bob", cmd.Doubt)
    assert now.view("Bob").answer is True
    now.gong()
    assert now.public.verdict is not None
    assert now.public.verdict.doubters == now.told[-1].params["doubters"] == ("Bob",)


def test_believed_cards_are_their_owners_and_in_the_end_everybodys() -> None:
    now = laid()
    assert now.view("Ann").laid == tuple("SEA")
    now.gong()
    assert now.view("Ann").believed[0].letters == tuple("SEA")
    assert now.view("Ann").pile_value > 0
    now.to_the_count()
    now.act("Bob", cmd.OpenAll)
    assert now.public.truths[0].letters == tuple("SEA")
    hands = {line.score.seat: sorted(line.hand) for line in now.public.scores}
    assert hands == {seat: sorted(now.state.players[seat].hand) for seat in now.state.seats}


# -- what was seen cannot be forgotten --


def test_no_answer_card_or_open_word_can_be_forgotten_again() -> None:
    now = table(3)
    now.act("Ann", cmd.Draw)
    assert [undo_of(each) for each in now.events] == [Undo.NEVER]
    now.lay("Ann", "SEA", "SEA")
    assert [undo_of(each) for each in now.events] == [Undo.CONSENT]
    now.act("Bob", cmd.Doubt)
    assert [undo_of(each) for each in now.events] == [Undo.FREE]
    now.gong()
    assert Undo.NEVER in [undo_of(each) for each in now.events]


def test_a_card_laid_face_up_cannot_be_forgotten() -> None:
    now = laid(half_open=True)
    assert isinstance(now.events[0], WordLaid)
    assert undo_of(now.events[0]) is Undo.NEVER
    assert tells(now.events[0])
