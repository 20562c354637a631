"""Fingers to commands. A refused press is answered by the rules, in ``decide``."""

from companion.engine.game import Gesture, Touch
from companion.games.letter_jam.commands import (
    ChooseCluegiver,
    CountClue,
    GiveClue,
    LayChip,
    MoveOn,
    SeatCommand,
    Stay,
    TakeChip,
    TakeDecisionBack,
    TellEarned,
)
from companion.games.letter_jam.decide_round import asked
from companion.games.letter_jam.spots import WILDCARD, stand_spot
from companion.games.letter_jam.state import Decision, LetterJam, Phase
from companion.ports import CENTRE, STAND_PLACES, STANDS, Seat, Stand


def control(state: LetterJam, touch: Touch) -> SeatCommand | None:
    """Return the command that *touch* stands for now; None: it stands for nothing."""
    if touch.gesture is Gesture.DOWN:
        return None
    if touch.place == CENTRE:
        return _centre(state, touch.button)
    stand = STANDS[STAND_PLACES.index(touch.place)]
    seat = state.owner(stand)
    match state.phase:
        case Phase.COUNTING if touch.gesture is Gesture.HOLD and state.present:
            if seat is None:
                return TellEarned(state.present[0], stand_spot(stand))
            return CountClue(seat, seat)
        case Phase.CLUE:
            return _clue(state, stand, seat, touch.gesture)
        case Phase.DECIDE if seat is not None:
            return _decide(state, seat, touch.gesture)
        case _:
            return None


def _centre(state: LetterJam, button: str) -> SeatCommand | None:
    """Wildcard: a chip on it. Next: give the clue; then keep a letter not yet decided."""
    if state.phase is Phase.CLUE and state.giver is not None:
        match button:
            case "wildcard":
                return LayChip(state.giver, WILDCARD)
            case "next":
                return GiveClue(state.giver)
    if state.phase is Phase.DECIDE and button == "next":
        undecided = (seat for seat in asked(state) if state.players[seat].decision is None)
        return next(map(Stay, undecided), None)
    return None


def _clue(
    state: LetterJam, stand: Stand, seat: Seat | None, gesture: Gesture
) -> SeatCommand | None:
    """Hold one's own stand to give the clue; press stands in order to lay chips."""
    if state.giver is None:
        if seat is None or gesture is Gesture.PRESS:
            return None
        return ChooseCluegiver(seat, seat)
    own = seat == state.giver
    if gesture is Gesture.HOLD:
        return GiveClue(state.giver) if own else None
    return TakeChip(state.giver) if own else LayChip(state.giver, stand_spot(stand))


def _decide(state: LetterJam, seat: Seat, gesture: Gesture) -> SeatCommand:
    """Hold one's own stand to move on; press it to stay, or to think again."""
    if gesture is Gesture.HOLD:
        return MoveOn(seat)
    decided = state.players[seat].decision in (Decision.MOVE_ON, Decision.STAY)
    return TakeDecisionBack(seat) if decided else Stay(seat)
