"""Each game's tutorial: obeyed from mark to mark, and nothing else gets anywhere."""

import re
from random import Random

import pytest

from companion.engine.codec import Codec
from companion.errors import DataError, Rejected
from companion.languages import LANGUAGES
from companion.table.acts.tutorials import PERSON, Lesson
from tests.play import command_of, for_tests
from tests.table.lessons import FRAME, KNOWN, OBEYED, TAUGHT, House
from web.pages.game_pages import game_pages

CASES = [pytest.param(g, lang, id=f"{g}-{lang}") for g in TAUGHT for lang in LANGUAGES]
FRUIT = {"Quince", "Plum", "Cherry", "Quitte", "Pflaume", "Kirsche"}
TRIES = 30


def begun(game: str, language: str) -> House:
    house = House(game=game)
    house.begin(language=language)
    return house


@pytest.mark.parametrize("game", KNOWN)
def test_a_game_that_has_one_has_a_deal_in_each_language(game: str) -> None:
    pages = game_pages(game, KNOWN[game].pages)
    dealt = {language for language in LANGUAGES if pages.read(f"tutorial.{language}.toml")}
    assert dealt == ({*LANGUAGES} if game in TAUGHT else set())


@pytest.mark.parametrize(("game", "language"), CASES)
def test_whoever_obeys_comes_to_its_end(game: str, language: str) -> None:
    house = begun(game, language)
    marks = house.lesson().marks
    assert len([*house.walk()]) == len(marks)
    assert not any(mark.kinds or mark.noted for mark in marks[-1:])


@pytest.mark.parametrize(("game", "language"), CASES)
def test_what_no_mark_orders_is_refused_and_said(game: str, language: str) -> None:
    house, random = begun(game, language), Random(1)
    for page in house.walk():
        before = house.lesson()
        for offer in page.offers:
            if offer.kind in ordered(before):
                continue
            with pytest.raises(Rejected) as refused:
                try_out(house, command_of(KNOWN[game], PERSON, offer, random))
            said = FRAME.catalogues[game][language].say(refused.value.message)
            assert said != refused.value.message.id
        assert house.lesson() == before


@pytest.mark.parametrize(("game", "language"), CASES)
def test_what_is_wrong_is_refused_and_changes_nothing(game: str, language: str) -> None:
    house, random, tried = begun(game, language), Random(2), 0
    for page in house.walk():
        before, mark = house.lesson(), house.lesson().mark
        offers = [each for each in page.offers if each.kind in mark.kinds[-1:]]
        for offer in offers * TRIES:
            command = command_of(KNOWN[game], PERSON, offer, random)
            if not mark.right(command):
                with pytest.raises((Rejected, DataError)):
                    try_out(house, command)
                tried += 1
        assert house.lesson() == before
    assert tried or game == "buchstabenbluff"  # nothing is asked there that has a wrong way


@pytest.mark.parametrize(("game", "language"), CASES)
def test_whoever_is_quicker_than_the_notes_comes_on_too(game: str, language: str) -> None:
    house = begun(game, language)
    marks = house.lesson().marks
    while (lesson := house.tutorials.find(house.handles[0])) is not None:
        at = lesson.at
        while marks[at].noted is not None:
            at += 1
        if at == lesson.at:
            house.obey()
            continue
        for kind, fields in OBEYED[marks[at].text.id]:
            house.send(kind, **fields)
        assert house.lesson().at == at + 1


def try_out(house: House, command: object) -> None:
    fields = Codec(KNOWN[house.game].seat_commands).dump(command)
    house.send(fields.pop("type"), **fields)


def ordered(lesson: Lesson) -> set[str]:
    """Return what a mark takes; one that waits for a note is passed by whoever is quick."""
    at = lesson.at
    while lesson.marks[at].noted is not None:
        at += 1
    return {*lesson.marks[at].kinds}


@pytest.mark.parametrize(("game", "language"), CASES)
def test_its_page_is_built_of_what_its_seat_may_know(game: str, language: str) -> None:
    house, random = begun(game, language), Random(3)
    differ = 0
    for page in house.walk():
        state = house.lesson().match.state
        twin = for_tests(KNOWN[game]).twin(state, PERSON, random)
        assert KNOWN[game].seat_view(twin, PERSON) == page.view
        differ += twin != state
    assert differ


@pytest.mark.parametrize(("game", "language"), CASES)
def test_nobody_who_may_sit_here_is_in_it(game: str, language: str) -> None:
    house = begun(game, language)
    own, *others = [each.name for each in house.page().table.people]
    assert own == "Person 0"
    assert set(others) <= FRUIT


@pytest.mark.parametrize(("game", "language"), CASES)
def test_an_order_is_short_and_there_is_praise(game: str, language: str) -> None:
    say = FRAME.catalogues[game][language].say
    house = begun(game, language)
    said = [say(mark.text) for mark in house.lesson().marks]
    assert any(re.search("Well done|Richtig", each) for each in said)
    if game != "letter_jam":  # its own say what is on its many cards
        assert max(map(len, said)) <= 60


@pytest.mark.parametrize(("game", "language"), CASES)
def test_its_link_says_how_long_it_takes(game: str, language: str) -> None:
    text = FRAME.catalogues[game][language].text("web.tutorial.begin")
    assert re.search("30|minute|Minute", text)
