"""Files of the system that are changed as a whole, after they were shown."""

import stat
from dataclasses import dataclass
from pathlib import Path

from companion.config.whole_file import replace_whole
from companion.errors import ConfigError, remedy

SECRET = 0o600
PUBLIC = 0o644


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file as it shall be; *text* None: it goes."""

    path: Path
    text: str | None
    mode: int = PUBLIC
    shown: tuple[str, ...] = ()

    @classmethod
    def keeping(cls, path: Path, text: str) -> "FileChange":
        """Return a new text for *path*, which stays as readable as it is."""
        mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else PUBLIC
        return cls(path, text, mode)

    def told(self) -> str:
        """Return what will be done, in a line or a few."""
        verb = "take away" if self.text is None else "write"
        return "\n      ".join((f"  {verb} {self.path}", *self.shown))

    def make(self) -> None:
        """Do it, so that a pulled plug leaves the old file or the new one."""
        try:
            if self.text is None:
                self.path.unlink(missing_ok=True)
                return
            self.path.parent.mkdir(parents=True, exist_ok=True)
            content = self.text.encode("utf-8", "surrogateescape")
            replace_whole(self.path, content, self.mode)
        except OSError as error:
            raise ConfigError(
                f"{self.path} cannot be written: {error.strerror}; {remedy(error)}."
            ) from error


def read(path: Path) -> str:
    """Return the text of *path* with its line ends as they are; raises ConfigError."""
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError as error:
        raise ConfigError(f"{path} is not there: look at its name.") from error
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read: {error.strerror}; {remedy(error)}."
        ) from error


def own_text(path: Path) -> str:
    """Return the text of a file that this program keeps; raises OSError, ValueError.

    A pipe in its place is refused: whoever reads it may wait for ever.
    """
    if path.exists() and not path.is_file():
        raise ConfigError(f"{path} is no file: move it away.")
    return path.read_text("utf-8")
