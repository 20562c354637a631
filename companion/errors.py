"""The error tree: every error of ours names the thing, the finding and the remedy."""

import errno
from traceback import extract_tb
from unicodedata import category

from companion.ports import Message, Param


class CompanionError(Exception):
    """Base of every error this program raises on purpose; its text is for people."""


class ConfigError(CompanionError, ValueError):
    """A setting cannot be used."""


class DataError(CompanionError, ValueError):
    """A file, a form or a frame does not say what it should."""


class HardwareError(CompanionError, OSError):
    """A device refused, vanished or answered nonsense."""


class Rejected(CompanionError):  # noqa: N818 - a refusal is an answer of the rules, not a fault
    """The rules forbid a command; the state is as it was.

    ``message.id`` is the code for programs, the message itself is for people.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(f"{message.id} {dict(message.params)}")
        self.message = message

    @property
    def code(self) -> str:
        """The message id without its ``refused.`` prefix."""
        return self.message.id.removeprefix("refused.")


def refuse(code: str, **params: Param) -> Rejected:
    """Return the refusal *code*, to be raised by the rule that found it."""
    return Rejected(Message(f"refused.{code}", params))


_SUDO = "put `sudo` in front"
_NAME = "look at its name"
_ROOM = "make room there"
_PROTECTED = (
    "take its lock off; a Pi's own card wants a new one, once the matches are saved"
)
_REMEDIES = {
    errno.EACCES: _SUDO,
    errno.EPERM: _SUDO,
    errno.EROFS: _PROTECTED,
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: _ROOM,
    errno.ENOENT: _NAME,
    errno.EEXIST: _NAME,
    errno.ENOTDIR: _NAME,
    errno.EISDIR: _NAME,
    errno.ELOOP: _NAME,
    errno.ENAMETOOLONG: _NAME,
}


def remedy(error: OSError) -> str:
    """Return what to do where the system has refused a file."""
    return _REMEDIES.get(error.errno or 0, "make room, or take a new card")


def plain(text: str) -> str:
    """Return *text* in one line, without signs that a terminal would obey; whole in JSON, too."""
    return "".join(_escaped(each) if category(each) in _OBEYED else each for each in text)


_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, what turns the direction of writing, halves of signs, ends of lines."""


def _escaped(sign: str) -> str:
    """Return how JSON writes *sign* where it may not stand as it is."""
    units = sign.encode("utf-16-be", "surrogatepass")
    pairs = (units[at : at + 2] for at in range(0, len(units), 2))
    return "".join(f"\\u{each.hex()}" for each in pairs)


def unencodable(error: UnicodeError) -> tuple[str, int]:
    """Say what a locale has no sign for: a handler for ``codecs``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_escaped, error.object[error.start : error.end])), error.end


def location(error: BaseException) -> str:
    """Return the kind of *error* and the lines that led to it, newest last.

    Never its text: that could hold a letter nobody may see.
    """
    steps = (f"{step.filename}:{step.lineno}" for step in extract_tb(error.__traceback__))
    return " ".join((type(error).__name__, *steps))
