"""3, 2, 1 on every stand before the gong, and how all flip at it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from companion.engine.course import Course
from companion.engine.people import ComeBack, Leave
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.clock import COUNT_S
from companion.ports import CENTRE, STAND_PLACES, WordFace
from tests.games.buchstabenbluff.table import Table, table


def laid(word: str = "NOSE", players: int = 3, **options: Any) -> Table:
    now = table(players, **options)
    now.lay("Ann", "OATS", word)
    return now


def course(now: Table, act: Callable[[], object]) -> Course | None:
    before = now.public
    act()
    return now.game.course(before, now.public)


def shown(found: Course, ms: int) -> dict[str, str]:
    faces = found.faces(found.frame_at(ms), repr)
    return {
        place: face.word or face.mark
        for place, face in faces.items()
        if isinstance(face, WordFace)
    }


STANDS = STAND_PLACES[:3]


def all_show(word: str, *marks: str) -> dict[str, str]:
    """Return the word on the stand of whoever laid it and in the middle, the fingers elsewhere."""
    return {CENTRE: word, **dict(zip(STANDS, (word, *marks), strict=True))}


def test_every_stand_counts_down_the_last_seconds_and_holds_nothing_up() -> None:
    now = table(3, gong_s=10)
    found = course(now, lambda: now.lay("Ann", "OATS", "NOSE"))
    assert found is not None
    assert found.aside
    assert found.ends_ms == 10_000
    assert shown(found, 6_900) == {}
    for ms, number in ((7_000, "3"), (8_500, "2"), (9_999, "1")):
        assert shown(found, ms) == dict.fromkeys(STANDS, number)


def test_an_early_gong_is_counted_down_at_once() -> None:
    now = laid()
    assert course(now, lambda: now.act("Bob", cmd.Believe)) is None
    found = course(now, lambda: now.act("Cleo", cmd.Doubt))
    assert found is not None
    assert found.ends_ms == COUNT_S * 1000
    assert shown(found, 0) == dict.fromkeys(STANDS, "3")


def test_whoever_comes_back_gives_everybody_the_whole_wait_again() -> None:
    now = laid()
    now.act("Cleo", Leave)
    now.act("Bob", cmd.Believe)
    found = course(now, lambda: now.act("Cleo", ComeBack))
    assert found is not None
    assert shown(found, 0) == {}
    deadline = now.game.deadline(now.state)
    assert deadline is not None
    assert found.ends_ms == deadline.duration_s * 1000


@pytest.mark.parametrize("options", [{"gong_s": 0}, {"first_doubter": True}])
def test_where_no_finger_counts_there_is_no_count(options: dict[str, Any]) -> None:
    now = table(3, **options)
    assert course(now, lambda: now.lay("Ann", "OATS", "NOSE")) is None


def test_the_stands_count_alike_whatever_was_answered() -> None:
    found = []
    for kinds in ((cmd.Believe, cmd.Doubt), (cmd.Doubt, cmd.Believe)):
        now = laid()
        now.act("Bob", kinds[0])
        found.append(course(now, partial(now.act, "Cleo", kinds[1])))
    assert found[0] == found[1]


def test_at_the_gong_all_flip_to_their_finger_and_then_to_the_truth() -> None:
    now = laid()
    found = course(now, lambda: now.gong("Bob"))
    assert found is not None
    assert not found.aside
    assert shown(found, 0) == all_show("NOSE", "wrong", "right")
    last = found.frames[-1]
    assert shown(found, last.at_ms) == dict.fromkeys(STANDS, "OATS")
    marks = {face.mark for face in last.faces.values() if isinstance(face, WordFace)}
    assert marks == {"wrong"}


def test_a_word_that_all_believe_shows_no_truth() -> None:
    now = laid()
    found = course(now, now.gong)
    assert found is not None
    assert [shown(found, frame.at_ms) for frame in found.frames] == [
        all_show("NOSE", "right", "right")
    ]


def test_a_word_that_is_taken_back_is_no_gong() -> None:
    now = table(3)
    before = now.public
    now.lay("Ann", "OATS", "NOSE")
    assert now.game.course(now.public, before) is None
