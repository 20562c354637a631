"""One game more in a copy's catalogue, the guide's own, breaks nothing that runs over it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.daemon import ROOT
from tests.e2e.test_example import tree_with_example

pytestmark = pytest.mark.slow

NAME = "galgenraten"
PAGES = "browser and not long"
RULES = "not browser and not long and not vm and not roots"
LIMIT_S = 1500


@pytest.fixture(scope="module", name="tree")
def _tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole checkout but what git leaves out, with the game's folder in it."""
    tree = tree_with_example(tmp_path_factory.mktemp("fifth") / "tree")
    unneeded = shutil.ignore_patterns("__pycache__")
    for each in ("tests", "systemd"):
        shutil.copytree(ROOT / each, tree / each, ignore=unneeded)
    for file in filter(Path.is_file, ROOT.iterdir()):
        shutil.copy(file, tree)
    return tree


def run(tree: Path, marks: str, *which: str) -> str:
    """Run in *tree* what runs over its catalogue; return the last line."""
    told = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-m",
            marks,
            *which,
        ],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )
    assert told.returncode == 0, told.stdout[-4000:]
    return told.stdout.strip().splitlines()[-1]


def test_everything_is_collected_and_holds_by_its_rules(tree: Path) -> None:
    assert " passed" in run(tree, RULES, "-k", NAME)


def test_a_game_that_has_just_been_begun_runs_and_passes(tree: Path) -> None:
    begun = [sys.executable, "-m", "tests.new_game", "word_hunt"]
    subprocess.run(begun, cwd=tree, check=True, capture_output=True, timeout=LIMIT_S)
    assert " passed" in run(tree, f"{RULES} and not slow", "-k", "word_hunt")


@pytest.mark.browser
def test_its_pages_hold_in_chromium(tree: Path) -> None:
    assert " passed" in run(tree, PAGES, "-k", NAME, "tests/e2e")
