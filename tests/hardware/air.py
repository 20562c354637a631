"""Six boards in the air: a bridge on a pseudo-terminal, datagrams that come late or never."""

import heapq
import itertools
import json
import random
import select
import socket
import threading
import time
from collections import Counter
from pathlib import Path

from tests.hardware.board import FIRMWARE, Board

KEY = "k" * 63
BRIDGE = "b0b0b0b0b0b0"
LOOPBACK = "127.0.0.1"


class Recorder:
    """What passes between each board and the bridge; it may lose some, or all."""

    def __init__(self, boards: int) -> None:
        self.loss, self.delay_s, self.jitter_s, self.cut = 0.0, 0.0, 0.0, False
        self.seen: list[tuple[float, int, bool, int]] = []
        """Of each datagram when it was sent, by which board, whether upward, and its length."""
        self.contents: list[bytes] = []
        self.answers_lost = Counter[int]()
        """So many answers to presses of each board go down next and do not arrive."""
        self._chance = random.Random(1)
        self._fronts = [_bound() for _ in range(boards)]
        self._backs = [_bound() for _ in range(boards)]
        free = _bound()
        self.bridge_port = int(free.getsockname()[1])
        free.close()
        self._boards: list[tuple[str, int] | None] = [None] * boards
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="air", daemon=True)
        self._thread.start()

    def port(self, n: int) -> int:
        return int(self._fronts[n].getsockname()[1])

    def answers(self, n: int) -> int:
        """Return how many answers to presses of board *n* have gone down, lost ones too."""
        both = zip(self.seen, self.contents, strict=False)  # one of them may just grow
        return sum(m == n and not up and b"ACK" in data for (_, m, up, _), data in both)

    def meet(self, n: int, m: int) -> None:
        """Let what goes to board *n* go to board *m*, as where both have one address."""
        self._boards[n] = self._boards[m]

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(5)
        for each in (*self._fronts, *self._backs):
            each.close()

    def _run(self) -> None:
        late: list[tuple[float, int, bool, int, bytes]] = []
        order = itertools.count()
        ends = {each: (n, True) for n, each in enumerate(self._fronts)}
        ends |= {each: (n, False) for n, each in enumerate(self._backs)}
        while not self._stopping.is_set():
            wait_s = max(0.0, min(0.02, late[0][0] - time.monotonic())) if late else 0.02
            for end in select.select(list(ends), [], [], wait_s)[0]:
                n, up = ends[end]
                data, address = end.recvfrom(4096)
                if up:
                    self._boards[n] = address
                now_s = time.monotonic()
                self.seen.append((now_s, n, up, len(data)))
                self.contents.append(data)
                if self.cut or self._chance.random() < self.loss:
                    continue
                if self.answers_lost[n] and not up and b"ACK" in data:
                    self.answers_lost[n] -= 1
                    continue
                delay_s = self.delay_s + self._chance.uniform(-1, 1) * self.jitter_s
                heapq.heappush(late, (now_s + max(0.0, delay_s), next(order), up, n, data))
            while late and late[0][0] <= time.monotonic():
                _, _, up, n, data = heapq.heappop(late)
                to = (LOOPBACK, self.bridge_port) if up else self._boards[n]
                if to:
                    (self._backs if up else self._fronts)[n].sendto(data, to)


def _bound() -> socket.socket:
    end = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    end.bind((LOOPBACK, 0))
    return end


def told(port: int) -> bytes:
    what = {"name": "n", "key": KEY, "channel": 6, "own": LOOPBACK}
    return json.dumps({**what, "bridge": LOOPBACK, "port": port}).encode()


def bridge(folder: Path, interpreter: str, air: Recorder) -> Board:
    return Board(
        folder,
        interpreter,
        BRIDGE,
        firmware=FIRMWARE.with_name("bridge.py"),
        chip="with ESP32C3",
        data={"bridge.json": told(air.bridge_port)},
    )


def stand(folder: Path, interpreter: str, air: Recorder, n: int) -> Board:
    """Return a board that is in the air alone: its cable is in nobody's list of ports."""
    return Board(
        folder, interpreter, f"{n + 1:012x}", data={"told.json": told(air.port(n))}
    )
