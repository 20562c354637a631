"""What went well in a match, with names: of clues, guesses and words that all may see by then."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.letter_jam.spots import stand_spot
from companion.games.letter_jam.state import Chip, LetterJam
from companion.games.letter_jam.view_score import Award, LookBackLine, ScoreLine
from companion.ports import Seat, Stand


def awards(
    state: LetterJam, lines: Sequence[ScoreLine], clues: Sequence[LookBackLine]
) -> tuple[Award, ...]:
    """Return the awards of a match that is over; what nobody has earned is left out."""
    found = (_best(clues), _boldest(state, clues), _most_helpful(clues), _longest(lines))
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


def _boldest(state: LetterJam, clues: Sequence[LookBackLine]) -> Award | None:
    """Return who went on with a right guess after the fewest clues, the earliest of them."""
    bold = min(_bold(state, clues), default=None, key=lambda each: each[:2])
    return None if bold is None else Award("bold", (bold[2],), bold[3], bold[0])


def _bold(
    state: LetterJam, clues: Sequence[LookBackLine]
) -> Iterator[tuple[int, int, str, str]]:
    """Yield (clues about the letter, number of the last, who, the letter) of right guesses."""
    seats = {player.name: seat for seat, player in enumerate(state.players)}
    for line in clues:
        for guess in line.guesses:
            if not guess.right or guess.position is None:
                continue
            seat = Seat(seats[guess.name])
            about = Chip(stand_spot(Stand(seat)), guess.position - 1)
            heard = sum(about in clue.chips for clue in state.clues)
            if heard:
                yield heard, line.number, guess.name, guess.letter


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
