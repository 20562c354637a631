"""What is worth telling after the match, to all: who lied best, was caught, believes whom."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from companion.games.buchstabenbluff.state import Buchstabenbluff
from companion.ports import Seat

AwardKind = Literal["liar", "caught", "wrong"]


class Award(NamedTuple):
    """What *seats* have done most often: *n* times."""

    kind: AwardKind
    seats: tuple[Seat, ...]
    n: int

    @property
    def sentence(self) -> str:
        """The id of what is told; of several it says that each has done it so often."""
        return (
            f"bb.award.{self.kind}.each" if len(self.seats) > 1 else f"bb.award.{self.kind}"
        )


class Trust(NamedTuple):
    """How many of *of* words that *layer* said *reader* has believed."""

    reader: Seat
    layer: Seat
    believed: int
    of: int

    @property
    def share(self) -> float:
        """The share of the words that were believed."""
        return self.believed / self.of


def trust(state: Buchstabenbluff) -> Iterator[Trust]:
    """Yield who believes whom; nothing for those of whom nobody can tell."""
    asked, doubted = Counter[tuple[Seat, Seat]](), Counter[tuple[Seat, Seat]]()
    for each in state.outcomes:
        asked.update((seat, each.seat) for seat in each.asked)
        doubted.update((seat, each.seat) for seat in each.doubters if seat in each.asked)
    for (reader, layer), of in sorted(asked.items()):
        yield Trust(reader, layer, of - doubted[reader, layer], of)


def awards(state: Buchstabenbluff) -> Iterator[Award]:
    """Yield who has done what most often; nothing for what nobody has done."""
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
            yield Award(kind, tuple(seats), most)
