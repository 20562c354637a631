"""Points 6 to 12: stands, cards and what a clue may use."""

from collections import Counter
from dataclasses import fields, replace

import pytest

from companion.games import GAMES
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import (
    CardsDealt,
    CardTurned,
    ChipsLaid,
    ClueGiven,
    RoundClosed,
    StandEmptied,
    TokenEarned,
)
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.spots import WILDCARD, Spot
from companion.games.letter_jam.state import Chip, Clue, Figures
from companion.ports import CENTRE, STAND_PLACES, CardFace, LedgerFace, Place, Seat, Stand
from tests.games.letter_jam.few_words import DECK
from tests.games.letter_jam.table import NAMES, Table, nonplayer_spots, table
from tests.perception import leaks

# -- the glass --


def test_a_stand_turns_its_back_to_its_player_alone() -> None:
    game = GAMES["letter_jam"]()
    places = {Seat(0): Place("stand-1"), Seat(1): Place("stand-2")}
    for seat, own in places.items():
        unseen = [each for each in (*STAND_PLACES, CENTRE) if not game.sees(seat, each)]
        assert unseen == [own]
    blind = replace(game, sees=lambda *_: True)
    assert any(any(leaks(blind, 2, seed, 40)) for seed in range(3))


def test_the_glass_holds_no_letter_while_no_card_stands_before_anybody() -> None:
    t = table(2)
    glass = t.game.glass_view
    assert glass is not None
    assert glass(t.state).letters == tuple(t.letters())
    t.end_clues()
    assert glass(t.state).letters == ()


# -- nonplayer stands --


@pytest.mark.parametrize("spots", ["5", "5 5", "5 2 5 * 5 5"])
def test_a_nonplayer_stand_advances_once_a_round(spots: str) -> None:
    """Point 6: however often its letter was used; the unused one not at all."""
    t = table(4)
    assert (t.letter(5), t.letter(6)) == ("A", "E")
    t.give("Ann", spots)
    assert t.letter(5) == "A"
    events = t.finish_round()
    assert [e for e in events if isinstance(e, CardTurned)] == [
        CardTurned(Stand(4), "dealt")
    ]
    assert t.holder(5).standing == 1
    assert t.holder(6).standing == 0
    assert t.holder(5).stack == 5


def test_the_card_in_the_stand_is_the_top_card_of_its_stack() -> None:
    """Point 6: a stack of seven has one card in the stand and six under it."""
    t = table(5)
    shown = []
    for _ in range(7):
        shown.append(t.letter(6))
        t.round(min(t.givers()), "6")
    assert "".join(filter(None, shown)) == "AABCCDD"


def test_behind_its_stack_a_stand_draws_from_the_deck_and_earns_nothing_more() -> None:
    """Point 6."""
    t = table(5, deck="XYZ")
    for _ in range(6):
        t.round(min(t.givers()), "6")
    assert t.events[-1] == TokenEarned(Stand(5))
    events = t.round(min(t.givers()), "6")
    assert events[1:] == (RoundClosed(), CardTurned(Stand(5), "deck"))
    assert t.letter(6) == "X"
    assert t.state.deck == ("Y", "Z")
    t.round(min(t.givers()), "6")
    assert t.letter(6) == "Y"
    assert not any(isinstance(event, TokenEarned) for event in t.events)


def test_an_empty_deck_leaves_a_nonplayer_stand_empty_and_says_so() -> None:
    """Point 7: discards are not shuffled back."""
    t = table(5, deck="")
    for _ in range(7):
        t.round(min(t.givers()), "6")
    assert t.events[-1] == StandEmptied(Stand(5))
    assert t.says()[-1] == "told.stand_empty"
    assert t.letters() == "HBMDG-"
    assert t.view("Ann").table.stands[5].letter == ""
    assert "6" not in t.view("Ann").spots
    face = t.game.shown(t.state, lambda message: message.id)[Place("stand-6")]
    assert isinstance(face, CardFace)
    assert face.letter == ""
    giver = min(t.givers())
    from_it = Figures(4, 1, 1, 0, wildcard=False)
    assert t.refused(giver, cmd.TellFigures, figures=from_it) == "figures"
    t.act("Ann", cmd.ChooseCluegiver, giver=giver)
    assert t.refused(giver, cmd.LayChip, spot="6") == "empty-stand"


def test_an_empty_deck_leaves_the_place_of_the_extra_letter_empty() -> None:
    """Point 7: the stand of a finished row says so too, and the match goes on."""
    t = table(2, words=("HORSE", "CAT"), deck="")
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    assert t.events[-1] == StandEmptied(Stand(1))
    assert t.says()[-1] == "told.stand_empty"
    assert t.view("Ann").table.stands[1].done
    assert t.view("Bob").table.stands[1].letter == ""
    assert not t.view("Bob").may_move_on
    t.round("Ann", "*")
    assert t.letter(2) is None


def test_no_card_ever_returns_to_the_deck() -> None:
    """Point 7: the deck only shrinks, from its top."""
    t = table(5, deck="QXZ")
    decks = [t.state.deck]
    while not t.state.ended_by:
        t.round(min(t.givers()), f"{nonplayer_spots(t.state)} *")
        decks.append(t.state.deck)
    tops = [("Q", "X", "Z")[n:] for n in range(4)]
    assert list(dict.fromkeys(decks)) == tops


# -- dealing --


