"""Rules of judging: silence accepts but for a root again, one objection makes all vote."""

from collections.abc import Sequence

from companion.errors import refuse
from companion.games.djam import events as ev
from companion.games.djam.roots import kin
from companion.games.djam.scoring import award, decides, may_score, pays
from companion.games.djam.state import Claim, Djam
from companion.ports import Seat


def judges(state: Djam) -> tuple[Seat, ...]:
    """Return who may judge the word: everybody here but its author."""
    author = claimed(state).seat
    return tuple(seat for seat in state.present if seat != author)


def claimed(state: Djam) -> Claim:
    """Return the word that waits to be judged."""
    assert state.claim is not None  # noqa: S101 - asked for while there is one only
    return state.claim


def accept(state: Djam, seat: Seat) -> Sequence[ev.Event]:
    """Have nothing against the word."""
    _check_judge(state, seat)
    if seat in claimed(state).accepted:
        raise refuse("already-decided")
    return [ev.Accepted(seat)]


def object_(state: Djam, seat: Seat) -> Sequence[ev.Event]:
    """Make the others vote."""
    _check_judge(state, seat)
    return [ev.Objected(seat)]


def vote(state: Djam, seat: Seat, *, valid: bool) -> Sequence[ev.Event]:
    """Vote secretly."""
    _check_judge(state, seat)
    if seat in dict(claimed(state).votes):
        raise refuse("already-decided")
    return [ev.Voted(seat, valid)]


def _check_judge(state: Djam, seat: Seat) -> None:
    if seat == claimed(state).seat:
        raise refuse("own-word")


def rule(state: Djam, *, valid: bool) -> ev.Ruled:
    """Settle the word: stones now, and whether its author still looks for another."""
    claim = claimed(state)
    if not valid:
        return ev.Ruled(claim.seat, valid=False, stones=0, out=state.calm)
    paid = pays(state, claim)
    return ev.Ruled(
        claim.seat,
        valid=not paid,
        stones=award(state, claim),
        # Only a valid word ends the round for its author; a decider, and sealing, is one try.
        out=not paid or state.calm or bool(state.tied),
        decides=decides(state, claim),
    )


def foregone(state: Djam) -> bool:
    """Return whether nothing hangs on the others: the word pays, or is too late anyway."""
    claim = claimed(state)
    return pays(state, claim) or not may_score(state, claim)


def count_votes(state: Djam) -> Sequence[ev.Event]:
    """Count the votes that are in; a tie is for the word, but silence never for a root again."""
    votes = [valid for seat, valid in claimed(state).votes if seat in judges(state)]
    yes = sum(votes)
    no = len(votes) - yes
    heard = yes > 0 or not kin(state)
    return [ev.VoteClosed(yes, no), rule(state, valid=yes >= no and heard)]


def silence(state: Djam) -> Sequence[ev.Event]:
    """Rule when nobody objects: a root that was named before wants somebody to say yes."""
    accepted = any(seat in judges(state) for seat in claimed(state).accepted)
    return [rule(state, valid=accepted or not kin(state))]


def close_claim(state: Djam) -> Sequence[ev.Event]:
    """Return what follows by itself while a word waits for objections."""
    accepted = claimed(state).accepted
    if foregone(state) or all(seat in accepted for seat in judges(state)):
        return [rule(state, valid=True)]
    return []


def close_vote(state: Djam) -> Sequence[ev.Event]:
    """Return what follows by itself while votes are collected."""
    voted = dict(claimed(state).votes)
    return count_votes(state) if all(seat in voted for seat in judges(state)) else []
