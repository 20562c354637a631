"""What each display shows: every letter, for a stand faces away from its owner."""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.engine.game import Say
from companion.games.letter_jam.clue import letter_of
from companion.games.letter_jam.scoring import score_view
from companion.games.letter_jam.spots import WILDCARD, Spot, bonus_spot, stand_spot
from companion.games.letter_jam.state import Decision, LetterJam, Phase
from companion.games.letter_jam.tokens import centre_open, reds
from companion.ports import (
    CENTRE,
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
