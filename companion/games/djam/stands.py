"""What each stand shows, the same roll on all at the same moment, and what its button means.

A refused press is answered by the rules.
"""

from collections.abc import Iterator
from typing import assert_never

from companion.engine.game import Gesture, Say, Touch
from companion.games.djam.commands import Press
from companion.games.djam.phase import Wish
from companion.games.djam.rules import PHASES
from companion.games.djam.state import Djam, Phase
from companion.games.djam.view import PlayerView, TableView
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


def faces(table: TableView, say: Say) -> Faces:
    """Return the face of all six stands and the centre; text is in *say*'s language."""
    return dict(_faces(table, say))


def _faces(table: TableView, say: Say) -> Iterator[tuple[Place, Face]]:
    yield CENTRE, _face(table, None, say)
    for stand in STANDS:
        player = table.players[stand] if stand < len(table.players) else None
        yield stand_place(stand), _face(table, player, say)


def _face(table: TableView, player: PlayerView | None, say: Say) -> Face:
    roll = table.roll
    if table.theme:
        return LinesFace((table.theme,))
    if roll is None or table.phase in (Phase.ROLL, Phase.END):
        return _lines(table, player, say)
    # While a word is judged the dice that count in it light up, in the place of the start.
    lit = table.claim.dice if table.claim else ()
    return RollFace(
        letters=roll.letters,
        start=None if lit else roll.start,
        lit=lit,
        struck=roll.black,
        top=roll.theme,
        bottom=_bottom(table, player, say),
    )


def _bottom(table: TableView, player: PlayerView | None, say: Say) -> str:
    """Return the word that is judged; else the own place and stones; else the pool."""
    if bottom := PHASES[table.phase].bottom:
        return bottom(table, say)
    if player is None:
        return say(Message("face.pool", {"stones": table.pool}))
    stones = say(Message("face.stones", {"name": player.name, "stones": player.stones}))
    if player.place is not None and not table.gathering:
        return f"{say(Message('face.place', {'place': player.place}))} · {stones}"
    return f"{stones} ·" if player.sealed or player.out or player.passed else stones


def _lines(table: TableView, player: PlayerView | None, say: Say) -> Face:
    """Between rounds: whose stones, and who rolls."""
    if table.phase is Phase.END:
        if player is None:
            names = (table.players[each].name for each in table.winners)
            return LinesFace((say(Message("face.won")), *names))
        won = player.seat in table.winners
        mark = say(Message("face.won" if won else "face.over"))
        return LinesFace((player.name, str(player.stones), mark))
    rolls = "" if table.roller is None else table.players[table.roller].name
    turn = say(Message("face.rolls", {"name": rolls})) if rolls else ""
    pool = say(Message("face.pool", {"stones": table.pool}))
    if table.tied:
        pool = say(Message("face.decider"))
    if player is None:
        return LinesFace(("Djam", pool, turn))
    mine = player.seat == table.roller and not table.real_dice
    own = say(Message("face.you_roll")) if mine else turn
    return LinesFace((player.name, say(Message("face.own", {"n": player.stones})), own))


# -- what a button means --

HURRYING = (Phase.LISTEN, Phase.OPEN, Phase.CLAIM, Phase.VOTE)
"""While a word may be looked for, the coming of the finger is what counts."""


def control(state: Djam, touch: Touch) -> Wish | None:
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
            return PHASES[state.phase].held(state, seat)
        case _:
            assert_never(touch.gesture)


def _centre(state: Djam, touch: Touch) -> Wish | None:
    """Go on, for whose turn it is: lift the cup, or strike the gong."""
    roller, pressed = state.rolls_now, touch.gesture is not Gesture.DOWN
    if touch.button != "next" or roller is None or not pressed:
        return None
    return PHASES[state.phase].onward(state, roller)
