"""Points 22 to 24: the score."""

from dataclasses import astuple

from companion.games.letter_jam import commands as cmd
from tests.games.letter_jam.endings import final, line, score, with_bonus_e
from tests.games.letter_jam.table import NAMES, table


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
        *(15, 1, 2, 0, 18, "HEROES"),
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
    assert astuple(line(t, "Ann"))[6:] == (0, 0, 0, 2, 2, "HO*SE")
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
