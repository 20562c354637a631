"""Matches written by hand, a file a rule: what ``companion replay`` says of them.

After a command ``#> path = value`` says what its step holds, a path through the object that
``--json`` prints (``table.score.lines.0.points``); ``#> path ~ text`` what a told text says.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.jsonl"))


def expectations(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield (step from 1, path, ``=`` or ``~``, what is expected)."""
    step = 0
    for line in text.splitlines():
        if line.startswith("#> "):
            path, sign, rest = line[3:].split(" ", 2)
            yield step, path, sign, rest
        elif line.strip() and not line.startswith("#"):
            step += 1


def at(found: Any, path: str) -> Any:
    for key in path.split("."):
        found = found[int(key)] if isinstance(found, list) else found[key]
    return found


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_comes_out_as_it_says(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(path), "--json"]) == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    expected = list(expectations(path.read_text("utf-8")))
    assert expected
    for step, where, sign, value in expected:
        found = at(steps[step - 1], where)
        if sign == "~":
            assert value in " ".join(found), (step, found)
        else:
            assert sign == "="
            assert found == json.loads(value), (step, where)
