"""Where the program keeps its things, and what the table is built of."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.errors import ConfigError
from companion.ports import RigConfig
from companion.rig_file import RigReader


def data_folder(given: str | None) -> Path:
    """Return the folder of the matches, made if need be.

    In order: the one *given*, ``$COMPANION_DATA``, systemd's state folder, the user's own.
    """
    chosen = given or os.environ.get("COMPANION_DATA") or os.environ.get("STATE_DIRECTORY")
    folder = Path(chosen) if chosen else _users_own() / "word-table-companion"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"The folder {folder} for the matches cannot be made: {error.strerror}. "
            "Choose another one with --data."
        ) from error
    return folder


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


def read_rig(path: Path) -> RigConfig:
    """Return the rig that the TOML file *path* describes."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        finding = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(
            f"The file {path} cannot be read: {finding}. Look at --config."
        ) from error
    return RigReader(str(path), text, _parsed(path, text)).rig()


def _parsed(path: Path, text: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"{path} is no TOML: {error}. Compare it with companion.example.toml."
        ) from error
