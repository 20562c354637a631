"""A player's phone in a real Chromium, used by roles and names as a person would."""

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sized
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    Route,
    ViewportSize,
    expect,
)

from companion.languages import Language
from companion.table.table import Table
from companion.words.lexicon import load_lexicon
from tests.waiting import LIMIT_MS, LIMIT_S, wait_for
from web.devices import cookie_name, device_id

CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
    or "/usr/bin/chromium"
)
PLAYWRIGHTS_OWN = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose"),
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter"),
    *("PaintHolding", "ThirdPartyStoragePartitioning", "TcpPortRandomizationWin"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "AimEnabled"),
    *("NetworkTimeServiceQuerying", "PreconnectToSearch", "msForceBrowserSignIn"),
    "msEdgeUpdateLaunchServicesPreferredVersion",
)
"""What Playwright switches off: Chromium minds the last list alone, so ours has all of it."""
NOBODY_SEES = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
"""Two pages that Chromium loads behind the address of each window: half of what a page costs."""
ARGUMENTS = [
    f"--disable-features={','.join((*PLAYWRIGHTS_OWN, *NOBODY_SEES))}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: ViewportSize = {"width": 360, "height": 740}
SMALL: ViewportSize = {"width": 320, "height": 640}
OPEN_AND_COUNTED = """
addEventListener('pointerdown', () => {
  sessionStorage.setItem('taps', Number(sessionStorage.getItem('taps') ?? 0) + 1);
}, true);
"""
LATE = """
const hears = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, does) {
  let last = Promise.resolve();
  hears.call(this, name, (event) => {
    const late = new Promise((done) => { setTimeout(done, Math.random() * %d); });
    last = last.then(() => late).then(() => does(event));
  });
};
"""
"""Lets each page hear of each change late, by up to so many ms: no test may be quicker."""

LATE_STYLE_MS = 300
"""How late a page's styles come then: what is read of it must not hang on where lines break."""

SHUT = "menu => { if (menu.open) menu.querySelector('summary').click(); }"
SHOWS = "now => Number(document.querySelector('main').dataset.version ?? -1) >= now"
TABLE_SHOWS = """async () => {
  const answer = await fetch(document.querySelector('main').dataset.live + '/state');
  return String((await answer.json()).version); // 0 is a version too
}"""


def up_to_date(phones: Iterable["Phone"]) -> None:
    """Wait until each phone shows what its table shows now: before that, nothing is missing."""
    for phone in phones:
        newest(phone.page, f"{phone.name}'s page")


def newest(page: Page, what: str = "the page") -> None:
    """Wait until *page* shows what its table shows now."""
    now = wait_for(lambda: evaluated(page, TABLE_SHOWS), f"the table of {what}")
    wait_for(lambda: evaluated(page, SHOWS, now), what)


def come(page: Page, url: str = "") -> None:
    """Let *page* come, from *url* or anew: return once its scripts are there."""
    if url:
        page.goto(url)
    else:
        page.reload()
    page.locator("html[data-ready='1']").wait_for(state="attached")


def evaluated(page: Page, expression: str, argument: object = None) -> Any:
    """Return what *expression* is in *page*; None while the page comes anew."""
    with suppress(Error):
        return page.evaluate(expression, argument)
    return None


def until(page: Page, expression: str, argument: object = None) -> None:
    """Wait for *expression* of *page*.

    Not Playwright's wait_for_function: but for its first look that evals in the page, and our
    pages forbid it. A test that came a moment too early would fail instead of waiting.
    """
    wait_for(lambda: evaluated(page, expression, argument), expression)


def arrived(page: Page, held: Sized, count: int) -> None:
    """Wait until *count* requests are *held*: a page may show more before its routes are told."""
    wait_for(lambda: evaluated(page, "true") and len(held) >= count, f"{count} requests")


ANSWERS = re.compile("^(Move on|Keep the letter|Do not guess now)$")
"""What can be answered after a clue; the first of them is for who knows the letter of a row."""

OVER = re.compile("words counts?")
"""What the heading says once all words are judged."""


def late_style(route: Route) -> None:
    """Hold a style sheet back for a moment."""
    with suppress(Error):  # the page may be gone by then
        route.request.frame.page.wait_for_timeout(LATE_STYLE_MS)
        route.continue_()


class Phone:
    """One person and the page in front of them."""

    def __init__(
        self, context: BrowserContext, name: str, page: Page | None = None
    ) -> None:
        context.set_default_timeout(LIMIT_MS)
        self.name = name
        self._typed = 0
        context.add_init_script(OPEN_AND_COUNTED)
        if late_ms := int(os.environ.get("PHONES_LATE_MS", "0")):
            context.add_init_script(LATE % late_ms)
            context.route("**/*.css", late_style)
        self.page: Page = page or context.new_page()

    @property
    def taps(self) -> int:
        """How often a finger has come down on this page so far, once a field included."""
        counted = "sessionStorage.getItem('taps') ?? '0'"
        return self._typed + int(wait_for(lambda: evaluated(self.page, counted)))

    def fits(self) -> bool:
        """Whether nothing scrolls sideways."""
        return bool(
            self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        )

    # -- coming in -----------------------------------------------------------------------

    def join(self, url: str, pin: str) -> None:
        self.page.goto(url)
        self.page.get_by_role("textbox", name="PIN").first.fill(pin)
        self.page.get_by_label("Your name").first.fill(self.name)
        self._typed += 2
        self.button("Sit down").click()
        expect(self.page.get_by_role("heading", name="Who is here")).to_be_visible()

    def sits(self, url: str, table: Table) -> None:
        """Sit at *table* already, as whoever has filled in the form, and open the page."""
        key, name = f"{self.name:-<22}", cookie_name(urlsplit(url).port or 80)
        self.page.context.add_cookies([{"name": name, "value": key, "url": url}])
        handle = table.submit(table.lobby.join, device_id(key), self.name).result(LIMIT_S)
        self.page.goto(f"{url}/p/{handle}")
        expect(self.page.locator("#lobby")).to_be_visible()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def in_menu(self, name: str) -> None:
        """Press a button of the menu that what is rare lies in, and shut it again."""
        menu = self.page.locator("#menu")
        menu.locator("> summary").click()
        menu.get_by_role("button", name=name).first.click()
        menu.evaluate(SHUT)  # on a slow machine a new question has shut it by now

    def step(self) -> str:
        """Return which question stands in the bar now."""
        return self.page.locator("#now").get_attribute("data-step") or ""

    def heading(self) -> str:
        """Return what the page says happens now."""
        return self.page.locator("#now-title").inner_text()

    def sees(self, heading: str | re.Pattern[str]) -> None:
        exact = isinstance(heading, str)
        region = self.page.get_by_role("region", name=heading, exact=exact)
        expect(region.first).to_be_visible()

    # -- a round -------------------------------------------------------------------------

    def letters(self) -> dict[str, str]:
        """Return the letter this phone shows for each name on the stands."""
        stands = self.page.get_by_role("region", name="The stands")
        tiles = stands.get_by_role("listitem")
        names = tiles.locator(".lj-who").all_text_contents()
        letters = tiles.locator(".lj-letter").all_text_contents()
        return dict(zip(names, letters, strict=True))

    def build_clue(self, others: list[str]) -> None:
        """Build a clue in private; its figures are counted and told to the table."""
        for name in others:
            self.button(re.compile(rf"^Add to my clue: {name} ")).click()
        expect(self.page.get_by_label("Letters", exact=True)).to_have_value(
            str(len(others))
        )
        expect(self.page.get_by_label("Players helped", exact=True)).to_have_value(
            str(len({name for name in others if not name.startswith("Stand")}))
        )
        self.button("Tell the table").click()
        self.sees("Choose who gives the clue")

    def lay_built_clue(self, letters: int) -> None:
        """Give the clue that was built: one act."""
        self.button(re.compile("Choose ?: I give the clue")).click()
        self.sees("You give the clue")
        expect(self.page.locator("#draft-echo > span")).to_have_count(letters)
        self.button("Give this clue").click()

    def give_clue(self, others: list[str]) -> None:
        """Be the cluegiver, lay a chip at each of *others* and give the clue."""
        self.button(re.compile("Choose ?: I give the clue")).click()
        self.sees("You give the clue")
        self.lay_clue(others)

    def lay_clue(self, others: list[str]) -> None:
        """Lay a chip at each of *others*, as the cluegiver, and give the clue."""
        for number, name in enumerate(others, 1):
            self.button(re.compile(rf"^Lay chip {number}: {name} ")).click()
        self.button(re.compile(rf"^Give this clue \({len(others)} letters\)$")).click()

    def decide(self, letter: str) -> str:
        """Move on with the guess *letter*, guess an extra letter aloud, or keep it; say which."""
        answers = self.page.locator("#now").get_by_role("button", name=ANSWERS)
        wish = (answers.first.text_content() or "").strip()
        key = self.page.get_by_role("group", name="My extra letter is")
        if wish == "Move on":
            self.page.get_by_label(re.compile("^Guess for letter")).first.fill(letter)
        elif key.count():
            wish = "Guess aloud"
        up_to_date(
            [self]
        )  # else it would not know whether it is the last, who is asked again
        asked = self.page.locator(f"#now[data-step='{self.step()}']")
        if wish == "Guess aloud":
            key.get_by_role("button", name=letter, exact=True).click()
        else:
            self.button(wish).click()
        yes = self.button("Yes, do it")
        wait_for(
            lambda: yes.is_visible() or not asked.count(), "a question or what comes next"
        )
        if yes.is_visible():
            yes.click()
        expect(asked).to_have_count(0)
        return wish

    # -- the end -------------------------------------------------------------------------

    def lay_word(self, row: str, language: Language = "en") -> str:
        """Order the cards of *row* into a word of the list and lay it face down."""
        word = next(
            word
            for word in load_lexicon(language).secret_words("hard", len(row))
            if Counter(word) == Counter(row)
        )
        left = list(enumerate(row, 1))
        for letter in word:
            card = next(each for each in left if each[1] == letter)
            left.remove(card)
            self.button(re.compile(rf"^Card {card[0]}, .*: add to the word$")).click()
        self.button("Lay this word face down").click()
        return word

    def reveal(self) -> None:
        self.button("Reveal my word").click()
        self.button("Yes, do it").click()


@contextmanager
def phones_of(
    browser: Browser, *names: str, size: ViewportSize = PHONE, script: str = "", **more: Any
) -> Iterator[list[Phone]]:
    """Yield a phone for each of *names*; they close in the end. *more*: of their contexts."""
    with ExitStack() as stack:
        phones = []
        for name in names:
            context = browser.new_context(viewport=size, **{"locale": "en-GB", **more})
            stack.enter_context(context).add_init_script(script)
            phones.append(Phone(context, name))
        yield phones


@contextmanager
def sat_down(
    browser: Browser, url: str, table: Table, *names: str, **more: Any
) -> Iterator[list[Phone]]:
    """Yield a phone for each of *names*, all sitting at the table; they close in the end."""
    with phones_of(browser, *names, **more) as phones:
        for phone in phones:
            phone.sits(url, table)
        yield phones
