"""Letter Jam: the rules as pure functions, handed the words they need."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.game import Game, start_match
from companion.games.letter_jam.announce import announce
from companion.games.letter_jam.bot import act
from companion.games.letter_jam.commands import SEAT_COMMANDS, SETUP_COMMANDS, Command
from companion.games.letter_jam.controls import control
from companion.games.letter_jam.decide import decide
from companion.games.letter_jam.describe import describe
from companion.games.letter_jam.events import EVENTS, Event, StandEmptied
from companion.games.letter_jam.evolve import evolve
from companion.games.letter_jam.faces import faces
from companion.games.letter_jam.help import helped_view
from companion.games.letter_jam.offers import offers
from companion.games.letter_jam.project import table_view
from companion.games.letter_jam.secrecy import declassifies, twin, undo
from companion.games.letter_jam.setup_card import SETUP_CARDS
from companion.games.letter_jam.state import LetterJam, Phase
from companion.games.letter_jam.strengths import STRENGTHS
from companion.games.letter_jam.view import SeatView
from companion.games.letter_jam.words import Words

LetterJamGame = Game[LetterJam, Command, Event, SeatView]


def letter_jam(words: Words) -> LetterJamGame:
    """Return the game, with *words* to deal and to check spelling."""
    return Game(
        name="letter_jam",
        players=range(min(SETUP_CARDS), max(SETUP_CARDS) + 1),
        initial=LetterJam(),
        setup_commands=SETUP_COMMANDS,
        seat_commands=SEAT_COMMANDS,
        events=EVENTS,
        pages="companion.games.letter_jam.pages",
        variants=(
            {},
            {"dealing": "makers", "language": "de"},
            {"cards": "box"},
            {"cards": "none"},
        ),
        rare_events=(StandEmptied,),
        start=_start,
        remember=_remember,
        decide=partial(decide, words),
        evolve=evolve,
        seat_view=partial(helped_view, words),
        table_view=table_view,
        faces=faces,
        offers=offers,
        announce=announce,
        control=control,
        undo=undo,
        declassifies=declassifies,
        twin=twin,
        describe=describe,
        finished=lambda state: state.phase is Phase.SCORE,
        strengths=tuple(STRENGTHS),
        bot=act,
    )


def _start(
    names: Sequence[str], options: Mapping[str, Any], recent: Sequence[str]
) -> dict[str, Any]:
    return start_match(names, {"lengths": [5] * len(names), **options}, recent)


def _remember(state: LetterJam) -> Sequence[str]:
    return state.words
