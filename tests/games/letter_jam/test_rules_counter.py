"""Only the clue tokens: players and clues given are all the table knows."""

import pytest

from companion.engine.events import Undo, undo_of
from companion.engine.game import Gesture, Touch
from companion.engine.people import Leave
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import ClueCounted, CluesEnded, TokenEarned
from companion.games.letter_jam.setup_card import SETUP_CARDS
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.state import Phase
from companion.ports import CENTRE, STANDS, LedgerFace, Place
from tests.games.letter_jam.table import NAMES, Table


def counter(players: int = 4) -> Table:
    return Table(cmd.StartMatch(NAMES[:players], (5,) * players, cards="none"))


@pytest.mark.parametrize("players", SETUP_CARDS)
def test_it_begins_with_the_setup_card_and_no_letter(players: int) -> None:
    t, card = counter(players), SETUP_CARDS[players]
    assert t.state.phase is Phase.COUNTING
    assert t.tokens() == (
        players * card.reds_each,
        card.greens_on_leaves,
        card.greens_in_centre,
    )
    assert t.game.table_view(t.state).middle.under_stacks == len(card.stacks)
    assert t.state.words == ()
    assert t.state.deck == ()
    assert all(card is None for holder in t.state.stands for card in holder.cards)


def test_anybody_counts_a_clue_for_anybody() -> None:
    t = counter()
    t.act("Bob", cmd.CountClue, giver="Ann")
    assert t.events == (ClueCounted(t.seat("Ann"), "red", t.seat("Ann")),)
    assert t.player("Ann").reds_owed == 0
    assert t.player("Ann").clues_given == 1
    assert t.says() == ["told.counted"]
    t.act("Bob", cmd.CountClue, giver="Ann")
    assert t.tokens() == (3, 5, 1)


def test_green_is_gone_until_every_red_is_given() -> None:
    t = counter()
    for _ in range(7):
        t.act("Bob", cmd.CountClue, giver="Ann")
    assert t.tokens() == (3, 0, 1)
    assert t.refused("Bob", cmd.CountClue, giver="Ann") == "no-token"
    assert t.givers() == {"Bob", "Cleo", "Dan"}
    for name in ("Bob", "Cleo", "Dan", "Ann"):
        t.act("Bob", cmd.CountClue, giver=name)
    assert t.tokens() == (0, 0, 0)


def test_a_stack_that_is_through_earns_one_token_once() -> None:
    t = counter()
    t.act("Ann", cmd.TellEarned, stand="5")
    assert t.events == (TokenEarned(STANDS[4]),)
    assert t.tokens() == (4, 7, 1)
    assert t.game.table_view(t.state).middle.under_stacks == 1
    assert t.refused("Ann", cmd.TellEarned, stand="5") == "stack-through"
    assert t.refused("Ann", cmd.TellEarned, stand="1") == "no-such-spot"
    assert t.refused("Ann", cmd.TellEarned, stand="9") == "no-such-spot"


def test_the_last_token_does_not_end_it_while_a_stack_may_earn_one() -> None:
    t = counter(5)
    use_up(t)
    assert not t.game.finished(t.state)
    t.act("Ann", cmd.TellEarned, stand="6")
    t.act("Ann", cmd.CountClue, giver="Bob")
    assert t.events[-1] == CluesEnded("tokens")
    assert t.game.finished(t.state)


def test_with_six_players_the_last_token_ends_it() -> None:
    t = counter(6)
    use_up(t)
    assert t.state.ended_by == "tokens"


def test_anybody_says_that_no_more_clues_are_needed() -> None:
    t = counter()
    t.act("Cleo", cmd.EndClues)
    assert t.state.ended_by == "consent"
    assert t.game.table_view(t.state).score is None


def use_up(t: Table) -> None:
    while t.state.phase is Phase.COUNTING and (givers := t.givers()):
        t.act("Ann", cmd.CountClue, giver=min(givers))


def test_who_left_gives_no_clue() -> None:
    t = counter()
    t.act("Bob", Leave)
    assert t.refused("Ann", cmd.CountClue, giver="Bob") == "absent"
    assert t.refused("Ann", cmd.CountClue, giver="Eve") == "unknown-player"


def test_a_slip_is_taken_back_for_nothing() -> None:
    t = counter()
    t.act("Ann", cmd.CountClue, giver="Bob")
    assert undo_of(t.events[0]) is Undo.FREE


def test_the_centre_shows_the_ledger_all_the_time() -> None:
    t = counter()
    t.act("Ann", cmd.CountClue, giver="Bob")
    face = t.game.shown(t.state, lambda message: message.id)[CENTRE]
    assert isinstance(face, LedgerFace)
    assert (face.red, face.green, face.centre) == (3, 6, 1)
    t.act("Ann", cmd.EndClues)
    assert len(t.game.shown(t.state, lambda message: message.id)) == 7


def test_stands_count_by_a_long_press() -> None:
    t = counter()
    held = Touch(Place("stand-2"), "main", Gesture.HOLD)
    assert t.game.control(t.state, held) == cmd.CountClue(t.seat("Bob"), t.seat("Bob"))
    assert t.game.control(t.state, Touch(held.place, "main", Gesture.PRESS)) is None
    stack = Touch(Place("stand-6"), "main", Gesture.HOLD)
    told = t.game.control(t.state, stack)
    assert told == cmd.TellEarned(t.seat("Ann"), Spot("6"))
