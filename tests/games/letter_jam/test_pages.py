"""Every moment of a match, drawn in both languages from played matches."""

import json
import re
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine.options import setup_fields
from companion.engine.step import Step
from companion.games.letter_jam.commands import SEAT_COMMANDS, StartMatch, WantEnd
from companion.games.letter_jam.game import shipped
from companion.games.letter_jam.house import (
    EnterCards,
    HouseView,
    change_house,
    house_view,
)
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.view import TableView
from companion.games.letter_jam.view_score import GuessLine, LookBackLine
from companion.languages import LANGUAGES, fold
from companion.ports import Message, Seat
from companion.table.values.ids import PersonId
from companion.table.values.projection import PersonView
from companion.words.own_lists import KeepList
from tests.depth import by_default
from tests.drawn import Drawn
from tests.e2e.phones import until
from tests.games.letter_jam.moments import MOMENTS, ODD, Moment, four, of
from tests.games.letter_jam.table import NAMES
from web.pages import game_pages

PAGES = "companion.games.letter_jam.pages"
TEMPLATES = tuple(
    sorted(each.name for each in files(PAGES).iterdir() if each.name.endswith(".html"))
)
SIGNATURES = {kind.__name__: kind for kind in SEAT_COMMANDS}
FOLD = Path(game_pages.__file__).parents[1] / "static" / "fold.js"
ARRANGE = FOLD.with_name("arrange.js")
PRESS = FOLD.with_name("press.js")
ELEMENTS = FOLD.with_name("elements.js")


LOOK_BACK = (
    LookBackLine(
        *(1, NAMES[2], "STUNK", "TRUNKS", 0.7),
        guesses=(
            GuessLine(NAMES[0], 1, "S", "S", right=True),
            GuessLine(NAMES[1], 2, "K", "T", right=False),
            GuessLine(NAMES[3], 2, "?", "T", right=False),
        ),
    ),
    LookBackLine(
        *(2, NAMES[1], "T*EE", None, 0.0),
        guesses=(
            GuessLine(NAMES[0], None, "T", "T", right=True),
            GuessLine(NAMES[1], None, "S", "E", right=False),
            GuessLine(NAMES[3], None, "?", "T", right=False),
        ),
    ),
    LookBackLine(3, NAMES[1], "T*EE", None, 0.0, looked=False),
)
PEOPLE = tuple(
    PersonView(PersonId(f"p{n}"), name, Seat(n), has_phone=True, is_host=n == 0)
    for n, name in enumerate((*NAMES[:3], ODD))
)


# -- rendering --


def read(name: str) -> str:
    return files(PAGES).joinpath(name).read_text("utf-8")


DRAWN = Drawn(shipped())
SETUP = setup_fields(StartMatch)


def phone(moment: Moment, language: str = "en", *, on_stands: bool = False) -> str:
    return DRAWN.phone(
        moment.view, moment.offers, language, moment.sheet, on_stands=on_stands
    )


def screen(moment: Moment, language: str = "en") -> str:
    return DRAWN.middle(moment.public, language)


def looked_back(table: TableView) -> TableView:
    """Return the table with a look back at some clues."""
    assert table.score is not None
    return replace(table, score=replace(table.score, look_back=LOOK_BACK))


def setup(
    language: str = "en", options: Mapping[str, Any] | None = None, house: Any = None
) -> str:
    return DRAWN.page(
        "game/setup.html",
        language,
        people=PEOPLE,
        options=options or {},
        setup=SETUP,
        house=house,
    )


def kept() -> HouseView:
    counts = dict.fromkeys("ABCDEFGHIKLMNOPRSTUWZ", 3) | {"E": 4}
    text = "Haus\nMaus\nHaus\nEi\nQuark\nzwei Worte\nBlorf\nAnanas\n" + "Donaudampfer\n" * 7
    house = change_house({}, EnterCards("de", counts))
    return house_view(change_house(house, KeepList("Oma", "de", text)))


HOUSE = kept()


