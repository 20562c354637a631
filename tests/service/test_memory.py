"""Where there is too little memory the program says so in a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.systemd import ROOT
from tests.waiting import LIMIT_S

LIMITED = (
    "import resource, sys\n"
    "resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))\n"
    "from companion.cli.main import main\n"
    "sys.exit(main(sys.argv[1:]))\n"
)


@pytest.mark.skipif(sys.platform != "linux", reason="macOS limits no address space")
@pytest.mark.parametrize("mb", [200, 400])
def test_too_little_memory_is_a_sentence(tmp_path: Path, mb: int) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-c", LIMITED.format(bytes=mb * 2**20), "run"),
            *("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)),
        ],
        check=False,
        capture_output=True,
        cwd=ROOT,
        text=True,
        timeout=LIMIT_S,
    )
    assert done.returncode == os.EX_CONFIG
    assert "too little memory" in done.stderr
    assert "Traceback" not in done.stderr


LOADS_NO_OPENSSL = """
import sys
from companion.cli.main import parser
parser("run").parse_args(["run"])
import companion.process.serve
assert not {"hashlib", "ssl", "_hashlib", "_ssl"} & set(sys.modules), "loaded too early"
companion.process.serve.leave_out_openssl()
import companion.process.run
assert sys.modules["_hashlib"] is None and sys.modules["_ssl"] is None
"""


def test_the_service_does_without_openssl() -> None:
    """Whatever loads it before the service leaves it out costs every table 5 MB."""
    subprocess.run([sys.executable, "-c", LOADS_NO_OPENSSL], check=True, cwd=ROOT)
