"""What each stand shows and what its button means.

Every letter shows: a stand faces away from its owner. A refused press is answered by the
rules, in ``decide``.
"""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from companion.engine.game import Gesture, Say, Touch
from companion.games.letter_jam.clue import letter_of
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
from companion.games.letter_jam.scoring import score_view
from companion.games.letter_jam.spots import WILDCARD, Spot, bonus_spot, stand_spot
from companion.games.letter_jam.state import Decision, LetterJam, Phase
from companion.games.letter_jam.tokens import centre_open, reds
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    STANDS,
    BlankFace,
    CardFace,
    Face,
    Faces,
    LedgerFace,
    LinesFace,
    Mark,
    Message,
    Place,
    Seat,
    Stand,
    WordFace,
    stand_place,
)

BLANK: Final = (Phase.PULLING, Phase.COUNTING, Phase.FINAL, Phase.SCORE)
"""When a nonplayer stand shows nothing."""
MARKS: Final[Mapping[bool | None, Mark]] = {None: "", True: "right", False: "wrong"}


def faces(state: LetterJam, say: Say) -> Faces:
    """Return the face of all six stands and the centre; text is in *say*'s language."""
    return dict(_faces(state, say))


def _faces(state: LetterJam, say: Say) -> Iterator[tuple[Place, Face]]:
    yield CENTRE, _ledger(state, say)
    for stand in STANDS:
        seat = state.owner(stand)
        face = _nonplayer(state, stand) if seat is None else _player(state, seat, say)
        yield stand_place(stand), face


def _nonplayer(state: LetterJam, stand: Stand) -> Face:
    if not state.stands or state.phase in BLANK:
        return BlankFace()
    holder = state.stands[stand]
    return CardFace(
        _letter(state, stand), _chips(state, stand_spot(stand)), stack=holder.stack
    )


def _player(state: LetterJam, seat: Seat, say: Say) -> Face:
    player = state.players[seat]
    if state.phase is Phase.MAKING:
        made = state.making is not None and state.making.made[seat] is not None
        return LinesFace(
            (player.name, say(Message("face.made" if made else "face.making")))
        )
    if state.phase is Phase.PULLING:
        pulled = state.pulls[seat].done
        return LinesFace(
            (player.name, say(Message("face.pulled" if pulled else "face.pulling")))
        )
    if state.cards == "none":
        owes = Message("face.owes", {"n": player.reds_owed})
        return LinesFace((player.name, say(owes)) if player.reds_owed else (player.name,))
    if state.phase in (Phase.FINAL, Phase.SCORE):
        return _word(state, seat, say)
    stand, holder = Stand(seat), state.holder(seat)
    standing = holder.standing
    done = holder.beyond or standing is None
    return CardFace(
        letter=_letter(state, stand),
        chips=_chips(state, stand_spot(stand)),
        position="done" if done or standing is None else (standing + 1, player.length),
        bonus=done,
        moving_on=player.decision is Decision.MOVE_ON,
        name=player.name if not state.clues else "",
    )


def _word(state: LetterJam, seat: Seat, say: Say) -> Face:
    player = state.players[seat]
    if player.revealed is not None:
        return WordFace(
            player.revealed.word or "–", player.name, MARKS[player.revealed.accepted]
        )
    told = "face.final_ready" if player.final else "face.final"
    return LinesFace((player.name, say(Message(told))))


def _letter(state: LetterJam, stand: Stand) -> str:
    holder = state.stands[stand]
    return "" if holder.standing is None else holder.card or "?"


def _chips(state: LetterJam, spot: Spot) -> tuple[int, ...]:
    return tuple(number for number, at in enumerate(state.chips, 1) if at == spot)


def _ledger(state: LetterJam, say: Say) -> LedgerFace:
    return LedgerFace(
        red=reds(state),
        green=state.leaves,
        centre=state.centre,
        centre_open=centre_open(state),
        wildcard_chips=_chips(state, WILDCARD),
        bonus=tuple(
            (letter_of(state, each), _chips(state, bonus_spot(each.number)))
            for each in state.bonus
        ),
        line=say(_line(state)),
        labels=(
            say(Message("face.red")),
            say(Message("face.green")),
            say(Message("face.centre")),
        ),
    )


def _line(state: LetterJam) -> Message:
    match state.phase:
        case Phase.CLUE if state.giver is not None:
            return Message("face.giver", {"name": state.players[state.giver].name})
        case Phase.SCORE if state.cards == "none":
            return Message("face.final")
        case Phase.SCORE:
            return Message("face.score", {"points": score_view(state).total})
        case _:
            return Message(f"face.{state.phase.value}")


# -- what a button means --


def control(state: LetterJam, touch: Touch) -> SeatCommand | None:
    """Return the command that *touch* stands for now; None: it stands for nothing."""
    match touch.gesture:
        case Gesture.DOWN:
            return None
        case Gesture.PRESS | Gesture.HOLD:
            held = touch.gesture is Gesture.HOLD
        case _:
            assert_never(touch.gesture)
    if touch.place == CENTRE:
        return _centre(state, touch.button)
    return _stand(state, STANDS[STAND_PLACES.index(touch.place)], held=held)


def _stand(state: LetterJam, stand: Stand, *, held: bool) -> SeatCommand | None:
    seat = state.owner(stand)
    match state.phase:
        case Phase.COUNTING if held and state.present:
            if seat is None:
                return TellEarned(state.present[0], stand_spot(stand))
            return CountClue(seat, seat)
        case Phase.CLUE:
            return _clue(state, stand, seat, held=held)
        case Phase.DECIDE if seat is not None:
            return _decide(state, seat, held=held)
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
    state: LetterJam, stand: Stand, seat: Seat | None, *, held: bool
) -> SeatCommand | None:
    """Hold one's own stand to give the clue; press stands in order to lay chips."""
    if state.giver is None:
        if seat is None or not held:
            return None
        return ChooseCluegiver(seat, seat)
    own = seat == state.giver
    if held:
        return GiveClue(state.giver) if own else None
    return TakeChip(state.giver) if own else LayChip(state.giver, stand_spot(stand))


def _decide(state: LetterJam, seat: Seat, *, held: bool) -> SeatCommand:
    """Hold one's own stand to move on; press it to stay, or to think again."""
    if held:
        return MoveOn(seat)
    decided = state.players[seat].decision in (Decision.MOVE_ON, Decision.STAY)
    return TakeDecisionBack(seat) if decided else Stay(seat)