@cache
def everything(language: str) -> dict[str, str]:
    made = {f"phone {name}": phone(moment, language) for name, moment in MOMENTS.items()}
    made |= {
        f"phone beside the stands {name}": phone(moment, language, on_stands=True)
        for name, moment in MOMENTS.items()
        if moment.view.table.phase in ("clue", "decide")
    }
    made |= {f"table {name}": screen(moment, language) for name, moment in MOMENTS.items()}
    made["setup"] = setup(language)
    made["setup again"] = setup(
        language, {"language": "de", "level": "hard", "lengths": [4, 7]}
    )
    made["setup own"] = setup(language, {"level": "own:Oma"}, HOUSE)
    made["house"] = DRAWN.page("game/house.html", language, house=HOUSE, options={})
    made["house untouched"] = DRAWN.page(
        "game/house.html", language, house=house_view({}), options={}
    )
    made["sheet"] = DRAWN.page("game/sheet.html", language)
    made["rules"] = read(f"rules.{language}.html")
    return made


def every_page(check: Callable[[str], None]) -> Callable[[str], None]:
    """Make a test that looks at every page in one language; a fault names its page."""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test(language: str) -> None:
        for name, html in everything(language).items():
            try:
                check(html)
            except AssertionError as fault:
                fault.add_note(name)
                raise

    return test


@dataclass
class Element:
    tag: str
    attrs: dict[str, str]
    parents: "tuple[Element, ...]"
    text: str = ""


class Tree(HTMLParser):
    VOID = ("input", "br", "circle", "rect", "img", "path", "ellipse")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.stray: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, "an element is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute of {tag} comes twice: {names}"
        element = Element(tag, {k: v or "" for k, v in attrs}, tuple(self.open))
        self.elements.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {k: v or "" for k, v in attrs}, tuple(self.open)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data
        if data.strip() and not self.open:
            self.stray.append(data)

    def first(self, id_: str) -> Element:
        return next(each for each in self.elements if each.attrs.get("id") == id_)

    def all(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]


tree_of = cache(Tree)
"""Each page is read once, for all that has to hold of it."""


# -- every page --


@every_page
def test_there_is_nothing_inline_and_no_live_region(html: str) -> None:
    tree = tree_of(html)
    for element in tree.elements:
        assert element.tag not in ("script", "style", "link", "iframe", "img")
        assert not [name for name in element.attrs if name.startswith("on")]
        assert not {"style", "aria-live", "srcset"} & set(element.attrs)
        if element.attrs.get("id") != "host-wish":  # the shell's own
            assert element.attrs.get("role") not in ("status", "alert", "log", "timer")


@every_page
def test_ids_are_unique_and_references_lead_somewhere(html: str) -> None:
    tree = tree_of(html)
    ids = [element.attrs["id"] for element in tree.elements if "id" in element.attrs]
    assert len(ids) == len(set(ids))
    for element in tree.elements:
        for name in ("for", "aria-labelledby", "data-for"):
            assert element.attrs.get(name, ids[0] if ids else "") in ids


@every_page
def test_top_level_elements_are_sections_with_ids(html: str) -> None:
    tree = tree_of(html)
    assert not tree.stray
    for element in tree.elements:
        if not element.parents:
            assert element.tag == "section"
            assert element.attrs["id"]


@every_page
def test_every_button_and_every_input_has_a_name(html: str) -> None:
    tree = tree_of(html)
    labelled = {label.attrs.get("for") for label in tree.all("label") if label.text.strip()}
    for button in tree.all("button", "summary"):
        assert button.attrs.get("aria-label", button.text).strip()
    for control in tree.all("input", "select", "textarea"):
        if control.attrs.get("type") == "hidden":
            continue
        around = any(parent.tag == "label" for parent in control.parents)
        named = "aria-label" in control.attrs
        assert around or named or control.attrs.get("id") in labelled


@every_page
def test_headings_do_not_skip_a_level(html: str) -> None:
    level = 1
    for heading in tree_of(html).all("h1", "h2", "h3", "h4"):
        assert int(heading.tag[1]) <= level + 1
        level = int(heading.tag[1])


def test_only_the_rules_have_a_main_heading() -> None:
    for language in LANGUAGES:
        for name, html in everything(language).items():
            assert len(tree_of(html).all("h1")) == (name == "rules")


@every_page
def test_names_are_escaped(html: str) -> None:
    assert "D<b>" not in html


@every_page
def test_commands_are_known_and_have_their_fields(html: str) -> None:
    tree = tree_of(html)
    for element in tree.elements:
        if (text := element.attrs.get("data-do")) is None:
            continue
        if element.tag == "form":
            assert text in SIGNATURES
            continue
        command = json.loads(text)
        known = SIGNATURES[command.pop("type")].__dataclass_fields__
        assert set(command) <= set(known) - {"seat"}


# -- the phone --


