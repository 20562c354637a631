"""The host's door: another PIN, and nobody new; whoever has sat here is no stranger."""

from functools import partial

import pytest

from companion.ports import CENTRE, STAND_PLACES, LinesFace
from companion.table.values.ids import DeviceId
from companion.table.values.seating import MOST_GUESTS
from tests.table.conftest import Open
from tests.table.house import House, device
from tests.table.test_moving import Evening

NEW_PHONE = DeviceId("device that Ben has bought")


def change_pin(house: House) -> None:
    house.work(house.table.lobby.change_pin, device("Anna"))


def door(house: House, *, closed: bool) -> None:
    house.work(house.table.lobby.close_door, device("Anna"), closed=closed)


@pytest.mark.parametrize("playing", [False, True])
def test_the_host_changes_the_pin_and_everybody_stays(house: House, playing: bool) -> None:  # noqa: FBT001 - a table of two cases
    house.seated("Anna", "Ben")
    if playing:
        house.start()
    before, pages = house.shown.pin, house.content()
    pins = set()
    for _ in range(3):  # the same one twice in a row is one chance in a million
        change_pin(house)
        pins.add(house.shown.pin)
    assert len(pins | {before}) > 2
    assert house.content() == pages


def test_the_displays_show_the_new_pin_at_once(house: House) -> None:
    house.join("Anna")
    change_pin(house)
    assert house.shown.faces[CENTRE] == LinesFace((f"PIN {house.shown.pin}",))


@pytest.mark.parametrize("playing", [False, True])
def test_at_a_closed_door_nobody_new_sits_down(house: House, playing: bool) -> None:  # noqa: FBT001 - a table of two cases
    first = house.join("Anna")
    if playing:
        house.join("Ben")
        house.start()
    door(house, closed=True)
    house.refused("door-closed", partial(house.join, "Eve"))
    assert house.join("Anna") == first, "who asks twice sits there already"
    house.add("Paula")
    door(house, closed=False)
    house.join("Eve")


def test_a_seat_comes_back_with_another_phone_through_a_closed_door(match: House) -> None:
    door(match, closed=True)
    evening = Evening(match)
    evening.sees("Anna", "Ben", "Cleo")
    evening.ask(NEW_PHONE, "Ben")
    evening.answer("Ben")
    assert match.page("Ben").device == NEW_PHONE
    assert NEW_PHONE in match.shown.guests


def test_the_door_stays_closed_over_a_restart_and_the_next_match(
    match: House, open_house: Open
) -> None:
    door(match, closed=True)
    again = open_house()
    assert again.shown.table.closed
    again.end()
    again.refused("door-closed", partial(again.join, "Eve"))


def test_the_displays_say_that_the_door_is_closed(house: House) -> None:
    house.join("Anna")
    door(house, closed=True)
    told = LinesFace(("told.door_closed", f"PIN {house.shown.pin}"))
    assert {house.shown.faces[place] for place in (CENTRE, *STAND_PLACES[1:])} == {told}


def test_who_has_sat_here_is_known_after_leaving_and_after_a_restart(
    house: House, open_house: Open
) -> None:
    house.seated("Anna", "Ben")
    house.add_bot()
    house.remove("Ben")
    assert house.shown.guests == (device("Anna"), device("Ben"))
    assert open_house().shown.guests == (device("Anna"), device("Ben"))


def test_no_more_devices_are_remembered_than_an_evening_has(house: House) -> None:
    house.join("Anna")
    for number in range(MOST_GUESTS):
        house.join("Ben", DeviceId(f"device {number}"))
        house.remove("Ben")
    assert len(house.shown.guests) == MOST_GUESTS
    assert DeviceId("device 0") not in house.shown.guests
