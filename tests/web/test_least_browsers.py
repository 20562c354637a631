"""The oldest browsers that can play, and what one hears that is older."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from companion.languages import LANGUAGES
from tests.e2e.phones import until
from tests.waiting import LIMIT_MS
from tests.web.conftest import House, dummy_pages
from tests.web.test_browser import ready
from tests.web.test_page_clocks import ROOTS, code, inside, scripts
from web.live.server import Server

TOP = Path(__file__).parents[2]
OLD = TOP / "web" / "static" / "old.js"
CHROME, FIREFOX, SAFARI = LEAST = (94, 98, 15.4)
NEWER: dict[str, tuple[float, float, float]] = {
    r"\.at\(": (92, 90, 15.4),
    r"showModal\(": (37, 98, 15.4),
    r"\?\?=|\|\|=|&&=": (85, 79, 14),
    r"replaceChildren\(": (86, 78, 14),
    r"replaceAll\(": (85, 77, 13.1),
    r"AbortSignal\.timeout\(": (103, 100, 16),
    r"AbortSignal\.any\(": (116, 124, 17.4),
    r"\.checkVisibility\(": (105, 106, 17.4),
    r"\.findLast(Index)?\(": (97, 104, 15.4),
    r"structuredClone\(": (98, 94, 15.4),
    r"Object\.hasOwn\(": (93, 92, 15.4),
    r"\.to(Sorted|Reversed|Spliced)\(|\.with\(": (110, 115, 16),
    r"(Object|Map)\.groupBy\(": (117, 119, 17.4),
    r"Promise\.withResolvers\(": (119, 121, 17.4),
    r"\.showPopover\(|\bpopover\b": (114, 125, 17),
    r"startViewTransition\(": (111, 144, 18),
    r"\bstatic \{": (94, 93, 16.4),
    r"(?<!\$)\{ *static +#|#\w+ in ": (91, 90, 15),
    r"\bwith \{ *type:": (123, 138, 17.2),
    r"\(\?<[=!]": (62, 78, 16.4),
    r"/[a-z]*v[a-z]*\.(test|exec)\(": (112, 116, 17),
    r"navigator\.wakeLock\b": (84, 126, 16.4),
    r"crypto\.randomUUID": (92, 95, 15.4),
    r"Array\.fromAsync|Iterator\.from|\.values\(\)\.(map|filter)\(": (122, 131, 18.4),
    r"new Set\([^)]*\)\.(union|intersection|difference)\(": (122, 127, 17),
    r"\.localeCompare\([^)]*numeric|Intl\.Segmenter": (87, 125, 14.1),
    r"(?m)^(?!.*\basync\b)(?=\S).*\bawait ": (89, 89, 99),
}
"""What scripts may say, and the first Chrome, Firefox and Safari that know it.

