import errno
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import HardwareError
from companion.ports import MuxConfig
from hardware.panels.i2c import PAUSE_S, KernelBus, RootBus
from hardware.pins.drivers import mux_channel
from tests.clock import Clock
from tests.hardware.conftest import ADDRESS
from tests.hardware.kernel import Handle, Kernel

MUX = MuxConfig("m")


def fails(number: int) -> Callable[[], None]:
    def transaction() -> None:
        raise OSError(number, "no")

    return transaction


def test_a_channel_is_found_by_its_link_not_by_its_number(tmp_path: Path) -> None:
    kernel = Kernel(tmp_path)
    kernel.add_mux(first=11)
    assert mux_channel(MUX, 3, tmp_path) == 14
    kernel.add_mux(first=30)
    assert mux_channel(MUX, 3, tmp_path) == 33


def test_a_mux_that_is_not_there_is_told_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="run `sudo companion setup-pi` and restart"):
        mux_channel(MUX, 0, tmp_path)
    (tmp_path / "1-0070").mkdir()
    with pytest.raises(HardwareError, match="multiplexer m does not answer"):
        mux_channel(MUX, 0, tmp_path)


def test_after_two_timeouts_the_bus_is_left_alone_and_reset() -> None:
    clock, resets, tried = Clock(), [], []
    root = RootBus("i2c-1", reset=lambda: resets.append(clock()), clock=clock)
    for _ in range(2):
        with pytest.raises(TimeoutError):
            root.carry(fails(errno.ETIMEDOUT))
    assert resets == [clock.now_s]
    for _ in range(50):
        with pytest.raises(HardwareError, match="i2c-1 hangs"):
            root.carry(lambda: tried.append(1))
    assert tried == []
    clock.now_s += PAUSE_S
    with pytest.raises(TimeoutError):
        root.carry(fails(errno.ETIMEDOUT))
    with pytest.raises(HardwareError, match="hangs"):  # one is enough the next time
        root.carry(lambda: tried.append(1))
    clock.now_s += PAUSE_S
    root.carry(lambda: tried.append(1))
    assert len(resets) == 2
    with pytest.raises(TimeoutError):
        root.carry(fails(errno.ETIMEDOUT))
    root.carry(lambda: tried.append(1))  # and two again, once it was well
    assert tried == [1, 1]


def test_refusals_never_rest_a_bus() -> None:
    root = RootBus("i2c-1")
    for number in (errno.EREMOTEIO, errno.ENXIO, errno.EIO) * 20:
        with pytest.raises(OSError, match="no"):
            root.carry(fails(number))
    assert root.carry(lambda: 7) == 7


def test_a_reset_that_fails_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    root = RootBus("i2c-1", reset=lambda: 1 // 0)
    with caplog.at_level(logging.ERROR):
        for _ in range(2):
            with pytest.raises(TimeoutError):
                root.carry(fails(errno.ETIMEDOUT))
    assert "reset of i2c-1 failed" in caplog.text


def test_a_bus_that_went_away_is_found_again_under_its_new_number(tmp_path: Path) -> None:
    kernel = Kernel(tmp_path)
    kernel.add_mux(first=11)
    opened: list[Handle] = []

    def open_bus(number: int) -> Handle:
        opened.append(kernel.open_bus(number))
        return opened[-1]

    bus = KernelBus(RootBus("i2c-1"), lambda: mux_channel(MUX, 0, tmp_path), open_bus)
    bus.read_byte(ADDRESS)
    bus.read_byte(ADDRESS)
    kernel.buses.clear()
    kernel.add_mux(first=21)
    with pytest.raises(OSError, match="No such device"):
        bus.read_byte(ADDRESS)
    bus.read_byte(ADDRESS)
    assert [handle._number for handle in opened] == [11, 21]
    assert [handle.closed for handle in opened] == [True, False]


@pytest.mark.parametrize(
    ("number", "remedy"),
    [(errno.ENOENT, "companion setup-pi"), (errno.EACCES, "group i2c")],
)
def test_a_bus_that_cannot_be_opened_says_what_to_do(number: int, remedy: str) -> None:
    def open_bus(_number: int) -> None:
        raise OSError(number, "because")

    bus = KernelBus(RootBus("i2c-1"), lambda: 1, open_bus)
    with pytest.raises(HardwareError, match=f"/dev/i2c-1 cannot be opened.*{remedy}"):
        bus.read_byte(ADDRESS)
