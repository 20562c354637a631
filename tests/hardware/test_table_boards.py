"""What is plugged in and is no stand yet; and a rig that lets go of a port meanwhile."""

import os
import threading
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.boards.serial_protocol import Hello
from hardware.boards.shared_ports import SharedPorts
from hardware.pins.drivers import Drivers, open_port
from hardware.workshop import hearing
from hardware.workshop.flashing import FIRMWARE, Flasher
from hardware.workshop.hearing import BoardWord
from hardware.workshop.table_boards import Lookout, kind_of
from tests.hardware.board import Board
from tests.waiting import wait_for

NUMBER = "E6A1"
OLD = Hello(1, NUMBER, (128, 64), 1, "1.2")
TODAY = Hello(1, NUMBER, (128, 64), 1, "1.3")


def port_of(board: Board, number: str | None = NUMBER) -> SimpleNamespace:
    vendor = 0x2E8A if number else 0x1A86
    return SimpleNamespace(
        device=board.device, serial_number=number, vid=vendor, product="Board in FS mode"
    )


def lookout(ports: list[Any], shared: SharedPorts | None = None) -> Lookout:
    drivers = replace(Drivers(), ports=lambda: ports)
    shared = shared or SharedPorts(open_port)
    return Lookout(drivers, "1.3", shared.lent, shared.used)


@pytest.mark.parametrize(
    ("heard", "kind"),
    [
        (BoardWord(idle=True), "bare"),
        (BoardWord(), "unknown"),
        (BoardWord(OLD, ours=True), "old"),
        (BoardWord(ours=True), "old"),
        (BoardWord(TODAY, ours=True), "ours"),
    ],
)
def test_what_a_board_is_by_its_word(heard: BoardWord, kind: str) -> None:
    assert kind_of(heard, "1.3") == kind


def test_a_bare_board_is_named_and_a_stand_of_the_table_is_not(bare: Board) -> None:
    own_line = SimpleNamespace(device="/dev/ttyS0", serial_number=None, vid=None)
    looking = lookout([port_of(bare), own_line])
    (found,) = looking.look(())
    assert (found.name, found.path, found.kind) == (NUMBER, bare.device, "bare")
    assert found.title == "Board in FS mode"
    assert looking.look({"e6:a1"}) == ()


def test_a_board_that_calls_itself_what_no_terminal_may_print(bare: Board) -> None:
    port = port_of(bare)
    port.product = "Pico\x1b[2J" + "x" * 90
    (found,) = lookout([port]).look(())
    assert found.title == "Pico?[2J" + "x" * 32 + "…"


def test_behind_a_bridge_a_board_is_known_by_its_own_word(bare: Board) -> None:
    drivers = replace(Drivers(), ports=lambda: [port_of(bare)])
    Flasher(drivers, FIRMWARE.read_bytes(), Path("/nowhere")).flash(NUMBER)
    ports = [port_of(bare, None)]
    (found,) = lookout(ports).look(())
    assert (found.name, found.kind) == (bare.device, "ours")
    assert lookout(ports).look({bare.serial_number.upper()}) == ()


def test_each_is_asked_once_until_it_is_unplugged_or_forgotten(bare: Board) -> None:
    ports, asked = [port_of(bare)], []

    def opened(path: str) -> Any:
        asked.append(path)
        return open_port(path)

    drivers = replace(Drivers(), ports=lambda: ports, open_port=opened)
    looking = Lookout(drivers, "1.3", lambda _: nullcontext(), lambda _: False)
    for wanted in (1, 1):
        assert looking.look(())
        assert len(asked) == wanted
    looking.forget(bare.device)
    looking.look(())
    assert len(asked) == 2
    there, ports[:] = [*ports], []
    assert looking.look(()) == ()
    ports[:] = there
    looking.look(())
    assert len(asked) == 3


def test_what_the_rig_uses_is_not_asked_and_what_another_has_is_not_named(
    bare: Board,
) -> None:
    shared = SharedPorts(open_port)
    looking = lookout([port_of(bare)], shared)
    used = shared.open(bare.device)
    assert looking.look(()) == ()
    used.close()
    others = open_port(bare.device)
    assert looking.look(()) == ()
    others.close()
    assert looking.look(())


def test_a_silent_one_may_be_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "LISTEN_S", 0.1)
    monkeypatch.setattr(hearing, "WAKES_S", 0.1)
    outside, inside = os.openpty()
    silent = SimpleNamespace(device=os.ttyname(inside), serial_number="A", vid=1)
    (found,) = lookout([silent]).look(())
    assert (found.kind, found.title) == ("unknown", "")
    os.close(outside)
    os.close(inside)


def test_a_rig_lets_go_of_what_is_lent_and_has_it_again(bare: Board) -> None:
    shared = SharedPorts(open_port)
    ended: list[str] = []

    def read() -> None:
        port = shared.open(bare.device)
        try:
            while True:
                port.read(1)
        except OSError as error:
            ended.append(str(error))
        finally:
            port.close()

    reading = threading.Thread(target=read)
    reading.start()
    wait_for(lambda: shared.used(bare.device), "the rig")
    with shared.lent(bare.device):
        open_port(bare.device).close()  # nobody else has it
        reading.join(1)
        assert "firmware is being written" in ended[0]
        with pytest.raises(OSError, match="firmware is being written"):
            shared.open(bare.device)
    shared.open(bare.device).close()
    assert not shared.used(bare.device)


def test_a_port_that_is_not_there_is_used_by_nobody() -> None:
    shared = SharedPorts(open_port)
    with pytest.raises(OSError, match="no-such-port"):
        shared.open("/no-such-port")
    assert not shared.used("/no-such-port")