@pytest.mark.parametrize("players", range(2, 7))
def test_the_generator_deals_the_whole_box(players: int) -> None:
    """Point 8: secret words, then the rest shuffled, then the stacks."""
    t = Table(cmd.StartMatch(NAMES[:players], (5,) * players), words=Lexicons())
    (dealt,) = (event for event in t.events if isinstance(event, CardsDealt))
    stacked = [card for stack in dealt.stacks for card in stack]
    assert Counter([*"".join(dealt.words), *stacked, *dealt.deck]) == Counter(DECK)
    for word, row in zip(dealt.words, dealt.rows, strict=True):
        assert sorted(word) == sorted(map(str, row))
    drawn = [*stacked, *dealt.deck]
    assert drawn != sorted(map(str, drawn))
    assert [h.standing for h in t.state.stands] == [0] * 6


# -- clues --


def twins() -> Table:
    """Return a table where Bob and Cleo both show an R."""
    return table(3, words=("HORSE", "RIDGE", "ROBIN"))


@pytest.mark.parametrize(
    ("spots", "helped"), [("2 2", {"Bob"}), ("3 3", {"Cleo"}), ("2 3", {"Bob", "Cleo"})]
)
def test_of_two_equal_letters_the_giver_chooses_the_card(
    spots: str, helped: set[str]
) -> None:
    """Point 9: one card twice, or both."""
    t = twins()
    t.give("Ann", spots)
    assert t.view("Ann").clue == "RR"
    assert set(t.waiting_for()) == helped


def test_a_card_may_be_used_any_number_of_times() -> None:
    """Point 9."""
    t = twins()
    t.give("Ann", "2 2 4 2 2 4 2")
    assert t.view("Cleo").clue == "RRARRAR"
    assert t.view("Bob").clue == "??A??A?"


def test_the_own_card_is_never_usable() -> None:
    """Point 10: but another card with the same letter is."""
    t = twins()
    t.act("Ann", cmd.ChooseCluegiver, giver="Bob")
    assert t.view("Bob").spots == ("1", "3", "4", "5", "6", "*")
    assert t.refused("Bob", cmd.LayChip, spot="2") == "own-letter"
    assert t.refused("Bob", cmd.LayClue, spots=("3", "2")) == "own-letter"
    t.act("Bob", cmd.LayClue, spots=("3", "1"))
    assert t.view("Ann").clue == "R?"
    assert t.view("Bob").clue == "RH"


def test_clues_may_be_longer_than_the_eight_chips() -> None:
    """Point 11: ten letters and more."""
    t = table(4)
    t.give("Ann", " ".join("2345634562"))
    assert t.view("Ann").table.chips == 10
    assert t.view("Ann").table.stands[1].chips == (1, 10)


def test_a_stuck_button_lays_two_hundred_chips_and_no_more() -> None:
    """Point 29: that is no rule of the game; nothing that is refused is offered."""
    t = table(4)
    t.act("Ann", cmd.ChooseCluegiver, giver="Ann")
    for _ in range(200):
        assert "LayChip" in t.offered("Ann")
        t.act("Ann", cmd.LayChip, spot="2")
    assert t.refused("Ann", cmd.LayChip, spot="2") == "too-long"
    assert t.refused("Ann", cmd.LayClue, spots=("2",) * 201) == "too-long"
    assert t.offered("Ann") >= {"LayClue", "TakeChip", "GiveClue"}
    assert "LayChip" not in t.offered("Ann")


def test_no_word_list_has_a_say_in_clues() -> None:
    """Point 11: any word believed to be real is legal; one letter too."""
    t = table(4, listed=())
    t.round("Ann", "2 3 4 2 3 4 5 5")
    t.round("Bob", "6")
    assert len(t.state.clues) == 2


def test_the_wildcard_stands_at_any_number_of_positions_of_a_clue() -> None:
    """Point 12: everybody reads a star there, its giver too."""
    t = table(4)
    t.give("Ann", "* 2 * 3 *")
    readings = [t.view(name).clue for name in NAMES[:4]]
    assert readings == ["*B*M*", "*?*M*", "*B*?*", "*B*M*"]
    face = t.game.shown(t.state, lambda message: message.id)[Place("centre")]
    assert isinstance(face, LedgerFace)
    assert face.wildcard_chips == (1, 3, 5)


def test_what_the_wildcard_means_is_stored_nowhere() -> None:
    """Point 12: a clue is its spots; there is no place for a letter or a word."""
    t = table(4)
    t.give("Ann", "* 2")
    assert t.log[-2:] == [
        ChipsLaid((WILDCARD, Spot("2"))),
        ClueGiven(Seat(0), "red", Seat(0)),
    ]
    assert t.state.clues[0].chips == (Chip(WILDCARD), Chip(Spot("2"), 0))
    assert {field.name for field in fields(Clue)} == {
        *("giver", "chips", "token"),
        *("up", "bonus"),  # which cards stood and lay there, used or not
    }
    assert {field.name for field in fields(Chip)} == {"spot", "card"}
    assert {field.name for field in fields(ClueGiven)} == {"seat", "token", "red_of"}
    assert {field.name for field in fields(Figures)} == {
        *("letters", "players", "nonplayers", "bonus", "wildcard", "good")
    }


def test_the_wildcard_may_be_a_grey_letter_in_a_final_word() -> None:
    """Point 12: Q is not in the deck."""
    t = table(5, listed=("QUEST",))
    t.end_clues()
    t.act("Eve", cmd.Reserve, spot="*")
    t.lay("Eve", "1* 2 3 4 5")
    t.reveal("Eve")
    revealed = t.player("Eve").revealed
    assert revealed is not None
    assert (revealed.word, revealed.listed) == ("*UEST", True)
