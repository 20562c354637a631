"""The constants that its sentences say: {NAME} in a catalogue is FIGURES[NAME]."""

from companion.games.haiclue.clock import HURRY_S
from companion.games.haiclue.house import LEAST_WORDS, LONGEST
from companion.games.haiclue.scoring import TEAM_PERFECT, TEAM_WINS
from companion.games.haiclue.state import LEAST_TILES

FIGURES = {
    "HURRY_S": HURRY_S,
    "LEAST_TILES": LEAST_TILES,
    "LEAST_WORDS": LEAST_WORDS,
    "LONGEST": LONGEST,
    "TEAM_PERFECT": TEAM_PERFECT,
    "TEAM_WINS": TEAM_WINS,
}
