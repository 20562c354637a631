"""Bits on the wire: ours, luma's own, and the floor. ``python -m tests.benchmarks`` prints."""

from itertools import product
from typing import Literal

import pytest

from companion.ports import Controller
from tests.benchmarks.wire import Figures, figures


@pytest.fixture(scope="module", params=product(("ssd1306", "sh1106"), (0, 2)))
def found(request: pytest.FixtureRequest) -> Figures:
    controller: Controller
    rotate: Literal[0, 2]
    controller, rotate = request.param
    return figures(controller, rotate)


@pytest.mark.filterwarnings("ignore:Image.Image.getdata")  # luma's display() uses it
def test_the_wire_carries_what_changed_and_little_else(found: Figures) -> None:
    assert found.letter <= found.luma / 3
    assert found.nothing == 0
    assert found.letter_to_rectangle <= 1.3
    assert found.six_letters <= 6 * 0.40 * found.luma
    assert found.chip <= 0.046 * found.luma
