"""What comes in time: the guesses turn up one by one, the author's card last."""

from collections.abc import Iterator
from typing import Final

from companion.engine.course import Course, CourseFrame
from companion.engine.shown import at_seats
from companion.games.haiclue.places import STATUS_STAND, TARGET_STANDS
from companion.games.haiclue.state import Phase
from companion.games.haiclue.steps import turning
from companion.games.haiclue.view import PoemView, TableView
from companion.ports import CENTRE, BlankFace, Place, WordFace

TURN_MS: Final = 1000
"""Between two guesses, where they are few."""
ALL_MS: Final = 5000
"""All together take no longer."""
CARD_MS: Final = 1000
"""The author's card waits so long after the last of them."""
END_MS: Final = 1600
"""So long it lies there before the table asks on."""


def course(before: TableView, after: TableView) -> Course | None:
    """Return the show of the guesses, once all are in."""
    if before.phase is not Phase.GUESS or after.phase is not Phase.RESULT:
        return None
    poem = after.poems[-1]
    if not poem.guesses:
        return None
    each_ms = min(TURN_MS, ALL_MS // len(poem.guesses))
    frames = [
        CourseFrame(each_ms * turned, dict(_faces(after, poem, turned)))
        for turned in range(len(poem.guesses) + 1)
    ]
    card_ms = frames[-1].at_ms + CARD_MS
    card = WordFace(poem.word, poem.name, "right", poem.shape)
    frames.append(CourseFrame(card_ms, {CENTRE: card}))
    return Course(turning(after), card_ms + END_MS, tuple(frames))


def _faces(
    table: TableView, poem: PoemView, turned: int
) -> Iterator[tuple[Place, WordFace | BlankFace]]:
    """Yield what the places show while so many guesses have *turned*; nothing tells the card."""
    yield CENTRE, _latest(poem, turned)
    if table.at_seats:
        yield from at_seats(_at_seats(table, poem, turned)).items()
    else:
        yield from _middle(table, poem, turned)


def _latest(poem: PoemView, turned: int) -> WordFace:
    if not turned:
        return WordFace("?", poem.name)
    guess = poem.guesses[turned - 1]
    return WordFace(guess.word, guess.name, "", guess.shape)


def _middle(
    table: TableView, poem: PoemView, turned: int
) -> Iterator[tuple[Place, WordFace | BlankFace]]:
    """Yield the targets with who has guessed them so far, and how many are to come."""
    words = {each.shape: each.word for each in table.targets}
    for place, shape in TARGET_STANDS.items():
        if shape not in words:
            yield place, BlankFace()
            continue
        names = (each.name for each in poem.guesses[:turned] if each.shape == shape)
        yield place, WordFace(words[shape], ", ".join(names), "", shape)
    yield STATUS_STAND, WordFace(f"{turned}/{len(poem.guesses)}", poem.name)


def _at_seats(table: TableView, poem: PoemView, turned: int) -> Iterator[WordFace]:
    """Yield each player's own guess once it has turned; the author's card lies covered."""
    told = {each.seat: each for each in poem.guesses[:turned]}
    for player in table.players:
        guess = told.get(player.seat)
        if guess is None:
            yield WordFace("?", player.name)
        else:
            yield WordFace(guess.word, player.name, "", guess.shape)
