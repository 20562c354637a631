"""What is kept of a match in one picture: words, stars, the clue that told most letters."""

from companion.games.letter_jam.setup_card import RANKS
from companion.games.letter_jam.view import TableView
from companion.ports import Keepsake, KeptWord, Message


def keepsake(table: TableView) -> Keepsake | None:
    """Return what the picture tells, once there is a score with words."""
    score = table.score
    if score is None:
        return None
    best = next((each for each in score.awards if each.kind == "best"), None)
    rank = Message(f"lj.rank.{score.rank}")
    return Keepsake(
        title="Letter Jam",
        result=Message("result.points", {"n": score.total, "rank": rank})
        if score.scored
        else Message("result.words", {"n": score.solved, "of": len(score.lines)}),
        words=tuple(KeptWord(each.name, each.whole, each.accepted) for each in score.lines),
        stars=(score.rank, max(RANKS)) if score.scored else None,
        best=best.word if best else "",
        best_by=best.names[0] if best else "",
    )
