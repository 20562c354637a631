"""The constants that its pages say: {NAME} in a sentence, constants.NAME in a template."""

from companion.games.letter_jam.clock import STUCK_S
from companion.games.letter_jam.scoring import POINTS_A_LETTER
from companion.games.letter_jam.setup_card import RANKS
from companion.words.custom import LENGTHS
from companion.words.deck import DECK_SIZE

CONSTANTS = {
    "DECK_SIZE": DECK_SIZE,
    "LONGEST": LENGTHS[-1],
    "POINTS_A_LETTER": POINTS_A_LETTER,
    "RANKS": RANKS[-1],
    "SHORTEST": LENGTHS[0],
    "STUCK_MINUTES": STUCK_S / 60,
}
