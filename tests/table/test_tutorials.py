"""Tutorials: by the real rules, in memory alone, of nothing but themselves."""

import tracemalloc
from dataclasses import replace
from random import Random

import pytest

from companion.engine.codec import Codec
from companion.engine.step import ShellAnswer
from companion.errors import DataError, Rejected
from companion.languages import LANGUAGES
from companion.table.acts.tutorials import Tutorials
from companion.table.values.ids import Handle
from companion.table.values.match import Match
from companion.table.values.seating import MOST_PEOPLE
from tests.play import refusal
from tests.table.lessons import KNOWN, House

GAME = KNOWN["letter_jam"]


def someones_match() -> Match:
    command = {"type": "StartMatch", "names": ["Person 0", "Person 1"], "lengths": [5, 5]}
    decoded = Codec(GAME.setup_commands).load(command)
    return Match.begin(GAME, "m").carry_out(decoded, "begins-here", None, Random(1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_goes_from_the_aim_through_a_clue_read_to_a_clue_given(language: str) -> None:
    house = House()
    house.begin(language=language)
    pages = [*house.walk()]

    asked = [page.step.name for page in pages]
    read, built = asked.index("decide-move"), asked.index("clue-look")
    assert read < built < asked.index("clue-give")
    assert pages[0].view.table.phase == "clue"
    readings = [line.reading for line in pages[-1].view.clues]
    assert len(readings) == 2
    assert readings[0].count("?") == 1
    buttons = [button for page in pages for button in page.step.buttons]
    assert {each.act for each in buttons if isinstance(each, ShellAnswer)} == {"next"}
    assert len(pages) <= 14


def test_only_what_the_mark_says_can_be_done_and_a_wrong_guess_is_said() -> None:
    house = House()
    house.begin()
    with pytest.raises(Rejected) as refused:
        house.send("TellNone")
    assert refused.value.code == "tutorial-later"
    for at in range(5):
        house.tutorials.go_on(house.handles[0], at)
        house.tutorials.go_on(house.handles[0], at)  # a second tap is none
    assert refusal(house.send, "MoveOn", guess="E") == "tutorial-guess"
    lesson = house.tutorials.find(house.handles[0])
    assert lesson is not None
    assert lesson.at == 5


def test_what_is_noted_stays_on_its_own_sheet() -> None:
    house = House(2)
    house.begin(0)
    house.begin(1)
    house.tutorials.note(house.handles[0], "guess:1", "I")
    assert house.page(0).sheet == {"guess:1": "I"}
    assert house.page(1).sheet == {}
    assert house.publisher.latest.pages[house.handles[0]].sheet == {}
    with pytest.raises(DataError):
        house.tutorials.note(house.handles[0], "no key of ours", "I")


def test_the_table_is_the_same_with_it_and_without_it() -> None:
    house = House(2)
    before = house.publisher.latest
    house.begin()
    assert [*house.walk()]
    assert house.publisher.latest is before


def test_all_of_them_go_when_a_match_begins_and_one_when_its_person_does() -> None:
    house = House(3)
    for n in range(3):
        house.begin(n)
    house.show(people=2)
    assert len(house.tutorials) == 2
    house.show(someones_match(), people=2)
    assert len(house.tutorials) == 0
    with pytest.raises(Rejected):
        house.begin(0)
    with pytest.raises(Rejected):
        house.send("MoveOn", guess="I")


def test_all_of_them_go_when_another_game_is_chosen() -> None:
    house = House(2)
    house.begin()
    house.begin(1)
    house.show(game="djam")
    assert len(house.tutorials) == 0


def test_another_language_begins_it_anew_the_same_goes_on() -> None:
    house = House()
    house.begin(language="en")
    house.tutorials.go_on(house.handles[0], 0)
    house.begin(language="en")
    assert house.page().step.id == "tutorial:2"
    house.begin(language="de")
    assert house.page().step.id == "tutorial:1"


def test_twelve_of_them_stay_small(capsys: pytest.CaptureFixture[str]) -> None:
    house = House(MOST_PEOPLE)
    house.begin(0)
    assert [*house.walk(0)]  # what is loaded once for all
    tracemalloc.start()
    try:
        for n in range(MOST_PEOPLE):
            house.begin(n)
            for at in range(5):
                house.tutorials.go_on(house.handles[n], at)
            house.send("MoveOn", n, guess="I")
        size = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    with capsys.disabled():
        print(f"\n{MOST_PEOPLE} tutorials: {size / 1024:.0f} KiB")  # noqa: T201 - a figure for whoever runs it
    assert size < 1024 * 1024


def test_a_game_without_one_says_so() -> None:
    untaught = replace(GAME, tutorial=None)
    tutorials = Tutorials({GAME.name: untaught}, (house := House()).publisher)
    with pytest.raises(DataError, match="no tutorial"):
        tutorials.begin(house.handles[0], house.publisher.latest.pages[Handle("h0")], "en")
