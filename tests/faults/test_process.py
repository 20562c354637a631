"""The real program killed, stopped, stormed and lied to about the time."""

import http.client
import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from threading import Barrier, Thread

import pytest

from tests.e2e.daemon import Daemon
from tests.faults.report import Record
from tests.service.phones import Phone, Table
from tests.waiting import LIMIT_S, wait_for

LAYOUT_1 = Path(__file__).parents[1] / "table" / "layouts" / "layout-1.sqlite3"
HERE = "127.0.0.1"


def stored(folder: Path) -> list[str]:
    """Return the id of each command of the newest match, in order."""
    with closing(sqlite3.connect(folder / "table.sqlite3")) as database:
        found = database.execute("SELECT command FROM entry ORDER BY position")
        return [command for (command,) in found]


@contextmanager
def three_phones(daemon: Daemon) -> Iterator[Table]:
    table = Table(HERE, daemon.port, 3, lambda: None)
    table.begin()
    table.play()
    try:
        yield table
    finally:
        table.stop()
    assert table.faults == []


def all_went_on(table: Table) -> Iterator[bool]:
    before = [len(phone.acknowledged) for phone in table.phones]
    while True:
        assert table.faults == []
        now = [len(phone.acknowledged) for phone in table.phones]
        yield all(new > old for old, new in zip(before, now, strict=True))


def check_nothing_lost(daemon: Daemon, table: Table) -> int:
    kept = [each for each in stored(daemon.folder) if each.startswith("phone-")]
    told = {each for phone in table.phones for each in phone.acknowledged}
    told = {each for each in told if each.startswith("phone-")}
    assert len(kept) == len(set(kept)), "a move was played twice"
    assert told <= set(kept), "an acknowledged move was lost"
    return len(told)


# -- killed and stopped ------------------------------------------------------------------


@pytest.mark.fault("kill -9 under three phones")
@pytest.mark.parametrize(
    "kills", [1, pytest.param(200, marks=pytest.mark.long)], ids=["few", "many"]
)
def test_killed_under_three_phones_nothing_is_lost_or_played_twice(
    daemon: Daemon, figure: Record, kills: int
) -> None:
    chance = Random(3)
    with three_phones(daemon) as table:
        for _ in range(kills):
            wait_for(all_went_on(table).__next__, "every phone's next answer")
            time.sleep(chance.uniform(0.0, 0.2))  # anywhere in a move
            daemon.stop(signal.SIGKILL)
            daemon.start()
        wait_for(all_went_on(table).__next__, "every phone's next answer")
    gaps = sorted(gap for phone in table.phones for gap in phone.gaps_s)
    count = check_nothing_lost(daemon, table)
    figure(
        f"{kills} kills, {count:,} acknowledged moves, 0 lost, 0 twice; recovery median"
        f" {gaps[len(gaps) // 2]:.2f} s, p99 {gaps[len(gaps) * 99 // 100]:.2f} s"
    )


@pytest.mark.slow
@pytest.mark.fault("SIGTERM under load")
def test_stopped_under_load_it_ends_in_good_order(daemon: Daemon, figure: Record) -> None:
    took_s = []
    with three_phones(daemon) as table:
        for _ in range(3):
            wait_for(all_went_on(table).__next__, "every phone's next answer")
            begun = time.monotonic()
            assert daemon.stop(signal.SIGTERM) == 0
            took_s.append(time.monotonic() - begun)
            daemon.start()
        wait_for(all_went_on(table).__next__, "every phone's next answer")
    count = check_nothing_lost(daemon, table)
    figure(f"3 stops, the slowest {max(took_s):.2f} s; {count:,} moves, 0 lost")


# -- storms ------------------------------------------------------------------------------


