"""The constants that its pages say: {NAME} in a sentence, constants.NAME in a template."""

from companion.games.haiclue.clock import HURRY_S
from companion.games.haiclue.house import LEAST_WORDS, LONGEST
from companion.games.haiclue.scoring import TEAM_PERFECT, TEAM_WINS
from companion.games.haiclue.state import LEAST_TILES

CONSTANTS = {
    "HURRY_S": HURRY_S,
    "LEAST_TILES": LEAST_TILES,
    "LEAST_WORDS": LEAST_WORDS,
    "LONGEST": LONGEST,
    "TEAM_PERFECT": TEAM_PERFECT,
    "TEAM_WINS": TEAM_WINS,
}
