"""The referee's own books of a match: tiles, cards, readings and points, kept from events."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain

from companion.games.haiclue import events as ev
from companion.games.haiclue.events import Event
from companion.games.haiclue.scoring import score
from companion.games.haiclue.state import BREAK, SHAPES, Haiclue, Tile
from companion.ports import Seat

HAND, CARDS, LEAST = 15, 40, 2
STACKS = {2: 2, 3: 3, 4: 3, 5: 3, 6: 2, 7: 2, 8: 2, 9: 1, 10: 1, 11: 1, 12: 1}


@dataclass
class Laws:
    """What the rules say of each fact; an AssertionError is a violation."""

    hands: list[tuple[Tile, ...]] = field(default_factory=list)
    stacks: list[tuple[Tile, ...]] = field(default_factory=list)
    spent: Counter[str] = field(default_factory=Counter)
    """Cards of rounds that are over."""
    black: bool = False
    rounds: int = 0
    read: list[Seat] = field(default_factory=list)
    """Whose clues were read in this round, in order."""
    guesses: dict[Seat, str] = field(default_factory=dict)
    points: Counter[Seat] = field(default_factory=Counter)
    right: int = 0

    def see(  # noqa: C901 - one case each
        self, before: Haiclue, event: Event, after: Haiclue
    ) -> None:
        """Enter *event*, and hold the state after it to the books."""
        match event:
            case ev.TilesDealt():
                self._dealt(before, event)
            case ev.RoundBegan():
                self._round_began(before)
            case ev.ClueLaid():
                self._laid(before, event)
            case ev.ReadingBegan(author=author):
                self._reading(before, author)
            case ev.Guessed(seat=seat, shape=shape):
                assert seat != before.author
                assert before.players[seat].present
                self.guesses[seat] = shape
            case ev.ClueScored():
                self._scored(before)
            case ev.TilesFlipped():
                assert not self.black
                self.black = True
            case ev.TargetsDiscarded():
                assert self.black
                self.black = False
                self.stacks = [stack[1:] for stack in self.stacks]
            case ev.HandsPassed():
                self.hands = [self.hands[seat - 1] for seat in range(len(self.hands))]
            case ev.MatchEnded():
                self._round_over(before)
                assert self.rounds == 2 * STACKS[len(self.hands)]
                assert not any(self.stacks)
        self._compare(after)

    def _dealt(self, before: Haiclue, event: ev.TilesDealt) -> None:
        self.hands, self.stacks = list(event.hands), list(event.stacks)
        players = len(before.players)
        assert [len(hand) for hand in self.hands] == [HAND] * players
        assert [len(stack) for stack in self.stacks] == [STACKS[players]] * len(SHAPES)
        tiles = [*chain(*self.hands, *self.stacks)]
        words = [word for tile in tiles for word in (tile.white, tile.black)]
        assert len(set(words)) == len(words)
        assert Counter(event.deck) == dict.fromkeys(SHAPES, CARDS // len(SHAPES))

    def _round_began(self, before: Haiclue) -> None:
        if self.rounds:
            self._round_over(before)
        self.rounds += 1
        assert self.black == (self.rounds % 2 == 0)
        self.read, self.guesses = [], {}

    def _round_over(self, before: Haiclue) -> None:
        """Every clue that lies was read, from the first reader's left neighbour on."""
        first, count = before.first_reader or 0, len(before.players)
        order = [Seat((first + 1 + step) % count) for step in range(count)]
        assert self.read == [seat for seat in order if before.players[seat].clue]
        self.spent.update(each.card for each in before.players if each.card)

    def _laid(self, before: Haiclue, event: ev.ClueLaid) -> None:
        assert before.players[event.seat].present
        assert before.players[event.seat].card
        tiles = [each for each in event.tiles if each != BREAK]
        assert len(tiles) >= LEAST
        assert len(set(tiles)) == len(tiles)
        assert set(tiles) <= {str(number) for number in range(1, HAND + 1)}
        lines = " ".join(event.tiles).split(BREAK)
        assert all(line.strip() for line in lines)

    def _reading(self, before: Haiclue, author: Seat) -> None:
        assert author not in self.read
        assert before.players[author].clue
        self.read.append(author)
        self.guesses = {}

    def _scored(self, before: Haiclue) -> None:
        author = before.author
        assert author == self.read[-1]
        found = [
            seat
            for seat, shape in self.guesses.items()
            if shape == before.players[author].card
        ]
        self.right += len(found)
        self.points.update(found)
        self.points[author] += len(found)

    def _compare(self, after: Haiclue) -> None:
        if not after.players[0].tiles:
            return  # nothing is dealt yet
        assert [each.tiles for each in after.players] == self.hands
        assert list(after.stacks) == self.stacks
        assert after.side == ("black" if self.black else "white")
        assert after.round == self.rounds
        held = Counter(each.card for each in after.players if each.card)
        spent = self.spent if self.rounds else Counter[str]()
        assert after.deck == () or held.total() + len(after.deck) + spent.total() == CARDS
        standing = score(after)
        if len(self.hands) == 2:
            assert (standing.together, any(standing.points)) == (self.right, False)
            return
        points = [self.points[seat] for seat in after.seats]
        assert list(standing.points) == points
        best = max(points)
        if best:
            leading = [seat for seat in after.seats if points[seat] == best]
            assert list(standing.winners) == leading
