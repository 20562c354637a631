"""The stand to fold and the one to print."""

import math
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from hardware.stand import cardboard
from hardware.stand.cardboard import FOOT, SIZES, TILT_DEG, back_length, front_height, svg
from hardware.stand.check import Facet, facets, main, open_edges, thinnest_mm

FOLDER = Path(__file__).parents[2] / "hardware" / "stand"


def block(size: tuple[float, float, float]) -> list[Facet]:
    """A closed box of twelve facets, each seen from outside against the clock."""
    corners = [
        (x * size[0], y * size[1], z * size[2])
        for x in (0, 1) for y in (0, 1) for z in (0, 1)
    ]  # fmt: skip
    faces = [
        (0, 1, 3, 2),
        (4, 6, 7, 5),
        (0, 4, 5, 1),
        (2, 3, 7, 6),
        (0, 2, 6, 4),
        (1, 5, 7, 3),
    ]
    found = []
    for a, b, c, d in faces:
        found += [
            (corners[a], corners[b], corners[c]),
            (corners[a], corners[c], corners[d]),
        ]
    return found


def stl(mesh: list[Facet]) -> str:
    return "".join(f"vertex {x} {y} {z}\n" for facet in mesh for x, y, z in facet)


def test_a_box_is_closed_and_one_without_a_facet_is_not(tmp_path: Path) -> None:
    mesh = block((10, 20, 3))
    assert facets(stl(mesh)) == mesh
    assert open_edges(mesh) == 0
    assert open_edges(mesh[1:]) == 3
    assert thinnest_mm(mesh) == pytest.approx(3)
    good, thin, torn = (tmp_path / name for name in ("good", "thin", "torn"))
    good.write_text(stl(mesh))
    thin.write_text(stl(block((10, 20, 0.8))))
    torn.write_text(stl(mesh[1:]))
    assert main([str(good)]) == 0
    assert main([str(good), str(thin)]) == 1
    assert main([str(torn)]) == 1


@pytest.mark.parametrize("panel", SIZES)
def test_the_cardboard_is_new_and_folds_to_a_wedge(panel: str) -> None:
    size = SIZES[panel]
    drawn = svg(size)
    assert (FOLDER / f"cardboard-{panel}.svg").read_text("utf-8") == drawn
    ET.fromstring(drawn)  # noqa: S314 - our own
    # Foot, front and back are the sides of a triangle that leans as it should.
    front, back = front_height(size), back_length(size)
    angle = math.acos((front**2 + FOOT**2 - back**2) / (2 * front * FOOT))
    assert math.degrees(angle) == pytest.approx(90 - TILT_DEG, abs=0.2)


def test_both_stands_hold_the_same_module() -> None:
    source = (FOLDER / "stand.scad").read_text("utf-8")
    small, large = SIZES["0.96"], SIZES["2.42"]
    for name in ("module", "glass"):
        one, other = getattr(small, name), getattr(large, name)
        text = f"[{other[0]:g}, {other[1]:g}] : [{one[0]:g}, {one[1]:g}]"
        assert f'{name}_size = panel == "2.42" ? {text};' in source
    assert f"tilt = {TILT_DEG};" in source
    assert f"foot = {FOOT};" in source


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("openscad"), reason="wants openscad")
@pytest.mark.parametrize("panel", SIZES)
def test_the_printed_stand_is_closed_and_thick_enough(panel: str, tmp_path: Path) -> None:
    mesh = tmp_path / "stand.stl"
    wish = f'panel="{panel}"'
    subprocess.run(
        ["openscad", "-q", "-D", wish, "-o", mesh, FOLDER / "stand.scad"],
        check=True,
        timeout=120,
    )
    assert main([str(mesh)]) == 0
    tall = max(z for facet in facets(mesh.read_text("ascii")) for *_, z in facet)
    assert tall == pytest.approx(
        front_height(SIZES[panel]) * math.cos(math.radians(TILT_DEG)), abs=1
    )


def test_a_stand_is_drawn_in_sizes_of_ones_own(tmp_path: Path) -> None:
    own = ["--module", "36x34", "--glass", "30x16", "--name", "1.3"]
    assert cardboard.main([str(tmp_path), *own]) == 0
    (file,) = tmp_path.iterdir()
    assert file.name == "cardboard-1.3.svg"
    drawn = file.read_text("utf-8")
    assert 'width="30" height="16"' in drawn
    assert f"this edge is {36 + 30} mm" in drawn


@pytest.mark.parametrize(
    "own",
    [["--module", "36x34"], ["--module", "20x20", "--glass", "30x16"], ["--glass", "x"]],
)
def test_sizes_that_cannot_be_are_told(tmp_path: Path, own: list[str]) -> None:
    with pytest.raises(SystemExit):
        cardboard.main([str(tmp_path), *own])
    assert not list(tmp_path.iterdir())
