"""The key of a table's own network for stands without a cable: made once, in a file of its own.

It lies beside the matches, and only who may read it can put a board into that network.
"""

import json
import secrets
import string
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from companion.config.file_change import SECRET, FileChange
from companion.errors import ConfigError

PORT: Final = 4911
_BRIDGE: Final = "192.168.77.1"
_STAND: Final = "192.168.77.{}"
_KEY_LETTERS: Final = 63
_CHANNEL: Final = 11
"""Away from 1 and 6, which the Pi's own hotspot and most houses take."""
_LETTERS: Final = string.ascii_letters + string.digits


@dataclass(frozen=True, slots=True)
class Air:
    """A network's name, its key, and its channel (1, 6 or 11)."""

    name: str
    key: str
    channel: int = _CHANNEL

    def for_bridge(self) -> bytes:
        """Return the file that the bridge is told."""
        return _told(self, bridge=_BRIDGE, port=PORT)

    def for_stand(self, stand: str) -> bytes:
        """Return the file that the board of *stand* is told, with an address of its own."""
        own = _STAND.format(10 + int(stand))
        return _told(self, bridge=_BRIDGE, port=PORT, own=own)


def _told(air: Air, **more: object) -> bytes:
    return json.dumps({**asdict(air), **more}, sort_keys=True).encode("ascii")


def air_path(folder: Path) -> Path:
    """Return where the key of the table with its matches in *folder* lies."""
    return folder / "air.json"


def made_air(folder: Path) -> Air:
    """Return the table's network, made now if it has none."""
    path = air_path(folder)
    if path.exists():
        return known_air(folder)
    key = "".join(secrets.choice(_LETTERS) for _ in range(_KEY_LETTERS))
    air = Air(f"table-{secrets.token_hex(4)}", key)
    FileChange(path, json.dumps(asdict(air), indent=1) + "\n", SECRET).make()
    return air


def known_air(folder: Path) -> Air:
    """Return the table's network; raises ConfigError where it has none."""
    path = air_path(folder)
    try:
        text = path.read_text("utf-8", "replace")
    except FileNotFoundError as error:
        raise ConfigError(
            "This table has no bridge yet: plug an ESP32 in and run companion stands flash "
            "--bridge first."
        ) from error
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read: {error.strerror}. Put `sudo` in front."
        ) from error
    return _air_of(str(path), text)


def check_air(text: str) -> None:
    """Raise ConfigError where *text*, which came along in a backup, is no key."""
    _air_of("the key of stands without a cable in the backup", text)


def keep_air(folder: Path, text: str) -> None:
    """Keep the key that was taken along in a backup."""
    FileChange(air_path(folder), text, SECRET).make()


def air_text(folder: Path) -> str:
    """Return what is to be taken along, "" where the table has no such network."""
    if not air_path(folder).exists():
        return ""
    return json.dumps(asdict(known_air(folder)), indent=1) + "\n"


def _air_of(name: str, text: str) -> Air:
    try:
        found = json.loads(text)
        air = Air(found["name"], found["key"], found["channel"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ConfigError(
            f"{name} is damaged: companion stands forget, then flash bridge and stands anew."
        ) from error
    if not (isinstance(air.key, str) and len(air.key) == _KEY_LETTERS):
        raise ConfigError(f"{name} has no key of {_KEY_LETTERS} characters: stands forget.")
    return air


def forget_air(folder: Path) -> bool:
    """Forget the key, and tell whether there was one: no board of before is heard any more."""
    path = air_path(folder)
    was = path.exists()
    FileChange(path, None).make()
    return was
