"""What systemd itself says of the units, here and in every other root that is at hand."""

import os
import shutil
import subprocess
from ipaddress import ip_network
from pathlib import Path

import pytest

from companion.process.restore import FOUND, REFUSED
from companion.table.storage.backup import ENDING, EVENING, MOST_BYTES

UNITS = Path(__file__).parents[2] / "systemd"
NAMES = (
    "companion.service",
    "companion.socket",
    "companion-stick.service",
    "companion-stick.path",
)
EXPOSURE = {"companion.service": 1.5, "companion-stick.service": 1.9}
"""In systemd's own figures, from 0 to 10; the stick's has to mount, and only root mounts."""


@pytest.fixture(name="units")
def _units(tmp_path: Path) -> Path:
    """Copies of the units that start a program which is there."""
    if not shutil.which("systemd-analyze"):
        sentence = "systemd-analyze is not here: apt install systemd"
        if os.environ.get("REQUIRE_SYSTEMD"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    for name in NAMES:
        text = (UNITS / name).read_text()
        program = "/opt/companion/current/bin/companion"
        (tmp_path / name).write_text(text.replace(program, "/bin/true"))
    return tmp_path


def analyze(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{folder}:"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", NAMES)
def test_systemd_finds_no_fault_in_a_unit(units: Path, name: str) -> None:
    done = analyze(units, "verify", "--man=no", str(units / name))
    assert "companion" not in done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize("name", EXPOSURE)
def test_each_service_is_hardened(units: Path, name: str) -> None:
    limit = f"--threshold={round(EXPOSURE[name] * 10)}"
    done = analyze(units, "security", "--offline=true", limit, str(units / name))
    assert done.returncode == 0, done.stdout.splitlines()[-1:]


@pytest.mark.parametrize(
    ("name", "wall"),
    [
        ("companion.service", "CapabilityBoundingSet=\n"),
        ("companion-stick.service", "ProtectSystem=strict\n"),
        ("companion-stick.service", "SystemCallFilter=@system-service @mount\n"),
    ],
)
def test_a_soft_unit_would_be_found(units: Path, name: str, wall: str) -> None:
    text = (units / name).read_text()
    assert wall in text
    (units / name).write_text(text.replace(wall, ""))
    limit = f"--threshold={round(EXPOSURE[name] * 10)}"
    done = analyze(units, "security", "--offline=true", limit, str(units / name))
    assert done.returncode != 0


@pytest.mark.parametrize(
    "line",
    [
        *("DynamicUser=yes", "CapabilityBoundingSet=", "ProtectSystem=strict"),
        *("LimitCORE=0", "IPAddressDeny=any", "StateDirectoryMode=0700"),
    ],
)
def test_each_wall_of_the_service_stands(line: str) -> None:
    assert line in (UNITS / NAMES[0]).read_text().splitlines()


def test_the_service_reaches_nobody_beyond_the_house() -> None:
    lines = (UNITS / NAMES[0]).read_text().splitlines()
    [allowed] = [each.partition("=")[2].split() for each in lines if "AddressAllow" in each]
    named, networks = allowed[:2], [ip_network(each) for each in allowed[2:]]
    assert named == ["localhost", "link-local"]
    assert all(each.is_private for each in networks)


def test_device_classes_of_stands_stay_open() -> None:
    text = (UNITS / NAMES[0]).read_text()
    for device in (
        "char-gpiochip",
        *(f"char-{major}" for major in (89, 153, 166, 188)),
    ):
        assert f"DeviceAllow={device} rw\n" in text
    assert "PrivateDevices" not in text.replace("No PrivateDevices", "")
    assert "SupplementaryGroups=gpio i2c spi dialout\n" in text


def test_our_rules_are_read_after_those_whose_findings_they_ask_for() -> None:
    """What comes of it: `test_rules.py`."""
    [rules] = UNITS.glob("*.rules")
    assert 'ENV{ID_FS_USAGE}=="filesystem"' in rules.read_text()
    assert rules.name > "60-persistent-storage.rules"


def test_the_script_for_sticks_has_the_programs_names_and_bounds() -> None:
    script = (UNITS / "stick.sh").read_text("utf-8")
    found = '"$folder"/' + FOUND
    for said in (f"most={MOST_BYTES}\n", f"written=$folder/{EVENING}\n"):
        assert said in script
    for said in (f"{found}/*{ENDING};", f"{found}/*{REFUSED};"):
        assert said in script
    assert EVENING in (UNITS / "companion-stick.path").read_text("utf-8")