def buttons(html: str, kind: str) -> list[dict[str, Any]]:
    tree = tree_of(html)
    commands = [
        json.loads(element.attrs["data-do"])
        for element in tree.all("button")
        if element.attrs.get("data-do", "").startswith("{")
    ]
    return [command for command in commands if command["type"] == kind]


def forms(html: str) -> list[str]:
    return [form.attrs["data-do"] for form in tree_of(html).all("form")]


@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_can_be_sent_that_is_not_offered(name: str) -> None:
    moment = MOMENTS[name]
    html = phone(moment)
    sent = {command["type"] for kind in SIGNATURES for command in buttons(html, kind)}
    assert (sent | set(forms(html))) <= {offer.kind for offer in moment.offers}


@pytest.mark.parametrize("name", MOMENTS)
def test_whatever_is_offered_can_be_sent(name: str) -> None:
    moment = MOMENTS[name]
    html = phone(moment)
    sent = {command["type"] for kind in SIGNATURES for command in buttons(html, kind)}
    by_state = {
        "TellFigures",
        "LayClue",
        "TellNone",
        "TellNothing",
    }  # not always useful: see the template
    assert {offer.kind for offer in moment.offers} - sent - set(forms(html)) <= by_state


def test_the_giver_lays_chips_on_what_is_seen_and_nowhere_else() -> None:
    spots = [command["spot"] for command in buttons(phone(MOMENTS["clue-give"]), "LayChip")]
    assert spots == ["1", "3", "4", "5", "6", "*", "b1", "b2"], "her own is the second"
    assert not buttons(phone(MOMENTS["clue-watch"]), "LayChip")


def test_only_who_may_give_can_be_chosen() -> None:
    told = MOMENTS["clue-told"]
    givers = [c["giver"] for c in buttons(phone(told), "ChooseCluegiver")]
    assert givers == [each.seat for each in told.public.players if each.may_give]
    assert 0 < len(givers) < len(told.public.players)


def test_a_note_belongs_to_each_clue_that_helps() -> None:
    tree = tree_of(phone(MOMENTS["clue-look"]))
    keys = {
        element.attrs["data-sheet"]: element
        for element in tree.all("input")
        if "data-sheet" in element.attrs
    }
    assert keys["note:3"].attrs["value"] == "L? B?"
    assert {"note:1", "note:3"} == {key for key in keys if key.startswith("note:")}
    assert {key for key in keys if key.startswith("guess:")} == {
        f"guess:{n}" for n in range(1, 6)
    }
    assert "checked" in keys["cross:2:A"].attrs
    assert "checked" not in keys["cross:2:B"].attrs


def test_letters_that_are_not_in_the_deck_are_grey() -> None:
    tree = tree_of(phone(MOMENTS["clue-look"]))
    crossable = {
        element.attrs["data-sheet"][-1]
        for element in tree.all("input")
        if element.attrs.get("data-sheet", "").startswith("cross:")
    }
    assert crossable == set(string.ascii_uppercase) - set("JQVXZ")


@pytest.mark.parametrize("letters", ["ABC", "HIJ"])
def test_the_host_is_offered_the_letters_of_the_deck_for_somebody_on_paper(
    letters: str,
) -> None:
    asked = replace(MOMENTS["decide-bonus"].public, letters=tuple(letters))
    guess = Step(about=Message("lj.step.decide-guess"))
    html = DRAWN.paper_of(asked, NAMES.index("Bob"), guess)
    assert [each["letter"] for each in buttons(html, "GuessBonus")] == list(letters)


def test_who_pulls_or_forms_a_word_without_a_phone_is_lent_one_or_leaves_it_to_another() -> (
    None
):
    for name, way in (
        ("pulling", "another of you pulls"),
        ("making", "let the table form"),
    ):
        moment = MOMENTS[name]
        step = shipped().asked(moment.view, moment.offers).plain()
        html = DRAWN.paper_of(moment.public, moment.view.seat, step)
        assert way in html
        assert "/loan" in html, name


def test_what_goes_back_or_leaves_out_is_not_the_loud_button() -> None:
    t = four()
    t.act("Ann", WantEnd)
    for moment, label in (
        (of(t, "Ann"), "I want more clues after all"),
        (MOMENTS["decide-bonus"], "Do not guess now"),
    ):
        html = phone(moment)
        (classes,) = re.findall(rf'<button [^>]*class="([^"]*)"[^>]*>{label}', html)
        assert "primary" not in classes, label


