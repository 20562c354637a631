"""A Haiclue table by hand: fixed tiles, commands by seat, everything that travels."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from companion.errors import Rejected
from companion.games.haiclue import commands as cmd
from companion.games.haiclue.commands import Command
from companion.games.haiclue.dealing import STACK_SIZES
from companion.games.haiclue.game import haiclue
from companion.games.haiclue.state import SHAPES, Haiclue, Shape
from companion.games.haiclue.words import shipped
from companion.ports import Message, Seat
from tests.play import NAMES, sentence

GAME = haiclue(shipped)


def set_table(
    players: int, *, hidden: bool = False, first: int = 0, hurry: bool = False
) -> cmd.SetTable:
    """Return a table whose words tell where they lie: hand 0, tile 3: ``w0-3/b0-3``."""
    size = STACK_SIZES[players]
    return cmd.SetTable(
        names=NAMES[:players],
        hands=tuple(
            tuple(f"w{seat}-{tile}/b{seat}-{tile}" for tile in range(1, 16))
            for seat in range(players)
        ),
        stacks=tuple(
            tuple(f"W{shape}{n}/B{shape}{n}" for n in range(size)) for shape in SHAPES
        ),
        deck=SHAPES * 10,
        first_reader=first,
        hidden=hidden,
        hurry=hurry,
    )


@dataclass
class Table:
    """Carries commands out one after the other."""

    players: int = 3
    hidden: bool = False
    first: int = 0
    hurry: bool = False
    told: list[Message] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state: Haiclue = GAME.initial
        start = set_table(
            self.players, hidden=self.hidden, first=self.first, hurry=self.hurry
        )
        self.command(start)

    def command(self, command: Command) -> list[Any]:
        events = list(GAME.decide(self.state, command, Random(1)))
        for event in events:
            if (message := sentence(GAME, self.state, event)) is not None:
                self.told.append(message)
            self.state = GAME.evolve(self.state, event)
        return events

    def refused(self, command: Command) -> str:
        try:
            GAME.decide(self.state, command, Random(1))
        except Rejected as error:
            return error.code
        raise AssertionError("it was not refused")

    def lay(self, *seats: int, tiles: Sequence[str] = ("1", "2")) -> None:
        for seat in seats or self.state.present:
            self.command(cmd.LayClue(Seat(seat), tuple(tiles)))

    def guess(self, *, right: Sequence[int] = ()) -> None:
        """Let everybody guess who guesses; those in *right* the target."""
        author = self.state.author
        assert author is not None
        card = self.state.players[author].card
        assert card is not None
        wrong = SHAPES[SHAPES.index(card) - 1]
        for seat in self.state.present:
            if seat != author:
                shape: Shape = card if seat in right else wrong
                self.command(cmd.Guess(seat, shape))

    def go_on(self) -> list[Any]:
        return self.command(cmd.GoOn(self.state.present[0]))

    def play_round(self, *, right: Sequence[int] = ()) -> list[int]:
        """Lay, read and guess all clues; return the authors in the order of reading."""
        if self.state.round and self.state.author is not None:
            self.go_on()
        self.lay()
        authors = []
        while True:
            assert self.state.author is not None
            authors.append(int(self.state.author))
            self.guess(right=right)
            if GAME.table_view(self.state).next != "read":
                return authors
            self.go_on()


def seen(state: Haiclue, seat: int) -> bytes:
    """Return everything of the game that travels toward *seat*."""
    view = GAME.seat_view(state, Seat(seat))
    return msgspec.json.encode((view, GAME.offers(view)))


def shown(state: Haiclue) -> bytes:
    """Return everything that all can see: the public page and every display."""
    faces = GAME.shown(state, lambda message: f"{message.id}{dict(message.params)}")
    return msgspec.json.encode((GAME.table_view(state), list(faces.items())))
