"""The real program under a stand-in for systemd: socket, notes, watchdog, drain."""

import json
import signal
import socket
import threading
from pathlib import Path

import pytest

from companion.cli.main import main
from tests.service.load import Load
from tests.service.systemd import Systemd, running
from tests.waiting import LIMIT_S, wait_for


def test_it_takes_the_socket_says_ready_beats_and_says_goodbye(tmp_path: Path) -> None:
    with running(tmp_path) as systemd:
        status, body = systemd.get("/healthz")
        assert (status, json.loads(body)["well"]) == (200, True)
        _, page = systemd.get("/")
        wait_for(lambda: systemd.beats() >= 2, "beating")
        assert "STATUS=0 at the table; no match; saved." in systemd.told()
        assert systemd.stop() == 0
        assert "STOPPING=1" in systemd.told()
        systemd.listener.setblocking(False)  # noqa: FBT003 - a socket's own
        with pytest.raises(BlockingIOError):  # nobody is there who would start it again
            systemd.listener.accept()
        lines = systemd.lines().splitlines()
    assert all(line.startswith("level=") for line in lines), lines
    started = f"event=started address=http://{_own_address()}:{systemd.port}"
    assert any(started in line for line in lines)
    assert lines[-1] == "level=info event=stopped"
    pin = page.decode().split('name="pin" value="')[1][:6]
    assert pin.isdigit()
    assert not any(pin in line for line in lines)


def test_a_hanging_table_is_not_vouched_for_although_pages_are_served(
    tmp_path: Path,
) -> None:
    systemd = Systemd(tmp_path)
    try:
        systemd.start("-m", "tests.service.hanging", "run", "--data", str(tmp_path / "d"))
        wait_for(lambda: systemd.beats() >= 2, "beating")
        systemd.signal(signal.SIGUSR1)
        wait_for(lambda: "the table's thread hangs" in systemd.told(), "hanging")
        assert systemd.get("/healthz")[0] == 503
        before = systemd.beats()
        assert b"<h1" in systemd.get("/status")[1]
        assert systemd.beats() == before
        assert systemd.stop(signal.SIGABRT) == -signal.SIGABRT
        told = systemd.lines().splitlines()
        assert "hanging.py" in next(line for line in told if "event=thread" in line)
    finally:
        systemd.close()


def test_restarted_under_load_no_request_fails_and_the_queue_is_kept(
    tmp_path: Path,
) -> None:
    with running(tmp_path) as systemd, Load("127.0.0.1", systemd.port) as load:
        for _ in range(2):
            before = load.answered
            wait_for(lambda at=before: load.answered > at + 50, "answering")  # type: ignore[misc]
            assert systemd.stop() == 0
            systemd.start()
    assert load.failed == []
    assert load.answered > 100


def test_a_question_that_was_begun_is_answered_and_told_that_it_is_the_last(
    tmp_path: Path,
) -> None:
    with (
        running(tmp_path) as systemd,
        socket.create_connection(("127.0.0.1", systemd.port), LIMIT_S) as phone,
    ):
        phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        first = b""
        while not first.endswith(b"}\n"):  # so it is let in, and not in the queue
            first += phone.recv(65536)
        phone.sendall(b"GET /table HTTP/1.1\r\nHost: localhost\r\n")
        waiting = threading.Thread(target=systemd.stop)
        waiting.start()
        wait_for(lambda: "STOPPING=1" in systemd.told(), "stopping")
        phone.sendall(b"\r\n")
        answer = b""
        while chunk := phone.recv(65536):
            answer += chunk
        waiting.join(LIMIT_S)
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert b"Connection: close" in answer


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("[stand.1]\nlink = 'moon:1'\n", "line 2: link 'moon:1' means nothing"),
        ("[stand.1\n", "is not TOML"),
    ],
)
def test_a_broken_config_is_exit_78_and_a_sentence(
    tmp_path: Path,
    text: str,
    finding: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(text)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notes:
        notes.bind(str(tmp_path / "notify"))
        assert main(["run", "--config", str(config), "--data", str(tmp_path)]) == 78
        status = notes.recv(4096).decode()
    assert finding in capsys.readouterr().err
    assert status.startswith("STATUS=")
    assert finding in status
    assert "\n" not in status


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
