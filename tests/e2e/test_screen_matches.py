"""Whole matches whose stands are screens: everything that a stand can do is done by its glass."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.engine.game import AnyGame, Gesture, Touch
from companion.errors import Rejected
from companion.games import GAMES
from companion.games.letter_jam.queries import asked, may_move_on
from companion.games.letter_jam.state import LetterJam, Phase
from companion.ports import CENTRE, STAND_PLACES, CardFace, Place, Seat
from companion.table.table import Table
from companion.table.values.match import Match
from tests.e2e.house import adds, begin, host_of
from tests.e2e.phones import Phone, come, evaluated, newest, until
from tests.e2e.screens import Log, Stands, evening, sits_down
from tests.play import Player
from tests.waiting import LIMIT_S, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HOLD_MS = 900
ROUNDS = 30
STEPS, MOST_TAPS, LEAST_TAPS = 2000, 20, 3
PRESSED: dict[str, dict[str, Any]] = {
    "haiclue": {},
    "djam": {"buzzers": "stands"},
    "buchstabenbluff": {"buttons": "stands", "gong_s": 0},
}
"""What lets a game be played by stands, and without a clock that rings meanwhile."""
NEWEST = """async () => {
  const { version } = await (await fetch('/stand/state')).json();
  return document.getElementById('stand').dataset.version === `${version}`;
}"""
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
LETTER_AT = """place => document.querySelector(
  `[data-place="${place}"] .letter text`)?.textContent ?? ''"""


def told(page: Page, kind: str, *more: str) -> Any:
    """Return the button that gives the command *kind*, in whatever language."""
    parts = "".join(f"[data-do*='{each}']" for each in (f'"{kind}"', *more))
    return page.locator(f"button{parts}:visible").first


class Screened:
    """A match of Letter Jam by the glass; by pages of those with a phone, else by the host's."""

    def __init__(self, stands: Stands, phones: dict[Seat, Phone], desk: Page) -> None:
        self.stands, self.phones, self.desk = stands, phones, desk
        self.table = stands.table
        self.log = Log(self.table)
        self.rounds = 0

    @property
    def state(self) -> LetterJam:
        match = self.table._committer.state.match
        assert match is not None
        state: LetterJam = match.state
        return state

    def page(self, seat: Seat) -> Page:
        """Return the page on which things are done for *seat*: its own, or the host's."""
        if seat in self.phones:
            return self.phones[seat].page
        info = self.table.publisher.latest.table
        person = next(each for each in info.people if each.seat == seat)
        come(self.desk, f"{self.stands.url}/host/for/{person.id}")
        return self.desk

    def does(self, seat: Seat, event: str, kind: str, *more: str) -> None:
        """Press what gives *kind* on the page of *seat*, and wait for its *event*."""
        before, page = self.log.count(event), self.page(seat)
        told(page, kind, *more).click()
        self.comes(page, event, before)

    def sends(self, seat: Seat, event: str, form: str) -> None:
        before, page = self.log.count(event), self.page(seat)
        page.locator(f"button[form={form}]:visible").first.click()
        self.comes(page, event, before)

    def comes(self, page: Page, event: str, before: int) -> None:
        """Wait for *event*, and say yes where the page asks."""
        yes = page.locator("#confirm-yes")

        def came() -> bool:
            if yes.is_visible():
                yes.click()
            return self.log.count(event) > before

        wait_for(came, event)

    def touch(self, place: Place, event: str, held_ms: int = 0) -> None:
        """Press the glass at *place*, and wait for its one *event*."""
        before = self.log.count(event)
        self.stands.tap(place, held_ms=held_ms)
        wait_for(partial(self.log.has_more, event, before), f"{event} by {place}")
        assert self.log.count(event) == before + 1

    def shows_what_it_should(self) -> None:
        """Each glass has the letter of its own place, and no other place."""
        for place, face in self.table.publisher.latest.faces.items():
            if isinstance(face, CardFace) and place in self.stands.pages:
                until(
                    self.stands.pages[place],
                    f"([place, letter]) => ({LETTER_AT})(place) === letter",
                    [place, face.letter],
                )

    # -- clues ---------------------------------------------------------------------------

    def giver(self) -> Seat | None:
        """Return who gives next: for whom most others have letters to learn; None: nobody."""
        match = self.table._committer.state.match
        assert match is not None
        here = [each for each in match.table.players if each.may_give]
        left = {each.seat: len(self.learners(each.seat)) for each in here}
        able = [seat for seat, count in left.items() if count]
        turn = self.rounds % len(self.state.players)
        return max(able, key=lambda seat: (left[seat], seat == turn), default=None)

    def learners(self, giver: Seat) -> list[Seat]:
        holders = range(len(self.state.players))
        open_ = [Seat(n) for n in holders if not self.state.holder(Seat(n)).beyond]
        return [seat for seat in open_ if seat != giver]

    def play_round(self, giver: Seat) -> None:
        learners = self.learners(giver)
        own = STAND_PLACES[giver]
        self.touch(own, "CluegiverChosen", HOLD_MS)
        for seat in learners:
            self.touch(STAND_PLACES[seat], "ChipsLaid")
        free = STAND_PLACES[len(self.state.players) :]
        self.touch(free[self.rounds % len(free)], "ChipsLaid")
        self.touch(STAND_PLACES[learners[0]], "ChipsLaid")
        self.touch(own, "ChipsLaid")  # the last one is taken back
        self.touch(own, "ClueGiven", HOLD_MS)
        self.shows_what_it_should()
        decided = asked(self.state)
        if not self.rounds and len(decided) > 1:  # keep, think again, move on after all
            at = STAND_PLACES[decided[0]]
            self.touch(at, "Decided")
            self.touch(at, "DecisionTakenBack")
        for seat in decided:
            moves = may_move_on(self.state, seat)
            self.touch(STAND_PLACES[seat], "Decided", HOLD_MS if moves else 0)
        wait_for(lambda: self.state.phase is not Phase.DECIDE, "the end of the round")
        self.shows_what_it_should()
        self.rounds += 1

    def play_clues(self) -> None:
        for _ in range(ROUNDS):
            if self.state.phase is not Phase.CLUE:
                return
            giver = self.giver()
            if giver is None:
                break
            self.play_round(giver)
        for seat in range(len(self.state.players)):
            if self.state.phase is Phase.CLUE:
                self.wants_end(Seat(seat))
        wait_for(lambda: self.state.phase is Phase.FINAL, "the end of the clues")

    def wants_end(self, seat: Seat) -> None:
        page = self.page(seat)
        if not told(page, "WantEnd").is_visible():
            page.locator("#menu > summary").click()
        self.does(seat, "EndWanted", "WantEnd")

    # -- words ---------------------------------------------------------------------------

    def order(self, seat: Seat) -> list[int]:
        """Return the cards of *seat*, from 1, in the order in which they make its word."""
        holder = self.state.holder(seat)
        left = list(enumerate(holder.cards[: holder.dealt], 1))
        found = []
        for letter in self.state.words[seat]:
            card = next(each for each in left if each[1] == letter)
            left.remove(card)
            found.append(card[0])
        return found

    def lay_word(self, seat: Seat) -> None:
        page, before = self.page(seat), self.log.count("FinalWordLaid")
        if seat in self.phones:
            label = page.locator("#builder").get_attribute("data-t-add") or ""
            for card in self.order(seat):
                begins = label.replace("{card}", str(card)).split("{letter}")[0]
                page.locator(f"#builder-ui [aria-label^='{begins}']").click()
            page.locator("button[form=final-form]:visible").first.click()
        else:
            form = page.locator("form[data-do=LayFinalWord]")
            for card in self.order(seat):
                form.locator(f"[data-tile='{card}']").click()
            form.locator("button:not([type])").click()
        self.comes(page, "FinalWordLaid", before)

    def reveal(self, seat: Seat) -> None:
        page, before = self.page(seat), self.log.count("WordRevealed")
        if seat in self.phones:
            page.locator("button[form=reveal-form]:visible").first.click()
        else:
            told(page, "RevealWord").click()
        self.comes(page, "WordRevealed", before)
        word = self.state.words[seat]
        glass = self.stands.pages[STAND_PLACES[seat]]
        expect(glass.locator(f"[data-place={STAND_PLACES[seat]}]")).to_contain_text(word)
        others = [Seat(n) for n in range(len(self.state.players)) if n != seat]
        judge = next((each for each in others if each in self.phones), others[0])
        self.does(judge, "WordJudged", "JudgeWord", '"accepted": true')

    def play(self) -> None:
        self.shows_what_it_should()
        self.play_clues()
        players = [Seat(n) for n in range(len(self.state.players))]
        for seat in players:
            self.lay_word(seat)
        for seat in players:
            self.reveal(seat)
        wait_for(lambda: self.state.phase is Phase.SCORE, "the score")
        assert all(p.revealed and p.revealed.accepted for p in self.state.players)


