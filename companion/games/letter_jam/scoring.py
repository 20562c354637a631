"""The optional score: what each word is worth, and how sweet the victory is."""

from collections.abc import Iterator

from companion.games.letter_jam.awards import awards
from companion.games.letter_jam.clue import UNKNOWN, reading
from companion.games.letter_jam.queries import told_guesses
from companion.games.letter_jam.setup_card import VICTORY_SCALES, rank
from companion.games.letter_jam.spots import stand_spot
from companion.games.letter_jam.state import Chip, Clue, LetterJam
from companion.games.letter_jam.tokens import greens
from companion.games.letter_jam.view import HIDDEN
from companion.games.letter_jam.view_score import (
    GuessLine,
    LookBackLine,
    ScoreLine,
    ScoreView,
)
from companion.ports import Seat, Stand

POINTS_A_LETTER = 3


def score_view(state: LetterJam) -> ScoreView:
    """Return every line, the total and the rank of a match that has ended."""
    lines = tuple(_line(state, seat) for seat in state.seats)
    clues = _look_back(state)
    total = sum(line.points for line in lines)
    players = len(state.players)
    return ScoreView(
        lines=lines,
        total=total,
        rank=rank(players, total),
        scale=VICTORY_SCALES[players],
        code=state.code,
        look_back=clues,
        scored=state.scored,
        awards=awards(state, lines, clues),
    )


def _look_back(state: LetterJam) -> tuple[LookBackLine, ...]:
    better = {best.number: best for best in state.best_clues}
    return tuple(
        LookBackLine(
            number=number,
            giver_name=state.players[clue.giver].name,
            given=given,
            best=best.word if (best := better.get(number)) else None,
            missed=round((best.gain - best.given_gain) / 100, 1) if best else 0.0,
            looked=number <= state.looked_back,
            guesses=tuple(_guesses(state, number)),
            whole=whole,
        )
        for number, clue, given, whole in _clues(state)
    )


def _clues(state: LetterJam) -> Iterator[tuple[int, Clue, str, str]]:
    """Yield number, clue, how it was laid and its whole word: in older logs the same."""
    for number, clue in enumerate(state.clues, 1):
        given = reading(state, None, clue.chips)
        known = len(state.whole_clues) == len(state.clues)
        yield number, clue, given, state.whole_clues[number - 1] if known else given


def _guesses(state: LetterJam, number: int) -> Iterator[GuessLine]:
    """Yield what was made of the letters that this clue used, and no later one."""
    now, later = state.clues[number - 1], state.clues[number:]
    for seat in state.seats:
        card = now.up[seat]
        used = Chip(stand_spot(Stand(seat)), card)
        if used in now.chips and not any(used in each.chips for each in later):
            assert card is not None  # noqa: S101 - a chip at a stand lies on a card
            yield _guess(state, seat, card)


def _guess(state: LetterJam, seat: Seat, card: int) -> GuessLine:
    player, letter = state.players[seat], state.holder(seat).cards[card] or UNKNOWN
    if card >= player.length:
        said = (text for who, at, text in state.aloud if (who, at) == (seat, card))
        guess = next(said, HIDDEN)
        return GuessLine(player.name, None, guess, letter, guess == letter)
    guess = told_guesses(player)[card]
    if guess == HIDDEN and player.final:
        guess = player.final.guesses[card]
    return GuessLine(player.name, card + 1, guess, letter, guess == letter)


def _line(state: LetterJam, seat: Seat) -> ScoreLine:
    player, revealed = state.players[seat], state.players[seat].revealed
    accepted = revealed is not None and bool(revealed.accepted)
    tiles = player.final.tiles if player.final else ()
    guesses = player.final.guesses if player.final else "?" * player.length
    original = POINTS_A_LETTER * player.length if accepted else 0
    longer = len(tiles) - player.length if accepted else 0
    tokens = greens(state) if accepted else 0
    letters = 0 if accepted or revealed is None else _right(state, seat, guesses)
    return ScoreLine(
        seat=seat,
        name=player.name,
        dealt_word=state.words[seat] if state.words else "",
        word=revealed.word if revealed else "",
        accepted=accepted,
        guesses=guesses,
        original=original,
        longer=longer,
        tokens=tokens,
        letters=letters,
        points=original + longer + tokens + letters,
        whole=(revealed.whole or revealed.word) if revealed else "",
    )


def _right(state: LetterJam, seat: Seat, guesses: str) -> int:
    """Count the original letters guessed correctly at their places."""
    row = state.holder(seat).cards[: state.players[seat].length]
    return sum(guess == card for guess, card in zip(guesses, row, strict=True))
