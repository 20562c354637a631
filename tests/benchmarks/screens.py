"""``python -m tests.benchmarks.screens``: from a press to the last of six stands.

Six screens beside six emulated OLEDs at one table in one run, by turns: a page of Haiclue is
turned, which all six show. No wire and no glass is in it; of an OLED's button 25 ms are the
debouncer's quiet time.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from socket import socket
from statistics import median, quantiles
from typing import Final
from urllib.parse import urlsplit

from companion.errors import Rejected
from companion.games import GAMES
from companion.games.haiclue.state import Phase
from companion.ports import STAND_PLACES, Place
from companion.table.table import Table
from hardware.rig.open_rig import virtual_config
from hardware.rig.virtual import VirtualRig
from tests.e2e.house import house
from tests.e2e.many_phones import Browser, old_phones, quiet, read_until, streams
from tests.play import Player
from tests.waiting import LIMIT_S, wait_for

PRESSES: Final = 100
MOST: Final = 1.5
HELD_S: Final = 0.08
PAUSE_S: Final = 0.05
NAMES: Final = ("Ben", "Cleo", "Dora", "Emil", "Fritz")


@dataclass
class Screens:
    """Six devices that are a stand each; plain sockets, as a browser's."""

    devices: list[Browser]
    told: int = 0

    def ping(self) -> None:
        for each in self.devices:
            each.ask("POST", "/stand/ping", {})

    def finger(self, link: HTTPConnection, word: str, ms: int = 0) -> None:
        """Tell what a finger did at the first of them; the answer is not waited for."""
        self.told += 1
        place = STAND_PLACES[0]
        finger = {"n": self.told, "place": place, "button": "main", "word": word, "ms": ms}
        self.devices[0].send_over(
            link, "/stand/fingers", {"page": "a-page-of-it", "fingers": [finger]}
        )


def by_screen(screens: Screens, link: HTTPConnection, links: list[socket]) -> float:
    """Return milliseconds from a finger's leaving to the last screen's new face."""
    screens.finger(link, "down")
    link.getresponse().read()
    time.sleep(HELD_S)
    begun = time.perf_counter()
    screens.finger(link, "up", int(HELD_S * 1000))
    for each in links:
        read_until(each, b"event: snapshot")
    spent = time.perf_counter() - begun
    link.getresponse().read()
    return 1000 * spent


def by_oled(rig: VirtualRig, place: Place) -> float:
    """Return milliseconds from a button's leaving to the last OLED's new picture."""
    rig.set_button(place, "main", down=True)
    time.sleep(HELD_S)
    number = rig.wait(-1, 0.0)
    begun = time.perf_counter()
    rig.set_button(place, "main", down=False)
    end = time.monotonic() + LIMIT_S
    while (now := rig.wait(number, 1.0)) - number < len(STAND_PLACES):
        assert time.monotonic() < end, f"{now - number} pictures of six"
        time.sleep(0.0002)
    return 1000 * (time.perf_counter() - begun)


def read_aloud(table: Table) -> None:
    """Play Haiclue at random until a clue is read: then a press turns the page of all six."""
    host, random = table.publisher.latest.host, Random(1)
    assert host is not None
    table.submit(table.lobby.choose_game, host, "haiclue").result(LIMIT_S)
    options = {"language": "en", "own_stands": True}
    table.submit(table.matches.start, host, options, "start-of-it").result(LIMIT_S)
    game = GAMES["haiclue"]()
    player = Player(game, random)

    def step() -> bool:
        match = table._committer.state.match
        assert match is not None
        if match.state.phase is Phase.GUESS:
            return True
        picked = player.pick(match.state)
        if picked and type(picked[1]).__name__ not in {"Leave", "ComeBack"}:
            try:
                after = match.carry_out(picked[1], f"c-{len(match.log)}", picked[0], random)
            except Rejected:
                return False
            table._committer.record(after)
        return False

    wait_for(lambda: table.submit(step).result(LIMIT_S), "a clue that is read")


@contextmanager
def at_the_table() -> Iterator[tuple[Screens, VirtualRig]]:
    """Six people, six screens and six OLEDs at one table of this process."""
    rig = VirtualRig(virtual_config())
    with (
        tempfile.TemporaryDirectory() as folder,
        house(Path(folder), rig=rig) as (url, table),
    ):
        port = urlsplit(url).port or 0
        anna = Browser(port, 0)
        anna.sit_down("Anna", table.publisher.latest.pin)
        host = table.publisher.latest.host
        assert host is not None
        for name in NAMES:
            table.submit(table.lobby.add_person, host, name).result(LIMIT_S)
        screens = Screens(old_phones(port, anna))
        read_aloud(table)
        yield screens, rig


def main() -> int:
    """Measure and print; 1 where the ratio is missed."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--presses", type=int, default=PRESSES)
    presses: int = options.parse_args().presses
    found: dict[str, list[float]] = {"screens": [], "OLEDs": []}
    with at_the_table() as (screens, rig):
        device = screens.devices[0]
        with streams(screens.devices) as links, closing(device.link()) as link:
            for _ in range(presses):
                screens.ping()
                found["screens"].append(by_screen(screens, link, links))
                quiet(links, PAUSE_S)
                found["OLEDs"].append(by_oled(rig, STAND_PLACES[0]))
                quiet(links, PAUSE_S)
    print("From a press at one of six stands to the last of them, milliseconds")
    for name, spent in found.items():
        p95 = quantiles(spent, n=20)[18]
        print(f"  six {name:8} median {median(spent):6.1f}   p95 {p95:6.1f}")
    ratio = median(found["screens"]) / median(found["OLEDs"])
    print(f"  ratio {ratio:.2f}, at most {MOST}   {'ok' if ratio <= MOST else 'MISSED'}")
    return 0 if ratio <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
