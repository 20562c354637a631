"""A board that nobody has flashed, for all tests: MicroPython's prompt on a pseudo-terminal."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.workshop import raw_prompt
from tests.hardware.board import HERE, Board


@pytest.fixture
def interpreter() -> str:
    """What carries out the board's program; parametrized where all of them are tried."""
    return "cpython"


@pytest.fixture
def chip() -> str | None:
    """What the board says that it is; parametrized where it matters."""
    return None


@pytest.fixture
def bare(
    tmp_path: Path, interpreter: str, chip: str | None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Board]:
    monkeypatch.setattr(raw_prompt, "_PIECE_S", 0.0)  # no UART lies between
    (tmp_path / "board" / "flash").mkdir(parents=True)
    prompt = HERE / "prompt.py"
    board = Board(tmp_path / "board", interpreter, firmware=prompt, chip=chip)
    yield board
    board.unplug()
