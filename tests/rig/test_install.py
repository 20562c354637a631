"""The install script below a folder, with a machine of stubs around it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "systemd" / "install.sh"
STUBS = ("apt-get", "useradd", "usermod", "groupadd", "getent", "systemctl", "id")
PYTHON = """#!/bin/sh
case "$*" in
*venv*) for last; do :; done
  mkdir -p "$last/bin"; printf '#!/bin/sh\\n' > "$last/bin/python"
  printf '#!/bin/sh\\necho dtparam=i2c_arm=on; echo dtoverlay=x\\n' > "$last/bin/companion"
  chmod +x "$last/bin/python" "$last/bin/companion";;
esac
"""


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    stubs = tmp_path / "stubs"
    stubs.mkdir()
    for name in STUBS:
        (stubs / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {tmp_path}/calls\n')
    (stubs / "python3").write_text(PYTHON)
    for stub in stubs.iterdir():
        stub.chmod(0o755)
    boot = tmp_path / "boot" / "firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text("arm_64bit=1\ndtparam=i2c_arm=on\n")
    return {"PATH": f"{stubs}:{os.environ['PATH']}", "ROOT": str(tmp_path)}


def install(machine: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(SCRIPT), *arguments],
        env={**os.environ, **machine},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_installs_and_again_leaves_the_file_alone(
    machine: dict[str, str], tmp_path: Path
) -> None:
    build = ROOT / "systemd" / "builds" / "six-boards.toml"
    assert install(machine, str(build)).returncode == 0
    file = tmp_path / "etc" / "companion" / "companion.toml"
    assert file.read_text() == build.read_text()
    file.write_text("# mine\n")
    assert install(machine).returncode == 0
    assert file.read_text() == "# mine\n"
    boot = tmp_path / "boot" / "firmware"
    assert (boot / "config.txt").read_text() == (
        "arm_64bit=1\ndtparam=i2c_arm=on\ndtoverlay=x\n"
    )
    assert "dtoverlay" not in (boot / "config.txt.before-companion").read_text()
    calls = (tmp_path / "calls").read_text()
    assert "systemctl enable companion.service" in calls
    assert "usermod -a -G i2c companion" in calls
    unit = tmp_path / "etc" / "systemd" / "system" / "companion.service"
    assert "/opt/companion/bin/companion run --config" in unit.read_text()


def test_a_file_that_is_not_there_is_told(machine: dict[str, str]) -> None:
    done = install(machine, "nothing.toml")
    assert done.returncode == 1
    assert "there is no file nothing.toml: choose one of systemd/builds" in done.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = (ROOT / "systemd" / "companion.service").read_text()
    unit = tmp_path / "companion.service"
    # The program is not installed here: any other stands in for it.
    unit.write_text(text.replace("/opt/companion/bin/companion run", "/bin/true run"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "companion.service" not in done.stderr
