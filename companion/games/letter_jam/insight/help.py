"""What phones may tell their own player: likely letters, and a nudge when the table is stuck.

Each is off unless the host wants it, and is computed from that seat's own view and word lists
alone. The nudge: that a clue would tell many their letter, never which.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache

from companion.games.letter_jam.insight.inference import Inference
from companion.games.letter_jam.view import SeatView
from companion.words.clue_index import ClueIndex
from companion.words.clue_ranking import RankedClue, rank
from companion.words.rare import well_read

SHOWN = 6
LEAST_PERCENT = 3
MOST_PERCENT = 99
"""A name could always be meant: nothing is certain."""
MANY = 3
"""A clue that tells so many their letter is worth a nudge; at a small table, all the others."""
TOLD = 0.5
"""A letter is told by a clue that makes it likelier by that much."""
MOST_CLUES = 10_000
NUDGES_KEPT = 12
"""A stuck table is shown again and again: at every note somebody takes."""

Likely = tuple[tuple[str, int], ...]


def helped(view: SeatView, deck: Mapping[str, int], index: ClueIndex) -> SeatView:
    """Return *view* with what the host wants it to tell."""
    if view.table.help and view.table.phase in ("clue", "decide"):
        reader = well_read(index, view.table.language)
        view = replace(view, likely=_likely(Inference(view, deck, reader)))
    if view.table.stuck:
        view = replace(view, nudge=_nudge(view, tuple(deck.items()), index))
    return view


def _likely(inference: Inference) -> Likely:
    if not inference.lines(None):
        return ()
    belief = sorted(inference.own(None).items(), key=lambda item: -item[1])
    shares = (
        (letter, min(round(100 * share), MOST_PERCENT)) for letter, share in belief[:SHOWN]
    )
    return tuple((letter, share) for letter, share in shares if share >= LEAST_PERCENT)


@lru_cache(maxsize=NUDGES_KEPT)
def _nudge(view: SeatView, deck: tuple[tuple[str, int], ...], index: ClueIndex) -> int:
    """Return how many letters a clue of this seat could tell at least, 0 where it finds no such."""
    table, me = view.table, view.table.players[view.seat]
    if not me.may_give or not me.present:
        return 0
    others = {
        stand.spot
        for stand in table.stands
        if stand.kind == "player" and stand.letter and table.players[stand.stand].present
    }
    wanted = min(MANY, len(others))
    if not wanted:
        return 0
    cards = Inference(view, dict(deck), index).cards()
    found = rank(index, cards, most=MOST_CLUES)
    return wanted if any(_told(clue, others) >= wanted for clue in found) else 0


def _told(clue: RankedClue, others: Collection[str]) -> int:
    return sum(gain >= TOLD for spot, gain in clue.gains.items() if spot in others)
