"""The host enters the own box and own words; both outlive a restart and are dealt from."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.table.table import Table
from companion.words.lexicon import load_lexicon
from tests.depth import by_default
from tests.e2e.daemon import Daemon
from tests.e2e.house import host_of, house
from tests.e2e.phones import PHONE, Phone, arrived, come, sat_down
from tests.waiting import LIMIT_S
from web.guard import LONG_BODY_BYTES

CHOSEN = """choose => [...document.querySelectorAll('#options :is(select, input)')].map((field) => {
  const flag = field.type === 'checkbox';
  if (choose && flag) field.checked = !field.checked;
  if (choose && field.matches('select')) field.selectedIndex = field.length - 1;
  return [field.id || field.name, flag ? field.checked : field.value];
})"""
FAMILY = "Oma\nHaus\nMaus\nBaum\nTisch\nLampe\nStuhl\nEimer\nHaus\nDonaudampfer\n"


@pytest.mark.browser
def test_who_chooses_a_game_by_keys_stays_on_its_button(
    browser: Browser, tmp_path: Path
) -> None:
    with hosting(browser, tmp_path, "djam") as (page, _):
        other = page.get_by_role("button", name="Haiclue", exact=True)
        other.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#main[data-table=haiclue]")).to_be_attached()
        expect(other).to_be_focused()
        expect(other).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
@pytest.mark.browser
def test_own_cards_and_own_words_are_kept_and_dealt(
    browser: Browser, tmp_path: Path
) -> None:
    with Daemon(tmp_path) as daemon:
        context = browser.new_context(viewport=PHONE, locale="en-GB")
        anna = Phone(context, "Anna")
        anna.join(daemon.url, daemon.pin)
        anna.page.get_by_role("link", name="Prepare the match").click()
        enter_cards(anna)
        upload_words(anna, tmp_path)
        strike_a_word(anna)
        daemon.stop(SIGKILL)
        daemon.start()
        page = anna.page
        page.reload()
        page.get_by_text("Everything else").click()
        page.get_by_text("Own box, own words").click()
        page.get_by_text("Letter cards: Deutsch").click()
        expect(page.get_by_text("As you counted them.")).to_be_visible()
        expect(page.locator("#cards-de").get_by_label("Q")).to_have_value("1")
        struck = page.locator("#struck")
        struck.get_by_text("Words we do not want").click()
        struck.get_by_role("button", name="Deal it again").click()
        expect(struck.get_by_text("OMA")).to_have_count(0)
        begin(anna)
        expect(page.get_by_role("heading", name="Find a clue")).to_be_visible()
        expect(page.locator(".lj-abc label", has_text="Q").first).to_be_attached()
        expect(page.locator(".lj-abc .lj-grey", has_text="Q")).to_have_count(0)
        context.close()


def enter_cards(anna: Phone) -> None:
    page = anna.page
    page.get_by_text("Everything else").click()
    page.get_by_text("Own box, own words").click()
    page.get_by_text("Letter cards: Deutsch").click()
    box = page.locator("#cards-de")
    box.get_by_label("Q").fill("1")
    expect(box.get_by_text("65 of 64")).to_be_visible()
    box.get_by_role("button", name="Save these counts").click()
    expect(box.get_by_text("That is one too many")).to_be_visible()
    box.get_by_label("E").fill("5")
    box.get_by_role("button", name="Save these counts").click()
    expect(box.get_by_text("As you counted them.")).to_be_visible()


def upload_words(anna: Phone, folder: Path) -> None:
    page, file = anna.page, folder / "words.txt"
    text = FAMILY + "Löwe\n"
    file.write_bytes(text.encode("windows-1252"))
    page.get_by_text("Own secret words").click()
    page.get_by_label("Name of the list").fill("Family")
    lists = page.locator("#own-lists")
    lists.get_by_label("Language of the words").select_option("Deutsch")
    page.get_by_label("A text file").set_input_files(file)
    expect(page.get_by_label("Or paste the words here")).to_have_value(text)
    wide = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
    encoded = [
        *(text.encode(name) for name in wide),
        b"\xfe\xff" + text.encode("utf-16-be"),
    ]
    for number, data in enumerate(encoded):
        file = folder / f"words-{number}.txt"  # the same one once more is no change
        page.get_by_label("Or paste the words here").fill("")
        file.write_bytes(data)
        page.get_by_label("A text file").set_input_files(file)
        expect(page.get_by_label("Or paste the words here")).to_have_value(text)
    lists.get_by_role("button", name="Check and save").click()
    expect(lists.get_by_text("Deutsch, 9 words")).to_be_visible()
    expect(lists.get_by_text("in the list already:")).to_contain_text("1 Haus")
    expect(lists.get_by_text("more than 7 letters:")).to_contain_text("1 Donaudampfer")


def strike_a_word(anna: Phone) -> None:
    struck = anna.page.locator("#struck")
    struck.get_by_text("Words we do not want").click()
    struck.get_by_label("Language of the words").select_option("Deutsch")
    struck.get_by_label("The word", exact=True).fill("Oma")
    struck.get_by_role("button", name="Do not deal it any more").click()
    expect(struck.get_by_role("listitem").filter(has_text="OMA")).to_be_visible()


def begin(anna: Phone) -> None:
    page: Page = anna.page
    anna.button("Add a bot").click()
    expect(page.get_by_text("2 people at the table")).to_be_visible()
    page.locator("#option-language").select_option("Deutsch")
    page.get_by_label("Secret words", exact=True).select_option(
        "Own list: Family (Deutsch)"
    )
    anna.button("Start the match").click()


@contextmanager
def hosting(
    browser: Browser, folder: Path, game: str = "letter_jam"
) -> Iterator[tuple[Page, Table]]:
    """Yield the host's page, before a match of *game*."""
    with house(folder) as (url, table), sat_down(browser, url, table, "Anna") as (anna,):
        anna.page.goto("about:blank")  # else it comes anew just now
        table.submit(table.lobby.choose_game, host_of(table), game).result(LIMIT_S)
        come(anna.page, f"{url}/host")
        yield anna.page, table


