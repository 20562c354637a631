"""The install script below a folder, with a machine of stubs around it."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "systemd" / "install.sh"
STUBS = ("apt-get", "dpkg", "getent", "systemctl", "systemd-sysusers", "groupdel", "sync")
PYTHON = """#!/bin/sh
case "$*" in
*-m\\ venv*) for last; do :; done
  mkdir -p "$last/bin"; printf '#!/bin/sh\\nexit ${PIP_FAILS:-0}\\n' > "$last/bin/python"
  printf '#!/bin/sh\\n' > "$last/bin/companion"
  chmod +x "$last/bin/python" "$last/bin/companion";;
*) exit ${PYTHON_LACKS:-0};;
esac
"""
OURS = (
    *("etc/systemd/system/companion.service", "etc/systemd/system/companion.socket"),
    "etc/systemd/system/companion-stick.service",
    "etc/systemd/system/companion-stick.path",
    *("etc/sysusers.d/companion.conf", "etc/udev/rules.d/90-companion.rules"),
    *("etc/avahi/services/companion.service", "etc/companion/companion.toml"),
    *("usr/local/bin/companion", "opt/companion/current"),
)


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    stubs = tmp_path / "stubs"
    stubs.mkdir()
    for name in STUBS:
        code = "exit ${APT_FAILS:-0}" if name == "apt-get" else ""
        (stubs / name).write_text(
            f'#!/bin/sh\necho {name} "$@" >> {tmp_path}/calls\n{code}\n'
        )
    (stubs / "python3").write_text(PYTHON)
    (stubs / "sudo").write_text('#!/bin/sh\nexec "$@"\n')
    for stub in stubs.iterdir():
        stub.chmod(0o755)
    (tmp_path / "root").mkdir()
    return {"PATH": f"{stubs}:{os.environ['PATH']}", "ROOT": str(tmp_path / "root")}


def install(
    machine: dict[str, str], *arguments: str, **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(SCRIPT), *arguments],
        env={**os.environ, **machine, **more},
        capture_output=True,
        text=True,
        check=False,
    )


def files(root: Path) -> set[str]:
    return {
        str(each.relative_to(root))
        for each in root.rglob("*")
        if each.is_file() or each.is_symlink()
    }


def test_it_installs_and_again_leaves_the_file_alone(
    machine: dict[str, str], tmp_path: Path
) -> None:
    root = tmp_path / "root"
    build = ROOT / "systemd" / "builds" / "six-boards.toml"
    done = install(machine, str(build))
    assert done.returncode == 0, done.stderr
    assert set(OURS) <= files(root)
    file = root / "etc/companion/companion.toml"
    assert file.read_text() == build.read_text()
    first = (root / "opt/companion/current").readlink()
    file.write_text("# mine\n")
    assert install(machine).returncode == 0
    assert file.read_text() == "# mine\n"
    second = (root / "opt/companion/current").readlink()
    assert second != first
    assert [
        f"versions/{each.name}" for each in (root / "opt/companion/versions").iterdir()
    ] == [str(second)]
    assert install(machine, str(build)).returncode == 0
    assert file.with_suffix(".toml.before").read_text() == "# mine\n"
    calls = (tmp_path / "calls").read_text()
    assert "systemctl enable -q companion.socket companion.service" in calls


def test_removed_only_the_matches_are_left_and_with_purge_nothing(
    machine: dict[str, str], tmp_path: Path
) -> None:
    root = tmp_path / "root"
    install(machine)
    (root / "etc/companion/companion.toml").write_text("# mine\n")
    matches = root / "var/lib/private/companion"
    matches.mkdir(parents=True)
    (matches / "table.sqlite3").write_text("x")
    done = install(machine, "--remove")
    assert done.returncode == 0, done.stderr
    assert "the matches are in" in done.stdout
    assert {each for each in files(root) if not each.startswith("var/lib/private")} == set()
    assert install(machine).returncode == 0
    assert (root / "etc/companion/companion.toml").read_text() == "# mine\n"
    assert install(machine, "--purge").returncode == 0
    assert files(root) == set()


@pytest.mark.parametrize("ended", [True, False])
def test_a_card_from_the_form_is_removed_with_all_that_it_begins_with(
    machine: dict[str, str], tmp_path: Path, *, ended: bool
) -> None:
    root = tmp_path / "root"
    if ended:
        install(machine)
    before = files(root)
    for name in (
        "etc/systemd/system/companion-card.service",
        "var/lib/companion-card/card.sh",
        "var/lib/companion-card/done" if ended else "opt/companion-card/table/README.md",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")
    assert install(machine, "--remove").returncode == 0
    assert not files(root) - before
    calls = (tmp_path / "calls").read_text()
    assert "systemctl disable -q --now companion-card.service" in calls


def test_the_name_in_the_network_is_asked_for_until_it_is_there(
    machine: dict[str, str], tmp_path: Path
) -> None:
    asked = "apt-get install -y -q --no-install-recommends avahi-daemon"
    assert "phones use the address" in install(machine, APT_FAILS="1").stdout
    for _ in range(2):
        install(machine)
    assert (tmp_path / "calls").read_text().count(asked) == 3, "it did not come"
    daemon = tmp_path / "root/usr/sbin/avahi-daemon"
    daemon.parent.mkdir(parents=True)
    daemon.write_text("")
    daemon.chmod(0o755)
    install(machine)
    assert (tmp_path / "calls").read_text().count(asked) == 3


def test_a_failed_update_leaves_the_old_version(
    machine: dict[str, str], tmp_path: Path
) -> None:
    root = tmp_path / "root"
    install(machine)
    current = (root / "opt/companion/current").readlink()
    done = install(machine, PIP_FAILS="1")
    assert done.returncode == 1
    assert "connect the Pi to the internet" in done.stderr
    assert (root / "opt/companion/current").readlink() == current
    assert len(list((root / "opt/companion/versions").iterdir())) == 1


@pytest.mark.parametrize(
    ("arguments", "more", "sentence"),
    [
        (
            ["nothing.toml"],
            {},
            "there is no file nothing.toml: choose one of systemd/builds",
        ),
        (["--remvoe"], {}, "--remvoe is unknown"),
        ([], {"PYTHON_LACKS": "1", "APT_FAILS": "1"}, "sudo apt install -y python3-venv"),
        ([], {"PYTHON_LACKS": "1"}, "needs Python 3.11 or newer"),
    ],
)
def test_what_is_wrong_is_told_with_the_way_on(
    machine: dict[str, str], arguments: list[str], more: dict[str, str], sentence: str
) -> None:
    done = install(machine, *arguments, **more)
    assert done.returncode == 1
    assert sentence in done.stderr
