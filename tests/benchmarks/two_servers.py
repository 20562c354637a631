"""``python -m tests.benchmarks.two_servers``: an older server and this one, by turns.

The older tree is checked out of the repository's own history, or named by ``--old PATH``.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from tests.benchmarks.phones import hands, latencies
from tests.e2e.daemon import ROOT, Daemon, resident_mb
from tests.e2e.many_phones import PEOPLE, Browser, browsers, read_until, streams
from tests.service.load import Load
from tests.service.systemd import running
from tests.waiting import wait_for

OLD = "48c7ff7"
"""The last commit whose streams one thread served, through waitress's insides."""
MOST_RATIO = 1.1
DEAF = 12
SAME = 20
PAGES = 400
MOST_RATIO_OF_A_PAGE = 1.2


@dataclass(frozen=True)
class Run:
    """Milliseconds to the last phone, and what else there is to say."""

    p99_ms: float
    median_ms: float
    resident_mb: float = 0.0
    failed: int = 0


def streaming(count: int, updates: int, tree: Path) -> Run:
    """Follow *count* streams."""
    with table(tree) as daemon:
        phones = browsers(daemon.port, daemon.pin, count)
        return judged(latencies(phones, updates), daemon)


def beside_deaf_phones(count: int, updates: int, tree: Path) -> Run:
    """Follow *count* streams while others never read, and their buffers are full."""
    with table(tree) as daemon, ExitStack() as stack:
        phones = browsers(daemon.port, daemon.pin, count + DEAF)
        deaf = {stack.enter_context(closing(_deaf(each))) for each in phones[count:]}
        ports = {each.getsockname()[1] for each in deaf}
        same, unsent, number = 0, -1, 0
        with hands(phones) as update:
            while same < SAME:
                update(number)
                number += 1
                before, unsent = unsent, _unsent(ports)
                same = same + 1 if unsent == before > 0 else 0
        return judged(latencies(phones[:count], updates, number), daemon)


def restarted(count: int, _updates: int, tree: Path) -> Run:
    """Restart it under *count* streams and six busy clients; the figure is the longest wait."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), tree) as systemd:
        phones = [Browser(systemd.port, number) for number in range(count)]
        with Load("127.0.0.1", systemd.port) as load:
            for _ in range(2):
                before = load.answered
                with streams(phones):
                    wait_for(lambda at=before: load.answered > at + 50, "answers")  # type: ignore[misc]  # mypy knows no default in a lambda
                    systemd.stop()
                systemd.start()
        return Run(1000 * load.slowest_s, 1000 * load.slowest_s, failed=len(load.failed))


@contextmanager
def table(tree: Path) -> Iterator[Daemon]:
    with tempfile.TemporaryDirectory() as folder, Daemon(Path(folder), tree=tree) as daemon:
        yield daemon


def one_page(tree: Path) -> tuple[int, float]:
    """Return the bytes of a player's page, and what asking for it costs: processor's ms."""
    with table(tree) as daemon:
        _host, phone, *_ = browsers(daemon.port, daemon.pin, PEOPLE)
        with closing(phone.link()) as link:
            ask = partial(phone.ask_over, link, "GET", f"{phone.where}/state")
            page = ask()
            begun_s = processor_s(daemon.process)
            for _ in range(PAGES):
                ask()
            return len(page.encode()), 1000 * (
                processor_s(daemon.process) - begun_s
            ) / PAGES


def processor_s(process: int) -> float:
    """Return how long *process* has kept a processor busy."""
    _, _, facts = Path(f"/proc/{process}/stat").read_text().rpartition(")")
    user, system = facts.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def judged(found: list[float], daemon: Daemon) -> Run:
    return Run(quantiles(found, n=100)[98], median(found), resident_mb(daemon.process))


def _deaf(phone: Browser) -> socket.socket:
    """Open the page's stream, and read no more than its beginning."""
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    link.bind((phone.address, 0))
    link.connect(("127.0.0.1", phone.port))
    where = f"{phone.where}/stream?tab={phone.tab}"
    host = f"Host: 127.0.0.1:{phone.port}"
    link.sendall(f"GET {where} HTTP/1.1\r\n{host}\r\n\r\n".encode())
    read_until(link, b"event: hello")
    return link


