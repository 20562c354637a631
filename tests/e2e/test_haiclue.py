"""A whole match of Haiclue in a browser: two people, and one phone that is passed round."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.daemon import Daemon
from tests.e2e.phones import PHONE, Phone

ROUNDS = 4
SHAPES = re.compile("diamond|bar|triangle|circle")


class Reader(Phone):
    """One person's page of Haiclue."""

    def awake(self) -> None:
        """Take this person's page in hand; touch it where it has covered itself meanwhile."""
        self.page.bring_to_front()  # Chromium draws a page behind another once a second
        self.page.locator("html[data-ready]").wait_for()
        cover = self.button("page is covered. Tap to show it.")
        if cover.is_visible():
            cover.click()

    def region(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name)

    def target(self) -> str:
        """Return the shape of the own target, opened for a moment and closed again."""
        self.awake()
        self.page.get_by_text("Show my target").click()
        card = self.page.get_by_role("group").filter(has_text="Show my target")
        expect(card).to_contain_text(SHAPES)
        found = SHAPES.search(card.inner_text())
        self.page.get_by_text("Show my target").click()
        assert found
        return found[0]

    def lay(self, tiles: int, *, lines: bool = False) -> None:
        """Put the first tiles together and finish the clue."""
        self.sees("Lay a clue for your target")
        self.awake()
        for number in range(tiles):
            if lines and number == 1:
                self.button("New line").click()
            self.region("My clue").get_by_role(
                "button", name=re.compile("^Add ")
            ).first.click()
        self.button("Finish my clue").click()

    def guess(self, shape: str) -> None:
        self.awake()
        self.button(re.compile(f"^Guess {shape}: ")).click()


def add_on_the_same_phone(phone: Reader, name: str, url: str) -> Reader:
    """Let one more person sit down on a phone that somebody holds already."""
    context = phone.page.context
    other = Reader(context, name)
    other.page.goto(url)
    other.page.get_by_text("Another player on this phone").click()
    other.page.get_by_label("Your name").first.fill(name)
    other.button("Sit down").click()
    expect(other.page.get_by_role("heading", name="Who is here")).to_be_visible()
    return other


def start_match(host: Page) -> None:
    host.get_by_role("link", name="Prepare the match").click()
    expect(host.get_by_text("2 people at the table")).to_be_visible()
    host.get_by_role("button", name="Haiclue").click()
    host.get_by_label("The youngest, who reads first").select_option("Anna")
    host.get_by_role("button", name="Start the match").click()
    # Whoever holds two seats chooses whose page comes first.
    host.get_by_role("link", name="Play on as Anna").click()


def play_round(people: list[Reader]) -> None:
    """Everybody lays a clue; each is read in turn, and all find every target."""
    targets = []
    for number, person in enumerate(people):
        person.sees("Lay a clue for your target")
        targets.append(person.target())
        person.lay(2 + number, lines=number == 1)
    for at in (1, 0):  # Anna reads first, so Ben's clue comes first
        author, shape = people[at], targets[at]
        author.sees("Your clue is being read")
        author.awake()
        assert author.button(re.compile("^Guess ")).count() == 0
        for person in people:
            if person is not author:
                person.sees(f"Which word does {author.name} mean?")
                person.guess(shape)
        for person in people:
            person.sees(re.compile(f"{author.name} meant |: found$|: not found$"))
        people[at].awake()
        people[at].button(
            re.compile("^(On to the next clue|Turn the tiles over|Swap your tiles|See how)")
        ).click()


@pytest.mark.slow
@pytest.mark.browser
def test_two_people_on_one_phone_play_to_the_poem_book(
    browser: Browser, tmp_path: Path
) -> None:
    with Daemon(tmp_path) as daemon:
        context = browser.new_context(viewport=PHONE, locale="en-GB")
        anna = Reader(context, "Anna")
        anna.join(daemon.url, daemon.pin)
        people = [anna, add_on_the_same_phone(anna, "Ben", daemon.url)]
        start_match(anna.page)
        anna.sees("Lay a clue for your target")
        anna.awake()
        check_a_draft_survives_a_reload(anna)
        for _ in range(ROUNDS):
            play_round(people)
        for person in people:
            person.sees("A perfect match: 8 of 8!")
            expect(person.region("Points").get_by_text("8 of 8.")).to_be_visible()
            poems = person.region("The poem book").get_by_role("listitem")
            expect(poems).to_have_count(ROUNDS * 2)
        context.close()


def check_a_draft_survives_a_reload(person: Reader) -> None:
    """A clue is put together, changed, and is still there on a fresh page."""
    clue = person.region("My clue")
    words = []
    for _ in range(3):
        tile = clue.get_by_role("button", name=re.compile("^Add ")).first
        words.append(tile.inner_text())
        tile.click()
    one, two, three = words
    person.button(f"{three}, in your clue: select").click()
    person.button("Earlier").click()
    person.button("New line before it").click()
    person.button("Select nothing").click()
    text = f"Your clue so far: {one} / {three} {two}"
    expect(clue.get_by_text(text)).to_be_attached()
    person.page.reload()
    person.awake()
    expect(clue.get_by_text(text)).to_be_attached()
    person.button("Start again").click()
    expect(clue.get_by_text("Tap your tiles in the order of your clue")).to_be_visible()


@pytest.mark.slow
@pytest.mark.browser
def test_a_phone_that_is_passed_round_opens_covered(
    browser: Browser, tmp_path: Path
) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    anna = Reader(context, "Anna")
    with Daemon(tmp_path) as daemon:
        anna.join(daemon.url, daemon.pin)
        passing = anna.page.get_by_role("link", name="Pass the phone on")
        expect(passing).to_have_count(0)
        add_on_the_same_phone(anna, "Ben", daemon.url).page.close()
        start_match(anna.page)
        for name in ("Ben", "Anna"):
            expect(anna.button("page is covered.")).to_be_visible()
            passing.click()
            hand_over(anna.page, name)
            expect(anna.button("page is covered.")).to_be_visible()
            expect(anna.button(re.compile("^Add "))).to_have_count(0)
        anna.awake()
        expect(anna.button(re.compile("^Add "))).to_have_count(15)
        context.close()


def hand_over(page: Page, name: str) -> None:
    """Open the page of *name* from the one that shows nobody's cards."""
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name=f"Open {name}'s page").click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
