"""The referee's own books of a match: every card by letter, turns, doubts, points."""

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.events import Event
from companion.games.buchstabenbluff.project import table_view
from companion.games.buchstabenbluff.scoring import score
from companion.games.buchstabenbluff.state import Buchstabenbluff, Lay
from companion.ports import Seat

HAND, MOST_CARDS, LEAST, TURNS_EACH, DOUBT, JOKER_LEFT = 5, 10, 2, 5, 10, 5


@cache
def box(language: str) -> Any:
    """Return the cards of the box: letter, count and value."""
    path = files("companion.games.buchstabenbluff").joinpath(f"deck_{language}.json")
    return json.loads(path.read_text("utf-8"))


def worth(language: str, cards: list[str]) -> int:
    """Return what *cards* are worth; a joker nothing."""
    return sum(0 if card == "?" else box(language)["cards"][card][1] for card in cards)


def makes(lay: Lay) -> bool:
    """Whether the cards of *lay* make its word, in some order, jokers as any letter."""
    left = list(lay.cards)
    for letter in lay.word:
        if letter in left:
            left.remove(letter)
        elif "?" in left:
            left.remove("?")
        else:
            return False
    return not left


@dataclass
class Laws:
    """What the rules say of each fact; an AssertionError is a violation."""

    hands: list[list[str]] = field(default_factory=list)
    piles: list[list[str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    laid: Lay | None = None
    turns: Counter[Seat] = field(default_factory=Counter)
    tens: Counter[Seat] = field(default_factory=Counter)
    refilled: Seat | None = None
    """Who has ended a turn, and may be given cards."""
    active: Seat | None = None
    honest: bool = False
    doubters: tuple[Seat, ...] = ()
    truths: int = 0

    def see(  # noqa: C901, PLR0912 - one case each
        self, before: Buchstabenbluff, event: Event, after: Buchstabenbluff
    ) -> None:
        """Enter *event*, and hold the state after it to the books."""
        match event:
            case ev.CardsDealt():
                self._dealt(before, event)
            case ev.TurnBegun(seat=seat):
                self._turn(before, seat)
            case ev.CardDrawn(seat=seat):
                assert seat == self.active
                assert before.drawing
                self._draw(seat, 1)
                assert len(self.hands[seat]) <= MOST_CARDS
            case ev.HandRefilled(seat=seat, count=count):
                assert seat == self.refilled
                self._draw(seat, count)
                assert len(self.hands[seat]) <= HAND
            case ev.DiscardShuffled(deck=deck):
                assert not self.deck
                assert Counter(deck) == Counter(self.discard)
                self.deck, self.discard = list(deck), []
            case ev.Passed(seat=seat):
                assert seat == self.active
                self._turn_over(seat)
            case ev.WordLaid():
                self._lay(before, event)
            case ev.Answered(seat=seat):
                assert self.laid is not None
                assert seat != self.laid.seat
            case ev.Believed() | ev.Settled():
                self._settle(event)
            case ev.Revealed():
                self._reveal(before, event)
            case ev.Overruled(counts=counts):
                assert self.laid is not None
                assert makes(self.laid)
                self.honest = counts
            case ev.Counted():
                self._counted(before)
            case ev.TruthOpened(spelled=spelled):
                assert spelled == makes(before.believed[self.truths])
                self.truths += 1
            case ev.MatchEnded():
                assert self.truths == len(before.believed)
                self._winners(after)
        self._compare(after)

    def _dealt(self, before: Buchstabenbluff, event: ev.CardsDealt) -> None:
        self.hands, self.deck = [list(hand) for hand in event.hands], list(event.deck)
        self.piles = [[] for _ in before.players]
        cards = box(before.options.language)
        whole = Counter({letter: count for letter, (count, _) in cards["cards"].items()})
        whole["?"] = cards["jokers"]
        assert Counter(self.deck) + sum(map(Counter, self.hands), Counter()) == whole
        assert all(len(hand) == HAND for hand in self.hands)

    def _turn(self, before: Buchstabenbluff, seat: Seat) -> None:
        last = before.dealer if self.active is None else self.active
        assert last is not None
        for other in before.clockwise(last + 1):
            if other == seat:
                break
            assert not before.players[other].present or self.turns[other] == TURNS_EACH
        assert before.players[seat].present
        assert self.turns[seat] < TURNS_EACH
        self.active, self.refilled = seat, None

    def _draw(self, seat: Seat, count: int) -> None:
        assert 0 < count <= len(self.deck)
        self.hands[seat] += self.deck[:count]
        del self.deck[:count]

    def _lay(self, before: Buchstabenbluff, event: ev.WordLaid) -> None:
        assert event.seat == self.active
        hand = self.hands[event.seat]
        cards = tuple(hand[place] for place in event.places)
        assert len(set(event.places)) == len(event.places) == len(event.word) >= LEAST
        assert not all(event.shown)
        assert before.options.half_open or not any(event.shown)
        assert before.options.repeats or event.word not in before.said
        self.hands[event.seat] = [
            card for place, card in enumerate(hand) if place not in event.places
        ]
        self.laid = Lay(event.seat, event.word, cards, event.shown)

    def _reveal(self, before: Buchstabenbluff, event: ev.Revealed) -> None:
        assert self.laid is not None
        self.doubters = event.doubters
        assert 0 < len(event.doubters) == len(set(event.doubters))
        assert self.laid.seat not in event.doubters
        assert all(before.players[seat].present for seat in event.doubters)
        assert not before.options.first_doubter or len(event.doubters) == 1
        assert event.spelled == makes(self.laid)
        self.honest = event.spelled and event.listed

    def _settle(self, event: ev.Believed | ev.Settled) -> None:
        assert self.laid is not None
        seat, cards = self.laid.seat, list(self.laid.cards)
        if isinstance(event, ev.Believed) or self.honest:
            self.piles[seat] += cards
        else:
            self.discard += cards
        if isinstance(event, ev.Settled):
            payers = len(self.doubters)
            self.tens.update({seat: payers} if self.honest else self.doubters)
        self.laid, self.doubters = None, ()
        self._turn_over(seat)

    def _turn_over(self, seat: Seat) -> None:
        self.turns[seat] += 1
        self.refilled = seat

    def _counted(self, before: Buchstabenbluff) -> None:
        assert all(self.turns[seat] == TURNS_EACH for seat in before.present)
        assert self.laid is None

    def _points(self, state: Buchstabenbluff, seat: Seat) -> int:
        options = state.options
        left = self.hands[seat]
        costs = worth(options.language, left)
        if options.joker_minus:
            costs += JOKER_LEFT * left.count("?")
        return worth(options.language, self.piles[seat]) - costs + DOUBT * self.tens[seat]

    def _winners(self, state: Buchstabenbluff) -> None:
        points = [self._points(state, seat) for seat in state.seats]
        assert [score(state, seat).total for seat in state.seats] == points
        lines = {line.score.seat: line for line in table_view(state).scores}
        for seat in state.seats:
            assert lines[seat].total == points[seat]
            assert lines[seat].place == 1 + sum(each > points[seat] for each in points)

    def _compare(self, after: Buchstabenbluff) -> None:
        if not self.hands:
            return  # nothing is dealt yet
        assert [list(each.hand) for each in after.players] == self.hands
        assert [sorted(after.pile(seat)) for seat in after.seats] == [
            sorted(pile) for pile in self.piles
        ]
        assert list(after.deck) == self.deck
        assert sorted(after.discard) == sorted(self.discard)
        assert after.laid == self.laid
        assert [each.turns for each in after.players] == [
            self.turns[seat] for seat in after.seats
        ]
        assert [each.tens for each in after.players] == [
            self.tens[seat] for seat in after.seats
        ]
