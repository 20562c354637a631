"""What went well in a match, with names: of clues, guesses and words that all may see by then."""

from collections import Counter
from collections.abc import Sequence

from companion.games.letter_jam.state import LetterJam
from companion.games.letter_jam.view_score import Award, LookBackLine, ScoreLine


def awards(
    state: LetterJam, lines: Sequence[ScoreLine], clues: Sequence[LookBackLine]
) -> tuple[Award, ...]:
    """Return the awards of a match that is over; what nobody has earned is left out."""
    found = (_best(clues), _boldest(state), _most_helpful(clues), _longest(lines))
    return tuple(each for each in found if each is not None)


def _right(clue: LookBackLine) -> int:
    return sum(each.right for each in clue.guesses)


def _best(clues: Sequence[LookBackLine]) -> Award | None:
    """Return the clue after which most letters were guessed, the longest of them."""
    told = [(_right(each), len(each.given), -each.number, each) for each in clues]
    most = max(told, default=None, key=lambda each: each[:3])
    if most is None or not most[0]:
        return None
    return Award("best", (most[3].giver_name,), most[3].whole, most[0])


def _boldest(state: LetterJam) -> Award | None:
    if state.bold is None:
        return None
    name = state.players[state.bold.seat].name
    return Award("bold", (name,), state.bold.letter, state.bold.letters)


def _most_helpful(clues: Sequence[LookBackLine]) -> Award | None:
    """Return whose clues were followed by most right guesses; two of them share it."""
    helped: Counter[str] = Counter()
    for clue in clues:
        helped[clue.giver_name] += _right(clue)
    most = max(helped.values(), default=0)
    names = tuple(name for name, told in helped.items() if told == most)
    return Award("helpful", names, n=most) if most else None


def _longest(lines: Sequence[ScoreLine]) -> Award | None:
    """Return whose word is the longest of those that count, where not all are as long."""
    counted = [line for line in lines if line.accepted and line.word]
    most = max((len(line.word) for line in counted), default=0)
    longest = [line for line in counted if len(line.word) == most]
    if not longest or (len(longest) == len(counted) > 1):
        return None
    word = longest[0].whole if len(longest) == 1 else ""
    return Award("longest", tuple(line.name for line in longest), word, most)
