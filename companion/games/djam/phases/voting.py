"""The vote on a word that somebody objects to: secret, by all but its author."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from companion.engine.events import Undo, event
from companion.engine.game import Say
from companion.engine.offers import Flag, Offer
from companion.engine.people import OfSeat
from companion.engine.step import Answer, Either, Step
from companion.errors import refuse
from companion.games.djam.phase import Event, Kinds, PhaseRules, Wish, of_seat
from companion.games.djam.phases.judging import (
    check_judge,
    claimed,
    judges,
    judging_step,
    mine,
    rule,
)
from companion.games.djam.phases.queue import search_offers
from companion.games.djam.roots import kin
from companion.games.djam.state import Djam, Phase
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message

VOTE_S: Final = {"quick": 10.0, "normal": 20.0, "slow": 60.0}


@event(undo=Undo.FREE, tells=False, public="seat", moment="")
class Voted(OfSeat):
    """The seat has voted; nobody else knows how."""

    valid: bool

    def apply(self, state: Djam) -> Djam:
        claim = claimed(state)
        votes = (*claim.votes, (self.seat, self.valid))
        return replace(state, claim=replace(claim, votes=votes))

    told = of_seat("told.voted")


@event(undo=Undo.NEVER, tells=True, public="yes no", moment="revealed")
class VoteClosed:
    """The votes are counted."""

    yes: int
    no: int

    def apply(self, state: Djam) -> Djam:
        return state  # only what is ruled by it changes anything

    def told(self, _before: TableView, _after: TableView) -> Message:
        return Message("told.votes", {"yes": self.yes, "no": self.no})


@dataclass(frozen=True, slots=True)
class Vote(Wish):
    """Vote secretly on the word."""

    when = (Phase.VOTE,)

    valid: bool

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        check_judge(state, self.seat)
        if self.seat in dict(claimed(state).votes):
            raise refuse("already-decided")
        return [Voted(self.seat, self.valid)]


def _count(state: Djam, _: Random) -> Sequence[Event]:
    """Count the votes that are in; a tie is for the word, but silence never for a root again."""
    votes = [valid for seat, valid in claimed(state).votes if seat in judges(state)]
    yes = sum(votes)
    no = len(votes) - yes
    heard = yes > 0 or not kin(state)
    return [VoteClosed(yes, no), rule(state, valid=yes >= no and heard)]


def _close(state: Djam, random: Random) -> Sequence[Event]:
    voted = dict(claimed(state).votes)
    return _count(state, random) if all(seat in voted for seat in judges(state)) else []


def _offers(view: SeatView) -> Iterator[Offer]:
    if not mine(view) and not view.table.players[view.seat].judged:
        yield Offer("Vote", (Flag("valid"),))
    yield from search_offers(view)


def _step(view: SeatView, kinds: Kinds) -> Step:
    if mine(view):
        return judging_step(view.table, "vote-mine")
    if "Vote" not in kinds:
        return judging_step(view.table, "vote-done")
    yes, no = (
        Answer("Vote", Message(label), (("valid", valid),))
        for label, valid in (("dj.vote-yes", True), ("dj.vote-no", False))
    )
    return replace(judging_step(view.table, "vote-choose", Either(yes, no)), private=True)


def _bottom(table: TableView, say: Say) -> str:
    name = table.claim.name if table.claim else ""
    return say(Message("face.vote", {"name": name}))


VOTE: Final = PhaseRules(
    close=_close,
    wait_s=lambda state: VOTE_S.get(state.options.tempo),
    time_up=_count,
    offers=_offers,
    step=_step,
    table_step=lambda table: judging_step(table, "vote"),
    bottom=_bottom,
)
