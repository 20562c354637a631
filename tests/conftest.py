"""What all tests share: how many run at once, and one Chromium, or why there is none."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.phones import ARGUMENTS, CHROMIUM
from tests.waiting import LIMIT_MS

pytest_plugins = ["tests.faults.report", "tests.hardware.bare_boards"]

# What is around a run changes neither how programs write nor whom they ask.
for _each in ("COLUMNS", "FORCE_COLOR", "JOURNAL_STREAM"):
    os.environ.pop(_each, None)
_NO_PROXY = os.environ.get(
    "no_proxy", ""
)  # roots may come through one, loopback never does
os.environ["no_proxy"] = f"127.0.0.1,localhost,{_NO_PROXY}"
# A job in a shell's background is deaf to Ctrl+C, and so would be all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, and as much time for each as the machine wants.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")


def pytest_xdist_auto_num_workers() -> int:
    """Return two more than there are cores: half of the time somebody only waits."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        sentence = f"no Chromium at {CHROMIUM}: install it to run the browser tests"
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        expect.set_options(timeout=LIMIT_MS)
        yield chromium
        chromium.close()


def pytest_collection_finish() -> None:
    """Leave what was collected out of the collector's rounds: it stays to the end."""
    gc.freeze()