@contextmanager
def table_page(browser: Browser, url: str, language: str) -> Iterator[Page]:
    context = browser.new_context(viewport=TELEVISION, locale=language)
    page = context.new_page()
    come(page, f"{url}/table")
    yield page
    context.close()


def begins(table: Table, language: str, game: str = "letter_jam", **options: Any) -> None:
    table.submit(table.lobby.choose_game, host_of(table), game).result(LIMIT_S)
    begin(table, language=language, **options)


def is_on_stands(table: Table) -> bool:
    info = table.publisher.latest.table
    return info is not None and info.on_stands


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "de"])
def test_four_people_on_six_screens_with_a_table_page_and_two_sheets(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    with (
        evening(browser, tmp_path, ("Anna",), language) as (stands, anna, table, url),
        table_page(browser, url, language) as television,
    ):
        ben = sits_down(browser, url, table, "Ben", language)
        adds(table, "Cleo", "Dora")
        desk = anna.page.context.new_page()
        desk.goto(f"{url}/screens")
        for place in STAND_PLACES:
            stands.add(desk, place, language=language)
        begins(table, language)
        assert is_on_stands(table)
        one = Screened(stands, {Seat(0): anna, Seat(1): ben}, desk)
        for phone in (anna, ben):
            expect(phone.page.locator("#sheet")).to_be_visible()
        one.play()
        newest(television)
        for word in one.state.words:
            expect(television.locator("main")).to_contain_text(word)


def test_two_people_and_a_television_that_holds_four_stands(
    browser: Browser, tmp_path: Path
) -> None:
    with evening(browser, tmp_path, ("Anna",), "de") as (stands, anna, table, url):
        ben = sits_down(browser, url, table, "Ben", "de")
        desk = anna.page.context.new_page()
        desk.goto(f"{url}/screens")
        for place in STAND_PLACES[:2]:
            stands.add(desk, place, language="de")
        free = (*STAND_PLACES[2:], CENTRE)
        television = stands.add(desk, *free, language="de", size=TELEVISION)
        expect(television.locator(".stand")).to_have_count(5)
        begins(table, "de")
        assert is_on_stands(table)
        Screened(stands, {Seat(0): anna, Seat(1): ben}, desk).play()


def test_a_phone_that_is_a_stand_and_paper_for_its_owner(
    browser: Browser, tmp_path: Path
) -> None:
    with evening(browser, tmp_path, ("Anna",)) as (stands, anna, table, url):
        ben = sits_down(browser, url, table, "Ben", "en")
        adds(table, "Cleo")
        desk = anna.page.context.new_page()
        desk.goto(f"{url}/screens")
        stands.add(desk, STAND_PLACES[0])
        ben.page.locator("#menu > summary").click()
        ben.button("Let this phone be my stand; I write on paper").click()
        expect(ben.page.get_by_text("From now on you play on paper")).to_be_visible()
        ben.page.locator("#confirm-yes").click()
        stands.pages[STAND_PLACES[1]] = ben.page
        ben.page.wait_for_selector(f"[data-place='{STAND_PLACES[1]}']")
        ben.page.mouse.click(180, 300)  # the whole screen, and awake
        stands.add(desk, STAND_PLACES[2])
        stands.add(desk, *STAND_PLACES[3:])
        begins(table, "en")
        assert is_on_stands(table)
        Screened(stands, {Seat(0): anna}, desk).play()


class Played:
    """A match of any game: by glass where a finger means something, else as random play has it."""

    def __init__(self, stands: Stands, game: AnyGame) -> None:
        self.stands, self.game, self.table = stands, game, stands.table
        self.random = Random(5)
        self.player = Player(game, self.random)
        self.taps = 0

    @property
    def match(self) -> Match:
        match = self.table._committer.state.match
        assert match is not None
        return match

    def calm(self) -> bool:
        return self.table._committer.state.shows is None

    def meant(self) -> Iterator[tuple[Place, str, int]]:
        """Yield where a finger on glass would do something now, and how long it stays."""
        state = self.match.state
        for place in self.stands.pages:
            for button in ("main",) if place != CENTRE else ("wildcard", "next"):
                for gesture in Gesture:
                    command = self.game.control(state, Touch(place, button, gesture, 1))
                    with suppress(Rejected):
                        if command and list(self.game.decide(state, command, Random(0))):
                            yield place, button, HOLD_MS * (gesture is Gesture.HOLD)

    def taps_somewhere(self) -> bool:
        """Press where it means something, and see that the table has heard it."""
        wait_for(self.calm, "the end of a show")
        found = [*self.meant()]
        if not found:
            return False
        place, button, held_ms = self.random.choice(found)
        before = len(self.match.log)
        self.stands.tap(place, held_ms=held_ms, button=button)
        wait_for(lambda: len(self.match.log) > before, f"{button} of {place}")
        self.taps += 1
        return True

    def does_something(self) -> None:
        picked = self.player.pick(self.match.state)
        if picked is not None and type(picked[1]).__name__ not in ("Leave", "ComeBack"):
            with suppress(Rejected):
                self.table.submit(self.carries_out, *picked).result(LIMIT_S)

    def carries_out(self, seat: Seat, command: Any) -> None:
        id_ = f"command-{len(self.match.log)}"
        after = self.match.carry_out(command, id_, seat, self.random)
        self.table._committer.record(after)

    def looks(self) -> None:
        """Each screen shows what is newest."""
        for page in {id(each): each for each in self.stands.pages.values()}.values():
            wait_for(partial(evaluated, page, NEWEST), "the newest face")

    def play(self) -> None:
        for step in range(STEPS):
            if self.game.finished(self.match.state):
                break
            if step % 6 or self.taps >= MOST_TAPS or not self.taps_somewhere():
                self.does_something()
            if not step % 30:
                self.looks()
        assert self.game.finished(self.match.state)
        self.looks()


@pytest.mark.parametrize("name", ["haiclue", "djam", "buchstabenbluff"])
def test_each_other_game_once_with_screens(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    """Three people, a screen each, and one for what is free and the middle."""
    with evening(browser, tmp_path, ("Anna", "Ben", "Cleo")) as (stands, host, table, url):
        host.page.goto(f"{url}/screens")
        for place in STAND_PLACES[:3]:
            stands.add(host.page, place)
        stands.add(host.page, *STAND_PLACES[3:], CENTRE, size=TELEVISION)
        begins(table, "en", name, **PRESSED[name])
        one = Played(stands, GAMES[name]())
        one.play()
        assert one.taps >= LEAST_TAPS
