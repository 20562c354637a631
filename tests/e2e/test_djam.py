"""A match of Djam on three phones and their stands, by roles and names."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games.djam.scoring import fold
from companion.ports import ButtonEdge, Place
from companion.table.table import Table
from tests.e2e.house import house
from tests.e2e.phones import Phone, sat_down, up_to_date

NAMES = ("Anna", "Ben", "Cleo")
SECOND_NS = 1_000_000_000
ROUNDS = 60


class Fingers:
    """Fingers on the buttons of the stands, each with the moment of its coming."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._now_ns = SECOND_NS

    def press(self, *stands: int) -> None:
        """Press *stands* one after the other; the last of them is delivered first."""
        moments = {stand: self._now_ns + n * 5_000_000 for n, stand in enumerate(stands)}
        for stand in reversed(stands):
            self._edge(stand, moments[stand], down=True)
        for stand in stands:
            self._edge(stand, moments[stand] + SECOND_NS // 5, down=False)
        self._now_ns += 10 * SECOND_NS

    def hold(self, stand: int) -> None:
        self._edge(stand, self._now_ns, down=True)
        self._edge(stand, self._now_ns + SECOND_NS, down=False)
        self._now_ns += 10 * SECOND_NS

    def _edge(self, stand: int, at_ns: int, *, down: bool) -> None:
        self._table.on_edge(ButtonEdge(Place(f"stand-{stand}"), "main", down, at_ns))


def dice(phone: Phone) -> tuple[list[str], str]:
    """Return the letters as the phone shows them, and the start; "" in a black round."""
    roll = phone.page.get_by_role("region").filter(has=phone.page.locator(".dj-dice"))
    start = roll.locator(".dj-start").all_text_contents()
    return roll.locator(".dj-dice .letter").all_text_contents(), "".join(start)


def word(letters: list[str], start: str, ending: str) -> str:
    """Return something to say: every die in it, in a black round none."""
    if start:
        return f"{start}{''.join(letters).lower()}{ending}"
    free = [letter for letter in "QXZJVYKW" if letter not in letters]
    return f"{''.join(free[:3])}{'' if ending.upper() in letters else ending}"


SEARCH = re.compile("^Find a word")
BETWEEN = re.compile(r"^Your turn to roll|^\w+ rolls|won( together)?!$")
"""What a phone says between two rounds, and after the last."""


@pytest.mark.slow
@pytest.mark.browser
def test_three_phones_play_with_stands_to_the_last_stone(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, *NAMES) as phones,
    ):
        begin(phones)
        fingers = Fingers(table)
        fingers.hold(1)
        phones[0].sees(re.compile("^The theme: "))
        fingers.hold(1)
        first_round(phones, fingers)
        for _ in range(ROUNDS):
            for phone in phones:
                phone.sees(BETWEEN)
            if phones[0].heading().endswith(("won!", "won together!")):
                break
            play_round(phones, fingers)
        for phone in phones:
            phone.sees(re.compile("won( together)?!$"))
            expect(phone.page.get_by_text("0 stones in the middle")).to_be_visible()


@pytest.mark.slow
@pytest.mark.browser
def test_real_dice_are_tapped_in_and_a_slip_is_put_right(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, *NAMES) as (anna, ben, cleo),
    ):
        anna.page.get_by_role("link", name="Prepare the match").click()
        anna.button("Djam").click()
        anna.page.get_by_label("Buzzers").select_option("phones")
        anna.page.get_by_label("Real dice").check()
        anna.button("Start the match").click()
        anna.sees("Roll the dice")
        ben.sees("Anna rolls the dice")
        anna.page.get_by_label("Number die").select_option("2: Animals")
        anna.page.get_by_label("Letters: green").fill("borve")
        anna.page.get_by_text("green", exact=True).click()
        anna.button("That is what they show").click()
        ben.sees("Find a word that begins with B")
        assert dice(ben)[0] == list("BORVE")
        ben.page.get_by_text("Put the dice right").click()
        ben.page.get_by_label("Letters: green").fill("BORVA")
        ben.button("That is what they show").click()
        expect(cleo.page.locator("#die-5")).to_have_text("A")
        assert dice(cleo) == (list("BORVA"), "B")
        cleo.button("I have one!").click()
        cleo.sees("Your word, please!")
        expect(ben.page.get_by_text("Put the dice right")).to_have_count(0)


