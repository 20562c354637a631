"""Points 16 to 18: extra letters and the bonus letters they become."""

from collections import Counter

import pytest

from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import (
    BonusGuessed,
    CardTurned,
    RoundClosed,
    StandEmptied,
)
from companion.games.letter_jam.insight.inference import Inference
from companion.games.letter_jam.state import Phase
from companion.ports import CardFace, LedgerFace, Place, Seat, Stand
from companion.words.clue_index import WordIndex
from tests.games.letter_jam.few_words import DECK
from tests.games.letter_jam.table import NAMES, Table, table
from tests.play import sentence


def bob_is_done(deck: str = "NUTS") -> Table:
    """Return a table of two where Bob's row is done and an N stands before him."""
    t = table(2, words=("HORSE", "CAT"), deck=deck)
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    return t


def bonus_letters(t: Table) -> list[tuple[str, str]]:
    """Return (spot, letter) of every bonus letter in the middle."""
    return [(spot, letter) for spot, letter, _ in t.view("Ann").table.middle.bonus]


def two_are_done(deck: str = "NUTSY") -> Table:
    """Return a table of three where Bob shows an extra N and Cleo an extra U."""
    t = table(3, words=("HORSE", "CAT", "DIG"), deck=deck)
    for _ in range(3):
        t.round("Ann", "2 3", "Bob", "Cleo")
    return t


def test_behind_the_last_original_letter_comes_one_from_the_deck() -> None:
    """Point 16."""
    t = bob_is_done()
    assert t.events[-1] == CardTurned(Stand(1), "deck")
    assert t.says()[-1] == "told.row_done"
    assert t.letter(2) == "N"
    assert t.state.deck == ("U", "T", "S")
    assert t.view("Bob").table.stands[1].letter == "?"


def test_an_extra_letter_may_be_guessed_only_after_a_clue_used_it() -> None:
    """Point 16: and it cannot be moved on from."""
    t = bob_is_done()
    t.give("Ann", "3")
    assert t.refused("Bob", cmd.GuessBonus, letter="N") == "no-clue-yet"
    t.finish_round()
    t.give("Ann", "2")
    assert t.refused("Bob", cmd.MoveOn) == "row-done"
    assert t.offered("Bob") == {"Stay", "GuessBonus", "TellSure", "Leave"}


def test_a_right_guess_goes_to_the_middle() -> None:
    """Point 16: and another letter is drawn."""
    t = bob_is_done()
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="N")
    assert t.events[:3] == (
        BonusGuessed(Seat(1), "N", "N"),
        RoundClosed(),
        CardTurned(Stand(1), "deck"),
    )
    assert bonus_letters(t) == [("b1", "N")]
    assert t.letter(2) == "U"


def test_a_wrong_guess_is_discarded() -> None:
    """Point 16: and another letter is drawn."""
    t = bob_is_done()
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="M")
    assert bonus_letters(t) == []
    assert t.letter(2) == "U"
    assert "N" not in t.state.deck


def test_keeping_an_extra_letter_costs_nothing() -> None:
    """Point 16: and it may be guessed in a later round, on a clue that left it out."""
    t = bob_is_done()
    t.round("Ann", "2")
    assert t.letter(2) == "N"
    t.give("Ann", "3 *")
    assert t.waiting_for() == ["Bob"]
    t.act("Bob", cmd.GuessBonus, letter="N")
    assert bonus_letters(t) == [("b1", "N")]


def test_each_extra_letter_wants_its_own_clue() -> None:
    """Points 13 and 16: the next one starts without any."""
    t = bob_is_done()
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="N")
    t.give("Ann", "3")
    assert t.refused("Bob", cmd.GuessBonus, letter="U") == "no-clue-yet"


def test_a_spoken_guess_stands() -> None:
    """Point 16: the card is turned, so the decision cannot be taken back."""
    t = two_are_done()
    t.round("Bob", "1")
    t.give("Ann", "2 3")
    t.act("Bob", cmd.GuessBonus, letter="M")
    assert t.letter(2) is None
    assert t.refused("Bob", cmd.TakeDecisionBack) == "guessed-aloud"
    assert t.refused("Bob", cmd.GuessBonus, letter="N") == "already-decided"
    assert t.refused("Bob", cmd.Stay) == "already-decided"


def test_who_guessed_wrong_gets_to_know_the_card() -> None:
    """Point 16: the guesser looks at the card after the guess; all others saw it."""
    t = bob_is_done()
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="M")
    message = sentence(t.game, t.before_last(), t.events[0])
    assert message is not None
    assert message.id == "told.bonus_wrong"
    assert message.params == {"name": "Bob", "guess": "M", "letter": "N"}


def test_a_bonus_letter_is_used_up_by_one_clue() -> None:
    """Point 17: once, however often it was used in it, and nobody draws for it."""
    t = bob_is_done()
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="N")
    t.give("Bob", "b1 1 b1")
    assert bonus_letters(t) == [("b1", "N")]
    t.finish_round()
    assert RoundClosed((1,)) in t.events
    assert not any(isinstance(event, CardTurned) for event in t.events)
    assert bonus_letters(t) == []
    assert "b1" not in t.view("Bob").spots
    assert [line.reading for line in t.view("Bob").clues][-1] == "NHN"


