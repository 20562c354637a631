"""What is kept of a match in one picture: who won, and everybody's richest word."""

from companion.games.djam.state import Phase
from companion.games.djam.view import PlayerView, TableView
from companion.ports import Keepsake, KeptWord, Message


def keepsake(table: TableView) -> Keepsake | None:
    """Return what the picture tells, once the pool is empty."""
    if table.phase is not Phase.END:
        return None
    ranked = sorted(table.players, key=lambda player: -player.stones)
    words = tuple(_word(table, player) for player in ranked)
    return Keepsake(title="Djam", result=won(table), words=words)


def won(table: TableView) -> Message:
    """Return who has won."""
    best = [table.players[seat] for seat in table.winners]
    names, stones = tuple(each.name for each in best), best[0].stones
    return Message("result.won", {"names": names, "n": len(names), "stones": stones})


def _word(table: TableView, player: PlayerView) -> KeptWord:
    """Return the word of *player* that brought the most stones; one only spoken has none."""
    spoken = (each for chapter in table.chronicle for each in chapter.spoken)
    paid = [each for each in spoken if each.seat == player.seat and each.stones > 0]
    written = [each for each in paid if each.word]
    best = max(written, key=lambda each: each.stones, default=None)
    return KeptWord(player.name, best.word.upper() if best else "", best is not None)
