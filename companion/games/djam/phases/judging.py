"""Judging a word: silence accepts but for a root again, one objection makes all vote."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from companion.engine.events import MomentWord, Undo, event
from companion.engine.game import Say
from companion.engine.offers import Offer
from companion.engine.people import OfSeat, of_player
from companion.engine.step import Answer, Answers, Either, OnStage, Step
from companion.errors import refuse
from companion.games.djam.phase import (
    Event,
    Kinds,
    PhaseRules,
    Silent,
    Wish,
    about,
    nth,
    of_seat,
)
from companion.games.djam.phases.queue import search_offers
from companion.games.djam.roots import kin
from companion.games.djam.scoring import award, decides, may_score, pays
from companion.games.djam.state import Claim, Djam, Phase, Spoken
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message, Seat

OBJECT_S: Final = {"quick": 3.0, "normal": 5.0, "slow": 15.0}


def claimed(state: Djam) -> Claim:
    """Return the word that waits to be judged."""
    assert state.claim is not None  # noqa: S101 - asked for while there is one only
    return state.claim


def judges(state: Djam) -> tuple[Seat, ...]:
    """Return who may judge the word: everybody here but its author."""
    author = claimed(state).seat
    return tuple(seat for seat in state.present if seat != author)


def check_judge(state: Djam, seat: Seat) -> None:
    """Refuse the author."""
    if seat == claimed(state).seat:
        raise refuse("own-word")


@event(undo=Undo.FREE, tells=False, public="seat", moment="")
class Accepted(Silent, OfSeat):
    """The seat finds the word all right; silence is as good."""

    def apply(self, state: Djam) -> Djam:
        claim = claimed(state)
        return replace(state, claim=replace(claim, accepted=(*claim.accepted, self.seat)))


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="")
class Objected(OfSeat):
    """The seat objects: everybody but the author votes."""

    def apply(self, state: Djam) -> Djam:
        claim = replace(claimed(state), objector=self.seat)
        return state.turned(phase=Phase.VOTE, claim=claim)

    told = of_seat("told.objected")


def _weight(ruled: "Ruled") -> MomentWord:
    if ruled.decides:
        return "won"
    if ruled.stones < 0:
        return "lost"
    return "accepted" if ruled.valid else "rejected"


@event(
    undo=Undo.CONSENT, tells=False, public="seat valid stones out decides", moment=_weight
)
class Ruled(OfSeat):
    """The word of the seat is settled; *stones* are taken, or paid if negative."""

    valid: bool
    stones: int
    out: bool
    decides: bool = False
    """Whether it wins the decider, maybe along with another."""

    def apply(self, state: Djam) -> Djam:
        claim = claimed(state)
        spoken = Spoken(
            *(self.seat, claim.word, claim.points, claim.dice, self.valid, self.stones),
            votes=claim.votes,
            decides=self.decides,
        )
        waits = not self.out and state.options.tempo != "none"
        stones = state.players[self.seat].stones + self.stones
        return state.with_player(self.seat, stones=stones, out=self.out).turned(
            phase=Phase.OPEN,
            pool=state.pool - self.stones,
            claim=None,
            spoken=(*state.spoken, spoken),
            cooling=self.seat if waits else None,
        )

    def told(self, before: TableView, _after: TableView) -> Message:
        claim = before.claim
        if claim is not None and before.black and claim.points:
            if before.tied:
                return of_player(before, "told.out_of_decider", self.seat)
            if not self.stones:
                return of_player(before, "told.pays_none", self.seat)
            return of_player(before, "told.pays", self.seat, n=-self.stones)
        if not self.valid:
            return self._refused(before)
        if self.decides:
            return of_player(before, "told.decides", self.seat)
        if before.tied:
            return of_player(before, "told.decided_before", self.seat)
        if not self.stones:
            return of_player(before, "told.too_late", self.seat)
        return of_player(before, "told.takes", self.seat, n=self.stones)

    def _refused(self, before: TableView) -> Message:
        """Say whether a vote was against the word, or silence."""
        if before.phase is Phase.CLAIM and before.claim is not None:
            return of_player(before, "told.nobody_for", self.seat, word=before.claim.kin)
        return of_player(before, "told.refused", self.seat)


class Accept(Wish):
    """The word is all right."""

    when = (Phase.CLAIM,)

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        check_judge(state, self.seat)
        if self.seat in claimed(state).accepted:
            raise refuse("already-decided")
        return [Accepted(self.seat)]


class Object(Wish):
    """The word is not all right: let the others vote."""

    when = (Phase.CLAIM,)

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        check_judge(state, self.seat)
        return [Objected(self.seat)]


def rule(state: Djam, *, valid: bool) -> Ruled:
    """Settle the word: stones now, and whether its author still looks for another."""
    claim = claimed(state)
    if not valid:
        return Ruled(claim.seat, valid=False, stones=0, out=state.calm)
    paid = pays(state, claim)
    return Ruled(
        claim.seat,
        valid=not paid,
        stones=award(state, claim),
        # Only a valid word ends the round for its author; a decider, and sealing, is one try.
        out=not paid or state.calm or bool(state.tied),
        decides=decides(state, claim),
    )


def _silence(state: Djam, _: Random) -> Sequence[Event]:
    """Rule when nobody objects: a root that was named before wants somebody to say yes."""
    accepted = any(seat in judges(state) for seat in claimed(state).accepted)
    return [rule(state, valid=accepted or not kin(state))]


def _close_claim(state: Djam, _: Random) -> Sequence[Event]:
    """Settle what all accept, and what pays or is too late: nothing hangs on the others."""
    claim = claimed(state)
    foregone = pays(state, claim) or not may_score(state, claim)
    if foregone or all(seat in claim.accepted for seat in judges(state)):
        return [rule(state, valid=True)]
    return []


def mine(view: SeatView) -> bool:
    """Tell whether the word is the seat's own."""
    return view.table.claim is None or view.table.claim.seat == view.seat


