"""Moments of played matches, one of each kind that a page shows, and who looks at them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.engine.offers import Offer
from companion.engine.people import Leave
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.state import Figures
from companion.games.letter_jam.view import SeatView, TableView
from tests.games.letter_jam.few_words import WORDS, FewWords
from tests.games.letter_jam.table import NAMES, Table, set_table, table
from tests.games.letter_jam.test_makers import making
from tests.games.letter_jam.test_rules_box import pulled, with_extra_letter
from tests.games.letter_jam.test_rules_counter import counter

ODD: Final = "D<b>'\"&"
"""What Dan calls himself."""
SHEET: Final = {
    "guess:1": "R",
    "note:3": "L? B?",
    "cross:2:A": "1",
    "cross:2:T": "1",
    "cross:1:E": "1",
}
CONSTANTS: Final = Figures(
    letters=7, players=3, nonplayers=1, bonus=0, wildcard=False, good=True
)


@dataclass(frozen=True)
class Moment:
    """What one seat and the middle see, what is offered, and what stands on the sheet."""

    view: SeatView
    public: TableView
    offers: tuple[Offer, ...]
    sheet: Mapping[str, str]

    def but(self, table: Mapping[str, Any] | None = None, **changes: Any) -> "Moment":
        """Return the same with something of the view, or of its *table*, changed."""
        around = replace(self.view.table, **(table or {}))
        return replace(self, view=replace(self.view, table=around, **changes))


def of(t: Table, name: str = "Ann", sheet: Mapping[str, str] = SHEET) -> Moment:
    """Return what *name* sees at *t* now."""
    view = t.view(name)
    return Moment(view, t.game.table_view(t.state), tuple(t.game.offers(view)), sheet)


def four() -> Table:
    """Begin a match of four, one of them with an odd name."""
    start = replace(set_table(4), names=(*NAMES[:3], ODD))
    return Table(start, words=FewWords(*WORDS))


def talking() -> Table:
    """Play three rounds: two clues hold Ann's letter, her first and her second, one does not."""
    t = four()
    t.give("Bob", "1 3 4 1")
    t.move_on("Ann", "R")
    t.finish_round()
    t.round("Cleo", "2 4")
    t.round("Bob", "1 4 *")
    return t


def bonus() -> Table:
    """Play until Bob's S and Cleo's U lie in the middle as bonus letters."""
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="SUTNY")
    for _ in range(3):
        t.round("Ann", "2 3", "Bob", "Cleo")
    t.give("Ann", "2 3")
    for name, stand in (("Bob", 2), ("Cleo", 3)):
        t.act(name, cmd.GuessBonus, letter=t.letter(stand))
    t.finish_round()
    return t


def told() -> Table:
    t = talking()
    longer = replace(CONSTANTS, letters=11, wildcard=True, good=False)
    for name, figures in (("Ann", CONSTANTS), ("Cleo", longer)):
        t.act(name, cmd.TellFigures, figures=figures)
    t.act("Bob", cmd.TellNone)
    t.act("Dan", cmd.WantEnd)
    t.state = replace(t.state, leaves=0)  # so that not all may give
    return t


def giving() -> Table:
    t = talking()
    t.act("Ann", cmd.TellFigures, figures=CONSTANTS)
    t.act("Ann", cmd.ChooseCluegiver, giver="Ann")
    for spot in "23*26":
        t.act("Ann", cmd.LayChip, spot=Spot(spot))
    return t


def watching() -> Table:
    t = talking()
    t.act("Bob", cmd.ChooseCluegiver, giver="Bob")
    for spot in "13*454641515":
        t.act("Bob", cmd.LayChip, spot=Spot(spot))
    return t


def deciding(*others: str) -> Table:
    """Let Bob give a clue that holds the letters of all; *others* keep theirs."""
    t = talking()
    t.give("Bob", "1 3 4")
    for name in others:
        t.act(name, cmd.Stay)
    return t


def extra() -> Table:
    """Return a table where Bob may guess his extra letter."""
    t = table(2, words=("HORSE", "CAT"), deck="NUTS")
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    t.give("Ann", "2")
    return t


