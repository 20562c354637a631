"""What is shown frame by frame: a revealed word card by card, then how the match was scored."""

from typing import Final

from companion.engine.course import Course, CourseFrame
from companion.engine.step import Step
from companion.games.letter_jam.clue import UNKNOWN
from companion.games.letter_jam.steps_round import question
from companion.games.letter_jam.view import PlayerView, TableView
from companion.ports import CENTRE, STAND_PLACES, BlankFace, CardFace, Faces

FIRST_MS: Final = 700
CARD_MS: Final = 650
LINE_MS: Final = 1100
LAST_MS: Final = 1500
"""What has come last lies there for so long before the table asks on."""


def course(before: TableView, after: TableView) -> Course | None:
    """Return the show that comes between two table views, if one is worth it."""
    if after.score is not None and before.score is None:
        return _score(len(after.score.lines))
    whose = after.to_reveal
    if whose is None or before.players[whose].revealed is not None:
        return None
    return _reveal(after.players[whose])


def _reveal(player: PlayerView) -> Course | None:
    """Return a frame a card, on every stand alike, and one for what the list says."""
    word = player.revealed
    if not word:
        return None
    cards = tuple(
        CourseFrame(FIRST_MS + CARD_MS * k, _everywhere(player, letter, k + 1, len(word)))
        for k, letter in enumerate(word)
    )
    told = CourseFrame(cards[-1].at_ms + CARD_MS, {})
    asked = question("final-shows", name=player.name)
    return Course(
        step=Step(about=asked, turn=player.seat, stage=f"word-{player.seat}"),
        frames=(CourseFrame(0, _everywhere(player, "?", 0, len(word))), *cards, told),
        ends_ms=told.at_ms + LAST_MS,
    )


def _everywhere(player: PlayerView, letter: str, number: int, length: int) -> Faces:
    shown = "?" if letter == UNKNOWN else letter
    face = CardFace(letter=shown, position=(number or 1, length), name=player.name)
    return dict.fromkeys(STAND_PLACES, face)


def _score(lines: int) -> Course:
    """Return a frame a word, one for the stars, one for the best clue."""
    dark: Faces = {CENTRE: BlankFace()}  # it knows the score already
    frames = tuple(
        CourseFrame(LINE_MS * k, dark if k < lines else {}) for k in range(lines + 2)
    )
    return Course(
        step=Step(about=question("score-shows"), stage="score"),
        frames=frames,
        ends_ms=frames[-1].at_ms + LAST_MS,
    )
