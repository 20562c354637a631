"""A card's first start, with the real cloud-init of Debian 13: to the page, and cut off."""

import argparse
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli.card import add_arguments, run
from companion.pi.pi_setup import HOTSPOT_UUID
from tests.faults.report import Record
from tests.service.machine import LIMIT_S, Machine, why_not
from tests.service.roots import bare, well

pytestmark = pytest.mark.roots
INSTALL_S = 900.0
SEED = """\
datasource_list: [NoCloud]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware/
"""
"""Where Raspberry Pi OS tells cloud-init to look."""
MASKED = ("systemd-networkd", "systemd-networkd-wait-online", "systemd-timesyncd")


def new_card(folder: Path) -> Path:
    """Make a new card in *folder*: Debian's own files, cloud-init among them, and the part
    that a PC sees; return its root."""
    root = folder / "root"
    source = bare("trixie", "cloud-init", "python3-venv", "python3-netplan")
    subprocess.run(["cp", "-a", str(source), str(root)], check=True)
    (root / "etc/cloud/cloud.cfg.d/99-seed.cfg").write_text(SEED)
    (root / "etc/cloud/ds-identify.cfg").write_text("policy: enabled\n")
    for name in MASKED:
        (root / f"etc/systemd/system/{name}.service").symlink_to("/dev/null")
    boot = root / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text("dtparam=audio=on\n")
    (boot / "cmdline.txt").write_text("console=tty1 root=PARTUUID=1 rootwait\n")
    return root


@pytest.fixture(name="root")
def _root(tmp_path: Path) -> Path:
    if reason := why_not():
        pytest.skip(reason)
    return new_card(tmp_path)


def made(root: Path, *more: str) -> None:
    """Make the card as a person does; its packages are for this machine's processor."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parser.set_defaults(platform="x86_64")
    rig = Path(__file__).parents[2] / "systemd/builds/six-displays.toml"
    wish = [str(root / "boot/firmware"), "--config", str(rig), *more]
    assert run(parser.parse_args(wish)) == 0


@contextmanager
def started(root: Path) -> Iterator[Machine]:
    machine = Machine(root, (), root.parent / "console")
    try:
        machine.until(machine._init, "an inner process 1")
        yield machine
    finally:
        machine.close()


def says(machine: Machine) -> str:
    shown = machine.run("cat", "/run/issue.d/companion.issue", check=False)
    return shown.stdout


def switched_off(machine: Machine) -> None:
    """Wait until the machine has begun the one more start it announces."""
    machine._unshare.wait(INSTALL_S)


def opened(root: Path) -> None:
    with started(root) as machine:
        machine.wait()
        machine.until(lambda: "The table is open" in says(machine), "open", LIMIT_S)
        assert "PIN " in says(machine)
        assert well(machine)
        assert machine.run("hostname").stdout == "our-table\n"
        stands = json.loads(
            machine.run("companion", "doctor", "--json", check=False).stdout
        )
        assert any(each["name"] == "stand-1 display" for each in stands)
        assert machine.show("ssh.service", "ActiveState") == "inactive"
        shadow = (root / "etc/shadow").read_text()
        assert "player:!" in shadow


def test_from_a_new_card_to_the_page_without_any_network(root: Path) -> None:
    made(root, "--name", "our-table", "--country", "DE")
    with started(root) as machine:
        switched_off(machine)
    assert "i2c-mux" in (root / "boot/firmware/config.txt").read_text()
    line = (root / "boot/firmware/cmdline.txt").read_text()
    assert line == "console=tty1 root=PARTUUID=1 rootwait cfg80211.ieee80211_regdom=DE\n"
    opened(root)
    opened(root)
    assert not (root / "opt/companion-card").exists()


def test_cut_off_anywhere_the_next_start_goes_on(root: Path, figure: Record) -> None:
    made(root, "--name", "our-table")
    cuts = 0
    while not (root / "var/lib/companion-card/done").exists():
        assert cuts < 30
        with started(root) as machine:
            try:
                machine._unshare.wait(1.0 + 1.5 * cuts)
            except subprocess.TimeoutExpired:
                cuts += 1
    assert cuts > 3
    opened(root)
    figure(f"{cuts} cuts on the way, then open")


def test_what_is_missing_on_the_card_is_said_on_the_screen(root: Path) -> None:
    made(root, "--name", "our-table")
    archive = root / "boot/firmware/table.tar.gz"
    shutil.move(archive, root / "kept")
    with started(root) as machine:
        machine.wait()
        machine.until(lambda: "There is no table.tar.gz" in says(machine), "said")
        archive.write_bytes((root / "kept").read_bytes()[:-1])
        machine.until(lambda: "was damaged" in says(machine), "said")
        assert not (root / "opt/companion").exists()
        assert not (root / "opt/companion-card/table").exists()
        shutil.copy(root / "kept", archive)
        switched_off(machine)
    opened(root)


def test_without_wheels_and_network_it_waits_and_nothing_is_half_there(root: Path) -> None:
    made(root, "--name", "our-table", "--no-wheels")
    with started(root) as machine:
        machine.wait()
        machine.until(lambda: "needs the internet once" in says(machine), "said", INSTALL_S)
        assert not (root / "opt/companion/current").exists()
        assert not (root / "etc/systemd/system/companion.service").exists()


def test_the_tables_own_wifi_is_made_and_its_code_is_on_the_displays(root: Path) -> None:
    # NetworkManager is a stub here: there is no radio.
    for name in ("nmcli", "dnsmasq"):
        stub = root / "usr/bin" / name
        stub.write_text('#!/bin/sh\necho "$*" >>/var/log/nmcli\n')
        stub.chmod(0o755)
    wifi = ("--hotspot", "Word table", "--password", "secret-12", "--country", "DE")
    made(root, "--name", "our-table", *wifi)
    with started(root) as machine:
        switched_off(machine)
    said = (root / "var/log/nmcli").read_text().splitlines()
    assert f"connection up uuid {HOTSPOT_UUID}" in said
    kept = "etc/NetworkManager/system-connections/companion-hotspot.nmconnection"
    assert "autoconnect-priority=50" in (root / kept).read_text()
    config = (root / "etc/companion/companion.toml").read_text()
    assert config.endswith('\n[wifi]\nname = "Word table"\npassword = "secret-12"\n')
    assert not (root / "var/lib/companion-card/hotspot").exists()
    opened(root)


def test_cloud_init_of_the_card_itself_finds_no_fault_in_its_files(root: Path) -> None:
    wifi = ("--wifi", "Café: 1. Stock", "--password", "secret-12", "--country", "DE")
    made(root, "--no-wheels", *wifi)
    for name, kind in (("user-data", "cloud-config"), ("network-config", "network-config")):
        path = f"/boot/firmware/{name}"
        asked = ("cloud-init", "schema", "--schema-type", kind, "--config-file", path)
        done = subprocess.run(
            ["chroot", str(root), *asked], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "Valid" in done.stdout
        file = root / path[1:]
        file.write_text(
            file.read_text().replace('"optional"', '"optionel"').replace("lock_", "l_")
        )
        broken = subprocess.run(
            ["chroot", str(root), *asked], check=False, capture_output=True
        )
        assert broken.returncode != 0, "a fault would be found"
