"""Letter Jam: the rules as pure functions, handed the words they need."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from companion.engine.game import BotPlay, Game, start_match
from companion.engine.tools import Script, Simulation
from companion.games.letter_jam.announce import announce
from companion.games.letter_jam.bots.act import act, thinks
from companion.games.letter_jam.bots.strengths import STRENGTHS
from companion.games.letter_jam.clock import deadline, time_up
from companion.games.letter_jam.commands import (
    SEAT_COMMANDS,
    SETUP_COMMANDS,
    TABLE_COMMANDS,
    Command,
)
from companion.games.letter_jam.dealing import DEALING
from companion.games.letter_jam.decide import decide
from companion.games.letter_jam.describe import describe
from companion.games.letter_jam.events import (
    EVENTS,
    Event,
)
from companion.games.letter_jam.evolve import evolve
from companion.games.letter_jam.house_options import HOUSE
from companion.games.letter_jam.insight.help import helped
from companion.games.letter_jam.keepsake import keepsake
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.offers import offers
from companion.games.letter_jam.project import glass_view, seat_view, table_view
from companion.games.letter_jam.scoring import score_view
from companion.games.letter_jam.setup_card import SETUP_CARDS
from companion.games.letter_jam.shows import course
from companion.games.letter_jam.stands import control, faces, sees
from companion.games.letter_jam.state import LetterJam, Phase
from companion.games.letter_jam.steps import step, table_step
from companion.games.letter_jam.tutorial import TUTORIAL
from companion.games.letter_jam.view import SeatView, TableView
from companion.games.letter_jam.words import Words, box
from companion.ports import Seat
from companion.words.custom import LENGTHS

LetterJamGame = Game[LetterJam, Command, Event, SeatView, TableView]


def letter_jam(words: Words) -> LetterJamGame:
    """Return the game, with *words* to deal and to check spelling."""
    return Game(
        name="letter_jam",
        players=range(min(SETUP_CARDS), max(SETUP_CARDS) + 1),
        initial=LetterJam(),
        setup_commands=SETUP_COMMANDS,
        seat_commands=SEAT_COMMANDS,
        table_commands=TABLE_COMMANDS,
        events=EVENTS,
        pages="companion.games.letter_jam.pages",
        start=_start,
        remember=lambda state: state.words,
        decide=partial(decide, words),
        evolve=evolve,
        seat_view=partial(_seat_view, words),
        table_view=table_view,
        faces=faces,
        glass_view=glass_view,
        sees=sees,
        offers=offers,
        step=step,
        table_step=table_step,
        announce=announce,
        course=course,
        control=control,
        deadline=deadline,
        time_up=time_up,
        describe=describe,
        keepsake=keepsake,
        finished=lambda state: state.phase is Phase.SCORE,
        house=HOUSE,
        bots=BotPlay(strengths=tuple(STRENGTHS), act=act, thinks=thinks),
        dealing=DEALING,
        simulation=Simulation(outcome=_outcome, lengths=LENGTHS),
        tutorial=TUTORIAL,
        script=Script(("seat", "giver", "whose"), words=("deck",), word_lists=("stacks",)),
    )


def shipped() -> LetterJamGame:
    """Return the game with the lists that ship."""
    return letter_jam(Lexicons())


class Outcome(NamedTuple):
    """What came of a match, for ``companion simulate``."""

    all_solved: bool
    words_solved: float
    """The share of words that were found."""
    clues: int
    score: int
    rank: int


def _outcome(state: LetterJam) -> Outcome:
    score, words = score_view(state), len(state.players)
    return Outcome(
        all_solved=score.solved == words,
        words_solved=score.solved / words,
        clues=len(state.clues),
        score=score.total,
        rank=score.rank,
    )


def _seat_view(words: Words, state: LetterJam, seat: Seat) -> SeatView:
    view = seat_view(state, seat)
    if not (view.table.help or view.table.stuck):
        return view
    return helped(view, Counter(box(words, state)), words.index(state.language))


def _start(
    names: Sequence[str], options: Mapping[str, Any], recent: Sequence[str]
) -> dict[str, Any]:
    return start_match(names, {"lengths": [5] * len(names), **options}, recent)
