"""Points 19 to 21: the end of the clues, final words and the end of the match."""

import pytest

from companion.engine.people import ComeBack, Leave
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import CluesEnded, MatchEnded
from companion.games.letter_jam.state import Phase
from tests.games.letter_jam.endings import final, line, with_bonus_e, word_of
from tests.games.letter_jam.table import NAMES, table

# -- the end of the clues --


def test_the_clues_end_only_at_the_end_of_a_round() -> None:
    """Point 19: behind the last clue token everybody still decides and moves on."""
    t = table(6)
    for name in NAMES:
        t.round(name, "*")
    for _ in range(4):
        t.round("Ann", "*")
    t.give("Ann", "2")
    assert t.greens() == 0
    assert t.waiting_for() == ["Bob"]
    t.move_on("Bob", "B")
    assert t.letter(2) == "L"
    assert t.events[-1] == CluesEnded("tokens")
    assert t.state.phase is Phase.FINAL


def test_the_clues_end_when_everybody_needs_no_more() -> None:
    """Point 19: one is missing, one takes it back, then all agree; tokens are left."""
    t = table(3)
    t.act("Ann", cmd.WantEnd)
    t.act("Bob", cmd.WantEnd)
    t.act("Ann", cmd.WantEnd, want=False)
    t.act("Cleo", cmd.WantEnd)
    assert t.state.phase is Phase.CLUE
    t.act("Ann", cmd.WantEnd)
    assert t.events[-1] == CluesEnded("consent")
    assert t.state.ended_by == "consent"
    assert t.tokens() == (6, 2, 3)


def test_who_left_does_not_hold_up_the_end() -> None:
    """Point 19: everybody is everybody present."""
    t = table(3)
    t.act("Ann", cmd.WantEnd)
    t.act("Bob", cmd.WantEnd)
    t.act("Cleo", Leave)
    assert t.state.phase is Phase.FINAL


# -- final words --


def test_the_turned_cards_decide_and_not_what_was_typed() -> None:
    """Point 20: the boxes say SHORE, the cards HORSE in row order say HORSE."""
    t = final(2, listed=("HORSE",))
    t.lay("Ann", "1 2 3 4 5", "SHORE")
    t.reveal("Ann")
    assert word_of(t, "Ann") == ("HORSE", True, None)


def test_a_final_word_is_an_order_of_cards() -> None:
    """Point 20: another word than the given one counts, by accident too."""
    t = final(2, listed=("SHORE",))
    t.lay("Ann", "4 1 2 3 5", "HORSE")
    t.reveal("Ann")
    assert word_of(t, "Ann") == ("SHORE", True, None)


def test_cards_that_were_never_put_up_are_in_the_final_word_too() -> None:
    """Point 20: no clue was given, and still all five lie."""
    t = final(2, listed=("HORSE",))
    assert t.refused("Ann", cmd.LayFinalWord, tiles=("1",)) == "tiles-missing"
    t.lay("Ann", "1 2 3 4 5")
    t.reveal("Ann", accepted=True)
    assert word_of(t, "Ann") == ("HORSE", True, True)


def test_a_shorter_word_is_refused() -> None:
    """Point 20: HOSE leaves the R out; the R may be covered instead."""
    t = final(2)
    assert t.refused("Ann", cmd.LayFinalWord, tiles=tuple("1245")) == "tiles-missing"
    t.act("Ann", cmd.Reserve, spot="*")
    assert (
        t.refused("Ann", cmd.LayFinalWord, tiles=("1", "2", "4", "5", "*"))
        == "tiles-missing"
    )
    t.lay("Ann", "1 2 3* 4 5")
    t.reveal("Ann")
    assert word_of(t, "Ann")[0] == "HO*SE"


