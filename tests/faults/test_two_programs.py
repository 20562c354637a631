"""Two programs on one folder of matches: the second one says so and touches nothing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from companion.errors import ConfigError
from companion.process.folder_lock import claimed
from tests.e2e.daemon import Daemon, free_port
from tests.faults.report import Record
from tests.faults.test_process import (
    all_went_on,
    check_nothing_lost,
    three_phones,
)
from tests.waiting import LIMIT_S, wait_for

pytestmark = pytest.mark.fault("two programs on one folder")


def second(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Start another one by hand, at another port."""
    return subprocess.run(
        [
            *(sys.executable, "-m", "companion", "run", "--host", "127.0.0.1"),
            *("--port", str(free_port()), "--data", str(folder)),
        ],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


def test_the_second_one_is_refused_and_after_a_kill_the_next_one_is_there_at_once(
    daemon: Daemon, figure: Record
) -> None:
    with three_phones(daemon) as table:
        begun = time.monotonic()
        ended = second(daemon.folder)
        took_s = time.monotonic() - begun
        assert ended.returncode == os.EX_CONFIG
        for part in (str(daemon.folder), "in use", "Stop that one", "--data"):
            assert part in ended.stderr
        assert "Traceback" not in ended.stderr
        assert ended.stdout == ""
        wait_for(all_went_on(table).__next__, "every phone's next answer")
        figure(f"the second one ends with 78 after {took_s:.1f} s, the first plays on")
        daemon.stop(signal.SIGKILL)
        with claimed(daemon.folder, 0):
            pass  # the claim went with the process: nobody waits for it
        begun = time.monotonic()
        daemon.start()
        took_s = time.monotonic() - begun
    check_nothing_lost(daemon, table)
    figure(f"kill -9, and the next one is there after {took_s:.1f} s")


@pytest.mark.slow
def test_one_that_is_still_ending_is_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    old, new = Daemon(folder), Daemon(folder)
    old.start()
    starting = Thread(target=new.start)
    starting.start()
    try:
        while not _at_the_door(new, folder):
            assert starting.is_alive(), "it did not wait"
            time.sleep(0.01)
        assert new.pin == ""
    finally:
        old.stop(signal.SIGTERM)
        starting.join(LIMIT_S)
        code = new.stop(signal.SIGTERM)
    assert new.pin
    assert code == 0


def _at_the_door(daemon: Daemon, folder: Path) -> bool:
    """Tell whether the process has opened the folder."""
    try:
        files = [*Path(f"/proc/{daemon.process}/fd").iterdir()]
        return any(each.readlink() == folder for each in files)
    except (AssertionError, OSError):
        return False


def test_a_claim_ends_with_its_block(tmp_path: Path) -> None:
    with claimed(tmp_path, 0):
        with pytest.raises(ConfigError, match="in use"), claimed(tmp_path, 0):
            pytest.fail("two at once")
        with pytest.raises(ConfigError, match="in use"), claimed(tmp_path, 0.1):
            pytest.fail("two at once")
    with claimed(tmp_path, 0):
        pass


def test_a_link_to_the_folder_is_the_same_folder(tmp_path: Path) -> None:
    folder, link = tmp_path / "data", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    with (
        claimed(folder, 0),
        pytest.raises(ConfigError, match="in use"),
        claimed(link, 0),
    ):
        pytest.fail("two at once")


def test_a_folder_that_cannot_be_claimed_stops_no_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with claimed(tmp_path / "nothing", 0):
        assert "folder-not-claimed" in caplog.text
