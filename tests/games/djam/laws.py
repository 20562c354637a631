"""The referee's own books of a match: dice, places, votes, stones, kept from events."""

import unicodedata
from collections import Counter
from dataclasses import dataclass, field

from companion.engine.people import PlayerCameBack, PlayerLeft
from companion.games.djam import material
from companion.games.djam.phase import Event
from companion.games.djam.phases.dice import CupFilled, Rolled
from companion.games.djam.phases.end import DeciderBegan, MatchEnded, RoundEnded
from companion.games.djam.phases.judging import Ruled
from companion.games.djam.phases.queue import Buzzed
from companion.games.djam.phases.saying import Called, Said
from companion.games.djam.phases.sealing import SealsOpened
from companion.games.djam.phases.start import MatchStarted
from companion.games.djam.phases.voting import VoteClosed, Voted
from companion.games.djam.scoring import winners
from companion.games.djam.state import Djam, Phase, Roll
from companion.ports import Seat

ALL_STONES, BLACK, FOUR = 90, 4, 4


def letters_of(word: str) -> str:
    """Return the capitals A to Z of *word*: ß as S, ä as A."""
    plain = unicodedata.normalize("NFD", word.replace("ß", "s")).upper()
    return "".join(sign for sign in plain if "A" <= sign <= "Z")


def worth(roll: Roll, word: str, count: str) -> int:
    """Return the points of *word*: dice that it uses, or letters that find a die."""
    letters = letters_of(word)
    if count == "dice":
        return sum(die in letters for die in roll.letters)
    left = list(roll.letters)
    return sum(letter in left and not left.remove(letter) for letter in letters)  # type: ignore[func-returns-value]


