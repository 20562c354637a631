"""The thread that writes to all streams: it outlives whatever comes and goes meanwhile."""

import sys
import threading
import time
from collections.abc import Iterator
from typing import cast

import pytest

from companion.table.publisher import Publisher
from companion.table.values.projection import Projection
from tests.waiting import LIMIT_S, wait_for
from web.live.connections import Connection
from web.live.stream_writer import StreamWriter

ASKING, EACH = 6, 250
SWITCH_S = 1e-6


class Phone:
    """A connection that takes what it is offered."""

    def __init__(self) -> None:
        self.got = b""

    def wait_until_taken(self) -> None:
        """Nothing lies before what comes."""

    def offer(self, data: bytes) -> int:
        self.got += data
        return len(data)

    def hang_up(self) -> None:
        raise AssertionError("all was taken")


@pytest.fixture
def _hasty() -> Iterator[None]:
    """Let threads change as often as Python can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    yield
    sys.setswitchinterval(before)


def pieces() -> Iterator[bytes | float]:
    yield b"hello"
    yield 0.0
    yield b"shown"


@pytest.mark.usefixtures("_hasty")
def test_streams_that_come_while_it_goes_round_are_all_served() -> None:
    writer = StreamWriter(Publisher())
    writer.start()
    served: list[bytes] = []

    def ask() -> None:
        for _ in range(EACH):
            phone = Phone()
            said = writer.write(cast("Connection", phone), pieces(), chunked=False)
            served.append(b"".join(said) + phone.got)

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(ASKING)]
    for each in threads:
        each.start()
    wait_for(lambda: len(served) == ASKING * EACH, "every stream")
    writer.stop()
    assert set(served) == {b"helloshown"}


def test_who_wakes_it_is_heard_at_once_also_when_it_has_just_gone_round() -> None:
    writer, phone = StreamWriter(Publisher()), Phone()
    writer.start()
    told: list[str] = []

    def waiting() -> Iterator[bytes | float]:
        yield b"hello"
        while not told:
            yield LIMIT_S  # nothing is due: only a wake lets it look
        yield b"woken"

    said = writer.write(cast("Connection", phone), waiting(), chunked=False)
    assert next(said) == b"hello"
    end = threading.Thread(target=list, args=(said,), daemon=True)
    end.start()
    told.append("now")
    writer.wake()
    wait_for(lambda: phone.got == b"woken", "what is said when woken")
    writer.stop()


def test_of_a_flood_of_changes_it_draws_what_leaves_others_the_machine() -> None:
    """Each round that takes long is followed by a rest as long: changes meanwhile are one."""
    publisher, rounds, over = Publisher(), 0, threading.Event()
    writer = StreamWriter(publisher)
    writer.start()

    def slow() -> Iterator[bytes | float]:
        nonlocal rounds
        yield b"hello"
        while not over.is_set():
            yield float(LIMIT_S)
            rounds += 1
            time.sleep(0.05)

    def ask() -> None:
        for _ in writer.write(cast("Connection", Phone()), slow(), chunked=False):
            pass

    asking = threading.Thread(target=ask)
    asking.start()
    begun_s = time.monotonic()
    for _ in range(60):
        publisher.publish(Projection())
        time.sleep(0.01)
    most = (time.monotonic() - begun_s) / 0.1 + 2
    assert 1 <= rounds <= most
    over.set()
    publisher.publish(Projection())
    asking.join(LIMIT_S)
    writer.stop()
