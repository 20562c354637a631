"""``python -m tests.benchmarks.footprint``: what the program costs, beside Python alone.

Commands are whole processes, and each figure is a median. With ``--old PATH`` an older tree goes
by turns with this one. The memory of a very small process reads as high as this one's own.
"""

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from tests.benchmarks.phones import hands
from tests.e2e.daemon import ROOT, Daemon, free_port, resident_mb
from tests.e2e.many_phones import (
    PEOPLE,
    Browser,
    browsers,
    heard_by_all,
    old_phones,
    quiet,
    streams,
)
from tests.waiting import wait_for

IDLE_MB = 50
PLAYED_MB = 72
TAUGHT_MB = 96
UPDATES = 60
SCREENS_MB = 4
"""So much more six screens may take, idle and in play."""
IDLE_S = 5
LEARNERS, MARKS = 12, 3


@contextmanager
def table(tree: Path) -> Iterator[Daemon]:
    """Run the program of *tree* with a folder of its own."""
    with tempfile.TemporaryDirectory() as folder, Daemon(Path(folder), tree=tree) as daemon:
        yield daemon


@dataclass(frozen=True)
class Cost:
    """What one run took."""

    wall_ms: float
    resident_mb: float


def command(*arguments: str) -> Callable[[Path], Cost]:
    """Return how to run ``python`` with these arguments, from a tree's folder."""
    return partial(_run, arguments)


def _run(arguments: tuple[str, ...], tree: Path) -> Cost:
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=tree,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0  # it has been waited for
    return Cost(1000 * (time.perf_counter() - begun), used.ru_maxrss * 1024 / 1e6)


def started(tree: Path, data: str = "") -> Cost:
    """From the start of the process to an answered ``/healthz``; memory: when idle."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        where = ("--host", "127.0.0.1", "--port", str(port), "--data", data or folder)
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", *where],
            cwd=tree,
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_for(partial(_well, port), "an answer")
            wall_ms = 1000 * (time.perf_counter() - begun)
            return Cost(wall_ms, resident_mb(process.pid))
        finally:
            process.terminate()
            process.wait()


def _well(port: int) -> bool:
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as link, suppress(OSError):
        link.request("GET", "/healthz")
        return link.getresponse().status == http.HTTPStatus.OK
    return False


def played(tree: Path) -> Cost:
    """Six phones, six stands and a table page, after a while of play."""
    with table(tree) as daemon:
        phones = browsers(daemon.port, daemon.pin, PEOPLE + 1)
        begun = time.perf_counter()
        with streams(phones) as links, hands(phones) as update:
            for number in range(UPDATES):
                update(number)
                heard_by_all(links)
                quiet(links, 0.02)
            wall_ms = 1000 * (time.perf_counter() - begun) / UPDATES
            return Cost(wall_ms, resident_mb(daemon.process))


def seated(*, screens: bool, play: bool) -> float:
    """Return MB with six phones and a table page, perhaps six screens, perhaps in a match."""
    with table(ROOT) as daemon:
        phones = [Browser(daemon.port, number) for number in range(PEOPLE + 1)]
        for number, phone in enumerate(phones[:PEOPLE]):
            phone.sit_down(f"Player {number}", daemon.pin)
        stands = old_phones(daemon.port, phones[0]) if screens else []
        if play:
            phones[0].ask("POST", "/host/start", {"id": "start-of-it", "options": {}})
        with streams([*phones, *stands]) as links, hands(phones) as update:
            for number in range(UPDATES if play else IDLE_S):
                for stand in stands if not play or not number % 10 else ():
                    stand.ask("POST", "/stand/ping", {})
                if play:
                    update(number)
                quiet(links, 0.02 if play else 1.0)
            return resident_mb(daemon.process)


def with_screens(runs: int) -> Iterator[tuple[str, float, float]]:
    """Yield what six screens take more, by turns with the same without them."""
    for name, play in (("idle", False), ("in play", True)):
        both: list[list[float]] = [[], []]
        for _ in range(runs):
            for screens, found in zip((False, True), both, strict=True):
                found.append(seated(screens=screens, play=play))
        bare, more = map(median, both)
        print(f"{f'6 phones, table page, {name}':40} {bare:5.1f} MB")
        print(f"{'  and six screens':40} {more:5.1f} MB", flush=True)
        yield f"six screens, {name}, at most {SCREENS_MB} MB", more - bare, SCREENS_MB


def taught() -> Cost:
    """Twelve people before a match, each with a tutorial under way, and a table page."""
    with table(ROOT) as daemon:
        phones = [Browser(daemon.port, number) for number in range(LEARNERS + 1)]
        begun = time.perf_counter()
        for number, phone in enumerate(phones[:LEARNERS]):
            phone.sit_down(f"Player {number}", daemon.pin)
            phone.where += "/tutorial"
            phone.ask("GET", phone.where)
        with streams(phones) as links:
            for mark in range(MARKS):
                for phone in phones[:LEARNERS]:
                    phone.ask("POST", f"{phone.where}/next", {"at": mark})
                quiet(links, 0.02)
            wall_ms = 1000 * (time.perf_counter() - begun)
            return Cost(wall_ms, resident_mb(daemon.process))


def main() -> int:
    """Measure and print; 1 where a figure is missed."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--old", type=Path)
    options.add_argument("--runs", type=int, default=7)
    given = options.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # compiled once, as installed
    deal = ("deal", "--players", "4", "--seed", "1")
    trees = [*([given.old] if given.old else []), ROOT]
    by_turns = partial(measured, trees=trees, runs=given.runs)
    bare = by_turns("python -c pass", command("-c", "pass"))
    words = by_turns("companion --help", command("-m", "companion", "--help"))
    by_turns("companion deal", command("-m", "companion", *deal))
    by_turns("companion doctor", command("-m", "companion", "doctor"))
    up = by_turns("start to an answer; idle", started)
    at_play = by_turns("a match: 6 phones, 6 stands, table page", played)
    lobby = median(taught().resident_mb for _ in range(given.runs))
    print(f"{'a lobby: 12 tutorials, table page':40} {lobby:5.1f} MB")
    limits = (
        *with_screens(given.runs),
        ("--help at most 5 times pass", words.wall_ms / bare.wall_ms, 5),
        (f"idle at most {IDLE_MB} MB", up.resident_mb, IDLE_MB),
        (f"a match at most {PLAYED_MB} MB", at_play.resident_mb, PLAYED_MB),
        (f"12 tutorials at most {TAUGHT_MB} MB", lobby, TAUGHT_MB),
    )
    for what, found, most in limits:
        print(f"{what:34} {found:6.2f}   {'ok' if found <= most else 'MISSED'}")
    return 0 if all(found <= most for _, found, most in limits) else 1


def measured(
    name: str, measure: Callable[[Path], Cost], *, trees: list[Path], runs: int
) -> Cost:
    """Measure *trees* by turns, print the medians, and return those of the last."""
    found: dict[Path, list[Cost]] = {tree: [] for tree in trees}
    for tree in found:
        measure(tree)  # what is compiled once is compiled now
    for _ in range(runs):
        for tree, costs in found.items():
            costs.append(measure(tree))
    medians = [
        Cost(median(c.wall_ms for c in costs), median(c.resident_mb for c in costs))
        for costs in found.values()
    ]
    told = (f"{each.wall_ms:7.1f} ms {each.resident_mb:5.1f} MB" for each in medians)
    print(f"{name:40} {'   this one '.join(told)}", flush=True)
    return medians[-1]


if __name__ == "__main__":
    sys.exit(main())
