"""What may import what, who may name a game, how large things may grow; a breach is found."""

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import companion
from companion.games import NAMES

ROOT = Path(companion.__file__).parents[1]
PACKAGES = ("companion", "hardware", "web", "systemd")
NAMED = re.compile("|".join(name.replace("_", "[_ ]?") for name in NAMES), re.IGNORECASE)
"""Its package, its id, its classes, its title."""
KINDS = {".py", ".html", ".js", ".css", ".toml"}
LEFT_OUT = shutil.ignore_patterns("__pycache__", "data", "pictures")
FIRMWARE = "hardware/firmware"
"""MicroPython's own world: one file, not a part of the program."""
GATHER = {"game", "rules", "commands", "events", "clock", "stands", "for_tests"}
"""What puts phases together, where a game's rules are sliced so, and what tests ask."""
LONGEST_FILE, LONGEST_FUNCTION, MOST_AT_THE_ROOT = 320, 45, 12


def sources(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every Python file of the program."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if not name.startswith(FIRMWARE):
                yield name, path.read_text("utf-8")


@cache
def nodes(text: str) -> tuple[ast.AST, ...]:
    """Return what stands in a source: each one is read for several laws, and in a copy again."""
    return tuple(ast.walk(ast.parse(text)))


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """What has been read is large."""
    yield
    nodes.cache_clear()


def who_names_a_game(root: Path) -> Iterator[str]:
    """Yield the files, but for the games' own, that name a game: an ``if`` would have to."""
    files = (path for package in PACKAGES for path in (root / package).rglob("*"))
    for path in (root / "pyproject.toml", *files):
        own = {root / "companion/games", root / "web/pictures"} & {*path.parents}
        if path.suffix in KINDS and not own and NAMED.search(path.read_text("utf-8")):
            yield path.relative_to(root).as_posix()


def too_long(root: Path) -> Iterator[str]:
    """Yield the files and functions that want to be two."""
    for name, text in sources(root):
        if (lines := text.count("\n")) > LONGEST_FILE:
            yield f"{name}: {lines} lines"
        for node in nodes(text):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    yield f"{name}: {node.name} has {length} lines"


def shared_names(root: Path) -> Iterator[str]:
    """Yield the class names that mean two things; each game is a world of its own."""
    known: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, text in sources(root):
        parts = name.split("/")
        world = parts[2] if name.startswith("companion/games/") else ""
        for node in nodes(text):
            if isinstance(node, ast.ClassDef) and not extends_its_namesake(node):
                known[node.name].append((world, name))
    for each, found in known.items():
        worlds = [world for world, _ in found]
        if len(found) > 1 and ("" in worlds or len({*worlds}) < len(worlds)):
            yield f"{each}: {', '.join(name for _, name in found)}"


def who_asks_the_rules(root: Path) -> Iterator[str]:
    """Yield the files of games that import ``decide…`` or a phase though they decide nothing.

    What else is asked of a state stands beside it: a view runs no rule.
    """
    decide = {each.stem for each in (root / "companion/games").glob("*/decide*.py")}
    for name, text in sources(root):
        if not name.startswith("companion/games/"):
            continue
        stem, by_phase = Path(name).stem, "/phases/" in name
        rules = set() if by_phase or stem in {"game", *decide} else {*decide}
        # What pages say of a rule are its constants, and whoever says them runs none.
        gathers = stem in GATHER or name.endswith("/pages/__init__.py")
        rules |= set() if by_phase or gathers else {"phases", "rules"}
        for node in nodes(text):
            if isinstance(node, ast.ImportFrom):
                module = (node.module or "").split(".")
                whole = {each.name for each in node.names if len(module) < 4}
                if rules & {*module, *whole}:
                    yield name


def extends_its_namesake(node: ast.ClassDef) -> bool:
    """Tell whether the class is the shared one of its name, with a word more about it."""
    return any(getattr(base, "attr", "") == node.name for base in node.bases)


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


def test_doctor_looks_without_a_server_or_a_code() -> None:
    script = (
        "import sys, companion.cli.doctor\n"
        "heavy = {'flask', 'jinja2', 'segno', 'urllib.request', 'PIL', 'luma'} & {*sys.modules}\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


def test_files_and_functions_stay_short() -> None:
    assert list(too_long(ROOT)) == []


def test_only_rules_decide() -> None:
    assert list(who_asks_the_rules(ROOT)) == []


def test_a_class_name_means_one_thing() -> None:
    assert list(shared_names(ROOT)) == []


def test_no_test_waits_by_what_our_pages_forbid() -> None:
    """As tests.e2e.phones.until says; in a fast run such a wait passes, by luck."""
    waits = "wait_for_" + "function("
    tests = (ROOT / "tests").rglob("*.py")
    assert [each.name for each in tests if waits in each.read_text("utf-8")] == []


def test_the_ground_floor_is_small() -> None:
    assert len([*(ROOT / "companion").glob("*.py")]) <= MOST_AT_THE_ROOT


@pytest.fixture(name="copy")
def _copy(tmp_path: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def plant(folder: Path, file: str, line: str) -> None:
    path = folder / file
    path.write_text(f"{path.read_text('utf-8')}\n{line}\n", "utf-8")


def test_what_is_planted_is_found(copy: Path) -> None:
    plant(copy, "companion/errors.py", "class Table: ...\n" + "\n" * LONGEST_FILE)
    plant(copy, "companion/ports.py", "def long():\n" + "    x = 1\n" * LONGEST_FUNCTION)
    assert any("Table: companion/errors.py" in each for each in shared_names(copy))
    line = "from companion.games.letter_jam import decide_round as round_"
    plant(copy, "companion/games/letter_jam/project.py", line)
    plant(copy, "companion/games/djam/clock.py", "from . import view, decide")
    phase = "from companion.games.djam.phases.judging import rule"
    plant(copy, "companion/games/djam/project.py", phase)
    asking = {
        "companion/games/letter_jam/project.py",
        "companion/games/djam/clock.py",
        "companion/games/djam/project.py",
    }
    assert {*who_asks_the_rules(copy)} == asking
    planted = {"companion/errors.py", "companion/ports.py"}
    assert planted <= {each.split(":")[0] for each in too_long(copy)}


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("web/services.py", 'SPECIAL = "djam"'),
        ("companion/cli/deal.py", "# of Letter Jam"),
        ("companion/cli/script.py", "from companion.games import LetterJam"),
        ("web/static/app.js", "// Haiclue"),
        ("pyproject.toml", "# companion.games.letter_jam.bots"),
    ],
)
def test_a_planted_name_is_found(copy: Path, file: str, line: str) -> None:
    before = (copy / file).read_text("utf-8")
    plant(copy, file, line)
    assert list(who_names_a_game(copy)) == [file]
    (copy / file).write_text(before, "utf-8")


PLANTS = (
    (
        "companion/table/acts/presses.py",
        "import web.stream",
        "Only cli, process and pi see hardware",
    ),
    (
        "companion/config/paths.py",
        "import hardware.rig.open_rig",
        "Only cli, process and pi see hardware",
    ),
    (
        "companion/table/values/state.py",
        "import companion.games",
        "The table is handed its games",
    ),
    *(
        (f"companion/table/{lower}", f"import companion.table.{upper}", "In table every")
        for lower, upper in (
            ("values/seating.py", "storage.event_log"),
            ("storage/load.py", "committer"),
            ("publisher.py", "committer"),
            ("committer.py", "acts.lobby"),
            ("acts/sheets.py", "table"),
        )
    ),
    *(
        (f"hardware/{lower}", f"import hardware.{upper}", "In hardware every room")
        for lower, upper in (
            ("drawing/faces.py", "panels.panel"),
            ("pins/outputs.py", "panels.registers"),
            ("panels/i2c.py", "displays.lamp"),
            ("emulator/bus.py", "boards.serial_link"),
            ("displays/lamp.py", "rig.wired"),
            ("boards/serial_stand.py", "workshop.doctor"),
            ("workshop/cables.py", "rig.open_rig"),
        )
    ),
    ("companion/pi/checks.py", "import companion.process.run", "every import points down"),
    ("companion/process/log.py", "import companion.pi.sd_card", "every import points down"),
    ("companion/ports.py", "import companion.table.table", "every import points down"),
    (
        "companion/config/paths.py",
        "import companion.process.log",
        "every import points down",
    ),
    ("companion/engine/codec.py", "import threading", "Rules, words and ports are pure"),
    ("web/app.py", "import companion.games", "web knows no game"),
    (
        "web/app.py",
        "import hardware.rig.open_rig",
        "hardware and web do not see each other",
    ),
    (
        "hardware/drawing/faces.py",
        "import companion.messages",
        "hardware sees ports, links",
    ),
    ("hardware/panels/spi.py", "import companion.limits", "hardware sees ports, links"),
    ("companion/games/djam/view.py", "import companion.games.haiclue", "Games do not know"),
    (
        "companion/games/letter_jam/bots/act.py",
        "import companion.games.letter_jam.decide_round",
        "Bots and helpers see views and commands",
    ),
    (
        "companion/games/letter_jam/insight/help.py",
        "import companion.games.letter_jam.state",
        "Bots and helpers see views and commands",
    ),
    ("companion/words/deck.py", "import companion.engine.game", "words and engine do not"),
    (
        "companion/games/djam/scoring.py",
        "import companion.games.djam.for_tests",
        "What tests alone ask",
    ),
)


def imports(root: Path) -> dict[str, set[str]]:
    """Return which module of ours imports which; a package is its ``__init__``."""
    files = {name: text for name, text in sources(root) if not name.startswith("systemd")}
    modules = {module_of(name): text for name, text in files.items()}
    return {
        name: {each for each in imported(text) if each in modules and each != name}
        for name, text in modules.items()
    }


def module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(text: str) -> Iterator[str]:
    for node in nodes(text):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def in_circles(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules that come round to themselves by their imports."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        todo = [start]
        while todo:
            new = graph[todo.pop()] - found
            found |= new
            todo.extend(new)
        return found

    return sorted(name for name in graph if name in reached(name))


def test_no_module_comes_round_to_itself() -> None:
    assert in_circles(imports(ROOT)) == []


def test_a_planted_circle_is_found(copy: Path) -> None:
    plant(copy, "hardware/panels/panel.py", "import hardware.panels.i2c")
    found = in_circles(imports(copy))
    assert {"hardware.panels.i2c", "hardware.panels.panel"} <= set(found)


def test_planted_imports_break_the_contracts(copy: Path) -> None:
    for file, line, _ in PLANTS:
        plant(copy, file, line)
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode
    broken = [line for line in done.stdout.splitlines() if " BROKEN" in line]
    for file, line, contract in PLANTS:
        assert any(contract in each for each in broken), f"{line} in {file}"
        module = file.removesuffix(".py").replace("/", ".")
        assert f"{module} -> " in done.stdout, f"{line} in {file}"


@pytest.mark.slow
def test_a_gesture_more_is_asked_for_wherever_gestures_are_told_apart(
    tmp_path: Path,
) -> None:
    shutil.copytree(ROOT / "companion", tmp_path / "companion")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shape = tmp_path / "companion" / "engine" / "game.py"
    text = shape.read_text("utf-8").replace(
        '    HOLD = "hold"\n', '    HOLD = "hold"\n    DOUBLE = "double"\n'
    )
    shape.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "companion/games", "companion/table"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    found = {line.partition(":")[0] for line in done.stdout.splitlines() if "error" in line}
    assert found >= {
        *(f"companion/games/{each}/stands.py" for each in NAMES),
        *("companion/table/acts/moving.py", "companion/table/acts/lobby.py"),
    }
