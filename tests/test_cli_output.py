"""What commands print: in any locale, and nothing that a terminal would obey."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli.main import COMMANDS, main
from companion.cli.script import export_lines
from companion.engine.codec import Codec
from companion.errors import plain
from companion.games import GAMES
from companion.table.storage.backup import Backup, text_of
from companion.table.values.entries import MatchInfo
from companion.table.values.match import Match
from tests.test_cli_replay import example

EVIL = "\x1b]0;owned\x07\x9b31m\u202eAnna"
"""Changes a terminal's title and colour, and turns the direction of writing."""


class Printed:
    """Standard output in a locale that knows little."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
        self._out, self._err = io.BytesIO(), io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(self._out, encoding))
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(self._err, encoding))

    @property
    def text(self) -> str:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        return (self._out.getvalue() + self._err.getvalue()).decode("latin-1")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "iso8859-15", "cp1252", "cp437"])
@pytest.mark.parametrize(
    "line",
    ["wiring", "doctor --port 9", "doctor --port 9 --json", "replay {script}", "deal --players 2",
     "replay {script} --json", "replay {script} --seat Ben", "export --data {folder}",
     "stands list --config {script}", "card {folder}/none", "restore {script}"],
)  # fmt: skip
def test_a_command_ends_in_any_locale(
    line: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    script = tmp_path / "match–Ω.jsonl"
    script.write_text(example().replace("Anna", "Ánnα€"), "utf-8")
    out = Printed(monkeypatch, encoding)
    assert main(line.format(script=script, folder=tmp_path).split()) in (0, 1, 2)
    assert out.text
    assert "Traceback" not in out.text


@pytest.mark.parametrize("command", COMMANDS)
def test_its_help_too(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out = Printed(monkeypatch, "ascii")
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    assert "for example" in out.text


def test_what_a_locale_lacks_is_whole_in_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "match.jsonl"
    script.write_text(example().replace("Ben", "Bén 💕"), "utf-8")
    out = Printed(monkeypatch, "ascii")
    assert main(["replay", str(script), "--json"]) == 0
    faces = [json.loads(line) for line in out.text.splitlines()]
    assert "Bén 💕" in json.dumps(faces, ensure_ascii=False)


def test_a_real_process_in_a_real_locale(tmp_path: Path) -> None:
    locale = {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "companion", "wiring"],
        env={**os.environ, **locale, "HOME": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u03a9" in done.stdout, "ohms"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_full_disk_behind_what_is_printed_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", "wiring"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    said = "companion: The system refuses: No space left on device; make room there.\n"
    assert (done.returncode, done.stderr) == (2, said)


# -- what a terminal would obey ----------------------------------------------------------


def is_tame(text: str) -> bool:
    return plain(text.replace("\n", "")) == text.replace("\n", "")


def exported(name: str) -> str:
    """Return a match of somebody with that *name*, as a file could have it."""
    game = GAMES["letter_jam"]()
    start = game.start(("Anna", "Ben"), {"lengths": (3, 3)}, ())
    command = Codec(game.setup_commands).load(json.loads(json.dumps(start)))
    match = Match.begin(game, "m").carry_out(command, "line-1", None, Random(1))
    info = MatchInfo(EVIL, "letter_jam", EVIL, None)
    return "\n".join(export_lines(info, match.rows(0))).replace(
        "Anna", json.dumps(name)[1:-1]
    )


@pytest.mark.parametrize(
    "arguments", [[], ["--json"], ["--seat", "Ben"], ["--seat", "Ben", "--json"]]
)
def test_a_name_in_a_replay_does_nothing_to_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(exported(EVIL), "utf-8")
    assert main(["replay", str(file), *arguments]) == 0
    said = capsys.readouterr().out
    assert "Anna" in said
    assert is_tame(said)


@pytest.mark.parametrize("where", ["game", "type"])
def test_nor_does_a_refusal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(json.dumps({where: EVIL}) + "\n", "utf-8")
    assert main(["replay", str(file)]) == 2
    assert is_tame(capsys.readouterr().err)


def test_nor_does_the_time_of_a_file_to_take_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.companion"
    file.write_text(text_of(Backup(EVIL, {"evenings": "[]", EVIL: "[]"})), "utf-8")
    main(["restore", str(file), "--data", str(tmp_path / "there")])
    said = capsys.readouterr()
    assert is_tame(said.out + said.err)


# -- depth and length --------------------------------------------------------------------

NINES = "9" * 5000
TABLE_FILES = {
    "brackets": "x = " + "[" * 5000,
    "closed brackets": "x = " + "[" * 5000 + "]" * 5000,
    "braces": "x = " + "{a=" * 5000,
    "number": f"[stand.1]\naddress = {NINES}\n",
    "shorter number": f"[stand.1]\naddress = {NINES[:4000]}\n",
    "number of the sixteen": f"[stand.1]\naddress = 0x{NINES}\n",
    "number of the sixteen for a turn": f"[stand.1]\nrotate = 0x{NINES}\n",
    "number of the sixteen for a word": f"[stand.1]\nlink = [0x{NINES}]\n",
    "number of the two for a pin": f"[stand.1]\nlight = 0b{'1' * 20_000}\n",
    "dotted": "[stand.1]\nlink" + ".a" * 5000 + " = 1\n",
    "header": "[stand" + ".a" * 5000 + "]\n",
    "string": f'[stand.1]\nlink = "{NINES}"\n',
    "key": f"[stand.1]\n{NINES} = 1\n",
}


@pytest.mark.parametrize("name", TABLE_FILES)
@pytest.mark.parametrize(
    "line", ["wiring", "doctor --port 9", "run --port 0", "stands list", "setup-pi --yes"]
)
def test_a_tables_file_out_of_all_bounds_is_one_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    line: str,
    monkeypatch: Any,
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    file = tmp_path / "table.toml"
    file.write_text(TABLE_FILES[name])
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/config.txt").write_text("")
    root = ["--root", str(tmp_path)] if "setup" in line else []
    assert main([*line.split(), *root, "--config", str(file)]) in (2, os.EX_CONFIG)
    (said,) = capsys.readouterr().err.splitlines()
    assert "table.toml" in said
    assert len(said) < 800


@pytest.mark.parametrize("data", ["Käse".encode("latin-1"), "{}".encode("utf-16")])
def test_what_is_no_text_of_ours_is_said_in_our_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(data)
    assert main(["replay", str(file)]) == 2
    said = capsys.readouterr().err
    assert "it is not UTF-8 text" in said
    assert "codec" not in said


@pytest.mark.parametrize(
    "line",
    ["[" * 5000, '{"a":' * 5000 + "1" + "}" * 5000, '{"type": ' + NINES + "}",
     '{"companion match": 1}\n{"command": "c", "actor": 1e999, "entry": {}}',
     '{"companion match": 1}\n{"command": "c", "actor": null, "entry": 5}',
     '{"companion match": [[[]]]}', '{"type": "SetTable", "names": 5}'],
)  # fmt: skip
def test_a_line_out_of_all_bounds_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(line)
    assert main(["replay", str(file)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert "ine 1" in said or "ine 2" in said
