"""Points 20 and 21: boxes count as they stand, a reveal waits, and the table turns for leavers."""

from dataclasses import replace

import pytest

from companion.engine.people import ComeBack, Leave
from companion.engine.step import Answer
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import FinalWordLaid, WordRevealed
from companion.games.letter_jam.events_people import PlayerLeft
from companion.games.letter_jam.state import FinalWord, Level, Phase
from tests.games.letter_jam.endings import final, line, word_of
from tests.games.letter_jam.table import NAMES, Table

ROW = "1 2 3 4 5"


def all_laid(players: int = 2) -> Table:
    t = final(players)
    for name in NAMES[:players]:
        t.lay(name, ROW, "?????")
    return t


def test_a_box_that_was_corrected_after_the_word_was_laid_scores() -> None:
    """Point 20: what stands on the sheet at the reveal."""
    t = all_laid()
    t.act("Ann", cmd.RevealWord, guesses="H?R??")
    t.act("Bob", cmd.JudgeWord, whose="Ann", accepted=False)
    t.reveal("Bob", accepted=False)
    assert (line(t, "Ann").letters, line(t, "Bob").letters) == (2, 0)
    assert line(t, "Ann").guesses == "H?R??"


def test_the_boxes_of_somebody_without_a_word_count_as_they_stand_too() -> None:
    t = final(2)
    t.lay("Ann", "", "?????")
    t.lay("Bob", ROW)
    t.act("Ann", cmd.RevealWord, guesses="HORS?")
    t.reveal("Bob", accepted=True)
    assert line(t, "Ann").points == 4


@pytest.mark.parametrize(
    ("guesses", "code"), [("HORS", "guesses-length"), ("HORS1", "not-a-letter")]
)
def test_boxes_that_cannot_be_read_are_refused(guesses: str, code: str) -> None:
    assert all_laid().refused("Ann", cmd.RevealWord, guesses=guesses) == code


def test_nobody_reveals_while_somebody_still_composes() -> None:
    """Point 21: who sees the cards of others could still choose another order."""
    t = final(3)
    t.lay("Ann", ROW)
    t.lay("Bob", "")
    for name in ("Ann", "Bob"):
        assert t.refused(name, cmd.RevealWord) == "still-composing"
        assert "RevealWord" not in t.offered(name)
    t.lay("Cleo", ROW)
    assert "RevealWord" in t.offered("Ann")
    t.reveal("Ann", accepted=True)


def test_a_word_of_somebody_who_left_is_turned_by_the_table_and_counts() -> None:
    """Point 21: its cards lie there, cover and all."""
    t = final(3)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1* 2 3 4 5", "HORS?")
    t.act("Ann", Leave)
    assert t.events == (PlayerLeft(t.seat("Ann"), keeps_word=True),)
    assert t.refused("Bob", cmd.TurnWord, whose="Ann") == "still-composing"
    for name in ("Bob", "Cleo"):
        t.lay(name, ROW)
        assert t.refused(name, cmd.Reserve, spot="*") == "taken"
    t.reveal("Bob", accepted=True)
    t.reveal("Cleo", accepted=True)
    assert not t.game.finished(t.state)
    view = t.view("Bob")
    step = t.game.asked(view, t.game.offers(view))
    assert step.name == "final-turn"
    (turn,) = step.buttons
    assert isinstance(turn, Answer)
    assert turn.kind == "TurnWord"
    t.act("Cleo", cmd.TurnWord, whose="Ann")
    assert not t.game.finished(t.state)
    t.act("Cleo", cmd.JudgeWord, whose="Ann", accepted=True)
    assert word_of(t, "Ann") == ("*ORSE", False, True)
    assert t.state.phase is Phase.SCORE
    assert line(t, "Ann").points == 15 + 2


