"""The herald goes round the streams: nobody waits for a slow phone, a fault, or one that went."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.table.committer import Publisher
from companion.table.projection import Projection
from tests.web.conftest import Clock, House, wait_for
from tests.web.test_stream import key_of, listening, open_streams
from web.devices import COOKIE
from web.herald import PATIENCE_S, Held, Herald, until_tick
from web.server import Server


class Reader:
    """An outlet that remembers; it may be clogged, or gone."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.open = self.clear = True
        self.gone = False
        self.left = ""

    def write(self, chunk: bytes) -> None:
        if self.gone:
            raise ConnectionError
        self.got.append(chunk)

    def end(self) -> None:
        self.left = "ended"

    def drop(self) -> None:
        self.left = "dropped"


class Desk:
    """A herald, what it reads from, and whose streams have ended."""

    def __init__(self) -> None:
        self.publisher = Publisher()
        self.clock = Clock()
        self.herald = Herald(self.publisher, 0.02, self.clock)
        self.ended: list[str] = []
        self.number = 0

    def numbers(self, until: int = 1_000) -> Iterator[bytes]:
        seen = 0
        while seen < until:
            latest = self.publisher.latest.number
            yield b"" if latest == seen else b"%d" % latest
            seen = latest

    def follow(self, name: str, chunks: Iterator[bytes] | None = None) -> Reader:
        reader = Reader()
        held = Held(chunks or self.numbers(), lambda: self.ended.append(name), None)
        self.herald.take(held, reader)
        return reader

    def publish(self) -> bytes:
        self.number += 1
        self.publisher.publish(Projection(number=self.number))
        return b"%d" % self.number


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.herald.stop()


def test_everybody_gets_what_is_new(desk: Desk) -> None:
    readers = [desk.follow(name) for name in "abc"]
    desk.publish()
    wait_for(lambda: all(each.got == [b"1"] for each in readers), "the first one")
    readers.append(desk.follow("d"))
    wait_for(lambda: readers[-1].got == [b"1"], "what a late one finds")
    desk.publish()
    wait_for(lambda: all(each.got == [b"1", b"2"] for each in readers), "the second one")


def test_a_slow_phone_holds_up_nobody_and_gets_the_newest(desk: Desk) -> None:
    slow, quick = desk.follow("slow"), desk.follow("quick")
    slow.clear = False
    for _ in range(3):
        newest = desk.publish()
        wait_for(lambda newest=newest: quick.got[-1:] == [newest], "the quick one")  # type: ignore[misc]  # mypy knows no default in a lambda
    assert slow.got == []
    slow.clear = True
    wait_for(lambda: slow.got == [b"3"], "the newest, and that alone")


@pytest.mark.parametrize("how", ["gone", "closed"])
def test_a_phone_that_went_is_given_up(desk: Desk, how: str) -> None:
    reader, other = desk.follow("reader"), desk.follow("other")
    if how == "gone":
        reader.gone = True
    else:
        reader.open = False
    desk.publish()
    wait_for(lambda: desk.ended == ["reader"], "its end")
    wait_for(lambda: other.got == [b"1"], "the other one")


def test_a_fault_in_one_page_stops_no_other(desk: Desk) -> None:
    def faulty() -> Iterator[bytes]:
        yield b""
        raise ZeroDivisionError

    broken, other = desk.follow("broken", faulty()), desk.follow("other")
    desk.publish()
    wait_for(lambda: broken.left == "dropped", "its end")
    wait_for(lambda: other.got == [b"1"], "the other one")
    assert desk.ended == ["broken"]


def test_a_knock_that_comes_with_the_end_is_answered_once(desk: Desk) -> None:
    desk.follow("reader")
    owed = desk.herald.ping()
    desk.herald.stop()
    owed.result(5)
    late = desk.follow("late")
    wait_for(lambda: late.left == "dropped", "its end")


def test_a_stream_that_is_over_says_so(desk: Desk) -> None:
    reader = desk.follow("reader", desk.numbers(until=2))
    desk.publish()
    desk.publish()
    wait_for(lambda: reader.left == "ended", "the end")
    assert reader.got[-1] == b"2"
    assert desk.ended == ["reader"]


