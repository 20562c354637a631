"""What is kept of a match in one picture: who won, true words, and the best lie."""

from companion.engine.people import of_players
from companion.games.buchstabenbluff.state import Phase
from companion.games.buchstabenbluff.view import TableView, TruthView
from companion.ports import Keepsake, KeptWord, Message


def keepsake(table: TableView) -> Keepsake | None:
    """Return what the picture tells, once all words lie open."""
    if table.phase is not Phase.END:
        return None
    most = table.scores[0].total
    names = (each.score.name for each in table.scores if each.total == most)
    lie = _longest(table, honest=False)
    return Keepsake(
        title="Buchstabenbluff",
        result=of_players("result.won", names, points=most),
        words=tuple(_word(table, each.score.name) for each in table.scores),
        best=lie.word if lie else "",
        about=Message("result.lie", {"name": lie.name}) if lie else None,
    )


def _word(table: TableView, name: str) -> KeptWord:
    word = _longest(table, honest=True, name=name)
    return KeptWord(name, word.word if word else "", word is not None)


def _longest(table: TableView, *, honest: bool, name: str = "") -> TruthView | None:
    """Return the longest believed word, of *name* if any; the first of equals."""
    found = (each for each in table.truths if each.honest is honest)
    own = [each for each in found if name in ("", each.name)]
    return max(own, key=lambda each: len(each.word), default=None)
