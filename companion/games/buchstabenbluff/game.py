"""Buchstabenbluff: the rules as pure functions, handed the words they need."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from companion.engine.game import BotPlay, Game
from companion.engine.tools import Script, Simulation
from companion.games.buchstabenbluff.announce import announce
from companion.games.buchstabenbluff.bots.act import Known, act
from companion.games.buchstabenbluff.bots.strengths import STRENGTHS
from companion.games.buchstabenbluff.clock import deadline, time_up
from companion.games.buchstabenbluff.commands import (
    SEAT_COMMANDS,
    SETUP_COMMANDS,
    TABLE_COMMANDS,
    Command,
    StartMatch,
)
from companion.games.buchstabenbluff.decide import decide
from companion.games.buchstabenbluff.decide_start import PLAYERS
from companion.games.buchstabenbluff.deck import cards
from companion.games.buchstabenbluff.describe import describe
from companion.games.buchstabenbluff.events import EVENTS, Event
from companion.games.buchstabenbluff.evolve import evolve
from companion.games.buchstabenbluff.house import house_of
from companion.games.buchstabenbluff.keepsake import keepsake
from companion.games.buchstabenbluff.offers import offers
from companion.games.buchstabenbluff.project import seat_view, table_view
from companion.games.buchstabenbluff.scoring import score
from companion.games.buchstabenbluff.shows import course
from companion.games.buchstabenbluff.spelling import SpellingLists
from companion.games.buchstabenbluff.stands import control, faces
from companion.games.buchstabenbluff.state import Buchstabenbluff, Phase
from companion.games.buchstabenbluff.steps import step, table_step
from companion.games.buchstabenbluff.tutorial import TUTORIAL
from companion.games.buchstabenbluff.view import SeatView, TableView
from companion.games.buchstabenbluff.words import Words

BuchstabenbluffGame = Game[Buchstabenbluff, Command, Event, SeatView, TableView]


def buchstabenbluff(words: Words) -> BuchstabenbluffGame:
    """Return the game, with *words* to check spelling."""
    return Game(
        name="buchstabenbluff",
        players=PLAYERS,
        initial=Buchstabenbluff(),
        setup_commands=SETUP_COMMANDS,
        seat_commands=SEAT_COMMANDS,
        table_commands=TABLE_COMMANDS,
        events=EVENTS,
        pages="companion.games.buchstabenbluff.pages",
        start=_start,
        remember=_remember,
        decide=partial(decide, words),
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
        time_up=time_up,
        describe=describe,
        finished=lambda state: state.phase is Phase.END,
        keepsake=keepsake,
        tutorial=TUTORIAL,
        house=replace(
            house_of(words),
            with_dictionaries=lambda own: buchstabenbluff(SpellingLists(own)),
        ),
        bots=BotPlay(
            strengths=tuple(STRENGTHS),
            act=partial(act, Known(words, cards)),
            left_to_people=frozenset({"GoOn", "OpenNext"}),
            alone={"buttons": "phones"},
        ),
        simulation=Simulation(outcome=outcome),
        script=Script(words=("deck",)),
    )


def shipped() -> BuchstabenbluffGame:
    """Return the game with the lists that ship."""
    return buchstabenbluff(SpellingLists())


class MatchFigures(NamedTuple):
    """The figures of one match, for ``companion simulate``; shares from 0 to 1."""

    words: int
    """Laid, not passed."""
    bluffs: float
    """The share of words that were a bluff."""
    doubted: float
    """The share of words that somebody doubted."""
    caught: float
    """The share of bluffs that somebody doubted."""
    best: int
    points: float
    """Of all, on an average."""


def outcome(state: Buchstabenbluff) -> MatchFigures:
    """Return what came of a match that is over."""
    kinds = [each.kind for each in state.outcomes if each.kind != "passed"]
    lies = sum(not truth.honest for truth in state.truths)
    caught = kinds.count("bluff")
    totals = [score(state, seat).total for seat in state.seats]
    return MatchFigures(
        words=len(kinds),
        bluffs=(lies + caught) / max(1, len(kinds)),
        doubted=1 - kinds.count("believed") / max(1, len(kinds)),
        caught=caught / max(1, lies + caught),
        best=max(totals),
        points=sum(totals) / len(totals),
    )


def _start(
    names: Sequence[str], options: Mapping[str, Any], recent: Sequence[str]
) -> dict[str, Any]:
    dealers = (name for name in reversed(recent) if name in names)
    return {
        **options,
        "type": StartMatch.__name__,
        "names": list(names),
        "last_dealer": next(dealers, ""),
    }


def _remember(state: Buchstabenbluff) -> Sequence[str]:
    """Return who has dealt: the next deal is the left neighbour's."""
    return [] if state.dealer is None else [state.players[state.dealer].name]