def test_there_may_be_any_number_of_bonus_letters() -> None:
    """Point 17: their numbers are never given twice."""
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="NUTSY")
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    for letter, giver in (("N", "Cleo"), ("U", "Cleo"), ("T", "Ann")):
        t.give(giver, "2")
        t.act("Bob", cmd.GuessBonus, letter=letter)
    assert bonus_letters(t) == [("b1", "N"), ("b2", "U"), ("b3", "T")]
    t.round("Bob", "b2")
    t.round("Bob", "1")
    assert bonus_letters(t) == [("b1", "N"), ("b3", "T")]


def test_a_number_of_a_used_bonus_letter_is_not_given_again() -> None:
    """Point 17: so old clues still read right."""
    t = bob_is_done("NUTSY")
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="N")
    t.round("Bob", "b1")
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="U")
    assert bonus_letters(t) == [("b2", "U")]
    assert t.view("Ann").clues[4].reading == "N"


def test_nonplayer_stands_make_no_bonus_letters() -> None:
    """Point 17: their letters from the deck are discarded when used."""
    t = table(5, deck="QXYZ")
    for _ in range(7):
        t.round(min(t.givers()), "6")
    t.round(min(t.givers()), "6")
    assert t.state.bonus_ever == ()
    assert t.letter(6) == "X"
    assert all("GuessBonus" not in t.offered(name) for name in NAMES[:5])


def test_the_clue_still_reads_while_a_guessed_card_is_gone_and_others_decide() -> None:
    """Point 18: its chips lie until the round is over."""
    t = two_are_done()
    t.give("Ann", "2 3 2")
    t.act("Bob", cmd.GuessBonus, letter="N")
    assert [t.view(name).clue for name in NAMES[:3]] == ["NUN", "?U?", "N?N"]
    assert t.view("Ann").table.stands[1].letter == ""
    assert t.view("Ann").table.stands[1].chips == (1, 3)
    assert t.waiting_for() == ["Cleo"]


@pytest.mark.parametrize("order", [("Bob", "Cleo"), ("Cleo", "Bob")])
def test_several_guess_in_any_order(order: tuple[str, str]) -> None:
    """Point 18: the letters in the middle are numbered as they come."""
    t = two_are_done()
    t.give("Bob", "3")
    t.finish_round()
    t.give("Cleo", "2")
    right = {"Bob": "N", "Cleo": "U"}
    for name in order:
        t.act(name, cmd.GuessBonus, letter=right[name])
    assert bonus_letters(t) == [
        ("b1", right[order[0]]),
        ("b2", right[order[1]]),
    ]
    assert t.state.phase is Phase.CLUE


def test_bonus_letters_are_seen_by_all_and_usable_by_all() -> None:
    """Point 18: on the centre display, the table page and every phone; its finder too."""
    t = bob_is_done()
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="N")
    t.act("Bob", cmd.ChooseCluegiver, giver="Bob")
    t.act("Bob", cmd.LayClue, spots=("1", "b1", "1", "b1"))
    laid = (("b1", "N", (2, 4)),)
    assert t.view("Ann").table.middle.bonus == laid
    assert t.view("Bob").table.middle.bonus == laid
    assert t.game.table_view(t.state).middle.bonus == laid
    centre = t.game.shown(t.state, lambda message: message.id)[Place("centre")]
    assert isinstance(centre, LedgerFace)
    assert centre.bonus == (("N", (2, 4)),)
    assert all("b1" in t.view(name).spots for name in ("Ann", "Bob"))
    assert (t.view("Ann").clue, t.view("Bob").clue) == ("?N?N", "HNHN")


def test_the_deck_may_run_out_after_a_bonus_guess() -> None:
    """Point 7: the place stays empty, and its owner has nothing to decide any more."""
    t = bob_is_done("N")
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="N")
    assert t.events[-1] == StandEmptied(Stand(1))
    face = t.game.shown(t.state, lambda message: message.id)[Place("stand-2")]
    assert face == CardFace(position="done", bonus=True)
    t.give("Ann", "3")
    assert t.waiting_for() == ["Ann"]


def test_nobody_claims_to_be_sure_of_a_letter_that_is_gone() -> None:
    """Points 7 and 25: what was told of a letter goes with it."""
    t = bob_is_done("N")
    t.give("Ann", "2")
    t.act("Bob", cmd.TellSure, sure=True)
    t.act("Bob", cmd.GuessBonus, letter="N")
    assert t.letter(2) is None
    assert t.player("Bob").sure is None


def seen(t: Table, name: str) -> Counter[str]:
    """Return the letters that helpers and bots take for cards which *name* has seen."""
    inference = Inference(t.view(name), Counter(DECK), WordIndex({}))
    return Counter(inference.in_sight.values())


def test_a_bonus_letter_is_one_card_however_it_was_seen() -> None:
    """In the clue that used it, in the middle, and in the clue that used it up."""
    t = bob_is_done()
    t.give("Ann", "2")
    ann, bob = seen(t, "Ann"), seen(t, "Bob")
    t.act("Bob", cmd.GuessBonus, letter="N")
    assert bonus_letters(t) == [("b1", "N")]
    assert seen(t, "Ann") == ann + Counter("U")  # it has come up behind
    assert seen(t, "Bob") == bob + Counter("N")
    t.round("Ann", "b1")
    assert bonus_letters(t) == []
    assert seen(t, "Ann") == ann + Counter("U")
    assert seen(t, "Bob") == bob + Counter("N")
