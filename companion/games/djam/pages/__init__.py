"""The constants that its pages say: {NAME} in a sentence, constants.NAME in a template."""

from companion.games.djam.phases.dice import THEMES
from companion.games.djam.phases.judging import OBJECT_S
from companion.games.djam.phases.searching import COOLING_S, SAY_S
from companion.games.djam.phases.voting import VOTE_S
from companion.games.djam.state import BLACK_STONES, STONES, THEME_LENGTH, WORD_LENGTH

CONSTANTS = {
    "BLACK_STONES": BLACK_STONES,
    "COOLING_S": COOLING_S,
    "STONES": STONES,
    "THEMES": THEMES,
    "THEME_LENGTH": THEME_LENGTH,
    "WORD_LENGTH": WORD_LENGTH,
    **{
        tempo.upper(): f"{SAY_S[tempo]:g}, {OBJECT_S[tempo]:g}, {VOTE_S[tempo]:g}"
        for tempo in SAY_S
    },
}
