"""What ``--help`` offers can be had, and what cannot be is refused in a sentence."""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

import pytest

from companion import __version__
from companion.cli.main import COMMANDS, EXAMPLES, FIRST, main, parser
from companion.games import GAMES
from companion.process.demo import begin_demo
from companion.process.settings import Demo
from companion.table.table import Table
from web.pages.game_pages import game_pages

ROOT = Path(__file__).parents[1]


def choices(command: str) -> dict[str, tuple[object, ...]]:
    """Return what *command* offers, by the name of the argument."""
    [commands] = [
        each
        for each in parser(command)._actions
        if isinstance(each, argparse._SubParsersAction)
    ]
    actions = commands.choices[command]._actions
    return {each.dest: tuple(each.choices) for each in actions if each.choices is not None}


def demos() -> Iterator[Demo]:
    """Yield demos that use every choice of ``demo`` at least once."""
    offered = choices("demo")
    for game in offered["game"]:
        rules = GAMES[str(game)]()
        columns: list[Sequence[object]] = [
            [each for each in offered["players"] if each in rules.players],
            [each for each in offered["strength"] if each in rules.bots.strengths],
            offered["language"],
        ]
        for players, strength, language in islice(
            zip(*map(cycle, columns), strict=True), max(map(len, columns))
        ):
            yield Demo(str(game), int(str(players)), str(strength), str(language))


@pytest.mark.parametrize("demo", list(demos()), ids=str)
def test_every_offered_demo_plays(demo: Demo, tmp_path: Path) -> None:
    games = {demo.game: GAMES[demo.game]()}
    catalogues = {
        name: game_pages(name, game.pages).catalogues for name, game in games.items()
    }
    table = Table(games, tmp_path / "table.sqlite3", catalogues)
    table.start()
    try:
        begin_demo(table, demo)
        shown = table.publisher.latest.table
        assert shown.playing
    finally:
        table.stop()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("demo --game haiclue --strength weak", "bots of Haiclue play simple"),
        ("demo --game letter_jam --players 9", "Letter Jam is for 2 to 6"),
    ],
)
def test_what_one_game_has_and_another_has_not_is_refused(
    line: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    assert sentence in capsys.readouterr().err


def test_a_game_without_bots_is_not_offered_for_a_demo() -> None:
    with_bots = [name for name, make in GAMES.items() if make().bots.strengths]
    assert list(choices("demo")["game"]) == with_bots


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_explains_itself(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"] if command else ["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert f"usage: companion {command}".rstrip() in told
    assert command or all(each in told for each in COMMANDS)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("run --port 70000", "70000: a port is a number from 0 to 65535"),
        ("demo --port -1", "-1: a port is a number from 0 to 65535"),
        ("doctor --port x", "x: a port is a number from 0 to 65535"),
        ("run --bot-pause -1", "-1: write a number of seconds, 0 to 86400"),
        ("demo --pause soon", "soon: write a number of seconds, 0 to 86400"),
        ("stands list --seconds nan", "nan: write a number of seconds, 0 to 86400"),
        ("run --switch-off '", "': a quotation mark is not closed"),
        ("demo --strength clever", "invalid choice: 'clever'"),
        ("deal --language fr", "--language: invalid choice: 'fr'"),
        ("deal --level mad", "--level: invalid choice: 'mad'"),
        ("deal --players x", "--players: invalid int value: 'x'"),
    ],
)
def test_what_cannot_be_is_refused(
    line: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line.split())
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_checkout_tells_its_version_before_anything_is_installed() -> None:
    bare = [sys.executable, "-I", "-S", "-c"]  # no packages, no environment
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv[0] = 'companion'"
    run = "import companion.cli.main as cli; cli.main(['--version'])"
    done = subprocess.run(
        [*bare, f"{script}; {run}"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"companion {__version__}\n"


def test_buttons_that_are_drawn_cannot_be_pressed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["stands", "press"]) == 2
    assert "all are drawn in the browser" in capsys.readouterr().err


def test_looking_for_matches_makes_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "none"
    assert main(["export", "--data", str(folder)]) == 2
    assert "There are no matches" in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_is_told_by_examples_that_it_understands(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    told = capsys.readouterr().out
    for example in EXAMPLES[command]:
        assert f"  companion {example}\n" in told
        words = shlex.split(example)
        assert words[0] == command
        assert parser(command).parse_args(words).run


def test_the_first_examples_are_among_those_of_the_commands() -> None:
    *lines, last = FIRST
    assert set(lines) <= {
        *COMMANDS,
        *(each for every in EXAMPLES.values() for each in every),
    }
    assert last == "COMMAND --help"
