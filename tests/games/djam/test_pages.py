"""The pages at every moment of random matches, in both languages."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from jinja2 import Environment, FunctionLoader, StrictUndefined

from companion.engine.codec import Codec
from companion.games.djam import djam
from companion.games.djam.state import Djam, Phase
from companion.messages import LANGUAGES, load
from companion.ports import Seat
from companion.table.projection import PersonId, PersonView
from tests.games.djam.table import rolled
from tests.play import Player, after, begin, steps
from web.pages import game_pages

GAME = djam()
PAGES = game_pages(GAME.name, GAME.pages)
IDS = re.compile(r"\b(?:dj|told|face|spell|refused)\.[a-z]+")
COMMAND = re.compile(r"data-do='(\{.*?\})'")
FORM = re.compile(r'data-do="(\w+)"')
HTML = Environment(
    loader=FunctionLoader(PAGES.read), autoescape=True, undefined=StrictUndefined
)


def render(template: str, language: str, **values: Any) -> str:
    catalogue = load(["web", GAME.pages], language)
    return HTML.get_template(template).render(t=catalogue.text, lang=language, **values)


def phone(state: Djam, seat: int, language: str = "en") -> str:
    view = GAME.seat_view(state, Seat(seat))
    offers = {offer.kind: offer for offer in GAME.offers(view)}
    return render(
        "phone.html", language, view=view, table=view.table, offers=offers, sheet={}
    )


def paper(state: Djam, seat: int, language: str = "en") -> str:
    name = state.players[seat].name
    person = PersonView(PersonId("p"), name, Seat(seat), has_phone=False, is_host=False)
    return render("paper.html", language, person=person, table=GAME.table_view(state))


def moments(seed: int, **options: Any) -> Iterator[Djam]:
    """Yield one state of every kind that a random match meets."""
    random, seen = Random(seed), set()
    state = after(GAME, GAME.initial, begin(GAME, 4, random, **options))
    player = Player(GAME, random)
    for before, _, events in steps(GAME, state, player, 3000):
        state = before if events is None else after(GAME, before, events)
        first, queue = state.players[0], state.queue
        waits = (first.present, first.out, first.passed, first.sealed is None)
        kind = (state.phase, state.called == 0, bool(queue), waits)
        if kind not in seen:
            seen.add(kind)
            yield state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "options", [{"gong_s": 5}, {"buzzers": "phones", "tempo": "none"}, {"pace": "calm"}]
)
def test_every_moment_is_drawn_and_every_button_is_a_command(
    language: str, options: dict[str, Any]
) -> None:
    codec, phases = Codec(GAME.seat_commands), set()
    for state in moments(1, **options):
        phases.add(state.phase)
        pages = [paper(state, 0, language), phone(state, 0, language)]
        pages += [render("table.html", language, table=GAME.table_view(state))]
        for page in pages:
            assert not IDS.search(page)
            for found in COMMAND.findall(page):
                codec.load({**json.loads(found), "seat": 0})
            for kind in FORM.findall(page):
                codec.load({"type": kind, "seat": 0, "word": "x"})
    assert Phase.END in phases


def test_what_is_offered_has_a_button_or_a_form() -> None:
    for options in ({"gong_s": 5}, {"pace": "calm"}):
        for state in moments(2, **options):
            for seat in range(4):
                view = GAME.seat_view(state, Seat(seat))
                page = phone(state, seat)
                for offer in GAME.offers(view):
                    assert f'"{offer.kind}"' in page, (offer.kind, state.phase)


def test_no_page_of_another_holds_a_sealed_word() -> None:
    found = 0
    for state in moments(3, pace="calm"):
        for owner in state.seats:
            sealed = state.players[owner].sealed
            if sealed is None or len(sealed) < 8:
                continue
            found += 1
            assert sealed in phone(state, owner)
            others = [phone(state, seat) for seat in state.seats if seat != owner]
            others += [
                paper(state, owner),
                render("table.html", "en", table=GAME.table_view(state)),
            ]
            assert not any(sealed in page for page in others)
    assert found


def test_on_paper_an_author_waits_like_everybody() -> None:
    t = rolled(3, buzzers="phones")
    assert '"Buzz"' in paper(t.state, 0)
    t.say("Ann", "Bono")
    waiting = paper(t.state, 0)
    assert '"Buzz"' not in waiting
    assert '"Pass"' not in waiting
    assert '"Buzz"' in paper(t.state, 1)
    assert '"Object"' in paper(t.state, 1)


def test_with_speed_no_page_is_covered_before_a_press() -> None:
    state = rolled(3).state
    assert "private" not in phone(state, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [{}, {"card": "own", "own": {"1": "Käse & <Brot>"}}])
def test_the_host_finds_the_last_choices_again(
    language: str, options: dict[str, Any]
) -> None:
    people = [PersonView(PersonId(n), n, None, has_phone=True, is_host=False) for n in "ab"]
    page = render("setup.html", language, people=people, options=options)
    assert not IDS.search(page)
    assert page.count('data-type="number"') == 3
    if options:
        assert "Käse &amp; &lt;Brot&gt;" in page
        assert '<details id="own-themes" open>' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_help_has_every_part(language: str) -> None:
    page = PAGES.read(f"rules.{language}.html")
    assert page is not None
    assert page.count("<section") == page.count("</section>") == 6
