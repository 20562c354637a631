"""The pages at every moment of random matches, in both languages."""

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.options import setup_fields
from companion.games.djam import commands as cmd
from companion.games.djam.game import djam
from companion.games.djam.state import Djam, Phase, Roll
from companion.languages import LANGUAGES
from companion.ports import Seat
from companion.table.values.ids import PersonId
from companion.table.values.projection import PersonView
from tests.drawn import Drawn
from tests.games.djam.table import BLACK, BORVA, Table, rolled
from tests.play import Player, after, begin, steps
from web.pages.game_pages import game_pages

GAME = djam()
PAGES = game_pages(GAME.name, GAME.pages)
IDS = re.compile(r"\b(?:dj|told|face|spell|refused)\.[a-z]+")
COMMAND = re.compile(r"data-do='(\{.*?\})'")
FORM = re.compile(r'data-do="(\w+)"')
DRAWN = Drawn(GAME)
SETUP = setup_fields(GAME.setup_commands[0])


def phone(state: Djam, seat: int, language: str = "en") -> str:
    view = GAME.seat_view(state, Seat(seat))
    return DRAWN.phone(view, GAME.offers(view), language)


def screen(state: Djam, language: str = "en") -> str:
    return DRAWN.middle(GAME.table_view(state), language)


def paper(state: Djam, seat: int, language: str = "en") -> str:
    return DRAWN.paper(state, seat, language)


def moments(seed: int, **options: Any) -> tuple[Djam, ...]:
    """Return one state of every kind that a random match meets."""
    return _moments(seed, tuple(options.items()))


@cache
def _moments(seed: int, options: tuple[tuple[str, Any], ...]) -> tuple[Djam, ...]:
    return tuple(_played(seed, **dict(options)))


def _played(seed: int, **options: Any) -> Iterator[Djam]:
    random, seen = Random(seed), set()
    state = after(GAME, GAME.initial, begin(GAME, 4, random, **options))
    player = Player(GAME, random)
    for before, _, events in steps(GAME, state, player, 8000):
        state = before if events is None else after(GAME, before, events)
        first, queue = state.players[0], state.queue
        waits = (first.present, first.out, first.passed, first.sealed is None)
        kind = (state.phase, state.called == 0, bool(queue), waits)
        if kind not in seen:
            seen.add(kind)
            yield state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "options",
    [
        {"gong_s": 5, "hat": True},
        {"buzzers": "phones", "tempo": "none", "decider": True},
        {"pace": "calm", "hat": True, "decider": True},
    ],
)
def test_every_moment_is_drawn_and_every_button_is_a_command(
    language: str, options: dict[str, Any]
) -> None:
    codec, phases = Codec(GAME.seat_commands), set()
    for state in moments(1, **options):
        phases.add(state.phase)
        pages = [paper(state, 0, language), phone(state, 0, language)]
        pages += [screen(state, language)]
        for page in pages:
            assert not IDS.search(page)
            for found in COMMAND.findall(page):
                codec.load({**json.loads(found), "seat": 0})
            for kind in FORM.findall(page):
                field = "theme" if kind == "PutTheme" else "word"
                codec.load({"type": kind, "seat": 0, field: "x"})
    assert Phase.END in phases


def test_what_is_offered_has_a_button_or_a_form() -> None:
    for options in ({"gong_s": 5, "hat": True}, {"pace": "calm", "hat": True}):
        for state in moments(2, **options):
            for seat in range(4):
                view = GAME.seat_view(state, Seat(seat))
                page = phone(state, seat)
                for offer in GAME.offers(view):
                    assert f'"{offer.kind}"' in page, (offer.kind, state.phase)


def test_the_own_sealed_word_stands_on_the_own_page() -> None:
    t = rolled(3, pace="calm")
    t.act("Ann", cmd.Seal, word="Brunnen")
    assert "Brunnen" in phone(t.state, 0)


