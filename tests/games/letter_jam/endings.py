"""Tables whose clues have ended, and a look at what came of it."""

from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.view_score import ScoreLine, ScoreView
from tests.games.letter_jam.table import Table, table


def final(players: int, **options: object) -> Table:
    """Return a table that needs no more clues."""
    words = options.get("words", ())
    scrambles, listed = options.get("scrambles", ()), options.get("listed", ())
    assert isinstance(words, tuple)
    assert isinstance(scrambles, tuple)
    assert isinstance(listed, tuple)
    t = table(players, words=words, scrambles=scrambles, listed=listed)
    t.end_clues()
    return t


def word_of(t: Table, name: str) -> tuple[str, bool, bool | None]:
    """Return (word, listed, accepted)."""
    revealed = t.player(name).revealed
    assert revealed is not None
    return revealed.word, revealed.listed, revealed.accepted


def score(t: Table) -> ScoreView:
    view = t.view("Ann").table.score
    assert view is not None
    return view


def line(t: Table, name: str) -> ScoreLine:
    return score(t).lines[t.seat(name)]


def earn_an_e(t: Table) -> None:
    """Let Bob's extra E become a bonus letter; Ann and Cleo give two clues each."""
    t.round("Ann", "2", "Bob")
    t.round("Ann", "2", "Bob")
    t.round("Cleo", "2", "Bob")
    t.give("Cleo", "2")
    t.act("Bob", cmd.GuessBonus, letter="E")
    t.end_clues()


def with_bonus_e() -> Table:
    """Return a table with the wildcard and a bonus E in the middle, 2 green tokens left."""
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="ENUT", listed=("HEROES", "SHEER"))
    earn_an_e(t)
    return t
