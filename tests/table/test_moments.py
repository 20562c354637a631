"""A moment sounds once, when it comes about: not after a restart, and not beside a show."""

import re
from pathlib import Path
from typing import get_args

import pytest

import web
from companion.engine.events import MomentWord
from companion.games import GAMES, pages_of
from companion.languages import LANGUAGES
from companion.messages import load
from companion.ports import STAND_PLACES, Place
from companion.process.lights import Lights
from companion.table.values.moments import LIT, LIT_ALL, lights
from companion.table.values.projection import Moment, Projection
from tests.table.conftest import Open
from tests.table.house import House
from web.pages.game_pages import SHELL

WORDS = {*get_args(MomentWord)} - {""}
SCRIPT = Path(web.__file__).parent / "static" / "moments.js"


def moments(house: House) -> tuple[Moment, ...]:
    return house.shown.table.moments


def test_each_has_its_number_and_the_time_when_it_came_about(match: House) -> None:
    before = moments(match)
    assert [each.word for each in before] == ["dealt"]
    match.do("Anna", "ChooseCluegiver", giver=0)
    assert moments(match) == before, "nothing to be heard"
    match.do("Anna", "LayClue", spots=["2"])
    *_, chip = moments(match)
    assert (chip.word, chip.number) == ("chip", before[-1].number + 1)
    assert chip.at_s >= before[-1].at_s > 0


def test_who_leaves_and_who_is_back_is_one_of_that_stand(match: House) -> None:
    match.do("Ben", "Leave")
    match.do("Ben", "ComeBack")
    found = [(each.word, each.seat, each.place) for each in moments(match)[-2:]]
    assert found == [("left", 1, "stand-2"), ("back", 1, "stand-2")]


def test_none_is_heard_again_after_a_restart(match: House, open_house: Open) -> None:
    match.do("Ben", "ChooseCluegiver", giver=1)
    match.do("Ben", "LayClue", spots=["1", "3"])
    match.do("Ben", "GiveClue")
    assert [each.word for each in moments(match)] == ["dealt", "chip", "clue"]
    assert moments(open_house()) == ()


def test_what_a_show_is_about_sounds_with_the_show_alone(match: House) -> None:
    for name in ("Anna", "Ben", "Cleo"):
        match.do(name, "WantEnd", want=True)
    assert moments(match)[-1].word == "gong"
    match.do("Ben", "LayFinalWord", tiles=["1", "2", "3", "4", "5"], guesses="?????")
    for name in ("Anna", "Cleo"):
        match.do(name, "LayFinalWord", tiles=[], guesses="?????")
    before = moments(match)
    match.do("Ben", "RevealWord")
    assert match.shown.table.course is not None
    assert moments(match) == before


# -- lights ------------------------------------------------------------------------------


def test_a_light_blinks_where_a_moment_comes_about_and_all_at_a_gong() -> None:
    assert lights(Moment(1, "stack", place=STAND_PLACES[4])) == (STAND_PLACES[4],)
    assert lights(Moment(1, "gong")) == STAND_PLACES
    assert lights(Moment(1, "chip", place=STAND_PLACES[4])) == ()
    assert lights(Moment(1, "won")) == ()
    assert LIT | LIT_ALL <= WORDS


def test_the_lights_blink_once_for_each_moment(match: House) -> None:
    blinked: list[Place] = []
    hear = Lights(blinked.append)
    hear(Projection())
    for name in ("Anna", "Ben", "Cleo"):
        match.do(name, "WantEnd", want=True)
        hear(match.shown)
        hear(match.shown)
    assert sorted(blinked) == sorted(STAND_PLACES)


# -- words -------------------------------------------------------------------------------


def test_every_word_has_a_sound_and_every_sound_a_word() -> None:
    table = re.search(r"const SOUNDS = \{(.*?)\};", SCRIPT.read_text("utf-8"), re.DOTALL)
    assert table is not None
    assert set(re.findall(r"(\w+):", table[1])) == WORDS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_a_moment_is_one_of_a_word(name: str, language: str) -> None:
    sentences = load([*SHELL, pages_of(name)], language).sentences
    lines = {id_.removeprefix("moment.") for id_ in sentences if id_.startswith("moment.")}
    assert {"gong", "won", "lost"} < lines <= WORDS
