"""A picture for each player: twelve that nobody mistakes, given, kept and changed."""

from dataclasses import replace
from itertools import combinations

import msgspec
import pytest

from companion.engine.game import AnyGame
from companion.ports import STAND_PLACES, LinesFace
from companion.table.storage.unknown import without_unknown
from companion.table.values.ids import PersonId
from companion.table.values.player_signs import (
    PLAYER_SIGNS,
    SIDE,
    colour_at,
    free_sign,
    outline,
)
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from tests.play import refusal
from tests.table.conftest import Open
from tests.table.house import House, device


def test_twelve_pictures_of_one_size_none_like_another() -> None:
    assert len(PLAYER_SIGNS) == 12
    for picture in PLAYER_SIGNS.values():
        assert len(picture) == SIDE
        assert {len(row) for row in picture} == {SIDE}
        assert {*"".join(picture)} == {"#", "."}
    for one, other in combinations(PLAYER_SIGNS.values(), 2):
        points = zip("".join(one), "".join(other), strict=True)
        assert sum(a != b for a, b in points) >= SIDE * SIDE // 8


@pytest.mark.parametrize("name", PLAYER_SIGNS)
def test_its_outline_covers_the_same_points(name: str) -> None:
    picture, covered = PLAYER_SIGNS[name], set()
    for run in outline(picture).split("M")[1:]:
        at, _, rest = run.partition("h")
        x, y = map(int, at.split())
        covered |= {(x + step, y) for step in range(int(rest.partition("v")[0]))}
    points = {(x, y) for y in range(SIDE) for x in range(SIDE) if picture[y][x] == "#"}
    assert covered == points


def test_each_who_sits_down_gets_one_and_the_thirteenth_would_get_none() -> None:
    given: list[str] = []
    while sign := free_sign(given):
        given.append(sign)
    assert given == list(PLAYER_SIGNS)


def test_seven_share_colours_and_never_signs() -> None:
    order = "abcdefghijkl"
    colours = [colour_at(person, order) for person in order]
    assert colours == [1, 2, 3, 4, 5, 6] * 2
    assert colour_at("z", order) == 0


def test_a_sign_is_given_shown_changed_and_kept(open_house: Open) -> None:
    house = open_house()
    house.seated("Anna", "Ben")
    anna, ben = signs(house)
    assert anna != ben
    glass = house.shown.faces[STAND_PLACES[0]]
    assert glass == LinesFace(("Anna",), picture=PLAYER_SIGNS[anna])

    choose(house, "Anna", "key")
    assert signs(house) == ["key", ben]
    for sign, why in ((ben, "sign-taken"), ("dragon", "no-such-sign")):
        assert refusal(choose, house, "Anna", sign) == why
    assert signs(open_house()) == ["key", ben]


def test_who_sat_there_before_there_were_signs_gets_one(game: AnyGame) -> None:
    people = tuple(
        Person(PersonId(name), name, sign=sign)
        for name, sign in (("Anna", ""), ("Ben", "sun"), ("Cleo", "sun"))
    )
    stored = msgspec.json.decode(replace(Seating(), people=people).dump(), type=Seating)
    state, told = without_unknown(TableState(stored), TableConfig({game.name: game}, {}))
    assert [each.sign for each in state.seating.people] == ["moon", "heart", "sun"]
    assert told == ()


def choose(house: House, name: str, sign: str) -> None:
    lobby, handle = house.table.lobby, house.handle(name)
    house.work(lobby.choose_sign, device(name), handle, sign)


def signs(house: House) -> list[str]:
    info = house.shown.table
    return [each.sign for each in info.people]