def test_the_guesses_of_a_word_that_was_left_behind_count() -> None:
    t = final(2)
    t.lay("Ann", ROW, "HO???")
    t.act("Ann", Leave)
    t.lay("Bob", ROW)
    t.act("Bob", cmd.TurnWord, whose="Ann")
    t.act("Bob", cmd.JudgeWord, whose="Ann", accepted=False)
    t.reveal("Bob", accepted=True)
    assert line(t, "Ann").points == 2


def test_a_cover_that_the_turned_word_does_not_use_is_free_again() -> None:
    t = final(2)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", ROW)
    t.act("Ann", Leave)
    t.lay("Bob", ROW)
    t.act("Bob", cmd.TurnWord, whose="Ann")
    assert t.view("Bob").reservable == ("*",)


def test_who_left_without_a_word_scores_what_was_told_on_moving_on() -> None:
    """Point 21: right guesses count."""
    t = final(3)
    t.state = t.state.with_player(t.seat("Cleo"), guesses=((0, t.letter(3)), (1, "Q")))
    t.act("Cleo", Leave)
    for name in ("Ann", "Bob"):
        t.lay(name, ROW)
    for name in ("Ann", "Bob"):
        t.reveal(name, accepted=True)
    assert t.state.phase is Phase.SCORE
    assert line(t, "Cleo").points == 1
    assert "told.no_word" in t.says()


@pytest.mark.parametrize(
    ("whose", "code"),
    [("Bob", "turns-own"), ("Cleo", "none-lies"), ("Dan", "unknown-player")],
)
def test_only_what_somebody_left_behind_is_turned_by_others(whose: str, code: str) -> None:
    t = final(3)
    t.act("Cleo", Leave)
    for name in ("Ann", "Bob"):
        t.lay(name, ROW)
    assert t.refused("Ann", cmd.TurnWord, whose=whose) == code


def test_who_comes_back_turns_the_own_word() -> None:
    t = all_laid()
    t.act("Ann", Leave)
    t.act("Ann", ComeBack)
    assert t.refused("Bob", cmd.TurnWord, whose="Ann") == "turns-own"
    t.reveal("Ann", accepted=True)


def test_bots_turn_what_was_left_behind() -> None:
    t = all_laid(3)
    t.act("Ann", Leave)
    for name in ("Bob", "Cleo"):
        t.reveal(name, accepted=True)
    view = t.view("Bob")
    command = t.game.bots.act(view, t.game.offers(view), t.game.bots.strengths[0], 1)
    assert command == cmd.TurnWord(t.seat("Bob"), t.seat("Ann"))


def test_events_as_they_were_stored_mean_what_they_meant() -> None:
    """Without the fields that came later: the word goes back, the laid guesses count."""
    t = final(2)
    ann = t.seat("Ann")
    t.act("Ann", cmd.Reserve, spot="*")
    laid = FinalWordLaid(ann, FinalWord(("1*", "2", "3", "4", "5"), "HORSE"))
    state = t.game.evolve(t.state, laid)
    left = t.game.evolve(state, PlayerLeft(ann))
    assert left.players[ann].final is None
    assert left.reserved == ()
    told = t.game.evolve(state, WordRevealed(ann, "*ORSE", listed=False))
    assert told.players[ann].final == laid.final


@pytest.mark.parametrize(
    ("level", "tiles", "listed"),
    [
        ("own", ROW, True),
        ("own", "1 2* 3 4 5", True),
        ("own", "2 1 3 4 5", False),
        ("normal", ROW, False),
    ],
)
def test_a_word_of_the_houses_own_list_counts_as_known_though_no_other_list_has_it(
    level: Level, tiles: str, *, listed: bool
) -> None:
    """Such lists hold names; who wrote them knows them."""
    t = final(2, listed=("NONE",))
    t.state = replace(t.state, level=level)
    if "*" in tiles:
        t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", tiles)
    t.lay("Bob", "")
    t.act("Ann", cmd.RevealWord)
    assert word_of(t, "Ann")[1] is listed
