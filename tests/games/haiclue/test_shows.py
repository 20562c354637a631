"""The guesses turn up one by one, on stands, middle and pages; the author's card last."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from companion.engine.course import Course
from companion.games.haiclue.places import TARGET_STANDS
from companion.games.haiclue.state import SHAPES, Haiclue
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


class Unframed(HTMLParser):
    """Collects what a page says in no frame of a show, below the question."""

    VOID = ("input", "br", "path", "circle")

    def __init__(self) -> None:
        super().__init__()
        self.says: list[str] = []
        self._open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        framed = "data-frame" in given or given.get("id") in ("bar", "table-now")
        if tag not in self.VOID:
            self._open.append(framed or self._open[-1:] == [True])

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and self._open[-1:] != [True]:
            self.says.append(data.strip())


def unframed(state: Haiclue) -> list[list[str]]:
    """Return what the phones and the middle say of *state* in no frame of a show."""
    drawn, found = Drawn(GAME), []
    views = [GAME.seat_view(state, seat) for seat in state.seats]
    pages = [drawn.phone(view, GAME.offers(view)) for view in views]
    for page in (*pages, drawn.middle(GAME.table_view(state))):
        texts = Unframed()
        texts.feed(page)
        found.append(texts.says)
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_nothing_that_tells_the_authors_card_stands_outside_the_frames(
    players: int,
) -> None:
    """Whichever target it was, pages say the same until its frame: no point, no poem."""
    now = Table(players)
    now.lay()
    now.guess()
    *poems, poem = now.state.poems
    right = [shape for _, shape in poem.guesses]
    other = replace(poem, target=right[0], word=poem.targets[SHAPES.index(right[0])])
    assert other.right
    assert not poem.right
    assert unframed(replace(now.state, poems=(*poems, other))) == unframed(now.state)
