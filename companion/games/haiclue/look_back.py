"""What the match was like, counted from its book: who found whom, which clue was the hardest."""

from collections import Counter
from collections.abc import Sequence

from companion.games.haiclue.state import Haiclue
from companion.games.haiclue.view import LookBackView, PairView, PoemView, ShareView
from companion.ports import Seat

LEAST_TWICE = 2
"""Once is chance: only who found two clues of the same author understands."""


def look_back(state: Haiclue, poems: Sequence[PoemView]) -> LookBackView:
    """Return what there is to say of all *poems* of the match."""
    return LookBackView(
        shares=tuple(_share(state, seat) for seat in state.seats),
        pair=_pair(state),
        hardest=_hardest(poems),
    )


def _share(state: Haiclue, seat: Seat) -> ShareView:
    own = [poem for poem in state.poems if poem.author == seat]
    return ShareView(
        name=state.players[seat].name,
        found=sum(seat in poem.right for poem in state.poems),
        of=sum(seat in dict(poem.guesses) for poem in state.poems),
        was_found=sum(len(poem.right) for poem in own),
        was_of=sum(len(poem.guesses) for poem in own),
    )


def _pair(state: Haiclue) -> PairView | None:
    """Return who found the most clues of one author; at a tie, the larger share of them."""
    guessed = Counter((seat, p.author) for p in state.poems for seat, _ in p.guesses)
    found = Counter((seat, p.author) for p in state.poems for seat in p.right)
    if not found:
        return None
    reader, author = max(found, key=lambda each: (found[each], found[each] / guessed[each]))
    if found[reader, author] < LEAST_TWICE:
        return None
    names = state.players[reader].name, state.players[author].name
    return PairView(*names, found[reader, author], guessed[reader, author])


def _hardest(poems: Sequence[PoemView]) -> PoemView | None:
    """Return the clue that nobody found although most tried."""
    unfound = [poem for poem in poems if poem.guesses and not poem.right]
    return max(unfound, key=lambda poem: len(poem.guesses), default=None)
