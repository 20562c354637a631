"""``systemd/packages.sh``: who may install what is missing, and what is said where nobody can."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd/packages.sh"
FINDING = "The kettle has no lid"
REMEDY = "sudo apt update && sudo apt install -y lid"
CALLED = "apt-get -qq -o DPkg::Lock::Timeout=600"


class Computer:
    """A PATH with nothing on it but what is put there; ``calls`` is what apt was asked."""

    def __init__(self, folder: Path, user: int) -> None:
        self.folder = folder
        self.log = folder / "calls"
        for name in ("sed", "env", "true"):
            (folder / name).symlink_to(shutil.which(name) or name)
        self.has("id", f"echo {user}")

    def has(self, name: str, script: str) -> None:
        (self.folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (self.folder / name).chmod(0o755)

    def has_apt(self, *, works: bool = True) -> None:
        says = f'echo "apt-get $* $DEBIAN_FRONTEND" >>{self.log}; echo "much"'
        self.has("apt-get", says if works else f"{says}; exit 100")

    def install(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", str(SCRIPT), FINDING, "lid"],
            env={"PATH": str(self.folder)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture(name="player")
def _player(tmp_path: Path) -> Computer:
    return Computer(tmp_path, user=1000)


INSTALLED = [
    f"{CALLED} update noninteractive",
    f"{CALLED} install -y --no-install-recommends lid noninteractive",
]


def test_root_installs_after_one_sentence(tmp_path: Path) -> None:
    root = Computer(tmp_path, user=0)
    root.has_apt()
    done = root.install()
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"{FINDING}: installing lid with apt.\n",
        "",
    )
    assert root.calls == INSTALLED


def test_anybody_else_installs_by_sudo(player: Computer) -> None:
    player.has_apt()
    player.has("sudo", 'exec "$@"')
    done = player.install()
    assert (done.returncode, done.stderr) == (0, "")
    assert "(sudo may ask for your password)" in done.stdout
    assert player.calls == INSTALLED


def test_whom_sudo_refuses_is_told_whom_to_ask(player: Computer) -> None:
    player.has_apt()
    player.has("sudo", "exit 1")
    done = player.install()
    assert done.returncode == 1
    assert f"{FINDING}. You may not install packages here." in done.stderr
    assert REMEDY in done.stderr
    assert player.calls == []


def test_without_sudo_root_is_told_what_to_type(player: Computer) -> None:
    player.has_apt()
    done = player.install()
    assert done.returncode == 1
    assert "As root: apt update && sudo apt" not in done.stderr
    assert "As root: apt update && apt install -y lid" in done.stderr
    assert player.calls == []


def test_what_apt_cannot_do_is_said_with_the_line_to_type(tmp_path: Path) -> None:
    root = Computer(tmp_path, user=0)
    root.has_apt(works=False)
    done = root.install()
    assert done.returncode == 1
    assert "apt could not install lid" in done.stderr
    assert REMEDY in done.stderr
    assert root.calls == INSTALLED


def test_without_apt_other_systems_are_named(player: Computer) -> None:
    done = player.install()
    assert done.returncode == 1
    assert f"{FINDING}. There is no apt here." in done.stderr
    assert "On Fedora: sudo dnf install lid; on macOS: brew install lid" in done.stderr
