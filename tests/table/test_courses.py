"""A show begins once it is stored, goes from frame to frame, and holds up nothing but questions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine.course import Course, CourseFrame
from companion.engine.game import AnyGame, Deadline
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    BlankFace,
    ButtonEdge,
    CardFace,
    Face,
    Faces,
    LinesFace,
    Message,
    WordFace,
)
from companion.table.values.projection import TableInfo
from tests.table.house import NONE, House, device
from tests.waiting import LIMIT_S

WORD = ["1", "2", "3", "4", "5"]


class Showing:
    """A match whose words are laid; time passes when a test says so."""

    def __init__(
        self, game: AnyGame, path: Path, sentences: Mapping[str, str] = NONE
    ) -> None:
        self.now_s = 100.0
        self.house = House(game, path, sentences, clock=lambda: self.now_s)
        self.table = self.house.table
        self.table.start()

    def laid(self) -> "Showing":
        self.house.playing("Anna", "Ben")
        for name in ("Anna", "Ben"):
            self.house.do(name, "WantEnd", want=True)
        self.house.do("Anna", "LayFinalWord", tiles=WORD, guesses="?????")
        self.house.do("Ben", "LayFinalWord", tiles=[], guesses="?????")
        return self

    @property
    def info(self) -> TableInfo:
        return self.house.shown.table

    @property
    def letters(self) -> set[str]:
        """What the stands show, where they show cards all alike."""
        faces = {self.house.shown.faces[place] for place in STAND_PLACES}
        return {face.letter for face in faces if isinstance(face, CardFace)}

    def skip(self, show: int) -> None:
        """Let Ben do it."""
        handle, skip = self.house.handle("Ben"), self.table.moves.skip
        self.table.submit(skip, device("Ben"), handle, show).result(LIMIT_S)

    def later(self, seconds: float) -> None:
        self.now_s += seconds
        self.table.show_again().result(LIMIT_S)


@pytest.fixture(name="showing")
def _showing(game: AnyGame, path: Path) -> Iterator[Showing]:
    showing = Showing(game, path).laid()
    yield showing
    showing.table.stop()


def test_a_word_is_shown_card_by_card_and_only_then_judged(showing: Showing) -> None:
    told = showing.info.announcements[-1].number
    showing.house.do("Anna", "RevealWord")
    show = showing.info.course
    assert show is not None
    assert show.began_s == showing.now_s
    assert showing.info.step.name == "final-shows"
    assert showing.house.page("Ben").step.name == "final-shows"
    assert showing.info.announcements[-1].number == told
    assert showing.letters == {"?"}
    revealed = showing.info.view.players[0].revealed
    for at_ms, letter in zip(show.times[1:], revealed, strict=False):
        showing.now_s = show.began_s
        showing.later(at_ms / 1000 + 0.001)
        assert showing.letters == {letter}
    showing.later(60)
    assert showing.info.course is None
    assert showing.info.step.name == "final-judge"
    assert showing.info.announcements[-1].number > told


def test_a_note_keeps_it_a_move_ends_it(showing: Showing) -> None:
    showing.house.do("Anna", "RevealWord")
    showing.house.note("Ben", "guess:1", "Q")
    assert showing.info.course is not None
    showing.house.do("Ben", "JudgeWord", whose=0, accepted=False)
    assert showing.info.course is None


def test_it_ends_by_a_skip_a_press_and_a_pause(showing: Showing) -> None:
    house = showing.house
    house.do("Anna", "RevealWord")
    number = house.shown.number
    assert showing.info.course is not None
    show = showing.info.course.number
    for each in (show - 1, show, show):  # one of a show before, one, one that comes twice
        showing.skip(each)
        assert (showing.info.course is None) == (each == show)
    assert house.shown.number == number + 1
    house.do("Ben", "JudgeWord", whose=0, accepted=False)
    house.do("Ben", "RevealWord")
    assert showing.info.step.name == "score-shows"
    assert house.shown.faces[CENTRE] == BlankFace()
    house.touch(STAND_PLACES[2])
    house.wait(lambda latest: latest.table.course is None)
    assert house.shown.faces[CENTRE] != BlankFace()


def _with_countdown(game: AnyGame) -> AnyGame:
    """Return *game*, where a show says a sentence and a countdown of two seconds follows it."""

    def worded(say: Callable[[Message], str]) -> Faces:
        return {CENTRE: LinesFace((say(Message("said")),))}

    def course(before: Any, after: Any) -> Course | None:
        show = game.course(before, after)
        ticks = tuple(
            CourseFrame(1000 * n, {CENTRE: WordFace(str(2 - n))}) for n in range(2)
        )
        then = Course(game.table_step(after), 2000, ticks, aside=True)
        return show and replace(show, frames=(CourseFrame(0, worded=worded),), then=then)

    def deadline(state: Any) -> Deadline | None:
        return Deadline(repr(game.table_step(game.table_view(state)).about), 60)

    return replace(game, course=course, deadline=deadline)


def test_a_frame_says_a_sentence_and_a_countdown_follows_the_show(
    game: AnyGame, path: Path
) -> None:
    sentences = {"said": "It is out!"}
    showing = Showing(_with_countdown(game), path, sentences).laid()
    house = showing.house

    def middle() -> Face:
        return house.shown.faces[CENTRE]

    so = middle()
    house.do("Anna", "RevealWord")
    assert middle() == LinesFace(("It is out!",))
    while showing.info.course is not None:
        showing.later(0.1)
    assert middle() == WordFace("2")
    showing.later(1)
    assert middle() == WordFace("1")
    showing.later(1)
    assert middle() == so
    showing.table.stop()


def test_a_countdown_begins_when_the_show_before_it_is_skipped(
    game: AnyGame, path: Path
) -> None:
    showing = Showing(_with_countdown(game), path).laid()
    house = showing.house
    house.do("Anna", "RevealWord")
    show = showing.info.course
    assert show is not None
    showing.skip(show.number)
    assert showing.info.course is None
    assert house.shown.faces[CENTRE] == WordFace("2")
    showing.later(1.1)
    assert house.shown.faces[CENTRE] == WordFace("1")
    house.do("Ben", "JudgeWord", whose=0, accepted=False)
    showing.later(0)
    assert house.shown.faces[CENTRE] not in (WordFace("1"), WordFace("2"))
    showing.table.stop()


def test_a_finger_that_was_there_when_it_began_does_not_end_it(showing: Showing) -> None:
    house, place = showing.house, STAND_PLACES[2]
    showing.table.on_edge(ButtonEdge(place, "main", down=True, at_ns=1))
    house.do("Anna", "RevealWord")
    showing.table.on_edge(ButtonEdge(place, "main", down=False, at_ns=2))
    house.log()
    assert showing.info.course is not None
    house.touch(place)
    house.wait(lambda latest: latest.table.course is None)


def test_the_next_match_begins_without_it(showing: Showing) -> None:
    house = showing.house
    house.do("Anna", "RevealWord")
    assert showing.info.course is not None
    house.end()
    assert showing.info.course is None
    house.start("another-one")
    assert showing.info.course is None


def test_a_start_shows_the_last_frame(showing: Showing, game: AnyGame, path: Path) -> None:
    showing.house.do("Anna", "RevealWord")
    showing.table.stop()
    again = Showing(game, path)
    assert again.info.course is None
    assert again.info.step.name == "final-judge"
    again.table.stop()
