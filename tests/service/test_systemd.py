"""What the process reads from systemd, and the liveness of the table's thread."""

import os
import socket
from concurrent.futures import Future
from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.process.systemd import Systemd, inherited_socket
from companion.process.watchdog import Liveness
from tests.waiting import LIMIT_S


def test_where_nobody_listens_nothing_is_told() -> None:
    assert not Systemd.of({})
    Systemd.of({}).tell(READY=1)
    Systemd("/nowhere/at/all").tell(READY=1)


def test_a_sentence_cannot_add_a_line(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notes:
        notes.bind(str(tmp_path / "n"))
        Systemd(str(tmp_path / "n")).tell(STATUS="one\nMAINPID=1", WATCHDOG=1)
        assert notes.recv(100) == b"STATUS=one MAINPID=1\nWATCHDOG=1"


def test_an_abstract_address_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notes:
        name = f"word-table-test-{os.getpid()}"
        notes.bind(f"\0{name}")
        Systemd(f"@{name}").tell(READY=1)
        assert notes.recv(100) == b"READY=1"


def test_a_start_that_takes_its_time_asks_for_more_until_it_is_over(
    tmp_path: Path,
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notes:
        notes.bind(str(tmp_path / "n"))
        notes.settimeout(LIMIT_S)
        with Systemd(str(tmp_path / "n")).patient(ask_s=0.01):
            for _ in range(3):
                assert notes.recv(100) == b"EXTEND_TIMEOUT_USEC=30000"
        Systemd(str(tmp_path / "n")).tell(READY=1)
        while (told := notes.recv(100)) != b"READY=1":
            assert told == b"EXTEND_TIMEOUT_USEC=30000"
        notes.setblocking(False)  # noqa: FBT003 - the call takes it by place only
        with pytest.raises(BlockingIOError):
            notes.recv(100)


@pytest.mark.parametrize("environ", [{}, {"LISTEN_PID": "1", "LISTEN_FDS": "1"}])
def test_a_socket_for_another_process_is_left_alone(environ: dict[str, str]) -> None:
    assert inherited_socket(environ, pid=77) is None


def test_two_sockets_are_one_too_many() -> None:
    with pytest.raises(ConfigError, match="hands over 2 sockets"):
        inherited_socket({"LISTEN_PID": "77", "LISTEN_FDS": "2"}, pid=77)


class Thread:
    """A table's thread that answers when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0
        self.asked: list[Future[None]] = []
        self.liveness = Liveness(self.ping, clock=lambda: self.now)

    def ping(self) -> Future[None]:
        self.asked.append(Future())
        return self.asked[-1]


def test_the_pulse_is_fresh_while_knocks_are_answered() -> None:
    thread = Thread()
    assert thread.liveness.responsive
    thread.liveness.ping()
    assert not thread.liveness.responsive
    thread.now += 3.0
    assert thread.liveness.waits_s == 3.0
    thread.liveness.ping()
    assert len(thread.asked) == 1
    thread.asked[0].set_exception(OSError("a full disk is no reason to start anew"))
    assert thread.liveness.responsive
    assert thread.liveness.waits_s == 0.0
    thread.liveness.ping()
    assert len(thread.asked) == 2
