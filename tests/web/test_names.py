"""The names that a home network makes of the machine, and those that a stranger could own."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from tests.web.conftest import House
from web.app import create_app
from web.names import OwnNames

ROUTER = "# by DHCP\nnameserver 192.168.178.1\nsearch router.test Zyxel.Test. box co.uk\n"


def names(folder: Path, hostname: str = "vm", resolver: str = ROUTER) -> OwnNames:
    (folder / "resolv.conf").write_text(resolver)
    return OwnNames("0.0.0.0", lambda: hostname, folder / "resolv.conf")  # noqa: S104 - nothing is bound


@pytest.mark.parametrize(
    "name",
    [
        "vm",
        "vm-2",
        "vm.local",
        "vm-2.local",
        "vm-13.local",
        "vm.lan",
        "vm.home",
        "vm.home.arpa",
        "vm.internal",
        "vm.localdomain",
        "vm.fritz.box",
        "vm-2.fritz.box",
        "vm.speedport.ip",
        "vm.router.test",
        "vm-2.zyxel.test",
    ],
)
def test_what_the_network_makes_of_its_name_is_its_own(tmp_path: Path, name: str) -> None:
    assert name in names(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "other",
        "other.local",
        "vm.example.com",
        "vm.com",
        "vm.box",  # a public ending, although the router names it
        "vm.co.uk",
        "vm.dev",
        "fritz.box",
        "evil.vm.local",
        "vm.local.evil.example",
        "vm.evil.lan",
        "vmx.local",
        "vm-.local",
        "vm-2-3.local",
        "vm-abc.local",
        "vm-12345.local",
        "-2.local",
    ],
)
def test_what_a_stranger_could_own_is_not(tmp_path: Path, name: str) -> None:
    assert name not in names(tmp_path)


def test_a_routers_ending_counts_only_where_the_router_says_it(tmp_path: Path) -> None:
    assert "vm.router.test" not in names(tmp_path, resolver="nameserver 127.0.0.53\n")
    assert "vm.router.test" in names(tmp_path, resolver="domain router.test\n")
    (tmp_path / "resolv.conf").unlink()
    lost = OwnNames("", lambda: "vm", tmp_path / "resolv.conf")
    assert "vm.router.test" not in lost
    assert "vm.lan" in lost


def test_a_machine_that_is_the_second_of_its_name_may_be_the_third(tmp_path: Path) -> None:
    second = names(tmp_path, "Table-2")
    for name in ("table-2.local", "table-3.local", "table-2", "table-2.lan"):
        assert name in second


def test_a_machine_with_a_whole_name_has_that_too(tmp_path: Path) -> None:
    whole = names(tmp_path, "vm.example.org")
    assert "vm.example.org" in whole
    assert "vm.local" in whole
    assert "vm.example.com" not in whole


def test_a_new_name_counts_at_once(tmp_path: Path) -> None:
    now = ["vm"]
    own = OwnNames("", lambda: now[0], tmp_path / "none")
    now[0] = "table"
    assert "table.local" in own
    assert "vm.local" not in own


@pytest.mark.parametrize(
    "host", ["vm-2.local", "vm", "vm.local.", "vm.lan:8080", "vm.fritz.box", "VM.local."]
)
def test_the_table_answers_under_each(house: House, tmp_path: Path, host: str) -> None:
    app = create_app(house.table, {}, names=names(tmp_path))
    app.extensions["services"] = house.app.extensions["services"]
    answer = app.test_client().get("/", headers={"Host": host})
    assert answer.status_code == 200
    assert app.test_client().get("/", headers={"Host": f"x{host}"}).status_code == 421


def test_a_name_that_is_refused_is_told_the_way_out(house: House) -> None:
    page = house.phone(host="table.example").get("/")
    assert page.status_code == 421
    assert "http://192.168.1.5:8080" in page.text
    assert 'href="http://192.168.1.5:8080/"' in page.text
    assert page.text.count("href=") == 1  # no other link would lead out
    assert "src=" not in page.text
    looks = page.text.partition("<style>")[2].partition("</style>")[0]
    allowed = b64encode(sha256(looks.encode()).digest()).decode()
    assert f"style-src 'sha256-{allowed}'" in page.headers["Content-Security-Policy"]
    german = house.phone(host="table.example", language="de").get("/")
    assert "Nimm http://192.168.1.5:8080" in german.text
    told = house.phone(host="table.example").post("/join", {"name": "Eve"})
    assert told.json is not None
    assert "http://192.168.1.5:8080" in told.json["message"]
    house.addresses.clear()
    assert "host&#39;s page shows" in house.phone(host="table.example").get("/").text
