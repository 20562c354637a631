"""What the udev of a bare Debian 12 and 13 makes of a stick by our rules: `make test-roots`."""

import subprocess
from pathlib import Path

import pytest

from tests.service.machine import why_not
from tests.service.roots import SUITES, bare

pytestmark = pytest.mark.roots
RULES = Path(__file__).parents[2] / "systemd"
LOOK = """
root=$1 stick=$2 rules=$3
storage=usr/lib/udev/rules.d/60-persistent-storage.rules
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/dev"
mount -t tmpfs tmpfs "$root/etc/udev/rules.d"
cp -a /dev/null "/dev/$stick" "$root/dev/"
# Where the system asks what a stick's bus is, this one says it.
sed 's/^KERNEL==.*IMPORT{builtin}="usb_id"$/KERNEL=="loop*", ENV{ID_BUS}="usb"/' \
    "$root/$storage" >"$root/etc/udev/rules.d/${storage##*/}"
cp "$rules"/*-companion.rules "$root/etc/udev/rules.d/"
exec chroot "$root" udevadm test --action=add "/sys/block/$stick"
"""


@pytest.mark.parametrize("suite", SUITES)
def test_a_stick_that_is_plugged_in_is_handed_to_the_script(
    suite: str, stick: Path
) -> None:
    if reason := why_not():
        pytest.skip(reason)
    done = subprocess.run(
        [
            *("unshare", "--mount", "--propagation", "private", "sh", "-euc", LOOK, "look"),
            *(str(bare(suite)), stick.name, str(RULES)),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    found = {line.strip() for line in done.stdout.splitlines()}
    assert {"ID_BUS=usb", "ID_FS_USAGE=filesystem"} <= found
    assert "SYSTEMD_WANTS=companion-stick.service" in found
