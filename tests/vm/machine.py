"""A virtual machine under Debian's own kernel: its first programs, and how it is started."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TOP = HERE.parents[1]
KEPT = TOP / ".vm"
ACCEL = os.environ.get("ACCEL", "tcg,thread=multi")


def kernel() -> Path:
    """Return the kernel that ``run.sh`` has fetched."""
    found = sorted((KEPT / "k" / "boot").glob("vmlinuz-*"))
    if os.geteuid() != 0 or not found or not shutil.which("qemu-system-x86_64"):
        pytest.skip("make test-vm fetches what this wants, as root")
    return found[-1]


def small_root(folder: Path, first: str, modules: Sequence[str]) -> Path:
    """Pack busybox, *modules* in their order and the first program of that name."""
    root = folder / "initrd"
    for name in ("bin", "m", "r", "proc", "dev"):
        (root / name).mkdir(parents=True)
    busybox = shutil.which("busybox")
    assert busybox is not None
    shutil.copy(busybox, root / "bin/busybox")
    shutil.copy(HERE / first, root / "init")
    (root / "init").chmod(0o755)
    order: list[str] = []
    for module in modules:
        files = _files_of(module)
        order += [each for each in files if each not in order]
    for path in order:
        shutil.copy(path, root / "m")
    (root / "order").write_text("\n".join(Path(each).name for each in order) + "\n")
    paths = f"{TOP}:{sysconfig.get_path('purelib')}"
    python = Path(sys.executable).resolve()
    (root / "settings").write_text(f"PYTHON={python}\nPYTHONPATH={paths}\n")
    pack = f"cd {root} && find . | cpio -o -H newc --quiet | gzip -1 >{folder}/initrd.gz"
    subprocess.run(["sh", "-ec", pack], check=True)
    return folder / "initrd.gz"


def _files_of(module: str) -> list[str]:
    version = kernel().name.removeprefix("vmlinuz-")
    asked = ("modprobe", "-d", str(KEPT / "k"), "-S", version, "--show-depends", module)
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    return [line.split()[1] for line in done.stdout.splitlines() if "insmod" in line]


def command(initrd: Path, disks: Sequence[Path], *more: str, memory_mb: int) -> list[str]:
    """Return how to start it, its console on standard output; it never starts twice."""
    drives = [("-drive", f"file={each},if=virtio,format=raw") for each in disks]
    # Emulated, a second processor costs a quarter more and brings little.
    return [
        *("qemu-system-x86_64", "-M", "q35", "-accel", ACCEL, "-m", str(memory_mb)),
        *("-smp", "1", "-no-reboot", "-nodefaults", "-nographic", "-serial", "stdio"),
        *("-cpu", "max,arch-capabilities=off,pmu=off"),
        *("-kernel", str(kernel()), "-initrd", str(initrd)),
        *(part for drive in drives for part in drive),
        *more,
        *("-append", "console=ttyS0 quiet loglevel=3 panic=-1 mitigations=off"),
    ]
