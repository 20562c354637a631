"""A program that may open few files serves as many phones as that leaves room for."""

import resource
import socket
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.process.descriptors import ENOUGH
from tests.service.systemd import ROOT, Systemd
from tests.waiting import LIMIT_S, wait_for

LIMITED = (
    "import resource, sys\n"
    "resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))\n"
    "from companion.cli.main import main\n"
    "sys.exit(main(sys.argv[1:]))\n"
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")


def limited(folder: Path, soft: int, hard: int) -> Systemd:
    systemd = Systemd(folder, ROOT)
    code = LIMITED.format(soft=soft, hard=hard)
    systemd.start("-c", code, "run", "--data", str(folder / "data"))
    return systemd


@pytest.mark.slow
@pytest.mark.parametrize(("most", "crowd"), [(256, 290), (64, 100)])
def test_more_phones_than_descriptors_end_no_table(
    tmp_path: Path, most: int, crowd: int
) -> None:
    with closing(limited(tmp_path, most, most)) as systemd, ExitStack() as stack:
        for _ in range(crowd):
            link = socket.create_connection(("127.0.0.1", systemd.port), timeout=LIMIT_S)
            stack.enter_context(closing(link))
        before = systemd.beats()  # the way in is looked at every fourth beat
        wait_for(lambda: systemd.beats() > before + 8, "the loop's rounds")
        assert systemd.get("/healthz")[0] == 200
        assert systemd.stop() == 0


def test_the_soft_limit_is_raised_as_far_as_the_hard_one_allows(tmp_path: Path) -> None:
    with closing(limited(tmp_path, 128, 512)) as systemd:
        limits = resource.prlimit(systemd.process, resource.RLIMIT_NOFILE)
        assert limits == (min(512, ENOUGH), 512)
