"""Every moment of random matches, rendered in both languages; secrets stay out of the HTML."""

import re
from collections.abc import Mapping
from random import Random

import pytest

from companion.engine.options import setup_fields
from companion.engine.people import Leave
from companion.games.haiclue import commands as cmd
from companion.games.haiclue.state import Haiclue
from companion.languages import LANGUAGES
from companion.ports import Seat
from companion.table.values.ids import PersonId
from companion.table.values.projection import PersonView
from tests.drawn import Drawn
from tests.games.haiclue.table import GAME, Table
from tests.play import Player, after, begin, steps

DRAWN = Drawn(GAME)
SETUP = setup_fields(GAME.setup_commands[0])


def phone(
    state: Haiclue, seat: int, language: str = "en", sheet: Mapping[str, str] | None = None
) -> str:
    view = GAME.seat_view(state, Seat(seat))
    return DRAWN.phone(view, GAME.offers(view), language, sheet)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 9])
def test_every_moment_of_a_random_match_can_be_shown(players: int, language: str) -> None:
    random = Random(players)
    state = after(GAME, GAME.initial, begin(GAME, players, random, hidden=players == 3))
    for before, _, events in steps(GAME, state, Player(GAME, random), 800):
        state = before if events is None else after(GAME, before, events)
        phone(state, random.randrange(players), language)
        DRAWN.middle(GAME.table_view(state), language)


def test_the_own_target_is_covered_with_what_is_private() -> None:
    html = phone(Table().state, 0)
    (mine,) = re.findall('class="private hc-mine">(.*?)</p>', html)
    assert "Wdiamond0" in mine
    assert '<details id="card"' in html  # closed until it is opened


def test_the_own_guess_is_marked() -> None:
    table = Table()
    table.lay()
    table.command(cmd.Guess(Seat(0), "bar"))
    marked = re.findall('aria-pressed="true" aria-label="([^"]*)"', phone(table.state, 0))
    assert marked == ["Guess bar: Wbar0"]


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
def test_somebody_without_a_phone_is_handed_one_sits_out_or_has_gone(language: str) -> None:
    table = Table()
    there = DRAWN.paper(table.state, 1, language)
    assert "/loan" in there
    for kind in ("SitOut", "Leave"):
        assert f'"type": "{kind}"' in there
    table.command(Leave(Seat(1)))
    away = DRAWN.paper(table.state, 1, language)
    assert '"type": "ComeBack"' in away
    assert '"Leave"' not in away
    assert "Guess" not in there + away


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_options_can_be_chosen_and_come_back(language: str) -> None:
    people = [
        PersonView(PersonId(n), n, None, has_phone=True, is_host=False, last_seat=Seat(at))
        for at, n in enumerate("AB")
    ]
    options = {"youngest": 1, "hidden": True, "language": "de"}
    html = DRAWN.page(
        "game/setup.html", language, people=people, options=options, setup=SETUP
    )
    assert '<option data-key="B" value="1" selected>' in html
    assert html.count(" checked") == 1
    assert '<option value="de" selected>' in html


def test_the_hosts_page_shows_lists_as_0_2_stored_them() -> None:
    left_out = [{"reason": "long", "count": 2, "examples": ["Donaudampfschifffahrt"]}]
    words = [str(number) for number in range(150)]
    ours = {"name": "Ours", "language": "de", "words": words, "left_out": left_out}
    house = GAME.house.view({"packs": [ours]})
    html = DRAWN.page("game/house.html", house=house, options={})
    said = " ".join(re.sub("<[^>]+>", " ", html).split())
    assert "Ours Deutsch, 150 words For up to 4 players." in said
    assert "longer than 14 letters: 2 Donaudampfschifffahrt …" in said
    assert "149" not in said
