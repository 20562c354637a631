"""A real systemd as process 1 of namespaces of its own, made of this machine's /usr."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pytest

from tests import waiting

ROOT = Path(__file__).parents[2]
BOOT = Path(__file__).with_name("boot.sh")
UNITS = ROOT / "systemd"
LIMIT_S = 2 * waiting.LIMIT_S
COMMAND_S = 900.0
CERTIFICATES = "/etc/pip-cert.pem"
PIP = {"PIP_CERT": CERTIFICATES} if "PIP_CERT" in os.environ else {}
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
INSIDE = {"PATH": PATH, **PIP}
CLONE_NEWNET = 0x40000000
ENVIRONMENT = "PYTHONPATH=/opt/table:/opt/site LD_LIBRARY_PATH=/opt/python/lib"
GROUPS = ("root:0", "adm:4", "tty:5", "disk:6", "dialout:20", "nogroup:65534")
# What a machine without anything in /etc would start all by itself.
MASKED = (
    *("systemd-networkd", "systemd-resolved", "systemd-timesyncd", "systemd-udevd"),
    *("getty@tty1", "console-getty", "systemd-logind", "systemd-firstboot"),
)
T = TypeVar("T")


class Machine:
    """One booted tree; ``run`` starts commands in it, ``inside`` calls us on its network."""

    def __init__(
        self, root: Path, mounts: Sequence[tuple[Path, str]], console: Path
    ) -> None:
        self.root = root
        self._console = console.open("w", encoding="utf-8")
        self._unshare = subprocess.Popen(
            [
                "sh",
                str(BOOT),
                str(root),
                *(f"{source}:{place}" for source, place in mounts),
            ],
            stdout=self._console,
            stderr=self._console,
            stdin=subprocess.DEVNULL,
        )
        self.group = self._group()
        self.pid = 0
        self._pool: ThreadPoolExecutor | None = None

    def wait(self) -> None:
        """Wait until its process 1 answers."""
        self.until(self._init, "an inner process 1")
        self.until(
            lambda: (
                self.run("systemctl", "is-system-running", check=False).stdout.strip()
                in ("running", "degraded")
            ),
            "a booted system",
        )
        self._pool = ThreadPoolExecutor(4, initializer=self.enter)

    def until(
        self, holds: Callable[[], object], what: str, limit_s: float = LIMIT_S
    ) -> None:
        until = time.monotonic() + limit_s
        while not holds():
            assert self._unshare.poll() is None, f"it ended; see {self._console.name}"
            assert time.monotonic() < until, f"not {what} within {limit_s} s"
            time.sleep(0.02)

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run *command* in it."""
        return _done(self.command(*command), check=check)

    def run_online(
        self, *command: str, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Run *command* in it, but on this machine's network: for installing."""
        return _done(self.command(*command, online=True), check=check)

    def command(self, *command: str, online: bool = False) -> list[str]:
        """Return what runs *command* in it when it is started here."""
        inner = ("--mount", "--pid", "--uts", "--ipc", "--cgroup")
        spaces = inner if online else ("--all",)
        inside = ["env", "-i", *(f"{name}={value}" for name, value in INSIDE.items())]
        return ["nsenter", "--target", str(self.pid), *spaces, "--", *inside, *command]

    def show(self, unit: str, name: str) -> str:
        """Return one property of a unit."""
        return self.run("systemctl", "show", "--value", "-p", name, unit).stdout.strip()

    def enter(self) -> None:
        """Let the calling thread open its connections on the machine's network."""
        with open(f"/proc/{self.pid}/ns/net", "rb") as net:  # noqa: PTH123 - a namespace's file
            libc = ctypes.CDLL(None, use_errno=True)
            if libc.setns(net.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")

    def inside(self, call: Callable[[], T]) -> T:
        """Call on a thread that stands on the machine's network."""
        return self.begin(call).result(LIMIT_S)

    def begin(self, call: Callable[[], T]) -> Future[T]:
        """Begin a call there, and go on."""
        assert self._pool is not None
        return self._pool.submit(call)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
        if self.pid:
            with suppress(ProcessLookupError):  # it has switched itself off
                os.kill(self.pid, signal.SIGKILL)
        self._unshare.kill()
        self._unshare.wait()
        self._console.close()
        for folder, _, _ in os.walk(self.group, topdown=False):
            until = time.monotonic() + 5
            while Path(folder).exists() and time.monotonic() < until:
                try:
                    Path(folder).rmdir()
                except OSError:
                    time.sleep(0.05)  # its last processes are going

    def _init(self) -> bool:
        listing = Path(f"/proc/{self._unshare.pid}/task/{self._unshare.pid}/children")
        for child in listing.read_text().split():
            with suppress(OSError):  # it has ended since: it was another one
                if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                    self.pid = int(child)
        return bool(self.pid)

    def _group(self) -> Path:
        return control_groups() / f"word-table-test-{self._unshare.pid}"


def _done(command: list[str], *, check: bool) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, check=check, timeout=COMMAND_S
    )


def why_not() -> str:
    """Return why no systemd can be booted here; empty: it can."""
    if os.geteuid() != 0:
        return "booting a systemd in namespaces wants root"
    for tool in ("unshare", "nsenter", "systemctl", "ip"):
        if not shutil.which(tool):
            return f"{tool} is not here: apt install systemd util-linux iproute2"
    trial = (
        "mount -t proc proc /mnt && mount -t sysfs -o ro sysfs /mnt && ip link set lo up"
    )
    tried = subprocess.run(
        [
            *("unshare", "--mount", "--pid", "--net", "--cgroup", "--fork"),
            "sh",
            "-c",
            trial,
        ],
        capture_output=True,
        check=False,
    )
    if tried.returncode:
        return "this machine lets nobody make namespaces with mounts in them"
    group = control_groups() / f"word-table-trial-{os.getpid()}"
    try:
        group.mkdir()
        group.rmdir()
    except OSError:
        return "this machine lets nobody make control groups"
    return ""


def control_groups() -> Path:
    """Return where this machine keeps its control groups, version 2."""
    unified = Path("/sys/fs/cgroup/unified")
    return unified if unified.is_dir() else Path("/sys/fs/cgroup")


@contextmanager
def booted(
    folder: Path, program: Sequence[str] = ("-m", "companion"), *, card: Path | None = None
) -> Iterator[Machine]:
    """Boot a machine with the table's own units, whose program is *program* of this tree.

    *card* is a file that lies beside config.txt on its card.
    """
    if reason := why_not():
        pytest.skip(reason)
    root = _tree(folder / "root", program)
    if card is not None:
        (root / "boot/firmware").mkdir(parents=True)
        shutil.copy(card, root / "boot/firmware")
    mounts = [
        (Path("/usr"), "usr"),
        (Path(sys.base_prefix), "opt/python"),
        (Path(sysconfig.get_paths()["purelib"]), "opt/site"),
        *((ROOT / name, f"opt/table/{name}") for name in ("companion", "hardware", "web")),
        (ROOT / "tests", "opt/table/tests"),
    ]
    machine = Machine(root, mounts, folder / "console")
    try:
        machine.wait()
        yield machine
    finally:
        machine.close()


def _tree(root: Path, program: Sequence[str]) -> Path:
    for name in (
        "usr",
        "opt/python",
        "opt/site",
        "etc/systemd/system",
        "etc/companion",
        "var/lib",
        "root",
    ):
        (root / name).mkdir(parents=True)
    for name in ("companion", "hardware", "web", "tests"):
        (root / "opt/table" / name).mkdir(parents=True)
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    _etc(root / "etc")
    units = root / "etc/systemd/system"
    for name in (
        *("companion.service", "companion.socket"),
        *("companion-stick.service", "companion-stick.path"),
    ):
        shutil.copy(UNITS / name, units / name)
    config = "/etc/companion/companion.toml"
    python = Path("/opt/python/bin") / Path(sys.executable).resolve().name
    current = root / "opt/companion/current"
    (current / "bin").mkdir(parents=True)
    shutil.copy(UNITS / "stick.sh", current)
    (current / "bin/python").write_text(f'#!/bin/sh\n{ENVIRONMENT} exec {python} "$@"\n')
    (current / "bin/python").chmod(0o755)
    for file in (current / "example.toml", root / config[1:]):
        file.write_text("[stand.1]\n[stand.2]\n")
    (root / "etc/sysusers.d").mkdir()
    shutil.copy(UNITS / "companion.sysusers", root / "etc/sysusers.d/companion.conf")
    for wanted, name in (
        ("multi-user", "companion.service"),
        ("multi-user", "companion-stick.path"),
        ("sockets", "companion.socket"),
    ):
        (units / f"{wanted}.target.wants").mkdir(exist_ok=True)
        (units / f"{wanted}.target.wants" / name).symlink_to(f"../{name}")
    for name in MASKED:
        (units / f"{name}.service").symlink_to("/dev/null")
    (units / "companion-stick.service.d").mkdir()
    # The tests' sticks are loop devices.
    (units / "companion-stick.service.d/test.conf").write_text(
        "[Service]\nDeviceAllow=block-loop rw\n"
    )
    (units / "companion.service.d").mkdir()
    (units / "companion.service.d/test.conf").write_text(
        "[Service]\nExecStart=\n"
        f"ExecStart={python} {' '.join(program)} run --config {config}\n"
        f"Environment={ENVIRONMENT}\n"
    )
    return root


def _etc(etc: Path) -> None:
    (etc / "machine-id").write_text("0123456789abcdef0123456789abcdef\n")
    (etc / "hostname").write_text("wordtable\n")
    (etc / "os-release").symlink_to("../usr/lib/os-release")
    (etc / "nsswitch.conf").write_text("passwd: files systemd\ngroup: files systemd\n")
    (etc / "passwd").write_text(
        "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n"
    )
    groups = (each.split(":") for each in GROUPS)
    (etc / "group").write_text("".join(f"{name}:x:{number}:\n" for name, number in groups))
    (etc / "hosts").write_text("127.0.0.1 localhost wordtable\n")
    for name in ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives"):
        source = Path("/etc") / name
        if source.is_dir():
            shutil.copytree(source, etc / name, symlinks=True)
        elif source.exists():
            shutil.copy(source, etc / name)
