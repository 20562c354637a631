"""``python -m tests.benchmarks.phones``: from a wish to the last of sixty phones that shows it."""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median, quantiles

from tests.e2e.daemon import Daemon
from tests.e2e.many_phones import PEOPLE, Browser, browsers, heard_by_all, quiet, streams

UPDATES = 300
PAUSE_S = 0.02


@contextmanager
def hands(phones: list[Browser]) -> Iterator[Callable[[int], None]]:
    """Yield what lets something change on every page, once for each number.

    The people take turns: no seat writes faster than it may.
    """
    with ExitStack() as stack:
        people = [
            (each, stack.enter_context(closing(each.link()))) for each in phones[:PEOPLE]
        ]

        def update(number: int) -> None:
            rounds, who = divmod(number, len(people))
            phone, link = people[who]
            command = {"type": "TellSure", "sure": bool(rounds % 2)}
            wish = {"id": f"update-{number:06}", "command": command}
            phone.ask_over(link, "POST", f"{phone.where}/do", wish)

        yield update


def latencies(phones: list[Browser], updates: int, first: int = 0) -> list[float]:
    """Return milliseconds from sending a command to the last phone's first byte.

    *first* numbers the first update.
    """
    found = []
    with streams(phones) as links, hands(phones) as update:
        for number in range(first, first + updates):
            begun = time.perf_counter()
            update(number)
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
