"""Event streams over real sockets: snapshots, heartbeats, limits, a quick stop."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.errors import ConfigError
from companion.table.publisher import Publisher
from companion.table.values.ids import DeviceId
from companion.table.values.projection import Projection
from companion.table.values.seating import MOST_PEOPLE
from tests.clock import Clock
from tests.waiting import LIMIT_S, wait_for
from tests.web.conftest import OWN_COOKIE, House, Phone, make_house, start
from web.devices import cookie_name
from web.live.open_streams import IN_ALL, LEAVING, PER_DEVICE, STRANGERS, OpenStreams
from web.live.server import Server, listen
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, events
from web.routes.host import live_host
from web.services import services_of


@dataclass
class Listener:
    """One open stream and everything it has heard."""

    response: http.client.HTTPResponse
    heard: list[tuple[str, Any]] = field(default_factory=list)
    ended: bool = False

    def listen(self) -> None:
        name = ""
        try:
            for line in self.response:
                text = line.decode().rstrip("\n")
                if text.startswith("event: "):
                    name = text.removeprefix("event: ")
                elif text.startswith("data: "):
                    self.heard.append((name, json.loads(text.removeprefix("data: "))))
        except (OSError, ValueError, AttributeError):
            pass  # closed by the test
        self.ended = True

    def all(self, name: str) -> list[Any]:
        return [data for each, data in self.heard if each == name]


@contextmanager
def listening(server: Server, path: str, key: str = "") -> Iterator[Listener]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIMIT_S)
    name = cookie_name(server.port)
    connection.request("GET", path, headers={"Cookie": f"{name}={key}"} if key else {})
    listener = Listener(connection.getresponse())
    thread = threading.Thread(target=listener.listen)
    if listener.response.status == 200:
        thread.start()
    try:
        yield listener
    finally:
        if thread.is_alive() and connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)
        elif thread.is_alive():
            listener.response.fp.raw._sock.shutdown(socket.SHUT_RDWR)  # type: ignore[attr-defined]  # http.client has let go of it
        if thread.ident:
            thread.join(LIMIT_S)
        listener.response.close()
        connection.close()


def key_of(phone: Phone) -> str:
    cookie = phone.client.get_cookie(OWN_COOKIE, domain="192.168.1.5")
    assert cookie is not None
    return cookie.value


def open_streams(house: House) -> int:
    return len(services_of(house.app).streams)


def test_a_stream_says_hello_shows_whole_snapshots_and_beats(
    house: House, running: Server
) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    house.table.start_playing()
    with listening(running, f"{where}/stream?tab=a", key_of(phone)) as stream:
        assert stream.response.headers["Content-Type"].startswith("text/event-stream")
        assert stream.response.headers["Cache-Control"] == "no-store"
        assert "Server" not in stream.response.headers
        wait_for(lambda: stream.all("snapshot"), "the first snapshot")
        assert stream.heard[0][0] == "hello"
        assert stream.heard[0][1]["boot"]
        house.table.tick()
        wait_for(lambda: len(stream.all("snapshot")) == 2, "the second snapshot")
        first, second = stream.all("snapshot")
        assert second["version"] == first["version"] + 1
        assert "1 tick ·" in second["html"]
        assert "0 ticks ·" in first["html"]
        assert second["announcements"] == [{"number": 1, "text": "Tick number 1"}]
        wait_for(lambda: len(stream.all("beat")) >= 2, "heartbeats")
    wait_for(lambda: open_streams(house) == 0, "the stream's end")


def test_another_seats_private_doings_send_nothing(house: House, running: Server) -> None:
    phone, other = house.phone(), house.phone()
    where, elsewhere = phone.join("Anna"), other.join("Ben")
    house.table.start_playing()
    with listening(running, f"{where}/stream", key_of(phone)) as stream:
        wait_for(lambda: stream.all("snapshot"), "the first snapshot")
        other.write("PUT", f"{elsewhere}/sheet", {"key": "note:1", "text": "secret"})
        wait_for(lambda: len(stream.all("beat")) >= 2, "heartbeats")
        assert len(stream.all("snapshot")) == 1


def test_the_moment_of_a_heartbeat_does_not_tell_what_others_were_shown() -> None:
    """It is due a while after the own page changed, whoever else is shown something."""
    clock, waits, others = Clock(), list[float](), Publisher()
    page = LivePage(lambda _: "the same", lambda _: Snapshot("dummy", 1, ""))
    stream = events(page, others, lambda: False, boot="boot", heartbeat_s=10.0, clock=clock)

    def heard() -> bytes:
        while not isinstance(piece := next(stream), bytes):
            waits.append(piece)
            clock.now_s += min(piece, 0.7)  # somebody else's doings
            others.publish(Projection(number=len(waits)))
        return piece

    assert b"hello" in heard()
    assert b"snapshot" in heard()
    for number in (1, 2):
        assert b"beat" in heard()
        assert clock.now_s == pytest.approx(1000 + 10 * number)
    assert len(waits) > 20


@pytest.mark.parametrize("how", ["removed", "given to another phone"])
def test_a_revoked_page_says_bye_in_mid_stream(
    house: House, running: Server, how: str
) -> None:
    host, phone = house.phone(), house.phone()
    host.join("Anna")
    where = phone.join("Ben")
    with listening(running, f"{where}/stream", key_of(phone)) as stream:
        wait_for(lambda: stream.all("snapshot"), "the first snapshot")
        if how == "removed":
            host.post("/host/remove", {"person": "p1x"})
        else:
            house.table.submit(
                house.table.moving.ask_for_page,
                DeviceId("f" * 64),
                house.table.people[1].id,
            )
            host.post(
                "/host/answer", {"request": next(iter(house.table.requests)), "grant": True}
            )
        wait_for(lambda: stream.ended, "the end")
        assert stream.heard[-1][0] == "bye"
        assert len(stream.all("snapshot")) <= 2
    assert phone.get(where).status_code == 404


def test_a_host_that_hands_over_goes_on_to_the_own_page(
    house: House, running: Server
) -> None:
    host, phone = house.phone(), house.phone()
    where = host.join("Anna")
    phone.join("Ben")
    host.post("/host/people", {"name": "Opa"})
    # On the machine itself the page stays open, so it is asked for from elsewhere.
    with house.app.test_request_context(
        "/host",
        headers={"Host": "192.168.1.5:8080", "Cookie": f"{OWN_COOKIE}={key_of(host)}"},
    ):
        page = live_host()
    before = page.key(house.table.publisher.latest)
    assert before is not None
    with listening(running, "/host/for/p2x/stream?tab=a", key_of(host)) as stream:
        wait_for(lambda: stream.all("snapshot"), "the page")
        host.post("/host/hand-over", {"person": "p1x"})
        wait_for(lambda: stream.ended or stream.all("snapshot")[1:], "the way on")
        assert [each["go"] for each in stream.all("snapshot")] == ["", where]
    latest = house.table.publisher.latest
    assert page.key(latest) not in (None, before)
    after = page.snapshot(latest)
    assert (after.go, after.html) == (where, "")


def test_the_hosts_page_for_somebody_moves_on_once_they_have_a_phone_or_go(
    house: House, running: Server
) -> None:
    host, phone = house.phone(), house.phone()
    host.join("Anna")
    host.post("/host/people", {"name": "Opa"})
    phone.get("/")
    with listening(running, "/host/for/p1x/stream?tab=a", key_of(host)) as stream:
        wait_for(lambda: stream.all("snapshot"), "the page")
        phone.post("/ask", {"pin": "246813", "person": "p1x"})
        asks = "Is it really Opa"
        wait_for(lambda: asks in stream.all("snapshot")[-1]["html"], "the question")
        (request,) = house.table.requests
        host.post("/host/answer", {"request": request, "grant": True})
        wait_for(lambda: stream.all("snapshot")[-1]["go"] == "/host", "the way on")
        assert not stream.ended
    state = host.get("/host/for/p1x/state").json
    assert state is not None
    assert state["go"] == "/host"
    host.post("/host/people", {"name": "Oma"})
    with listening(running, "/host/for/p2x/stream?tab=b", key_of(host)) as stream:
        wait_for(lambda: stream.all("snapshot"), "the page")
        host.post("/host/remove", {"person": "p2x"})
        wait_for(lambda: stream.all("snapshot")[-1]["go"] == "/host", "the way on")


def test_a_browser_gets_three_streams_and_polls_with_the_fourth(
    house: House, running: Server
) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    key = key_of(phone)
    with (
        listening(running, f"{where}/stream?tab=a", key) as first,
        listening(running, f"{where}/stream?tab=b", key),
        listening(running, f"{where}/stream?tab=c", key),
    ):
        with listening(running, f"{where}/stream?tab=d", key) as fourth:
            assert fourth.response.status == 503
        assert phone.get(f"{where}/state").status_code == 200
        with listening(running, f"{where}/stream?tab=a", key) as again:
            assert again.response.status == 200
            wait_for(lambda: first.ended, "the older stream of the tab")
            assert open_streams(house) == PER_DEVICE


def test_streams_are_limited_in_all() -> None:
    streams = OpenStreams(lambda: None)
    open_ = [streams.open(f"device {n // 3}", f"tab {n}") for n in range(IN_ALL)]
    assert None not in open_
    assert streams.open("one more", "tab") is None
    assert open_[0] is not None
    streams.close(open_[0])
    assert streams.open("one more", "tab") is not None


def test_strangers_leave_streams_to_everybody_who_may_sit_here() -> None:
    streams = OpenStreams(lambda: None)

    def fill(tab: str) -> list[bool]:
        return [
            streams.open(f"address {n // PER_DEVICE}", f"{tab} {n % 3}", stranger=True)
            is not None
            for n in range(IN_ALL)
        ]

    assert sum(fill("tab")) == STRANGERS
    # What they leave behind, and no phone has taken yet, takes no seat's thread either.
    assert sum(sum(fill("tab")) for _ in range(5)) == LEAVING
    seats = [streams.open(f"device {n}", "tab") for n in range(MOST_PEOPLE)]
    assert None not in seats


def test_a_seat_gets_its_stream_while_strangers_take_what_they_can(
    house: House, running: Server
) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    streams = services_of(house.app).streams
    for n in range(IN_ALL):
        streams.open(f"address {n // PER_DEVICE}", f"{n}", stranger=True)
    with listening(running, "/table/stream") as stranger:
        assert stranger.response.status == 503
    with listening(running, f"{where}/stream", key_of(phone)) as stream:
        wait_for(lambda: stream.all("snapshot"), "the first snapshot")


def test_streams_that_are_over_and_do_not_end_are_limited_too() -> None:
    streams = OpenStreams(lambda: None)
    found = [streams.open("one device", "one tab") for _ in range(IN_ALL + LEAVING + 1)]
    assert None not in found[:-1]
    assert found[-1] is None


def test_eighty_four_streams_leave_room_for_pages(house: House, running: Server) -> None:
    phones = [house.phone(address=f"192.168.1.{n}") for n in range(10, 38)]
    for number, phone in enumerate(phones):
        phone.join(f"P{number}")
    with ExitStack() as stack:
        streams = [
            stack.enter_context(
                listening(running, f"/table/stream?tab={tab}", key_of(phone))
            )
            for phone in phones
            for tab in "abc"
        ]
        assert all(stream.response.status == 200 for stream in streams)
        wait_for(lambda: all(len(s.all("snapshot")) == 1 for s in streams), "the first")
        with listening(running, "/table/stream") as late:
            assert late.response.status == 503
        with listening(running, "/rules") as page:
            assert page.response.status == 200
        house.table.start_playing()
        wait_for(lambda: all(len(s.all("snapshot")) == 2 for s in streams), "all of them")


def test_open_streams_do_not_delay_the_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    # Neither a heartbeat nor the end of its patience comes before the test gives up.
    house = make_house(heartbeat_s=10 * LIMIT_S)
    monkeypatch.setattr("web.live.server.DRAIN_S", 10 * LIMIT_S)
    server = start(house.app)
    phone = house.phone()
    where = phone.join("Anna")
    key = key_of(phone)
    with (
        listening(server, f"{where}/stream?tab=a", key) as one,
        listening(server, "/table/stream?tab=b", key) as two,
        listening(server, "/bench/stream") as three,
    ):
        wait_for(lambda: open_streams(house) == 3, "three streams")
        closing = threading.Thread(target=server.close, daemon=True)
        closing.start()
        wait_for(lambda: not closing.is_alive(), "the stop")
        assert open_streams(house) == 0
        wait_for(lambda: one.ended and two.ended and three.ended, "the ends")
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT_S)


def test_a_client_that_hangs_up_gives_its_stream_back(
    house: House, running: Server
) -> None:
    for _ in range(PER_DEVICE * 3):
        with listening(running, "/table/stream") as stream:
            wait_for(lambda found=stream: found.all("snapshot"), "a snapshot")  # type: ignore[misc]  # mypy knows no default in a lambda
        wait_for(lambda: open_streams(house) == 0, "the stream's end")


def test_invented_keys_open_no_more_streams_than_their_address_may(
    house: House, running: Server
) -> None:
    assert house.app
    with ExitStack() as stack:
        answers = [
            stack.enter_context(listening(running, "/table/stream", f"{n:022}")).response
            for n in range(PER_DEVICE)
        ]
        # Without a tab of their own they take each other's place.
        assert {answer.status for answer in answers} == {200}
        wait_for(lambda: open_streams(house) == 1, "one stream for all of them")
        for n in range(PER_DEVICE - 1):
            stack.enter_context(listening(running, f"/table/stream?tab={n}", f"{n:022}"))
        with listening(running, "/table/stream?tab=x", "9" * 22) as late:
            assert late.response.status == 503


def test_asking_for_a_streams_head_holds_nothing(house: House, running: Server) -> None:
    for _ in range(PER_DEVICE + 2):
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=LIMIT_S)
        connection.request("HEAD", "/table/stream?tab=h")
        assert connection.getresponse().status == 200
        connection.close()
    wait_for(lambda: open_streams(house) == 0, "no stream")


def test_a_server_that_never_ran_closes_too(house: House) -> None:
    server = Server(house.app, listen("127.0.0.1", 0))
    server.close()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT_S)


def test_the_bench_streams_the_number_of_its_newest_picture(
    house: House, running: Server
) -> None:
    with listening(running, "/bench/stream") as stream:
        first, seventh = ({"picture": n, "labels": ""} for n in (1, 7))
        wait_for(lambda: stream.all("picture") == [first], "the first picture")
        house.bench.show(7)
        wait_for(lambda: stream.all("picture")[-1] == seventh, "the next picture")
        wait_for(lambda: stream.all("beat"), "a heartbeat")


def test_a_taken_port_is_named(running: Server) -> None:
    with pytest.raises(ConfigError, match=rf"port {running.port}.*Choose another port"):
        listen("127.0.0.1", running.port)


def test_accepted_connections_give_up_on_vanished_phones(
    house: House, running: Server
) -> None:
    assert house.app
    listener = running._listener
    assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 20_000
    assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
