"""Runs the default suite again and again: ``make test-steady``. It has to pass every time.

Some runs have the machine to themselves; during the others as many processes as there are
cores do nothing but keep them busy. What comes after ``--`` goes to pytest.
"""

import argparse
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

SUITE = ("-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal")
PARENT_LOOK_S = 0.2


def burn(parent: int) -> None:
    """Keep one core busy for as long as *parent* lives, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which ends us
    while os.getppid() == parent:
        end_s = time.monotonic() + PARENT_LOOK_S
        while time.monotonic() < end_s:
            pass


@contextmanager
def busy(cores: int) -> Iterator[None]:
    """Keep *cores* cores busy."""
    spawn = multiprocessing.get_context(
        "spawn"
    )  # so that the parent is really this process
    burners = [
        spawn.Process(target=burn, args=(os.getpid(),), daemon=True) for _ in range(cores)
    ]
    for each in burners:
        each.start()
    try:
        yield
    finally:
        for each in burners:
            each.terminate()
            each.join()


def run(number: int, kind: str, arguments: Sequence[str]) -> bool:
    """Run the suite once, say how it went and what failed; return whether it passed."""
    begun = time.monotonic()
    command = [sys.executable, *SUITE, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    passed = done.returncode == 0
    *rest, last = done.stdout.strip().splitlines() or [done.stderr.strip()]
    failed = [line for line in rest if line.startswith(("FAILED ", "ERROR "))]
    say(f"{number:>3}  {kind:<5}  {'passed' if passed else 'FAILED'}", end="  ")
    say(f"{time.monotonic() - begun:6.0f} s  {last.strip('= ')}")
    for line in failed:
        say(f"       {line}")
    if not passed and not failed:
        say(f"       ended with {done.returncode}; its last words:")
        say(done.stdout[-3000:] + done.stderr[-3000:])
    return passed


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def main() -> int:
    """Run everything; 0 if every run passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quiet", type=int, default=10, help="runs alone on the machine")
    parser.add_argument(
        "--busy", type=int, default=5, help="runs with every core kept busy"
    )
    parser.add_argument("arguments", nargs="*", help="for pytest")
    args = parser.parse_args()
    passed = 0
    for number in range(1, args.quiet + args.busy + 1):
        cores = 0 if number <= args.quiet else os.cpu_count() or 1
        with busy(cores):
            passed += run(number, "busy" if cores else "quiet", args.arguments)
    say(f"{passed} of {number}")
    return passed != number


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as by Ctrl+C
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("broken off")
