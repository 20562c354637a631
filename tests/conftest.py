"""What all tests in a browser share: one Chromium, or a sentence that says it is missing."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.phones import ARGUMENTS, CHROMIUM

pytest_plugins = ["tests.faults.report"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        sentence = f"no Chromium at {CHROMIUM}: install it to run the browser tests"
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()
