"""The host's page changes the PIN and closes the door; every page that shows the way in says so."""

import pytest

from tests.web.conftest import House

SAID = {"en": "The door is closed", "de": "Die Tür ist zu"}


@pytest.mark.parametrize("playing", [False, True])
def test_a_tap_changes_the_pin_on_the_page_and_in_the_code(
    house: House,
    playing: bool,  # noqa: FBT001 - a table of two cases
) -> None:
    host = house.phone()
    host.join("Anna")
    if playing:
        house.table.start_playing()
    before, code = host.get("/host").text, host.get("/host/qr/0.svg").data
    assert 'data-post="/host/pin"' in before
    assert host.post("/host/pin").status_code == 200
    after = host.get("/host").text
    assert "246813" not in after
    assert "975310" in after
    assert "/host/qr/0.svg?975310" in after, "or a browser shows the old code"
    assert host.get("/host/qr/0.svg").data != code
    assert house.table.calls[-1] == ("change_pin",)


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("playing", [False, True])
def test_a_tap_closes_the_door_and_the_next_one_opens_it(
    house: House,
    language: str,
    playing: bool,  # noqa: FBT001 - a table of two cases
) -> None:
    host = house.phone(language=language)
    host.join("Anna")
    if playing:
        house.table.start_playing()
    said = SAID[language]
    assert "{&#34;closed&#34;: true}" in host.get("/host").text.replace('"', "&#34;")
    assert host.post("/host/door", {"closed": True}).status_code == 200
    page = host.get("/host").text
    assert said in page
    assert "{&#34;closed&#34;: false}" in page.replace('"', "&#34;")
    assert "246813" in page, "who comes back with another phone needs it"
    assert (said in house.phone(language=language).get("/table").text) != playing
    assert host.post("/host/door", {"closed": False}).status_code == 200
    assert said not in host.get("/host").text


def test_nobody_but_the_host_has_the_key(house: House) -> None:
    house.phone().join("Anna")
    ben = house.phone()
    ben.join("Ben")
    for path, wish in (("/host/pin", {}), ("/host/door", {"closed": True})):
        assert ben.post(path, wish).status_code == 403
        assert house.machine().post(path, wish).status_code == 403
    assert 'data-post="/host/pin"' not in house.machine().get("/host").text


def test_the_first_page_of_a_match_says_whether_one_can_sit_down(house: House) -> None:
    host = house.phone()
    host.join("Anna")
    house.table.start_playing()
    assert "You can sit down now" in house.phone().get("/").text
    host.post("/host/door", {"closed": True})
    shut = house.phone().get("/").text
    assert "You can sit down now" not in shut
    assert SAID["en"] in shut
