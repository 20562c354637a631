"""What a small machine asks of the memory of a long process with many threads."""

import ctypes
import gc
import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from companion.errors import ConfigError

M_ARENA_MAX = -8
"""What glibc's mallopt calls the number of heaps."""


_OWN_HASHES = ("_md5", "_sha1", "_sha3", "_blake2")


def leave_out_openssl() -> None:
    """Let this process do without OpenSSL, before anything has loaded it: 4.7 MB.

    It speaks plain http, and the hashes that it takes are Python's own, where Python was
    built with them; ``hashlib`` and ``http.client`` know both ways.
    """
    sha256 = find_spec("_sha256") or find_spec("_sha2")
    if sha256 and all(map(find_spec, _OWN_HASHES)):
        for name in ("_hashlib", "_ssl"):
            sys.modules.setdefault(name, None)  # type: ignore[arg-type]  # so importlib documents it


def limit_heaps() -> None:
    """Let all threads share two heaps: one for each of a hundred costs 8 MB on a Pi.

    Only glibc knows how; elsewhere nothing happens.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if os.name == "posix" else None
    if mallopt is not None:
        mallopt(M_ARENA_MAX, 2)


LEAST_ADDRESSES: Final = 450 * 2**20
"""Bytes of address space: less was never enough for a hundred threads."""
_TOO_LITTLE: Final = (
    "There is too little memory for the table, or too few threads: it wants about "
    "a hundred. Close other programs, or raise the limit that “ulimit -a” shows."
)


def grow_heap() -> None:
    """Look for no garbage while the program is loaded: nearly all of it stays."""
    gc.disable()


@contextmanager
def enough_memory() -> Iterator[None]:
    """Raise ConfigError where the program could not be started for want of memory."""
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    # Asked first: a thread that dies of it at birth is waited for, for ever.
    if soft != resource.RLIM_INFINITY and soft < LEAST_ADDRESSES:
        raise ConfigError(_TOO_LITTLE)
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and "start new thread" not in str(error):
            raise
        raise ConfigError(_TOO_LITTLE) from error


def freeze_heap() -> None:
    """Let the garbage collector leave alone what is loaded for good, word lists and all.

    Looking through it made every hundredth move wait for 60 ms.
    """
    gc.freeze()
    gc.enable()
