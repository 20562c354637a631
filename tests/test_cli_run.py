"""What ``companion run`` refuses before it opens a table."""

import os
from pathlib import Path

import pytest

from companion.cli.main import USAGE_ERROR, main


def test_a_dictionary_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none.txt"
    options = ["--data", str(tmp_path), "--port", "0", "--dictionary", f"de={missing}"]
    assert main(["run", *options]) == os.EX_CONFIG
    assert f"Dictionary {missing}: it cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("wish", ["words.txt", "xx=words.txt", "de="])
def test_a_dictionary_of_no_language_is_refused(
    wish: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["run", "--dictionary", wish])
    assert "write en or de, = and a file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    ["simulate --jobs -1", "simulate --jobs 0", "simulate --games 0", "run --bot-pause 1e300",
     "stands list --seconds 1e12", "stands list --seconds nan", "stands list --seconds -1",
     "demo --pause inf", "deal --seed \udcff", "run --host \udcff", "demo --host \udcff"],
)  # fmt: skip
def test_an_argument_that_cannot_be_is_named(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(line.split())
    assert caught.value.code == USAGE_ERROR
    option, typed = line.encode("utf-8", "backslashreplace").decode().split()[-2:]
    assert f"argument {option}: {typed}: " in capsys.readouterr().err
