"""A table without hardware, phones or chance: players go by name, all of it can be seen."""

from typing import Any

from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.commands import Command
from companion.games.buchstabenbluff.game import buchstabenbluff
from companion.games.buchstabenbluff.state import Buchstabenbluff, Options, Phase
from companion.games.buchstabenbluff.view import PlayerView, SeatView, TableView
from companion.languages import Language
from companion.ports import Place
from tests.games.by_name import EIGHT, ByName

NAMES = EIGHT
WORDS = ("OATS", "NOSE", "SEA", "TEA", "TO", "STONE")
HANDS = ("OATSE", "NOSEX", "SEAT?", "STONE", "AAEEI", "QQJJX", "TESTS", "RATIO")
DECK = "EIRLNDBUVWCMPFGHKYZAEIOURSTLNDBCGM" * 2


class FewWords:
    """A spelling list of a handful, which remembers what it was asked."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.asked: list[str] = []

    def listed(self, language: Language, word: str) -> bool:
        assert language in ("en", "de")
        self.asked.append(word)
        return word in self.words


class Table(ByName[Buchstabenbluff, SeatView]):
    def __init__(self, *setup: Command) -> None:
        self.words = FewWords(*WORDS)
        super().__init__(buchstabenbluff(self.words), *setup)

    # -- acting --

    def lay(self, name: str, cards: str, word: str, shown: str = "") -> None:
        """Let *name* lay these letters of the hand, the *shown* ones face up."""
        places = self.places(name, cards)
        up = tuple(p for p, card in zip(places, cards, strict=True) if card in shown)
        self.act(name, cmd.LayWord, cards=places, word=word, shown=up)

    def places(self, name: str, cards: str) -> tuple[str, ...]:
        hand, places = list(self.player(name).hand), []
        for card in cards:
            places.append(str(hand.index(card) + 1))
            hand[hand.index(card)] = ""
        return tuple(places)

    def gong(self, *held: str) -> None:
        self.do(cmd.Gong(tuple(map(self.seat, held))))

    def doubt(self, *names: str) -> None:
        """Let *names* doubt by phone; the gong resolves it."""
        for name in names:
            self.act(name, cmd.Doubt)
        if self.state.phase == "doubt":
            self.gong()

    def round(self, times: int = 1) -> None:
        """Let everybody pass."""
        for _ in range(times * len(self.state.present)):
            assert self.state.active is not None
            self.do(cmd.Pass(self.state.active))

    def to_the_count(self) -> None:
        while self.state.phase == "turn":
            assert self.state.active is not None
            self.do(cmd.Pass(self.state.active))

    # -- looking --

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def active(self) -> str:
        assert self.state.active is not None
        return NAMES[self.state.active]

    @property
    def public(self) -> TableView:
        view = self.game.table_view(self.state)
        assert isinstance(view, TableView)
        return view

    def shown(self, name: str) -> PlayerView:
        return self.public.players[self.seat(name)]

    def tens(self) -> dict[str, int]:
        return {player.name: player.tens for player in self.state.players if player.tens}

    def faces(self) -> dict[Place, Any]:
        return dict(self.game.shown(self.state, lambda message: message.id))


def table(players: int = 3, *, deck: str = DECK, **options: Any) -> Table:
    """Return a table where the last player has dealt, so that Ann begins."""
    names, hands = NAMES[:players], HANDS[:players]
    chosen = Options(**options)
    return Table(cmd.SetTable(names, hands, tuple(deck), chosen, dealer=players))
