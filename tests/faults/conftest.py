"""What the fault tests share: the real program as a process, and disks of its own."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.e2e.daemon import Daemon


@pytest.fixture(name="daemon")
def _daemon(tmp_path: Path) -> Iterator[Daemon]:
    with Daemon(tmp_path / "data", low_port()) as daemon:
        yield daemon


def low_port() -> int:
    """Return a free port that no client is given for its own end.

    A phone that tries again and again while nobody listens would once in a while reach
    itself, and wait for its own answer.
    """
    for port in Random().sample(range(20_000, 30_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port below 30000 is free")


@pytest.fixture(name="shared", scope="module")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """One for many: what a storm leaves behind does not matter to the next."""
    with Daemon(tmp_path_factory.mktemp("shared")) as daemon:
        yield daemon
