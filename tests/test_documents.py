"""What documents name is there: tests of the security list, files, links."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

TESTS = Path(__file__).parent
LIST = (
    (TESTS / "faults" / "README.md").read_text("utf-8").partition("## The security list")[2]
)
NAMED = re.compile(r"`((?:\w+/)?\w+)`((?:,? ?\*[^*]+\*)*)")
ROWS = [row for row in LIST.splitlines() if row.startswith("| ")][2:]
_ROADS = (TESTS.parent / "SECURITY.md").read_text("utf-8").partition("## Every road")[2]
ROADS = [row for row in _ROADS.splitlines() if row.startswith("| ")][1:]
"""By which a page, or the host's right, changes hands: who asks, agrees, hears, undoes."""


def file_of(name: str) -> Path:
    """Return the file of ``web/guard``, ``test_every_page``, or of this folder."""
    folder, _, stem = name.rpartition("/")
    places = (TESTS / folder, TESTS / "faults")
    names = (f"test_{stem}.py", f"{stem}.py")
    found = [at / each for at in places for each in names if (at / each).exists()]
    assert found, f"{name}: no such tests"
    return found[0]


def test_every_road_is_told_whole() -> None:
    assert len(ROADS) > 12
    assert {row.count(" | ") for row in ROADS} == {6}


@pytest.mark.parametrize("row", [*ROWS, *ROADS], ids=lambda row: row[2:30])
def test_every_line_of_the_security_list_has_tests(row: str) -> None:
    named = NAMED.findall(row.rpartition(" | ")[2] or row)
    assert named, "no test is named"
    for name, parts in named:
        path = file_of(name)
        functions = re.findall(r"def (test_\w+)", path.read_text("utf-8"))
        for part in re.findall(r"\*([^*]+)\*", parts):
            pattern = re.escape(part.strip("…"))
            assert any(re.search(pattern, each) for each in functions), f"{name}: {part}"


