"""``python -m tests.benchmarks.phones``: from a wish to the last of sixty phones that shows it."""

import sys
import tempfile
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles

from tests.e2e.daemon import Daemon
from tests.e2e.many_phones import Browser, browsers, heard_by_all, quiet, streams

UPDATES = 300
PAUSE_S = 0.02


def update(sender: Browser, link: HTTPConnection, number: int) -> None:
    """Let something change on every page; the table carries out each number once."""
    command = {"type": "TellSure", "sure": bool(number % 2)}
    wish = {"id": f"update-{number:06}", "command": command}
    sender.ask_over(link, "POST", f"{sender.where}/do", wish)


def latencies(phones: list[Browser], updates: int, first: int = 0) -> list[float]:
    """Return milliseconds from sending a command to the last phone's first byte.

    *first* numbers the first update.
    """
    found = []
    sender = phones[0]
    with streams(phones) as links, closing(sender.link()) as link:
        for number in range(first, first + updates):
            begun = time.perf_counter()
            update(sender, link, number)
            heard_by_all(links)
            found.append(1000 * (time.perf_counter() - begun))
            quiet(links, PAUSE_S)
    return found


def main() -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, Daemon(Path(folder)) as daemon:
        phones = browsers(daemon.port, daemon.pin)
        found = latencies(phones, UPDATES)
    p99 = quantiles(found, n=100)[98]
    print(f"{len(phones)} phones, {UPDATES} updates: to the last of them, milliseconds")
    print(f"  median {median(found):.1f}   p99 {p99:.1f}   worst {max(found):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
