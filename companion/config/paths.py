"""Where the program keeps its matches."""

import os
from pathlib import Path

from companion.errors import ConfigError, remedy


def data_folder(given: str | None) -> Path:
    """Return the folder of the matches, made if need be."""
    return made(chosen_folder(given))


def made(folder: Path) -> Path:
    """Return *folder* for the matches, made if need be; raises ConfigError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"The folder {folder} for the matches cannot be made: {error.strerror}; "
            f"{remedy(error)}, or choose another one with --data."
        ) from error
    return folder


def chosen_folder(given: str | None) -> Path:
    """Return the folder of the matches, which may not be there yet.

    In order: the one *given*, ``$COMPANION_DATA``, systemd's state folder, the user's own.
    """
    chosen = given or os.environ.get("COMPANION_DATA") or os.environ.get("STATE_DIRECTORY")
    return Path(chosen) if chosen else _users_own() / "word-table-companion"


def _users_own() -> Path:
    """Return where the user's programs keep their data; a service's user has no home."""
    if given := os.environ.get("XDG_DATA_HOME"):
        return Path(given)
    try:
        return Path.home() / ".local" / "share"
    except RuntimeError as error:
        raise ConfigError(
            "This user has no home for the matches. Name a folder with --data."
        ) from error
