"""A Djam table without hardware, phones or chance: players go by name."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.engine.people import TimeUp
from companion.errors import Rejected
from companion.games.djam import commands as cmd
from companion.games.djam.commands import Command, SeatCommand
from companion.games.djam.game import djam
from companion.games.djam.phase import Event
from companion.games.djam.phases.judging import Ruled
from companion.games.djam.state import STONES, Djam, Player, Roll
from companion.games.djam.view import SeatView
from companion.messages import Catalogue, load
from companion.ports import Message, Seat
from tests.play import sentence

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
BORVA = Roll(0, tuple("BORVA"), 0)
BLACK = Roll(1, tuple("BORVA"), None)
MS = 1_000_000


class Table:
    """Carries out commands by player name; ``events`` are those of the last command."""

    def __init__(self, players: int, *rolls: Roll, **options: Any) -> None:
        self.game = djam()
        self.state: Djam = self.game.initial
        self.events: Sequence[Event] = ()
        self.told: list[Message] = []
        self.random = Random(0)
        self.do(cmd.SetTable(names=NAMES[:players], rolls=rolls or (BORVA,), **options))

    # -- acting --

    def do(self, command: Command) -> Sequence[Event]:
        """Decide and evolve; every stone is somewhere."""
        self.events = tuple(self.game.decide(self.state, command, self.random))
        for event in self.events:
            told = sentence(self.game, self.state, event)
            self.told += [] if told is None else [told]
            self.state = self.game.evolve(self.state, event)
            assert self.state.pool + sum(p.stones for p in self.state.players) == STONES
        return self.events

    def act(self, name: str, kind: Callable[..., SeatCommand], /, **fields: Any) -> None:
        self.do(kind(self.seat(name), **fields))

    def refused(self, name: str, kind: Callable[..., Any], /, **fields: Any) -> str:
        """Return the code of the refusal, after a look whether it left a trace."""
        before, as_it_was = self.state, deepcopy(self.state)
        with pytest.raises(Rejected) as caught:
            self.game.decide(before, kind(self.seat(name), **fields), Random(0))
        assert before == as_it_was
        return caught.value.code

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

    def seat(self, name: str) -> Seat:
        return Seat(NAMES.index(name))

    def player(self, name: str) -> Player:
        return self.state.players[self.seat(name)]

    def view(self, name: str) -> SeatView:
        return self.game.seat_view(self.state, self.seat(name))

    def phase(self) -> str:
        return self.state.phase

    def queue(self) -> str:
        """Return who waits, in order, by initials."""
        return "".join(NAMES[seat][0] for seat in self.state.queued)

    def stones(self) -> list[int]:
        return [player.stones for player in self.state.players]

    def offered(self, name: str) -> set[str]:
        return {offer.kind for offer in self.game.offers(self.view(name))}

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