def begin(phones: list[Phone]) -> None:
    host = phones[0]
    host.page.get_by_role("link", name="Prepare the match").click()
    host.button("Djam").click()
    host.page.get_by_label("Theme card").select_option("own")
    host.page.get_by_text("Your own theme card").click()
    for number, theme in enumerate(("Tea", "Moon", "Ships", "Rain", "Rome", "Birds"), 1):
        host.page.get_by_label(f"Theme {number}").fill(theme)
    host.page.get_by_label("Buzzers").select_option("stands")  # its own are in the browser
    host.page.get_by_text("More options").click()
    host.page.get_by_label("Time for words").select_option("none")
    host.button("Start the match").click()
    for phone in phones:
        expect(phone.page.get_by_text("90 stones in the middle")).to_be_visible()
    phones[0].sees("Your turn to roll")
    phones[1].sees("Anna rolls")


def first_round(phones: list[Phone], fingers: Fingers) -> None:
    """Cleo's finger comes before Ben's, but is delivered after it; her press says her word."""
    anna, ben, cleo = phones
    for phone in phones:
        phone.sees(SEARCH)
    themes = re.compile("^Theme: (Tea|Moon|Ships|Rain|Rome|Birds)$")
    expect(ben.page.get_by_role("region", name=themes)).to_be_visible()
    letters, start = dice(ben)
    hers = word(letters, start, "x")
    cleo.page.get_by_role("textbox", name=re.compile("^Your word")).fill(hers)
    cleo.button("When I press, this word is said").click()
    expect(cleo.page.get_by_text(f"Sealed: {hers}")).to_be_visible()
    up_to_date([anna, ben])
    for other in (anna, ben):
        expect(other.page.get_by_text(hers)).to_have_count(0)
    fingers.press(3, 2)
    ben.sees("Is Cleo's word all right?")
    expect(ben.page.locator("#claim")).to_contain_text(hers)
    ben.button("I object").click()
    anna.sees("Does Cleo's word count?")
    anna.button("It does not").click()
    anna.sees("You have voted")
    ben.button("It does not").click()
    ben.sees("Your word, please!")
    anna.page.locator("#words-so-far summary").click()
    expect(anna.page.get_by_text("✗ does not count")).to_be_visible()
    ben.button("I have none after all").click()
    for phone in phones:
        phone.button("Pass").click()
    ben.sees("Your turn to roll")


def play_round(phones: list[Phone], fingers: Fingers) -> None:
    """Roll; two find words, the first on a stand and the second on the phone."""
    up_to_date(phones)
    roller = next(phone for phone in phones if phone.heading() == "Your turn to roll")
    roller.button("Roll the dice").click()
    roller.button("The letters now").click()
    for phone in phones:
        phone.sees(SEARCH)
    letters, start = dice(roller)
    anna, ben, cleo = phones
    fingers.press(1)
    say(anna, word(letters, start, "x"), (ben, cleo))
    if settled(phones) or not start:
        return
    ben.button(re.compile("^(My stand has no button: buzz here|I have one!)$")).click()
    say(ben, word(letters, start, "y"), (anna, cleo))


def say(phone: Phone, text: str, others: tuple[Phone, ...]) -> None:
    assert fold(text)
    phone.sees("Your word, please!")
    phone.page.get_by_role("textbox", name="Or write it").fill(text)
    phone.button("This is my word").click()
    phone.sees("The others judge your word")
    judged = phone.page.locator(f"#now[data-step='{phone.step()}']")
    for other in others:
        other.sees(f"Is {phone.name}'s word all right?")
        other.button("It counts").click()
    expect(judged).to_have_count(0)
    up_to_date([phone, *others])


def settled(phones: list[Phone]) -> bool:
    """Return whether the round is over; every phone knows."""
    return all(BETWEEN.search(phone.heading()) for phone in phones)
