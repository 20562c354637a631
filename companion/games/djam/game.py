"""Djam: the rules as pure functions."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.game import BotPlay, Game, start_match
from companion.engine.tools import Simulation
from companion.games.djam import material
from companion.games.djam.bots.act import STRENGTHS, act, thinks
from companion.games.djam.chronicle import remembered, richest
from companion.games.djam.clock import deadline
from companion.games.djam.commands import (
    SEAT_COMMANDS,
    SETUP_COMMANDS,
    TABLE_COMMANDS,
    Command,
)
from companion.games.djam.deal_code import HOUSE
from companion.games.djam.describe import describe
from companion.games.djam.events import EVENTS
from companion.games.djam.keepsake import keepsake, won
from companion.games.djam.phase import Event
from companion.games.djam.phases.dice import THEMES
from companion.games.djam.phases.rolling import course
from companion.games.djam.phases.start import PLAYERS
from companion.games.djam.project import seat_view, table_view
from companion.games.djam.rules import (
    announce,
    decide,
    evolve,
    offers,
    step,
    table_step,
)
from companion.games.djam.stands import control, faces
from companion.games.djam.state import Djam, Phase
from companion.games.djam.tutorial import TUTORIAL
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message

DjamGame = Game[Djam, Command, Event, SeatView, TableView]


def djam() -> DjamGame:
    """Return the game."""
    return Game(
        name="djam",
        players=PLAYERS,
        initial=Djam(),
        setup_commands=SETUP_COMMANDS,
        seat_commands=SEAT_COMMANDS,
        table_commands=TABLE_COMMANDS,
        events=EVENTS,
        pages="companion.games.djam.pages",
        start=_start,
        remember=_remember,
        decide=decide,
        evolve=evolve,
        seat_view=seat_view,
        table_view=table_view,
        faces=faces,
        offers=offers,
        step=step,
        table_step=table_step,
        announce=announce,
        course=course,
        control=control,
        deadline=deadline,
        describe=describe,
        finished=lambda state: state.phase is Phase.END,
        result=_result,
        keepsake=keepsake,
        tutorial=TUTORIAL,
        # the next one rolls first
        next_options=lambda state: {
            "first": (state.options.first + 1) % len(state.players)
        },
        house=HOUSE,
        bots=BotPlay(
            strengths=STRENGTHS, act=act, thinks=thinks, alone={"buzzers": "phones"}
        ),
        simulation=Simulation(outcome=outcome),
    )


shipped = djam
"""As the catalogue calls it."""


class DjamFigures(NamedTuple):
    """The figures of one match, for ``companion simulate``."""

    rounds: int
    best: int
    """The stones of whoever has the most."""
    least: int


def outcome(state: Djam) -> DjamFigures:
    """Return what came of a match that is over."""
    stones = [player.stones for player in state.players]
    return DjamFigures(rounds=state.round, best=max(stones), least=min(stones))


def _start(
    names: Sequence[str], options: Mapping[str, Any], recent: Sequence[str]
) -> dict[str, Any]:
    chosen = dict(options)
    if isinstance(own := chosen.get("own"), Mapping):
        chosen["own"] = [own.get(str(number), "") for number in range(1, THEMES + 1)]
    return start_match(names, chosen, recent)


def _result(state: Djam) -> Message:
    result, word = won(table_view(state)), richest(state)
    if word is None:
        return result
    name = state.players[word.seat].name
    return Message("result.word", {"won": result, "name": name, "word": word.word})


def _remember(state: Djam) -> Sequence[str]:
    """Return the words of the match, and what the roll guard learned, whether on or not."""
    known = material.hard_starts(state.options.language)
    return [*remembered(state), *(ban for ban in state.bans if ban not in known)]
