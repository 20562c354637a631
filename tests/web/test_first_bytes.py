"""What speaks no HTTP is let go at once; what does is heard, in whatever pieces it comes."""

import socket
from contextlib import closing
from time import sleep

import pytest

from tests.waiting import LIMIT_S
from tests.web.test_siege import answered, ask, heard, link_to
from web.live.connections import begins_request
from web.live.server import Server

HELLO = bytes.fromhex("16030102000100 01fc0303") + bytes(500)
SOON_S = 12.0
"""Far less than the half minute after which a dripping question is given up."""
STRANGERS = {
    "a TLS hello": HELLO,
    "its first byte": b"\x16",
    "an old SSL hello": b"\x80\x2e\x01\x03\x01" + bytes(40),
    "garbage": b"\x00\x01\x02garbage",
    "ssh": b"SSH-2.0-OpenSSH_9.2\r\n",
    "mail": b"EHLO example.org\r\n",
    "socks": b"\x05\x01\x00",
    "a remote desktop": bytes.fromhex("030000130ee000000000000100080003000000"),
    "a file share": bytes.fromhex("00000085ff534d4272") + bytes(20),
    "bittorrent": b"\x13BitTorrent protocol" + bytes(8),
    "utf-8": "Grüße".encode(),
    "nearly a method": b"GETS / HT",
    "blanks before": b"  GET / HT",
    "empty lines": b"\r\n\r\n",
}


@pytest.mark.parametrize("name", STRANGERS)
def test_what_begins_no_request_is_hung_up_on_at_once(running: Server, name: str) -> None:
    with closing(link_to(running)) as link:
        link.settimeout(SOON_S)
        link.sendall(STRANGERS[name])
        assert heard(link) == b""
    assert answered(running) == 200


def test_a_hello_in_pieces_ends_with_the_first(running: Server) -> None:
    with closing(link_to(running)) as link:
        link.settimeout(SOON_S)
        link.sendall(HELLO[:1])
        assert heard(link) == b""


def test_a_whole_question_of_no_sense_is_told_so(running: Server) -> None:
    for nonsense in (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\r\n\r\n"):
        with closing(link_to(running)) as link:
            link.settimeout(SOON_S)
            link.sendall(nonsense)
            assert heard(link).startswith(b"HTTP/1.")


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
def test_a_question_in_single_bytes_is_heard(running: Server, method: str) -> None:
    with closing(link_to(running)) as link:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for each in ask(method, "/rules"):
            link.sendall(bytes([each]))
            sleep(0.001)  # or the kernel joins them
        assert link.recv(9) == b"HTTP/1.1 "


@pytest.mark.parametrize(
    "pieces",
    [
        (b"G", b"ET /rules HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (b"\r", b"\nGE", b"T /rules HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (b"GET ", b"/rules HTTP/1.1\r\n", b"Host: 127.0.0.1\r\n\r", b"\n"),
    ],
)
def test_a_question_in_pieces_is_heard(running: Server, pieces: tuple[bytes, ...]) -> None:
    with closing(link_to(running)) as link:
        for piece in pieces:
            link.sendall(piece)
            sleep(0.05)  # each in a packet of its own
        assert heard(link, b"</html>").startswith(b"HTTP/1.1 200")


def test_a_body_may_begin_with_anything(running: Server) -> None:
    head = (
        "POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    )
    with closing(link_to(running)) as link:
        link.settimeout(LIMIT_S)
        link.sendall(head.encode())
        assert b"100 Continue" in heard(link, b"\r\n\r\n")
        link.sendall(b"{}")
        assert heard(link, b"}").startswith(b"HTTP/1.1 403")
        link.sendall(ask("GET", "/rules"))
        assert link.recv(9) == b"HTTP/1.1 "


def test_no_beginning_of_a_method_is_refused() -> None:
    for method in (b"GET /", b"HEAD /", b"OPTIONS *", b"CONNECT a:1", b"PATCH /"):
        for length in range(len(method) + 1):
            assert begins_request(method[:length])
