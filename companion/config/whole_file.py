"""The one way in which a file is written: a pulled plug leaves the old one or the new one."""

import os
from contextlib import suppress
from functools import partial
from pathlib import Path


def replace_whole(
    path: Path, content: bytes, mode: int, before: Path | None = None
) -> None:
    """Let *content* lie at *path*, and what lay there at *before*; raises OSError.

    A disk that refuses it keeps its room.
    """
    # Of a folder that is read as a whole, as those of dnsmasq and NetworkManager, a name with a
    # dot before it is passed over: half a file may lie there after a pulled plug.
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        with open(fresh, "xb", opener=partial(os.open, mode=mode)) as file:
            _give_to_owner(file.fileno(), path)
            with suppress(OSError):  # a stick may know no modes; else no umask is asked
                os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if before is not None and path.exists():
            path.replace(before)
        fresh.replace(path)
        sync_folder(path.parent)
    except BaseException:  # a full disk's last room is somebody's
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Let names that were made or changed in *folder* survive a power cut."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _give_to_owner(fresh: int, path: Path) -> None:
    """Let a file stay with whom it belongs to, and root write for whoever has the folder."""
    is_there = path.exists()
    if is_there or os.geteuid() == 0:
        of = (path if is_there else path.parent).stat()
        with suppress(OSError):  # no owners there, or root's and we are not
            os.fchown(fresh, of.st_uid, of.st_gid)
