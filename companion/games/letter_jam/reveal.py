"""What the cards of a revealed word tell everybody."""

from collections.abc import Iterator

from companion.games.letter_jam.clue import UNKNOWN, bonus_letter
from companion.games.letter_jam.queries import NO_GUESS
from companion.games.letter_jam.spots import WILDCARD, parse_tile
from companion.games.letter_jam.state import LetterJam
from companion.games.letter_jam.view import TurnedCard
from companion.ports import Seat


def turned(state: LetterJam, seat: Seat) -> tuple[TurnedCard, ...]:
    """Return the cards of the word that *seat* has revealed.

    Of its sheet no more is told than what was said of these very cards as they were turned:
    a card that lies under a cover is not shown, and neither is its box.
    """
    revealed = state.players[seat].revealed
    return tuple(_cards(state, seat)) if revealed and revealed.word else ()


def _cards(state: LetterJam, seat: Seat) -> Iterator[TurnedCard]:
    final, revealed = state.players[seat].final, state.players[seat].revealed
    assert final is not None  # noqa: S101 - a word was laid before it was revealed
    assert revealed is not None  # noqa: S101 - who calls has looked
    for at, tile in enumerate(final.tiles):
        card, cover = parse_tile(tile)
        if cover == WILDCARD:
            letter = revealed.whole[at] if revealed.whole else ""
            yield TurnedCard(WILDCARD, "wild", stands_for=letter)
        elif cover is not None:
            yield TurnedCard(bonus_letter(state, cover), "bonus")
        elif card is not None:
            yield _own(state.holder(seat).cards[card] or UNKNOWN, final.guesses[card])


def _own(letter: str, said: str) -> TurnedCard:
    if letter == UNKNOWN or said == NO_GUESS:
        return TurnedCard(letter, "unsaid")
    return (
        TurnedCard(letter, "right") if said == letter else TurnedCard(letter, "wrong", said)
    )
