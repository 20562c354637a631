"""Three displays on wires, two phones and a tablet with the rest are one table, in Chromium."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from companion.links import MuxLink
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    CardFace,
    MuxConfig,
    Place,
    RigConfig,
    StandConfig,
)
from companion.process.lost_displays import LostDisplays
from companion.table.table import Table
from hardware.rig.wired import WiredRig
from tests.e2e.house import adds
from tests.e2e.phones import until
from tests.e2e.screens import Log, Stands, evening
from tests.e2e.test_glass import NAP
from tests.e2e.test_screen_matches import HOLD_MS, begins, is_on_stands
from tests.hardware.kernel import Kernel
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ONE, TWO, THREE, FOUR, FIVE, SIX = STAND_PLACES
PINS = {ONE: 5, TWO: 6, THREE: 13}
FIRST_BUS = 11
TABLET: ViewportSize = {"width": 800, "height": 1280}
CONFIG = RigConfig(
    tuple(
        StandConfig(place, MuxLink("m", k), buttons={"main": pin})
        for k, (place, pin) in enumerate(PINS.items())
    ),
    (MuxConfig("m"),),
)
LETTERS = "[...document.querySelectorAll('.letter text')].map((each) => each.textContent)"
SHOWS = f"wanted => JSON.stringify({LETTERS}) === JSON.stringify(wanted)"
SHOWS_PLACES = """wanted => JSON.stringify(
  [...document.querySelectorAll('.stand')].map((each) => each.dataset.place)
) === JSON.stringify(wanted)"""


@dataclass
class Mixed:
    """Each stand's glass, whatever it is: a display on a bus, or a page."""

    kernel: Kernel
    stands: Stands

    @property
    def table(self) -> Table:
        return self.stands.table

    def face(self, place: Place) -> CardFace:
        face = self.table.publisher.latest.faces[place]
        assert isinstance(face, CardFace)
        return face

    def bus(self, place: Place) -> int:
        return FIRST_BUS + STAND_PLACES.index(place)

    def each_letter_stands_once(self) -> None:
        """On the glass of its own stand, and on none there is anything else."""
        for place in PINS:
            face = self.face(place)
            wait_for(
                partial(self.kernel.shows, self.bus(place), face), f"{face} at {place}"
            )
        for place, page in self.stands.pages.items():
            until(page, SHOWS, [self.face(place).letter])

    def press(self, place: Place, event: str, *, hold: bool = False) -> None:
        """Press the button or the glass, and wait for its one *event*."""
        log = Log(self.table)
        before = log.count(event)
        if place in PINS:
            pin = self.kernel.factory.pin(PINS[place])
            down_s = time.monotonic()
            pin.drive_low()
            for_s = HOLD_MS / 1000 if hold else 0.1
            wait_for(lambda: time.monotonic() - down_s >= for_s, "the finger")
            pin.drive_high()
        else:
            self.stands.tap(place, held_ms=HOLD_MS if hold else 0)
        wait_for(partial(log.has_more, event, before), f"{event} by {place}")
        assert log.count(event) == before + 1


@pytest.fixture(name="kernel")
def _kernel(tmp_path: Path) -> Iterator[Kernel]:
    kernel = Kernel(tmp_path / "sysfs")
    kernel.add_mux(FIRST_BUS, channels=len(PINS))
    yield kernel
    kernel.factory.reset()


def sits_down_last(stands: Stands, tablet: Page, desk: Page) -> None:
    """Fay comes: the tablet gives her stand up, and is told to be it alone."""
    until(tablet, SHOWS_PLACES, [SIX, CENTRE])
    table = stands.table
    adds(table, "Fay")
    until(tablet, SHOWS_PLACES, [CENTRE])
    [screen] = [each for each in table.publisher.latest.screens.values() if each.rest]
    desk.locator(f"[data-key='other-{screen.id}'] > summary").click()
    desk.locator(f"[data-key='move-{screen.id}-{SIX}']").click()
    until(tablet, SHOWS_PLACES, [SIX])
    stands.pages[SIX] = tablet
    del stands.pages[CENTRE]


def letter_on(phone: Page, place: Place) -> Locator:
    """Return where the page of a player shows the letter at *place*."""
    return phone.locator(f"#stands [data-place='{place}'] .lj-letter")


def loses_a_display(mixed: Mixed, rig: WiredRig, phone: Page) -> None:
    """One on a wire is gone: the cards are on the phones, as where a screen sleeps."""
    table, look = mixed.table, LostDisplays(rig.health, mixed.table.lose_displays)

    def lies_on(place: str, *, stands: bool) -> None:
        def so() -> bool:
            look()
            return is_on_stands(table) is stands

        wait_for(so, f"the cards are on the {place}")

    expect(letter_on(phone, TWO)).to_be_hidden()
    bus = mixed.bus(TWO)
    lost = mixed.kernel.buses.pop(bus)
    lies_on("phones", stands=False)
    expect(letter_on(phone, TWO)).to_be_visible()
    expect(letter_on(phone, TWO)).to_have_text(mixed.face(TWO).letter)
    expect(letter_on(phone, ONE)).not_to_contain_text(mixed.face(ONE).letter)  # her own
    mixed.kernel.buses[bus] = lost
    lies_on("table", stands=True)
    expect(letter_on(phone, TWO)).to_be_hidden()
    mixed.each_letter_stands_once()


def test_six_people_and_the_first_clue_on_displays_phones_and_a_tablet(
    browser: Browser, tmp_path: Path, kernel: Kernel
) -> None:
    rig = WiredRig(CONFIG, kernel.drivers())
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil")
    with evening(browser, tmp_path, names, rig=rig, config=CONFIG) as (
        stands,
        anna,
        table,
        url,
    ):
        desk = anna.page.context.new_page()
        desk.goto(f"{url}/screens")
        for place in (FOUR, FIVE):
            stands.add(desk, place)
        tablet = stands.add(desk, SIX, CENTRE, size=TABLET)
        sits_down_last(stands, tablet, desk)
        begins(table, "en")
        assert is_on_stands(table)
        mixed = Mixed(kernel, stands)
        mixed.each_letter_stands_once()
        expect(anna.page.locator("#sheet")).to_be_visible()
        mixed.press(FOUR, "CluegiverChosen", hold=True)
        for place in (ONE, TWO, FIVE):
            mixed.press(place, "ChipsLaid")
        phone = stands.pages[FIVE]
        phone.evaluate(NAP, True)  # noqa: FBT003 - the page's own argument
        wait_for(lambda: not is_on_stands(table), "the cards are on the phones")
        expect(letter_on(anna.page, FIVE)).to_have_text(mixed.face(FIVE).letter)
        assert phone.evaluate(LETTERS) == []
        mixed.press(SIX, "ChipsLaid")
        phone.evaluate(NAP, False)  # noqa: FBT003 - as above
        wait_for(lambda: is_on_stands(table), "the cards are on the table")
        mixed.each_letter_stands_once()
        expect(phone.locator(".chip")).to_have_count(1)
        mixed.press(FOUR, "ClueGiven", hold=True)
        mixed.each_letter_stands_once()
        loses_a_display(mixed, rig, anna.page)
