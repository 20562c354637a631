"""What is known about words: lists, secret words, clue words."""

from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).with_name("data")
"""Where the lists of every language lie."""
