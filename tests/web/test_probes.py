"""What phones ask a Wi-Fi: answered for their names alone, counted, and no door for others."""

import logging

import pytest

from companion.pi.pi_setup import HOTSPOT_ADDRESS, Hotspot
from tests.web.conftest import House, Phone, make_house
from web.probes import PROBES

ASKED = [(name, path) for name, paths in PROBES.items() for path in paths]


@pytest.fixture(scope="module", name="one_house")
def _one_house() -> House:
    """A house that many are asked of: nobody changes anything there."""
    return make_house()


def asking(house: House, host: str) -> Phone:
    return Phone(house.app.test_client(), host=host)


@pytest.mark.parametrize(("name", "path"), ASKED)
def test_each_question_has_the_answer_that_means_all_well(
    one_house: House, name: str, path: str
) -> None:
    found, wanted = asking(one_house, name).get(path), PROBES[name][path]
    assert (found.status_code, found.text) == (wanted.status, wanted.body)
    assert "Set-Cookie" not in found.headers
    assert found.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/join", "/table", "/host", "/healthz", "/generate_205"])
def test_under_their_names_there_is_nothing_else(one_house: House, path: str) -> None:
    answers = {
        (name, method): getattr(asking(one_house, name), method)(path).status_code
        for name in (*PROBES, "mail.google.com", "example.org")
        for method in ("get", "post")
    }
    assert {each for each, status in answers.items() if status != 421} == set()


WANTED = [
    ("connect.rom.miui.com/generate_204", 204, ""),
    ("connectivitycheck.platform.hicloud.com/generate_204", 204, ""),
    ("connectivitycheck.platform.hihonorcloud.com/generate_204", 204, ""),
    ("conn1.oppomobile.com/generate_204", 204, ""),
    ("wifi.vivo.com.cn/generate_204", 204, ""),
    ("connectivity.samsung.com.cn/generate_204", 204, ""),
    ("www.google.com/gen_204", 204, ""),
    ("www.google.com/generate_204", 204, ""),
    ("play.googleapis.com/generate_204", 204, ""),
    ("www.gstatic.com/generate_204", 204, ""),
    ("connectivitycheck.grapheneos.network/generate_204", 204, ""),
    ("204.ecloud.global/", 204, ""),
    ("fireoscaptiveportal.com/generate_204", 204, ""),
    ("spectrum.s3.amazonaws.com/kindle-wifi/wifistub.html", 200, "81ce4465-7167-4dcb-835b"),
    ("www.apple.com/library/test/success.html", 200, "<BODY>Success</BODY>"),
    ("www.msftconnecttest.com/connecttest.txt", 200, "Microsoft Connect Test"),
    ("ipv6.msftconnecttest.com/connecttest.txt", 200, "Microsoft Connect Test"),
    ("edge-http.microsoft.com/captiveportal/generate_204", 204, ""),
    ("detectportal.firefox.com/success.txt?ipv4", 200, "success"),
    ("detectportal.firefox.com/canonical.html", 200, "kb/captive-portal"),
    ("connectivity-check.ubuntu.com/", 204, ""),
    ("network-test.debian.org/nm", 200, "NetworkManager is online"),
    ("ping.archlinux.org/nm-check.txt", 200, "NetworkManager is online"),
    ("networkcheck.kde.org/", 200, "OK"),
    ("fedoraproject.org/static/hotspot.txt", 200, "OK"),
]


@pytest.mark.parametrize(("asked", "status", "holds"), WANTED)
def test_each_maker_hears_what_its_devices_wait_for(
    one_house: House, asked: str, status: int, holds: str
) -> None:
    name, _, path = asked.partition("/")
    found = asking(one_house, name).get(f"/{path}")
    assert found.status_code == status
    assert holds in found.text
    assert bool(holds) == bool(found.text)


def test_ubuntu_reads_it_in_a_header(house: House) -> None:
    found = asking(house, "connectivity-check.ubuntu.com").get("/")
    assert found.headers["X-NetworkManager-Status"] == "online"


def test_a_hotspot_leads_every_one_of_these_names_here_and_no_whole_domain() -> None:
    lines = Hotspot.checked("Word table", None).answers(PROBES).splitlines()
    for name in PROBES:
        assert f"address=/{name}/{HOTSPOT_ADDRESS}" in lines
    for whole in ("google.com", "apple.com", "gstatic.com", "amazonaws.com", "miui.com"):
        assert f"address=/{whole}/{HOTSPOT_ADDRESS}" not in lines
    assert len([each for each in lines if each.endswith(HOTSPOT_ADDRESS)]) == len(PROBES)


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
