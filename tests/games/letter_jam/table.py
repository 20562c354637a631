"""A table without hardware, phones or chance: players go by name, all of it can be seen."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.commands import Command
from companion.games.letter_jam.events import Event
from companion.games.letter_jam.game import letter_jam
from companion.games.letter_jam.setup_card import SETUP_CARDS
from companion.games.letter_jam.spots import Spot, stand_spot
from companion.games.letter_jam.state import Card, Cards, Holder, LetterJam, Phase
from companion.games.letter_jam.view import SeatView
from companion.games.letter_jam.words import Words
from companion.ports import STANDS
from tests.games.by_name import EIGHT, ByName, told_of
from tests.games.letter_jam.few_words import DECK, WORDS, FewWords

NAMES = EIGHT[:6]


class Table(ByName[LetterJam, SeatView]):
    """Other players in a command go by name too."""

    def __init__(self, *setup: Command, words: Words | None = None) -> None:
        super().__init__(letter_jam(words or FewWords(*WORDS)), *setup)

    # -- acting --

    def act(self, name: str, kind: Callable[..., Any], /, **fields: Any) -> Sequence[Event]:
        return super().act(name, kind, **self.by_seat(fields))

    def refused(self, name: str, kind: Callable[..., Any], /, **fields: Any) -> str:
        return super().refused(name, kind, **self.by_seat(fields))

    def by_seat(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        return {
            field: self.seat(value) if field in {"giver", "whose"} else value
            for field, value in fields.items()
        }

    def give(self, name: str, spots: str) -> Sequence[Event]:
        """Let *name* give the clue *spots*: stands, wildcard, bonus letters, by spaces."""
        if self.state.giver != self.seat(name):
            self.act(name, cmd.ChooseCluegiver, giver=name)
        self.act(name, cmd.LayClue, spots=tuple(map(Spot, spots.split())))
        return self.act(name, cmd.GiveClue)

    def move_on(self, name: str, guess: str | None = None) -> Sequence[Event]:
        return self.act(name, cmd.MoveOn, guess=guess)

    def finish_round(self) -> Sequence[Event]:
        """Let everybody whose decision is still open keep the letter."""
        while self.state.phase is Phase.DECIDE and (waiting := self.waiting_for()):
            self.act(waiting[0], cmd.Stay)
        return self.events

    def round(self, giver: str, spots: str, *moving_on: str) -> Sequence[Event]:
        """Play a whole round in which *moving_on* move on and all others stay."""
        self.give(giver, spots)
        for name in moving_on:
            self.move_on(name)
        return self.finish_round()

    def end_clues(self) -> None:
        """Let everybody need no more clues."""
        for seat in self.state.present:
            self.act(NAMES[seat], cmd.WantEnd)

    def lay(self, name: str, tiles: str, guesses: str = "") -> Sequence[Event]:
        return self.act(name, cmd.LayFinalWord, tiles=tuple(tiles.split()), guesses=guesses)

    def reveal(self, name: str, *, accepted: bool | None = None) -> Sequence[Event]:
        """Turn the word of *name*; with *accepted* the table judges it too.

        Whoever still composes says to have no word; a word may still be laid after that.
        """
        for seat in self.state.present:
            if self.state.players[seat].final is None and NAMES[seat] != name:
                self.lay(NAMES[seat], "")
        events = self.act(name, cmd.RevealWord)
        if accepted is not None:
            events = self.act(name, cmd.JudgeWord, whose=name, accepted=accepted)
        return events

    # -- looking --

    def holder(self, stand: int) -> Holder:
        """Return stand *stand*, counted from one."""
        return self.state.stands[stand - 1]

    def letter(self, stand: int) -> Card:
        """Return the letter at stand *stand*, None where it is empty."""
        return self.holder(stand).card

    def letters(self) -> str:
        """Return the letters at all six stands, ``-`` for an empty one."""
        return "".join(self.letter(stand + 1) or "-" for stand in STANDS)

    def givers(self) -> set[str]:
        """Return who may give a clue now."""
        return {
            NAMES[player.seat]
            for player in self.game.table_view(self.state).players
            if player.may_give
        }

    def waiting_for(self) -> list[str]:
        """Return whose decision is still open."""
        players = self.game.table_view(self.state).players
        return [NAMES[p.seat] for p in players if p.asked and p.decision is None]

    def greens(self) -> int:
        """Return the green clue tokens that may be taken."""
        _, leaves, centre = self.tokens()
        is_open = self.game.table_view(self.state).middle.centre_open
        return leaves + (centre if is_open else 0)

    def tokens(self) -> tuple[int, int, int]:
        """Return the red, leaf and centre clue tokens on the setup card."""
        middle = self.game.table_view(self.state).middle
        return middle.red, middle.leaves, middle.centre

    def says(self) -> list[str]:
        """Return the ids of what the last command told the table."""
        return [each.id for each in told_of(self.game, self.before_last(), self.events)]

    def before_last(self) -> LetterJam:
        """Return the state before the last command."""
        state: LetterJam = self.game.initial
        for event in self.log[: len(self.log) - len(self.events)]:
            state = self.game.evolve(state, event)
        return state


def set_table(
    players: int,
    *,
    words: Sequence[str] = (),
    scrambles: Sequence[str] = (),
    deck: str | None = None,
    cards: Cards = "screen",
) -> cmd.SetTable:
    """Return the start of a match; all cards come out of one box unless *deck* says so.

    The rows show their words in order from the left. The stacks take the cards that are
    left in alphabetical order.
    """
    chosen = tuple(words or WORDS[:players])
    rest = sorted((Counter(DECK) - Counter("".join(chosen))).elements())
    stacks = []
    for size in SETUP_CARDS[players].stacks:
        stacks.append(tuple(rest[:size]))
        rest = rest[size:]
    return cmd.SetTable(
        NAMES[:players],
        chosen,
        tuple(scrambles or chosen),
        tuple(stacks),
        tuple(rest if deck is None else deck),
        cards=cards,
    )


def table(
    players: int,
    *,
    words: Sequence[str] = (),
    scrambles: Sequence[str] = (),
    deck: str | None = None,
    listed: Sequence[str] = WORDS,
    cards: Cards = "screen",
) -> Table:
    """Return a table whose first round begins."""
    command = set_table(players, words=words, scrambles=scrambles, deck=deck, cards=cards)
    return Table(command, words=FewWords(*listed))


def nonplayer_spots(state: LetterJam) -> str:
    """Return the spots of all nonplayer stands that show a letter."""
    stands = STANDS[len(state.players) :]
    return " ".join(stand_spot(s) for s in stands if state.stands[s].standing is not None)


def cards_of(state: LetterJam) -> Counter[str]:
    """Return every letter card: in hands, rows, stacks and deck, or discarded from them.

    A stand keeps every card that it ever held, so what lies in the box counts there.
    """
    if (making := state.making) is None:
        rows = (card for holder in state.stands for card in holder.cards)
        return Counter(map(str, [*rows, *state.deck]))
    words = (made[0] for made in making.made if made)
    return Counter([*chain(*making.shares), *making.discards, *"".join(words)])