def test_guess_boxes_stay_editable_until_the_reveal() -> None:
    """Point 20: laid again as often as one likes."""
    t = final(2)
    t.lay("Ann", "1 2 3 4 5", "HORS?")
    t.lay("Ann", "5 4 3 2 1", "HORSE")
    assert t.view("Ann").final_word == "ESROH"
    assert t.view("Ann").final_tiles == ("5", "4", "3", "2", "1")
    t.reveal("Ann")
    assert t.refused("Ann", cmd.LayFinalWord, tiles=tuple("12345")) == "already-revealed"


def test_nobody_has_to_lay_a_word() -> None:
    """Point 20: who has none says so, and only the guesses score."""
    t = final(2)
    t.lay("Ann", "", "HO???")
    t.reveal("Ann")
    assert word_of(t, "Ann") == ("", False, False)


def test_wildcard_and_bonus_letters_replace_or_lengthen() -> None:
    """Point 21: each fills one place."""
    t = with_bonus_e()
    for spot in ("*", "b1"):
        t.act("Ann", cmd.Reserve, spot=spot)
    t.lay("Ann", "4 1 5 2b1 3")
    t.reveal("Ann")
    assert word_of(t, "Ann") == ("SHEER", True, None)
    t = with_bonus_e()
    for spot in ("*", "b1"):
        t.act("Ann", cmd.Reserve, spot=spot)
    t.lay("Ann", "1 5 3 2 b1 4 *")
    t.reveal("Ann")
    assert word_of(t, "Ann")[0] == "HEROES*"


@pytest.mark.parametrize("tiles", ["1* 2* 3 4 5", "1 2 3 4 5 * *", "1* 2 3 4 5 *"])
def test_a_cover_fills_one_place(tiles: str) -> None:
    """Point 21."""
    t = final(2)
    t.act("Ann", cmd.Reserve, spot="*")
    assert t.refused("Ann", cmd.LayFinalWord, tiles=tuple(tiles.split())) == "tile-twice"


def test_a_cover_is_used_by_one_player_only() -> None:
    """Point 21: reserved in public, released at will."""
    t = final(2)
    assert t.refused("Bob", cmd.LayFinalWord, tiles=("1*", *"2345")) == "not-reserved"
    t.act("Ann", cmd.Reserve, spot="*")
    assert t.refused("Bob", cmd.Reserve, spot="*") == "taken"
    assert t.refused("Bob", cmd.LayFinalWord, tiles=("1*", *"2345")) == "not-reserved"
    assert t.view("Bob").table.players[0].reserved == ("*",)
    assert t.view("Bob").reservable == ()
    t.act("Ann", cmd.Release, spot="*")
    t.act("Bob", cmd.Reserve, spot="*")
    t.lay("Bob", "1* 2 3 4 5")
    assert t.view("Ann").table.players[1].reserved == ("*",)


def test_a_cover_in_use_is_released_by_laying_the_word_anew() -> None:
    """Point 21."""
    t = final(2)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1* 2 3 4 5")
    assert "Release" not in t.offered("Ann")
    assert t.refused("Ann", cmd.Release, spot="*") == "in-use"
    t.lay("Ann", "1 2 3 4 5")
    assert "Release" in t.offered("Ann")
    t.act("Ann", cmd.Release, spot="*")
    assert t.view("Bob").reservable == ("*",)


def test_a_cover_that_the_revealed_word_does_not_use_may_still_be_released() -> None:
    """Point 21: or nobody could have it any more."""
    t = final(2)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1 2 3 4 5")
    t.reveal("Ann", accepted=True)
    assert "Release" in t.offered("Ann")
    t.act("Ann", cmd.Release, spot="*")
    t.act("Bob", cmd.Reserve, spot="*")
    assert t.view("Ann").table.players[1].reserved == ("*",)


def test_who_leaves_without_a_word_gives_back_what_was_reserved() -> None:
    """Point 21: nobody else could use it."""
    t = final(3)
    t.act("Ann", cmd.Reserve, spot="*")
    t.act("Ann", Leave)
    assert t.view("Bob").reservable == ("*",)


