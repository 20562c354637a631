"""What is kept of a match in one picture: who won, and the poem of the evening."""

from companion.engine.people import of_players
from companion.games.haiclue.state import Phase
from companion.games.haiclue.view import TableView
from companion.ports import Keepsake, Message


def keepsake(table: TableView) -> Keepsake | None:
    """Return what the picture tells, once the match is over and something was laid."""
    if table.phase is not Phase.END or not table.poems:
        return None
    # By the vote; where there was none, by how many have found it.
    poem = max(table.poems, key=lambda poem: (poem.best, poem.right))
    return Keepsake(
        title="Haiclue",
        result=won(table),
        words=(),
        best=poem.word.upper(),
        about=Message("result.meant"),
        verse=tuple(" ".join(line) for line in poem.lines),
        verse_by=poem.name,
    )


def won(table: TableView) -> Message:
    """Return who has won, in a match without a poem too."""
    most = max(player.points for player in table.players)
    if table.cooperative:
        return Message("result.team", {"points": table.together})
    if not most:
        return Message("result.all")
    names = (each.name for each in table.players if each.points == most)
    return of_players("result.won", names, points=most)
