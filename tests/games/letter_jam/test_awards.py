"""What the end tells with names: awards, whole words, each turned card; nothing before its time."""

from dataclasses import replace
from random import Random

import pytest

from companion.engine.codec import Codec
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import MatchEnded, WordRevealed
from companion.games.letter_jam.keepsake import keepsake
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.state import TurnedExtra
from companion.games.letter_jam.view import TurnedCard
from companion.games.letter_jam.view_score import Award
from tests.games.letter_jam.endings import earn_an_e, final, score
from tests.games.letter_jam.table import NAMES, Table, table
from tests.play import for_tests

ROW = "1 2 3 4 5"


def right(*letters: str) -> tuple[TurnedCard, ...]:
    return tuple(TurnedCard(each, "right") for each in letters)


def turned(t: Table, name: str, seen_by: str) -> tuple[TurnedCard, ...]:
    return t.view(seen_by).table.players[t.seat(name)].turned


def ended(t: Table, *accepted: str) -> None:
    """Turn every word as it was dealt; those of *accepted* count."""
    t.end_clues()
    for name in NAMES[: len(t.state.players)]:
        t.lay(name, " ".join(str(n + 1) for n in range(t.player(name).length)))
    for name in NAMES[: len(t.state.players)]:
        t.reveal(name, accepted=name in accepted)


def helped() -> Table:
    """Return a table where Ann tells Bob and Cleo a letter, then Bob tells Ann one."""
    t = table(3, listed=("HORSE", "BLACK", "MINTY"))
    t.give("Ann", "2 3 4")
    t.move_on("Bob", "B")
    t.move_on("Cleo", "M")
    t.finish_round()
    t.give("Bob", "1 4")
    t.move_on("Ann", "H")
    t.finish_round()
    return t


# -- the turned cards --


def test_each_card_is_right_wrong_or_unsaid_as_its_own_box_said() -> None:
    t = final(2)
    t.lay("Ann", ROW)
    t.lay("Bob", ROW)
    t.act("Ann", cmd.RevealWord, guesses="HXR?E")
    for reader in ("Ann", "Bob"):
        assert turned(t, "Ann", reader) == (
            *right("H"),
            TurnedCard("O", "wrong", "X"),
            *right("R"),
            TurnedCard("S", "unsaid"),
            *right("E"),
        )
        assert turned(t, "Bob", reader) == ()


def test_the_wildcard_is_the_letter_that_makes_it_a_word() -> None:
    t = final(2, listed=("HORSE",))
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1 2 3* 4 5", "HO?SE")
    t.lay("Bob", ROW)
    t.reveal("Ann")
    assert turned(t, "Ann", "Bob")[2] == TurnedCard("*", "wild", stands_for="R")
    revealed = t.player("Ann").revealed
    assert revealed is not None
    assert (revealed.word, revealed.whole) == ("HO*SE", "HORSE")


def test_a_wildcard_in_no_word_stands_for_nothing() -> None:
    t = final(2)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "5 4 3* 2 1")
    t.lay("Bob", ROW)
    t.reveal("Ann")
    assert turned(t, "Ann", "Bob")[2] == TurnedCard("*", "wild")


def test_a_covered_card_and_its_box_stay_untold() -> None:
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="ENUT", listed=("HEROES",))
    earn_an_e(t)
    t.act("Ann", cmd.Reserve, spot="b1")
    t.lay("Ann", "1 5b1 3 2 4", "HORSZ")
    t.reveal("Ann")
    assert turned(t, "Ann", "Cleo")[1] == TurnedCard("E", "bonus")


def test_what_an_older_log_stored_of_a_reveal_still_shows() -> None:
    t = final(2)
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1 2 3* 4 5")
    t.state = t.game.evolve(t.state, WordRevealed(t.seat("Ann"), "HO*SE", listed=True))
    assert turned(t, "Ann", "Bob")[2] == TurnedCard("*", "wild")


def test_no_box_of_another_player_is_told_by_any_reveal() -> None:
    """The secret law: a twin of the table that Bob cannot tell from it shows the same."""
    t = final(3)
    for name in NAMES[:3]:
        t.lay(name, ROW, "ABCDE")
    t.act("Ann", cmd.RevealWord, guesses="HORSE")
    random = Random(4)
    for _ in range(20):
        twin = for_tests(t.game).twin(t.state, t.seat("Bob"), random)
        assert t.game.seat_view(twin, t.seat("Bob")) == t.view("Bob")


def test_the_judged_word_stays_until_the_next_is_turned() -> None:
    t = final(2)
    for name in ("Ann", "Bob"):
        t.lay(name, ROW)
    t.reveal("Ann")
    assert t.view("Bob").table.judged is None
    t.act("Bob", cmd.JudgeWord, whose="Ann", accepted=True)
    assert t.view("Bob").table.judged == t.seat("Ann")
    t.reveal("Bob")
    assert t.view("Bob").table.to_reveal == t.seat("Bob")


# -- the extra letter --


def test_an_extra_letter_said_aloud_stays_until_the_next_clue() -> None:
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="ENUTA")
    assert t.view("Ann").table.extra is None
    earn_an_e_but_the_end(t)
    for name in NAMES[:3]:
        extra = t.view(name).table.extra
        assert extra == TurnedExtra(t.seat("Bob"), guess="E", letter="E")
        assert extra.right
    t.finish_round()
    assert t.view("Ann").table.extra is not None
    t.give("Ann", "3 4")
    assert t.view("Ann").table.extra is None


def earn_an_e_but_the_end(t: Table) -> None:
    t.round("Ann", "2", "Bob")
    t.round("Ann", "2", "Bob")
    t.round("Cleo", "2", "Bob")
    t.give("Cleo", "2")
    t.act("Bob", cmd.GuessBonus, letter="E")


