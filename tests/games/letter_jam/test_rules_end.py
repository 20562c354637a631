"""Points 19 to 24: the end of the clues, final words and the score."""

from dataclasses import astuple

import pytest

from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import CluesEnded, MatchEnded
from companion.games.letter_jam.state import Phase
from companion.games.letter_jam.view import ScoreLine, ScoreView
from tests.games.letter_jam.table import NAMES, Table, table


def final(players: int, **options: object) -> Table:
    """Return a table that needs no more clues."""
    words = options.get("words", ())
    scrambles, listed = options.get("scrambles", ()), options.get("listed", ())
    assert isinstance(words, tuple)
    assert isinstance(scrambles, tuple)
    assert isinstance(listed, tuple)
    t = table(players, words=words, scrambles=scrambles, listed=listed)
    t.end_clues()
    return t


def word_of(t: Table, name: str) -> tuple[str, bool, bool | None]:
    """Return (word, listed, accepted)."""
    revealed = t.player(name).revealed
    assert revealed is not None
    return revealed.word, revealed.listed, revealed.accepted


def score(t: Table) -> ScoreView:
    view = t.view("Ann").table.score
    assert view is not None
    return view


def line(t: Table, name: str) -> ScoreLine:
    return score(t).lines[t.seat(name)]


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
    t.act("Cleo", cmd.Leave)
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


def test_a_final_word_lies_face_down_until_it_is_revealed() -> None:
    """Point 20: the others see that it lies, and nothing else."""
    t = final(2)
    before = t.view("Bob")
    t.lay("Ann", "4 1 2 3 5", "SHORE")
    after = t.view("Bob")
    assert t.view("Ann").final_tiles == ("4", "1", "2", "3", "5")
    assert after.table.players[0].final_laid
    assert after.table.players[0].revealed is None
    assert after.table.stands == before.table.stands
    assert after.final_tiles is None


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
    assert t.view("Ann").final_guesses == "HORSE"
    assert t.view("Ann").final_tiles == ("5", "4", "3", "2", "1")
    t.reveal("Ann")
    assert t.refused("Ann", cmd.LayFinalWord, tiles=tuple("12345")) == "already-revealed"


def test_nobody_has_to_lay_a_word() -> None:
    """Point 20: who has none says so, and only the guesses score."""
    t = final(2)
    t.lay("Ann", "", "HO???")
    t.reveal("Ann")
    assert word_of(t, "Ann") == ("", False, False)


def earn_an_e(t: Table) -> None:
    """Let Bob's extra E become a bonus letter; Ann and Cleo give two clues each."""
    t.round("Ann", "2", "Bob")
    t.round("Ann", "2", "Bob")
    t.round("Cleo", "2", "Bob")
    t.give("Cleo", "2")
    t.act("Bob", cmd.GuessBonus, letter="E")
    t.end_clues()


def with_bonus_e() -> Table:
    """Return a table with the wildcard and a bonus E in the middle, 2 green tokens left."""
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="ENUT", listed=("HEROES", "SHEER"))
    earn_an_e(t)
    return t


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
    assert t.refused("Ann", cmd.Release, spot="*") == "in-use"
    t.lay("Ann", "1 2 3 4 5")
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


def test_who_leaves_gives_back_what_was_reserved_and_the_word_that_used_it() -> None:
    """Point 21: or two words would use one wildcard once the leaver is back."""
    t = final(3)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1* 2 3 4 5", "?ORSE")
    t.act("Ann", cmd.Leave)
    t.act("Bob", cmd.Reserve, spot="*")
    t.act("Ann", cmd.ComeBack)
    assert t.refused("Ann", cmd.RevealWord) == "no-final-word"


def test_a_word_without_a_cover_lies_on_when_its_player_leaves() -> None:
    """Point 20: nothing in it was anybody else's."""
    t = final(3)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1 2 3 4 5")
    t.act("Ann", cmd.Leave)
    assert t.view("Bob").reservable == ("*",)
    t.act("Ann", cmd.ComeBack)
    t.reveal("Ann")
    assert word_of(t, "Ann")[0] == "HORSE"


def test_a_cover_in_a_revealed_word_is_used_up() -> None:
    """Point 21: even when its player leaves after the reveal."""
    t = final(3)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1* 2 3 4 5")
    t.reveal("Ann", accepted=True)
    t.act("Ann", cmd.Leave)
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
    assert t.events[-1] == MatchEnded()


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


# -- the score --


