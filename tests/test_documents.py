"""What documents name is there: the tests of the security list, line by line."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LIST = (
    (TESTS / "faults" / "README.md").read_text("utf-8").partition("## The security list")[2]
)
NAMED = re.compile(r"`((?:\w+/)?\w+)`((?:,? ?\*[^*]+\*)*)")
ROWS = [row for row in LIST.splitlines() if row.startswith("| ")][2:]


def file_of(name: str) -> Path:
    """Return the file of ``web/guard``, ``test_every_page``, or of this folder."""
    folder, _, stem = name.rpartition("/")
    places = (TESTS / folder, TESTS / "faults")
    names = (f"test_{stem}.py", f"{stem}.py")
    found = [at / each for at in places for each in names if (at / each).exists()]
    assert found, f"{name}: no such tests"
    return found[0]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:30])
def test_every_line_of_the_security_list_has_tests(row: str) -> None:
    named = NAMED.findall(row.rpartition(" | ")[2] or row)
    assert named, "no test is named"
    for name, parts in named:
        path = file_of(name)
        functions = re.findall(r"def (test_\w+)", path.read_text("utf-8"))
        for part in re.findall(r"\*([^*]+)\*", parts):
            pattern = re.escape(part.strip("…"))
            assert any(re.search(pattern, each) for each in functions), f"{name}: {part}"
