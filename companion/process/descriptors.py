"""How many files and connections the process may have open."""

import resource
from typing import Final

ENOUGH: Final = 1024
"""Far more than all connections and displays want; macOS gives a program 256."""


def raise_descriptors() -> None:
    """Raise the soft limit to what is enough, or as far as the hard one allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
