"""Matches as files: scripts by hand, exports, and what the documents promise of them."""

import json
from pathlib import Path
from random import Random

import pytest

import companion
from companion.cli.main import main
from companion.games import GAMES
from companion.messages import Catalogue
from companion.table.table import Table
from companion.table.values.ids import DeviceId

README = (Path(companion.__file__).parent / "README.md").read_text("utf-8")


def example() -> str:
    """Return the script that stands in the README."""
    return next(part for part in README.split("```") if "SetTable" in part).lstrip("\n")


def replay(tmp_path: Path, text: str, *arguments: str) -> int:
    file = tmp_path / "match.jsonl"
    file.write_text(text, "utf-8")
    return main(["replay", str(file), *arguments])


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "as some editors begin it"])
def test_the_example_of_the_readme_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mark: str
) -> None:
    assert replay(tmp_path, mark + example()) == 0
    out = capsys.readouterr().out
    assert "Clue 1: 3 letters, given by Anna for a red clue token." in out
    assert "2 D Ben 2/3" in out
    assert "refused" not in out


def test_a_script_lets_no_time_pass_where_nobody_waits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for held, what in (([], "waits for no time"), (["here"], "must be a list")):
        line = json.dumps({"type": "TimeUp", "held": held})
        assert replay(tmp_path, f"{example()}\n{line}\n") == 2
        assert what in capsys.readouterr().err


def test_a_seat_sees_its_own_letter_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(tmp_path, example(), "--seat", "Ben", "--json") == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert steps[-2]["view"]["clues"][0]["reading"] == "?E*"
    assert all("faces" not in step and "table" not in step for step in steps)
    assert [step["view"]["table"]["stands"][1]["letter"] for step in steps] == ["?"] * len(
        steps
    )


@pytest.mark.parametrize("seat", ["²", "٢", "9" * 5000, "0", "-1"])
def test_a_seat_that_is_none_is_named_and_not_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seat: str
) -> None:
    assert replay(tmp_path, example(), "--seat", seat) == 2
    assert f"There is no player {seat!r}; there are: Anna, Ben." in capsys.readouterr().err


def test_every_step_tells_tokens_and_stands_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(tmp_path, example(), "--json") == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["asked"]["type"] == "MoveOn"
    assert last["table"]["middle"]["red"] == 5
    assert last["faces"]["stand-2"]["letter"] == "D"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("no json", "Line 7 is not JSON"),
        ("[1]", "Line 7 has to be one JSON object"),
        ('{"type": "Fly", "seat": "Anna"}', "“type” is 'Fly'"),
        ('{"type": "GiveClue", "seat": "Zoe"}', "no player 'Zoe'"),
        ('{"type": "GiveClue", "seat": 3}', "no player 3"),
        ('{"type": "GiveClue", "seat": true}', "no player True"),
        ('{"type": "GiveClue", "seat": "²"}', "no player '²'"),
        ('{"type": "GiveClue", "seat": "Ben", "loud": true}', "no field 'loud'"),
        ('{"type": "MoveOn", "seat": "Ben", "guess": 4}', "MoveOn cannot be read"),
        ('{"type": "StartMatch", "names": ["A", "B"]}', "“type” is 'StartMatch'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    assert replay(tmp_path, f"{example()}{line}\n") == 2
    assert said in capsys.readouterr().err


def test_a_table_that_cannot_be_set_ends_the_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(tmp_path, example().replace("EASTERN", "WEST")) == 2
    assert "Line 2: the table cannot be set so: stacks" in capsys.readouterr().err


def test_a_refused_command_is_told_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = '{"type": "GiveClue", "seat": "Ben"}\n{"type": "Undo"}\n'
    assert replay(tmp_path, example() + more, "--json") == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert steps[-2]["refused"]["code"] == "no-giver"
    assert steps[-2]["table"] == steps[-3]["table"]
    assert steps[-1]["table"] == steps[-4]["table"]


def test_a_stored_match_is_exported_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = DeviceId("0" * 64)
    games = {"letter_jam": GAMES["letter_jam"]()}
    catalogues = {"letter_jam": {"en": Catalogue("en", {})}}
    path = tmp_path / "table.sqlite3"
    table = Table(games, path, catalogues, random=Random(1))
    table.start()
    handle = table.submit(table.lobby.join, host, "Anna").result()
    table.submit(table.lobby.add_person, host, "Ben").result()
    table.submit(table.matches.start, host, {}, "command-1").result()
    table.submit(table.moves.send, host, handle, {"type": "TellNone"}, "command-2").result()
    table.stop()
    assert main(["export", "--data", str(tmp_path)]) == 0
    match = capsys.readouterr().out.split()[0]
    file = tmp_path / "out.jsonl"
    assert main(["export", match, "--data", str(tmp_path), "--output", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
    assert "Anna has no clue yet." in capsys.readouterr().out
