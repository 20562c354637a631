"""Limits that the table keeps and pages tell beforehand: each stands here and nowhere else."""

from typing import Final

NAME_LENGTH: Final = 20
"""Characters of a person's name."""
PIN_DIGITS: Final = 6
"""`web/pin.py` reckons the chance of a guess by them."""
COMMAND_ID: Final = "[A-Za-z0-9_-]{8,64}"
"""A pattern: what a page calls a command, so that the same one is carried out once."""
LONGEST_SAND_S: Final = 900
"""Seconds that the sand timer runs at most."""
SEATS_ALONE: Final = 4
"""Of one person who plays with bots at one tap, as the button says."""
BOT_PAUSE_S: Final = 1.5
"""Between two moves of bots, so that people can follow, unless another pause is chosen."""
