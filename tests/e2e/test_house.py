"""The host enters the own box and own words; both outlive a restart and are dealt from."""

from pathlib import Path
from signal import SIGKILL

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.daemon import Daemon
from tests.e2e.phones import PHONE, Phone

FAMILY = "Oma\nHaus\nMaus\nBaum\nTisch\nLampe\nStuhl\nEimer\nHaus\nDonaudampfer\n"


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
