"""After the match: each clue beside the best one its giver could have given.

Reckoned from what that giver could see then, and nothing else: a better clue that only an
all-seeing eye could find would be no lesson.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.errors import refuse
from companion.games.letter_jam.boldest import boldest
from companion.games.letter_jam.clock import looks_back
from companion.games.letter_jam.events import Event, LookedBack
from companion.games.letter_jam.insight.inference import Inference
from companion.games.letter_jam.project import seat_view
from companion.games.letter_jam.state import BestClue, Clue, LetterJam, Phase
from companion.games.letter_jam.words import Words, box
from companion.words.clue_ranking import rank, value_of

WORTH_A_WORD = 0.1
"""A clue that is better by less than a tenth of a letter is not worth a word."""


def look_back(words: Words, state: LetterJam) -> Sequence[Event]:
    """Look back at the next clue: one at a time, for it takes a Pi a good while."""
    if not looks_back(state):
        raise refuse("not-now")
    number = state.looked_back + 1
    best = _best(words, state, number)
    bold = boldest(words, state) if number == 1 else None
    return [LookedBack(() if best is None else (best,), number, bold)]


def _best(words: Words, state: LetterJam, number: int) -> BestClue | None:
    clue, index = state.clues[number - 1], words.index(state.language)
    deck = Counter(box(words, state))
    view = seat_view(_as_it_was(state, number), clue.giver)
    cards = Inference(view, deck, index).cards()
    ranked = rank(index, cards, most=1)
    given = value_of(index, cards, [chip.spot for chip in clue.chips])
    if not ranked or given > ranked[0].value - WORTH_A_WORD:
        return None
    best = ranked[0]
    return BestClue(number, best.word, round(100 * best.value), round(100 * given))


def _as_it_was(state: LetterJam, number: int) -> LetterJam:
    """Return the table as it stood when clue *number* was looked for."""
    clue: Clue = state.clues[number - 1]
    stands = tuple(
        replace(holder, standing=card)
        for holder, card in zip(state.stands, clue.up, strict=True)
    )
    return replace(
        state,
        phase=Phase.CLUE,
        stands=stands,
        clues=state.clues[: number - 1],
        bonus=clue.bonus,
        giver=clue.giver,
        chips=(),
    )
