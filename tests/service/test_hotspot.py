"""The hotspot as phones meet it, in network namespaces: addresses, names, questions, answers."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.pi.pi_setup import MOBILE_DATA, STAY, Hotspot
from tests.service.machine import why_not
from tests.waiting import LIMIT_S, wait_for
from web.probes import PROBES

pytestmark = pytest.mark.slow
TABLE = "10.42.0.1"
LEASE = """#!/bin/sh
[ "$1" = bound ] || exit 0
ip addr add "$ip/$mask" dev "$interface"
[ -z "${router:-}" ] || ip route add default via "$router"
printf 'router=%s\\ndns=%s\\n' "${router:-}" "${dns:-}"
: >"$RESOLV"
for each in ${dns:-}; do echo "nameserver $each" >>"$RESOLV"; done
"""
ASK = """
import http.client, json, socket, sys
found = []
for name, path in json.load(sys.stdin):
    try:
        where = socket.gethostbyname(name)
        wire = http.client.HTTPConnection(name, 80, timeout=10)
        wire.request("GET", path, headers={"User-Agent": sys.argv[1]})
        answer = wire.getresponse()
        found.append([where, answer.status, answer.read().decode()])
    except OSError as error:
        found.append([type(error).__name__, 0, ""])
print(json.dumps(found))
"""
SYSTEMS = {
    "apple": ("CaptiveNetworkSupport-491 wispr", "captive.apple.com"),
    "android": ("Mozilla/5.0 (X11; Linux x86_64)", "connectivitycheck.gstatic.com"),
    "windows": ("Microsoft NCSI", "www.msftconnecttest.com"),
    "linux": ("NetworkManager/1.52", "nmcheck.gnome.org"),
    "firefox": ("Mozilla/5.0 (Android 15; Mobile)", "detectportal.firefox.com"),
    "xiaomi": ("Dalvik/2.1.0", "connect.rom.miui.com"),
    "amazon": ("Dalvik/2.1.0", "spectrum.s3.amazonaws.com"),
}


@dataclass(frozen=True)
class Air:
    """A Wi-Fi without the radio: the table's side and a phone's, joined by a wire."""

    table: str
    phone: str
    folder: Path
    log: Path

    def on_phone(self, *command: str, told: str = "") -> str:
        done = subprocess.run(
            ["ip", "netns", "exec", self.phone, *command],
            input=told,
            capture_output=True,
            text=True,
            check=True,
            timeout=LIMIT_S,
            env={**os.environ, "RESOLV": str(self.resolv)},
        )
        return done.stdout

    @property
    def resolv(self) -> Path:
        return Path("/etc/netns") / self.phone / "resolv.conf"

    def join(self) -> dict[str, str]:
        """Ask for an address as a phone does; return what came with it."""
        script = self.folder / "lease.sh"
        script.write_text(LEASE)
        script.chmod(0o755)
        said = self.on_phone(
            *("busybox", "udhcpc", "-i", "air", "-n", "-q", "-f", "-s", str(script))
        )
        return dict(each.split("=", 1) for each in said.splitlines() if "=" in each)

    def ask(self, system: str, *pairs: tuple[str, str]) -> list[list[object]]:
        agent = SYSTEMS[system][0]
        told = json.dumps(pairs)
        found: list[list[object]] = json.loads(
            self.on_phone(sys.executable, "-c", ASK, agent, told=told)
        )
        return found


@contextmanager
def hotspot(folder: Path, phones: str) -> Iterator[Air]:
    """Open the table behind a dnsmasq that is started as NetworkManager starts it."""
    if reason := why_not():
        pytest.skip(reason)
    for tool, package in (("dnsmasq", "dnsmasq-base"), ("busybox", "busybox")):
        if not shutil.which(tool):
            pytest.skip(f"{tool} is not here: apt install {package}")
    air = Air(f"table-{os.getpid()}", f"phone-{os.getpid()}", folder, folder / "log")
    names = (air.table, air.phone)
    with ExitStack() as stack:
        for name in names:
            run("ip", "netns", "add", name)
            stack.callback(run, "ip", "netns", "delete", name)
            run("ip", "-n", name, "link", "set", "lo", "up")
        air.resolv.parent.mkdir(parents=True)
        stack.callback(shutil.rmtree, air.resolv.parent)
        air.resolv.write_text("")
        ends = ("type", "veth", "peer", "name", "air", "netns", air.phone)
        run("ip", "-n", air.table, "link", "add", "air", *ends)
        for name in names:
            run("ip", "-n", name, "link", "set", "air", "up")
        run("ip", "-n", air.table, "addr", "add", f"{TABLE}/24", "dev", "air")
        conf = folder / "shared.d"
        conf.mkdir()
        made = Hotspot.checked("Word table", None, phones).answers(PROBES)
        (conf / "companion.conf").write_text(made)
        stack.enter_context(running(air, dnsmasq(folder, conf), folder / "dnsmasq.log"))
        stack.enter_context(table(air))
        yield air


def run(*command: str) -> None:
    subprocess.run(command, check=True)


def dnsmasq(folder: Path, conf: Path) -> list[str]:
    return [
        *("dnsmasq", "--conf-file=/dev/null", "--no-hosts", "--keep-in-foreground"),
        *("--bind-interfaces", "--except-interface=lo", "--clear-on-reload"),
        *("--strict-order", f"--listen-address={TABLE}", "--no-resolv", "--user=root"),
        *("--dhcp-range=10.42.0.10,10.42.0.254,60m", "--dhcp-lease-max=50"),
        *(f"--dhcp-leasefile={folder}/leases", f"--pid-file={folder}/dnsmasq.pid"),
        *("--log-facility=-", f"--conf-dir={conf}"),
    ]


@contextmanager
def running(
    air: Air, command: list[str], log: Path, **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as file:
        process = subprocess.Popen(
            ["ip", "netns", "exec", air.table, *command],
            stdout=file,
            stderr=file,
            env={**os.environ, **environment},
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(LIMIT_S)


@contextmanager
def table(air: Air) -> Iterator[None]:
    program = [sys.executable, "-m", "companion", "run", "--port", "80"]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.bind(str(air.folder / "notices"))
        heard = str(air.folder / "notices")
        data = str(air.folder / "data")
        with running(air, [*program, "--data", data], air.log, NOTIFY_SOCKET=heard):
            wait_for(lambda: "event=started" in air.log.read_text(), "the table")
            yield


def test_phones_that_are_to_stay_hear_that_all_is_well_and_no_lies_beside(
    tmp_path: Path,
) -> None:
    with hotspot(tmp_path, STAY) as air:
        lease = air.join()
        assert (lease["router"], lease["dns"]) == (TABLE, TABLE)
        for system, (_, name) in SYSTEMS.items():
            for path, wanted in PROBES[name].items():
                assert air.ask(system, (name, path)) == [
                    [TABLE, wanted.status, wanted.body]
                ]
        others = ("mail.google.com", "google.com", "example.org", "apple.com")
        for found in air.ask("apple", *((name, "/") for name in others)):
            assert found == ["gaierror", 0, ""]
        assert air.ask("apple", ("captive.apple.com", "/join"))[0][1] == 421
        assert air.ask("apple", (TABLE, "/healthz"))[0][1] == 200
        said = air.log.read_text()
        for system in SYSTEMS:
            assert f"phones ask for the internet: {system}, 1 times so far" in said


def test_phones_whose_mobile_data_goes_on_hear_of_no_way_out(tmp_path: Path) -> None:
    with hotspot(tmp_path, MOBILE_DATA) as air:
        assert air.join() == {"router": "", "dns": ""}
        assert "default" not in air.on_phone("ip", "route")
        assert air.ask("android", (TABLE, "/healthz"))[0][1] == 200
        name = SYSTEMS["android"][1]
        assert air.ask("android", (name, "/generate_204"))[0][1] == 0
