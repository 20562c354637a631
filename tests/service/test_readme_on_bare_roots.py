"""The README's lines on a bare Debian 12 and 13 with git and sudo: `make test-roots`."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service.machine import COMMAND_S, ROOT, Machine
from tests.service.roots import SUITES, bare_machine
from tests.service.systemd import get

pytestmark = pytest.mark.roots
ADDRESS = re.compile(r"http://localhost:(\d+)/host")
HOME = "/home/player"
A_FEW_TESTS = (
    "tests/engine tests/web/test_browser.py::"
    "test_join_lobby_match_and_the_games_own_script -p no:cacheprovider"
)


@pytest.fixture(name="machine", params=SUITES)
def _machine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Machine]:
    """Boot a machine whose user may use sudo as on Raspberry Pi OS, and one who may not."""
    with bare_machine(request.param, tmp_path, HOME[1:]) as machine:
        for name in ("player", "guest"):
            machine.run("useradd", "--create-home", "--shell", "/bin/bash", name)
        machine.run("chown", "-R", "player:player", HOME)
        sudoers = machine.root / "etc/sudoers.d/player"
        sudoers.write_text("player ALL=(ALL) NOPASSWD: ALL\n")
        yield machine


def line(ending: str) -> str:
    """Return the one line of the README's code that ends so."""
    text = (ROOT / "README.md").read_text()
    [found] = re.findall(rf"^    (sudo .*{re.escape(ending)})$", text, re.MULTILINE)
    return str(found)


def typed(what: str, who: str = "player", **environment: str) -> tuple[str, ...]:
    """Return the command of *who* typing a line in the checkout."""
    own = {"HOME": f"/home/{who}", "USER": who, **environment}
    return (
        *("runuser", "-u", who, "--", "env"),
        *(f"{name}={value}" for name, value in own.items()),
        *("sh", "-c", f"cd {HOME}/table 2>/dev/null; {what}"),
    )


@contextmanager
def open_table(command: list[str], ask: Callable[[int], bytes]) -> Iterator[str]:
    """Start *command*, wait until its table is well, yield what it wrote; then Ctrl+C."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        written = ""
        try:
            assert process.stdout is not None
            for each in process.stdout:
                written += each
                if "Ctrl+C" in each:
                    break
            found = ADDRESS.search(written)
            assert found, written
            assert json.loads(ask(int(found[1])))["well"]
            yield written
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(COMMAND_S)


def health(port: int) -> bytes:
    return get(port, "/healthz")[1]


def test_one_line_runs_it_and_one_line_tests_it(machine: Machine) -> None:
    options = "--host 127.0.0.1 --port 0"
    run = typed(line("make run"), ARGS=options)
    with open_table(machine.command(*run, online=True), health) as written:
        assert "installing python3-venv with apt" in written

    # The second time: no apt, no internet.
    apt = machine.root / "usr/bin/apt-get"
    apt.rename(apt.with_name("apt-get.away"))
    again = machine.command(*typed("make run", ARGS=options))
    with open_table(again, lambda port: machine.inside(lambda: health(port))) as written:
        assert written.startswith(".venv/bin/companion run")
    apt.with_name("apt-get.away").rename(apt)

    test = typed(line("make test"), ARGS=A_FEW_TESTS, REQUIRE_BROWSER="1")
    done = machine.run_online(*test, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "installing chromium libatomic1 with apt" in done.stdout
    assert " passed" in done.stdout


def test_who_may_not_install_is_told_whom_to_ask(machine: Machine) -> None:
    machine.run_online("sh", "-c", "apt-get -qq update && apt-get -qq install make")
    machine.run("chown", "-R", "guest:guest", f"{HOME}/table")
    machine.run("chmod", "a+x", HOME)
    done = machine.run_online(*typed("make run", "guest"), check=False)
    assert done.returncode == 2
    assert "You may not install packages here. Ask somebody who may" in done.stderr
    assert "sudo apt update && sudo apt install -y python3-venv" in done.stderr


def test_pipx_makes_it_a_command_that_needs_no_checkout(machine: Machine) -> None:
    assert "`pipx install .`" in (ROOT / "README.md").read_text()
    machine.run_online(
        "sh", "-c", "apt-get -qq update && apt-get -qq install --no-install-recommends pipx"
    )
    machine.run_online(*typed("pipx install ."))
    (machine.root / HOME[1:] / "table").rename(machine.root / HOME[1:] / "away")
    elsewhere = f"cd / && {HOME}/.local/bin/companion"
    assert "setup-pi" in machine.run(*typed(f"{elsewhere} --help")).stdout
    assert "stand-6 display" in machine.run(*typed(f"{elsewhere} doctor")).stdout
    run = machine.command(*typed(f"{elsewhere} run --port 0"))
    with open_table(run, lambda port: machine.inside(lambda: health(port))) as written:
        assert f"Matches are kept in {HOME}" in written
