"""Fields with capitals, as keyboards write into them: composing, correcting, pasting."""

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, CDPSession, Error, Locator, Page, expect

from companion.games import GAMES
from companion.table.values.match import Match
from tests.e2e.phones import come, until
from tests.e2e.stage import HANDLE, Stage, device, opened
from tests.waiting import LIMIT_MS

pytestmark = pytest.mark.browser
REPLACED = """(field, text) => {
  field.value = text;
  const how = { bubbles: true, inputType: 'insertReplacementText', data: text };
  field.dispatchEvent(new InputEvent('input', how));
}"""
"""What a keyboard does that corrects, or puts a suggestion in for what was typed."""
PASTED = "(field, text) => document.execCommand('insertText', false, text)"
WATCHED = """() => {
  const { set, get } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  window.rewritten = 0;
  Object.defineProperty(HTMLInputElement.prototype, 'value', {
    get, set(now) { window.rewritten += this === document.activeElement; set.call(this, now); },
  });
}"""
"""Counts how often a script writes into the field that somebody types in."""
TWO = {"ü": "UE", "ß": "SS", "æ": "AE", "ﬁ": "FI", "u\u0308": "UE"}
SEEDS = (26, *range(1, 60, 5))
"""German matches; in the first of them somebody soon decides who has guessed nothing yet."""
BOX, GUESS, WORD = "#guess-1", "#move-guess", "#word-input"


def fits(match: Match) -> bool:
    """Whether it is German, all are here, no box is filled in, and no final word lies."""
    people = match.state.players
    written = any(each.guesses or each.final or not each.present for each in people)
    return match.state.language == "de" and not written


class German:
    """A German match on the stage, its page on a phone, and the phone's keyboard."""

    def __init__(self, stage: Stage, page: Page, url: str) -> None:
        self._stage, self.page, self._url = stage, page, url
        self._keyboard: CDPSession = page.context.new_cdp_session(page)
        self._played = (m for seed in SEEDS for m in stage.played(seed))
        self._found: dict[str, Match] = {}

    def open(self, step: str) -> None:
        """Open the first phone's page when *step* is asked, of a German match and no guess yet."""
        while step not in self._found:
            match = next(self._played)
            if fits(match):
                self._found.setdefault(self._asks(match), match)
        self._stage.show(self._found[step])
        self.page.goto(f"{self._url}/p/{HANDLE}")
        self.page.evaluate("localStorage.clear()")  # what was typed before is nobody's
        come(self.page)

    def _asks(self, match: Match) -> str:
        return self._stage.show(match).pages[HANDLE].step.name

    def field(self, where: str) -> Locator:
        """Return a field that has the focus."""
        field = self.page.locator(where)
        if not field.is_visible():
            self.page.locator("#pull").click()
        field.focus()
        return field

    def compose(self, *texts: str) -> None:
        """Type as keyboards do that show a word before they write it."""
        for text in texts:
            self._keyboard.send(
                "Input.imeSetComposition",
                {"text": text, "selectionStart": len(text), "selectionEnd": len(text)},
            )

    def commit(self, text: str) -> None:
        """Let the keyboard write what it has shown."""
        self._keyboard.send("Input.insertText", {"text": text})

    def kept(self, key: str) -> str | None:
        """Return what this phone keeps of a field that no table has taken yet."""
        found: str | None = self.page.evaluate(
            "key => Object.entries(localStorage).find(([name]) => name.endsWith(` ${key}`))?.[1]",
            key,
        )
        return found


@pytest.fixture(scope="module", name="one_german")
def _one_german(browser: Browser) -> Iterator[German]:
    stage = Stage(GAMES["letter_jam"](), players=4)
    with stage.served() as url, device(browser, url, "de", "light") as context:
        context.set_default_timeout(LIMIT_MS)
        yield German(stage, context.new_page(), url)


@pytest.fixture(name="german")
def _german(one_german: German) -> Iterator[German]:
    """The same page for every test: each opens it anew, with nothing kept."""
    faults: list[str] = []
    note = partial(note_fault, faults)
    one_german.page.on("pageerror", note)
    yield one_german
    one_german.page.remove_listener("pageerror", note)
    assert faults == []


def note_fault(faults: list[str], error: Error) -> None:
    faults.append(str(error))


