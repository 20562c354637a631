"""Only the catalogue and the command line know which games there are; a breach is found."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.games import GAMES

ROOT = Path(companion.__file__).parents[1]
PACKAGES = ("companion", "hardware", "web")
NAMED = re.compile("|".join(name.replace("_", "[_ ]") for name in GAMES), re.IGNORECASE)
KINDS = {".py", ".html", ".js", ".css"}


def who_names_a_game(root: Path) -> Iterator[str]:
    """Yield the files, but for the games' own, that name a game: an ``if`` would have to."""
    for package in PACKAGES:
        for path in (root / package).rglob("*"):
            own = root / "companion/games" in path.parents or "cli" in path.parts
            if path.suffix in KINDS and not own and NAMED.search(path.read_text("utf-8")):
                yield path.relative_to(root).as_posix()


def test_nobody_asks_which_game_it_serves() -> None:
    assert list(who_names_a_game(ROOT)) == []


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


def test_a_planted_question_is_found(copy: Path) -> None:
    plant(copy, "web/services.py", 'SPECIAL = "djam"')
    assert list(who_names_a_game(copy)) == ["web/services.py"]


@pytest.mark.slow
def test_planted_imports_of_a_game_break_the_contracts(copy: Path) -> None:
    plant(copy, "web/routes/phone.py", "import companion.games")
    plant(copy, "hardware/faces.py", "import companion.games.djam")
    plant(copy, "companion/games/djam/view.py", "import companion.games.haiclue")
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
    ):
        assert f"{contract} BROKEN" in done.stdout
