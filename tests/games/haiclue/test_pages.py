"""Every moment of random matches, rendered in both languages; secrets stay out of the HTML."""

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from jinja2 import (
    ChoiceLoader,
    Environment,
    FunctionLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
)

from companion.engine.people import Leave
from companion.games.haiclue import commands as cmd
from companion.games.haiclue.state import SHAPES, Haiclue
from companion.languages import LANGUAGES
from companion.messages import Catalogue, load
from companion.ports import Seat
from companion.table.projection import PersonId, PersonView
from tests.games.haiclue.table import GAME, Table
from tests.play import Player, after, begin, steps
from web.pages.game_pages import SHELL
from web.pages.renderer import TEMPLATES

CATALOGUES = {language: load([*SHELL, GAME.pages], language) for language in LANGUAGES}


def _read(name: str) -> str | None:
    found = files(GAME.pages).joinpath(name)
    return found.read_text("utf-8") if found.is_file() else None


ENVIRONMENT = Environment(
    loader=ChoiceLoader(
        [PrefixLoader({"game": FunctionLoader(_read)}), PackageLoader(*TEMPLATES)]
    ),
    autoescape=True,
    undefined=StrictUndefined,
)


class Unknown(Catalogue):
    """A catalogue that refuses an id it does not know."""

    def text(self, id_: str, /, **params: Any) -> str:
        found = super().text(id_, **params)
        assert found != id_, id_
        return found


def render(name: str, language: str = "en", **values: Any) -> str:
    known = CATALOGUES[language]
    t = Unknown(known.language, known.sentences).text
    return ENVIRONMENT.get_template(f"game/{name}").render(
        t=t, say=known.say, lang=language, languages=LANGUAGES, **values
    )


def phone(
    state: Haiclue, seat: int, language: str = "en", sheet: Mapping[str, str] | None = None
) -> str:
    view = GAME.seat_view(state, Seat(seat))
    offers = {offer.kind: offer for offer in GAME.offers(view)}
    values = {"view": view, "table": view.table, "offers": offers, "sheet": sheet or {}}
    return render("phone.html", language, **values)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 9])
def test_every_moment_of_a_random_match_can_be_shown(players: int, language: str) -> None:
    random = Random(players)
    state = after(GAME, GAME.initial, begin(GAME, players, random, hidden=players == 3))
    for before, _, events in steps(GAME, state, Player(GAME, random), 800):
        state = before if events is None else after(GAME, before, events)
        phone(state, random.randrange(players), language)
        render("table.html", language, table=GAME.table_view(state))


@pytest.mark.parametrize("moment", ["lay", "guess"])
def test_nobody_elses_page_differs_by_a_card_or_a_guess(moment: str) -> None:
    table = Table()
    if moment == "guess":
        table.lay()
        table.command(cmd.Guess(Seat(0), "bar"))
    pages: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}
    public = set()
    for shape in SHAPES:
        first, second, third = table.state.players
        guess = shape if moment == "guess" else None
        players = (replace(first, guess=guess), replace(second, card=shape), third)
        state = replace(table.state, players=players)
        for seat, found in pages.items():
            found.add(phone(state, seat))
        public.add(render("table.html", table=GAME.table_view(state)))
    assert len(public) == len(pages[2]) == 1
    assert len(pages[1]) == len(SHAPES)
    assert len(pages[0]) == (len(SHAPES) if moment == "guess" else 1)


def test_the_own_target_is_covered_with_what_is_private() -> None:
    html = phone(Table().state, 0)
    assert html.count('class="private hc-mine"') == 1
    assert '<details id="card"' in html  # closed until it is opened


def test_a_finished_clue_is_private_only_while_it_is_hidden() -> None:
    for hidden in (False, True):
        table = Table(hidden=hidden)
        table.lay(0)
        section = phone(table.state, 0).split('id="laid-1"')[1].split("</section>")[0]
        assert ('class="private"' in section) is hidden


def test_the_draft_of_the_sheet_comes_back() -> None:
    html = phone(Table().state, 0, sheet={"clue:1": "4 / 2", "clue:2": "9"})
    assert 'data-sheet="clue:1" value="4 / 2"' in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_for_people_on_paper_asks_for_a_page_of_their_own(language: str) -> None:
    table = Table()
    person = PersonView(PersonId("p"), "Ben", Seat(1), has_phone=False, is_host=False)
    there = render(
        "paper.html", language, person=person, table=GAME.table_view(table.state)
    )
    assert '"Leave"' in there.replace("&#34;", '"')
    table.command(Leave(Seat(1)))
    away = render("paper.html", language, person=person, table=GAME.table_view(table.state))
    assert '"ComeBack"' in away.replace("&#34;", '"')
    assert "Guess" not in there + away


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_options_can_be_chosen_and_come_back(language: str) -> None:
    people = [PersonView(PersonId(n), n, None, has_phone=True, is_host=False) for n in "AB"]
    options = {"youngest": 1, "hidden": True, "language": "de"}
    html = render("setup.html", language, people=people, options=options)
    assert '<option value="1" selected>' in html
    assert html.count(" checked") == 1
    assert '<option value="de" selected>' in html