@pytest.mark.parametrize("where", [BOX, GUESS])
def test_the_newest_letter_has_the_field_however_it_comes(
    german: German, where: str
) -> None:
    german.open("decide-move")
    field = german.field(where)
    page = german.page
    page.keyboard.type("h")
    expect(field).to_have_value("H")
    page.keyboard.type("a")  # one who changes their mind and clears nothing
    expect(field).to_have_value("A")
    page.keyboard.press("Home")
    page.keyboard.type("b")
    expect(field).to_have_value("B")
    for how, text in ((REPLACED, "Hau "), (PASTED, "hau")):
        field.evaluate(how, text)
        expect(field).to_have_value("U")
    page.keyboard.press("Backspace")
    expect(field).to_have_value("")
    page.keyboard.type("x")
    page.keyboard.type("?")  # not known any more
    expect(field).to_have_value("")


@pytest.mark.parametrize("where", [BOX, GUESS])
def test_nothing_is_rewritten_while_a_keyboard_composes(german: German, where: str) -> None:
    german.open("decide-move")
    field = german.field(where)
    german.page.evaluate(WATCHED)
    german.compose("h", "ha", "hau")
    expect(field).to_have_value("hau")
    assert german.page.evaluate("window.rewritten") == 0
    key = field.get_attribute("data-sheet") or ""
    assert german.kept(key) == "U"
    german.commit("hau")
    expect(field).to_have_value("U")
    german.compose("A")
    german.commit("A")
    expect(field).to_have_value("A")
    german.compose("e", "ei")
    german.page.locator("h1").first.click()  # the field is left in the middle of a word
    expect(field).to_have_value("I")
    assert german.kept(key) == "I"


@pytest.mark.parametrize("where", [BOX, GUESS])
def test_what_is_two_letters_is_said_and_does_not_fit(german: German, where: str) -> None:
    german.open("decide-move")
    field = german.field(where)
    said = german.page.locator(f"{where} ~ .folded")
    for typed, letters in TWO.items():
        german.page.keyboard.type("k")
        expect(said).to_have_count(0)
        if len(typed) > 1:
            field.evaluate(REPLACED, typed)
        else:
            german.page.keyboard.insert_text(typed)
        expect(field).to_have_value("K")
        expect(said).to_contain_text(letters)
        german.compose(typed)
        german.commit(typed)
        expect(field).to_have_value("K")
        expect(said).to_have_count(1)
        german.page.keyboard.type("e")
        expect(field).to_have_value("E")
        expect(said).to_have_count(0)


def test_a_word_of_letters_keeps_its_length_and_the_cursor_its_place(
    german: German,
) -> None:
    german.open("making-word")
    field = german.field(WORD)
    most = int(field.get_attribute("maxlength") or 0)
    german.page.keyboard.type("ab")
    german.page.keyboard.press("ArrowLeft")
    german.page.keyboard.insert_text("ü")
    expect(field).to_have_value("AUEB")
    expect(german.page.locator(f"{WORD} ~ .folded")).to_contain_text("UE")
    german.page.keyboard.type("x")
    expect(field).to_have_value("AUEXB"[:most])
    for how in (REPLACED, PASTED):
        field.select_text()
        field.evaluate(how, "ü" * 20)
        expect(field).to_have_value(("UE" * 20)[:most])
    field.select_text()
    german.page.evaluate(WATCHED)
    german.compose("k", "kä", "käs")
    assert german.page.evaluate("window.rewritten") == 0
    german.commit("käse ")
    until(
        german.page, f"document.querySelector('{WORD}').value === 'KAESE'.slice(0, {most})"
    )


def test_a_page_for_somebody_on_paper_folds_too(german: German) -> None:
    """Guesses in row order there, with a question mark for what is not known."""
    german.open("final-word")
    german.page.goto(german.page.url.replace(f"/p/{HANDLE}", "/host/for/p3"))
    field = german.field("#paper-guesses")
    german.page.keyboard.insert_text("a?ß")
    expect(field).to_have_value("A?SS")
    expect(german.page.locator("#paper-guesses ~ .folded")).to_contain_text("SS")


def test_a_word_that_is_laid_in_bluff_says_it_beside_its_letters(browser: Browser) -> None:
    stage = Stage(GAMES["buchstabenbluff"](), players=3)
    matches = (match for seed in range(9) for match in stage.played(seed))
    names = (stage.show(match).pages[HANDLE].step.name for match in matches)
    assert "turn-lay" in names
    with stage.served() as url, device(browser, url, "en", "light") as context:
        context.set_default_timeout(LIMIT_MS)
        page = opened(context, url)
        page.locator("#lay-word").focus()
        page.keyboard.insert_text("maß")
        expect(page.locator("#lay-word")).to_have_value("maß")
        expect(page.locator("#lay-counts")).to_contain_text("letters: 4")
        expect(page.locator("#lay-counts")).to_contain_text("ß is written SS")