def test_a_phone_that_takes_only_drops_is_given_up(desk: Desk) -> None:
    slow, quick = desk.follow("slow"), desk.follow("quick")
    slow.clear = False
    desk.publish()
    wait_for(lambda: quick.got == [b"1"], "the quick one")
    desk.clock.now += PATIENCE_S - 1
    desk.publish()
    wait_for(lambda: quick.got[-1:] == [b"2"], "the quick one")
    assert slow.left == ""
    desk.clock.now += 2
    wait_for(lambda: slow.left == "dropped", "the end of patience")
    assert desk.ended == ["slow"]


def test_two_news_at_once_do_not_wait_for_a_phone_that_is_full(desk: Desk) -> None:
    def flood() -> Iterator[bytes]:
        yield b"first"
        full.clear = False
        yield b"second"

    full = Reader()
    written = full.write

    def write(chunk: bytes) -> None:
        written(chunk)
        full.clear = False

    full.write = write  # type: ignore[method-assign]  # a reader that one piece fills
    desk.herald.take(Held(flood(), lambda: None, None), full)
    other = desk.follow("other")
    desk.publish()
    wait_for(lambda: other.got == [b"1"], "the other one")
    assert full.got == [b"first"]


@pytest.mark.parametrize("now_s", [0.0, 0.3, 12.5, 99.999, 1_234.25])
def test_the_next_round_begins_at_a_tick_whenever_the_last_one_was(now_s: float) -> None:
    rest_s = until_tick(now_s, 0.25)
    assert 0 < rest_s <= 0.25
    assert (now_s + rest_s) / 0.25 == pytest.approx(round((now_s + rest_s) / 0.25))


def test_a_knock_is_answered_by_whoever_comes_round(desk: Desk) -> None:
    assert desk.herald.ping().done(), "nobody follows, so nothing can hang"
    hanging, free = threading.Event(), threading.Event()

    def hang() -> Iterator[bytes]:
        yield b""
        hanging.set()
        free.wait(5)
        yield b""

    desk.follow("reader", hang())
    wait_for(hanging.is_set, "the page that hangs")
    owed = desk.herald.ping()
    assert not owed.done()
    free.set()
    owed.result(5)


def test_stopping_hangs_up_on_whoever_is_clogged(desk: Desk) -> None:
    clogged = desk.follow("clogged")
    clogged.clear = False
    desk.herald.stop()
    assert (clogged.left, desk.ended) == ("dropped", ["clogged"])


def test_without_a_hand_over_a_stream_can_be_asked_again_and_again() -> None:
    ended: list[str] = []
    held = Held(iter([b"a", b"", b"b"]), lambda: ended.append("it"), None)
    assert [*held] == [b"a", b"", b"b"]
    held.close()
    assert ended == ["it"]


def test_a_second_question_on_a_streams_connection_gets_no_answer(
    house: House, running: Server
) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    ask = f"Host: 127.0.0.1:{running.port}\r\nCookie: {COOKIE}={key_of(phone)}\r\n\r\n"
    with closing(socket.create_connection(("127.0.0.1", running.port), timeout=5)) as link:
        link.sendall(f"GET {where}/stream HTTP/1.1\r\n{ask}".encode())
        got = b""
        while b"event: snapshot" not in got:
            got += link.recv(65_536)
        link.sendall(f"GET /rules HTTP/1.1\r\n{ask}".encode())
        while got.count(b"event: beat") < 2:
            got += link.recv(65_536)
    assert got.count(b"HTTP/1.1 200") == 1
    wait_for(lambda: open_streams(house) == 0, "its end")


def test_a_phone_that_does_not_read_is_no_burden(house: House, running: Server) -> None:
    phone, other = house.phone(), house.phone()
    where, elsewhere = phone.join("Anna"), other.join("Ben")
    house.table.start_playing()
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    with closing(deaf):
        deaf.connect(("127.0.0.1", running.port))
        deaf.sendall(
            f"GET {where}/stream HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n"
            f"Cookie: {COOKIE}={key_of(phone)}\r\n\r\n".encode()
        )
        with listening(running, f"{elsewhere}/stream", key_of(other)) as stream:
            for count in range(1, 40):
                house.table.tick()
                wait_for(
                    lambda: f"{count} tick" in str(stream.all("snapshot")[-1:]),  # noqa: B023 - waited for at once
                    "a tick",
                )