def test_the_example_of_the_rulebook() -> None:
    """Points 22 and 24: HORSE to HEROES with two greens left is 15 + 1 + 2 = 18.

    Not counted: two reds, three greens in the closed centre, three under stacks.
    """
    t = with_bonus_e()
    assert t.tokens() == (2, 2, 3)
    assert t.view("Ann").table.middle.under_stacks == 3
    t.act("Ann", cmd.Reserve, spot="b1")
    t.lay("Ann", "1 5 3 2 b1 4")
    t.lay("Bob", "1 2 3")
    t.lay("Cleo", "", "DOG")
    t.reveal("Ann", accepted=True)
    t.reveal("Bob", accepted=True)
    t.reveal("Cleo")
    assert astuple(line(t, "Ann"))[2:] == (
        *("HORSE", "HEROES", True, "?????"),
        *(15, 1, 2, 0, 18),
    )
    assert line(t, "Bob").points == 9 + 2
    assert line(t, "Cleo").points == 2
    assert (score(t).total, score(t).rank) == (18 + 11 + 2, 2)


def test_the_open_centre_counts() -> None:
    """Point 22: two players gave their six reds; two leaves and three in the centre."""
    t = table(2)
    for name in ("Ann", "Bob") * 3:
        t.round(name, "*")
    t.end_clues()
    for name in ("Ann", "Bob"):
        t.lay(name, "1 2 3 4 5")
        t.reveal(name, accepted=True)
    assert [(each.tokens, each.points) for each in score(t).lines] == [(5, 20), (5, 20)]


def test_earned_tokens_count_and_those_under_stacks_do_not() -> None:
    """Point 22: one of four stacks has earned its token."""
    t = table(2)
    for name in ("Ann", "Bob") * 3:
        t.round(name, "3")
    assert t.tokens() == (0, 3, 3)
    t.end_clues()
    for name in ("Ann", "Bob"):
        t.lay(name, "1 2 3 4 5")
        t.reveal(name, accepted=name == "Ann")
    assert (line(t, "Ann").tokens, line(t, "Bob").tokens) == (6, 0)


def test_a_wrong_word_scores_the_letters_guessed_at_their_places() -> None:
    """Point 23: no greens; the places are those of the row, not of the word."""
    t = final(2, scrambles=("ESROH", "BLACK"))
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "5 4 3* 2 1 ", "ESOR?")
    t.lay("Bob", "1 2 3 4 5", "KCALB")
    t.reveal("Ann", accepted=False)
    t.reveal("Bob", accepted=False)
    assert astuple(line(t, "Ann"))[6:] == (0, 0, 0, 2, 2)
    assert line(t, "Bob").letters == 1


def test_the_guesses_told_when_moving_on_count() -> None:
    """Point 23: who fills in no other boxes at the end keeps those of the match."""
    t = table(2)
    t.round("Ann", "2")
    t.give("Ann", "2")
    t.move_on("Bob", "B")
    t.give("Ann", "2")
    t.move_on("Bob", "X")
    t.end_clues()
    t.lay("Ann", "")
    t.lay("Bob", "")
    t.reveal("Ann")
    t.reveal("Bob")
    assert line(t, "Bob").guesses == "BX???"
    assert line(t, "Bob").points == 1
    assert line(t, "Ann").guesses == "?????"


def test_lengths_may_differ_and_each_scores_on_the_own() -> None:
    """Point 24: three, four, five and seven letters."""
    t = final(4, words=("CAT", "HORN", "BREAD", "MONKEYS"))
    for name, tiles in zip(NAMES, ("123", "1234", "12345", "1234567"), strict=False):
        t.lay(name, " ".join(tiles))
        t.reveal(name, accepted=True)
    assert [each.original for each in score(t).lines] == [9, 12, 15, 21]
    assert {each.tokens for each in score(t).lines} == {6}
    assert (score(t).total, score(t).rank) == (57 + 4 * 6, 5)


def test_who_left_scores_nothing_and_holds_up_nobody() -> None:
    """Point 19: the match is over once everybody present is revealed and judged."""
    t = final(3)
    t.act("Cleo", cmd.Leave)
    for name in ("Ann", "Bob"):
        t.lay(name, "1 2 3 4 5")
        t.reveal(name, accepted=True)
    assert t.state.phase is Phase.SCORE
    assert line(t, "Cleo").points == 0


def test_the_match_ends_too_when_the_last_who_was_missing_comes_back_revealed() -> None:
    """Point 19: all had left; the one who returns has nothing left to do."""
    t = final(2)
    t.lay("Ann", "1 2 3 4 5")
    t.reveal("Ann", accepted=True)
    t.act("Ann", cmd.Leave)
    t.act("Bob", cmd.Leave)
    t.act("Ann", cmd.ComeBack)
    assert t.state.phase is Phase.SCORE


def test_the_round_closes_too_when_who_returns_has_guessed_already() -> None:
    """Point 14: or nobody present could end the round."""
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="NUTS")
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    t.give("Ann", "2 3")
    t.act("Bob", cmd.GuessBonus, letter="N")
    for name in ("Bob", "Ann", "Cleo"):
        t.act(name, cmd.Leave)
    t.act("Bob", cmd.ComeBack)
    assert t.state.phase is Phase.CLUE
    assert t.letter(2) == "U"