@pytest.mark.fault("an action retried 100 times")
def test_an_action_sent_a_hundred_times_at_once_is_done_once(
    shared: Daemon, figure: Record
) -> None:
    table = Table(HERE, shared.port, 2, lambda: None)
    table.begin()
    phone = table.phones[0]
    statuses: list[int] = []
    command = {"id": "a-storm-of-one", "command": {"type": "TellSure", "sure": True}}

    def send() -> None:
        where = f"{phone.where}/do"
        statuses.extend(phone.ask("POST", where, command)[0] for _ in range(10))

    together(send, 10)
    assert set(statuses) == {200, 429}
    assert stored(shared.folder).count("a-storm-of-one") == 1
    figure(f"{statuses.count(200)} answers of 200, the others told to wait, 1 entry")


@pytest.mark.fault("a seat claimed by two at once")
def test_a_name_claimed_by_many_in_the_same_moment_goes_to_one(
    shared: Daemon, figure: Record
) -> None:
    found: list[int] = []
    phones = [Phone(HERE, shared.port) for _ in range(8)]
    for phone in phones:
        phone.ask("GET", "/")
    wish = {"name": "Anna", "pin": shared.pin}
    waiting = list(phones)

    def claim() -> None:
        found.append(waiting.pop().ask("POST", "/join", wish)[0])

    together(claim, len(phones))
    assert sorted(found) == [200] + [409] * 7
    figure("8 phones at once: 1 seat given, 7 refused")


@pytest.mark.fault("reconnect storm")
def test_fifty_phones_reconnect_and_every_one_is_answered(
    shared: Daemon, figure: Record
) -> None:
    took_s: list[float] = []

    def reconnect() -> None:
        phone = Phone(HERE, shared.port)
        for path in ("/", "/table", "/table/state"):
            begun = time.monotonic()
            assert phone.ask("GET", path)[0] == 200
            took_s.append(time.monotonic() - begun)

    together(reconnect, 50)
    assert len(took_s) == 150
    figure(f"50 phones, 150 answers, the slowest {max(took_s):.2f} s")


def together(work: Callable[[], None], count: int) -> None:
    """Let *count* threads begin *work* in the same moment."""
    gate, faults = Barrier(count), list[BaseException]()

    def begin() -> None:
        gate.wait(LIMIT_S)
        try:
            work()
        except BaseException as fault:  # noqa: BLE001 - it belongs to the test's own thread
            faults.append(fault)

    threads = [Thread(target=begin) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_S)
    assert faults == []


# -- what comes over the wire ------------------------------------------------------------

MALFORMED = (
    b"\x00\x01\x02\xff" * 40,
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET " + b"/" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n{}",
    b"POST /join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200,
    b"\r\n\r\n\r\n",
)


@pytest.mark.fault("malformed and slow HTTP")
def test_nonsense_on_the_wire_is_refused_and_stops_nobody(
    shared: Daemon, figure: Record
) -> None:
    answers = [raw(shared, text) for text in MALFORMED]
    assert not any(answer.startswith(b"HTTP/1.1 5") for answer in answers if answer), (
        answers
    )
    slow = [
        http.client.HTTPConnection(HERE, shared.port, timeout=LIMIT_S) for _ in range(60)
    ]
    for connection in slow:
        connection.connect()
        assert connection.sock is not None
        connection.sock.sendall(b"GET / HTTP/1.1\r\nHost: local")
    begun = time.monotonic()
    assert Phone(HERE, shared.port).ask("GET", "/")[0] == 200
    took_s = time.monotonic() - begun
    for connection in slow:
        connection.close()
    figure(
        f"{len(MALFORMED)} kinds of nonsense, no 5xx; behind 60 half requests a page"
        f" takes {took_s:.2f} s"
    )


def raw(daemon: Daemon, text: bytes) -> bytes:
    connection = http.client.HTTPConnection(HERE, daemon.port, timeout=0.5)
    connection.connect()
    assert connection.sock is not None
    with closing(connection):
        try:
            connection.sock.sendall(text)
            return bytes(connection.sock.recv(64))
        except OSError:
            return b""


# -- time and network --------------------------------------------------------------------

CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
static long ahead(void) {
  long found = 0;
  FILE *file = fopen(getenv("CLOCK_FILE"), "r");
  if (file) { if (fscanf(file, "%ld", &found) != 1) found = 0; fclose(file); }
  return found;
}
int clock_gettime(clockid_t id, struct timespec *to) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int done = real(id, to);
  if (id == CLOCK_REALTIME) to->tv_sec += ahead();
  return done;
}
int gettimeofday(struct timeval *restrict to, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
  int done = real(to, zone);
  to->tv_sec += ahead();
  return done;
}
time_t time(time_t *to) {
  struct timeval now;
  gettimeofday(&now, 0);
  if (to) *to = now.tv_sec;
  return now.tv_sec;
}
"""
YEARS_50 = 50 * 365 * 24 * 3600


@pytest.mark.slow
@pytest.mark.fault("clock jumps of 50 years")
@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc to bend the clock with")
def test_the_clock_may_jump_by_fifty_years(
    tmp_path: Path, figure: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, library, clock = (tmp_path / name for name in ("c.c", "c.so", "clock"))
    source.write_text(CLOCK)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    clock.write_text("0")
    monkeypatch.setenv("CLOCK_FILE", str(clock))
    monkeypatch.setenv("LD_PRELOAD", str(library))
    with Daemon(tmp_path / "data") as daemon:
        with three_phones(daemon) as table:
            for ahead in (YEARS_50, -YEARS_50, 0, -YEARS_50, YEARS_50):
                clock.write_text(str(ahead))
                wait_for(all_went_on(table).__next__, "every phone's next answer")
            daemon.stop(signal.SIGKILL)
            daemon.start()
            wait_for(all_went_on(table).__next__, "every phone's next answer")
        count = check_nothing_lost(daemon, table)
    with closing(sqlite3.connect(daemon.folder / "table.sqlite3")) as database:
        (at,) = database.execute("SELECT at FROM incident ORDER BY rowid DESC").fetchone()
    assert int(at[:4]) > 2060, "the clock was not bent"
    figure(f"5 jumps and a kill, {count:,} moves, 0 lost")


@pytest.mark.fault("no network")
@pytest.mark.skipif(shutil.which("unshare") is None, reason="no unshare")
def test_without_any_network_it_starts_and_serves_the_machine_itself(
    tmp_path: Path, figure: Record
) -> None:
    script = (
        "ip link set lo up && exec {python} -c '"
        "import sys, signal; from pathlib import Path; "
        "from tests.e2e.daemon import Daemon; from tests.service.phones import Phone\n"
        'with Daemon(Path(sys.argv[1])) as daemon: print(Phone("127.0.0.1",'
        ' daemon.port).ask("GET", "/")[0])\' {folder}'
    )
    done = subprocess.run(
        [
            "unshare",
            "-rn",
            "sh",
            "-c",
            script.format(python=sys.executable, folder=tmp_path),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    if "Operation not permitted" in done.stderr or "ip:" in done.stderr:
        pytest.skip("this machine gives no network of its own")
    assert done.stdout.strip() == "200", done.stderr
    figure("starts and serves with nothing but lo")


# -- upgrade -----------------------------------------------------------------------------


@pytest.mark.fault("upgrade in mid-match")
def test_a_match_begun_under_the_old_layout_goes_on_under_the_new_program(
    tmp_path: Path, figure: Record
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(LAYOUT_1, folder / "table.sqlite3")
    before = stored(folder)
    with Daemon(folder) as daemon:
        phone = Phone(HERE, daemon.port, cookies={"device": "cleo" + "-" * 18})
        _, page = phone.ask("GET", "/")
        where = re.findall(r'href="(/p/[^"]+)"', page)[0]
        assert phone.ask("GET", where)[0] == 200
        stay = {"id": "cleo-stays-there", "command": {"type": "Stay"}}
        status, answer = phone.ask("POST", f"{where}/do", stay)
        assert (status, json.loads(answer)["ok"]) == (200, True)
    after = stored(folder)
    assert after[: len(before)] == before
    assert set(after[len(before) :]) == {"cleo-stays-there"}
    figure(f"{len(before)} entries taken over, the match goes on")
