"""Where the program keeps its things."""

import os
from pathlib import Path

from companion.errors import ConfigError


def data_folder(given: str | None) -> Path:
    """Return the folder of the matches, made if need be.

    In order: the one *given*, ``$COMPANION_DATA``, systemd's state folder, the user's own.
    """
    state = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    chosen = (
        given
        or os.environ.get("COMPANION_DATA")
        or os.environ.get("STATE_DIRECTORY")
        or str(Path(state) / "word-table-companion")
    )
    folder = Path(chosen)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"The folder {folder} for the matches cannot be made: {error.strerror}. "
            "Choose another one with --data."
        ) from error
    return folder
