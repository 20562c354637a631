"""The constants that its pages say: {NAME} in a sentence, constants.NAME in a template."""

from companion.games.buchstabenbluff.deck import JOKER_MINUS
from companion.games.buchstabenbluff.state import HAND, MOST, TEN
from companion.games.buchstabenbluff.tutorial import CARDS
from companion.words.rulings import RULED_LENGTHS

CONSTANTS = {
    "CARDS": CARDS,
    "HAND": HAND,
    "JOKER_MINUS": JOKER_MINUS,
    "LONGEST": RULED_LENGTHS[-1],
    "MOST": MOST,
    "SHORTEST": RULED_LENGTHS[0],
    "TEN": TEN,
}
