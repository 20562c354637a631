"""A plain picture for each player, in one bit: the same on glass and page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, Protocol

from companion.ports import CardFace, Face, Faces, LinesFace, Picture, Place, WordFace

SIDE: Final = 12

_DRAWN = """
moon
....####....
..####......
.####.......
.###........
####........
####........
####........
####.......#
.####.....##
.##########.
..#########.
....#####...

sun
.....##.....
.#...##...#.
..#......#..
....####....
...######...
##.######.##
##.######.##
...######...
....####....
..#......#..
.#...##...#.
.....##.....

heart
............
..##....##..
.####..####.
############
############
############
.##########.
.##########.
..########..
...######...
....####....
.....##.....

leaf
.........###
......######
....#######.
...####.###.
..####.####.
.####.####..
.###.#####..
.##.#####...
.#.#####....
..####......
.#..........
#...........

tree
.....##.....
....####....
...######...
..########..
...######...
..########..
.##########.
..########..
.##########.
############
.....##.....
.....##.....

fish
............
............
#....####...
##..#######.
###########.
.########.##
.###########
###########.
##..#######.
#....####...
............
............

boat
.....#......
.....##.....
.....###....
.....####...
.....#####..
.....######.
.....#......
############
.##########.
..########..
..########..
............

anchor
....####....
....#..#....
....####....
.....##.....
..########..
.....##.....
.....##.....
#....##....#
##...##...##
###..##..###
.##########.
...######...

key
............
............
.####.......
######......
##..##......
##..########
##..########
######..#.##
.####...#.##
..........##
............
............

bell
.....##.....
....####....
...######...
..########..
..########..
..########..
..########..
.##########.
############
............
....####....
.....##.....

cup
............
.########...
.###########
.########..#
.########..#
.########..#
.###########
.########...
..######....
...####.....
............
##########..

house
.....##..##.
....####.##.
...########.
..########..
.##########.
############
.##########.
.###....###.
.###.##.###.
.###.##.###.
.###.##.###.
.###.##.###.
"""


def _read(drawn: str) -> dict[str, Picture]:
    blocks = (block.split("\n") for block in drawn.strip().split("\n\n"))
    return {name: tuple(rows) for name, *rows in blocks}


PLAYER_SIGNS: Final[Mapping[str, Picture]] = MappingProxyType(_read(_DRAWN))
COLOURS: Final = 6
"""Who sits seven places on shares a colour; nobody ever shares a sign."""


def free_sign(taken: Iterable[str]) -> str:
    """Return the first sign that nobody has; "" where there is none."""
    known = set(taken)
    return next((sign for sign in PLAYER_SIGNS if sign not in known), "")


def colour_at(person: object, order: Sequence[object]) -> int:
    """Return the colour, from 1, of whoever sits in *order*; 0 for anybody else."""
    return order.index(person) % COLOURS + 1 if person in order else 0


class Named(Protocol):
    """Somebody with a name and a sign."""

    @property
    def name(self) -> str:
        """What the table calls them."""

    @property
    def sign(self) -> str:
        """The name of their picture."""


def with_pictures(faces: Faces, people: Iterable[Named]) -> dict[Place, Face]:
    """Return *faces* with the sign of the player whom each names."""
    pictures = {each.name: PLAYER_SIGNS.get(each.sign, ()) for each in people}
    return {place: _with_picture(face, pictures) for place, face in faces.items()}


def _with_picture(face: Face, pictures: Mapping[str, Picture]) -> Face:
    match face:
        case CardFace(name=name) | WordFace(name=name) | LinesFace(lines=(name, *_)):
            picture = pictures.get(name, ())
            return replace(face, picture=picture) if picture else face
        case _:
            return face


def outline(picture: Picture) -> str:
    """Return the black points of *picture* as the path of an SVG, one step a point."""
    runs = []
    for y, row in enumerate(picture):
        x = 0
        while x < len(row):
            width = len(row[x:]) - len(row[x:].lstrip("#"))
            if width:
                runs.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width or 1
    return "".join(runs)
