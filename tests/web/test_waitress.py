"""Each part of waitress that the server leans on, beyond what its manual promises."""

import socket
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import waitress
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
LINES = "GET / HTTP/1.1\r\nHost: table\r\n\r\n"


def test_the_project_wants_a_waitress_that_has_been_looked_at() -> None:
    assert '"waitress>=3.0,<4"' in PROJECT.read_text("utf-8")
    assert metadata.version("waitress").split(".")[0] == "3"


def test_a_server_makes_a_channel_and_that_a_parser_by_a_class_that_can_be_set() -> None:
    assert BaseWSGIServer.channel_class is HTTPChannel
    assert HTTPChannel.parser_class is HTTPRequestParser


def test_a_header_that_cannot_be_parsed_is_a_bad_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        raise ParsingError("no")

    monkeypatch.setattr(HTTPRequestParser, "parse_header", fails)
    parser = HTTPRequestParser(Adjustments())
    parser.received(LINES.encode())
    assert parser.completed
    assert parser.error.code == 400


class Asked(dict[int, Any]):
    """A map that ends its loop once *over* is set, and says how much was in it at each round."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds: list[int] = []
        self.over = False

    def __bool__(self) -> bool:
        self.rounds.append(len(self))
        if self.over:
            raise SystemExit
        return True


class Listening(socket.socket):
    """A socket that says who was let in."""

    let_in = 0

    def accept(self) -> tuple[socket.socket, Any]:
        self.let_in += 1
        return super().accept()


def test_its_loop_asks_its_map_its_socket_and_tells_the_application_who_hung_up() -> None:
    asked, told = Asked(), []

    def answer(environ: dict[str, Any], start: Any) -> list[bytes]:
        told.append(environ["waitress.client_disconnected"]())
        start("200 OK", [("Content-Length", "2")])
        asked.over = True
        return [b"ok"]

    listening = Listening()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    server = waitress.create_server(answer, map=asked, sockets=[listening])
    with socket.create_connection(listening.getsockname()) as link:
        link.sendall(LINES.encode())
        server.run()  # returns: it takes SystemExit as its end
    # The listener and what wakes the loop are among its connections from the beginning.
    assert asked.rounds[0] == 2
    assert (listening.let_in, told) == (1, [False])
    server.close()
    wasyncore.close_all(asked)
    listening.close()
