"""What each stand shows, the same roll on all at the same moment, and what its button means.

A refused press is answered by the rules, in ``decide``.
"""

from collections.abc import Iterator
from typing import assert_never

from companion.engine.game import Gesture, Say, Touch
from companion.games.djam.commands import Gong, Object, Press, RollDice, SeatCommand
from companion.games.djam.scoring import award, winners
from companion.games.djam.state import Claim, Djam, Phase
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    STANDS,
    Face,
    Faces,
    LinesFace,
    Message,
    Place,
    RollFace,
    Seat,
    stand_place,
)


def faces(state: Djam, say: Say) -> Faces:
    """Return the face of all six stands and the centre; text is in *say*'s language."""
    return dict(_faces(state, say))


def _faces(state: Djam, say: Say) -> Iterator[tuple[Place, Face]]:
    yield CENTRE, _face(state, None, say)
    for stand in STANDS:
        seat = Seat(stand) if stand < len(state.players) else None
        yield stand_place(stand), _face(state, seat, say)


def _face(state: Djam, seat: Seat | None, say: Say) -> Face:
    roll = state.roll
    if roll is None or state.phase in (Phase.ROLL, Phase.END):
        return _lines(state, seat, say)
    return RollFace(
        letters=roll.letters,
        start=roll.start,
        struck=roll.start is None,
        top=state.theme,
        bottom=_bottom(state, seat, say),
    )


def _bottom(state: Djam, seat: Seat | None, say: Say) -> str:
    """Return the word that is judged; else the own place and stones; else the pool."""
    if state.claim is not None:
        return _claim(state, state.claim, say)
    if state.phase is Phase.LISTEN:
        return say(Message("face.listen"))
    if seat is None:
        return say(Message("face.pool", {"stones": state.pool}))
    player = state.players[seat]
    stones = say(Message("face.stones", {"name": player.name, "stones": player.stones}))
    if seat in state.queued and not state.gathering:
        place = state.queued.index(seat) + 1
        return f"{say(Message('face.place', {'place': place}))} · {stones}"
    waits = player.sealed is not None or player.out or player.passed
    return f"{stones} ·" if waits else stones


def _claim(state: Djam, claim: Claim, say: Say) -> str:
    worth = f"{award(state, claim):+d}"
    name = state.players[claim.seat].name
    if state.phase is Phase.VOTE:
        return say(Message("face.vote", {"name": name}))
    if state.tied:  # nothing but the match hangs on it
        return f"{name}: {claim.word}" if claim.word else name
    return f"{name}: {claim.word} {worth}" if claim.word else f"{name} {worth}"


def _lines(state: Djam, seat: Seat | None, say: Say) -> Face:
    """Between rounds: whose stones, and who rolls."""
    if state.phase is Phase.END:
        best = winners(state)
        if seat is None:
            names = (state.players[each].name for each in best)
            return LinesFace((say(Message("face.won")), *names))
        mark = say(Message("face.won")) if seat in best else say(Message("face.over"))
        return LinesFace((state.players[seat].name, str(state.players[seat].stones), mark))
    roller = state.rolls_now
    rolls = "" if roller is None else state.players[roller].name
    turn = say(Message("face.rolls", {"name": rolls})) if rolls else ""
    pool = say(Message("face.pool", {"stones": state.pool}))
    if state.tied:
        pool = say(Message("face.decider"))
    if seat is None:
        return LinesFace(("Djam", pool, turn))
    player = state.players[seat]
    own = say(Message("face.you_roll")) if seat == roller else turn
    return LinesFace((player.name, say(Message("face.own", {"n": player.stones})), own))


# -- what a button means --

HURRYING = (Phase.LISTEN, Phase.OPEN, Phase.CLAIM, Phase.VOTE)
"""While a word may be looked for, the coming of the finger is what counts."""


def control(state: Djam, touch: Touch) -> SeatCommand | Press | None:
    """Return the command that *touch* stands for now; None: it stands for nothing."""
    if touch.place == CENTRE:
        return _centre(state, touch)
    at = STAND_PLACES.index(touch.place)
    if at >= len(state.players):
        return None
    seat = Seat(at)
    match touch.gesture:
        case Gesture.DOWN:
            # Who has had a word presses for nothing: the finger may stay, to object.
            hurry = state.phase in HURRYING and not state.calm
            out = state.players[seat].out
            return Press(seat, touch.at_ns) if hurry and not out else None
        case Gesture.PRESS:
            return None
        case Gesture.HOLD:
            return _held(state, seat)
        case _:
            assert_never(touch.gesture)


def _held(state: Djam, seat: Seat) -> SeatCommand | None:
    """Hold to lift the cup; while a word is judged, who is through objects by holding.

    Whoever still looks for a word has pressed for it when the finger came.
    """
    match state.phase:
        case Phase.ROLL:
            return RollDice(seat)
        case Phase.CLAIM if (state.calm or state.players[seat].out) and not _own(
            state, seat
        ):
            return Object(seat)
        case _:
            return None


def _own(state: Djam, seat: Seat) -> bool:
    return state.claim is not None and state.claim.seat == seat


def _centre(state: Djam, touch: Touch) -> SeatCommand | None:
    """Next: lift the cup for whose turn it is, or strike the gong."""
    roller = state.rolls_now
    if touch.button != "next" or roller is None:
        return None
    match touch.gesture, state.phase:
        case Gesture.DOWN, _:
            return None
        case Gesture.PRESS | Gesture.HOLD, Phase.ROLL:
            return RollDice(roller)
        case Gesture.PRESS | Gesture.HOLD, Phase.LISTEN:
            return Gong(roller)
        case Gesture.PRESS | Gesture.HOLD, _:
            return None
        case _:
            assert_never(touch.gesture)
