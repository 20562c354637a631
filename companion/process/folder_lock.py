"""One program on one folder of matches: two would write over each other."""

import errno
import fcntl
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.errors import ConfigError
from companion.process.log import LogEvent

LOG = logging.getLogger(__name__)
WAIT_S: Final = 5.0
"""So long the one before us may still be ending: a restart is no conflict."""
_LOOK_S: Final = 0.05


@contextmanager
def claimed(folder: Path, wait_s: float = WAIT_S) -> Iterator[None]:
    """Have *folder* alone; ConfigError where another program has it after *wait_s*.

    The kernel keeps the claim and drops it with the process, however that ends. Nothing is
    written, so a read-only folder can be claimed too.
    """
    try:
        door = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        LOG.warning(LogEvent("folder-not-claimed", why=error.strerror or "unknown"))
        yield  # whether matches can be kept there is the table's finding
        return
    try:
        _claim(door, folder, wait_s)
        yield
    finally:
        os.close(door)


def _claim(door: int, folder: Path, wait_s: float) -> None:
    until_s = time.monotonic() + wait_s
    while True:
        try:
            fcntl.flock(door, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in {errno.EWOULDBLOCK, errno.EACCES}:
                # Some network shares know no locks.
                LOG.warning(LogEvent("folder-not-claimed", why=error.strerror or "unknown"))
                return
            if time.monotonic() >= until_s:
                raise ConfigError(
                    f"The folder {folder} is in use: another companion keeps its matches "
                    "there. Stop that one (Ctrl+C in its window, or sudo systemctl stop "
                    "companion.socket companion), or name another folder with --data."
                ) from error
            time.sleep(_LOOK_S)
        else:
            return
