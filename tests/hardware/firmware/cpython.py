"""Runs the firmware under CPython: adds the few things that MicroPython has besides."""

import os
import runpy
import select
import sys
import time
from pathlib import Path


class Raw:
    """The line to the host, unbuffered, as MicroPython has it."""

    def __init__(self, number):
        self.number = number
        self.buffer = self

    def fileno(self):
        return self.number

    def read(self, size):
        return os.read(self.number, size)

    def readline(self, most):
        line = b""
        while len(line) < most and not line.endswith(b"\n"):
            byte = self.read(1)
            if not byte:
                break
            line += byte
        return line

    def write(self, data):
        data = data.encode() if isinstance(data, str) else data  # print says text
        with Path(os.environ["STAND_FOLDER"], "said").open("ab") as file:
            file.write(data)
        return os.write(self.number, data)


class Poll:
    """Says the objects themselves, as MicroPython does, and not their numbers."""

    def __init__(self):
        self.poller, self.known = of_cpython(), {}

    def register(self, source, events):
        self.known[source.fileno()] = source
        self.poller.register(source, events)

    def poll(self, ms):
        return [(self.known[number], events) for number, events in self.poller.poll(ms)]


of_cpython, select.poll = select.poll, Poll
sys.implementation._machine = os.environ.get("STAND_CHIP", "a board with RP2040")
sys.stdin, sys.stdout = Raw(0), Raw(1)
time.ticks_ms = lambda: time.monotonic_ns() // 1_000_000 % 2**30
time.ticks_diff = lambda later, earlier: (later - earlier + 2**29) % 2**30 - 2**29
time.sleep_ms = lambda ms: time.sleep(ms / 1000)
sys.path[:0] = os.environ["MICROPYPATH"].split(":")
runpy.run_path(sys.argv[1], run_name="__main__")
