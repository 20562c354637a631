"""Only the games' own folder knows which games there are; a breach is found."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.games import NAMES

ROOT = Path(companion.__file__).parents[1]
PACKAGES = ("companion", "hardware", "web", "systemd")
NAMED = re.compile("|".join(name.replace("_", "[_ ]?") for name in NAMES), re.IGNORECASE)
"""Its package, its id, its classes, its title."""
KINDS = {".py", ".html", ".js", ".css", ".toml"}


def who_names_a_game(root: Path) -> Iterator[str]:
    """Yield the files, but for the games' own, that name a game: an ``if`` would have to."""
    files = (path for package in PACKAGES for path in (root / package).rglob("*"))
    for path in (root / "pyproject.toml", *files):
        own = root / "companion/games" in path.parents
        if path.suffix in KINDS and not own and NAMED.search(path.read_text("utf-8")):
            yield path.relative_to(root).as_posix()


def test_nobody_asks_which_game_it_serves() -> None:
    assert list(who_names_a_game(ROOT)) == []


def test_no_game_is_imported_before_it_is_asked_for() -> None:
    script = (
        "import sys, companion.games as all\n"
        "loaded = lambda: {name.split('.')[2] for name in sys.modules"
        " if name.startswith('companion.games.')}\n"
        "games = all.Games()\n"
        "assert list(games) and all.DEFAULT in games and not loaded(), loaded()\n"
        "assert games[all.NAMES[1]] is games[all.NAMES[1]]\n"
        "assert loaded() == {all.NAMES[1]}, loaded()\n"
        "assert 'companion.words.vocabulary' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


@pytest.fixture(scope="module", name="copy")
def _copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def plant(folder: Path, file: str, line: str) -> None:
    path = folder / file
    path.write_text(f"{path.read_text('utf-8')}\n{line}\n", "utf-8")


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("web/services.py", 'SPECIAL = "djam"'),
        ("companion/cli/deal.py", "# of Letter Jam"),
        ("companion/table/script.py", "from companion.games import LetterJam"),
        ("web/static/app.js", "// Haiclue"),
        ("pyproject.toml", "# companion.games.letter_jam.bots"),
    ],
)
def test_a_planted_name_is_found(copy: Path, file: str, line: str) -> None:
    before = (copy / file).read_text("utf-8")
    plant(copy, file, line)
    assert list(who_names_a_game(copy)) == [file]
    (copy / file).write_text(before, "utf-8")


@pytest.mark.slow
def test_planted_imports_of_a_game_break_the_contracts(copy: Path) -> None:
    plant(copy, "web/routes/phone.py", "import companion.games")
    plant(copy, "hardware/faces.py", "import companion.games.djam")
    plant(copy, "companion/games/djam/view.py", "import companion.games.haiclue")
    plant(
        copy,
        "companion/games/letter_jam/bots/act.py",
        "import companion.games.letter_jam.decide_round",
    )
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode
    for contract in (
        "web knows no game",
        "hardware sees ports and errors only",
        "Games do not know each other",
        "Bots and helpers see views and commands, never the state",
    ):
        assert f"{contract} BROKEN" in done.stdout
