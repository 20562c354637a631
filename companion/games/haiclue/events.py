"""Facts, chance included, so that a replay needs no random numbers and no word list."""

from typing import get_args

from companion.engine import people
from companion.engine.events import Undo, event
from companion.engine.people import OfSeat, OfTable, PlayerLeft
from companion.games.haiclue.state import Options, Shape, Tile
from companion.ports import Seat


@event(
    undo=Undo.NEVER,
    tells=True,
    public="names language hidden hurry own_stands",
    moment="",
)
class MatchStarted(Options):
    """Who plays, and how; *first_reader* reads the first clue of every round."""

    names: tuple[str, ...]
    first_reader: Seat


@event(undo=Undo.NEVER, tells=True, moment="dealt")
class TilesDealt:
    """Hands by seat, stacks by shape with the top tile first, the deck of cards."""

    hands: tuple[tuple[Tile, ...], ...]
    stacks: tuple[tuple[Tile, ...], ...]
    deck: tuple[Shape, ...]
    code: str = ""
    """What brings the same deal back."""


@event(undo=Undo.NEVER, tells=True, moment="")
class RoundBegan(OfTable):
    """Everybody present has drawn a card off the deck."""


@event(
    undo=Undo.CONSENT,  # it has been read, or the rest has
    tells=True,  # its author what is on the other sides of the rest, which turns
    public="seat open",
    moment="laid",
)
class ClueLaid(OfSeat):
    """The seat finished a clue; *open*: it was turned at once for all to see."""

    tiles: tuple[str, ...]
    open: bool


@event(undo=Undo.FREE, tells=False, public="seat", moment="")
class ClueTakenBack(OfSeat):
    """The seat thinks again."""


@event(undo=Undo.CONSENT, tells=True, public="author", moment="revealed")
class ReadingBegan:
    """The clue of *author* is read aloud."""

    author: Seat


@event(undo=Undo.FREE, tells=False, public="seat", moment="")
class Guessed(OfSeat):
    """The seat laid a guessing tile face down."""

    shape: Shape


@event(undo=Undo.CONSENT, tells=False, public="seat asked", moment="")
class LeftOut(OfSeat):
    """The table went on without the clue of the seat, or without its guess."""

    asked: bool = False
    """Whether the seat asked for it; else the table has waited long enough."""


@event(undo=Undo.NEVER, tells=True, moment="revealed")
class ClueScored(OfTable):
    """All guesses and the author's card were turned up."""


@event(undo=Undo.NEVER, tells=True, moment="card")
class TilesFlipped(OfTable):
    """Every tile of the stacks and the hands shows its black side."""


@event(undo=Undo.NEVER, tells=True, moment="card")
class TargetsDiscarded(OfTable):
    """The top tiles are out; every other tile shows its white side."""


@event(undo=Undo.NEVER, tells=True, moment="card")
class HandsPassed(OfTable):
    """All tiles of every seat went to the seat on its left."""


@event(undo=Undo.ASIDE, tells=False, public="shape", moment="")
class WordSaid:
    """A finger asked for the target of *shape*."""

    shape: Shape


@event(undo=Undo.ASIDE, tells=False, moment="")
class StatusSaid(OfTable):
    """A finger asked how things stand."""


@event(undo=Undo.ASIDE, tells=False, moment="")
class PageTurned(OfTable):
    """The clue stand shows its next page."""


@event(undo=Undo.NEVER, tells=True, moment="ended")
class MatchEnded(OfTable):
    """The stacks are empty."""


@event(undo=Undo.ASIDE, tells=False, public="seat number", moment="")
class Voted(OfSeat):
    """To the seat, poem *number* of the book, from 0, is the poem of the evening."""

    number: int


@event(undo=Undo.CONSENT, tells=True, public="seat", moment="back")
class PlayerCameBack(people.PlayerCameBack):
    """The player of the seat is back, and draws a card where everybody has one."""


Event = (
    MatchStarted
    | TilesDealt
    | RoundBegan
    | ClueLaid
    | ClueTakenBack
    | ReadingBegan
    | Guessed
    | LeftOut
    | ClueScored
    | TilesFlipped
    | TargetsDiscarded
    | HandsPassed
    | PlayerLeft
    | PlayerCameBack
    | WordSaid
    | StatusSaid
    | PageTurned
    | MatchEnded
    | Voted
)

EVENTS: tuple[type[Event], ...] = get_args(Event)
