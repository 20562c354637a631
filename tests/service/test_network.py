"""Which address phones are told: one of a real card, that the table's own guard lets in."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import interfaces
from companion.interfaces import (
    INNER,
    REAL,
    TUNNEL,
    UNKNOWN,
    InterfaceAddress,
    kind_of,
    likelihood,
)
from companion.network import at_home, lan_addresses, url
from companion.process import way_in
from companion.process.way_in import MOST, PinPrinter, WayIn
from companion.table.values.projection import Projection
from web.guard import host_allowed, host_name
from web.names import OwnNames

UP_ETHERNET, TUNNELLED = 0x1043, 0x10D1
ETHERNET, NONE = 1, 0xFFFE


def best(way_out: str, *found: InterfaceAddress) -> list[str]:
    return [each.address for each in sorted(found, key=lambda c: likelihood(c, way_out))]


HOME = InterfaceAddress("192.168.178.23", REAL)


@pytest.mark.parametrize(
    "other",
    [
        InterfaceAddress("10.2.0.2", TUNNEL, alone=True),
        InterfaceAddress("192.168.9.9", TUNNEL),
        InterfaceAddress("100.101.102.103", TUNNEL, alone=True),
        InterfaceAddress("100.64.3.4", REAL),
        InterfaceAddress("169.254.7.7", REAL),
        InterfaceAddress("192.168.1.9", REAL, running=False),
        InterfaceAddress("10.0.3.1", UNKNOWN),
    ],
)
def test_the_home_comes_before_whatever_the_way_out_is_led_through(
    other: InterfaceAddress,
) -> None:
    assert best(other.address, other, HOME) == [HOME.address, other.address]


def test_of_two_real_cards_the_one_that_leads_out_comes_first() -> None:
    other = InterfaceAddress("10.1.2.3", REAL)
    assert best(other.address, HOME, other)[0] == other.address
    assert best(HOME.address, other, HOME)[0] == HOME.address
    assert best("", other, HOME)[0] == HOME.address


def test_of_cards_that_nobody_knows_the_usual_home_comes_first() -> None:
    tunnel = InterfaceAddress("10.2.0.2", UNKNOWN)
    home = InterfaceAddress("192.168.178.23", UNKNOWN)
    assert best("10.2.0.2", tunnel, home)[0] == home.address


@pytest.fixture(name="known")
def _known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(interfaces, "_INTERFACES", tmp_path)
    for real in ("eth0", "wlan0"):
        (tmp_path / real / "device").mkdir(parents=True)
    for name, lower in (("br0", "eth0"), ("br-5f3a", "veth9"), ("bond0", "eth0")):
        (tmp_path / name / "bridge").mkdir(parents=True)
        (tmp_path / name / f"lower_{lower}").mkdir()
    (tmp_path / "veth9").mkdir()
    (tmp_path / "zt5u4").mkdir()
    (tmp_path / "zt5u4" / "tun_flags").write_text("0x1002")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "flags", "hardware", "kind"),
    [
        ("eth0", UP_ETHERNET, ETHERNET, REAL),
        ("wlan0", UP_ETHERNET, ETHERNET, REAL),
        ("br0", UP_ETHERNET, ETHERNET, REAL),
        ("bond0", UP_ETHERNET, ETHERNET, REAL),
        ("br-5f3a", UP_ETHERNET, ETHERNET, INNER),
        ("docker0", UP_ETHERNET, ETHERNET, INNER),
        ("virbr0", UP_ETHERNET, ETHERNET, INNER),
        ("wg0", TUNNELLED, NONE, TUNNEL),
        ("office", TUNNELLED, NONE, TUNNEL),
        ("tailscale0", TUNNELLED, NONE, TUNNEL),
        ("zt5u4", UP_ETHERNET, ETHERNET, TUNNEL),
        ("tap0", UP_ETHERNET, ETHERNET, TUNNEL),
        ("lo", 0x49, 772, UNKNOWN),
        ("air", UP_ETHERNET, ETHERNET, UNKNOWN),
    ],
)
def test_a_card_is_known_by_what_the_kernel_says_of_it(
    known: Path, name: str, flags: int, hardware: int, kind: int
) -> None:
    assert known.exists()
    assert kind_of(name, flags, hardware) == kind


STEPS = """
ip link set lo up
ip addr add 192.168.178.23/24 dev lo
{more}
exec {python} -c 'from companion.network import lan_addresses; print(*lan_addresses(six=True))'
"""
WG = """
ip addr add 10.2.0.2/32 dev lo
ip route add 0.0.0.0/1 dev lo src 10.2.0.2
ip route add 128.0.0.0/1 dev lo src 10.2.0.2
"""
EXIT_NODE = """
ip addr add 100.101.102.103/32 dev lo
ip route add default dev lo src 100.101.102.103
"""


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("", "192.168.178.23"),
        (WG, "192.168.178.23 10.2.0.2"),
        (EXIT_NODE, "192.168.178.23 100.101.102.103"),
        ("ip addr add 8.8.4.4/32 dev lo", "192.168.178.23"),
        ("ip -6 addr add fd12::5/128 dev lo", "192.168.178.23 fd12::5"),
        ("ip -6 addr add 2003:a::5/128 dev lo", "192.168.178.23"),
    ],
)
def test_in_a_network_of_its_own(more: str, found: str) -> None:
    if not (sys.platform == "linux" and os.geteuid() == 0 and shutil.which("unshare")):
        pytest.skip("a network of its own wants root and unshare")
    script = STEPS.format(more=more, python=sys.executable)
    command = ["unshare", "-n", "sh", "-ec", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Operation not permitted" in done.stderr:
        pytest.skip("no network of its own to be had here")
    assert done.stdout.split() == found.split(), done.stderr


def test_every_address_that_is_told_gets_in() -> None:
    assert len(lan_addresses(six=True)) == len({*lan_addresses(six=True)})
    for each in lan_addresses(six=True):
        told = url(each, 8000).removeprefix("http://")
        name = host_name(told)
        assert name is not None
        assert host_allowed(name, ())


@pytest.mark.parametrize("address", ["8.8.8.8", "2003:a::5", "0.0.0.0", "::", "table", ""])  # noqa: S104 - nothing is bound
def test_what_is_no_home(address: str) -> None:
    assert not at_home(address)


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("192.168.1.5", "http://192.168.1.5"),
        ("::1", "http://[::1]"),
        ("fd00::5", "http://[fd00::5]"),
        ("fe80::5%eth0", "http://[fe80::5]"),
        ("table.local", "http://table.local"),
    ],
)
def test_an_address_can_be_typed(host: str, told: str) -> None:
    assert url(host, 80) == told
    assert url(host, 8000) == f"{told}:8000"


def test_the_service_names_no_vpn_that_its_own_filter_keeps_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = ["100.101.102.103", "192.168.1.5"]
    monkeypatch.setattr(way_in, "lan_addresses", lambda **_: found)
    by_hand, service = (WayIn("0.0.0.0", 80, house_only=each) for each in (False, True))  # noqa: S104 - nothing is bound
    assert by_hand.everywhere() == ("100.101.102.103", "192.168.1.5")
    assert service.everywhere() == ("192.168.1.5",)
    found.pop()
    assert service.lines() == ()


def test_others_are_told_too_and_not_without_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    many = [f"192.168.{k}.5" for k in range(9)]
    monkeypatch.setattr(way_in, "lan_addresses", lambda **_: many)
    here = WayIn("0.0.0.0", 8000)  # noqa: S104 - nothing is bound
    assert here.lines() == ("192.168.0.5:8000",)
    assert here.urls() == [f"http://{each}:8000" for each in many[:MOST]]
    here.greet("246813", "here")
    said = capsys.readouterr().out
    assert "http://192.168.0.5:8000   PIN 246813" in said
    assert "http://192.168.3.5:8000" in said
    assert "http://localhost:8000/host" in said
    many.clear()
    assert here.lines() == ()
    assert here.urls() == ["http://127.0.0.1:8000"]


def test_a_terminal_shows_the_code_that_leads_a_phone_in_and_anew_with_each_pin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, codes = ["192.168.178.23", "10.0.0.5"], list[str]()
    monkeypatch.setattr(way_in, "lan_addresses", lambda **_: found)
    monkeypatch.setattr(way_in, "print_code", codes.append)
    here = WayIn("0.0.0.0", 8000)  # noqa: S104 - nothing is bound
    here.greet("246813", "here")
    printer = PinPrinter(here, "246813")
    for pin in ("246813", "135792"):
        printer(Projection(pin=pin))
    found.remove("192.168.178.23")
    here.tell("135792")
    assert codes == [
        "http://192.168.178.23:8000/j/246813",
        "http://192.168.178.23:8000/j/135792",
        "http://10.0.0.5:8000/j/135792",
    ]
    found.clear()  # and none that no phone can reach
    here.greet("246813", "here")
    WayIn("localhost", 8000).greet("246813", "here")
    assert len(codes) == 3


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1", "http://localhost:8000"),
        ("127.0.1.1", "http://127.0.1.1:8000"),
        ("::1", "http://[::1]:8000"),
        ("::", "http://localhost:8000"),
        ("localhost", "http://localhost:8000"),
        ("table.local", "http://table.local:8000"),
        ("192.168.178.23", "http://192.168.178.23:8000"),
        ("fd00::23", "http://[fd00::23]:8000"),
    ],
)
def test_the_hosts_page_is_named_where_somebody_listens(
    host: str, here: str, capsys: pytest.CaptureFixture[str]
) -> None:
    WayIn(host, 8000).greet("246813", "here")
    said = capsys.readouterr().out
    assert f"{here}/host" in said
    assert ("localhost" in said) == ("localhost" in here)


def test_the_name_that_was_asked_for_gets_in_and_anywhere_is_no_name() -> None:
    assert "table.example" in OwnNames("Table.example")
    assert "2003:a::5" in OwnNames("2003:A:0::5")
    for anywhere in ("0.0.0.0", "::", ""):  # noqa: S104 - nothing is bound
        assert anywhere not in OwnNames(anywhere)