def _unsent(ports: set[int]) -> int:
    """Return the bytes that the kernel holds for the phones at *ports*; -1: not for each."""
    queues = []
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, _, remote, _, queue, *_ = line.split()
        if int(remote.split(":")[1], 16) in ports:
            queues.append(int(queue.split(":")[0], 16))
    return sum(queues) if len(queues) == len(ports) and all(queues) else -1


@contextmanager
def old_tree(given: Path | None) -> Iterator[Path]:
    """Yield the folder of the older tree; exit with a sentence where there is none."""
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "old"
        git = partial(subprocess.run, cwd=ROOT, capture_output=True, check=False)
        if git(["git", "worktree", "add", "--detach", str(tree), OLD]).returncode:
            sys.exit(
                f"This checkout has no commit {OLD} to compare with: fetch the whole "
                "history (git fetch --unshallow), or name an older tree with --old PATH."
            )
        try:
            yield tree
        finally:
            git(["git", "worktree", "remove", "--force", str(tree)])


Scene = Callable[[int, int, Path], Run]
SCENES: tuple[tuple[str, Scene, int], ...] = (
    ("36 streams", streaming, 36),
    ("60 streams", streaming, 60),
    ("72 streams", streaming, 72),
    (f"48 streams, {DEAF} more never read", beside_deaf_phones, 48),
    ("restarted under 36 streams", restarted, 36),
)


def main() -> int:
    """Measure and print; 1 where this server is slower than it may be, or failed."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--old", type=Path)
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--updates", type=int, default=150)
    given = options.parse_args()
    well = True
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # pages are compiled once, as installed
    with old_tree(given.old) as old:
        for tree in (old, ROOT):
            streaming(PEOPLE, 2, tree)
        well &= page_told({tree: [] for tree in (old, ROOT)}, given.runs)
        for name, scene, count in SCENES:
            runs: dict[Path, list[Run]] = {old: [], ROOT: []}
            for _ in range(given.runs):
                for tree, found in runs.items():
                    found.append(scene(count, given.updates, tree))
            well &= told(name, scene, runs[old], runs[ROOT])
    return 0 if well else 1


def page_told(found: dict[Path, list[tuple[int, float]]], runs: int) -> bool:
    """Measure and print one page of each tree, by turns; return whether the newer may stay."""
    for _ in range(runs):
        for tree, pages in found.items():
            pages.append(one_page(tree))
    (old_bytes, old_ms), (new_bytes, new_ms) = (
        (median(size for size, _ in pages), median(ms for _, ms in pages))
        for pages in found.values()
    )
    print(f"a player's page, {runs} runs each: bytes and the processor's milliseconds")
    print(f"  old {old_bytes:8.0f} {old_ms:6.2f}\n  new {new_bytes:8.0f} {new_ms:6.2f}")
    ratios = new_bytes / old_bytes, new_ms / old_ms
    print(f"  ratios: {ratios[0]:.2f} and {ratios[1]:.2f}", flush=True)
    return max(ratios) <= MOST_RATIO_OF_A_PAGE


def told(name: str, scene: Scene, old: list[Run], new: list[Run]) -> bool:
    """Print one scene; return whether the newer server may stay."""
    print(f"{name}, {len(new)} runs each: to the last phone, milliseconds")
    for which, runs in (("old", old), ("new", new)):
        p99 = sorted(round(each.p99_ms, 1) for each in runs)
        print(
            f"  {which}  p99 {median(p99):6.1f} ({p99[0]} to {p99[-1]})"
            f"   median {median(each.median_ms for each in runs):6.1f}"
            f"   {median(each.resident_mb for each in runs):5.1f} MB"
            f"   {sum(each.failed for each in runs)} failed"
        )
    ratio = median(each.p99_ms for each in new) / median(each.p99_ms for each in old)
    print(f"  ratio of the medians of p99: {ratio:.2f}", flush=True)
    # How long a restart takes is for the most part how long the whole program takes.
    slower = scene is not restarted and ratio > MOST_RATIO
    return not slower and not any(each.failed for each in new)


if __name__ == "__main__":
    sys.exit(main())
