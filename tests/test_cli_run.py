"""What commands refuse before they begin, and how they end when they are told to."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.cli.main import USAGE_ERROR, main
from tests.waiting import LIMIT_S, wait_for


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


# -- Ctrl+C --------------------------------------------------------------------------------


def interrupted(*command: str, when: Callable[[int], object]) -> str:
    """Return what it has said when all that runs with it is told to stop, as a terminal does."""
    began = subprocess.Popen(
        [sys.executable, "-m", "companion", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with began:
        try:
            when(began.pid)
            os.killpg(began.pid, signal.SIGINT)
            _, said = began.communicate(timeout=LIMIT_S)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(began.pid, signal.SIGKILL)
    assert began.returncode == -signal.SIGINT
    return said.decode()


@pytest.mark.parametrize("line", ["run --port 0", "doctor --port 9", "stands list"])
def test_a_command_that_only_begins_stops_silently(line: str, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    os.mkfifo(config)
    writing: list[int] = []

    def reads(_process: int) -> None:
        writing.append(os.open(config, os.O_WRONLY))  # waits until it is read

    (tmp_path / "data").mkdir()
    data = ("--data", str(tmp_path / "data"))
    said = interrupted(*line.split(), "--config", str(config), *data, when=reads)
    os.close(*writing)
    assert not said


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="matches are shared among cores")
def test_bots_on_all_cores_stop_silently() -> None:
    def all_play(process: int) -> None:
        wait_for(lambda: len(together(process)) > 3, "two at play")  # and who tidies up

    assert not interrupted("simulate", "--games", "100000", "--jobs", "2", when=all_play)


def together(process: int) -> list[Path]:
    """Return what runs in the session that *process* has begun."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(each.read_text().rpartition(")")[2].split()[3]) == process:
                found.append(each)
    return found