def test_the_german_deck_is_called_estimated_where_it_is_used() -> None:
    assert "estimated" in phone(MOMENTS["clue-look"].but({"language": "de"}))
    assert "estimated" not in phone(MOMENTS["clue-look"])


def test_a_reveal_a_leave_and_a_spoken_guess_ask_first() -> None:
    for name, kind in (
        ("final-reveal", "RevealWord"),
        ("clue-look", "Leave"),
        ("decide-bonus", "GuessBonus"),
    ):
        tree = tree_of(phone(MOMENTS[name]))
        asked = [e for e in tree.elements if kind in e.attrs.get("data-do", "")]
        assert asked
        assert all(element.attrs["data-confirm"] for element in asked)


def test_the_last_to_decide_is_asked_no_more_than_the_others() -> None:
    """It can be taken back by all together, so nothing is confirmed."""
    for name in ("decide", "decide-last"):
        (form,) = [
            each
            for each in tree_of(phone(MOMENTS[name])).all("form")
            if each.attrs.get("id") == "move-on"
        ]
        assert "data-confirm" not in form.attrs


def test_letters_and_notes_can_be_covered() -> None:
    for name in ("clue-look", "clue-watch", "decide", "final", "making"):
        tree = tree_of(phone(MOMENTS[name]))
        for element in tree.elements:
            classes = element.attrs.get("class", "").split()
            if "lj-reading" in classes or "data-sheet" in element.attrs:
                around = [
                    parent.attrs.get("class", "").split() for parent in element.parents
                ]
                revealed = any("lj-revealed" in c or "lj-line-word" in c for c in around)
                assert revealed or any("private" in c for c in around), element


def test_cards_to_pull_are_shown_after_a_tap_only_and_can_be_covered() -> None:
    tree = tree_of(phone(MOMENTS["pulling"]))
    (task,) = MOMENTS["pulling"].view.to_pull
    tiles = [e for e in tree.elements if "lj-small" in e.attrs.get("class", "").split()]
    assert "".join(tile.text for tile in tiles) == "".join(task.letters)
    for tile in tiles:
        (folded,) = (parent for parent in tile.parents if parent.tag == "details")
        assert "open" not in folded.attrs
        assert "private" in folded.attrs["class"].split()
    assert not [
        e
        for e in tree_of(screen(MOMENTS["pulling"])).elements
        if e.text and e.text in "".join(task.letters)
    ]


def test_who_waits_for_a_name_is_told_who_names_and_ends_no_round() -> None:
    html = phone(MOMENTS["box-own-unnamed"])
    assert f"{MOMENTS['box-own-unnamed'].view.namer} names it" in html
    own = {"1", "2", "3"}
    assert not own & {each["stand"] for each in buttons(html, "NameCard")}
    assert "End the round" not in html


def test_sections_keep_their_order_from_moment_to_moment() -> None:
    orders = [
        [e.attrs["id"] for e in tree_of(phone(m)).elements if not e.parents]
        for m in MOMENTS.values()
    ]
    places: dict[str, set[str]] = {}
    for order in orders:
        for at, section in enumerate(order):
            places.setdefault(section, set()).update(order[at + 1 :])
    assert not [(a, b) for a in places for b in places[a] if a in places.get(b, set())]


# -- the public page --


@pytest.mark.parametrize("name", MOMENTS)
def test_the_public_page_prints_no_letter_of_a_stand(name: str) -> None:
    table = MOMENTS[name].public
    marked = replace(table, stands=tuple(replace(s, letter="Ω") for s in table.stands))
    assert "Ω" not in DRAWN.middle(marked)


def test_the_public_page_has_no_button_and_no_input() -> None:
    for moment in MOMENTS.values():
        tree = tree_of(screen(moment))
        assert not tree.all("button", "input", "form", "select", "textarea")


def test_the_setup_page_offers_each_person_a_length() -> None:
    tree = tree_of(setup(options={"lengths": [4]}))
    lengths = [e for e in tree.all("select") if e.attrs.get("name") == "lengths"]
    assert len(lengths) == len(PEOPLE)
    assert all(e.attrs["data-type"] == "numbers" for e in lengths)


def test_a_clue_without_the_own_letter_is_kept_apart_and_not_lost() -> None:
    html = phone(MOMENTS["clue-look"])
    apart = html.index('id="sheet-others"')
    assert 'id="line-2"' not in html[:apart]
    assert 'id="line-2"' in html[apart:]


