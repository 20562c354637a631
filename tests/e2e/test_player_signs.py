"""A player chooses another sign by name; all who look see it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.daemon import Daemon
from tests.e2e.phones import SMALL, Phone


@pytest.mark.slow
@pytest.mark.browser
def test_a_sign_is_chosen_by_its_name(browser: Browser, tmp_path: Path) -> None:
    with Daemon(tmp_path) as daemon:
        contexts = [browser.new_context(viewport=SMALL, locale="en-GB") for _ in range(3)]
        anna, ben = (Phone(*each) for each in zip(contexts, ("Anna", "Ben"), strict=False))
        for phone in (anna, ben):
            phone.join(daemon.url, daemon.pin)
        screen = contexts[2].new_page()
        screen.goto(f"{daemon.url}/table")

        ben.page.locator("#menu > summary").click()
        ben.page.get_by_text("My sign").click()
        signs = ben.page.get_by_role("form", name="My sign")
        expect(signs.get_by_role("button")).to_have_count(12)
        expect(signs.get_by_role("button", name="Sun")).to_have_attribute(
            "aria-current", "true"
        )
        expect(signs.get_by_role("button", name="Moon")).to_be_disabled()  # it is Anna's
        signs.get_by_role("button", name="Fish").press("Enter")
        expect(signs.get_by_role("button", name="Fish")).to_have_attribute(
            "aria-current", "true"
        )
        for page in (anna.page, screen):
            drawn = page.locator("li", has_text="Ben").locator("use")
            expect(drawn.first).to_have_attribute("href", "/signs.svg#fish")
            box = page.locator("li", has_text="Ben").locator("svg").first.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 12
        for context in contexts:
            context.close()
