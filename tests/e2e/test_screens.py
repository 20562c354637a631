"""Screens that are stands, in a real Chromium: every face, taps, naps, a match by taps alone."""

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.ports import CENTRE, STAND_PLACES, CardFace, Place
from companion.table.table import Table
from companion.table.values.ids import DeviceId
from tests.e2e.daemon import Daemon
from tests.e2e.glass import FACES, SCREEN_KEY, Glass, place_of
from tests.e2e.house import house
from tests.e2e.phones import Phone, until
from tests.e2e.stage import device
from tests.waiting import LIMIT_S, wait_for
from web.devices import device_id

pytestmark = pytest.mark.browser

TWO = STAND_PLACES[1]
SIZES = ((360, 640), (640, 360), (800, 1280), (1920, 1080))
PRIMED = "() => { sessionStorage.setItem('primed', '1'); }"
SHOWS = "what => document.querySelector('.kind-' + what) !== null"
LETTER = "document.querySelector('.letter text')?.textContent ?? ''"
INSIDE = """(wide) => {
  const { scrollWidth, scrollHeight } = document.scrollingElement;
  const drawn = document.querySelectorAll('.face svg, .face strong, .face .warns, .whose');
  const out = [...drawn].filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  const barred = scrollWidth > innerWidth || scrollHeight > innerHeight;
  return innerWidth === wide && !barred && !out.length;
}"""
FILLS = """() => {
  const box = document.querySelector('.main-part').getBoundingClientRect();
  const ink = document.querySelector('.letter text').getBoundingClientRect();
  const stand = document.querySelector('.stand').getBoundingClientRect();
  const filled = Math.max(ink.width / box.width, ink.height / box.height);
  return [filled, box.width * box.height / (stand.width * stand.height)];
}"""
NAP = """yes => {
  Object.defineProperty(document, 'hidden', { get: () => yes, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""

SEEN = """() => {
  window.seen = [];
  const letter = () => document.querySelector('.letter text')?.textContent ?? '';
  new MutationObserver(() => window.seen.push([letter(), performance.now()]))
    .observe(document.getElementById('stand'), { childList: true });
}"""


def opened(context: BrowserContext, url: str) -> Page:
    """Return the page of a screen that was tapped once already."""
    page = context.new_page()
    page.goto(f"{url}/stand")
    page.evaluate(PRIMED)
    page.reload()
    page.wait_for_selector("html[data-ready='1']", state="attached")
    return page


@pytest.mark.parametrize("light", ["dark", "light"])
def test_every_face_fits_every_glass(browser: Browser, light: str) -> None:
    glass = Glass()
    glass.faces({place_of(FACES["card"]): FACES["card"]})
    with glass.served() as url:
        context = device(browser, url, "en", light, SCREEN_KEY)
        page = opened(context, url)
        for name, face in FACES.items():
            glass.faces({place_of(face): face})
            kind = type(face).__name__.removesuffix("Face").lower()
            until(page, SHOWS, kind)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                until(page, INSIDE, width)
                if isinstance(face, CardFace):
                    filled, share = page.evaluate(FILLS)
                    assert filled > 0.98, (name, width, height, filled)
                    assert share > 0.45, (name, width, height, share)
        context.close()


def test_six_places_on_one_screen_stand_side_by_side(browser: Browser) -> None:
    glass = Glass()
    glass.faces({place: CardFace("ABCDEF"[n]) for n, place in enumerate(STAND_PLACES)})
    with glass.served() as url:
        context = device(browser, url, "en", "dark", SCREEN_KEY)
        page = opened(context, url)
        until(page, "document.querySelectorAll('.letter.fitted').length === 6")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            until(page, INSIDE, width)
        context.close()


def words(glass: Glass) -> list[tuple[str, str]]:
    return [(each.place, each.word) for each in glass.fingers]


def test_a_tap_is_told_once_and_what_is_no_tap_means_nothing(browser: Browser) -> None:
    glass = Glass()
    glass.faces({TWO: FACES["card"]})
    with glass.served() as url:
        context = device(browser, url, "en", "dark", SCREEN_KEY)
        page = context.new_page()
        page.goto(f"{url}/stand")
        page.wait_for_selector("#prime:not([hidden])")
        page.mouse.click(180, 300)  # the first tap: the whole screen, and awake
        page.wait_for_selector("#prime", state="hidden")
        assert words(glass) == []
        page.mouse.click(180, 300)
        wait_for(lambda: words(glass) == [(TWO, "down"), (TWO, "up")], "a tap")
        page.mouse.down()
        wait_for(lambda: words(glass)[-1] == (TWO, "held"), "a hold")
        page.mouse.up()
        wait_for(lambda: words(glass)[-1] == (TWO, "up"), "its end")
        page.mouse.down()
        page.mouse.move(180, 120)  # a swipe
        page.mouse.up()
        wait_for(lambda: words(glass)[-1] == (TWO, "lost"), "no press")
        # The line breaks while a finger taps: each word comes, and comes once.
        before = len(glass.fingers)
        context.set_offline(True)
        page.mouse.click(180, 300)
        page.mouse.click(180, 300)
        page.wait_for_timeout(600)
        context.set_offline(False)
        tap = [(TWO, "down"), (TWO, "up")]
        wait_for(lambda: words(glass)[before:] == tap * 2, "both taps, once each")
        assert [each.number for each in glass.fingers] == [
            *range(1, len(glass.fingers) + 1)
        ]
        context.close()


def test_after_a_nap_and_without_network_no_wrong_letter_is_shown(browser: Browser) -> None:
    glass = Glass()
    glass.faces({TWO: CardFace("A")})
    with glass.served() as url:
        context = device(browser, url, "en", "dark", SCREEN_KEY)
        page = opened(context, url)
        until(page, f"{LETTER} === 'A'")
        page.evaluate(NAP, True)  # noqa: FBT003 - the page's own argument
        assert page.evaluate(LETTER) == ""
        glass.faces({TWO: CardFace("B")})
        page.evaluate(
            """() => {
              window.seen = [];
              const letter = () => document.querySelector('.letter text')?.textContent ?? '';
              new MutationObserver(() => window.seen.push(letter()))
                .observe(document.getElementById('stand'), { childList: true });
            }"""
        )
        page.evaluate(NAP, False)  # noqa: FBT003 - as above
        until(page, f"{LETTER} === 'B'")
        assert set(page.evaluate("window.seen")) <= {"", "B"}
        context.set_offline(True)
        until(page, f"{LETTER} === ''")  # it cannot know any more
        expect(page.locator("#net")).to_be_visible()
        glass.faces({TWO: CardFace("C")})
        context.set_offline(False)
        until(page, f"{LETTER} === 'C'")
        assert set(page.evaluate("window.seen")) <= {"", "B", "C"}
        context.close()


@pytest.mark.slow
def test_naps_and_lost_networks_one_after_another(
    browser: Browser, record_property: Callable[[str, object], None]
) -> None:
    """Fifty naps and twenty lost networks, a tap after each: none shows what is over."""
    glass, came_ms = Glass(), []
    glass.faces({TWO: CardFace("A")})
    with glass.served() as url:
        context = device(browser, url, "en", "dark", SCREEN_KEY)
        page = opened(context, url)
        until(page, f"{LETTER} === 'A'")
        page.evaluate(SEEN)
        for n in range(70):
            nap = n % 7 < 5
            letter = "BCDEF"[n % 5]
            if nap:
                page.evaluate(NAP, True)  # noqa: FBT003 - the page's own argument
            else:
                context.set_offline(True)
            until(page, f"{LETTER} === ''")
            glass.faces({TWO: CardFace(letter)})
            page.evaluate("() => { window.seen = []; }")
            if nap:
                page.evaluate(NAP, False)  # noqa: FBT003 - as above
            else:
                context.set_offline(False)
            begun = page.evaluate("performance.now()")
            until(page, f"{LETTER} === '{letter}'")
            seen = page.evaluate("window.seen")
            assert {each for each, _ in seen} <= {"", letter}, (n, seen)
            came_ms.append(next(at for each, at in seen if each) - begun)
            page.mouse.click(180, 300)
            taps = [(TWO, "down"), (TWO, "up")] * (n + 1)
            wait_for(partial(said, glass, taps), f"tap {n}")
        context.close()
    record_property("median_ms", round(median(came_ms)))
    record_property("slowest_ms", round(max(came_ms)))


def said(glass: Glass, taps: list[tuple[str, str]]) -> bool:
    return words(glass) == taps


# -- with the whole program --------------------------------------------------------------


class Stands:
    """Screens of one table, each a browser of its own, and a phone of the host."""

    def __init__(self, browser: Browser, url: str, table: Table) -> None:
        self.browser, self.url, self.table = browser, url, table
        self.pages: dict[Place, Page] = {}

    def add(self, host: Page, *places: Place, language: str = "en") -> Page:
        context = self.browser.new_context(
            viewport={"width": 360, "height": 640}, locale=language
        )
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
        target = where if button == "main" else where.locator(f"[data-button={button}]")
        target.click(delay=held_ms, position={"x": 60, "y": 20})


class Log:
    """What was done in the match of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def count(self, kind: str) -> int:
        _, rows = self.table.submit(self.table.matches.export).result(LIMIT_S)
        return [row.body["type"] for row in rows].count(kind)

    def has_more(self, kind: str, before: int) -> bool:
        return self.count(kind) > before


