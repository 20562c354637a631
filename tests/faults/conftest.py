"""What the fault tests share: the real program as a process, and disks of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.daemon import Daemon


@pytest.fixture(name="daemon")
def _daemon(tmp_path: Path) -> Iterator[Daemon]:
    with Daemon(tmp_path / "data") as daemon:
        yield daemon


@pytest.fixture(name="shared", scope="module")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """One for many: what a storm leaves behind does not matter to the next."""
    with Daemon(tmp_path_factory.mktemp("shared")) as daemon:
        yield daemon
