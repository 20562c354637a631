"""All that can happen; each fact stands beside its rule in ``phases``. Names stay for ever."""

from typing import Final

from companion.engine.people import PlayerCameBack, PlayerLeft
from companion.games.djam.phases.dice import CupFilled, Rolled
from companion.games.djam.phases.end import DeciderBegan, MatchEnded, RoundEnded
from companion.games.djam.phases.hat import ThemePut, ThemeRefused, ThemeTaken
from companion.games.djam.phases.judging import Accepted, Objected, Ruled
from companion.games.djam.phases.queue import (
    Buzzed,
    Dropped,
    FalseStart,
    Passed,
    PhoneChosen,
)
from companion.games.djam.phases.rolling import Armed, ThemeShown
from companion.games.djam.phases.saying import Called, Said, Sealed, WordKept
from companion.games.djam.phases.sealing import SealsOpened
from companion.games.djam.phases.searching import CooledDown
from companion.games.djam.phases.start import MatchStarted
from companion.games.djam.phases.voting import VoteClosed, Voted

EVENTS: Final = (
    MatchStarted,
    CupFilled,
    ThemeShown,
    Rolled,
    ThemePut,
    ThemeTaken,
    ThemeRefused,
    RoundEnded,
    DeciderBegan,
    MatchEnded,
    Armed,
    FalseStart,
    PhoneChosen,
    Buzzed,
    Called,
    Dropped,
    Passed,
    Sealed,
    SealsOpened,
    WordKept,
    Said,
    Accepted,
    Objected,
    Voted,
    VoteClosed,
    Ruled,
    CooledDown,
    PlayerLeft,
    PlayerCameBack,
)
