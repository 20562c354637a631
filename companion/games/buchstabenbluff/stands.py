"""What each stand shows, public things only, and what its button means.

A late doubter's finger that leaves after the gong must not press anything away. So while the
cards lie open only the stand of whoever laid them goes on, and the button in the middle.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import assert_never

from companion.engine.game import Gesture, Say, Touch
from companion.engine.shown import at_seats, seat_at
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.queries import on_stands
from companion.games.buchstabenbluff.state import MOST, Buchstabenbluff, Phase
from companion.games.buchstabenbluff.view import LayView, PlayerView, TableView
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    BlankFace,
    Face,
    Faces,
    LinesFace,
    Message,
    Seat,
    WordFace,
)


def faces(table: TableView, say: Say) -> Faces:
    """Return the face of all six stands and the centre; text is in *say*'s language."""
    stands = at_seats(_stand(table, player, say) for player in table.players)
    return {
        CENTRE: _middle(table, say),
        **dict.fromkeys(STAND_PLACES, BlankFace()),
        **stands,
    }


def _stand(table: TableView, player: PlayerView, say: Say) -> Face:
    lay = table.lay
    if lay is not None and lay.seat == player.seat:
        return _word(table, lay, say)
    return LinesFace((player.name, *_lines(table, player, say)))


def _word(table: TableView, lay: LayView, say: Say) -> WordFace:
    if table.verdict is None:
        return WordFace(lay.word, f"{lay.name} · {_cards(lay, say)}")
    letters = "".join(lay.cards)
    name = f"{lay.name} · {lay.word}"
    return WordFace(letters, name, "right" if table.verdict.counts else "wrong")


def _cards(lay: LayView, say: Say) -> str:
    """Return how many cards lie there, or which, where some lie face up."""
    if any(lay.cards):
        return "".join(card or "-" for card in lay.cards)
    return say(Message("face.cards", {"n": len(lay.cards)}))


def _lines(table: TableView, player: PlayerView, say: Say) -> Iterator[str]:
    if table.scores:
        line = next(each for each in table.scores if each.score.seat == player.seat)
        yield say(Message("face.total", {"n": line.total, "place": line.place}))
        return
    if not player.present:
        yield say(Message("face.left"))
        return
    now = _now(table, player)
    if now is not None:
        yield say(now)
    yield say(Message("face.hand", {"hand": player.hand, "pile": player.pile}))
    yield say(Message("face.points", {"points": player.points}))


def _now(table: TableView, player: PlayerView) -> Message | None:
    verdict = table.verdict
    if verdict is not None:
        if player.name in verdict.doubters:
            return Message("face.doubted")
        return Message("face.believed") if player.seat in verdict.asked else None
    stands = table.options.buttons == "stands"
    if player.asked and stands and table.options.first_doubter:
        return Message("face.press")
    if player.asked and stands and table.options.gong_s:
        return Message("face.hold")
    if player.asked and player.answered:
        return Message("face.answered")
    if player.asked and stands:
        return Message("face.answer")
    if table.active == player.seat:
        turn = {"turn": table.turn, "turns": table.turns}
        drawing = table.drawing and player.hand < MOST
        return Message("face.draws" if drawing else "face.thinks", turn)
    return None


def _middle(table: TableView, say: Say) -> Face:
    active = None if table.active is None else table.players[table.active].name
    match table.phase:
        case Phase.WAITING:
            return BlankFace()
        case Phase.TURN:
            deck = say(Message("face.deck", {"n": table.deck}))
            return LinesFace((active or "", say(Message("face.turn")), deck))
        case Phase.DOUBT | Phase.REVEAL:
            assert table.lay is not None  # noqa: S101 - these phases are about a word
            return _word(table, table.lay, say)
        case Phase.TRUTH | Phase.END:
            return _truth(table, say)
        case _:
            assert_never(table.phase)


def _truth(table: TableView, say: Say) -> Face:
    if table.truths and table.closed:
        last = table.truths[-1]
        name = f"{last.name} · {last.word}"
        return WordFace("".join(last.letters), name, "right" if last.honest else "wrong")
    title = say(Message("face.over" if not table.closed else "face.truth"))
    best = islice(table.scores, 3)
    return LinesFace((title, *(f"{each.score.name} {each.total}" for each in best)))


# -- what a button means --


def control(state: Buchstabenbluff, touch: Touch) -> cmd.Command | None:
    """Return the command that *touch* stands for now; None: it stands for nothing."""
    if touch.place == CENTRE:
        return _centre(state, touch)
    seat = seat_at(state, touch.place)
    if seat is None or not state.players[seat].present:
        return None
    match state.phase:
        case Phase.TURN if seat == state.active:
            return _finger(touch, seat, press=cmd.Draw, hold=cmd.StopDrawing)
        case Phase.DOUBT if seat in state.deciders and on_stands(state):
            return _doubt(state, seat, touch)
        case Phase.REVEAL if seat == state.active:
            return _finger(touch, seat, press=cmd.GoOn)
        case Phase.TRUTH:
            return _finger(touch, seat, press=cmd.OpenNext)
        case _:
            return None


def _finger(
    touch: Touch,
    seat: Seat,
    *,
    press: Callable[[Seat], cmd.Command],
    hold: Callable[[Seat], cmd.Command] | None = None,
) -> cmd.Command | None:
    match touch.gesture:
        case Gesture.DOWN:
            return None
        case Gesture.PRESS:
            return press(seat)
        case Gesture.HOLD:
            return None if hold is None else hold(seat)
        case _:
            assert_never(touch.gesture)


def _doubt(state: Buchstabenbluff, seat: Seat, touch: Touch) -> cmd.Command | None:
    """Before the gong everything is theatre; without one a press believes, a hold doubts."""
    if state.options.first_doubter:
        match touch.gesture:
            case Gesture.DOWN:
                pressed = state.players[seat].pressed_ns is not None
                return None if pressed else cmd.Buzz(seat, touch.at_ns)
            case Gesture.PRESS | Gesture.HOLD:
                return None
            case _:
                assert_never(touch.gesture)
    if state.options.gong_s:
        return None
    return _finger(touch, seat, press=cmd.Believe, hold=cmd.Doubt)


def _centre(state: Buchstabenbluff, touch: Touch) -> cmd.Command | None:
    """Let the button in the middle go on for everybody."""
    if touch.button != "next" or not state.present:
        return None
    match state.phase:
        case Phase.REVEAL:
            return _finger(touch, state.present[0], press=cmd.GoOn, hold=cmd.GoOn)
        case Phase.TRUTH:
            return _finger(touch, state.present[0], press=cmd.OpenNext, hold=cmd.OpenNext)
        case _:
            return None
