"""A third language is one line and files of its own: added to a copy, and really played in."""

import json
import lzma
import shutil
import time
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Error, Locator, expect

from companion.games import GAMES
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES
from companion.messages import load
from companion.words import packing
from tests.e2e.daemon import ROOT, Daemon
from tests.e2e.phones import PHONE, Phone, up_to_date
from tests.made_up import CLOSE, OPEN, made_up, made_up_catalogue, made_up_page
from tests.waiting import LIMIT_S
from web.pages.game_pages import SHELL

CODE, NAME = "tl", "Tólo"
LINE = f"""        "{CODE}": Traits(
            "{NAME}",
            "A6 E6 I6 O6 U4 K5 L5 M5 N5 P4 R4 S4 T4",
            plural=lambda n: "one" if n == 1 else "few" if n < 5 else "other",
        ),
"""
PLURALS = frozenset({"one", "few", "other"})
MATCH_S = 5 * LIMIT_S
WISHES = (
    '#now button[form="move-on"]:enabled',
    *('button[data-do*="\\"Stay\\""]', 'button[data-do*="\\"GiveClue\\""]'),
    'button[data-do*="\\"TellNone\\""]:not([aria-pressed="true"])',
    'button[data-do*="\\"WantEnd\\""]:not([aria-pressed="true"])',
    'button[data-do*="\\"ChooseCluegiver\\""]',
    'button[data-do*="\\"LayChip\\""]',
)
AT_THE_END = ("Reveal my word", "I have no word")


def add_language(tree: Path) -> None:
    """Put a third language into the copy *tree*: one line, and files."""
    registry = tree / "companion" / "languages.py"
    text = registry.read_text("utf-8")
    before, end, after = text.partition("    }\n)\n")
    registry.write_text(before + LINE + end + after, "utf-8")
    for package in (*SHELL, *(make().pages for make in GAMES.values())):
        folder = tree / package.replace(".", "/")
        sentences = load([package], DEFAULT_LANGUAGE).sentences
        lines = [
            f"{json.dumps(id_)} = {json.dumps(said, ensure_ascii=False)}\n"
            for id_, said in made_up_catalogue(sentences, PLURALS).items()
        ]
        (folder / f"messages.{CODE}.toml").write_text("".join(lines), "utf-8")
        rules = folder / f"rules.{DEFAULT_LANGUAGE}.html"
        if rules.exists():
            made = made_up_page(rules.read_text("utf-8"))
            rules.with_name(f"rules.{CODE}.html").write_text(made, "utf-8")
    add_words(tree / "companion")


def add_words(companion: Path) -> None:
    """Write tiny word lists: syllables, all of letters that are on the cards."""
    games, data = companion / "games", companion / "words" / "data"
    for each in games.glob(f"*/*_{DEFAULT_LANGUAGE}.*"):
        shutil.copy(each, each.with_name(f"{each.stem[:-2]}{CODE}{each.suffix}"))
    syllables = ["".join(each) for each in product("KLMNPRST", "AEIOU")]
    random = Random(1)
    words = sorted(
        {"".join(random.sample(syllables, 3))[: random.randint(3, 6)] for _ in range(3000)}
    )
    secret = [f"{word}\t1\t4.0\n" for word in words]
    (data / f"secret_{CODE}.tsv").write_text("".join(secret))
    (data / f"children_{CODE}.txt").write_text("\n".join(words[:50]))
    short, long = packing.compress(words)
    (data / f"spelling_{CODE}.xz").write_bytes(short)
    (data / f"spelling_{CODE}_long.xz").write_bytes(long)
    clues = "".join(f"{word}\t4.0\n" for word in words)
    (data / f"clues_{CODE}.xz").write_bytes(lzma.compress(clues.encode()))


@pytest.fixture(scope="module", name="tree")
def _tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program that speaks one language more."""
    tree = tmp_path_factory.mktemp("tree")
    for package in ("companion", "web", "hardware"):
        unneeded = shutil.ignore_patterns("__pycache__", "pictures", "firmware")
        shutil.copytree(ROOT / package, tree / package, ignore=unneeded)
    add_language(tree)
    return tree


@pytest.mark.slow
@pytest.mark.browser
def test_a_third_language_is_read_chosen_and_played_to_the_score(
    browser: Browser, tmp_path: Path, tree: Path
) -> None:
    with Daemon(tmp_path, options=("--bot-pause", "0.05"), tree=tree) as daemon:
        context = browser.new_context(viewport=PHONE, locale=CODE)
        anna = Phone(context, "Anna")
        page = anna.page
        page.goto(daemon.url)
        for language in LANGUAGES.values():
            expect(page.get_by_role("button", name=language.name)).to_be_visible()
        page.get_by_role("textbox", name=made_up("PIN")).first.fill(daemon.pin)
        page.get_by_label(made_up("Your name")).first.fill("Anna")
        anna.button(made_up("Sit down")).click()
        page.get_by_role("link", name=made_up("Prepare the match")).click()
        for number in (2, 3):
            anna.button(made_up("Add a bot")).click()
            expect(page.locator("#people .people > li")).to_have_count(number)
        expect(page.locator("#option-language")).to_have_value(CODE)
        anna.button(made_up("Start the match")).click()
        expect(page.get_by_role("region", name=made_up("Find a clue"))).to_be_visible()
        play(anna)
        expect(page.locator("#score")).to_be_visible()
        assert OPEN in page.locator("#score").inner_text()
        context.close()


def play(anna: Phone) -> None:
    """Play to the end as somebody who finds no clue."""
    until = time.monotonic() + MATCH_S
    page = anna.page
    while time.monotonic() < until:
        up_to_date([anna])
        heading = anna.heading()
        assert heading.startswith(OPEN), heading
        assert heading.endswith(CLOSE), heading
        if page.locator("#score").count():
            return
        names = [page.get_by_role("button", name=made_up(each)) for each in AT_THE_END]
        buttons = [page.locator("#confirm-yes"), *names, *map(page.locator, WISHES)]
        any(map(tapped, buttons))
        page.wait_for_timeout(50)
    pytest.fail(f"The match is not over; the page says: {anna.heading()}")


def tapped(button: Locator) -> bool:
    """Press *button* if it is there now; bots may take it away meanwhile."""
    if not button.first.is_visible():
        return False
    with suppress(Error):
        button.first.click(timeout=1000)
    return True
