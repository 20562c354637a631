"""The lines for a card that cannot be written: what they do, and what overlayroot makes of them."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.service.roots import SUITES, bare

TEXT = (Path(__file__).parents[2] / "systemd" / "README.md").read_text("utf-8")
OVERLAYROOT = "usr/share/initramfs-tools/scripts/init-bottom/overlayroot"
CMDLINE = "console=tty1 root=PARTUUID=1-02 rootwait quiet\n"
FSTAB = "PARTUUID=1-02 / ext4 defaults,noatime 0 1\n"


def edits() -> tuple[str, str]:
    """Return what the page has done to cmdline.txt: to switch it on, and off."""
    on, off = re.findall(
        r"^    sudo (sed -i '[^']*') /boot/firmware/cmdline.txt", TEXT, re.MULTILINE
    )
    return on, off


def edited(file: Path, edit: str) -> str:
    subprocess.run(["sh", "-c", f'{edit} "$1"', "edit", file], check=True)
    return file.read_text()


@pytest.mark.parametrize("by", ["", "overlayroot=tmpfs "])
def test_it_is_switched_off_whoever_has_switched_it_on(tmp_path: Path, by: str) -> None:
    file, (on, off) = tmp_path / "cmdline.txt", edits()
    file.write_text(by + CMDLINE)
    if not by:
        assert edited(file, on) == f"overlayroot=tmpfs:recurse=0 {CMDLINE}"
    assert edited(file, off) == CMDLINE


@pytest.mark.roots
@pytest.mark.parametrize("suite", SUITES)
def test_the_matches_own_disk_stays_one_that_can_be_written(
    suite: str, tmp_path: Path
) -> None:
    """By the functions of the package itself, as its script calls them at a start."""
    [line] = re.findall(
        r'^    echo "(/dev/.*)" \| sudo tee -a /etc/fstab$', TEXT, re.MULTILINE
    )
    (tmp_path / "fstab").write_text(f"{FSTAB}{line}\n")
    file = tmp_path / "cmdline.txt"
    file.write_text(CMDLINE)
    said = edited(file, edits()[0]).split()[0].removeprefix("overlayroot=tmpfs")
    script = (bare(suite, "overlayroot") / OVERLAYROOT).read_text()
    functions = script.partition('\ncfgd="${TEMP_D}/configs"\n')[0]
    functions = functions.replace(
        "\n. /scripts/functions\n", "\nlog_warning_msg() { :; }\n"
    )
    call = """
parse_string "${1#:}" "," _RET_common_
overlayrootify_fstab "$2" /media/root-ro /media/root-rw /overlay \
    "${_RET_common_recurse:-1}" 0 overlay
"""
    made = ["sh", "-c", functions + call, "overlayroot", said, str(tmp_path / "fstab")]
    done = subprocess.run(made, capture_output=True, text=True, check=True)
    lines = [each for each in done.stdout.splitlines() if not each.startswith("#")]
    assert [each for each in lines if "/var/lib/private" in each] == [line]
    assert any(" / overlay lowerdir=/media/root-ro" in each for each in lines)
