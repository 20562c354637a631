"""A finger that stays is answered after 0.6 s: on a pin, at a board, and on the bench."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.ports import STAND_PLACES, Face
from hardware.boards import serial_link
from hardware.drawing.faces import draw
from hardware.drawing.signs import accepted
from tests.hardware.board import Board
from tests.rig.evening import PINS, Evening, face_at
from tests.waiting import LIMIT_S, wait_for

BOARD = len(PINS) - 1
KINDS = {"pin": 1, "board": BOARD, "bench": 1}


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    # A busy machine may hold the board's process up for a second; a link that gave it up
    # then would come back without the sign, which stands for 0.4 s.
    monkeypatch.setattr(serial_link, "ANSWER_S", LIMIT_S)
    board = Board(tmp_path / "board")
    evening = Evening(tmp_path, board)
    evening.start()
    evening.house.start()
    wait_for(evening.glasses_are_right)
    yield evening
    evening.stop()
    board.unplug()


def finger(evening: Evening, kind: str, *, down: bool) -> None:
    if kind == "bench":
        evening.rig.set_button(STAND_PLACES[KINDS[kind]], "main", down=down)
    else:
        evening._contact(KINDS[kind], down=down)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hold_acts_under_the_finger_and_the_glass_says_so(
    evening: Evening, kind: str
) -> None:
    stand = KINDS[kind]
    signed = partial(sign_of, evening, stand)
    seen = evening.kernel.pictures(11 + stand) if stand != BOARD else []
    written = evening.board.written if evening.board else 0
    finger(evening, kind, down=True)
    wait_for(lambda: evening.view.table.giver == stand, "the hold")
    wait_for(lambda: evening.held == [STAND_PLACES[stand]], "the sign's call")
    assert len(evening.heard) == 1  # the finger is still there
    if stand == BOARD:
        wait_for(lambda: signed() in evening.board.seen(written), "the sign")  # type: ignore[union-attr]  # it is there
    else:
        wait_for(lambda: signed() in seen, "the sign")
    wait_for(evening.glasses_are_right)
    log = evening.house.log()
    finger(evening, kind, down=False)
    wait_for(lambda: len(evening.heard) == 2)
    assert evening.house.log() == log
    assert (len(evening.held), evening.refused) == (1, [])


def sign_of(evening: Evening, stand: int) -> bytes:
    face: Face = face_at(evening, stand)
    return accepted(draw(face, (128, 64))).tobytes()
