"""The tutorial: a clue to lay, a clue to read, and what both bring.

Its match is dealt by a file of each language; its two others play by this script.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from companion.engine.offers import Offer
from companion.engine.tutorial import Mark, Tutorial, deals
from companion.games.haiclue.commands import GoOn, Guess, LayClue, SeatCommand, SetTable
from companion.games.haiclue.dealing import STACK_SIZES
from companion.games.haiclue.state import BREAK, LEAST_TILES, SHAPES, TILES_EACH, Shape
from companion.games.haiclue.view import SeatView
from companion.languages import Language
from companion.ports import Message, Seat

PERSON: Final = Seat(0)
READER: Final = Seat(1)
AUTHOR: Final = Seat(2)
"""The others: who reads first, and whose clue that is; the person's comes after it."""
PLAYERS: Final = 3
NOTE: Final = "clue:1"
"""Where the page notes what the person has laid out."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``tutorial.<language>.toml`` says."""

    others: tuple[str, str]
    targets: tuple[str, str, str, str]
    """What lies up on the stacks, by shape."""
    cards: tuple[Shape, Shape, Shape]
    """Whose target is which."""
    tiles: str
    """The person's."""
    example: tuple[str, str]
    """Two of them that lead to the person's target."""
    clues: tuple[tuple[str, ...], tuple[str, ...]]
    """The tiles that the others lay."""
    rest: str
    """Tiles that nobody comes to see."""

    def target(self, seat: Seat) -> str:
        """Return the word that the card of *seat* means."""
        return self.targets[SHAPES.index(self.cards[seat])].partition("/")[0]

    @property
    def places(self) -> tuple[str, ...]:
        """The numbers of the two tiles of the example."""
        words = [tile.partition("/")[0] for tile in self.tiles.split()]
        return tuple(str(words.index(each) + 1) for each in self.example)


deal_of: Final = deals("companion.games.haiclue.pages", Deal)


def _begin(name: str, language: Language) -> SetTable:
    deal, size = deal_of(language), STACK_SIZES[PLAYERS]
    rest = tuple(deal.rest.split())
    hands = [(*clue, *rest)[:TILES_EACH] for clue in deal.clues]
    return SetTable(
        names=(name, *deal.others),
        hands=(tuple(deal.tiles.split()), *hands),
        stacks=tuple((target, *rest)[:size] for target in deal.targets),
        deck=deal.cards * size * 2,
        first_reader=READER,
        language=language,
    )


def _marks(language: Language) -> Sequence[Mark]:
    deal = deal_of(language)
    author = deal.others[AUTHOR - 1]
    first, second = deal.example
    return (
        Mark(text=Message("hc.tutorial.targets"), at="targets"),
        Mark(text=Message("hc.tutorial.card"), at="card"),
        Mark(
            text=Message("hc.tutorial.tiles", {"first": first, "second": second}),
            at=" ".join(f"tile-{number}" for number in deal.places),
            noted=_laid_out,
        ),
        Mark(
            text=Message("hc.tutorial.finish"),
            at="draft now",
            kinds=("LayClue",),
            others=_lay,
        ),
        Mark(
            text=Message("hc.tutorial.guess", {"name": author}),
            at="clue targets",
            kinds=("Guess",),
            right=lambda guess: guess.shape == deal.cards[AUTHOR],
            wrong=Message("refused.tutorial-guess"),
            others=_guess,
        ),
        Mark(
            text=Message("hc.tutorial.right", {"name": author}),
            at="result",
            others=_read_on,
        ),
        Mark(text=Message("hc.tutorial.found"), at="result"),
        Mark(text=Message("hc.tutorial.end"), at="people-now"),
    )


def _laid_out(sheet: Mapping[str, str]) -> bool:
    return len(sheet.get(NOTE, "").replace(BREAK, "").split()) >= LEAST_TILES


# -- what the others do, each from its own view --


def _lay(view: SeatView, _offers: Sequence[Offer]) -> SeatCommand | None:
    """Lay the clue of the deal: its tiles are the first of the hand."""
    if view.table.phase != "clue" or view.clue is not None:
        return None
    clue = deal_of(view.table.language).clues[view.seat - 1]
    return LayClue(view.seat, tuple(str(number + 1) for number in range(len(clue))))


def _guess(view: SeatView, _offers: Sequence[Offer]) -> SeatCommand | None:
    """Find what a clue means that somebody could: the person's has to have a tile that fits."""
    reading, deal = view.table.reading, deal_of(view.table.language)
    if view.table.phase != "guess" or reading is None or view.guess is not None:
        return None
    if reading.author == view.seat:
        return None
    said = {word for line in reading.lines for word in line}
    found = reading.author != PERSON or not said.isdisjoint(deal.example)
    return Guess(view.seat, deal.cards[reading.author if found else view.seat])


def _read_on(view: SeatView, offers: Sequence[Offer]) -> SeatCommand | None:
    """Go on to the person's clue, and guess it."""
    if view.table.next == "read" and len(view.table.poems) == 1:
        return GoOn(view.seat)
    return _guess(view, offers)


TUTORIAL: Final = Tutorial(_begin, _marks)