@pytest.mark.parametrize("tiles", ["1* 2 3 4 5", "1 2 3 4 5"])
def test_a_word_lies_on_with_all_that_was_reserved_when_its_player_leaves(
    tiles: str,
) -> None:
    """Point 21: what goes back would tell whether the word uses it."""
    t = final(3)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", tiles)
    t.act("Ann", Leave)
    assert t.refused("Bob", cmd.Reserve, spot="*") == "taken"
    t.act("Ann", ComeBack)
    t.reveal("Ann")
    assert len(word_of(t, "Ann")[0]) == 5


def test_a_cover_in_a_revealed_word_is_used_up() -> None:
    """Point 21: even when its player leaves after the reveal."""
    t = final(3)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1* 2 3 4 5")
    t.reveal("Ann", accepted=True)
    t.act("Ann", Leave)
    assert t.refused("Bob", cmd.Reserve, spot="*") == "taken"


def test_words_are_revealed_one_after_the_other_in_any_order() -> None:
    """Point 21: the surest first, and the table judges before the next."""
    t = final(3)
    for name in NAMES[:3]:
        t.lay(name, "1 2 3 4 5")
    t.reveal("Cleo")
    assert t.refused("Ann", cmd.RevealWord) == "judge-first"
    t.act("Ann", cmd.JudgeWord, whose="Cleo", accepted=True)
    t.reveal("Ann", accepted=True)
    t.reveal("Bob")
    assert t.state.phase is Phase.FINAL
    t.act("Bob", cmd.JudgeWord, whose="Bob", accepted=False)
    assert MatchEnded() in t.events


def test_the_table_judges_and_not_the_list() -> None:
    """Point 21: it may accept what is not listed and reject what nobody knows."""
    t = final(2, listed=("HORSE",))
    for name in NAMES[:2]:
        t.lay(name, "1 2 3 4 5")
    t.reveal("Ann", accepted=False)
    t.reveal("Bob", accepted=True)
    assert word_of(t, "Ann") == ("HORSE", True, False)
    assert word_of(t, "Bob") == ("BLACK", False, True)
    assert (line(t, "Ann").points, line(t, "Bob").points) == (0, 15 + 2)
    t.act("Ann", cmd.JudgeWord, whose="Ann", accepted=True)
    assert line(t, "Ann").points == 15 + 2


# -- the end of the match --


def test_who_left_scores_nothing_and_holds_up_nobody() -> None:
    """Point 19: the match is over once everybody present is revealed and judged."""
    t = final(3)
    t.act("Cleo", Leave)
    for name in ("Ann", "Bob"):
        t.lay(name, "1 2 3 4 5")
        t.reveal(name, accepted=True)
    assert t.state.phase is Phase.SCORE
    assert line(t, "Cleo").points == 0


def test_the_match_ends_too_when_the_last_who_was_missing_comes_back_revealed() -> None:
    """Point 19: all had left; the one who returns has nothing left to do."""
    t = final(2)
    t.lay("Ann", "1 2 3 4 5")
    t.act("Bob", Leave)
    t.act("Ann", cmd.RevealWord)
    t.act("Ann", Leave)
    t.act("Bob", ComeBack)
    t.act("Bob", cmd.JudgeWord, whose="Ann", accepted=True)
    t.act("Bob", Leave)
    t.act("Ann", ComeBack)
    assert t.state.phase is Phase.SCORE


def test_the_round_closes_too_when_who_returns_has_guessed_already() -> None:
    """Point 14: or nobody present could end the round."""
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="NUTS")
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    t.give("Ann", "2 3")
    t.act("Bob", cmd.GuessBonus, letter="N")
    for name in ("Bob", "Ann", "Cleo"):
        t.act(name, Leave)
    t.act("Bob", ComeBack)
    assert t.state.phase is Phase.CLUE
    assert t.letter(2) == "U"
