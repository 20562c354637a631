import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.cli import deal as cli_deal
from companion.cli.deal import tasks
from companion.cli.main import main
from companion.engine.tools import CardDeal
from companion.games.letter_jam.dealing import deal_from_code, deal_from_seed
from companion.languages import Language
from companion.words.deck import DECKS
from companion.words.lexicon import Level, load_lexicon

CLEAR = "\033[H\033[2J\033[3J"


def coded(
    language: Language = "de", lengths: Sequence[int] = (4, 5, 6), level: Level = "easy"
) -> CardDeal:
    return deal_from_seed(load_lexicon(language), DECKS[language], lengths, level, 99)


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    assert main(["deal", *argv, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    facts: dict[str, Any] = json.loads(out)
    return facts


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(["deal", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("companion: ")
    assert err.count("\n") == 1
    return err


# -- as JSON --


def test_json_tells_the_whole_deal(capsys: pytest.CaptureFixture[str]) -> None:
    facts = printed(capsys, "--players", "4", "--length", "5", "--language", "de")
    drawn = deal_from_code(facts["code"])
    assert list(facts) == ["code", "language", "players", "stacks", "deck"]
    assert facts["language"] == "de"
    assert [player["word"] for player in facts["players"]] == list(drawn.words)
    assert [player["scramble"] for player in facts["players"]] == list(drawn.scrambles)
    assert facts["stacks"] == list(map(list, drawn.stacks))
    assert facts["deck"] == list(drawn.deck)


def test_without_wishes_it_is_english_normal_with_five_letters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    drawn = deal_from_code(printed(capsys, "--players", "2")["code"])
    assert (drawn.language, drawn.level, drawn.lengths) == ("en", "normal", (5, 5))


def test_each_player_may_have_an_own_length(capsys: pytest.CaptureFixture[str]) -> None:
    facts = printed(capsys, "--players", "3", "--length", "3,5,7", "--level", "hard")
    assert [len(player["word"]) for player in facts["players"]] == [3, 5, 7]
    assert deal_from_code(facts["code"]).level == "hard"


def test_the_names_tell_how_many_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(printed(capsys, "--names", "Anna,Ben,Cleo")["players"]) == 3
    assert len(printed(capsys)["players"]) == 4


def test_two_calls_give_two_deals(capsys: pytest.CaptureFixture[str]) -> None:
    wishes = ("--players", "6")
    assert printed(capsys, *wishes) != printed(capsys, *wishes)


def test_the_same_text_gives_the_same_deal(capsys: pytest.CaptureFixture[str]) -> None:
    wishes = ("--players", "4", "--seed")
    assert printed(capsys, *wishes, "Omas Tisch") == printed(capsys, *wishes, "Omas Tisch")
    assert printed(capsys, *wishes, "Omas Tisch") != printed(capsys, *wishes, "Opas Tisch")
    assert printed(capsys, *wishes, "") == printed(capsys, *wishes, "")


def test_a_deal_code_brings_its_deal_back_with_or_without_its_settings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = coded().code
    facts = printed(capsys, "--seed", code)
    assert facts["code"] == code
    assert facts == printed(capsys, "--seed", code.lower().replace("-", ""))
    settings = (
        "--language",
        "de",
        "--players",
        "3",
        "--length",
        "4,5,6",
        "--level",
        "easy",
    )
    assert facts == printed(capsys, "--seed", code, *settings)


# -- wishes that cannot be met --


@pytest.mark.parametrize(
    ("argv", "finding"),
    [
        (("--players", "7"), "7 players: Letter Jam is for 2 to 6"),
        (("--players", "1"), "1 player: "),
        (("--players", "-3"), "-3 players"),
        (("--players", "0"), "0 players"),
        (("--players", "4", "--length", "8"), "Length 8: words have 3 to 7"),
        (("--players", "4", "--length", "2"), "Length 2"),
        (("--players", "3", "--length", "4,5"), "2 lengths for 3 players"),
        (("--players", "3", "--length", "long"), "--length long: write numbers"),
        (("--players", "3", "--length", "4,,5"), "--length 4,,5: write numbers"),
        (("--players", "3", "--names", "Anna,Ben"), "name all 3 players"),
        (("--names", "Anna,,Ben"), "name all 3 players"),
        (("--names", "Anna"), "1 player: "),
        (("--names", "Anna,Ben,ANNA"), "two are called ANNA; add a letter"),
        (("--game", "djam", "--players", "4"), "Djam has no words to draw"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], argv: Sequence[str], finding: str
) -> None:
    assert finding in refused(capsys, *argv)


@pytest.mark.parametrize(
    ("argv", "finding"),
    [
        (("--language", "en"), "--language en does not fit the deal code, which says de"),
        (("--level", "hard"), "--level hard does not fit the deal code, which says easy"),
        (("--players", "4"), "--players 4 does not fit the deal code, which says 3"),
        (("--length", "5"), "--length 5,5,5 does not fit the deal code, which says 4,5,6"),
        (("--length", "5,6"), "2 lengths for 3 players"),
        (("--names", "Anna,Ben"), "name all 3 players"),
    ],
)
def test_a_wish_against_the_deal_code_is_refused(
    capsys: pytest.CaptureFixture[str], argv: Sequence[str], finding: str
) -> None:
    assert finding in refused(capsys, "--seed", coded().code, *argv)


def test_a_mistyped_deal_code_is_refused_and_not_taken_for_a_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = coded().code
    wrong = code[:-1] + ("0" if code[-1] != "0" else "2")
    assert "at least one sign is wrong" in refused(
        capsys, "--seed", wrong, "--players", "3"
    )
    assert "23 signs" in refused(capsys, "--seed", code[:-1])


# -- one screen per maker --


def test_the_maker_is_the_receiver_s_left_neighbour() -> None:
    # Clockwise: Ben sits on Anna's left, Cleo on Ben's left, Anna on Cleo's left.
    made = tasks(("FOR ANNA", "FOR BEN", "FOR CLEO"), ("Anna", "Ben", "Cleo"))
    assert [(task.maker, task.receiver, task.cards) for task in made] == [
        ("Anna", "Cleo", "FOR CLEO"),
        ("Ben", "Anna", "FOR ANNA"),
        ("Cleo", "Ben", "FOR BEN"),
    ]


@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_makes_once_and_receives_once_and_never_for_themselves(
    players: int,
) -> None:
    names = tuple("ABCDEF"[:players])
    made = tasks(names, names)
    assert [task.maker for task in made] == list(names)
    assert sorted(task.receiver for task in made) == list(names)
    assert all(task.maker != task.receiver and task.cards == task.receiver for task in made)


@pytest.fixture
def table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[tuple[str, str]]:
    """Press Enter at every question; return the screens as (question, text before it)."""
    screens = []

    def press_enter(question: str = "") -> str:
        screens.append((question, capsys.readouterr().out))
        return ""

    monkeypatch.setattr("builtins.input", press_enter)
    return screens


def test_letters_are_on_the_screen_between_two_presses_only(
    table: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = coded()
    names = ("Anna", "Ben", "Cleo")
    assert main(["deal", "--seed", drawn.code, "--names", ",".join(names)]) == 0
    assert len(table) == 6
    for seat, task in enumerate(tasks(drawn.scrambles, names)):
        (before, cleared), (shown, opened) = table[2 * seat : 2 * seat + 2]
        assert task.maker in before
        assert " ".join(task.cards) not in before + cleared
        assert CLEAR in opened
        assert shown.startswith(f"{task.maker}, pull these cards for {task.receiver}:")
        assert " ".join(task.cards) in shown
        if seat:
            assert CLEAR in cleared
    last = capsys.readouterr().out
    assert CLEAR in last
    assert "stacks of 7, 8, 9" in last
    assert drawn.code in last
    everything = last + "".join(question + out for question, out in table)
    assert not any(word in everything for word in drawn.words)


def test_players_without_names_are_numbered_and_six_need_no_stacks(
    table: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deal", "--players", "6"]) == 0
    assert table[0][0].startswith(
        "Player 1, come alone. Enter shows the cards for Player 6."
    )
    assert "stacks" not in capsys.readouterr().out


@pytest.mark.parametrize(("end", "code"), [(EOFError, 2), (KeyboardInterrupt, 130)])
def test_the_screen_is_cleared_even_if_somebody_breaks_off(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    end: type[BaseException],
    code: int,
) -> None:
    asked = []

    def break_off(question: str) -> str:
        asked.append(question)
        if len(asked) == 2:
            raise end
        return ""

    monkeypatch.setattr("builtins.input", break_off)
    assert main(["deal", "--players", "2"]) == code
    assert capsys.readouterr().out.endswith(cli_deal._CLEAR)


def test_an_own_list_is_dealt_from_and_says_what_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.txt"
    own.write_text("apple\nbread\nox\n", encoding="utf-8")
    options = ["--words", str(own), "--players", "2", "--json"]
    assert main(["deal", *options]) == 0
    said = capsys.readouterr()
    assert {each["word"] for each in json.loads(said.out)["players"]} == {"APPLE", "BREAD"}
    assert "line 3, ox: OX has 2 letters; 3 to 7 fit a row." in said.err


@pytest.mark.parametrize("code", ["", coded().code])
def test_an_own_list_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    missing = str(tmp_path / "none.txt")
    assert "cannot be read" in refused(capsys, "--words", missing, "--seed", code)


def test_a_deal_from_an_own_list_comes_back_by_its_code_and_that_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, other = tmp_path / "own.txt", tmp_path / "other.txt"
    own.write_text("Apfel\nBrise\nChaos\nDauer\n", encoding="utf-8")
    other.write_text("Apfel\nBrise\nChaos\nDampf\n", encoding="utf-8")
    wishes = "--language", "de", "--players", "3", "--words", str(own)
    facts = printed(capsys, *wishes)
    again = "--seed", facts["code"]
    assert printed(capsys, *again, "--words", str(own)) == facts
    for argv in ((), ("--words", str(other))):
        assert "give its own list by --words" in refused(capsys, *again, *argv)
    assert "other word lists" in refused(
        capsys, "--seed", coded().code, "--words", str(own)
    )
