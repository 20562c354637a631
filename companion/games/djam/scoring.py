"""What a word is worth: letters on dice, scoring places, stones."""

import unicodedata
from collections import Counter
from functools import lru_cache

from companion.engine.people import leaders as best
from companion.games.djam.state import BLACK_STONES, Claim, Djam, Roll, Spoken
from companion.ports import Seat

FEW_PLAYERS = 4
"""Up to so many players one finder goes away empty, beyond it two."""

# Not as on letter cards: a letter only has to occur, so ß counts as S and ä as A.
_LETTERS = str.maketrans(
    {"ß": "s", "ẞ": "S", "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe"}
    | {"Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d"}
)


# Every view asks anew for the words of the whole match.
@lru_cache(maxsize=1024)
def fold(text: str) -> str:
    """Return the letters of what was said as capitals A to Z, without their marks."""
    plain = unicodedata.normalize("NFD", text.translate(_LETTERS)).upper()
    return "".join(sign for sign in plain if "A" <= sign <= "Z")


def dice_in(roll: Roll, word: str) -> tuple[int, ...]:
    """Return the dice whose letter occurs in *word*."""
    letters = fold(word)
    return tuple(die for die, letter in enumerate(roll.letters) if letter in letters)


def points(state: Djam, word: str) -> int:
    """Return the points of *word*, as the host has chosen to count."""
    roll = rolled(state)
    if state.options.count == "dice":
        return len(dice_in(roll, word))
    return (Counter(fold(word)) & Counter(roll.letters)).total()


def rolled(state: Djam) -> Roll:
    """Return the roll that everybody sees."""
    assert state.roll is not None  # noqa: S101 - words are said after a roll only
    return state.roll


def is_black(state: Djam) -> bool:
    """Return whether the round wants a word without any of the letters."""
    return state.roll is not None and state.roll.start is None


def places(state: Djam) -> int:
    """Return how many finders of a round get stones.

    It hangs on how many the dice were rolled for, less those who left without a word: whoever
    scores and leaves takes no second place along, and who comes back brings none.
    """
    if is_black(state):
        return 1
    found = [each.seat for each in finders(state)]
    still = [seat for seat in state.playing if seat in state.present or seat in found]
    players = len(still)
    return max(1, players - (1 if players <= FEW_PLAYERS else 2))


def finders(state: Djam) -> list[Spoken]:
    """Return the words of this round that the table took."""
    return [each for each in state.spoken if each.valid]


def filled(state: Djam) -> bool:
    """Return whether every scoring place of the round is taken."""
    return len(finders(state)) >= places(state)


def standing(state: Djam, word: str, worth: int) -> int:
    """Return what orders sealed words: points, in a black round their length."""
    return len(fold(word)) if is_black(state) else worth


def may_score(state: Djam, claim: Claim) -> bool:
    """Return whether there is a place left for *claim*.

    Without speed nobody is before another who has found as much: equals share the last
    place.
    """
    if not filled(state):
        return True
    last = finders(state)[places(state) - 1]
    own = standing(state, claim.word, claim.points)
    return state.calm and own == standing(state, last.word, last.points)


def pays(state: Djam, claim: Claim) -> bool:
    """Return whether *claim* holds a letter of a black round."""
    return is_black(state) and claim.points > 0


def decides(state: Djam, claim: Claim) -> bool:
    """Return whether *claim* wins the decider if the table takes it."""
    return bool(state.tied) and may_score(state, claim) and not pays(state, claim)


def award(state: Djam, claim: Claim) -> int:
    """Return the stones that *claim* brings if the table takes it; what it pays is negative."""
    if state.tied:
        return 0  # a decider decides; there is nothing left to win, and nobody pays
    if pays(state, claim):
        return -min(BLACK_STONES, state.players[claim.seat].stones)
    if not may_score(state, claim):
        return 0
    return min(state.pool, BLACK_STONES if is_black(state) else claim.points)


def winners(state: Djam) -> tuple[Seat, ...]:
    """Return who has won the decider, else who has the most stones; equals share."""
    deciders = tuple(each.seat for each in state.spoken if each.decides)
    return tuple(sorted(deciders)) or leaders(state)


def leaders(state: Djam) -> tuple[Seat, ...]:
    """Return who has the most stones."""
    return best([player.stones for player in state.players])
