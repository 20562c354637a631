"""What a board says of itself before anything of it is stopped."""

import time
from dataclasses import dataclass
from typing import Final

from hardware.boards import serial_protocol as protocol
from hardware.boards.serial_link import Port
from hardware.boards.serial_protocol import Hello, LineSplitter
from hardware.workshop.raw_prompt import some

LISTEN_S, WAKES_S = 1.3, 0.5
"""How long a running firmware is waited for (it beats each second), and a prompt."""
_PROMPT: Final = b">>>"


@dataclass(frozen=True, slots=True)
class BoardWord:
    """What one said."""

    hello: Hello | None = None
    ours: bool = False
    """Whether a firmware of ours is there at all."""
    idle: bool = False
    """Whether it shows its prompt, and runs nothing."""


def listen(port: Port) -> BoardWord:
    """Return what the board says: a firmware of ours answers, so does a prompt."""
    port.write(b"\n" + protocol.frame(protocol.HI))
    heard = _hear(port, LISTEN_S)
    if not (heard.ours or heard.idle):  # a prompt that was left raw shows nothing by itself
        port.write(b"\x02")
        heard = _hear(port, WAKES_S)
    return heard


def _hear(port: Port, limit_s: float) -> BoardWord:
    lines, ours, tail = LineSplitter(), False, b""
    end_s = time.monotonic() + limit_s
    while time.monotonic() < end_s:
        data = some(port)
        tail = tail[-len(_PROMPT) :] + data
        for body in lines.feed(data):
            said = protocol.read(body)
            ours |= said is not None
            if isinstance(said, Hello):
                return BoardWord(said, ours=True)
        if _PROMPT in tail:
            return BoardWord(ours=ours, idle=True)
    return BoardWord(ours=ours)
