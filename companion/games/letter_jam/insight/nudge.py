"""A nudge when the table is stuck: that a clue would tell many their letter, never which.

It is computed from the seat's own view and from word lists, nothing else.
"""

from companion.games.letter_jam.insight.inference import Inference
from companion.words.clue_ranking import RankedClue, rank

MANY = 3
"""A clue that tells so many their letter is worth a nudge; at a small table, all the others."""
TOLD = 0.5
"""A letter is told by a clue that makes it likelier by that much."""
MOST_CLUES = 10_000


def nudge(inference: Inference) -> int:
    """Return how many letters a clue of this seat could tell at least, 0 where it finds no such."""
    table, me = inference.view.table, inference.view.seat
    if not table.players[me].may_give or not table.players[me].present:
        return 0
    cards = inference.cards()
    others = sum(card.belief is not None for card in cards)
    wanted = min(MANY, others)
    if not wanted:
        return 0
    found = rank(inference.index, cards, most=MOST_CLUES)
    return wanted if any(_told(clue) >= wanted for clue in found) else 0


def _told(clue: RankedClue) -> int:
    return sum(gain >= TOLD for gain in clue.gains.values())
