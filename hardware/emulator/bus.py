"""A bus with the interface of ``smbus2.SMBus`` and emulated panels on it."""

import errno
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hardware.emulator.controllers import Ssd1306

_SMBUS_BLOCK_BYTES = 32


@dataclass(slots=True)
class WriteMessage:
    """Stands in for ``smbus2.i2c_msg.write``, which exists on Linux only."""

    addr: int
    body: list[int]

    def __iter__(self) -> Iterator[int]:
        return iter(self.body)


@dataclass(frozen=True, slots=True)
class BusFault:
    """A transaction that fails with *errno_* after the panel took *after_bytes* of it."""

    errno_: int
    after_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Traffic:
    """What went over the wire; *byte_count* includes one address byte a transaction."""

    transactions: int = 0
    byte_count: int = 0

    @property
    def bits(self) -> int:
        """Clock cycles: nine a byte, one each for start and stop."""
        return 9 * self.byte_count + 2 * self.transactions

    def __sub__(self, earlier: "Traffic") -> "Traffic":
        return Traffic(
            self.transactions - earlier.transactions, self.byte_count - earlier.byte_count
        )


class FakeBus:
    """Panels by address, and every way in which a real bus fails.

    *fault* is asked before each transaction; *deaf* addresses do not answer, with the errno they
    give; *unreadable* ones refuse reads, *floating* ones drive no bit of them, as some clones do.
    """

    def __init__(self, panels: dict[int, Ssd1306]) -> None:
        self.panels = panels
        self.traffic = Traffic()
        self.fault: Callable[[int, bytes], BusFault | None] = lambda _address, _payload: (
            None
        )
        self.deaf: dict[int, int] = {}
        self.unreadable: set[int] = set()
        self.floating: set[int] = set()

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """Write *register* and up to 32 bytes."""
        if len(data) > _SMBUS_BLOCK_BYTES:
            raise ValueError(f"an SMBus block holds 32 bytes, not {len(data)}: split it")
        self._write(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:  # noqa: ANN401 - smbus2 types it wrongly
        """Write messages of any length: ``smbus2.i2c_msg`` or :class:`WriteMessage`."""
        for message in messages:
            self._write(message.addr, bytes(list(message)))

    def read_byte(self, address: int) -> int:
        """Read the status byte of a panel."""
        if self._transact(address, b"\0") or address in self.unreadable:
            raise _os_error(errno.EREMOTEIO)
        return 0xFF if address in self.floating else self.panels[address].status()

    def close(self) -> None:
        """Do nothing: there is no handle to give back."""

    def _write(self, address: int, payload: bytes) -> None:
        fault = self._transact(address, payload)
        if fault:
            self.panels[address].write(payload[: fault.after_bytes])
            raise _os_error(fault.errno_)
        self.panels[address].write(payload)

    def _transact(self, address: int, payload: bytes) -> BusFault | None:
        """Count a transaction; raise where nothing of it reaches a panel."""
        before = self.traffic
        self.traffic = Traffic(
            before.transactions + 1, before.byte_count + 1 + len(payload)
        )
        if address in self.deaf:
            raise _os_error(self.deaf[address])
        if address not in self.panels:
            raise _os_error(errno.EREMOTEIO)
        fault = self.fault(address, payload)
        if fault and not fault.after_bytes:
            raise _os_error(fault.errno_)
        return fault


def _os_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
