"""What the pages say of the file: not saved, what went wrong, a copy to go on with."""

from dataclasses import replace

import pytest

from companion.table.values.incidents import Incident, Rescue
from tests.web.conftest import House


def trouble(house: House, *incidents: Incident, rescue: Rescue | None = None) -> None:
    publisher = house.table.publisher
    info = publisher.latest.table
    publisher.publish(
        replace(
            publisher.latest,
            table=replace(info, saved=not incidents),
            incidents=incidents,
            rescue=rescue,
        )
    )


@pytest.mark.parametrize(
    ("language", "loud", "why"),
    [
        ("en", "NOT SAVED", "the memory card is full"),
        ("de", "NICHT GESICHERT", "Die Speicherkarte ist voll"),
    ],
)
def test_host_and_table_page_say_loudly_what_is_not_saved(
    house: House, language: str, loud: str, why: str
) -> None:
    phone = house.phone(language=language)
    phone.join("Anna")
    assert loud not in phone.get("/table").text
    trouble(house, Incident("not-saved", "full"), Incident("started"))
    assert loud in phone.get("/table").text
    host = phone.get("/host").text
    assert loud in host
    assert why in host
    assert "started" not in host


def test_the_host_is_offered_the_copy_and_takes_it_up(house: House) -> None:
    phone = house.phone()
    phone.join("Anna")
    assert 'data-post="/host/copy"' not in phone.get("/host").text
    aside = Incident("file-damaged", "table.damaged-1.sqlite3")
    trouble(house, aside, rescue=Rescue("dummy", "2026-01-02 20:15"))
    page = phone.get("/host").text
    assert "table.damaged-1.sqlite3" in page
    assert "There is a copy of Dummy from 2026-01-02 20:15 UTC" in page
    assert 'data-post="/host/copy"' in page
    assert phone.post("/host/copy").status_code == 200
    assert house.table.calls[-1][0] == "take_up_copy"
    other = house.phone(address="192.168.1.78")
    other.get("/")
    assert other.post("/host/copy").status_code == 403


@pytest.mark.parametrize("tag", ["", "x" * 16, "0" * 17, 7])
def test_a_witness_says_one_tag_and_nothing_else(house: House, tag: object) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    assert phone.post(f"{where}/seen", {"tag": tag}).status_code == 422
    assert phone.post(f"{where}/seen", {"tag": "0123456789abcdef"}).status_code == 200
    assert house.table.calls[-1] == ("witness", "0123456789abcdef")


def test_a_match_that_came_along_is_offered_and_nothing_is_called_lost(
    house: House,
) -> None:
    phone = house.phone()
    phone.join("Anna")
    trouble(
        house,
        Incident("restored", "2026-01-02 20:15"),
        Incident("restored-part", "house"),
        rescue=Rescue("dummy", "2026-01-02 20:15", brought=True),
    )
    page = phone.get("/host").text
    assert "A match came with the file" in page
    assert "a running match of Dummy from 2026-01-02 20:15 UTC" in page
    assert "was rescued" not in page
    assert "could not be rescued from it: own lists and the counted box." in page
    assert 'data-post="/host/copy"' in page


def test_only_the_host_takes_the_file_along(house: House) -> None:
    phone, other = house.phone(), house.phone(address="192.168.1.78")
    phone.join("Anna")
    other.get("/")
    assert other.get("/host/backup").status_code == 403
    assert other.post("/host/backup").status_code == 403
    found = phone.get("/host/backup")
    assert found.text == "the file\n"
    assert "attachment" in found.headers["Content-Disposition"]
    assert ".companion" in found.headers["Content-Disposition"]
    here = phone.post("/host/backup")
    assert here.status_code == 200
    assert here.json is not None
    assert here.json["message"] == "Written: evening.companion"
    assert house.table.calls[-1][0] == "back_up_here"
