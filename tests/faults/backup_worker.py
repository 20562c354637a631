"""Forks what is to be killed: ``python -m tests.faults.backup_worker WHAT FOLDER FILE``.

Each line on standard input is how many seconds a child may live; the answer is its exit code.
"""

import os
import select
import signal
import sys
from contextlib import redirect_stdout
from io import StringIO

from companion.cli.main import main
from companion.games import Games


def work(what: str, folder: str, file: str) -> int:
    """Do it as a person would, in the child."""
    with redirect_stdout(StringIO()):
        return main([what, file, "--data", folder])


def lived(what: str, folder: str, file: str, limit_s: float) -> int:
    """Return the exit code of a child that is killed after *limit_s*."""
    child = os.fork()
    if child == 0:
        os._exit(work(what, folder, file))
    ends = os.pidfd_open(child)
    ended, *_ = select.select([ends], [], [], limit_s)
    os.close(ends)
    if not ended:
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    games = Games()
    assert games["letter_jam"]  # what is loaded here no child has to load
    for line in sys.stdin:
        what, folder, file = sys.argv[1:4]
        sys.stdout.write(f"{lived(what, folder, file, float(line))}\n")
        sys.stdout.flush()
