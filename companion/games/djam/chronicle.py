"""The words of the whole match, round by round, and what is worth telling of them."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from companion.games.djam.scoring import fold
from companion.games.djam.state import Chapter, Djam, Spoken
from companion.ports import Seat

MarkKind = Literal["longest", "quickest", "objected", "paid"]


class Remark(NamedTuple):
    """Something that *seats* did most, *n* letters, rounds, words or stones: all of it public."""

    kind: MarkKind
    seats: tuple[Seat, ...]
    n: int
    word: str = ""


def chapters(state: Djam) -> tuple[Chapter, ...]:
    """Return every round in which something was said, the present one last."""
    told = state.chapters
    if not state.spoken or state.roll is None or (told and told[-1].round == state.round):
        return told
    theme = state.drawn or state.options.themes[state.roll.theme]
    return (*told, Chapter(state.round, theme, state.roll.first_letter, state.spoken))


HEARD: Final = "="
"""Before a word among what is remembered; the roll guard's begin with a letter."""


def heard(state: Djam) -> tuple[str, ...]:
    """Return what was said before this round, in this match and in the latest ones."""
    words = (each.word for chapter in state.chapters for each in chapter.spoken)
    return tuple(dict.fromkeys((*state.heard, *filter(None, map(fold, words)))))


def remembered(state: Djam) -> list[str]:
    """Return the words of this match, as they are remembered for the next ones."""
    words = (each.word for chapter in chapters(state) for each in chapter.spoken)
    return [f"{HEARD}{word}" for word in dict.fromkeys(map(fold, words)) if word]


def richest(state: Djam) -> Spoken | None:
    """Return the written word that brought the most stones, the first of equals."""
    words = (each for chapter in chapters(state) for each in chapter.spoken)
    won = [each for each in words if each.valid and each.word and each.stones > 0]
    return max(won, key=lambda each: each.stones, default=None)


def marks(state: Djam) -> Iterator[Remark]:
    """Yield what the end tells, but for the richest word; nothing for what nobody has done."""
    told = chapters(state)
    words = [each for chapter in told for each in chapter.spoken]
    found = [each for each in words if each.valid and each.word]
    if found:
        best = max(found, key=lambda each: len(fold(each.word)))
        yield Remark("longest", (best.seat,), len(fold(best.word)), best.word)
    firsts = (next((w.seat for w in each.spoken if w.valid), None) for each in told)
    first = Counter(seat for seat in firsts if seat is not None and not state.calm)
    objected = Counter(each.seat for each in words if each.votes)
    paid: Counter[Seat] = Counter()
    for each in words:
        paid[each.seat] += max(0, -each.stones)
    counts: tuple[tuple[MarkKind, Counter[Seat]], ...] = (
        ("quickest", first),
        ("objected", objected),
        ("paid", paid),
    )
    for kind, done in counts:
        most = max(done.values(), default=0)
        if most:
            yield Remark(kind, tuple(sorted(s for s, n in done.items() if n == most)), most)
