"""What a card does at its starts: the script itself, below another root, with the Pi's commands
written down in place of carried out.
"""

import hashlib
import io
import os
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest

from companion.cli.main import parser
from companion.pi.pi_setup import Hotspot
from tests.service.machine import ROOT
from tests.small_disk import small_disk

SCRIPT = ROOT / "systemd" / "card.sh"
PASSWORD = "secret-123"  # noqa: S105 - nobody's
COMMAND = """#!/bin/sh
echo "$(basename "$0") $*" >>"$ROOT/called"
case "$*" in *--password-file=-*) cat >"$ROOT/password" ;; esac
case "$(basename "$0") $*" in
"companion setup-pi --yes --hotspot"*) echo "Wi-Fi, password $(cat "$ROOT/password")" ;;
"companion setup-pi --yes")
    [ ! -f "$ROOT/pins-fail" ] || exit 2
    grep -q i2c "$ROOT/boot/firmware/config.txt" || echo i2c >>"$ROOT/boot/firmware/config.txt" ;;
"companion setup-pi --confirm")
    mkdir -p "$ROOT/etc/NetworkManager/system-connections"
    touch "$ROOT/etc/NetworkManager/system-connections/companion-hotspot.nmconnection" ;;
python3*) echo 123456 ;;
esac
"""
INSTALLER = """
config=$ROOT/etc/companion/companion.toml
mkdir -p "${config%/*}"
if [ -n "${1:-}" ]; then cp "$1" "$config"; fi
[ -f "$config" ] || echo "# in the browser" >"$config"
"""
COMMANDS = ("companion", "systemctl", "nmcli", "rfkill", "hostname", "python3")


class Card:
    """A Pi with a new card in it."""

    def __init__(self, root: Path) -> None:
        self.root, self.boot = root, root / "boot/firmware"
        self.here = root / "var/lib/companion-card"
        self.config = root / "etc/companion/companion.toml"
        for folder in (self.boot, self.here, root / "bin", root / "dev", root / "run"):
            folder.mkdir(parents=True)
        for name in COMMANDS:
            (root / "bin" / name).write_text(COMMAND)
            (root / "bin" / name).chmod(0o755)
        (self.boot / "config.txt").write_text("dtparam=audio=on\n")
        (self.boot / "cmdline.txt").write_text("console=tty1 rootwait\n")
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w:gz") as tar:
            info = tarfile.TarInfo("systemd/install.sh")
            info.size = len(INSTALLER)
            tar.addfile(info, io.BytesIO(INSTALLER.encode()))
        (self.boot / "table.tar.gz").write_bytes(out.getvalue())
        self._sha256 = hashlib.sha256(out.getvalue()).hexdigest()

    def form(self, table_file: str = "", hotspot: str = "") -> None:
        """Write what cloud-init writes out of a form, later than all that was before."""
        for name, content in (("companion.toml", table_file), ("hotspot", hotspot)):
            (self.here / name).write_text(content)
        (self.here / "card.sh").write_bytes(SCRIPT.read_bytes())
        done = self.here / "done"
        if done.exists():
            os.utime(done, (1, 1))

    def start(self, country: str = "DE") -> tuple[int, str]:
        """Run it as its unit does; return its code and all that the journal gets."""
        (self.root / "called").write_text("")
        done = subprocess.run(
            ["sh", self.here / "card.sh", self._sha256, country],
            env={"PATH": f"{self.root}/bin:{os.environ['PATH']}", "ROOT": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    @property
    def called(self) -> list[str]:
        return (self.root / "called").read_text().splitlines()


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(tmp_path / "pi")


def test_the_first_form_is_carried_out_and_no_password_gets_into_the_journal(
    card: Card,
) -> None:
    card.form("[stand.1]\n", f"Word table\n{PASSWORD}\n")
    code, said = card.start()
    assert code == 0, said
    assert PASSWORD not in said
    assert "systemctl reboot" in card.called
    assert "cfg80211.ieee80211_regdom=DE" in (card.boot / "cmdline.txt").read_text()
    assert card.config.read_text().startswith("[stand.1]\n")
    assert (
        f'[wifi]\nname = "Word table"\npassword = "{PASSWORD}"\n' in card.config.read_text()
    )
    (card.root / "run/companion-card-again").unlink()  # as a start empties it
    code, said = card.start()
    assert (code, "PIN 123456" in said) == (0, True)
    assert not [each for each in card.called if each.startswith("companion setup-pi")]


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("-h", "--version"),
        ("--undo", "-n secret-12"),
        ("$(touch x) `id` %s", "$(touch x) %s &|<>"),
        ("*", "* ? [a] ~ !secret"),
        ("Größe 李雷", "- yes: no # {x}"),
    ],
)
def test_a_hotspot_goes_as_a_value_all_the_way_and_its_password_into_no_title(
    card: Card, name: str, password: str
) -> None:
    Hotspot.checked(name, password)
    card.form("[stand.1]\n", f"{name}\n{password}\n")
    code, said = card.start()
    assert code == 0, said
    assert password not in said
    wanted = f"companion setup-pi --yes --hotspot={name} --password-file=-"
    assert wanted in card.called
    assert not [each for each in card.called if password in each]
    assert (card.root / "password").read_text() == f"{password}\n"
    config = tomllib.loads(card.config.read_text())
    assert config["wifi"] == {"name": name, "password": password}
    parsed = parser("setup-pi").parse_args(wanted.split(maxsplit=1)[1].split(" ", 2)[:2])
    assert parsed.yes


@pytest.mark.parametrize("second", ["", "[stand.2]\n"])
def test_a_second_form_takes_back_what_it_does_not_choose(card: Card, second: str) -> None:
    card.form("[stand.1]\n", f"Word table\n{PASSWORD}\n")
    card.start()
    (card.root / "run/companion-card-again").unlink()
    card.form(second)
    code, said = card.start("GB")
    assert code == 0, said
    assert "nmcli connection delete companion-hotspot" in card.called
    connections = card.root / "etc/NetworkManager/system-connections"
    assert list(connections.iterdir()) == []
    assert card.config.read_text() == (second or "# in the browser\n")
    line = (card.boot / "cmdline.txt").read_text()
    assert line == "console=tty1 rootwait cfg80211.ieee80211_regdom=GB\n"


def test_a_hotspot_alone_is_taken_back_out_of_the_tables_file(card: Card) -> None:
    card.form("", f"Word table\n{PASSWORD}\n")
    card.start()
    assert PASSWORD in card.config.read_text()
    card.form()
    card.start()
    assert card.config.read_text() == "# in the browser\n\n"


def test_the_one_more_start_is_not_forgotten_where_a_step_fails_in_between(
    card: Card,
) -> None:
    card.form("[stand.1]\n")
    (card.root / "pins-fail").touch()
    code, said = card.start()
    assert (code, "pins could not be set up" in said) == (75, True)
    (card.root / "pins-fail").unlink()
    (card.boot / "config.txt").write_text("dtparam=audio=on\ni2c\n")  # as it shall be
    code, _ = card.start()
    assert code == 0
    assert "systemctl reboot" in card.called


def test_what_does_not_fit_on_the_card_eats_no_room(card: Card) -> None:
    card.form("[stand.1]\n")
    with small_disk(card.root / "opt", "64k") as disk:
        (disk / "photos").write_bytes(bytes(64 * 1024))
        code, said = card.start()
        assert (code != 0, "No space left" in said) == (True, True), said
        assert not [*disk.rglob("*.new")]
        (disk / "photos").unlink()
        assert card.start()[0] == 0
