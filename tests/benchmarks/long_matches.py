"""``python -m tests.benchmarks.long_matches``: starts with long logs, moves in a flood."""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Event, Thread

from companion.engine.codec import Codec
from companion.games import Games
from companion.games.letter_jam import commands as cmd
from companion.ports import Seat
from companion.table.storage.event_log import EventLog
from companion.table.values.entries import Change
from companion.table.values.match import Match
from tests.benchmarks.footprint import started, table
from tests.benchmarks.phones import hands
from tests.e2e.daemon import ROOT
from tests.e2e.many_phones import PEOPLE, Browser, browsers

LENGTHS = (7_500, 20_000, 60_000)
MOST_TIMES = 8
MOST_S = 5.0
MOST_SLOWER = 2.0
FLOODERS = 12
MOVES = 120


def long_match(entries: int) -> Match:
    """Return a match of three in which one seat has said this and that again and again."""
    game = Games()["letter_jam"]
    start = Codec(game.setup_commands).load(game.start(["Ann", "Bob", "Cid"], {}, ()))
    match = Match.begin(game, "0123456789abcdef").carry_out(
        start, "start-of-it", None, Random(1)
    )
    while len(match.log) < entries:
        seat, number = Seat(0), len(match.log)
        wish = cmd.TellNone(seat) if number % 2 else cmd.TellNothing(seat)
        match = match.carry_out(wish, f"flood-{number:06}", seat, Random(1))
    return match


def start_s(match: Match) -> float:
    """Return seconds from a start with *match* in the file to an answer, less an empty one's."""
    with tempfile.TemporaryDirectory() as folder:
        with closing(EventLog(Path(folder) / "table.sqlite3")) as log:
            rows = match.rows(0)
            log.commit(Change(match=match.id, game=match.game.name, rows=rows))
        return median(started(ROOT, folder).wall_ms for _ in range(3)) / 1000


def honest_ms(flood: bool) -> list[float]:  # noqa: FBT001 - one of two
    """Return how long each honest move took, milliseconds, with a flood beside it or not."""
    found = []
    with table(ROOT) as daemon:
        phones = browsers(daemon.port, daemon.pin, PEOPLE)
        with hands(phones[1:]) as move, flooding(phones[0], FLOODERS * flood):
            for number in range(MOVES):
                begun = time.perf_counter()
                move(number)
                found.append(1000 * (time.perf_counter() - begun))
                time.sleep(0.05)
    return found


@contextmanager
def flooding(phone: Browser, connections: int) -> Iterator[None]:
    """Write from one seat over many connections as fast as they answer."""
    over = Event()

    def flood(which: int) -> None:
        with closing(phone.link()) as link:
            for number in range(1_000_000):
                if over.is_set():
                    return
                command = {"type": "TellSure", "sure": bool(number % 2)}
                phone.ask_once(
                    link,
                    "POST",
                    f"{phone.where}/do",
                    {"id": f"flood-{which}-{number:06}", "command": command},
                )

    threads = [Thread(target=flood, args=(each,)) for each in range(connections)]
    for each in threads:
        each.start()
    try:
        yield
    finally:
        over.set()
        for each in threads:
            each.join()


def main() -> int:
    """Measure and print; 1 where a figure is missed."""
    took = {length: start_s(long_match(length)) for length in LENGTHS}
    for length, seconds in took.items():
        print(f"{length:6} entries: an answer after {seconds:5.2f} s", flush=True)
    times = took[LENGTHS[-1]] / took[LENGTHS[0]]
    print(f"the longest takes {times:.1f} times the shortest; at most {MOST_TIMES}")
    p99 = {flood: quantiles(honest_ms(flood), n=100)[98] for flood in (False, True)}
    slower = p99[True] / p99[False]
    print(
        f"an honest move, p99: {p99[False]:.1f} ms quiet, {p99[True]:.1f} ms beside "
        f"{FLOODERS} connections of a flood: {slower:.2f} times; at most {MOST_SLOWER}"
    )
    well = times <= MOST_TIMES and took[LENGTHS[-1]] <= MOST_S and slower <= MOST_SLOWER
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
