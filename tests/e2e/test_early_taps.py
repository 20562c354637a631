"""What is tapped before a page's scripts come acts once when they do, or a sentence says so."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from companion.engine.codec import Codec
from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.messages import load
from companion.table.values.incidents import Rescue
from companion.table.values.projection import PlayedMatch
from tests.depth import by_default
from tests.e2e.daemon import Daemon
from tests.e2e.early import Held, held
from tests.e2e.phones import Phone
from tests.e2e.stage import KEY, OTHER_KEY, Stage, device

pytestmark = pytest.mark.browser

STRANGER = "a-stranger-with-22-let"
KIND = re.compile(
    r"""<(?:form|button)[^>]*? (data-(?!key)[a-z-]+(?:=["']?[^"'>,}]+[^ >,}]*)?)"""
)
"""What a button or form is for."""
MOMENT = re.compile(r'<section id="[a-z-]+|<form[^>]* data-do="\w+|"type": "\w+')
"""What tells two moments apart."""
SAID = {language: load(("web",), language).text("web.changed") for language in LANGUAGES}
HELD_MS = 3000
SLOW, LONG = pytest.mark.slow, pytest.mark.long


@contextmanager
def opened(
    browser: Browser, url: str, key: str = KEY, language: str = "en"
) -> Iterator[Held]:
    """A held page of the device *key*."""
    with device(browser, url, language, "light", key) as context, held(context) as page:
        yield page


def check(page: Held, url: str) -> None:
    """Tap everything at *url*, early and twice, or late and once: the same comes of it."""
    found = [each for each in page.found(url) if not each.reloads]
    page.tap(found, 2)
    page.let_go()
    early = page.outcome()
    late, barred = page.late(url, found)
    assert early.sent == late.sent, url
    assert early.notes == late.notes, url
    assert early.state == late.state, url
    assert bool(early.told) == barred, url


def check_reloading(page: Held, url: str) -> None:
    """Tap, each by itself, what makes the page come anew."""
    for each in page.found(url):
        if each.reloads:
            early, (late, _) = page.early(url, [each], 2), page.late(url, [each], 2)
            assert early == late
            assert [what for what, *_ in early.sent if what == "POST"] == ["POST"]


def moments(
    stage: Stage, context: BrowserContext, url: str, least: int, seeds: int
) -> Iterator[str]:
    """Put moments on the table; yield each page with *least* kinds of controls not seen yet."""
    seen: set[str] = set()
    for _, match in stage.moments(seeds, MOMENT):
        stage.show(match)
        for path in ("/p/h0", "/host", "/table", f"/host/for/{stage.paper}"):
            text = context.request.get(url + path).text()
            new = {path + each for each in KIND.findall(text)} - seen
            if len(new) >= least:
                seen |= new
                yield url + path


@pytest.mark.parametrize("name", by_default("letter_jam", of=GAMES))
def test_everything_before_a_match_acts_once(browser: Browser, name: str) -> None:
    stage = Stage(GAMES[name](), players=4)
    with stage.served() as url:
        stage.show(None, asked_for=True)
        with opened(browser, url) as page:
            check(page, f"{url}/host")
            check(page, f"{url}/p/h0")


@pytest.mark.slow
def test_everything_a_house_has_gathered_acts_once(browser: Browser) -> None:
    game = GAMES["letter_jam"]()
    stage = Stage(game, players=4)
    words = {
        "type": "KeepList",
        "name": "Ours",
        "language": "en",
        "text": "house\nmouse\ntable",
    }
    counts = dict.fromkeys("ABCDEFGHIKLMNOPRSTUWZ", 3) | {"E": 4}
    cards = {"type": "EnterCards", "language": "en", "counts": counts}
    house: Mapping[str, Any] = {}
    for each in (words, cards):
        house = game.house.change(house, Codec(game.house.commands).load(each))
    kept: dict[str, Any] = {
        "evenings": (PlayedMatch("2026-01-31 20:15", "letter_jam", ("Anna", "Ben")),),
        "rescue": Rescue("letter_jam", "2026-01-31 21:00"),
        "house": {"letter_jam": house},
    }
    (_, match), *_ = stage.moments(1)
    with stage.served() as url, opened(browser, url) as page:
        stage.show(None, **kept)
        check(page, f"{url}/host")
        check_reloading(page, f"{url}/host")
        stage.show(match, paused=True, saved=False)
        check(page, f"{url}/host")
        check(page, f"{url}/p/h0")


@pytest.mark.slow
def test_everything_on_the_pages_around_acts_once(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    visits = {
        KEY: ("/", "/bench", "/sheet"),
        OTHER_KEY: ("/asked/p1",),
        STRANGER: ("/J/123456", "/host", "/nowhere", "/status", "/rules"),
    }
    with stage.served() as url:
        stage.show(None, asked_for=True)
        for key, paths in visits.items():
            with opened(browser, url, key) as page:
                for path in paths:
                    check(page, url + path)
                check_reloading(page, f"{url}{paths[-1]}")


@pytest.mark.parametrize(
    ("name", "least", "seeds"),
    [
        pytest.param("letter_jam", 10, 1, id="letter_jam-sample"),
        *(pytest.param(name, 3, 1, id=f"{name}-most", marks=SLOW) for name in GAMES),
        *(pytest.param(name, 1, 4, id=f"{name}-all", marks=LONG) for name in GAMES),
    ],
)
def test_everything_in_a_match_acts_once(
    browser: Browser, name: str, least: int, seeds: int
) -> None:
    stage = Stage(GAMES[name](), players=4)
    with stage.served() as url, opened(browser, url) as page:
        tapped = 0
        for each in moments(stage, page.page.context, url, least, seeds):
            check(page, each)
            tapped += 1
        assert tapped > 0


@pytest.mark.parametrize(
    ("name", "language", "pairs"),
    [
        pytest.param("letter_jam", "en", 2, id="letter_jam-sample"),
        *(
            pytest.param(name, language, pairs, id=f"{name}-{many}", marks=marks)
            for name, language in zip(GAMES, cycle(LANGUAGES), strict=False)
            for pairs, many, marks in ((10, "most", SLOW), (None, "all", LONG))
        ),
    ],
)
def test_what_stands_for_something_else_now_is_not_done_and_told(
    browser: Browser, name: str, language: str, pairs: int | None
) -> None:
    stage = Stage(GAMES[name](), players=4)
    played = stage.asked(1)
    with stage.served() as url, opened(browser, url, language=language) as page:
        missed = 0
        changes = [(played[0], played[-1]), *pairwise(played)]
        for before, after in changes[:pairs]:
            stage.show(before)
            found = [each for each in page.found(f"{url}/p/h0") if not each.reloads]
            page.tap(found)
            stage.show(after)
            standing = page.standing(found)
            page.let_go()
            some = page.outcome()
            stage.show(before)
            expected = page.early(f"{url}/p/h0", standing)
            assert some.sent == expected.sent
            gone = standing != found
            assert some.told == ((SAID[language],) if gone or expected.told else ())
            missed += gone
        assert missed > 0


@pytest.mark.slow
def test_the_first_minute_with_scripts_three_seconds_late(
    browser: Browser, tmp_path: Path
) -> None:
    context = browser.new_context(locale="en")
    with Daemon(tmp_path) as daemon, held(context, watched=False) as page:
        anna = Phone(context, "Anna", page.page)
        page.visit(daemon.url)
        page.page.get_by_label("PIN", exact=True).first.fill(daemon.pin)
        name = page.page.get_by_label("Your name").first
        name.fill("Anna")
        name.press("Enter")
        expect(anna.button("Sit down")).to_have_attribute("aria-busy", "true")
        page.page.wait_for_timeout(HELD_MS)
        assert page.page.url == f"{daemon.url}/"
        page.let_go()
        expect(page.page.get_by_role("heading", name="Who is here")).to_be_visible()
        for game in ("Haiclue", "Letter Jam"):
            page.visit(f"{daemon.url}/host")
            anna.button(game).click()
            page.let_go()
            chosen = page.page.get_by_role("button", name=game, pressed=True)
            expect(chosen).to_be_visible()
        page.visit(f"{daemon.url}/host")
        anna.button("Add a bot").click()
        anna.button("Add a bot").click()
        page.page.get_by_role("link", name="Rules").click()  # waits its turn
        assert page.page.url == f"{daemon.url}/host"
        page.let_go()
        page.page.wait_for_url("**/rules")
        page.page.goto(f"{daemon.url}/host")
        expect(
            page.page.get_by_role("heading", name="2 people at the table")
        ).to_be_visible()
        page.visit(f"{daemon.url}/host")
        anna.button("Start the match").click()
        page.let_go()
        page.page.wait_for_url("**/p/*")
        anna.sees("Find a clue")
    context.close()


def test_what_needs_no_script_works_meanwhile(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    with stage.served() as url, opened(browser, url) as page:
        page.visit(f"{url}/host")
        page.page.locator("#everything > summary").click()
        house = page.page.locator("#house")
        house.locator("summary").first.click()
        expect(house).to_have_attribute("open", "")
        page.page.get_by_label("How well the bot plays").select_option("weak")
        page.page.get_by_role("link", name="Rules").click()
        page.page.wait_for_url("**/rules", wait_until="commit")
        page.visit(f"{url}/p/h0")
        choice = page.page.get_by_label("My first match")
        page.page.locator("label", has=choice).click()
        expect(choice).to_be_checked()
        page.let_go()
        expect(choice).to_be_checked()
        page.page.reload()
        expect(choice).to_be_checked()


def test_what_is_typed_after_it_was_sent_does_not_change_it(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    with stage.served() as url, opened(browser, url) as page:
        page.visit(f"{url}/host")
        name = page.page.get_by_label("Name (no phone)")
        for each in ("Eve", "Finn"):
            name.fill(each)
            name.press("Enter")
        name.fill("Gre")
        page.let_go()
        assert [body for *_, body in page.outcome().sent] == [
            '{"name":"Eve"}',
            '{"name":"Finn"}',
        ]


@pytest.mark.parametrize(
    ("lost", "language"), [pytest.param("app", "en", marks=pytest.mark.slow), ("own", "de")]
)
def test_a_tap_on_a_page_that_has_to_come_anew_is_told(
    browser: Browser, lost: str, language: str
) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    with stage.served() as url, opened(browser, url, language=language) as page:
        page.visit(f"{url}/host")
        page.tap([each for each in page.controls() if each.section == "people"])
        page.lose(f"/static/{lost}.js")
        expect(page.page.locator("#net")).to_be_visible()
        page.found_again(f"/static/{lost}.js")
        outcome = page.outcome(loads=2)
        assert outcome.sent == ()
        assert outcome.told == (SAID[language],)


def test_without_javascript_no_form_goes_off(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    with stage.served() as url:
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(f"{url}/J/123456")
        page.get_by_label("Your name").first.fill("Anna")
        button = page.get_by_role("button", name="Sit down").bounding_box()
        assert button
        middle = button["x"] + button["width"] / 2, button["y"] + button["height"] / 2
        with page.expect_console_message(lambda said: "form-action 'none'" in said.text):
            page.mouse.click(*middle)
        assert page.url == f"{url}/J/123456"
        context.close()
