"""Where an error happened, without its text: that could hold a letter nobody may see."""

from traceback import extract_tb


def where(error: BaseException) -> str:
    """Return the kind of *error* and the lines that led to it, newest last."""
    steps = (f"{step.filename}:{step.lineno}" for step in extract_tb(error.__traceback__))
    return " ".join((type(error).__name__, *steps))
