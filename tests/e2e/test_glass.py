"""Screens that are stands, in a real Chromium: every face, taps, naps."""

import logging
from statistics import median
from threading import Event

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.games import GAMES
from companion.ports import CENTRE, STAND_PLACES, BlankFace, CardFace, Face, Place
from tests.depth import by_default
from tests.e2e.glass import FACES, SCREEN_KEY, Glass, place_of
from tests.e2e.phones import come, until
from tests.e2e.stage import device
from tests.waiting import wait_for

pytestmark = pytest.mark.browser
LOG = logging.getLogger(__name__)

TWO = STAND_PLACES[1]
SIZES = ((360, 640), (640, 360), (800, 1280), (1920, 1080))
PRIMED = "() => { sessionStorage.setItem('primed', '1'); }"
SHOWS = "what => document.querySelector('.kind-' + what) !== null"
DRAWN = """([place, kind]) =>
  document.querySelector(`[data-place="${place}"].kind-${kind}`) !== null"""
VERSION = "document.querySelector('main').dataset.version"
NEWER = "before => document.querySelector('main').dataset.version !== before"
LETTER = "(document.querySelector('.letter text')?.textContent ?? '')"
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
SMALL = """least => {
  const small = [];
  for (const text of document.querySelectorAll('.chip text, .warns text')) {
    const { a } = text.getScreenCTM();
    const high = parseFloat(getComputedStyle(text).fontSize) * a * 0.7;
    if (high < least) small.push([text.textContent, Math.round(high)]);
  }
  return small;
}"""
OVERLAPS = """() => {
  const marks = document.querySelectorAll(
    '.chip, .pips, .onward, .plus, .stack-left, .letter, .warns, .whose, .token, .line .fit,' +
    '.glass-buttons button'
  );
  const boxes = [...marks].map((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return [each.getAttribute('class') || each.textContent, left, top, right, bottom];
  });
  const pairs = [];
  for (const [n, [one, l, t, r, b]] of boxes.entries()) {
    for (const [other, left, top, right, bottom] of boxes.slice(n + 1)) {
      if (l < right - 1 && left < r - 1 && t < bottom - 1 && top < b - 1) pairs.push([one, other]);
    }
  }
  return pairs;
}"""
PIPS = """() => [...document.querySelectorAll('.pip circle')]
  .map((each) => [each.closest('.pip').getAttribute('class').slice(4), each.getAttribute('r')])"""
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
    come(page)
    return page


@pytest.mark.parametrize("light", by_default("dark", of=("dark", "light")))
def test_every_face_fits_every_glass(browser: Browser, light: str) -> None:
    glass = Glass()
    glass.faces({place_of(FACES["card"]): FACES["card"]})
    with glass.served() as url, device(browser, url, "en", light, SCREEN_KEY) as context:
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


def test_six_places_on_one_screen_stand_side_by_side(browser: Browser) -> None:
    glass = Glass()
    glass.faces({place: CardFace("ABCDEF"[n]) for n, place in enumerate(STAND_PLACES)})
    with glass.served() as url, device(browser, url, "en", "dark", SCREEN_KEY) as context:
        page = opened(context, url)
        until(page, "document.querySelectorAll('.letter.fitted').length === 6")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            until(page, INSIDE, width)


QUARTER_PX = 5 * 4
"""So tall a figure is read when the picture is a quarter of its size."""


def test_each_chip_and_warning_is_read_from_afar(browser: Browser) -> None:
    glass = Glass()
    cards = [
        CardFace("W", chips=tuple(range(1, many + 1)), position=(4, 7), moving_on=True)
        for many in range(1, 10)
    ]
    screens: list[dict[Place, Face]] = [{TWO: each} for each in cards]
    screens += [{TWO: FACES["free"]}, {TWO: FACES["done"]}, {CENTRE: FACES["ledger"]}]
    free: dict[Place, Face] = {
        place: CardFace("ABCDEF"[n], (n + 1,)) for n, place in enumerate(STAND_PLACES)
    }
    screens += [free, {STAND_PLACES[4]: cards[0], CENTRE: FACES["ledger"]}]
    screens += [{**dict.fromkeys(STAND_PLACES[4:], cards[0]), CENTRE: FACES["ledger"]}]
    glass.faces({TWO: FACES["card"]})
    with glass.served() as url, device(browser, url, "de", "dark", SCREEN_KEY) as context:
        page = opened(context, url)
        for shown in screens:
            before = page.evaluate(VERSION)
            glass.faces(shown)
            until(page, NEWER, before)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                until(page, INSIDE, width)
                where = [*shown], width, height
                assert page.evaluate(OVERLAPS) == [], where
                if len(shown) == 1 or shown is free:
                    assert page.evaluate(SMALL, QUARTER_PX) == [], where


