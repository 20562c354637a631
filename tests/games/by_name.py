"""A table without hardware, phones or chance: players go by name."""

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Generic, TypeVar

import pytest

from companion.engine.game import AnyGame
from companion.engine.people import Seated
from companion.errors import Rejected
from companion.ports import Message, Seat
from tests.play import sentence

StateT = TypeVar("StateT", bound=Seated[Any])
ViewT = TypeVar("ViewT")
EIGHT = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


class ByName(Generic[StateT, ViewT]):
    """Carries out commands by player name; ``events`` are those of the last command."""

    def __init__(self, game: AnyGame, *setup: Any) -> None:
        self.game, self.random = game, Random(0)
        self.state: StateT = game.initial
        self.events: Sequence[Any] = ()
        self.log: list[Any] = []
        for command in setup:
            self.do(command)

    # -- acting --

    def do(self, command: Any) -> Sequence[Any]:
        """Decide and evolve."""
        self.events = tuple(self.game.decide(self.state, command, self.random))
        for event in self.events:
            self.state = self.game.evolve(self.state, event)
        self.log += self.events
        return self.events

    def act(self, name: str, kind: Callable[..., Any], /, **fields: Any) -> Sequence[Any]:
        """Let *name* send a command."""
        return self.do(kind(self.seat(name), **fields))

    def refused(self, name: str, kind: Callable[..., Any], /, **fields: Any) -> str:
        """Return the code of the refusal, after a look whether it left a trace."""
        return self.refused_command(kind(self.seat(name), **fields))

    def refused_command(self, command: Any) -> str:
        before, as_it_was = self.state, deepcopy(self.state)
        with pytest.raises(Rejected) as caught:
            self.game.decide(before, command, Random(0))
        assert before == as_it_was
        return caught.value.code

    # -- looking --

    def seat(self, name: str) -> Seat:
        return Seat(EIGHT.index(name))

    def player(self, name: str) -> Any:
        return self.state.player(self.seat(name))

    def view(self, name: str) -> ViewT:
        found: ViewT = self.game.seat_view(self.state, self.seat(name))
        return found

    def offered(self, name: str) -> set[str]:
        return {offer.kind for offer in self.game.offers(self.view(name))}

    @property
    def told(self) -> list[Message]:
        """All public sentences so far."""
        return told_of(self.game, self.game.initial, self.log)


def told_of(game: AnyGame, state: Any, events: Iterable[Any]) -> list[Message]:
    """Return what the table is told of *events* that come in *state*."""
    told = []
    for event in events:
        said = sentence(game, state, event)
        told += [said] if said else []
        state = game.evolve(state, event)
    return told
