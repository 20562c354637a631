"""What is worth telling after the match: who lied best, was caught, doubted wrongly."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from companion.games.buchstabenbluff.state import Buchstabenbluff
from companion.ports import Seat

AwardKind = Literal["liar", "caught", "wrong"]


def awards(state: Buchstabenbluff) -> Iterator[tuple[AwardKind, tuple[Seat, ...], int]]:
    """Yield (what, who did it most often, how often); nothing for what nobody has done."""
    opened = zip(state.believed, state.truths, strict=False)
    lies = Counter(lay.seat for lay, truth in opened if not truth.honest)
    caught = Counter(each.seat for each in state.outcomes if each.kind == "bluff")
    wrong = Counter(
        seat for each in state.outcomes if each.kind == "honest" for seat in each.doubters
    )
    counts: tuple[tuple[AwardKind, Counter[Seat]], ...] = (
        ("liar", lies),
        ("caught", caught),
        ("wrong", wrong),
    )
    for kind, found in counts:
        most = max(found.values(), default=0)
        if most:
            seats = sorted(seat for seat, count in found.items() if count == most)
            yield kind, tuple(seats), most