def test_which_card_of_the_row_it_is_the_pips_say_by_their_size_too(
    browser: Browser,
) -> None:
    glass = Glass()
    glass.faces({TWO: CardFace("A", position=(2, 4))})
    with glass.served() as url, device(browser, url, "en", "light", SCREEN_KEY) as context:
        page = opened(context, url)
        until(page, DRAWN, [TWO, "card"])
        sizes = [(kind, float(r)) for kind, r in page.evaluate(PIPS)]
    (past, first), (here, second), *_, (later, last) = sizes
    assert (past.strip(), here.strip(), later.strip()) == ("past", "here", "")
    assert first < last < second


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_every_game_fits_a_screen_of_each_place(
    browser: Browser, name: str
) -> None:
    """Matches by random play; what differs on the glass is drawn in two sizes."""
    glass = Glass(min(4, max(GAMES[name]().players)), name)
    seen: set[Place] = set()
    with glass.served() as url, device(browser, url, "de", "dark", SCREEN_KEY) as context:
        page = None
        for _, match in glass.moments(1):
            shown = glass.show(match).faces
            for place, face in shown.items():
                if isinstance(face, BlankFace):
                    continue
                seen.add(place)
                glass.faces({place: face})
                page = page or opened(context, url)
                kind = type(face).__name__.removesuffix("Face").lower()
                until(page, DRAWN, [place, kind])
                for width, height in SIZES[:2]:
                    page.set_viewport_size({"width": width, "height": height})
                    until(page, INSIDE, width)
    assert CENTRE in seen
    assert STAND_PLACES[0] in seen


def words(glass: Glass) -> list[tuple[str, str]]:
    return [(each.place, each.word) for each in glass.fingers]


def test_a_tap_is_told_once_and_what_is_no_tap_means_nothing(browser: Browser) -> None:
    glass = Glass()
    glass.faces({TWO: FACES["card"]})
    with glass.served() as url, device(browser, url, "en", "dark", SCREEN_KEY) as context:
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
        with page.expect_event("requestfailed", lambda it: it.url.endswith("/fingers")):
            page.mouse.click(180, 300)
            page.mouse.click(180, 300)
        context.set_offline(False)
        tap = [(TWO, "down"), (TWO, "up")]
        wait_for(lambda: words(glass)[before:] == tap * 2, "both taps, once each")
        assert [each.number for each in glass.fingers] == [
            *range(1, len(glass.fingers) + 1)
        ]


def test_a_tap_is_told_although_the_glass_goes_dark_at_once(browser: Browser) -> None:
    glass, gate = Glass(), Event()
    glass.faces({TWO: FACES["card"]})
    with glass.served() as url, device(browser, url, "en", "dark", SCREEN_KEY) as context:
        page = opened(context, url)
        until(page, f"{LETTER} !== ''")
        glass.gates = [gate]  # its first word is on its way for long
        page.mouse.click(180, 300)
        page.evaluate(NAP, True)  # noqa: FBT003 - the page's own argument
        tap = [(TWO, "down"), (TWO, "up")]
        wait_for(lambda: words(glass) == tap, "the tap")
        gate.set()
        page.evaluate(NAP, False)  # noqa: FBT003 - as above
        until(page, f"{LETTER} !== ''")
        page.mouse.down()
        wait_for(lambda: words(glass) == [*tap, (TWO, "down")], "a finger")
        page.evaluate(NAP, True)  # noqa: FBT003 - as above
        wait_for(lambda: words(glass)[3:] == [(TWO, "lost")], "its end")
        page.mouse.up()


def test_a_tap_that_was_not_told_in_time_means_nothing_by_its_own_number(
    browser: Browser,
) -> None:
    glass = Glass()
    glass.faces({TWO: FACES["card"]})
    with glass.served() as url, device(browser, url, "en", "dark", SCREEN_KEY) as context:
        page = opened(context, url)
        until(page, f"{LETTER} !== ''")
        context.set_offline(True)
        page.mouse.click(180, 300)
        page.mouse.click(180, 300)
        until(page, f"{LETTER} === ''")
        context.set_offline(False)
        wait_for(lambda: words(glass), "the sign")
        assert [(each.word, each.number) for each in glass.fingers] == [("lost", 4)]
        until(page, f"{LETTER} !== ''")
        page.mouse.click(180, 300)
        wait_for(lambda: words(glass)[1:] == [(TWO, "down"), (TWO, "up")], "a tap")


def test_a_sign_of_before_does_not_come_again_with_the_next_news(browser: Browser) -> None:
    glass = Glass()
    glass.table.screens.presence.signal(TWO, "refused")
    glass.faces({TWO: CardFace("A")})
    refused = "document.querySelector('.stand.refused') !== null"
    with glass.served() as url, device(browser, url, "en", "dark", SCREEN_KEY) as context:
        page = opened(context, url)
        until(page, f"{LETTER} === 'A'")
        for letter in "BC":
            glass.faces({TWO: CardFace(letter)})
            until(page, f"{LETTER} === '{letter}'")
            assert page.evaluate(refused) is False, letter
        glass.table.screens.presence.signal(TWO, "refused")
        glass.faces({TWO: CardFace("D")})
        until(page, f"{LETTER} === 'D' && {refused}")


def test_after_a_nap_and_without_network_no_wrong_letter_is_shown(browser: Browser) -> None:
    glass = Glass()
    glass.faces({TWO: CardFace("A")})
    with glass.served() as url, device(browser, url, "en", "dark", SCREEN_KEY) as context:
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


@pytest.mark.slow
def test_naps_and_lost_networks_one_after_another(browser: Browser) -> None:
    """Twenty naps and eight lost networks: none shows what is over."""
    glass, came_ms = Glass(), []
    glass.faces({TWO: CardFace("A")})
    with glass.served() as url, device(browser, url, "en", "dark", SCREEN_KEY) as context:
        page = opened(context, url)
        until(page, f"{LETTER} === 'A'")
        page.evaluate(SEEN)
        for n in range(28):
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
            assert letter in {each for each, _ in seen}, (n, seen)
            came_ms.append(next(at for each, at in seen if each) - begun)
    LOG.info("Back after %.0f ms, at most %.0f", median(came_ms), max(came_ms))
