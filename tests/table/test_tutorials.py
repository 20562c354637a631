"""Tutorials: by the real rules, in memory alone, of nothing but themselves."""

import tracemalloc
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.step import ShellAnswer
from companion.errors import DataError, Rejected
from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.ports import Seat
from companion.table.acts.tutorials import PERSON, Tutorials, lesson_page
from companion.table.publisher import Publisher
from companion.table.values.ids import Handle, PersonId
from companion.table.values.match import Match
from companion.table.values.projection import Projection, SeatPage
from companion.table.values.projector import project
from companion.table.values.seating import MOST_PEOPLE, Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from tests.play import for_tests
from web.devices import device_id
from web.pages.game_pages import game_pages

GAME = GAMES["letter_jam"]()
KNOWN = {name: GAMES[name]() for name in (GAME.name, "djam")}
FRAME = TableConfig(
    KNOWN,
    {name: game_pages(name, game.pages).catalogues for name, game in KNOWN.items()},
)
WISHES: Mapping[str, Mapping[str, Any]] = {
    "TellFigures": {
        "figures": {
            "letters": 4,
            "players": 3,
            "nonplayers": 1,
            "bonus": 0,
            "wildcard": False,
        }
    },
    "LayClue": {"spots": ["6", "4", "2", "3"]},
    "GiveClue": {},
}


class House:
    """A table with people in its lobby, and their tutorials."""

    def __init__(self, people: int = 1) -> None:
        self.publisher = Publisher()
        self.tutorials = Tutorials({GAME.name: GAME}, self.publisher)
        self.handles = [Handle(f"h{n}") for n in range(people)]
        seated = tuple(
            Person(PersonId(f"p{n}"), f"Person {n}", device_id(f"{n:022}"), handle)
            for n, handle in enumerate(self.handles)
        )
        self.seating = Seating(seated, seated[0].device, "123456", game=GAME.name)
        self.show()

    def show(
        self, match: Match | None = None, people: int | None = None, game: str = GAME.name
    ) -> Projection:
        seated = self.seating.people[:people]
        playing = tuple(each.id for each in seated) if match else ()
        seating = Seating(seated, self.seating.host, "123456", playing, game=game)
        shown = project(TableState(seating, match), FRAME, self.publisher.latest)
        self.publisher.publish(shown)
        return shown

    def page(self, n: int = 0) -> SeatPage:
        """Return the tutorial's page of a person who is in one."""
        lesson = self.tutorials.find(self.handles[n])
        assert lesson is not None
        return lesson_page(lesson, self.publisher.latest.pages[self.handles[n]])

    def begin(self, n: int = 0, language: str = "en") -> None:
        page = self.publisher.latest.pages[self.handles[n]]
        self.tutorials.begin(self.handles[n], page, language)

    def send(self, kind: str, n: int = 0, **fields: Any) -> None:
        handle = self.handles[n]
        lesson = self.tutorials.find(handle)
        at = 0 if lesson is None else lesson.version
        self.tutorials.send(handle, {"type": kind, **fields}, f"wish-{kind}-{at}")

    def walk(self, n: int = 0) -> list[SeatPage]:
        """Go through all of it; return the page at each mark."""
        pages, handle = [], self.handles[n]
        while (lesson := self.tutorials.find(handle)) is not None:
            pages.append(self.page(n))
            kinds = lesson.mark.kinds
            if not kinds:
                self.tutorials.go_on(handle, lesson.at)
            elif kinds == ("MoveOn",):
                self.send("MoveOn", n, **lesson.mark.right)
            else:
                for kind in kinds[-2:]:
                    self.send(kind, n, **WISHES[kind])
        return pages


def someones_match() -> Match:
    command = {"type": "StartMatch", "names": ["Person 0", "Person 1"], "lengths": [5, 5]}
    decoded = Codec(GAME.setup_commands).load(command)
    return Match.begin(GAME, "m").carry_out(decoded, "begins-here", None, Random(1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_goes_from_the_aim_through_a_clue_read_to_a_clue_given(language: str) -> None:
    house = House()
    house.begin(language=language)
    pages = house.walk()

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_own_letters_are_in_no_view_of_it(language: str) -> None:
    house = House()
    house.begin(language=language)
    lesson = house.tutorials.find(house.handles[0])
    assert lesson is not None
    state = lesson.match.state
    twin = for_tests(GAME).twin(state, PERSON, Random(1))
    assert twin != state
    assert GAME.seat_view(state, PERSON) == GAME.seat_view(twin, PERSON)
    own = next(stand for stand in house.page().view.table.stands if stand.kind == "own")
    assert own.letter == "?"


def test_only_what_the_mark_says_can_be_done_and_a_wrong_guess_is_said() -> None:
    house = House()
    house.begin()
    with pytest.raises(Rejected) as refused:
        house.send("TellNone")
    assert refused.value.code == "tutorial-later"
    for at in range(5):
        house.tutorials.go_on(house.handles[0], at)
        house.tutorials.go_on(house.handles[0], at)  # a second tap is none
    with pytest.raises(Rejected) as refused:
        house.send("MoveOn", guess="E")
    assert refused.value.code == "tutorial-guess"
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
    house.walk()
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
    house.walk(0)  # what is loaded once for all
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
    haiclue = GAMES["haiclue"]()
    tutorials = Tutorials({"letter_jam": haiclue}, (house := House()).publisher)
    with pytest.raises(DataError, match="no tutorial"):
        tutorials.begin(house.handles[0], house.publisher.latest.pages[Handle("h0")], "en")


def test_seat_zero_is_the_person() -> None:
    house = House()
    house.begin()
    assert house.page().view.seat == Seat(0)
