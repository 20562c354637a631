"""Real sockets that misbehave: whoever asks properly is answered all the while."""

import errno
import http.client
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from companion.network import NOWHERE, lan_address
from tests.waiting import LIMIT_S, wait_for
from tests.web.conftest import House, start
from tests.web.test_stream import key_of, listening, open_streams
from web.devices import cookie_name
from web.live import connections
from web.live import server as web_server
from web.live.connections import PER_ADDRESS
from web.live.open_streams import PER_DEVICE
from web.live.server import Server, listen

LAN = lan_address()


def link_to(server: Server, host: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection((host, server.port), timeout=LIMIT_S)


def ask(method: str, path: str, version: str = "1.1", more: str = "") -> bytes:
    return f"{method} {path} HTTP/{version}\r\nHost: 127.0.0.1\r\n{more}\r\n".encode()


def heard(link: socket.socket, until: bytes = b"") -> bytes:
    """Return what comes until the other side hangs up, or *until* was in it."""
    got = b""
    while not until or until not in got:
        try:
            chunk = link.recv(65_536)
        except ConnectionError:
            break
        if not chunk:
            break
        got += chunk
    return got


def answered(server: Server, host: str = "127.0.0.1") -> int:
    with closing(http.client.HTTPConnection(host, server.port, timeout=LIMIT_S)) as link:
        link.request("GET", "/rules")
        return link.getresponse().status


def descriptors() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


def test_a_hundred_streams_opened_and_left_leave_nothing_behind(
    house: House, running: Server
) -> None:
    with listening(running, "/table/stream") as stream:
        wait_for(lambda: stream.all("snapshot"), "the first one")
    wait_for(lambda: open_streams(house) == 0, "its end")
    threads, files = threading.active_count(), descriptors()
    for number in range(100):
        with closing(link_to(running)) as link:
            link.sendall(ask("GET", f"/table/stream?tab={number % PER_DEVICE}"))
            match number % 4:
                case 0:
                    pass  # gone before anything was said
                case 1:
                    link.recv(20)
                case 2:
                    heard(link, b"event: snapshot")
                case _:
                    link.shutdown(socket.SHUT_WR)
    wait_for(lambda: open_streams(house) == 0, "their ends")
    wait_for(lambda: descriptors() <= files, "their descriptors")
    wait_for(lambda: threading.active_count() <= threads, "their threads")
    assert answered(running) == 200


def test_questions_without_waiting_are_answered_one_after_the_other(
    house: House, running: Server
) -> None:
    assert house.app
    last = ask("GET", "/rules", more="Connection: close\r\n")
    with closing(link_to(running)) as link:
        link.sendall(ask("GET", "/rules") * 99 + last)
        got = heard(link)
    assert got.count(b"HTTP/1.1 200") == 100


def test_whoever_asks_on_without_taking_answers_holds_no_thread(
    house: House, running: Server
) -> None:
    assert house.app
    with ExitStack() as stack:
        for _ in range(PER_ADDRESS):
            link = socket.socket()
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            stack.enter_context(closing(link))
            link.connect(("127.0.0.1", running.port))
            link.setblocking(False)  # noqa: FBT003 - the call takes it by place only
            with suppress(BlockingIOError):
                link.send(ask("GET", "/static/app.js") * 400)
        assert answered(running) == 200


def test_a_stream_speaks_http_1_0_too(house: House, running: Server) -> None:
    with closing(link_to(running)) as link:
        link.sendall(ask("GET", "/table/stream", "1.0"))
        got = heard(link, b"event: beat")
    assert b"chunked" not in got
    assert b"event: snapshot" in got
    wait_for(lambda: open_streams(house) == 0, "its end")


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x00\xff\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: cow\r\n\r\n",
        b"POST /join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET http://[ HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
        b"POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n",
    ],
    ids=["bytes", "header", "length", "coding", "chunk", "[", "digits", "long", "huge"],
)
def test_what_is_no_question_is_told_so_and_hung_up_on(
    house: House, running: Server, nonsense: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(link_to(running)) as link:
        link.sendall(nonsense)
        got = heard(link)
    assert got[9:12] in {b"400", b"413", b"431", b"501"}
    assert b"Traceback" not in got
    assert b"Set-Cookie" not in got
    assert house.table.calls == []
    assert caplog.text == ""


def test_the_head_of_a_stream_has_no_body(house: House, running: Server) -> None:
    assert house.app
    with closing(link_to(running)) as link:
        link.sendall(ask("HEAD", "/table/stream") + ask("GET", "/rules", "1.0"))
        head, _, rest = heard(link).partition(b"\r\n\r\n")
    assert b"text/event-stream" in head
    assert rest.startswith(b"HTTP/1."), "the next answer, and nothing before it"


@pytest.mark.parametrize("name", ["a" * 300 + ".js", "ä" * 60 + ".js", "%00.js"])
@pytest.mark.parametrize("path", ["/game/dummy/", "/game/", "/static/"])
def test_a_name_that_no_file_can_have_is_no_page(
    house: House, path: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert house.phone().get(path + name).status_code == 404
    assert caplog.text == ""


def test_what_the_loop_calls_may_fail_for_want_of_a_descriptor(house: House) -> None:
    calls = []

    def fails() -> None:
        calls.append(1)
        raise OSError(errno.EMFILE, "no descriptor is left")

    server = Server(house.app, listen("127.0.0.1", 0))
    threading.Thread(target=server.run, args=((fails,),), daemon=True).start()
    with closing(server):
        wait_for(lambda: len(calls) > 2, "some rounds")
        assert answered(server) == 200


def test_a_loop_that_can_accept_nobody_does_not_spin(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    real = socket.socket.accept

    def accept(self: socket.socket) -> object:
        if len(paused) < 3:
            raise OSError(errno.EMFILE, "no descriptor is left")
        return real(self)

    monkeypatch.setattr(connections, "sleep", paused.append)
    monkeypatch.setattr(socket.socket, "accept", accept)
    server = start(house.app)
    with closing(server):
        assert answered(server) == 200
    assert len(paused) >= 3


@contextmanager
def small(
    house: House, monkeypatch: pytest.MonkeyPatch, most: int
) -> Iterator[tuple[Server, str, ExitStack]]:
    """Yield a server of *most* connections, the head of a seat's questions, a stack."""
    monkeypatch.setattr(connections, "CONNECTIONS", most)
    monkeypatch.setitem(web_server._SETTINGS, "channel_timeout", 10 * LIMIT_S)
    phone = house.phone()
    phone.join("Anna")
    server = start(house.app)
    with closing(server), ExitStack() as stack:
        yield server, f"Cookie: {cookie_name(server.port)}={key_of(phone)}\r\n", stack


def sit(server: Server, more: str) -> socket.socket:
    """Return a connection through which a seat has asked."""
    link = link_to(server)
    link.sendall(ask("GET", "/healthz", more=more))
    heard(link, b"\r\n\r\n{")
    return link


def test_a_seat_keeps_its_connection_and_gets_more_however_many_strangers_come(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with small(house, monkeypatch, 40) as (server, more, stack):
        seat = stack.enter_context(closing(sit(server, more)))
        strangers = [stack.enter_context(closing(link_to(server))) for _ in range(60)]
        assert heard(strangers[0]) == b"", "who was silent longest goes"
        assert answered(server) == 200, "and whoever is new gets in"
        seat.sendall(ask("GET", "/rules", more=more))
        assert b"200 OK" in heard(seat, b"200 OK")


def test_even_where_all_are_seats_one_more_gets_in(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with small(house, monkeypatch, 20) as (server, more, stack):
        for _ in range(40):
            stack.enter_context(closing(sit(server, more)))
        assert answered(server) == 200


@pytest.fixture
def impatient(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(connections, "ASK_S", 0.3)
    server = start(house.app)
    yield server
    server.close()


@pytest.mark.parametrize("path", ["head", "body"])
def test_a_question_that_never_ends_is_given_up(impatient: Server, path: str) -> None:
    begin = b"GET / HTTP/1.1\r\nX: "
    if path == "body":
        begin = ask("POST", "/join", more="Content-Length: 900\r\n")
    with closing(link_to(impatient)) as link:
        link.sendall(begin)
        link.settimeout(0.05)

        def drip() -> bool:
            try:
                link.sendall(b"a")
                return link.recv(10) == b""
            except TimeoutError:
                return False
            except ConnectionError:
                return True

        wait_for(drip, "the end of patience")


@pytest.mark.skipif(LAN == NOWHERE, reason="this machine is in no network")
def test_no_address_can_have_all_connections(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ASK_S", LIMIT_S)  # nobody is given up meanwhile
    server = Server(house.app, listen("0.0.0.0", 0))  # noqa: S104 - the test needs an address of the network
    threading.Thread(target=server.run, daemon=True).start()
    with ExitStack() as stack:
        stack.callback(server.close)
        links = [stack.enter_context(closing(link_to(server, LAN))) for _ in range(320)]
        for each in links[:PER_ADDRESS]:
            each.sendall(b"GET / HT")
        for each in links[PER_ADDRESS:]:
            assert heard(each) == b""
        assert answered(server) == 200, "from another address"
        links[0].sendall(b"TP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert links[0].recv(12) == b"HTTP/1.1 200"


def test_a_phone_that_hangs_up_in_mid_answer_leaves_no_word_in_the_log(
    house: House, running: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    phone = house.phone()
    where = phone.join("Anna")
    cookie = f"Cookie: {cookie_name(running.port)}={key_of(phone)}\r\n"
    for path in (where, f"{where}/stream", "/J/246813"):
        for _ in range(20):
            with closing(link_to(running)) as link:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                link.sendall(ask("GET", path, more=cookie) * 3)
    wait_for(lambda: open_streams(house) == 0, "their ends")
    assert answered(running) == 200
    assert phone.get(where).status_code == 200, "whoever hangs up keeps the seat"
    assert where not in caplog.text
    assert "246813" not in caplog.text
    assert caplog.text == ""


def test_whoever_closes_twice_writes_into_no_other_file(
    house: House, tmp_path: Path
) -> None:
    server = start(house.app)
    wait_for(lambda: answered(server) == 200, "the server")
    server.close()
    with ExitStack() as stack:
        # They get the numbers that have become free.
        names = [tmp_path / f"{number}" for number in range(8)]
        files = [stack.enter_context(name.open("wb", 0)) for name in names]
        server.close()
        assert len(files) == 8
    assert {name.read_bytes() for name in names} == {b""}


def test_a_second_question_on_a_streams_connection_gets_no_answer(
    house: House, running: Server
) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    more = f"Cookie: {cookie_name(running.port)}={key_of(phone)}\r\n"
    with closing(link_to(running)) as link:
        link.sendall(ask("GET", f"{where}/stream", more=more))
        got = heard(link, b"event: snapshot")
        link.sendall(ask("GET", "/rules", more=more))
        while got.count(b"event: beat") < 2:
            got += link.recv(65_536)
    assert got.count(b"HTTP/1.1 200") == 1
    wait_for(lambda: open_streams(house) == 0, "its end")


def deaf(server: Server, path: str, key: str) -> socket.socket:
    """Open a stream and never read."""
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    link.connect(("127.0.0.1", server.port))
    link.sendall(ask("GET", path, more=f"Cookie: {cookie_name(server.port)}={key}\r\n"))
    return link


def test_a_phone_that_does_not_read_is_no_burden(house: House, running: Server) -> None:
    phone, other = house.phone(), house.phone()
    where, elsewhere = phone.join("Anna"), other.join("Ben")
    house.table.start_playing()
    with (
        closing(deaf(running, f"{where}/stream", key_of(phone))),
        listening(running, f"{elsewhere}/stream", key_of(other)) as stream,
    ):
        for count in range(1, 40):
            house.table.tick()
            wait_for(
                lambda: f"{count} tick" in str(stream.all("snapshot")[-1:]),  # noqa: B023 - waited for at once
                "a tick",
            )


def test_a_phone_that_takes_only_drops_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)  # noqa: FBT003 - the call takes it by place only
    connection = connections.Connection(ours.detach(), ("10.0.0.1", 5), lambda _: None)
    with closing(connection), closing(theirs):
        assert connection.send(b"all of it") == 9
        much = bytes(1_000_000)
        assert connection.send(much) < len(much)
        monkeypatch.setattr(connections, "TAKE_S", 0.0)
        theirs.recv(1_000)
        with pytest.raises(ConnectionError):
            connection.send(much)
