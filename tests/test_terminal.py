"""What a command shows on a terminal, and that a file and a pipe get words alone."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from companion.codes import code
from companion.process import terminal

ESCAPE = "\033"


class Screen(io.StringIO):
    """A terminal that writes *encoding*."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def screen(monkeypatch: pytest.MonkeyPatch, encoding: str = "utf-8", **env: str) -> Screen:
    made = Screen()
    monkeypatch.setattr(type(made), "encoding", encoding)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, made)
    return made


def test_a_terminal_shows_a_sign_a_word_and_a_colour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen(monkeypatch)
    assert terminal.mark("ok") == f"{ESCAPE}[32m✓ ok     {ESCAPE}[0m"
    assert "✗ FAILED" in terminal.mark("failed")


def test_who_wants_no_colour_gets_the_sign_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    screen(monkeypatch, NO_COLOR="1")
    assert terminal.mark("warning") == "! WARNING"


@pytest.mark.parametrize("kind", ["dumb", ""])
def test_a_terminal_that_understands_letters_alone_gets_words(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    screen(monkeypatch, TERM=kind)
    assert terminal.mark("ok") == "ok     "


def test_where_no_sign_can_be_written_the_word_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen(monkeypatch, "ascii", NO_COLOR="1")
    assert terminal.mark("ok") == "ok     "


HALVES = {" ": (True, True), "▀": (False, True), "▄": (True, False), "█": (False, False)}
"""Which of the two modules of a sign are dark, where signs are white."""


def test_a_code_is_dark_on_white_whatever_the_terminals_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown, link = screen(monkeypatch), "http://192.168.178.23:8000/j/246813"
    terminal.print_code(link)
    begin, end = f"{ESCAPE}[97;40m", f"{ESCAPE}[0m"
    lines = shown.getvalue().splitlines()
    assert all(line.startswith(begin) and line.endswith(end) for line in lines)
    signs = [line.removeprefix(begin).removesuffix(end) for line in lines]
    rows = [[HALVES[sign][half] for sign in line] for line in signs for half in (0, 1)]
    drawn = code(link, "l")
    there = [
        [bool(each) for each in row]
        for row in drawn.matrix_iter(border=drawn.default_border_size)
    ]
    assert rows[: len(there)] == there


@pytest.mark.parametrize(("encoding", "kind"), [("ascii", "xterm"), ("utf-8", "dumb")])
def test_a_terminal_that_cannot_show_a_code_shows_none(
    monkeypatch: pytest.MonkeyPatch, encoding: str, kind: str
) -> None:
    shown = screen(monkeypatch, encoding, TERM=kind)
    terminal.print_code("http://192.168.178.23:8000/j/246813")
    assert shown.getvalue() == ""


def test_how_far_it_is_stands_on_one_line_that_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = screen(monkeypatch)
    assert list(terminal.counted("abc", 3, "matches")) == ["a", "b", "c"]
    told = shown.getvalue()
    assert told.startswith(f"{terminal.CLEAR_LINE}0 of 3 matches")
    assert "2 of 3 matches" in told
    assert "\n" not in told
    assert told.endswith(terminal.CLEAR_LINE)


def test_a_pipe_hears_nothing_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(terminal.counted("abc", 3, "matches")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""


def test_a_real_terminal_gets_colours_and_a_file_none(tmp_path: Path) -> None:
    """``export`` has nothing to list here: its refusal is coloured, or plain."""
    command = [sys.executable, "-m", "companion", "export", "--data", str(tmp_path)]
    env = {**os.environ, "TERM": "xterm"}
    env.pop("NO_COLOR", None)
    plain = subprocess.run(command, env=env, capture_output=True, check=False, timeout=60)
    assert ESCAPE.encode() not in plain.stderr
    ours, theirs = pty.openpty()
    try:
        subprocess.run(command, env=env, stderr=theirs, check=False, timeout=60)
        shown = os.read(ours, 4096)
    finally:
        os.close(ours)
        os.close(theirs)
    assert shown.startswith(f"{ESCAPE}[31mcompanion:".encode())
    assert b"There are no matches" in shown
