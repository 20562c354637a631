"""Screens that are stands, at a table of its own: who asks, who taps, what was done."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.ports import Place
from companion.table.table import Table
from companion.table.values.ids import DeviceId
from tests.e2e.house import adds, house
from tests.e2e.phones import Phone
from tests.waiting import LIMIT_S
from web.devices import device_id

OLD: ViewportSize = {"width": 360, "height": 640}


class Stands:
    """Screens of one table, each a browser of its own, and a phone of the host."""

    def __init__(self, browser: Browser, url: str, table: Table) -> None:
        self.browser, self.url, self.table = browser, url, table
        self.pages: dict[Place, Page] = {}

    def add(
        self, host: Page, *places: Place, language: str = "en", size: ViewportSize = OLD
    ) -> Page:
        context = self.browser.new_context(viewport=size, locale=language)
        page = context.new_page()
        page.goto(f"{self.url}/stand")
        page.locator("[data-act=ask]").click()
        asked = page.locator(".code")
        expect(asked).to_have_text(re.compile(r"^\d{4}$"))
        key = next(c["value"] for c in context.cookies() if "device" in c.get("name", ""))
        own = DeviceId(device_id(str(key)))
        id_ = self.table.publisher.latest.asking_screens[own].id
        if len(places) == 1:
            host.locator(f"[data-key='give-{id_}-{places[0]}']").click()
        else:
            host.locator(f"[data-key='give-{id_}-free']").click()
        for place in places:
            page.wait_for_selector(f"[data-place='{place}']")
            self.pages[place] = page
        return page

    def tap(self, place: Place, held_ms: int = 0, button: str = "main") -> None:
        where = self.pages[place].locator(f"[data-place='{place}']")
        if button == "main":
            where.click(delay=held_ms, position={"x": 60, "y": 20})
        else:
            where.locator(f"[data-button={button}]").click(delay=held_ms)


class Log:
    """What was done in the match of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def count(self, kind: str) -> int:
        _, rows = self.table.submit(self.table.matches.export).result(LIMIT_S)
        return [row.body["type"] for row in rows].count(kind)

    def has_more(self, kind: str, before: int) -> bool:
        return self.count(kind) > before


def sits_down(browser: Browser, url: str, table: Table, name: str, language: str) -> Phone:
    """Let somebody join with a phone of their own."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale=language)
    phone = Phone(context, name)
    phone.sits(url, table)
    return phone


@contextmanager
def evening(
    browser: Browser,
    folder: Path,
    names: tuple[str, ...],
    language: str = "en",
    **more: Any,
) -> Iterator[tuple[Stands, Phone, Table, str]]:
    """Let *names* sit down, the first one with a phone; *more* is what the house is told.

    Whatever comes into the house leaves with the others.
    """
    before = browser.contexts
    with house(folder, **more) as (url, table):
        host = sits_down(browser, url, table, names[0], language)
        adds(table, *names[1:])
        yield Stands(browser, url, table), host, table, url
        for each in browser.contexts:
            if each not in before:
                each.close()