@pytest.mark.browser
@pytest.mark.parametrize(
    "game", by_default("haiclue", of=("haiclue", "buchstabenbluff", "letter_jam"))
)
def test_what_is_chosen_for_the_match_stays_when_the_first_own_list_comes(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    words = load_lexicon("en").secret_words("hard", 5)
    kept = {"type": "KeepList", "name": "Own", "language": "en", "text": "\n".join(words)}
    with hosting(browser, tmp_path, game) as (page, table):
        before = page.evaluate(CHOSEN, arg=True)
        table.submit(table.matches.change_house, host_of(table), kept).result(LIMIT_S)
        expect(page.locator("#options option", has_text="Own")).to_be_attached()
        after = page.evaluate(CHOSEN, arg=False)
    assert [each for each in before if each not in after] == []


@pytest.mark.browser
def test_the_sum_of_the_cards_is_that_of_what_was_entered(
    browser: Browser, tmp_path: Path
) -> None:
    with hosting(browser, tmp_path) as (page, table):
        for each in ("Everything else", "Own box, own words", "Letter cards: Deutsch"):
            page.get_by_text(each).click()
        box = page.locator("#cards-de")
        box.get_by_label("Q").fill("9")
        expect(box.get_by_text("73 of 64")).to_be_visible()
        struck = {"type": "StrikeWord", "language": "de", "word": "Oma"}
        table.submit(table.matches.change_house, host_of(table), struck).result(LIMIT_S)
        expect(page.locator("#struck li")).to_be_attached()
        expect(box.get_by_label("Q")).to_have_value("9")
        expect(box.get_by_text("73 of 64")).to_be_visible()


@pytest.mark.browser
def test_a_list_that_is_too_long_is_told_so_and_stays_to_be_split(
    browser: Browser, tmp_path: Path
) -> None:
    with hosting(browser, tmp_path) as (page, _):
        for each in ("Everything else", "Own box, own words", "Own secret words"):
            page.get_by_text(each).click()
        lists = page.locator("#own-lists")
        long = "Haus\n" * (LONG_BODY_BYTES // len("Haus\n"))
        lists.get_by_label("Name of the list").fill("Family")
        lists.locator("textarea").evaluate("(field, text) => { field.value = text; }", long)
        lists.get_by_role("button", name="Check and save").click()
        expect(lists.locator(".refusal")).to_contain_text("split a list into several")
        assert lists.locator("textarea").input_value() == long


@pytest.mark.browser
def test_a_file_that_was_written_here_is_named_below_its_button(
    browser: Browser, tmp_path: Path
) -> None:
    with hosting(browser, tmp_path) as (page, _):
        page.get_by_text("Everything else").click()
        backup = page.locator("#backup")
        backup.locator("summary").click()
        backup.locator("[data-key=backup-here]").click()
        expect(backup.get_by_role("status")).to_have_text("Written: evening.companion")


@pytest.mark.browser
def test_the_next_name_that_is_typed_before_the_answer_stays(
    browser: Browser, tmp_path: Path
) -> None:
    with hosting(browser, tmp_path) as (page, _):
        held = list[Route]()
        page.route("**/host/people", lambda it: held.append(it))  # noqa: PLW0108 - Playwright looks at its signature
        name, add = page.locator("#paper-name"), page.get_by_role("button", name="Add")
        name.fill("Oma")
        add.first.click()
        arrived(page, held, 1)
        name.fill("Opa")
        held[0].continue_()
        expect(page.locator("#people li", has_text="Oma")).to_be_visible()
        expect(page.locator("[data-shell-busy]")).to_have_count(0)
        expect(name).to_have_value("Opa")
        page.unroute_all()
        add.first.click()
        expect(page.locator("#people li", has_text="Opa")).to_be_visible()
        expect(name).to_have_value("")
