"""What each stand shows and what its button means.

Every letter shows: a stand faces away from its owner. A refused press is answered by the
rules, in ``decide``.
"""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from companion.engine.game import Gesture, Say, Touch
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
from companion.games.letter_jam.queries import asked
from companion.games.letter_jam.spots import WILDCARD, stand_spot
from companion.games.letter_jam.state import Decision, LetterJam, Phase
from companion.games.letter_jam.view import GlassView, PlayerView, TableView
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

MARKS: Final[Mapping[bool | None, Mark]] = {None: "", True: "right", False: "wrong"}


def sees(seat: Seat, place: Place) -> bool:
    """Return whether *seat* sees what *place* shows: the own stand turns its back to it."""
    return place != stand_place(Stand(seat))


def faces(glass: GlassView, say: Say) -> Faces:
    """Return the face of all six stands and the centre; text is in *say*'s language."""
    return dict(_faces(glass, say))


def _faces(glass: GlassView, say: Say) -> Iterator[tuple[Place, Face]]:
    table = glass.table
    yield CENTRE, _ledger(table, say)
    for stand in STANDS:
        if stand < len(table.players):
            yield stand_place(stand), _player(glass, table.players[stand], say)
        else:
            yield stand_place(stand), _nonplayer(glass, stand)


def _nonplayer(glass: GlassView, stand: Stand) -> Face:
    if not glass.letters:
        return BlankFace()
    view = glass.table.stands[stand]
    return CardFace(glass.letters[stand], view.chips, stack=view.stack)


def _player(glass: GlassView, player: PlayerView, say: Say) -> Face:
    table, seat = glass.table, player.seat
    if table.phase is Phase.MAKING:
        told = Message("face.made" if player.word_made else "face.making")
        return LinesFace((player.name, say(told)))
    if table.phase is Phase.PULLING:
        told = Message("face.pulled" if table.pulls[seat].done else "face.pulling")
        return LinesFace((player.name, say(told)))
    if table.cards == "none":
        owes = Message("face.owes", {"n": player.reds_owed})
        return LinesFace((player.name, say(owes)) if player.reds_owed else (player.name,))
    if not glass.letters:
        return _word(player, say)
    view = table.stands[seat]
    return CardFace(
        letter=glass.letters[seat],
        chips=view.chips,
        position="done" if view.position is None else (view.position, player.length),
        bonus=view.done,
        moving_on=view.moving_on,
        name="" if table.clues_given else player.name,
    )


def _word(player: PlayerView, say: Say) -> Face:
    if player.revealed is not None:
        return WordFace(player.revealed or "–", player.name, MARKS[player.accepted])
    told = "face.final_ready" if player.final_laid else "face.final"
    return LinesFace((player.name, say(Message(told))))


def _ledger(table: TableView, say: Say) -> LedgerFace:
    middle = table.middle
    return LedgerFace(
        red=middle.red,
        green=middle.leaves,
        centre=middle.centre,
        centre_open=middle.centre_open,
        wildcard_chips=middle.wildcard_chips,
        bonus=tuple((letter, chips) for _, letter, chips in middle.bonus),
        line=say(_line(table)),
        labels=(
            say(Message("face.red")),
            say(Message("face.green")),
            say(Message("face.centre")),
        ),
    )


def _line(table: TableView) -> Message:
    if table.phase is Phase.CLUE and table.giver is not None:
        return Message("face.giver", {"name": table.players[table.giver].name})
    if table.score is not None:
        if not table.score.scored:
            words = {"n": table.score.solved, "of": len(table.score.lines)}
            return Message("face.words", words)
        return Message("face.score", {"points": table.score.total})
    over = table.phase is Phase.SCORE  # without a score: the clue tokens alone were kept
    return Message("face.final" if over else f"face.{table.phase}")


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