ROOT = TESTS.parent
FILE = re.compile(r"`((?:[\w/]+/)?\w+\.(?:py|json|js|css|html|sh|service))`")
FILES = [
    f"/{path.relative_to(ROOT).as_posix()}"
    for top in ("companion", "hardware", "web", "systemd", "tests")
    for path in (ROOT / top).rglob("*.*")
]
MADE_UP = ("game/",)
"""A folder that stands for that of any game."""
NAMED_FOLDERS = (
    *("companion/table", "companion/table/storage", "companion/process", "companion/pi"),
    "hardware",
)
GAMES = [path.parent for path in sorted((ROOT / "companion" / "games").glob("*/game.py"))]
SHOWN_FOLDERS = [
    folder
    for folder in (ROOT / "web", *GAMES, *(each / "pages" for each in GAMES))
    if (folder / "README.md").exists()  # a game that was only just begun has none
]
"""Here whoever changes a page looks for its template, its looks and its script, too."""
SHOWN = re.compile(r"`(?:[\w/]+/)?([\w.]+\.(?:py|html|js|css))`")
LINK = re.compile(r"\]\(([^)#:]*)#?([^)#:]*)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
MADE = re.compile(r"(?:`(?:\w+=\S* )?|^ {4}(?:.* )?)make ([a-z][\w-]*)", re.MULTILINE)
"""A target, where a command is written: in backticks, or on a line of its own."""
DOCUMENTS = [
    path
    for top in ("*.md", "companion/**/*.md", "hardware/**/*.md", "web/**/*.md")
    for path in sorted(ROOT.glob(top))
] + [*sorted(TESTS.rglob("*.md")), *sorted((ROOT / "systemd").rglob("*.md"))]


def rooms(folder: Path) -> Iterator[Path]:
    """Yield *folder* and the folders below it that have no README of their own."""
    yield folder
    for below in folder.iterdir():
        if below.is_dir() and not (below / "README.md").exists():
            yield from rooms(below)


@pytest.mark.parametrize("folder", NAMED_FOLDERS)
def test_a_readme_names_every_file_of_its_folder(folder: str) -> None:
    text = (ROOT / folder / "README.md").read_text("utf-8")
    files = {each.name for room in rooms(ROOT / folder) for each in room.glob("*.py")}
    named = set(re.findall(r"`(\w+\.py)`", text))
    assert files - {"__init__.py"} <= named
    assert {each for each in named if not [*(ROOT / folder).parent.rglob(each)]} == set()


@pytest.mark.parametrize(
    "folder", SHOWN_FOLDERS, ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_readme_names_what_makes_the_pages(folder: Path) -> None:
    suffixes = {".py", ".html", ".js", ".css"}
    files = {
        each.name
        for room in rooms(folder)
        for each in room.iterdir()
        if each.suffix in suffixes and each.name != "__init__.py"
    }
    assert files - {*SHOWN.findall((folder / "README.md").read_text("utf-8"))} == set()


OF_DOCUMENTS = pytest.mark.parametrize(
    "path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT))
)


def anchors(document: Path) -> set[str]:
    """Return what leads to each heading, as GitHub makes it."""
    text = FENCED.sub("", document.read_text("utf-8"))
    headings = re.findall(r"^#+ (.+)", re.sub(r"\]\([^)]*\)", "", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


@OF_DOCUMENTS
def test_every_link_of_a_document_leads_somewhere(path: Path) -> None:
    for where, anchor in LINK.findall(path.read_text("utf-8")):
        to = path.parent / where if where else path
        assert to.exists(), where
        assert not anchor or anchor in anchors(to), f"{where}#{anchor}"


@OF_DOCUMENTS
def test_every_target_that_a_document_names_is_made(path: Path) -> None:
    targets = re.findall(r"^([\w-]+):", MAKEFILE, re.MULTILINE)
    assert {*MADE.findall(path.read_text("utf-8"))} - {*targets} == set()


@pytest.mark.parametrize(
    "path",
    [each for each in DOCUMENTS if each.name != "EXAMPLE.md"],  # it brings files of its own
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_every_file_that_a_document_names_is_there(path: Path) -> None:
    named = FILE.findall(path.read_text("utf-8"))
    real = (each.lstrip("/") for each in named if not each.startswith(MADE_UP))
    assert [each for each in real if not any(f.endswith(f"/{each}") for f in FILES)] == []


def test_the_glossary_means_one_thing_by_a_word() -> None:
    text = (ROOT / "companion" / "glossary.md").read_text("utf-8")
    words = re.findall(r"^\| ([^|]+?) \|", text, re.MULTILINE)[2:]
    assert len(words) == len(set(words)) > 30


def attributes(text: str) -> set[str]:
    """Return the ``data-`` names in *text*, those that a script reads as ``dataset`` too."""
    ways = r"dataset\.(\w+)|'(\w+)' in \w+\.dataset|{ (\w+) } = [\w.]+\.dataset"
    read = re.findall(ways, text)
    names = {
        re.sub(r"([A-Z])", r"-\1", each).lower() for pair in read for each in pair if each
    }
    return set(re.findall(r"\bdata-([a-z]+(?:-[a-z]+)*)", text)) | names


def joined(*patterns: str) -> str:
    return "".join(p.read_text("utf-8") for each in patterns for p in ROOT.glob(each))


def test_the_markup_that_authors_are_told_of_is_what_the_shell_knows() -> None:
    scripts = attributes(joined("web/static/*.js", "web/pages/templates/early_taps.js"))
    told = attributes(joined("web/README.md", "companion/games/README.md")) - {"folds"}
    assert told - scripts == set(), "told of, and nothing looks at it"
    games = attributes(joined("companion/games/*/pages/*.html"))
    own = attributes(joined("companion/games/*/pages/*.js"))
    assert (games & scripts) - told - own == set(), "used by a game, and told nowhere"


def test_the_film_is_short_and_small() -> None:
    """Twelve seconds or so of one match, and a page that still loads on a train."""
    path = ROOT / "web" / "pictures" / "film.gif"
    assert path.stat().st_size < 2_500_000
    with Image.open(path) as film:
        frames = [each.info["duration"] for each in ImageSequence.Iterator(film)]
    assert 10_000 <= sum(frames) <= 14_000
    assert max(frames) <= 3_000
    assert "web/pictures/film.gif" in (ROOT / "README.md").read_text("utf-8")
