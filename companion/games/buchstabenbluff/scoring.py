"""The count: the pile, less the hand, and the tens."""

from dataclasses import dataclass

from companion.games.buchstabenbluff.deck import minus, worth
from companion.games.buchstabenbluff.state import TEN, Buchstabenbluff
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one seat."""

    seat: Seat
    name: str
    pile: int
    hand: int
    """What the hand takes off."""
    tens: int
    """The points for doubts."""

    @property
    def total(self) -> int:
        """All points together."""
        return self.pile - self.hand + self.tens


def score(state: Buchstabenbluff, seat: Seat) -> Score:
    """Return the points of *seat* as they are now; public once all words lie open."""
    player, options = state.players[seat], state.options
    hand = minus(options.language, player.hand, joker_minus=options.joker_minus)
    return Score(
        seat,
        player.name,
        worth(options.language, state.pile(seat)),
        hand if player.present or state.leavers_pay else 0,
        player.tens * TEN,
    )
