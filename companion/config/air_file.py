"""The key of a table's own network for stands without a cable: made once, in a file of its own.

It lies beside the matches, and only who may read it can put a board into that network.
"""

import json
import secrets
import string
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Final

import msgspec

from companion.config.file_change import SECRET, FileChange, own_text
from companion.errors import ConfigError, remedy

PORT: Final = 4911
_BRIDGE: Final = "192.168.77.1"
_STAND: Final = "192.168.77.{}"
_TENS: Final = 24
_KEY_LETTERS: Final = 63
_CHANNEL: Final = 11
"""Away from 1 and 6, which the Pi's own hotspot and most houses take."""
_LETTERS: Final = string.ascii_letters + string.digits


@dataclass(frozen=True, slots=True)
class Air:
    """A network's name, its key, and its channel (1, 6 or 11)."""

    name: str
    key: Annotated[str, msgspec.Meta(min_length=_KEY_LETTERS, max_length=_KEY_LETTERS)]
    channel: int = _CHANNEL

    def for_bridge(self) -> bytes:
        """Return the file that the bridge is told."""
        return self._told()

    def for_stand(self, stand: str) -> bytes:
        """Return the file that the board of *stand* is told, with an address of its own.

        Its tens are drawn: the board of before may still be on.
        """
        own = _STAND.format(10 * (1 + secrets.randbelow(_TENS)) + int(stand))
        return self._told(own=own)

    def _told(self, **more: str) -> bytes:
        told = {**asdict(self), **more, "bridge": _BRIDGE, "port": PORT}
        return json.dumps(told, sort_keys=True).encode("ascii")


def air_path(folder: Path) -> Path:
    """Return where the key of the table with its matches in *folder* lies."""
    return folder / "air.json"


def known_air(folder: Path) -> Air | None:
    """Return the table's network, None where it has none; raises ConfigError."""
    path = air_path(folder)
    try:
        text = own_text(path)
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        text = ""  # as one that is damaged
    except OSError as error:
        raise _kept_away(path, error) from error
    return _air_of(str(path), text)


def made_air(folder: Path) -> Air:
    """Return the table's network, made now if it has none."""
    if air := known_air(folder):
        return air
    key = "".join(secrets.choice(_LETTERS) for _ in range(_KEY_LETTERS))
    air = Air(f"table-{secrets.token_hex(4)}", key)
    _keep(folder, air)
    return air


def keep_air(folder: Path, text: str) -> None:
    """Keep the key that was taken along in a backup, where there is none; raises ConfigError."""
    air = _air_of("the key of stands without a cable in the backup", text)
    if known_air(folder) is None:
        _keep(folder, air)


def air_text(folder: Path) -> str:
    """Return what is to be taken along, "" where the table has no such network."""
    air = known_air(folder)
    return _text(air) if air else ""


def forget_air(folder: Path) -> bool:
    """Forget the key, and tell whether there was one: no board of before is heard any more."""
    path = air_path(folder)
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _kept_away(path, error) from error
    return True


def _keep(folder: Path, air: Air) -> None:
    FileChange(air_path(folder), _text(air), SECRET).make()


def _text(air: Air) -> str:
    return json.dumps(asdict(air), indent=1) + "\n"


def _kept_away(path: Path, error: OSError) -> ConfigError:
    return ConfigError(f"{path} cannot be used: {error.strerror}; {remedy(error)}.")


def _air_of(name: str, text: str) -> Air:
    try:
        return msgspec.json.decode(text, type=Air)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ConfigError(
            f"{name} is damaged: companion stands forget, then flash bridge and stands anew."
        ) from error
