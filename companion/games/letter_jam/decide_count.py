"""Rules of the token counter: players and clues given are all it knows."""

from collections.abc import Sequence
from typing import assert_never

from companion.errors import refuse
from companion.games.letter_jam.commands import (
    CountClue,
    CountCommand,
    EndClues,
    TellEarned,
)
from companion.games.letter_jam.events import (
    ClueCounted,
    CluesEnded,
    Event,
    TokenEarned,
)
from companion.games.letter_jam.spots import Spot, spot_name, stand_of
from companion.games.letter_jam.state import LetterJam
from companion.games.letter_jam.tokens import Token, any_left, token_for
from companion.ports import Seat


def decide_count(state: LetterJam, command: CountCommand) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected."""
    match command:
        case CountClue(giver=giver):
            return _count_clue(state, giver)
        case TellEarned(stand=stand):
            return _tell_earned(state, stand)
        case EndClues():  # the people at the table have agreed aloud
            return [CluesEnded("consent")]
        case _:
            assert_never(command)


def _count_clue(state: LetterJam, giver: Seat) -> Sequence[Event]:
    token = check_may_give(state, giver)
    return [ClueCounted(giver, token.kind, token.red_of)]


def check_may_give(state: LetterJam, giver: Seat) -> Token:
    """Return the clue token that *giver* has to take, or refuse where there is none."""
    player = state.player(giver)
    if not player.present:
        raise refuse("absent", name=player.name)
    token = token_for(state, giver)
    if token is None:
        raise refuse("no-token", name=player.name)
    return token


def _tell_earned(state: LetterJam, spot: Spot) -> Sequence[Event]:
    """Earn the clue token under a nonplayer stack whose last card was drawn."""
    stand = stand_of(spot)
    if stand is None or state.owner(stand) is not None:
        raise refuse("no-such-spot", spot=spot_name(spot))
    if not state.stands[stand].stack:
        raise refuse("stack-through", spot=spot_name(spot))
    return [TokenEarned(stand)]


def close(state: LetterJam) -> Sequence[Event]:
    """End when no token is left and no stack can earn one."""
    stacks = any(holder.stack for holder in state.stands)
    if state.present and not stacks and not any_left(state):
        return [CluesEnded("tokens")]
    return []
