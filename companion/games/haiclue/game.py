"""Haiclue: the rules as pure functions, handed the words they need."""

from functools import partial
from typing import NamedTuple

from companion.engine.game import BotPlay, Game
from companion.engine.tools import Simulation
from companion.games.haiclue.announce import announce, clue_text
from companion.games.haiclue.bots.act import STRENGTHS, act
from companion.games.haiclue.clock import deadline
from companion.games.haiclue.commands import (
    SEAT_COMMANDS,
    SETUP_COMMANDS,
    TABLE_COMMANDS,
    Command,
)
from companion.games.haiclue.dealing import STACK_SIZES
from companion.games.haiclue.decide import decide
from companion.games.haiclue.describe import describe
from companion.games.haiclue.events import (
    EVENTS,
    Event,
)
from companion.games.haiclue.evolve import evolve
from companion.games.haiclue.house import HOUSE
from companion.games.haiclue.keepsake import keepsake, won
from companion.games.haiclue.offers import offers
from companion.games.haiclue.project import seat_view, table_view
from companion.games.haiclue.scoring import best_poems, score
from companion.games.haiclue.shows import course
from companion.games.haiclue.stands import control, faces
from companion.games.haiclue.state import Haiclue, Phase
from companion.games.haiclue.steps import step, table_step
from companion.games.haiclue.tutorial import TUTORIAL
from companion.games.haiclue.view import SeatView, TableView
from companion.games.haiclue.words import Words
from companion.games.haiclue.words import shipped as shipped_words
from companion.ports import Message

HaiclueGame = Game[Haiclue, Command, Event, SeatView, TableView]


def haiclue(words: Words) -> HaiclueGame:
    """Return the game, with *words* for its tiles."""
    return Game(
        name="haiclue",
        players=range(min(STACK_SIZES), max(STACK_SIZES) + 1),
        initial=Haiclue(),
        setup_commands=SETUP_COMMANDS,
        seat_commands=SEAT_COMMANDS,
        table_commands=TABLE_COMMANDS,
        events=EVENTS,
        pages="companion.games.haiclue.pages",
        remember=lambda state: sorted({poem.word for poem in state.poems}),
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
        describe=describe,
        own_stands=False,
        result=_result,
        keepsake=keepsake,
        house=HOUSE,
        tutorial=TUTORIAL,
        simulation=Simulation(outcome=_outcome),
        bots=BotPlay(strengths=STRENGTHS, act=act, left_to_people=frozenset({"GoOn"})),
        finished=lambda state: state.phase is Phase.END,
    )


def shipped() -> HaiclueGame:
    """Return the game with the words that ship."""
    return haiclue(shipped_words)


class Outcome(NamedTuple):
    """What came of a match, for ``companion simulate``."""

    clues: int
    found: float
    """The share of guesses that were right."""
    points: int
    """Of whoever had the most; of both, where two play."""
    winners: int


def _outcome(state: Haiclue) -> Outcome:
    guesses = sum(len(poem.guesses) for poem in state.poems)
    right = sum(len(poem.right) for poem in state.poems)
    points = score(state)
    return Outcome(
        clues=len(state.poems),
        found=right / max(1, guesses),
        points=points.together or max(points.points),
        winners=len(points.winners),
    )


def _result(state: Haiclue) -> Message:
    """Return who has won, and the poem of the evening if there was a vote."""
    result = won(table_view(state))
    for number in best_poems(state)[:1]:
        poem = state.poems[number]
        author = state.players[poem.author].name
        text = clue_text(poem.lines)
        return Message("result.poem", {"won": result, "author": author, "poem": text})
    return result