def composing() -> Table:
    t = bonus()
    t.end_clues()
    t.act("Ann", cmd.Reserve, spot=Spot("b1"))
    return t


def laid() -> Table:
    t = four()
    t.end_clues()
    t.act("Ann", cmd.Reserve, spot=Spot("*"))
    t.lay("Ann", "3 1* 2 5 4", "RSHOE")
    return t


def ready() -> Table:
    """Let all lay their words, Bob's with the wildcard; Cleo's is none, and Dan has none."""
    t = four()
    t.end_clues()
    t.act("Bob", cmd.Reserve, spot=Spot("*"))
    for name, tiles in (("Ann", "1 2 3 4 5"), ("Bob", "1 2 3* 4 5"), ("Cleo", "5 4 3 2 1")):
        t.lay(name, tiles, "?????")
    t.lay("Dan", "")
    return t


def revealed(*judged: str) -> Table:
    t = ready()
    for name in judged:
        t.reveal(name, accepted=None if name == "Dan" else name != "Cleo")
    return t


def away() -> Table:
    t = talking()
    t.do(Leave(t.seat("Ann")))
    return t


def pulling() -> Table:
    t = Table(replace(set_table(4, cards="box"), names=(*NAMES[:3], ODD)))
    t.act("Cleo", cmd.CardsPulled, whose="Bob")
    return t


def no_token_left() -> Table:
    t = counter()
    while givers := sorted(t.givers()):
        t.act("Bob", cmd.CountClue, giver=givers[0])
    return t


def counted() -> Table:
    t = counter()
    t.act("Ann", cmd.EndClues)
    return t


def _chosen(t: Table) -> Table:
    t.act("Ann", cmd.ChooseCluegiver, giver="Bob")
    return t


def _made(t: Table) -> Table:
    t.act("Ann", cmd.MakeWord, word="HORSE")
    return t


def _given(t: Table, spots: str) -> Table:
    t.give("Bob", spots)
    return t


def _moved(t: Table) -> Table:
    t.move_on("Ann", "O")
    return t


def _shown(t: Table) -> Table:
    t.reveal("Bob")
    return t


FINAL_SHEET: Final = {
    "guess:1": "R",
    "guess:2": "S",
    "guess:4": "O",
    "guess:5": "E",
    "tiles": "4 1",
}
PLAYED: Final[Mapping[str, Callable[[], Moment]]] = {
    "making": lambda: of(making(), sheet={"word": "BEACH"}),
    "making-done": lambda: of(_made(making("HORSE"))),
    "clue-look": lambda: of(talking()),
    "clue-first": lambda: of(four(), sheet={}),
    "clue-told": lambda: of(told()),
    "clue-give": lambda: of(_chosen(bonus()), "Bob"),
    "clue-giving": lambda: of(giving()),
    "clue-watch": lambda: of(watching()),
    "decide": lambda: of(deciding("Cleo")),
    "decide-last": lambda: of(deciding("Bob", "Cleo", "Dan"), sheet={"guess:2": "B"}),
    "decide-end": lambda: of(_given(four(), "5 6"), "Bob"),
    "decide-done": lambda: of(_moved(deciding("Cleo"))),
    "decide-aside": lambda: of(_given(four(), "3 4")),
    "decide-bonus": lambda: of(extra(), "Bob"),
    "final": lambda: of(composing(), sheet=FINAL_SHEET),
    "final-laid": lambda: of(laid()),
    "final-reveal": lambda: of(ready(), "Dan"),
    "final-judge": lambda: of(_shown(revealed())),
    "final-shown": lambda: of(revealed("Bob")),
    "score": lambda: of(revealed("Bob", "Cleo", "Ann", "Dan")),
    "left": lambda: of(away()),
    "box": lambda: of(pulled(4)),
    "box-own-unnamed": lambda: of(with_extra_letter(), "Bob"),
    "pulling": lambda: of(pulling(), "Dan"),
    "pulling-done": lambda: of(pulling(), "Cleo"),
    "counting": lambda: of(counter()),
    "counting-last": lambda: of(no_token_left()),
    "counted": lambda: of(counted()),
}
MOMENTS: Final = {name: play() for name, play in PLAYED.items()}
