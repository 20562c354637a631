"""A Djam table without hardware, phones or chance: players go by name."""

from collections.abc import Sequence
from typing import Any

from companion.engine.people import TimeUp
from companion.games.djam import commands as cmd
from companion.games.djam.commands import Command
from companion.games.djam.game import djam
from companion.games.djam.phase import Event
from companion.games.djam.phases.judging import Ruled
from companion.games.djam.state import STONES, Djam, Roll
from companion.games.djam.view import SeatView
from companion.messages import Catalogue, load
from tests.games.by_name import EIGHT, ByName

NAMES = EIGHT[:6]
BORVA = Roll(0, tuple("BORVA"), 0)
BLACK = Roll(1, tuple("BORVA"), None)
MS = 1_000_000


class Table(ByName[Djam, SeatView]):
    def __init__(self, players: int, *rolls: Roll, **options: Any) -> None:
        begins = cmd.SetTable(names=NAMES[:players], rolls=rolls or (BORVA,), **options)
        super().__init__(djam(), begins)

    # -- acting --

    def do(self, command: Command) -> Sequence[Event]:
        """Every stone is somewhere."""
        super().do(command)
        assert self.state.pool + sum(p.stones for p in self.state.players) == STONES
        return self.events

    def roll(self) -> None:
        """Let whose turn it is show the theme; then the letters come."""
        roller = self.state.rolls_now
        assert roller is not None
        self.do(cmd.RollDice(roller))
        events = self.events
        self.time_up()
        self.events = (*events, *self.events)

    def press(self, name: str, at_ms: float = 0) -> None:
        self.do(cmd.Press(self.seat(name), round(at_ms * MS)))

    def time_up(self) -> None:
        self.do(TimeUp())

    def say(self, name: str, word: str) -> None:
        """Let *name* say a word, pressing first where that has not happened."""
        if self.seat(name) not in self.state.queued:
            self.press(name)
        self.act(name, cmd.Say, word=word)

    def find(self, name: str, word: str) -> int:
        """Let *name* say a word that nobody minds; return the stones it brought."""
        self.say(name, word)
        if self.state.claim is not None:
            self.time_up()
        ruled = [each for each in self.events if isinstance(each, Ruled)]
        return ruled[0].stones

    def object(self, name: str, *votes: tuple[str, bool]) -> None:
        self.act(name, cmd.Object)
        for voter, valid in votes:
            self.act(voter, cmd.Vote, valid=valid)

    # -- looking --

    def phase(self) -> str:
        return self.state.phase

    def queue(self) -> str:
        """Return who waits, in order, by initials."""
        return "".join(NAMES[seat][0] for seat in self.state.queued)

    def stones(self) -> list[int]:
        return [player.stones for player in self.state.players]

    def said(self, language: str = "en") -> list[str]:
        """Return all public sentences so far."""
        return [catalogue(language).say(message) for message in self.told]


def catalogue(language: str) -> Catalogue:
    return load([djam().pages], language)


def rolled(players: int, *rolls: Roll, **options: Any) -> Table:
    """Return a table whose first roll lies open."""
    table = Table(players, *rolls, **options)
    table.roll()
    return table
