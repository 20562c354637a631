"""A stand that nobody can read is told where it is seen: inside no fold."""

import pytest

from companion.ports import STAND_PLACES
from tests.web.conftest import House

DARK = '<section id="dark">'


@pytest.mark.parametrize("path", ["/host", "/table"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_dark_stand_is_told_outside_every_fold(
    house: House, path: str, language: str
) -> None:
    host = house.phone(language=language)
    host.join("Anna")
    house.table.start_playing()
    assert DARK not in host.get(path).text
    house.table.dark = (STAND_PLACES[1],)
    house.table.show()
    before, found, after = host.get(path).text.partition(DARK)
    assert found
    assert before.count("<details") == before.count("</details>")
    told = after.partition("</section>")[0]
    assert {"en": "Stand 2: dark", "de": "Halter 2: dunkel"}[language] in told


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_has_the_pin_is_not_told_where_it_stands(house: House, language: str) -> None:
    stranger = house.phone(language=language)
    assert 'id="pin-help"' in stranger.get("/").text
    scanned = stranger.get(f"/j/{house.table.pin}").text
    assert 'id="pin-help"' not in scanned
    assert "pin-help" not in scanned
