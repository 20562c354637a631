"""Sixty phones come and go for minutes; the program is as small afterwards as before."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from tests.e2e.daemon import Daemon
from tests.e2e.many_phones import Browser, browsers, read_until, streams

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
WARM_S = 8.0


@contextmanager
def reconnecting(phones: list[Browser], for_s: float, faults: list[str]) -> Iterator[None]:
    """Let every phone open its stream, look, and hang up, again and again."""
    end = time.monotonic() + for_s

    def go(number: int, phone: Browser) -> None:
        random = Random(number)
        try:
            while time.monotonic() < end:
                with phone.stream() as link:
                    read_until(link, b"event: snapshot")
                    time.sleep(random.uniform(0.2, 2.0))
        except Exception as fault:  # noqa: BLE001 - it belongs to the test's own thread
            faults.append(repr(fault))

    threads = [Thread(target=go, args=each) for each in enumerate(phones)]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join(for_s + 30)


def size(process: int) -> tuple[int, int, float]:
    """Return threads, open descriptors and resident megabytes of *process*."""
    home = Path(f"/proc/{process}")
    resident = int((home / "statm").read_text().split()[1]) * PAGE_BYTES / 1e6
    return len([*(home / "task").iterdir()]), len([*(home / "fd").iterdir()]), resident


def settled(process: int, most: tuple[int, int]) -> tuple[int, int, float]:
    """Return the size once streams of phones that hung up are gone, or after 40 s."""
    end = time.monotonic() + 40
    while time.monotonic() < end:
        threads, descriptors, resident = size(process)
        if threads <= most[0] and descriptors <= most[1]:
            return threads, descriptors, resident
        time.sleep(0.2)
    return size(process)


@pytest.mark.parametrize(
    "seconds",
    [
        pytest.param(20, marks=pytest.mark.slow),
        pytest.param(300, marks=pytest.mark.long),
    ],
)
def test_sixty_phones_that_reconnect_leave_nothing_behind(
    tmp_path: Path, seconds: int
) -> None:
    faults: list[str] = []
    with Daemon(tmp_path) as daemon:
        phones = browsers(daemon.port, daemon.pin)
        with reconnecting(phones, WARM_S, faults):
            pass
        threads, descriptors, resident = settled(daemon.process, (10_000, 40))
        with reconnecting(phones, seconds, faults):
            pass
        after = settled(daemon.process, (threads, descriptors))
        with streams(phones):  # and all of them are still let in
            pass
    assert faults == []
    assert after[0] <= threads
    assert after[1] <= descriptors
    assert after[2] <= resident + 4, f"from {resident:.1f} to {after[2]:.1f} MB"
