"""What phones ask a Wi-Fi: answered for their names alone, counted, and no door for others."""

import logging

import pytest

from tests.web.conftest import House, Phone
from web.probes import PROBES

ASKED = [(name, path) for name, paths in PROBES.items() for path in paths]


def asking(house: House, host: str) -> Phone:
    return Phone(house.app.test_client(), host=host)


@pytest.mark.parametrize(("name", "path"), ASKED)
def test_each_question_has_the_answer_that_means_all_well(
    house: House, name: str, path: str
) -> None:
    found, wanted = asking(house, name).get(path), PROBES[name][path]
    assert (found.status_code, found.text) == (wanted.status, wanted.body)
    assert "Set-Cookie" not in found.headers
    assert found.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", [*PROBES, "www.google.com", "example.org"])
@pytest.mark.parametrize("path", ["/join", "/table", "/host", "/healthz", "/generate_205"])
def test_under_their_names_there_is_nothing_else(
    house: House, name: str, path: str
) -> None:
    assert asking(house, name).get(path).status_code == 421
    assert asking(house, name).post(path).status_code == 421


def test_nobody_can_write_to_a_probe(house: House) -> None:
    assert asking(house, "captive.apple.com").post("/").status_code == 421


def test_the_tables_own_address_has_no_such_pages(house: House) -> None:
    phone = house.phone()
    assert phone.get("/generate_204").status_code == 404
    assert "Success" not in phone.get("/hotspot-detect.html").text


def test_the_log_counts_the_questions_and_is_not_filled_by_them(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "web.routes.probes")
    phone = asking(house, "captive.apple.com")
    for _ in range(100):
        phone.get("/hotspot-detect.html")
    asking(house, "clients3.google.com").get("/generate_204")
    said = [each.getMessage() for each in caplog.records]
    assert len(said) == 8
    assert "apple, 64 times so far" in said[6]
    assert "android, 1 times so far" in said[7]
