"""Everything that is true on the table, seen from above. Never leaves the core."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal

from companion.engine.options import one_of
from companion.engine.people import BasePlayer, Seated
from companion.languages import DEFAULT_LANGUAGE, Language
from companion.ports import Seat

Letter = str
"""One capital letter A–Z, or the joker."""

JOKER: Final = "?"
"""Stands for any letter."""


Buttons = Literal["stands", "phones"]

TURNS: Final = 5
"""How often everybody comes to play."""
HAND: Final = 5
"""What everybody is dealt, and refilled to after a turn."""
MOST: Final = 10
"""Nobody draws beyond this."""
LEAST: Final = 2
"""The fewest cards of a word."""
TEN: Final = 10
"""What one doubt is worth, to one side or the other."""


class Phase(StrEnum):
    """Where in the match the table is."""

    WAITING = "waiting"
    """No match has begun."""
    TURN = "turn"
    """The active player draws, and then lays or passes."""
    DOUBT = "doubt"
    """A word lies face down; the others believe or doubt, in secret."""
    REVEAL = "reveal"
    """Somebody doubted: the cards lie open, and the table may overrule the list."""
    TRUTH = "truth"
    """The points are counted; the believed words are opened one by one."""
    END = "end"
    """Everything lies open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the host has chosen."""

    language: Language = DEFAULT_LANGUAGE
    gong_s: int = one_of(15, 5, 10, 15, 20, 30, 60, 0)
    """From the announcement to the gong; 0: no gong, the table waits for every phone."""
    buttons: Buttons = "stands"
    """Where somebody may doubt: with a stand's button too, or on the phones alone."""
    half_open: bool = False
    """Whether some of the cards may be laid face up."""
    first_doubter: bool = False
    """Whether only the first doubt counts, and ends the waiting."""
    last_refill: bool = True
    """Whether a hand is refilled after the last turn too."""
    repeats: bool = True
    """Whether a word may be announced twice in a match."""
    joker_minus: bool = False
    """Whether a joker left in the hand costs points."""
    counting: tuple[str, ...] = ()
    """Words that count in this house though the list may not know them."""
    never: tuple[str, ...] = ()
    """Words that never do, though it may."""
    own_name: str = ""
    """The list of the house's own whose words count, too; empty: none."""
    own_words: tuple[str, ...] = ()
    """Its words."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards on the table and the word they are said to make."""

    seat: Seat
    word: str
    cards: tuple[Letter, ...]
    shown: tuple[bool, ...]
    """For each card whether it was laid face up."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came out when the cards were turned."""

    doubters: tuple[Seat, ...]
    spelled: bool
    """Whether the cards make the word."""
    listed: bool
    """Whether the spelling list has the word."""
    counts: bool
    """Whether the word counts: as the list says, unless the table overrules it."""
    asked: tuple[Seat, ...] = ()
    """Who had believed or doubted by then; empty where the first doubt ended the waiting."""
    voices: tuple[tuple[Seat, bool], ...] = ()
    """Whether it should count, by those who have said so since it was ruled last."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a turn ended, public as a whole; *letters* are empty if nobody has seen them."""

    seat: Seat
    kind: Literal["passed", "believed", "honest", "bluff"]
    word: str = ""
    count: int = 0
    letters: tuple[Letter, ...] = ()
    doubters: tuple[Seat, ...] = ()
    asked: tuple[Seat, ...] = ()
    """Who has believed or doubted; empty where the first doubt ended the waiting."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a believed word turned out to be."""

    spelled: bool
    listed: bool

    @property
    def honest(self) -> bool:
        """Whether it was no bluff."""
        return self.spelled and self.listed


@dataclass(frozen=True, slots=True)
class Player(BasePlayer):
    """What belongs to one seat."""

    hand: tuple[Letter, ...] = ()
    """In the order in which the cards came."""
    fresh: int = 0
    """How many of them came last: one that was drawn, or all after a word."""
    won: tuple[Letter, ...] = ()
    """Cards of the own pile that everybody has seen; the believed ones are in ``believed``."""
    tens: int = 0
    """Points for doubts, in tens: 3 are 30 points."""
    turns: int = 0
    """How often the player has been to play."""
    doubts: bool | None = None
    """The secret answer of this player's phone; None: none yet."""
    pressed_ns: int | None = None
    """When the player's button said doubt, where the first doubt counts."""


@dataclass(frozen=True, slots=True)
class Buchstabenbluff(Seated[Player]):
    """A whole match."""

    phase: Phase = Phase.WAITING
    options: Options = field(default_factory=Options)
    leavers_pay: bool = False
    """Whether the hand of somebody who has left counts; it did not in older matches."""
    players: tuple[Player, ...] = ()
    dealer: Seat | None = None
    draws: tuple[tuple[tuple[Seat, Letter], ...], ...] = ()
    """What was drawn for dealer, draw by draw; empty: the deal went round from last time."""
    code: str = ""
    """The deal code: all hands in one, so shown only after the match."""
    deck: tuple[Letter, ...] = ()
    """The draw pile, top card first."""
    discard: tuple[Letter, ...] = ()
    active: Seat | None = None
    over: bool = False
    """Whether the turn of *active* has ended, and nobody's next one has begun."""
    drawing: bool = False
    """Whether the active player may still draw."""
    laid: Lay | None = None
    verdict: Verdict | None = None
    outcomes: tuple[Outcome, ...] = ()
    """How every turn ended, the latest last."""
    said: tuple[str, ...] = ()
    """Every word that was announced."""
    believed: tuple[Lay, ...] = ()
    """What went unseen to its player's pile."""
    truths: tuple[Truth, ...] = ()
    """What the first of ``believed`` turned out to be."""

    @property
    def deciders(self) -> tuple[Seat, ...]:
        """The seats that believe or doubt the word that lies."""
        layer = self.laid.seat if self.laid else None
        return tuple(seat for seat in self.present if seat != layer)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The deciders whose answers are all heard: the first doubt may cut the others off."""
        return () if self.options.first_doubter else self.deciders

    @property
    def last(self) -> Outcome | None:
        """How the last turn ended."""
        return self.outcomes[-1] if self.outcomes else None

    @property
    def complete(self) -> bool:
        """Whether nobody's answer to the word that lies is missing."""
        return all(self.players[seat].doubts is not None for seat in self.deciders)

    @property
    def strangers(self) -> tuple[Seat, ...]:
        """Return who has neither laid the word that lies open nor doubted it."""
        doubters = self.verdict.doubters if self.verdict else ()
        return tuple(seat for seat in self.deciders if seat not in doubters)

    @property
    def jury(self) -> tuple[Seat, ...]:
        """Who may overrule the list: those not involved, or all who are, if all are here."""
        return self.strangers or (() if self.involved_away else self.present)

    @property
    def involved_away(self) -> tuple[Seat, ...]:
        """Return who of those who laid or doubted the word that lies open has left."""
        if self.laid is None or self.verdict is None:
            return ()
        involved = (self.laid.seat, *self.verdict.doubters)
        return tuple(seat for seat in involved if not self.players[seat].present)

    def pile(self, seat: Seat) -> tuple[Letter, ...]:
        """Return all cards of the pile before *seat*."""
        unseen = (lay.cards for lay in self.believed if lay.seat == seat)
        return (*self.players[seat].won, *(card for cards in unseen for card in cards))
