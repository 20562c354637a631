"""axe-core, run in a page that forbids foreign scripts; nothing is downloaded."""

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

SOURCE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """Return what axe-core finds fault with, one line each; empty: nothing.

    The styles are waited for; what is written for a moment fades as it comes and goes:
    it is let go first.
    """
    page.wait_for_load_state("load")
    page.locator(".moment").wait_for(state="detached")
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE)
    found: dict[str, Any] = page.evaluate(
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", RULES
    )
    return [
        f"{fault['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
