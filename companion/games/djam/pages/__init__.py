"""The constants that its sentences say: {NAME} in a catalogue is FIGURES[NAME]."""

from companion.games.djam.phases.dice import THEMES
from companion.games.djam.phases.judging import OBJECT_S
from companion.games.djam.phases.searching import COOLING_S, SAY_S
from companion.games.djam.phases.voting import VOTE_S
from companion.games.djam.state import BLACK_STONES, STONES

FIGURES = {
    "BLACK_STONES": BLACK_STONES,
    "COOLING_S": COOLING_S,
    "STONES": STONES,
    "THEMES": THEMES,
    **{
        tempo.upper(): f"{SAY_S[tempo]:g}, {OBJECT_S[tempo]:g}, {VOTE_S[tempo]:g}"
        for tempo in SAY_S
    },
}
