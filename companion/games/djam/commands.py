"""All that players and the table can ask for; each stands beside its rule in ``phases``."""

from typing import Final

from companion.engine.people import ComeBack, Leave, TimeUp
from companion.games.djam.phase import Wish
from companion.games.djam.phases.dice import EnterDice
from companion.games.djam.phases.hat import PutTheme, RefuseTheme, TakeTheme
from companion.games.djam.phases.judging import Accept, Object
from companion.games.djam.phases.queue import Buzz, Drop, Pass, Press, UsePhone
from companion.games.djam.phases.rolling import Gong, RollDice
from companion.games.djam.phases.saying import Say, SayAloud, Seal
from companion.games.djam.phases.start import SetTable, StartMatch
from companion.games.djam.phases.voting import Vote

SeatCommand = Wish | Leave | ComeBack
Command = StartMatch | SeatCommand | TimeUp

SETUP_COMMANDS: Final = (SetTable, StartMatch)
SEAT_COMMANDS: Final = (
    RollDice,
    EnterDice,
    Gong,
    UsePhone,
    Buzz,
    Say,
    SayAloud,
    Drop,
    Pass,
    Accept,
    Object,
    Vote,
    Seal,
    PutTheme,
    TakeTheme,
    RefuseTheme,
    Leave,
    ComeBack,
)
TABLE_COMMANDS: Final = (Press, TimeUp)
