"""What a seat, or a stranger at the table, may know: built up field by field."""

from dataclasses import dataclass

from companion.engine.shown import BasePlayerView, BaseSeatView
from companion.games.djam.chronicle import Remark
from companion.games.djam.state import Chapter, Phase, Spoken
from companion.ports import Message, Seat


@dataclass(frozen=True, slots=True)
class PlayerView(BasePlayerView):
    """What everybody may know of a player."""

    stones: int
    phone: bool
    early: bool
    """Whether the finger came before the gong."""
    out: bool
    watches: bool
    """Whether others decide the match without this seat."""
    passed: bool
    place: int | None
    """The place in the queue, from 1."""
    cooling: bool
    sealed: bool
    """Whether a word lies face down; not which."""
    judged: bool
    """Whether it has accepted the word, or voted; not how."""


def theme_aloud(theme: str, *, hat: bool) -> str | Message:
    """Return how *theme* is read aloud."""
    return Message("told.from_hat", {"theme": theme}) if hat else theme


@dataclass(frozen=True, slots=True)
class RollView:
    """The dice on the table."""

    theme: str
    hat: bool
    """Whether the theme came out of the hat; not who wrote it."""
    letters: tuple[str, ...]
    start: int | None
    first: str
    """The letter that words begin with; empty in a black round."""

    @property
    def black(self) -> bool:
        """Whether the round wants a word without any of the letters."""
        return self.start is None

    @property
    def aloud(self) -> Message:
        """What is read aloud at the very moment it shows."""
        theme = theme_aloud(self.theme, hat=self.hat)
        if self.start is None:
            letters = ", ".join(self.letters)
            return Message("told.black", {"theme": theme, "letters": letters})
        rest = ", ".join(each for n, each in enumerate(self.letters) if n != self.start)
        start = Message(f"spell.{self.first}")
        return Message("told.roll", {"theme": theme, "start": start, "letters": rest})


@dataclass(frozen=True, slots=True)
class ClaimView:
    """The word that waits to be judged; an empty one was only spoken."""

    seat: Seat
    name: str
    word: str
    points: int
    stones: int
    """What it would bring now."""
    dice: tuple[int, ...]
    again: bool
    """Whether somebody else has said it in this round: it counts as another person's name."""
    kin: str
    """A word before it that may have its root, where somebody has to say yes; else empty."""
    plain: bool
    """Whether that is plain to see: one word, or one stem."""
    objector: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Public things only: what a stranger looking over everybody's shoulder may know."""

    phase: Phase
    language: str
    pace: str
    count: str
    tempo: str
    waits_s: float | None
    """How long the table waits now, where it does."""
    themes: tuple[str, ...]
    round: int
    roller: Seat | None
    theme: str
    """What is read before the letters come; empty at any other time."""
    roll: RollView | None
    real_dice: bool
    takes_dice: bool
    """Whether somebody may tell what real dice show, or put it right."""
    refusable: bool
    """Whether somebody may still object to the theme."""
    hat: bool
    """Whether players write themes; not whether there are any."""
    tied: tuple[Seat, ...]
    """Between whom a black round decides, if one does."""
    pool: int
    places: int
    places_left: int
    mixed: bool
    """Whether some buzz with a stand and some with a phone."""
    players: tuple[PlayerView, ...]
    queue: tuple[Seat, ...]
    gathering: bool
    """Whether an earlier press may still be on its way."""
    tie: bool
    """Whether chance decided who is first in the queue."""
    called: Seat | None
    claim: ClaimView | None
    spoken: tuple[Spoken, ...]
    heard: tuple[str, ...]
    """What was said before this round, this evening, as the dice count it."""
    winners: tuple[Seat, ...]
    chronicle: tuple[Chapter, ...]
    """The words of all rounds, at the end only."""
    richest: Spoken | None
    """The word that brought the most stones, at the end only."""
    marks: tuple[Remark, ...]
    """What else is worth telling, at the end only."""
    code: str
    """What brings the same rolls again, at the end only."""

    @property
    def black(self) -> bool:
        """Whether the round wants a word without any of the letters."""
        return self.roll is not None and self.roll.black


@dataclass(frozen=True, slots=True)
class SeatView(BaseSeatView[TableView]):
    """What one seat may know: the public things, its own sealed word, vote and themes."""

    sealed: str | None
    vote: bool | None
    themes: tuple[str, ...]
    """Its own in the hat."""
    written: int
    """How many it has put there so far."""
