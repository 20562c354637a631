"""The guesses turn up one by one, on stands, middle and pages; the author's card last."""

from dataclasses import replace

import pytest

from companion.engine.course import Course
from companion.games.haiclue.places import TARGET_STANDS
from companion.ports import CENTRE, STAND_PLACES, WordFace
from tests.drawn import Drawn
from tests.games.haiclue.table import GAME, Table
from tests.play import NAMES


def guessed(*, at_seats: bool = False) -> tuple[Table, Course]:
    """Return a table where seat 1 was right, and its show."""
    now = Table(3)
    now.lay()
    if at_seats:
        now.state = replace(now.state, own_stands=True)
    before = GAME.table_view(now.state)
    now.guess(right=(1,))
    found = GAME.course(before, GAME.table_view(now.state))
    assert found is not None
    return now, found


def marks(found: Course, frame: int) -> set[str]:
    faces = found.frames[frame].faces.values()
    return {face.mark for face in faces if isinstance(face, WordFace)}


def test_the_guesses_turn_on_the_targets_stands_and_nothing_tells_the_card_before() -> None:
    now, found = guessed()
    poem = GAME.table_view(now.state).poems[-1]
    *turning, card = found.frames
    assert len(turning) == len(poem.guesses) + 1
    for number, frame in enumerate(turning):
        assert marks(found, number) == {""}
        assert set(TARGET_STANDS) < set(frame.faces)  # what is so would show the card
        told = [
            face.name
            for place, face in frame.faces.items()
            if place in TARGET_STANDS and isinstance(face, WordFace)
        ]
        names = [name for each in told for name in each.split(", ") if name]
        assert sorted(names) == sorted(each.name for each in poem.guesses[:number])
    assert card.faces == {CENTRE: WordFace(poem.word, poem.name, "right", poem.shape)}
    assert card.at_ms > turning[-1].at_ms


def test_at_the_seats_each_guess_turns_before_whoever_made_it() -> None:
    now, found = guessed(at_seats=True)
    poem = GAME.table_view(now.state).poems[-1]
    for number in range(len(poem.guesses) + 1):
        assert marks(found, number) == {""}
        faces = found.frames[number].faces
        open_ = [
            place
            for place in STAND_PLACES[:3]
            if isinstance(face := faces[place], WordFace) and face.word != "?"
        ]
        assert open_ == [STAND_PLACES[each.seat] for each in poem.guesses[:number]]


def test_twelve_people_do_not_wait_longer_for_their_guesses() -> None:
    now = Table(12)
    now.lay()
    before = GAME.table_view(now.state)
    now.guess()
    found = GAME.course(before, GAME.table_view(now.state))
    assert found is not None
    assert found.ends_ms < 8_000


@pytest.mark.parametrize("screen", [False, True])
def test_a_page_shows_no_verdict_before_the_last_frame(*, screen: bool) -> None:
    now, found = guessed()
    drawn = Drawn(GAME)
    if screen:
        page = drawn.middle(GAME.table_view(now.state), "en")
    else:
        view = GAME.seat_view(now.state, now.state.present[0])
        page = drawn.phone(view, GAME.offers(view), "en")
    last = len(found.frames) - 1
    for sign in ('hc-right"', 'hc-wrong"', 'hc-points"', "hc-note"):
        for piece in page.split(sign)[1:]:
            tag = piece.split(">")[0]
            if sign != "hc-note" or "✓" in piece.split("</span>")[0]:
                assert f'data-frame="{last}"' in tag, (sign, tag)
    assert all(name in page for name in NAMES[:3])
