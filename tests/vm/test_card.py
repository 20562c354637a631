"""A card's first start in a machine of its own: Debian's kernel, systemd and cloud-init.

The root is an ext4 disk, the part that a PC sees is FAT, as on a real card; there is no network.
"""

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.report import Record
from tests.service.test_card_on_bare_roots import made, new_card
from tests.vm.machine import command, small_root

pytestmark = [pytest.mark.vm, pytest.mark.fault("a card's first start cut off")]
MODULES = ("virtio_pci", "virtio_blk", "ext4", "vfat", "nls_cp437", "nls_ascii")
ROOT_BYTES, BOOT_BYTES = 4 << 30, 256 << 20
START_S = 1800.0
"""So long one start may take, emulated."""
CUTS = (
    "/opt/companion-card",
    "/opt/companion/versions/*",
    "/opt/companion/versions/*/bin/pip",
)
"""A plug is pulled once that is there: unpacking, making its folder, putting packages in it."""
MOUNTS = """\
/dev/vda / ext4 defaults 0 0
/dev/vdb /boot/firmware vfat defaults,umask=0022,x-systemd.device-timeout=1800 0 0
"""
TELLS = """\
import glob, sys, time, urllib.request
told = None
while True:
    try:
        with urllib.request.urlopen("http://127.0.0.1/healthz", timeout=5) as answer:
            now = f"healthz {answer.status} {answer.read().decode()}"
    except OSError as error:
        now = f"healthz {error}"
    try:
        with open("/run/issue.d/companion.issue") as shown:
            now += " | " + shown.read()
    except OSError:
        pass
    now += "".join(f" | there: {each}" for each in sys.argv[1:] if glob.glob(each))
    now = " ".join(now.split())
    if now != told:
        with open("/dev/ttyS0", "w") as console:
            console.write(f"guest: {now}\\n")
    told = now
    time.sleep(1)
"""
UNIT = f"""\
[Service]
ExecStart=/usr/bin/python3 /usr/local/lib/tells.py {" ".join(CUTS)}
[Install]
WantedBy=multi-user.target
"""


@pytest.fixture(name="card")
def _card(tmp_path: Path) -> Path:
    """A new card's two parts, filled in by a person, in a folder."""
    for tool, package in (("mkfs.vfat", "dosfstools"), ("mcopy", "mtools")):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not here: apt install {package}")
    root = new_card(tmp_path)
    (root / "etc/fstab").write_text(MOUNTS)
    (root / "usr/local/lib/tells.py").write_text(TELLS)
    units = root / "etc/systemd/system"
    (units / "tells.service").write_text(UNIT)
    wanted = units / "multi-user.target.wants"
    wanted.mkdir(exist_ok=True)
    (wanted / "tells.service").symlink_to("/etc/systemd/system/tells.service")
    made(root, "--name", "our-table", "--country", "DE")
    _parts(root, tmp_path)
    return tmp_path


def _parts(root: Path, folder: Path) -> None:
    """Make the two parts of *root*'s files; the boot part as a PC formats and fills it."""
    boot, seen = folder / "boot.img", root / "boot/firmware"
    with boot.open("wb") as file:
        file.truncate(BOOT_BYTES)
    subprocess.run(
        ["mkfs.vfat", "-n", "bootfs", str(boot)], check=True, capture_output=True
    )
    files = [str(each) for each in seen.iterdir()]
    subprocess.run(["mcopy", "-i", str(boot), *files, "::"], check=True)
    for each in seen.iterdir():
        each.unlink()
    disk = folder / "root.img"
    with disk.open("wb") as file:
        file.truncate(ROOT_BYTES)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-d", str(root), str(disk)], check=True)
    shutil.rmtree(root)


def started(card: Path, limit_s: float = START_S) -> Iterator[str]:
    """Start the machine; yield what it tells until it ends, or its plug is pulled after that."""
    initrd = card / "initrd.gz"
    if not initrd.exists():
        small_root(card, "from_card", MODULES)
    disks = [card / "root.img", card / "boot.img"]
    log = card / "console"
    with (
        log.open("ab") as console,
        subprocess.Popen(
            command(initrd, disks, memory_mb=1024), stdout=console, stderr=console
        ) as machine,
    ):
        try:
            begun, read = time.monotonic(), log.stat().st_size
            while machine.poll() is None and time.monotonic() - begun < limit_s:
                time.sleep(0.2)
                *whole, _ = log.read_bytes()[read:].split(b"\n")
                for line in whole:
                    read += len(line) + 1
                    if b"guest: " in line:
                        yield line.decode(errors="replace")
        finally:
            machine.kill()


def opened(card: Path) -> bool:
    """Start it until it says that the table is well; False: it has switched off before."""
    for line in started(card):
        if "healthz 200" in line and '"well":true' in line and "PIN " in line:
            return True
    return False


def shown(card: Path) -> str:
    """Return the last of what stood on the console, for whoever reads a failure."""
    return (card / "console").read_bytes()[-4000:].decode(errors="replace")


def cut_off(card: Path, once: str) -> None:
    """Start it, and pull its plug once that is there."""
    for line in started(card):
        if f" there: {once}" in line:
            return
    pytest.fail(shown(card))


def test_from_a_new_card_past_three_plugs_pulled_to_the_page(
    card: Path, figure: Record
) -> None:
    for once in CUTS:
        cut_off(card, once)
    begun = time.monotonic()
    assert not opened(card), "the start that installs it ends by itself"
    installed_s = time.monotonic() - begun
    assert opened(card), shown(card)
    config = subprocess.run(
        ["mtype", "-i", str(card / "boot.img"), "::config.txt"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "i2c-mux" in config
    cuts = f"{len(CUTS)} plugs pulled on the way"
    figure(f"{cuts}, then installed in {installed_s:.0f} s, emulated; then open")