@contextmanager
def evening(
    browser: Browser, folder: Path, names: tuple[str, ...]
) -> Iterator[tuple[Stands, Phone, Table, str]]:
    with house(folder) as (url, table):
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
        host = Phone(context, names[0])
        host.page.goto(f"{url}/j/{table.publisher.latest.pin}")
        host.page.fill("#name", names[0])
        host.page.locator("#join button.primary").click()
        host.page.wait_for_url("**/p/*")
        device_ = table.publisher.latest.host
        assert device_ is not None
        for name in names[1:]:
            table.submit(table.lobby.add_person, device_, name).result(LIMIT_S)
        yield Stands(browser, url, table), host, table, url


def test_a_round_by_taps_on_six_screens(browser: Browser, tmp_path: Path) -> None:
    """Four people, one phone: three play by paper and by their stands' glass."""
    with evening(browser, tmp_path, ("Anna", "Ben", "Cleo", "Dora")) as (
        stands,
        host,
        table,
        url,
    ):
        host.page.goto(f"{url}/screens")
        for place in STAND_PLACES[:4]:
            stands.add(host.page, place, language="de")
        stands.add(host.page, *STAND_PLACES[4:], CENTRE)
        device_ = table.publisher.latest.host
        assert device_ is not None
        table.submit(
            table.matches.start, device_, {"language": "en"}, "start-of-it"
        ).result(LIMIT_S)
        info = table.publisher.latest.table
        assert info is not None
        assert info.on_stands  # each stand is up: phones are sheets
        for place in STAND_PLACES:
            face = table.publisher.latest.faces[place]
            assert isinstance(face, CardFace)
            letter = stands.pages[place].locator(f"[data-place='{place}'] .letter text")
            expect(letter).to_have_text(face.letter)
        log = Log(table)
        stands.tap(TWO, held_ms=900)  # Ben gives the clue
        wait_for(lambda: log.count("CluegiverChosen") == 1, "who gives")
        for place in (STAND_PLACES[0], STAND_PLACES[2], STAND_PLACES[4]):
            laid = log.count("ChipsLaid")
            stands.tap(place)
            wait_for(partial(log.has_more, "ChipsLaid", laid), f"a chip at {place}")
        stands.tap(CENTRE, button="wildcard")
        expect(stands.pages[CENTRE].locator("[data-place=centre] .chip")).to_have_count(1)
        expect(stands.pages[STAND_PLACES[0]].locator(".chip")).to_have_count(1)
        stands.tap(TWO, held_ms=900)
        wait_for(lambda: log.count("ClueGiven") == 1, "the clue")
        stands.tap(STAND_PLACES[0], held_ms=900)  # Anna moves on
        stands.tap(STAND_PLACES[2])  # Cleo keeps hers
        wait_for(lambda: log.count("Decided") == 2, "both have decided")
        # One is lost: the cards are on the phone again, and it is said.
        stands.pages[TWO].context.close()
        wait_for(lambda: table.publisher.latest.table.dark == (TWO,), "who sleeps")  # type: ignore[union-attr]
        assert not table.publisher.latest.table.on_stands  # type: ignore[union-attr]
        host.page.context.close()
        for page in {id(each): each for each in stands.pages.values()}.values():
            page.context.close()


@pytest.mark.slow
def test_a_stand_is_back_by_itself_after_a_restart(
    browser: Browser, tmp_path: Path
) -> None:
    with Daemon(tmp_path / "data") as daemon:
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
        host = context.new_page()
        host.goto(f"{daemon.url}/j/{daemon.pin}")
        host.fill("#name", "Anna")
        host.locator("#join button.primary").click()
        host.wait_for_url("**/p/*")
        screen = browser.new_context(viewport={"width": 360, "height": 640}, locale="en")
        page = screen.new_page()
        page.goto(f"{daemon.url}/stand")
        page.locator("[data-act=ask]").click()
        expect(page.locator(".code")).to_be_visible()
        host.goto(f"{daemon.url}/screens")
        host.get_by_role("button", name="stand 1: Anna").first.click()
        expect(page.locator("[data-place='stand-1'] .line.first text")).to_have_text("Anna")
        for how in (signal.SIGTERM, signal.SIGKILL):
            daemon.stop(how)
            until(page, "document.querySelector('.stand') === null")  # it cannot know
            daemon.start()
            expect(page.locator("[data-place='stand-1']")).to_be_visible()
            expect(page.locator(".line.first text")).to_have_text("Anna")
        screen.close()
        context.close()
