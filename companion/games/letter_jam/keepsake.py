"""What is kept of a match in one picture: words, stars, the clue that told most letters."""

from companion.games.letter_jam.setup_card import RANKS
from companion.games.letter_jam.view import LookBackLine, TableView
from companion.ports import Keepsake, KeptWord, Message


def keepsake(table: TableView) -> Keepsake | None:
    """Return what the picture tells, once there is a score with words."""
    score = table.score
    if score is None:
        return None
    best = _best(score.look_back)
    rank = Message(f"lj.rank.{score.rank}")
    return Keepsake(
        title="Letter Jam",
        result=Message("result.points", {"n": score.total, "rank": rank})
        if score.scored
        else Message("result.words", {"n": score.solved, "of": len(score.lines)}),
        words=tuple(KeptWord(each.name, each.word, each.accepted) for each in score.lines),
        stars=(score.rank, max(RANKS)) if score.scored else None,
        best=best.given if best else "",
        best_by=best.giver_name if best else "",
    )


def _best(clues: tuple[LookBackLine, ...]) -> LookBackLine | None:
    """Return the clue after which most letters were guessed, the longest of them."""
    told = [(_right(each), len(each.given), -each.number, each) for each in clues]
    most = max(told, default=None, key=lambda each: each[:3])
    return most[3] if most and most[0] else None


def _right(clue: LookBackLine) -> int:
    return sum(each.right for each in clue.guesses)