def test_a_theme_is_html_of_nobody() -> None:
    t = Table(3, hat=True)
    t.act("Ann", cmd.PutTheme, theme="<b>Käse' & \"Brot")
    assert "&lt;b&gt;Käse&#39; &amp; &#34;Brot" in phone(t.state, 0)
    (command,) = (each for each in COMMAND.findall(phone(t.state, 0)) if "Take" in each)
    assert json.loads(command)["theme"] == "<b>Käse' & \"Brot"
    t.roll()
    for page in (phone(t.state, 1), DRAWN.middle(t.view("Ann").table)):
        assert "&lt;b&gt;Käse&#39; &amp; &#34;Brot" in page
        assert "Out of the hat" in page


def test_who_looks_for_a_word_with_speed_sees_no_hat() -> None:
    t = rolled(3, hat=True)
    assert 'id="hat"' not in phone(t.state, 0)
    t.find("Ann", "Bono")
    assert 'id="hat"' in phone(t.state, 0)
    assert "private" not in phone(t.state, 1)


@pytest.mark.parametrize("roll", [BORVA, BLACK])
@pytest.mark.parametrize("options", [{}, {"count": "letters"}, {"pace": "calm"}])
def test_the_middle_says_of_a_words_worth_what_the_phones_say(
    roll: Roll, options: dict[str, str]
) -> None:
    """Without speed the longest word wins a black round, not the first one."""
    state = rolled(3, roll, **options).state
    worth = re.compile(r"(?:The first|The longest|Every die|One stone) [^.]*\.")
    said = [worth.findall(page) for page in (phone(state, 0), screen(state))]
    assert said[0] == said[1]
    assert len(said[0]) == 1
    assert ("longest" in said[0][0]) is (roll is BLACK and "pace" in options)


def test_in_a_decider_the_others_are_told_that_they_watch() -> None:
    t = Table(3, BORVA, BLACK, stones=(29, 29, 28), decider=True)
    t.roll()
    t.find("Ann", "Bo")
    t.find("Bob", "Bobo")
    assert "One black round decides between Ann, Bob" in phone(t.state, 0)
    t.roll()
    watcher = phone(t.state, 2)
    assert '<h2 id="now-title">You watch</h2>' in watcher
    assert "Only 0" not in watcher
    assert '"Pass"' not in watcher + paper(t.state, 2)
    assert '<h2 id="now-title">Find a word without these letters</h2>' in phone(t.state, 1)
    t.say("Ann", "Fink")
    assert "It would decide" in phone(t.state, 2)
    assert '"Object"' in phone(t.state, 2)
    t.time_up()
    assert "★ decides" in phone(t.state, 2)
    assert "You have won!" in phone(t.state, 0)


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
@pytest.mark.parametrize(
    "options",
    [{}, {"card": "own", "own": {"1": "Käse & <Brot>"}, "hat": True, "decider": True}],
)
def test_the_host_finds_the_last_choices_again(
    language: str, options: dict[str, Any]
) -> None:
    people = [PersonView(PersonId(n), n, None, has_phone=True, is_host=False) for n in "ab"]
    page = DRAWN.page(
        "game/setup.html", language, people=people, options=options, setup=SETUP
    )
    assert not IDS.search(page)
    assert page.count('data-type="number"') == 3
    for name in ("hat", "decider"):
        checked = f'name="{name}" data-type="flag"{" checked" if options else ""}>'
        assert checked in page
    if options:
        assert "Käse &amp; &lt;Brot&gt;" in page
        assert '<details id="own-themes" open>' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_help_has_every_part(language: str) -> None:
    page = PAGES.read(f"rules.{language}.html")
    assert page is not None
    assert page.count("<section") == page.count("</section>") == 7


def test_between_rounds_a_phone_hears_how_fair_its_buzzer_is() -> None:
    now = Table(3)
    now.do(cmd.UsePhone(Seat(1)))
    assert 'id="fair"' not in phone(now.state, 0)
    assert "times a wired stand" in phone(now.state, 0)
    assert 'id="fair"' in phone(now.state, 1)
    assert "closer than that" in phone(now.state, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_spells_the_letter_with_a_word_that_could_be_said(language: str) -> None:
    """Players find the words themselves: the pages show the letter and nothing to it."""
    state = rolled(4, BORVA, language=language).state
    for page in (
        phone(state, 0, language),
        screen(state, language),
        paper(state, 0, language),
    ):
        assert ": B." in page
        assert not re.search(r"\bB (?:as in|wie) \w", page)
