"""What a small machine asks of the memory of a process with many threads."""

import ctypes
import gc
import os

M_ARENA_MAX = -8
"""What glibc's mallopt calls the number of heaps."""


def limit_heaps() -> None:
    """Let all threads share two heaps: one for each of a hundred costs 8 MB on a Pi.

    Only glibc knows how; elsewhere nothing happens.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if os.name == "posix" else None
    if mallopt is not None:
        mallopt(M_ARENA_MAX, 2)


def freeze_heap() -> None:
    """Let the garbage collector leave alone what is loaded for good, word lists and all.

    Looking through it made every hundredth move wait for 60 ms.
    """
    gc.collect()
    gc.freeze()
