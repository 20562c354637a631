"""A day at the table: memory stays where it is, however much is played."""

import html
import http.client
import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from tests.e2e.daemon import Daemon
from tests.faults.report import Record
from tests.service.phones import RETRY_S, Phone, Table
from tests.waiting import LIMIT_S

HERE = "127.0.0.1"
PHONES = 6
MATCH = 400
"""Wishes until a match is put away and the next one begins."""
MOST_MB = 96
MOST_GROWTH_KB = 40
"""In 1,000 moves: caches go on filling for a while, and whatever leaked would be an entry of
the log or a page, which is ten times as much."""
SETTLED = 0.4
"""Part of the day after which caches are warm."""


def memory_mb(daemon: Daemon) -> float:
    """Return the resident memory of the daemon, in MiB."""
    assert daemon._process is not None
    pages = Path(f"/proc/{daemon._process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGESIZE") / 2**20


def slope_kb(points: list[tuple[int, float]]) -> float:
    """Return by how many KiB memory grows in 1,000 moves: least squares."""
    n = len(points)
    mx, my = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    over = sum((x - mx) * (y - my) for x, y in points)
    return over / sum((x - mx) ** 2 for x, _ in points) * 1024 * 1000


class Hand:
    """Presses whatever button its page shows, at random, and types a letter now and then."""

    def __init__(self, phone: Phone, random: Random) -> None:
        self._phone = phone
        self._random = random
        self._wishes: list[dict[str, Any]] = []
        self.counts = {200: 0, 409: 0}

    def press(self) -> None:
        if not self._wishes or self._random.random() < 0.4:
            self._look()
        wish = self._random.choice(self._wishes)
        data = {"id": f"press-{self._random.getrandbits(64):016x}", "command": wish}
        where = f"{self._phone.where}/do"
        while (asked := self._phone.ask("POST", where, data))[0] == 429:
            time.sleep(RETRY_S)  # the day is played faster than anybody's hand
        status, answer = asked
        assert status in self.counts, answer
        self.counts[status] += 1

    def _look(self) -> None:
        _, text = self._phone.ask("GET", f"{self._phone.where}/state")
        page = str(json.loads(text)["html"])
        found = re.findall(r"data-do=(?:'(\{.*?\})'|\"(\{.*?\})\")", page)
        wishes = [json.loads(html.unescape(one or other)) for one, other in found]
        letter = self._random.choice("AEINRST")
        self._wishes = [
            *wishes,
            {"type": "TellSure", "sure": self._random.random() < 0.5},
            {"type": "MoveOn", "guess": letter},
            {"type": "Stay"},
        ]


@contextmanager
def listening(phones: list[Phone]) -> Iterator[None]:
    """Hold a stream open for each phone and read what comes."""
    open_ = []
    for phone in phones:
        connection = http.client.HTTPConnection(HERE, phone.port, timeout=LIMIT_S)
        connection.request(
            "GET", f"{phone.where}/stream?tab=1", headers={"Cookie": phone.cookie}
        )
        answer = connection.getresponse()
        thread = Thread(target=drain, args=(answer,), daemon=True)
        thread.start()
        open_.append((connection, thread))
    try:
        yield
    finally:
        for connection, _ in open_:
            if connection.sock is not None:
                with suppress(OSError):
                    connection.sock.shutdown(2)
            connection.close()


def drain(answer: http.client.HTTPResponse) -> None:
    with suppress(OSError, http.client.HTTPException, AttributeError, ValueError):
        while answer.read1(65536):
            pass


def day(folder: Path, wishes: int, figure: Record) -> tuple[float, float]:
    """Play and return (most memory in MiB, growth in KiB for 1,000 moves)."""
    begun = time.monotonic()
    with Daemon(folder) as daemon:
        assert Phone(HERE, daemon.port).ask("GET", "/")[0] == 200
        cold_s = time.monotonic() - begun
        empty_mb = memory_mb(daemon)
        table = Table(HERE, daemon.port, PHONES, lambda: None)
        table.begin()
        first_mb = memory_mb(daemon)
        hands = [Hand(phone, Random(n)) for n, phone in enumerate(table.phones)]
        points = []
        begun = time.monotonic()
        with listening(table.phones):
            for number in range(1, wishes + 1):
                hands[number % PHONES].press()
                if number % MATCH == 0:
                    again(table.phones[0], number)
                if number % (wishes // 50) == 0:
                    points.append((number, memory_mb(daemon)))
        took_s = time.monotonic() - begun
    done = sum(hand.counts[200] for hand in hands)
    growth = slope_kb(points[int(len(points) * SETTLED) :])
    most = max(mb for _, mb in points)
    figure(
        f"{wishes:,} wishes of {PHONES} phones with streams, {done:,} carried out,"
        f" {wishes / took_s:.0f}/s; cold start to a page {cold_s:.1f} s; memory empty"
        f" {empty_mb:.0f}, first match {first_mb:.0f}, most {most:.0f} MiB, growth"
        f" {growth:+.1f} KiB in 1,000 moves"
    )
    return most, growth


def again(host: Phone, number: int) -> None:
    """Put the match away and begin the next one."""
    assert host.ask("POST", "/host/end", {})[0] == 200
    start = {"id": f"start-of-{number:08}", "options": {"language": "en"}}
    assert host.ask("POST", "/host/start", start)[0] == 200


@pytest.mark.fault("a long day")
def test_a_short_day_stays_small(tmp_path: Path, figure: Record) -> None:
    most, _ = day(tmp_path, 60, figure)
    assert most < MOST_MB


@pytest.mark.long
@pytest.mark.fault("a long day")
def test_fifty_thousand_wishes_and_no_growth(tmp_path: Path, figure: Record) -> None:
    most, growth = day(tmp_path, 50_000, figure)
    assert most < MOST_MB
    assert growth < MOST_GROWTH_KB