A module that waits at its top level is spoiled by Safari to this day (where two ask for it).
"""
GUARDED = {r"navigator\.wakeLock\b"}
"""What is asked for before it is used; the others that are, are so by ``?.(``."""
STYLES: dict[str, tuple[float, float, float]] = {
    r":is\(|:where\(": (88, 78, 14),
    r":has\(": (105, 121, 15.4),
    r"\d[dsl]v[hw]\b": (108, 101, 15.4),
    r"(?<![\w-])inset:": (87, 66, 14.1),
    r"aspect-ratio:": (88, 89, 15),
    r"accent-color:": (93, 92, 15.4),
    r"(?<![\w-])(translate|scale|rotate):": (104, 72, 14.1),
    r"text-wrap:": (114, 121, 17.5),
    r"overflow: clip": (90, 81, 16),
    r"@container|container-type": (105, 110, 16),
    r"@layer": (99, 97, 15.4),
    r"color-mix\(": (111, 113, 16.2),
    r"subgrid": (117, 71, 16),
    r"@starting-style": (117, 129, 17.5),
    r"(?m)^\s+&|\{\s*&": (120, 117, 17.2),
    r"\b(oklch|oklab|light-dark)\(": (123, 120, 17.5),
    r"@scope|anchor\(|field-sizing": (123, 128, 17.4),
}
DOES_WITHOUT = {
    r":has\(",
    r"\d[dsl]v[hw]\b",
    r"(?<![\w-])(translate|scale|rotate):",
    r"text-wrap:",
}
"""Looks alone: what is older plays without (and `dvh` has its `vh` before it)."""
TODAYS = re.compile(
    r"=>|\b(const|let|class|async|await)\b|`|\?\.|\?\?|\.\.\.|\*\*|for \(.* of "
)


def too_new(text: str, known: dict[str, tuple[float, float, float]]) -> list[str]:
    """Return what in *text* the least browsers do not know."""
    newer = {
        each
        for each, since in known.items()
        if any(one > least for one, least in zip(since, LEAST, strict=True))
    }
    return [each for each in sorted(newer) if re.search(each, text)]


def styles() -> Iterator[Path]:
    for root in ROOTS:
        yield from sorted(root.rglob("*.css"))


def test_the_scripts_ask_for_nothing_that_the_least_browsers_lack() -> None:
    asked = {path.name: too_new(inside(path), NEWER) for path in scripts()}
    assert {n: set(f) - GUARDED for n, f in asked.items() if set(f) - GUARDED} == {}
    assert {each for found in asked.values() for each in found} == GUARDED


def test_the_screens_lock_is_asked_for_first() -> None:
    awake = (TOP / "web" / "static" / "awake.js").read_text("utf-8")
    first = awake.index("navigator.wakeLock")
    assert awake[:first].endswith("else if (")


def test_the_styles_do_without_what_is_newer() -> None:
    for path in styles():
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert set(too_new(text, STYLES)) <= DOES_WITHOUT, path.name
        for line in text.splitlines():
            for name, value in re.findall(r"(?<![\w-])([a-z-]+):([^;{}]*\d)dvh", line):
                assert f"{name}:{value}vh" in line, f"{path.name}: {name} knows dvh alone"


@pytest.mark.parametrize(
    "line",
    ["const x = await y;", "  [1].findLast(f);", "structuredClone(a)", "await begin();"],
)
def test_one_that_was_too_new_would_be_found(line: str) -> None:
    assert too_new(line, NEWER)


def test_a_function_may_wait() -> None:
    assert too_new("async function f() {\n  const x = await y;\n}", NEWER) == []


def test_the_versions_are_named_where_people_look() -> None:
    safari = f"{SAFARI:.1f}"
    told = [dummy_pages()["dummy"].catalogues[each].text("web.old") for each in LANGUAGES]
    told += [(TOP / each).read_text("utf-8") for each in ("README.md", "web/README.md")]
    for text in told:
        for name in (f"Chrome {CHROME}", f"Firefox {FIREFOX}", safari):
            assert name in text


def test_what_says_so_is_read_by_browsers_without_todays_syntax() -> None:
    assert TODAYS.findall(code(OLD.read_text("utf-8"))) == []
    assert all(map(TODAYS.search, ("const a = 1", "a?.b", "() => 1")))


@pytest.fixture(scope="module", name="context")
def _context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="de")
    context.set_default_timeout(LIMIT_MS)
    yield context
    context.close()


SHOWN = "Dieser Browser ist zu alt"
LACKS = {
    "modules": "delete HTMLScriptElement.prototype.noModule",
    "dialogs": "delete window.HTMLDialogElement",
    "at": "delete Array.prototype.at",
}


def read_as(text: str) -> Callable[[Route], None]:
    """Return what answers with *text* instead of a module."""
    return lambda route: route.fulfill(body=text, content_type="text/javascript")


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/", "/table", "/host", "/rules", "/bench", "/status"])
@pytest.mark.parametrize("lacks", ["at"])
def test_an_older_browser_says_so_on_every_page(
    house: House, running: Server, page: Page, path: str, lacks: str
) -> None:
    assert house.app
    page.add_init_script(LACKS[lacks])
    page.goto(f"http://127.0.0.1:{running.port}{path}")
    expect(page.locator("#old")).to_contain_text(SHOWN)


@pytest.mark.browser
@pytest.mark.parametrize("lacks", sorted(set(LACKS) - {"at"}))
def test_so_does_one_that_lacks_something_else(
    running: Server, page: Page, lacks: str
) -> None:
    page.add_init_script(LACKS[lacks])
    page.goto(f"http://127.0.0.1:{running.port}/")
    expect(page.locator("#old")).to_contain_text(SHOWN)


@pytest.mark.browser
@pytest.mark.parametrize("module", ["app.js", "morph.js", "press.js", "own.js"])
def test_so_does_one_that_cannot_read_a_module(
    running: Server, page: Page, module: str
) -> None:
    page.route(f"**/static/{module}", read_as("export const a = 1; let of the future;"))
    page.goto(f"http://127.0.0.1:{running.port}/table")
    expect(page.locator("#old")).to_contain_text(SHOWN)
    expect(page.locator("#net")).to_be_hidden()


@pytest.mark.browser
@pytest.mark.parametrize("module", ["stand.js", "stand_fit.js", "stand_fingers.js"])
def test_so_does_an_old_phone_that_is_to_be_a_stand(
    running: Server, page: Page, module: str
) -> None:
    page.route(f"**/static/{module}", read_as("export const a = 1; let of the future;"))
    page.goto(f"http://127.0.0.1:{running.port}/stand")
    expect(page.locator("#old")).to_contain_text(SHOWN)


@pytest.mark.browser
def test_a_stand_does_without_what_other_pages_need(running: Server, page: Page) -> None:
    for each in ("dialogs", "at"):
        page.add_init_script(LACKS[each])
    page.goto(f"http://127.0.0.1:{running.port}/stand")
    until(page, "document.documentElement.dataset.begun === '1'")
    expect(page.locator("#way")).to_be_visible()
    expect(page.locator("#old")).to_be_hidden()


@pytest.mark.browser
def test_a_tap_does_not_stay_busy_for_ever_there(running: Server, page: Page) -> None:
    page.add_init_script(LACKS["at"])
    page.route("**/static/app.js", read_as("let of the future;"))
    page.goto(f"http://127.0.0.1:{running.port}/j/246813")
    expect(page.locator("#old")).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)


@pytest.mark.browser
def test_a_browser_that_never_begins_is_told_too_and_one_that_does_is_not(
    running: Server, page: Page
) -> None:
    page.clock.install()
    page.goto(f"http://127.0.0.1:{running.port}/table")
    ready(page)
    page.clock.run_for(20_000)
    expect(page.locator("#old")).to_be_hidden()
    page.route("**/static/app.js", read_as(""))
    page.goto(f"http://127.0.0.1:{running.port}/table")
    page.wait_for_load_state("load")
    expect(page.locator("#old")).to_be_hidden()
    page.clock.run_for(9_000)
    expect(page.locator("#old")).to_contain_text(SHOWN)
