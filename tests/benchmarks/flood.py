"""``python -m tests.benchmarks.flood``: a write of one seat while ten others write as they may."""

import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

from tests.e2e.daemon import Daemon
from tests.e2e.many_phones import Browser, read_until

NAMES = (
    *("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ida", "Jan"),
    *("Kira", "Lotte"),
)
FLOODING = 10
"""The first two do not: one plays on, and for the other, who lays no clue, all wait."""
PAUSE_S = 0.6
"""Between two writes of an honest seat: far within what it may."""


def seated(port: int, pin: str) -> list[Browser]:
    """Seat twelve people and begin a match of Haiclue."""
    phones = [Browser(port, number) for number in range(len(NAMES))]
    for name, phone in zip(NAMES, phones, strict=True):
        phone.sit_down(name, pin)
    phones[0].ask("POST", "/host/game", {"game": "haiclue"})
    phones[0].ask("POST", "/host/start", {"id": "start-of-it", "options": {}})
    return phones


def wish(number: int, who: str) -> dict[str, object]:
    tiles = ["1", "2"] if number % 2 else ["2", "1"]
    return {"id": f"{who}-{number:06}", "command": {"type": "LayClue", "tiles": tiles}}


@contextmanager
def listening(phones: list[Browser]) -> Iterator[None]:
    """Let every phone read its stream, as a page does."""
    over = threading.Event()
    links = [each.stream() for each in phones]

    def read(link: object) -> None:
        while not over.is_set():
            try:
                if not link.recv(65_536):  # type: ignore[attr-defined]  # a socket
                    return
            except OSError:
                return

    for link in links:
        read_until(link, b"event: snapshot")
        threading.Thread(target=read, args=(link,), daemon=True).start()
    try:
        yield
    finally:
        over.set()
        for link in links:
            link.close()


@contextmanager
def flooding(phones: list[Browser]) -> Iterator[list[int]]:
    """Let *phones* write as fast as they are answered; yield the statuses of all answers."""
    over, statuses = threading.Event(), []

    def write(phone: Browser) -> None:
        with closing(phone.link()) as link:
            number = 0
            while not over.is_set():
                number += 1
                body = wish(number, "flood")
                status, _ = phone.ask_once(link, "POST", f"{phone.where}/do", body)
                statuses.append(status)

    threads = [threading.Thread(target=write, args=(each,)) for each in phones]
    for thread in threads:
        thread.start()
    try:
        yield statuses
    finally:
        over.set()
        for thread in threads:
            thread.join()


def writes(phone: Browser, seconds: float, who: str) -> list[float]:
    """Return how many milliseconds each write of *phone* took."""
    found, end_s, number = [], time.monotonic() + seconds, 0
    while time.monotonic() < end_s:
        number += 1
        begun = time.perf_counter()
        phone.ask("POST", f"{phone.where}/do", wish(number, who))
        found.append(1000 * (time.perf_counter() - begun))
        time.sleep(PAUSE_S)
    return found


def busy_s(process: int) -> float:
    """Return how many seconds a process has had a core: a busy machine cannot blur it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(folder: Path, seconds: float) -> dict[str, float]:
    """Return the figures: quiet, under the flood, and what the flood was answered."""
    with Daemon(folder) as daemon:
        phones = seated(daemon.port, daemon.pin)
        with listening(phones):
            calm = writes(phones[0], seconds, "calm")
            with flooding(phones[-FLOODING:]) as statuses:
                before = busy_s(daemon.process)
                flood = writes(phones[0], seconds, "flood-in")
                busy = busy_s(daemon.process) - before
    return {
        "quiet_ms": median(calm),
        "flood_ms": median(flood),
        "ratio": median(flood) / median(calm),
        "worst_ms": max(flood),
        "share of a core": busy / seconds,
        "taken": statuses.count(200),
        "told to wait": statuses.count(429),
        "errors": len(statuses) - statuses.count(200) - statuses.count(429),
    }


def main() -> int:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measured(Path(folder), seconds), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