def test_the_row_of_the_extra_letter_has_the_clues_of_the_present_one() -> None:
    bonus = MOMENTS["decide-bonus"]
    now = next(line for line in bonus.view.clues if line.current)
    assert now.position is not None
    assert now.position > bonus.view.length
    past = replace(now, number=1, current=False)
    later = replace(now, number=2, position=now.position + 1)
    html = phone(bonus.but(clues=(past, later)))
    row, apart = (
        html.index(f'id="box-{bonus.view.length + 1}"'),
        html.index('id="sheet-others"'),
    )
    assert row < html.index('id="line-2"') < apart < html.index('id="line-1"')


@pytest.mark.parametrize("name", ["clue-look", "clue-watch", "decide"])
def test_where_cards_stand_on_the_table_the_sheet_is_the_stage(name: str) -> None:
    html = phone(MOMENTS[name], on_stands=True)
    sheet, letters = tree_of(html).first("sheet"), tree_of(html).first("letters")
    assert "pull" not in sheet.attrs.get("class", "")
    assert letters.tag == "details"
    assert "open" not in letters.attrs
    assert (
        html.index('id="sheet"') < html.index('id="letters"') < html.index('id="stand-1"')
    )
    assert 'data-stage="decide"' in html or 'data-stage="sheet"' in html


def test_who_gives_the_clue_has_the_letters_at_hand_wherever_the_cards_stand() -> None:
    html = phone(MOMENTS["clue-give"], on_stands=True)
    assert 'data-stage="stands"' in html
    assert 'id="letters"' not in html
    assert tree_of(html).first("sheet").attrs["class"] == "pull"


def test_the_giver_ends_a_round_in_which_nobody_decides() -> None:
    html = phone(MOMENTS["decide-end"])
    assert "Nobody has anything to decide" in html
    assert "End the round" in html
    assert "Keep the letter" not in html


# -- the builder, in a real browser --

SHELL = """
import {start, updated} from "/phone.js";
window.sent = [];
start(document.body, {
  send: async () => ({ok: true}),
  load: (url) => import(url),
  sheet: (key, text) => window.sent.push([key, text]),
});
window.again = () => updated(document.body);
window.ready = true;
"""


def shell_css() -> str:
    """The shell's own looks, where this checkout has them."""
    sheet = Path(__file__).parents[3] / "web" / "static" / "app.css"
    hidden = ".sr { position: absolute; width: 1px; height: 1px; overflow: hidden; }"
    plain = f"* {{ box-sizing: border-box; }} {hidden}"
    return sheet.read_text("utf-8") if sheet.exists() else plain


@pytest.fixture
def open_page(browser: Any) -> Any:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    served: dict[str, tuple[str, str]] = {
        "/phone.js": ("text/javascript", read("phone.js")),
        "/draft.js": ("text/javascript", read("draft.js")),
        "/static/fold.js": ("text/javascript", FOLD.read_text("utf-8")),
        "/static/elements.js": ("text/javascript", ELEMENTS.read_text("utf-8")),
        "/static/arrange.js": ("text/javascript", ARRANGE.read_text("utf-8")),
        "/static/press.js": ("text/javascript", PRESS.read_text("utf-8")),
        "/shell.js": ("text/javascript", SHELL),
        "/phone.css": ("text/css", shell_css() + read("phone.css")),
    }

    def answer(route: Any) -> None:
        path = "/" + route.request.url.split("/", 3)[3]
        kind, body = served.get(path, ("text/plain", ""))
        route.fulfill(status=200 if path in served else 404, content_type=kind, body=body)

    def show(html: str) -> Any:
        head = (
            '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/phone.css">'
        )
        tail = '<script type="module" src="/shell.js"></script>'
        served["/"] = ("text/html; charset=utf-8", head + html + tail)
        page.route("**/*", answer)
        page.goto("http://companion.test/")
        until(page, "window.ready")
        return page

    yield show
    page.close()


Show = Callable[[str], Any]


def tiles(page: Any) -> str:
    return str(page.locator("#final-tiles").input_value())