@dataclass
class Laws:
    """What the rules say of each fact; an AssertionError is a violation."""

    stones: list[int] = field(default_factory=list)
    roll: Roll | None = None
    rounds: int = 0
    dealt: set[Seat] = field(default_factory=set)
    """Who was here at the roll: whoever comes later plays, and brings no place."""
    away: set[Seat] = field(default_factory=set)
    """Who left without a word in this round."""
    found: list[tuple[Seat, str, int]] = field(default_factory=list)
    """Words of the round that were taken, with their points."""
    said: Said | None = None
    votes: dict[Seat, bool] = field(default_factory=dict)
    vote: VoteClosed | None = None
    decided: list[Seat] = field(default_factory=list)

    def see(  # noqa: C901, PLR0912 - one case each
        self, before: Djam, event: Event, after: Djam
    ) -> None:
        """Enter *event*, and hold the state after it to the books."""
        match event:
            case MatchStarted():
                self.stones = list(event.stones or [0] * len(event.names))
            case CupFilled():
                self._filled(before, event.roll)
            case Rolled():
                self._rolled(before, after)
            case PlayerLeft(seat=seat) if seat not in [each for each, _, _ in self.found]:
                self.away.add(seat)
            case PlayerCameBack(seat=seat):
                self.away.discard(seat)
            case Buzzed(seat=seat) | Called(seat=seat):
                assert seat not in [each for each, _, _ in self.found]
            case SealsOpened():
                self._opened(before, event)
            case Said():
                self._said(before, event)
            case Voted(seat=seat, valid=valid):
                assert self.said is not None
                assert seat != self.said.seat
                assert seat not in self.votes
                self.votes[seat] = valid
            case VoteClosed():
                counted = [
                    self.votes[each] for each in self.votes if each in before.present
                ]
                assert (event.yes, event.no) == (sum(counted), counted.count(False))
                self.vote = event
            case Ruled():
                self._ruled(before, event)
            case RoundEnded():
                assert self.said is None
            case DeciderBegan(seats=seats):
                assert before.options.decider
                assert [*seats] == self._leaders()
            case MatchEnded():
                self._ended(before, after)
        self._compare(after)

    def _filled(self, before: Djam, roll: Roll) -> None:
        assert roll.theme in range(6)
        assert roll.start is None or roll.start in range(5)
        assert not before.tied or roll.start is None
        if not before.options.real_dice:
            dice = material.dice(before.options.language)
            pairs = zip(roll.letters, dice, strict=True)
            assert all(letter in die for letter, die in pairs)

    def _rolled(self, before: Djam, after: Djam) -> None:
        new = before.phase in (Phase.ROLL, Phase.THEME)
        self.rounds += new
        self.roll, self.found, self.said = after.roll, [], None
        self.dealt, self.away = set(after.present), set()

    def _places(self) -> int:
        """Return how many words of the round bring stones."""
        assert self.roll is not None
        if self.roll.start is None:
            return 1
        players = len(self.dealt - self.away)
        return max(1, players - (1 if players <= FOUR else 2))

    def _opened(self, before: Djam, event: SealsOpened) -> None:
        words = {seat: each.sealed for seat, each in enumerate(before.players)}
        assert len(set(event.order)) == len(event.order)
        assert all(words[seat] for seat in event.order)
        assert self.roll is not None
        ranks = [self._rank(before, words[seat] or "") for seat in event.order]
        assert ranks == sorted(ranks)

    def _rank(self, state: Djam, word: str) -> tuple[bool, int]:
        """Return where a sealed word comes: who pays first, then the best."""
        assert self.roll is not None
        points = worth(self.roll, word, state.options.count)
        if self.roll.start is None:
            return points == 0, -len(letters_of(word))
        return True, -points

    def _said(self, before: Djam, event: Said) -> None:
        assert self.roll is not None
        assert before.queued[0] == event.seat
        assert before.players[event.seat].present
        assert not before.players[event.seat].out
        if event.word:
            assert event.points == worth(self.roll, event.word, before.options.count)
            first = self.roll.first_letter
            assert letters_of(event.word).startswith(first)
        assert 0 <= event.points <= len(self.roll.letters)
        self.said, self.votes, self.vote = event, {}, None

    def _ruled(self, before: Djam, event: Ruled) -> None:
        assert self.said is not None
        assert self.roll is not None
        assert event.seat == self.said.seat
        assert event.seat not in [seat for seat, _, _ in self.found]
        if self.vote is not None:
            # A tie is for the word; against silence it stands, where a root was said before.
            won = self.vote.yes >= self.vote.no
            assert event.valid <= won
            assert event.valid or not won or not self.vote.yes or event.stones <= 0
        assert event.stones == self._due(before, event)
        if event.valid:
            self.found.append((event.seat, self.said.word, self.said.points))
        if event.decides:
            self.decided.append(event.seat)
        self.stones[event.seat] += event.stones
        self.said = None

    def _due(self, before: Djam, event: Ruled) -> int:
        """Return the stones that are due for the word as the table ruled it."""
        assert self.said is not None
        assert self.roll is not None
        black = self.roll.start is None
        refused = self.vote is not None and not event.valid and event.stones == 0
        if black and self.said.points:
            assert not event.valid
            spared = bool(before.tied) or refused
            return 0 if spared else -min(BLACK, self.stones[event.seat])
        if not event.valid or before.tied:
            return 0
        pool = ALL_STONES - sum(self.stones)
        if self._full() and not (before.options.pace == "calm" and self._equals(black)):
            return 0
        return min(pool, BLACK if black else self.said.points)

    def _full(self) -> bool:
        return len(self.found) >= self._places()

    def _equals(self, black: bool) -> bool:  # noqa: FBT001 - of the round
        """Whether the word is as good as the last that got stones: without speed they share."""
        assert self.said is not None
        _, word, points = self.found[self._places() - 1]
        if black:
            return len(letters_of(word)) == len(letters_of(self.said.word))
        return points == self.said.points

    def _leaders(self) -> list[int]:
        return [n for n, each in enumerate(self.stones) if each == max(self.stones)]

    def _ended(self, before: Djam, after: Djam) -> None:
        assert sum(self.stones) == ALL_STONES
        if before.tied:
            assert set(self.decided) <= set(before.tied)
        else:
            here = [seat for seat in self._leaders() if seat in before.present]
            assert len(here) < 2 or not before.options.decider
        assert list(winners(after)) == (sorted(self.decided) or self._leaders())

    def _compare(self, after: Djam) -> None:
        assert [each.stones for each in after.players] == self.stones
        assert after.pool == ALL_STONES - sum(self.stones)
        assert after.round == self.rounds
        valid = [each.seat for each in after.spoken if each.valid]
        if after.phase in (Phase.OPEN, Phase.CLAIM, Phase.VOTE):
            assert valid == [seat for seat, _, _ in self.found]
            assert max(Counter(valid).values(), default=1) == 1
