"""What the host chooses for a person stays that person's, whoever moves, comes or goes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from companion.table.table import Table
from tests.e2e.house import adds, host_of, house
from tests.e2e.phones import Phone, newest, sat_down
from tests.waiting import LIMIT_S

pytestmark = pytest.mark.browser
OTHERS = ("Ben", "Cleo", "Dora")


class Host:
    """Anna's phone on the host's page; three friends sit there without one."""

    def __init__(self, phone: Phone, table: Table) -> None:
        self.phone, self.page, self.table = phone, phone.page, table
        adds(table, *OTHERS)

    def plays(self, game: str) -> None:
        table = self.table
        table.submit(table.lobby.choose_game, host_of(table), game).result(LIMIT_S)
        newest(self.page)

    def order(self, *names: str) -> None:
        info, table = self.table.publisher.latest.table, self.table
        ids = {each.name: each.id for each in info.people}
        order = tuple(ids[name] for name in names)
        table.submit(table.lobby.order_people, host_of(table), order).result(LIMIT_S)
        newest(self.page)

    def removes(self, name: str) -> None:
        info, table = self.table.publisher.latest.table, self.table
        (who,) = (each.id for each in info.people if each.name == name)
        table.submit(table.lobby.remove_person, host_of(table), who).result(LIMIT_S)
        newest(self.page)

    def starts_and_ends(self) -> None:
        table = self.table
        self.phone.button("Start the match").click()
        self.page.wait_for_url("**/p/*")
        table.submit(table.matches.end, host_of(table)).result(LIMIT_S)
        self.page.goto(f"{self.page.url.split('/p/')[0]}/host")
        newest(self.page)


@pytest.fixture(name="host")
def _host(browser: Browser, tmp_path: Path) -> Iterator[Host]:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, "Anna") as (anna,),
    ):
        anna.page.get_by_role("link", name="Prepare the match").click()
        yield Host(anna, table)


def length(host: Host, name: str) -> Locator:
    return host.page.get_by_label(f"Letters for {name}")


def test_a_words_length_goes_with_its_person(host: Host) -> None:
    def lengths(*names: str) -> None:
        for name in names:
            expect(length(host, name)).to_have_value("3" if name == "Dora" else "5")

    host.plays("letter_jam")
    host.page.get_by_text("Help, score, lengths, a particular deal").click()
    length(host, "Dora").select_option("3")
    host.order("Anna", "Dora", "Ben", "Cleo")
    lengths("Anna", *OTHERS)
    host.removes("Ben")
    lengths("Anna", "Cleo", "Dora")
    host.order("Cleo", "Anna", "Dora")
    lengths("Anna", "Cleo", "Dora")
    host.starts_and_ends()
    lengths("Anna", "Cleo", "Dora")
    host.order("Dora", "Anna", "Cleo")
    host.page.reload()
    lengths("Anna", "Cleo", "Dora")


def test_the_button_says_which_game_begins_and_in_which_language(host: Host) -> None:
    start = host.page.locator(".start button")
    for game, title in (("haiclue", "Haiclue"), ("letter_jam", "Letter Jam")):
        host.plays(game)
        host.page.locator("form select[name=language]").first.select_option("de")
        host.order("Dora", "Anna", "Ben", "Cleo")
        expect(start).to_have_accessible_name(f"Start the match {title}, Deutsch")
        host.page.locator("form select[name=language]").first.select_option("en")
        host.order("Anna", "Ben", "Cleo", "Dora")
        expect(start).to_have_accessible_name(f"Start the match {title}, English")


def test_a_list_that_was_chosen_stays_chosen_whatever_becomes_of_the_others(
    host: Host,
) -> None:
    def tells(**command: str) -> None:
        table = host.table
        table.submit(table.matches.change_house, host_of(table), command).result(LIMIT_S)
        newest(host.page)

    lists = {
        "Animals": "tiger horse mouse",
        "Plants": "apple lemon",
        "Cities": "paris milan",
    }
    host.plays("letter_jam")
    for name, words in lists.items():
        tells(type="KeepList", language="en", name=name, text=words.replace(" ", "\n"))
    level = host.page.locator("select[name=level]")
    level.select_option("own:Plants")
    tells(type="ForgetList", name="Animals")
    expect(level).to_have_value("own:Plants")
    expect(level.locator("option:checked")).to_contain_text("Plants")
    tells(type="KeepList", language="en", name="Plants", text="lemon\nolive")
    expect(level).to_have_value("own:Plants")
    expect(level.locator("option:checked")).to_contain_text("Plants")


@pytest.mark.parametrize(
    ("game", "label"),
    [("haiclue", "The youngest, who reads first"), ("djam", "Who rolls first?")],
)
def test_who_begins_is_the_person_who_was_chosen(host: Host, game: str, label: str) -> None:
    chosen = host.page.get_by_label(label).locator("option:checked")

    def is_cleo() -> None:
        expect(chosen).to_have_text("Cleo")

    host.plays(game)
    host.page.get_by_label(label).select_option(label="Cleo")
    for order in ("Cleo Anna Ben Dora", "Anna Cleo Ben Dora", "Dora Ben Anna Cleo"):
        host.order(*order.split())
        is_cleo()
    host.removes("Ben")
    is_cleo()
    host.starts_and_ends()
    is_cleo()
    host.order("Cleo", "Anna", "Dora")
    is_cleo()
    host.page.reload()
    is_cleo()