@pytest.mark.browser
def test_a_final_word_is_built_by_taps(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    assert tiles(page) == "4 1"
    assert "Your word so far: OR" in page.inner_text("#builder-ui")
    page.get_by_role("button", name="Card 5, E: add to the word").click()
    page.get_by_role("button", name="Use S").click()
    page.get_by_role("button", name="Cover card 1, R").click()
    assert tiles(page) == "4 1b1 5"
    page.get_by_role("button", name="Move one to the left: card 5, E").click()
    assert tiles(page) == "4 5 1b1"
    page.get_by_role("button", name="Take S off").click()
    page.get_by_role("button", name="Use S").click()
    page.get_by_role("button", name="Add as one more letter").click()
    assert tiles(page) == "4 5 1 b1"
    page.get_by_role("button", name="Card 4, O: take out of the word").click()
    assert "Not used yet: 2, 3, 4" in page.inner_text("#builder-ui")
    assert page.evaluate("window.sent.at(-1)") == ["tiles", "5 1 b1"]


@pytest.mark.browser
def test_what_comes_last_lies_on_the_card_that_is_left(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    said = page.locator("#builder-ui")
    page.get_by_role("button", name="Start again").click()
    for _ in range(4):
        page.locator("[data-build='add']").first.click()
    page.get_by_role("button", name="Use S").click()
    assert tiles(page) == "1 2 3 4 5b1"
    assert "All your cards are used. Card 5 lies under: S." in said.inner_text()
    page.get_by_role("button", name="Take S off").click()
    assert tiles(page) == "1 2 3 4 5"


@pytest.mark.browser
def test_what_makes_a_word_longer_may_lie_on_the_card_that_is_left(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    page.get_by_role("button", name="Start again").click()
    for _ in range(3):
        page.locator("[data-build='add']").first.click()
    page.get_by_role("button", name="Use S").click()
    page.get_by_role("button", name="Add as one more letter").click()
    assert tiles(page) == "1 2 3 b1"
    page.locator("[data-build='add']").first.click()
    page.get_by_role("button", name="Lay card 5 under: S").click()
    assert tiles(page) == "1 2 3 5b1 4"


@pytest.mark.browser
def test_a_card_not_laid_yet_can_be_the_one_that_is_covered(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    page.get_by_role("button", name="Use S").click()
    page.get_by_role("button", name="Cover card 3, ").click()
    assert tiles(page) == "4 1 3b1"


@pytest.mark.browser
def test_a_final_word_is_built_with_the_keyboard_alone(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    page.get_by_role("button", name="Start again").focus()
    page.keyboard.press("Enter")
    assert tiles(page) == ""
    for _ in range(5):
        page.keyboard.press("Space")
    assert tiles(page) == "1 2 3 4 5"
    assert "All your cards are used." in page.inner_text("#builder-ui")


def dragged(page: Any, card: int, to: int, share: float) -> None:
    """Drag the laid card to where *share* of the other one's width lies on the left."""
    laid = page.locator("[data-build='placed']")
    start, end = laid.nth(card).bounding_box(), laid.nth(to).bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    left = end["x"] + share * end["width"]
    page.mouse.move(left, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


@pytest.mark.browser
def test_laid_cards_are_moved_by_dragging_and_by_keys(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    page.get_by_role("button", name="Start again").click()
    for _ in range(4):
        page.locator("[data-build='add']").first.click()
    assert tiles(page) == "1 2 3 4"
    page.wait_for_load_state("networkidle")
    dragged(page, 0, 2, 0.8)
    assert tiles(page) == "2 3 1 4"
    dragged(page, 3, 0, 0.2)
    assert tiles(page) == "4 2 3 1"
    assert page.evaluate("window.sent.at(-1)") == ["tiles", "4 2 3 1"]
    laid = page.locator("[data-build='placed']")
    laid.nth(1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # there is nothing beyond
    assert tiles(page) == "4 3 1 2"
    page.keyboard.press("ArrowLeft")
    assert tiles(page) == "4 3 2 1"
    dragged(page, 1, 1, 0.6)  # no way at all: a tap, which takes it out
    assert tiles(page) == "4 2 1"


@pytest.mark.browser
def test_the_guesses_travel_with_the_final_word(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final"]))
    page.locator("#guess-3").fill("h")
    values = page.eval_on_selector_all("[data-guesses]", "all => all.map(f => f.value)")
    assert values == ["RSHOE", "RSHOE"]


@pytest.mark.browser
def test_a_cover_that_was_given_back_leaves_the_word(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["final-laid"]))
    assert tiles(page) == "3 1* 2 5 4"
    page.evaluate(
        "document.querySelector('#builder').dataset.reserved = ''; window.again()"
    )
    assert tiles(page) == "3 1 2 5 4"


@pytest.mark.browser
def test_moving_on_without_a_guess_asks_first(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["decide"]))
    assert page.get_attribute("#move-guess", "data-type") == "optional"
    assert "no guess" in page.get_attribute("#move-on", "data-confirm")
    page.locator("#move-guess").fill("b")
    assert page.locator("#move-guess").input_value() == "B"
    assert page.get_attribute("#move-on", "data-confirm") is None
    assert page.locator("#guess-2").input_value() == "B"


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_is_folded_as_the_table_folds_it(
    open_page: Show, language: str
) -> None:
    page = open_page(phone(MOMENTS["making"].but({"language": language})))
    for word in ("süß", "Ca\u0308fé", "Łód"):
        page.locator("#word-input").fill(word)
        assert page.locator("#word-input").input_value() == fold(word, language)


@pytest.mark.browser
def test_letters_of_the_hand_are_typed_by_a_tap(open_page: Show) -> None:
    page = open_page(phone(MOMENTS["making"]))
    page.locator("#word-input").fill("")
    page.locator('[data-key="share-1"]').click()
    page.locator('[data-key="share-3"]').click()
    assert page.locator("#word-input").input_value() == "HR"


@pytest.mark.browser
def test_no_chip_lies_outside_the_button_of_its_stand(open_page: Show) -> None:
    moment = MOMENTS["clue-give"]
    stands = tuple(replace(e, name="Ömer", chips=(2, 5, 8)) for e in moment.public.stands)
    html = DRAWN.paper_of(
        replace(moment.public, stands=stands),
        moment.view.seat,
        Step(about=Message("lj.step.clue-give")),
    )
    page = open_page(html)
    assert page.locator(".lj-place .chip").count() >= 3
    assert (
        page.evaluate(
            """[...document.querySelectorAll('.lj-place')].filter((each) => {
          const { left, right } = each.getBoundingClientRect();
          return [...each.children].some((chip) => {
            const { left: from, right: to } = chip.getBoundingClientRect();
            return from < left || to > right;
          }) || each.scrollWidth > each.clientWidth;
        }).map((each) => each.textContent)"""
        )
        == []
    )


@pytest.mark.browser
def test_six_in_a_row_keep_a_name_of_seven_letters_whole(open_page: Show) -> None:
    moment = MOMENTS["decide"]
    stands = tuple(replace(each, name="Grandpa") for each in moment.view.table.stands)
    page = open_page(phone(moment.but({"stands": stands})))
    assert page.locator(".lj-row .lj-who").count() >= 6
    assert (
        page.evaluate(
            """[...document.querySelectorAll('.lj-row .lj-who')].map((each) => {
          const name = document.createRange();
          name.selectNodeContents(each.lastChild);
          return name.getClientRects().length;
        }).filter((lines) => lines > 1)"""
        )
        == []
    )


@pytest.mark.browser
@pytest.mark.parametrize("width", by_default(320, of=(320, 360)))
def test_nothing_scrolls_sideways(open_page: Show, width: int) -> None:
    page = open_page("")
    page.set_viewport_size({"width": width, "height": 740})
    for language in LANGUAGES:
        for name, html in everything(language).items():
            if name == "sheet":  # made for paper
                continue
            unfolded = html.replace("<details", "<details open")
            page.evaluate("html => document.body.innerHTML = html", unfolded)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{language} {name} is {wide} wide"


# -- what the table itself adds --


def test_a_nudge_is_private_and_never_read_aloud() -> None:
    look = MOMENTS["clue-look"]
    html = phone(look.but(nudge=3))
    assert 'id="nudge" class="private"' in html
    assert "tells 3 or more" in html
    assert 'id="nudge"' not in phone(look)
    assert "tells everybody else" in phone(look.but(nudge=2))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Others are possible."), ("de", "Andere sind möglich.")],
)
def test_likely_letters_never_pass_for_all(language: str, sentence: str) -> None:
    look = MOMENTS["clue-look"]
    assert sentence in phone(look.but(likely=(("A", 61), ("O", 30))), language)
    assert sentence not in phone(look, language)


def test_letters_that_are_not_in_the_own_box_are_grey() -> None:
    own_box = MOMENTS["clue-look"].but({"letters": ("A", "E")})
    assert phone(own_box).count('class="lj-grey"') == 24


@pytest.mark.parametrize("language", LANGUAGES)
def test_own_lists_can_be_chosen_as_a_level(language: str) -> None:
    html = setup(language, {"level": "own:Oma"}, HOUSE)
    assert '<option value="own:Oma" selected>' in html
    assert "own:" not in setup(language)


def test_the_look_back_names_every_guess() -> None:
    html = phone(
        MOMENTS["score"].but({"score": looked_back(MOMENTS["score"].public).score})
    )
    for sentence in (
        "Ann, letter 1: S, right",
        "Bob, letter 2: K, but it was T",
        "letter 2: no guess noted; it was T",
        "Ann, extra letter: T, right",
        "Bob, extra letter: S, it was E",
        f"{NAMES[3]}, extra letter: not guessed, it was T",
        "Still looking for the best one",
    ):
        assert sentence in html


@pytest.mark.parametrize(
    ("missed", "said"),
    [
        (0.4, "a little more"),
        (0.7, "about one letter more"),
        (2.3, "about 2 letters more"),
    ],
)
def test_how_much_more_a_clue_had_told_is_said_in_whole_letters(
    missed: float, said: str
) -> None:
    score = looked_back(MOMENTS["score"].public).score
    assert score
    first, *rest = score.look_back
    changed = replace(score, look_back=(replace(first, missed=missed), *rest))
    html = phone(MOMENTS["score"].but({"score": changed}))
    assert f"Could have been: TRUNKS. It tells you all {said}." in html


def test_of_somebody_who_is_away_nobody_says_that_a_word_is_formed() -> None:
    moment = MOMENTS["final-laid"]
    me = moment.view.seat
    away = tuple(
        replace(each, present=each.seat == me, final_laid=False)
        for each in moment.view.table.players
    )
    html = phone(moment.but({"players": away}))
    people = html[html.index('class="lj-people"') :]
    assert people.count("away</span>") == len(away) - 1
    assert "still forming" not in people


def test_nobody_is_asked_who_is_surest_before_everybody_is_ready() -> None:
    html = phone(MOMENTS["final-laid"])
    assert "Your word lies face down" in html
    assert "Waiting for" in html
    assert "Who is surest?" not in html
    assert "Who is surest?" in phone(MOMENTS["final-reveal"])


def test_whoever_has_no_word_is_not_told_that_it_lies_there() -> None:
    html = phone(MOMENTS["final-laid"].but(final_tiles=()))
    assert "You have no word" in html
    # The bar is spoken, and stands uncovered: there it is a word like any other's.
    assert "Your word lies face down" not in html


@pytest.mark.parametrize("laid", [False, True])
def test_nobody_gives_a_card_back_on_paper_once_their_word_lies(
    laid: bool,  # noqa: FBT001 - a case
) -> None:
    asked = MOMENTS["final"].public
    bob = NAMES.index("Bob")
    players = tuple(
        replace(each, reserved=(Spot("*"),), final_laid=laid, revealed=None)
        if n == bob
        else each
        for n, each in enumerate(asked.players)
    )
    html = DRAWN.paper_of(
        replace(asked, players=players), bob, Step(about=Message("lj.step.final-form"))
    )
    assert bool(buttons(html, "Release")) is not laid
    assert not any(each["spot"] == "*" for each in buttons(html, "Reserve"))


@pytest.mark.parametrize(
    ("language", "displays", "said"),
    [
        ("en", True, "On the displays"),
        ("en", False, "On the phones"),
        ("de", True, "Auf den Anzeigen"),
        ("de", False, "Auf den Handys"),
    ],
)
def test_cards_are_on_displays_only_where_there_are_some(
    language: str, said: str, *, displays: bool
) -> None:
    info = SimpleNamespace(displays=displays)
    page = DRAWN.page(
        "game/setup.html", language, people=PEOPLE, options={}, setup=SETUP, info=info
    )
    assert f'<option value="screen" selected>{said}</option>' in page


def test_likely_letters_stand_where_the_letter_is_guessed() -> None:
    decide = MOMENTS["decide"].but(likely=(("A", 61), ("O", 30)))
    guess = phone(decide).partition('id="move-on"')[2].partition("</form>")[0]
    assert '<b translate="no">A</b>&nbsp;61&nbsp;%' in guess
    assert "61" not in phone(MOMENTS["decide"]).partition('id="move-on"')[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_middle_says_whose_extra_letter_was_used(language: str) -> None:
    said = {
        "en": "Bob&#39;s extra letter was used",
        "de": "Zusatzbuchstabe von Bob kam vor",
    }
    assert said[language] in screen(MOMENTS["decide-bonus"], language)
