"""What the program was asked for when it was started."""

from dataclasses import dataclass, field
from pathlib import Path

from companion.engine.game import Dictionaries
from companion.limits import BOT_PAUSE_S
from companion.ports import RigConfig


@dataclass(frozen=True, slots=True)
class Demo:
    """A match that bots play by themselves."""

    game: str
    players: int
    strength: str
    language: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``companion run`` was asked for."""

    host: str
    port: int
    data: Path
    rig: RigConfig
    bot_pause_s: float = BOT_PAUSE_S
    """Between two moves of bots."""
    switch_off: tuple[str, ...] = ()
    """The command that switches the machine off; none: the host's page has no such button."""
    dictionaries: Dictionaries = field(default_factory=dict)
    """What counts as a word, in place of the lists that ship."""
    table_file: str = ""
    """The text that *rig* was read from."""
    dev: bool = False
    """Whether it is for whoever writes a game: with a page of all seats, on this machine alone."""
    demo: Demo | None = None
    """Set: bots play a match at once, which is not kept."""