def _claim_offers(view: SeatView) -> Iterator[Offer]:
    if not mine(view):
        if not view.table.players[view.seat].judged:
            yield Offer("Accept")
        yield Offer("Object")
    yield from search_offers(view)


def _claim_step(view: SeatView, kinds: Kinds) -> Step:
    if mine(view):
        return judging_step(view.table, "claim-mine")
    refusing = Answer("Object", Message("dj.object"))
    accept = Answer("Accept", Message("dj.accept"))
    if "Accept" not in kinds:
        given = replace(accept, chosen=True, ready=False)
        return judging_step(view.table, "claim-accepted", Either(given, refusing))
    return judging_step(view.table, "claim-judge", Either(accept, refusing))


def judging_step(table: TableView, name: str, answers: Answers | None = None) -> Step:
    """Return the step *name* about the word that is judged."""
    claim = table.claim
    names = {"name": claim.name, "objector": claim.objector} if claim else {}
    return Step(
        about=about(name, **{"name": "–", "objector": "–", **names}),
        turn=nth(table),
        hint=_hint(table) if name.startswith("claim") else None,
        answers=answers or OnStage(),
        stage="claim",
    )


def _hint(table: TableView) -> Message:
    if table.waits_s:
        needs_yes = table.claim is not None and table.claim.kin
        name = "dj.now.yes" if needs_yes else "dj.now.silence"
        return Message(name, {"seconds": int(table.waits_s)})
    return Message("dj.now.all-accept")


def _held(state: Djam, seat: Seat) -> Object | None:
    """Object by holding, who is through: who still looks for a word has pressed for it."""
    through = state.calm or state.players[seat].out
    return Object(seat) if through and claimed(state).seat != seat else None


def _claim_bottom(table: TableView, _: Say) -> str:
    claim = table.claim
    if claim is None:
        return ""
    worth = "" if table.tied else f"{claim.stones:+d}"  # nothing but the match hangs on it
    name = f"{claim.name}:" if claim.word else claim.name
    return " ".join(filter(None, (name, claim.word, worth)))


CLAIM: Final = PhaseRules(
    close=_close_claim,
    wait_s=lambda state: OBJECT_S.get(state.options.tempo),
    time_up=_silence,
    offers=_claim_offers,
    step=_claim_step,
    table_step=lambda table: judging_step(table, "claim"),
    held=_held,
    bottom=_claim_bottom,
)
