"""axe-core on every page, light and dark, in both languages; and a fault it must find."""

import re
from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from companion.languages import LANGUAGES
from tests.e2e.axe import violations
from tests.e2e.phones import come
from tests.e2e.stage import KEY, OTHER_KEY, Stage, device

pytestmark = pytest.mark.browser

LOOKS = [(language, light) for language in LANGUAGES for light in ("light", "dark")]
TWO_LOOKS = [("en", "light"), ("de", "dark")]
STRANGER = "a-stranger-with-22-let"
KIND = re.compile(r'<section id="[a-z-]+|data-do="\w+|"type": "\w+')
OPEN_ALL = "for (const each of document.querySelectorAll('main details')) each.open = true"


def faults(page: Page, url: str, what: str) -> list[str]:
    come(page, url)
    page.evaluate(OPEN_ALL)
    return [f"{what}: {fault}" for fault in violations(page)]


def lobby_faults(
    browser: Browser, stage: Stage, url: str, looks: list[tuple[str, str]]
) -> Iterator[str]:
    """Examine everything there is outside a match."""
    stage.show(None, asked_for=True)
    sheet = ("/sheet",) if stage.renderer.has("sheet.html") else ()
    visits = {
        KEY: ("/", "/p/h0", "/host", "/table", "/rules", "/nowhere", *sheet),
        STRANGER: ("/J/123456",),
        OTHER_KEY: ("/asked/p1",),
    }
    for look in looks:
        for key, paths in visits.items():
            context = device(browser, url, *look, key)
            page = context.new_page()
            for path in paths:
                yield from faults(page, url + path, f"{path} {look}")
            context.close()


def match_faults(
    browser: Browser,
    stage: Stage,
    url: str,
    seeds: int,
    looks: list[tuple[str, str]],
    *,
    combined: bool,
) -> Iterator[str]:
    """Examine phone, table, host and paper page in each look at what has a part not yet seen.

    At every kind of moment where all are *combined*: names and roles, colours and lengths of
    words are a part's own, and only what parts do to each other is seen there alone.
    """
    contexts = {look: device(browser, url, *look) for look in looks}
    pages = {look: context.new_page() for look, context in contexts.items()}
    seen: set[object] = set()
    for moment, match in stage.moments(seeds):
        stage.show(match)
        for path in ("/p/h0", "/table", "/host", f"/host/for/{stage.paper}"):
            html = contexts[looks[0]].request.get(url + path).text()
            parts = frozenset(KIND.findall(html))
            for look, page in pages.items():
                kinds = {(path, look, each) for each in ([parts] if combined else parts)}
                if not kinds <= seen:
                    seen |= kinds
                    yield from faults(page, url + path, f"{path} {moment} {look}")
    for context in contexts.values():
        context.close()


@pytest.mark.parametrize(
    ("name", "seeds", "looks"),
    [
        *(
            pytest.param(name, 1, [look], marks=pytest.mark.slow, id=f"{name}-one-look")
            for name, look in zip(GAMES, cycle(TWO_LOOKS), strict=False)
        ),
        *(
            pytest.param(name, 4, LOOKS, marks=pytest.mark.long, id=f"{name}-every-look")
            for name in GAMES
        ),
    ],
)
def test_no_page_of_any_game_has_a_fault(
    browser: Browser, name: str, seeds: int, looks: list[tuple[str, str]]
) -> None:
    stage = Stage(GAMES[name](), players=4)
    with stage.served() as url:
        assert [*lobby_faults(browser, stage, url, looks)] == []
        combined = looks == LOOKS
        assert [*match_faults(browser, stage, url, seeds, looks, combined=combined)] == []


@pytest.mark.slow
def test_the_pages_before_a_match_have_no_fault(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    with stage.served() as url:
        assert [*lobby_faults(browser, stage, url, [("de", "dark")])] == []


def test_a_planted_fault_is_found(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    with stage.served() as url, device(browser, url, "en", "light") as context:
        page = context.new_page()
        assert faults(page, f"{url}/", "as it is") == []
        page.evaluate("document.querySelector('label').remove()")
        assert any(fault.startswith("label: ") for fault in violations(page))