# -- awards --


def test_awards_go_to_whom_they_belong() -> None:
    t = helped()
    assert t.view("Ann").table.score is None, "no award before the end"
    ended(t, "Ann", "Bob", "Cleo")
    assert score(t).awards == (
        Award("best", ("Ann",), "BMA", 2),
        Award("helpful", ("Ann",), n=2),
    )


def test_the_longest_word_is_named_where_not_all_are_as_long() -> None:
    t = table(3, words=("HORSE", "CAT", "DIG"))
    ended(t, "Ann", "Bob")
    assert score(t).awards == (Award("longest", ("Ann",), "HORSE", 5),)


def test_a_long_word_that_does_not_count_wins_nothing() -> None:
    t = table(3, words=("HORSE", "CAT", "DIG"))
    ended(t, "Bob", "Cleo")
    assert score(t).awards == ()


def test_two_who_helped_alike_share_it() -> None:
    t = table(3)
    t.give("Ann", "2")
    t.move_on("Bob", "B")
    t.finish_round()
    t.give("Bob", "1")
    t.move_on("Ann", "H")
    t.finish_round()
    ended(t)
    kinds = {each.kind: each.names for each in score(t).awards}
    assert kinds["helpful"] == ("Ann", "Bob")


def looked_back(t: Table) -> None:
    """Look back at the first clue, with which the boldest guess comes."""
    for event in t.game.decide(t.state, cmd.LookBack(), Random(1)):
        t.state = t.game.evolve(t.state, event)


def bold(listed: str, guess: str = "H") -> list[Award]:
    """Return the award where Ann takes HM, in which she sees the M, for *guess*."""
    t = table(3, listed=(*listed.split(), "HORSE", "BLACK", "MINTY"))
    t.give("Bob", "1 3")
    t.move_on("Ann", guess)
    t.finish_round()
    ended(t, "Ann", "Bob", "Cleo")
    assert "bold" not in [each.kind for each in score(t).awards], (
        "reckoned after the last move"
    )
    looked_back(t)
    return [each for each in score(t).awards if each.kind == "bold"]


def test_a_right_guess_is_bold_where_other_letters_were_as_likely() -> None:
    assert bold("HM AM EM OM UM") == [Award("bold", ("Ann",), "H", 5)]
    assert bold("HM UM SM") == [Award("bold", ("Ann",), "H", 3)]


@pytest.mark.parametrize("listed", ["HM UM", "HM", "AM EM OM UM", ""])
def test_where_few_letters_were_possible_or_nothing_is_known_none_is_bold(
    listed: str,
) -> None:
    assert bold(listed) == []


def test_of_guesses_as_bold_the_earlier_one_counts() -> None:
    t = table(3, listed=("HM", "AM", "EM", "BH", "AH", "EH", "HORSE", "BLACK", "MINTY"))
    t.give("Cleo", "2 1")
    t.move_on("Bob", "B")
    t.finish_round()
    t.give("Bob", "1 3")
    t.move_on("Ann", "H")
    t.finish_round()
    ended(t, "Ann", "Bob", "Cleo")
    looked_back(t)
    assert Award("bold", ("Bob",), "B", 3) in score(t).awards


def test_a_wrong_guess_is_not_bold() -> None:
    assert bold("HM AM EM OM UM", "A") == []


# -- whole words --


def test_the_picture_tells_whole_words_and_the_best_clue_of_the_awards() -> None:
    t = table(2, listed=("HORSE", "BLACK", "BLURB"))
    t.give("Ann", "2 * 2")
    t.move_on("Bob", "B")
    t.finish_round()
    t.end_clues()
    t.act("Ann", cmd.Reserve, spot="*")
    t.lay("Ann", "1 2 3* 4 5")
    t.lay("Bob", ROW)
    t.reveal("Ann", accepted=True)
    t.reveal("Bob", accepted=True)
    kept = keepsake(t.game.table_view(t.state))
    assert kept is not None
    assert [each.word for each in kept.words] == ["HORSE", "BLACK"]
    best = next(each for each in score(t).awards if each.kind == "best")
    assert (kept.best, kept.best_by) == (best.word, best.names[0]) == ("B*B", "Ann")
    ends = next(each for each in t.log if isinstance(each, MatchEnded))
    assert len(ends.whole_clues) == len(t.state.clues)


@pytest.mark.parametrize(
    ("language", "word", "whole"),
    [
        ("en", "SHOC*", "SHOCK"),
        ("en", "SEEKE*S", "SEEKERS"),
        ("en", "*INE*", "DINED"),
        ("en", "G*YS", "GUYS"),
        ("en", "D*F*NC*", "DEFENCE"),
        ("en", "N*SA", "NASA"),
        ("en", "QQQ*", "QQQ*"),
        ("en", "HORSE", "HORSE"),
        ("de", "SOMM*R", "SOMMER"),
        ("de", "M*HR", "MEHR"),
        ("de", "B*N*HM*N", "BENEHMEN"),
        ("de", "HIN*IN", "HINEIN"),
        ("de", "LA*FE", "LAUFE"),
        ("de", "HESS*SCHE", "HESSISCHE"),
        ("de", "*ETER", "METER"),
    ],
)
def test_the_lists_know_what_a_wildcard_stood_for(
    language: str, word: str, whole: str
) -> None:
    assert Lexicons().whole(language, word) == whole


def test_a_match_that_ended_before_this_was_kept_reads_as_it_did() -> None:
    t = helped()
    ended(t)
    stored = Codec((MatchEnded,)).load({"type": "MatchEnded"})
    t.state = replace(t.state, whole_clues=stored.whole_clues)
    assert [line.whole for line in score(t).look_back] == ["BMA", "HA"]
