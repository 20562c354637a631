"""The piece in the middle, wired: the setup card's display, three buttons, the lights."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.links import MuxLink
from companion.ports import CENTRE, LedgerFace, StandConfig
from hardware.drawing.faces import draw
from tests.rig.evening import CONFIG, Evening, decide
from tests.waiting import wait_for
from web.pages.game_pages import game_pages

WILDCARD, UNDO, NEXT = 16, 20, 12
LIGHTS = (17, 27, 22, 23, 24, 25, 18)
MIDDLE = StandConfig(
    CENTRE, MuxLink("m", 6), buttons={"wildcard": WILDCARD, "undo": UNDO, "next": NEXT}
)
STANDS = tuple(
    replace(stand, light=light)
    for stand, light in zip((*CONFIG.stands, MIDDLE), LIGHTS, strict=True)
)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    pages = game_pages("letter_jam", GAMES["letter_jam"]().pages)
    config = replace(CONFIG, stands=STANDS)
    evening = Evening(tmp_path, config=config, catalogues=pages.catalogues)
    evening.start()
    evening.house.start()
    yield evening
    evening.stop()


def ledger(evening: Evening) -> LedgerFace:
    """Return the face in the middle, once its display shows it."""
    face = evening.table.publisher.latest.faces[CENTRE]
    assert isinstance(face, LedgerFace)
    wanted = draw(face, (128, 64)).tobytes()
    wait_for(lambda: evening.kernel.glass(17).picture().tobytes() == wanted)
    return face


def lit(evening: Evening) -> list[int]:
    """Return which places have their light on, 6 for the middle."""
    pins = evening.kernel.factory.pin
    return [k for k, light in enumerate(LIGHTS) if pins(light).state]


def test_a_round_with_the_buttons_in_the_middle(evening: Evening) -> None:
    start = ledger(evening)
    assert (start.red, start.green, start.centre, start.centre_open) == (6, 4, 1, False)
    assert start.labels == ("red", "green", "centre")
    evening.finger(1, held_s=0.65)
    assert ledger(evening).line == "Ben gives"
    evening.finger(2)
    evening.press_pin(WILDCARD)
    assert ledger(evening).wildcard_chips == (2,)
    wait_for(lambda: lit(evening) == [2, 6])
    evening.press_pin(UNDO)
    assert ledger(evening).wildcard_chips == ()
    wait_for(lambda: lit(evening) == [2])
    evening.press_pin(WILDCARD)
    evening.finger(3)
    assert ledger(evening).wildcard_chips == (2,)
    wait_for(lambda: lit(evening) == [2, 3, 6])
    evening.press_pin(NEXT)
    assert evening.view.clues[-1].reading.count("*") == 1
    after = ledger(evening)
    assert (after.red, after.green) == (5, 4)
    evening.press_pin(NEXT)  # somebody keeps their letter
    assert evening.refused == []
    decide(evening)
    assert evening.view.table.phase == "clue"
    wait_for(lambda: lit(evening) == [])


def test_a_press_in_the_middle_that_means_nothing_is_answered_there(
    evening: Evening,
) -> None:
    for number, pin in enumerate((WILDCARD, NEXT, UNDO), 1):
        evening.press_pin(pin)
        assert evening.refused == [CENTRE] * number
