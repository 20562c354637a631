"""What is kept of a match in one picture: who won, true words, and the longest lie."""

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
    lie = _lie(table)
    return Keepsake(
        title="Buchstabenbluff",
        result=of_players("result.won", names, points=most),
        words=tuple(_word(table, each.score.name) for each in table.scores),
        best=lie.word if lie else "",
        about=Message("result.lie", {"name": lie.name}) if lie else None,
    )


def _word(table: TableView, name: str) -> KeptWord:
    """Return the longest word of *name* that was true, believed or doubted."""
    believed = [each.word for each in table.truths if each.honest and each.name == name]
    doubted = [e.word for e in table.proved if table.players[e.seat].name == name]
    word = max((*believed, *doubted), key=len, default="")
    return KeptWord(name, word, bool(word))


def _lie(table: TableView) -> TruthView | None:
    """Return the longest lie that was believed; the first of equals."""
    lies = [each for each in table.truths if not each.honest]
    return max(lies, key=lambda each: len(each.word), default=None)
