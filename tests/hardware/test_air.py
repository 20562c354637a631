"""Stands without a cable: the real firmware of stands and bridge, and the real rig."""

import math
import random
import statistics
import string
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.links import UsbLink
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    ButtonEdge,
    CardFace,
    Place,
    RigConfig,
    StandConfig,
)
from hardware.boards import serial_link
from hardware.boards.air_bridge import Bridge
from hardware.boards.serial_stand import SerialDisplay
from hardware.pins.drivers import Drivers, open_port
from hardware.rig.open_rig import open_rig
from hardware.workshop import doctor
from tests.hardware.air import BRIDGE, Recorder, bridge, stand
from tests.hardware.board import INTERPRETERS, Board
from tests.hardware.test_serial_stand import Full, Script
from tests.waiting import LIMIT_S, wait_for

pytestmark = pytest.mark.usefixtures("eager")
PLACES = (*STAND_PLACES, CENTRE)
INTERPRETER = next(reversed(INTERPRETERS))


class Table:
    """Boards in the air, their bridge, and the rig that knows all of them."""

    def __init__(self, folder: Path, count: int) -> None:
        self.air = Recorder(count)
        self.bridge = bridge(folder / "bridge", INTERPRETER, self.air)
        self.boards = [
            stand(folder / f"{n}", INTERPRETER, self.air, n) for n in range(count)
        ]
        self.places = PLACES[:count]
        self.on_usb: list[Board] = []
        self.edges: list[ButtonEdge] = []
        self.start()

    def start(self) -> None:
        stands = tuple(
            StandConfig(place, UsbLink(board.serial_number))
            for place, board in zip(self.places, self.boards, strict=True)
        )
        self.drivers = Drivers(
            ports=lambda: [each for each in (self.bridge, *self.on_usb) if each.device]
        )
        self.config = RigConfig(stands, bridge=BRIDGE)
        self.rig: Any = open_rig(self.config, self.drivers)
        self.rig.start(self.edges.append)

    def stop(self) -> None:
        self.rig.stop()
        for board in (self.bridge, *self.boards):
            board.unplug()
        self.air.stop()

    def show(self, faces: dict[Place, CardFace]) -> None:
        self.rig.show(faces)

    def right(self, faces: dict[Place, CardFace]) -> bool:
        return all(
            board.shows(faces[place])
            for place, board in zip(self.places, self.boards, strict=True)
        )

    def deal(self, chance: random.Random) -> dict[Place, CardFace]:
        return {
            place: CardFace(
                chance.choice(string.ascii_uppercase),
                tuple(sorted(chance.sample(range(1, 9), chance.randrange(4)))),
                (1, 5),
            )
            for place in self.places
        }

    def press(self, n: int) -> None:
        """Press and let go: each is told once, although the board says it twice in the air."""
        for down in (True, False):
            self.edges.clear()
            answered, by_air = self.air.answers(n), self.boards[n] not in self.on_usb
            self.air.answers_lost[n] = int(by_air)
            self.boards[n].press(down=down)
            wait_for(lambda: self.edges)
            if by_air:
                wait_for(lambda: self.air.answers(n) >= answered + 2, "its second word")  # noqa: B023 - asked at once
            assert [(each.place, each.down) for each in self.edges] == [
                (self.places[n], down)
            ]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[int], Table]]:
    made: list[Table] = []

    def table(count: int) -> Table:
        made.append(Table(tmp_path, count))
        return made[-1]

    yield table
    for each in made:
        each.stop()


def settled(table: Table, seed: int = 1) -> dict[Place, CardFace]:
    faces = table.deal(random.Random(seed))
    table.show(faces)
    wait_for(lambda: table.right(faces), "every picture")
    return faces


def test_a_stand_in_the_air_shows_and_is_pressed(make: Callable[[int], Table]) -> None:
    table = make(2)
    faces = settled(table)
    table.press(0)
    table.press(1)
    assert table.right(faces)
    wait_for(lambda: all(each.up for each in table.rig.health().values()))
    wait_for(
        lambda: "-58 dBm" in str(table.rig._bridge.board(table.boards[0].serial_number))
    )
    network = (table.bridge.folder / "network").read_text()
    assert "('hidden', True)" in network
    assert "('security', 3)" in network


def test_a_dark_stand_naps_and_a_press_wakes_it(
    make: Callable[[int], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make(1)
    faces = settled(table)
    network = table.boards[0].folder / "network"

    def naps() -> bool:
        return "2" in network.read_text().splitlines()[-1]

    assert not naps()
    monkeypatch.setattr("hardware.panels.dimming.DARK_AFTER_S", 0.5)
    table.rig.show(faces, resting=True)
    wait_for(naps)
    table.boards[0].press(down=True)
    wait_for(lambda: not naps(), "the radio to be awake")
    assert [each.down for each in table.edges] == [True]


def test_bridge_air_table_and_board_may_go_and_come_back(
    make: Callable[[int], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.boards.air_bridge.HEARD_S", 2.0)
    table = make(2)
    settled(table)
    table.bridge.unplug()
    wait_for(lambda: not any(each.up for each in table.rig.health().values()))
    table.bridge.plug_in()
    settled(table, 2)
    table.air.cut = True
    wait_for(lambda: not any(each.up for each in table.rig.health().values()))
    table.air.cut = False
    settled(table, 3)
    table.boards[0].unplug()
    wait_for(lambda: not table.rig.health()[table.places[0]].up)
    table.boards[0].plug_in()
    settled(table, 4)
    table.rig.stop(dark=False)
    table.start()
    faces = settled(table, 5)
    table.press(0)
    assert table.right(faces)


def test_a_board_with_an_empty_battery_goes_on_at_a_cable_and_back(
    make: Callable[[int], Table],
) -> None:
    table = make(1)
    settled(table)
    (board,) = table.boards
    table.on_usb.append(board)
    link = next(iter(table.rig._links.values()))
    wait_for(lambda: link.opened.is_set() and not link.in_air)
    settled(table, 2)
    table.press(0)
    table.on_usb.clear()
    link._port = None  # its plug is pulled
    wait_for(lambda: link.in_air)
    settled(table, 3)


def test_a_board_at_usb_beside_them_is_served_as_ever(
    make: Callable[[int], Table], tmp_path: Path
) -> None:
    table = make(1)
    old = Path(__file__).parents[1] / "golden" / "0.2" / "firmware.txt"
    board = Board(tmp_path / "old", INTERPRETER, firmware=old)
    table.rig.stop()
    table.boards.append(board)
    table.places = PLACES[:2]
    table.on_usb.append(board)
    table.start()
    settled(table)
    table.press(1)


def test_a_board_takes_no_line_of_another_one_that_has_its_address(
    make: Callable[[int], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was replaced as a stand, and is still on."""
    table = make(2)
    faces = settled(table)
    gone, other = table.boards
    own, written, at = other.picture(), other.written, len(table.air.seen)
    gone.unplug()
    table.air.meet(0, 1)
    table.rig._links[
        f"at {table.places[0]}"
    ]._sequence += 100  # none that it has done already

    def for_the_other() -> int:
        return sum(n == 0 and not up for _, n, up, _ in table.air.seen[at:])

    table.show({**faces, table.places[0]: CardFace("X", position=(1, 5))})
    wait_for(lambda: for_the_other() >= 8, "lines for the board that is gone")
    now = other.written
    table.show({**faces, table.places[0]: CardFace("Y", position=(1, 5))})
    wait_for(lambda: other.written >= now + 16, "its own picture once more")
    assert other.seen(written) == {own}
    monkeypatch.setattr(serial_link, "ANSWER_S", 0.01)  # none comes from one that is gone


class Overheard:
    """What passed of pictures: beats go by the clock alone, and so does what is said again."""

    def __init__(self, table: Table) -> None:
        self._air, self._at = table.air, len(table.air.contents)
        self.lines: list[list[tuple[bool, int, bytes]]] = [[] for _ in table.boards]

    def listen(self) -> list[list[tuple[bool, int, bytes]]]:
        end = len(self._air.contents)
        for at in range(self._at, end):
            (_, n, up, length), data = self._air.seen[at], self._air.contents[at]
            line = up, length, data
            if b"BEAT" not in data and line not in self.lines[n][-2 * EACH :]:
                self.lines[n].append(line)
        self._at = end
        return self.lines


class Senders:
    """The displays of a table as their workers see them; none is refreshed by the clock."""

    def __init__(self, table: Table) -> None:
        self._looked = dict.fromkeys(table.places, 0)
        self._asked = 0
        self._displays: list[tuple[Any, Place]] = []
        boards = (
            (worker, place, display)
            for worker in table.rig._workers
            for place, display in worker._displays.items()
            if isinstance(display._display, SerialDisplay)
        )
        for worker, place, display in boards:
            display._refresh_s, glass = math.inf, display._display
            glass.show = partial(self._show, place, glass.show)
            self._displays.append((worker, place))

    def _show(self, place: Place, show: Callable[[object], bool], image: object) -> bool:
        asked, sent = self._asked, show(image)
        if not sent:
            self._looked[place] = asked
        return sent

    def wait(self) -> None:
        """Wait until each was looked at once more and had nothing left to be sent."""
        self._asked += 1
        for worker, place in self._displays:
            worker.ask(place, lambda *_: None)
        wait_for(lambda: {*self._looked.values()} == {self._asked})


EACH = 18
"""Datagrams of a picture: eight lines and the light's, and the answer to each."""
TRIES = 4
"""How often a change is tried: a busy machine may send a picture twice, a letter always would."""
Sequence = tuple[tuple[bool, int], ...]


def pictures(table: Table, changes: int) -> Counter[Sequence]:
    """Change letters, and return which sequences of lengths a recorder saw, how often each."""
    chance = random.Random(7)
    faces, senders = settled(table), Senders(table)
    senders.wait()
    heard = Overheard(table)

    def passed(faces: dict[Place, CardFace]) -> list[Sequence]:
        before = [len(each) for each in heard.listen()]
        table.show(faces)
        wait_for(lambda: table.right(faces))
        senders.wait()
        # Several are under way at once: what is sent and what is answered cross as chance wants.
        return [
            tuple(sorted((up, length) for up, length, _ in lines[old:]))
            for lines, old in zip(heard.listen(), before, strict=True)
        ]

    found = Counter[Sequence]()
    for n in range(changes):
        face = CardFace(chance.choice(string.ascii_uppercase), (n % 9 + 1,), (1, 5))
        old, faces = faces, {**faces, chance.choice(table.places): face}
        for _ in range(TRIES):
            sequences = passed(faces)
            if all(len(each) == EACH for each in sequences):
                break
            passed(old)
        found.update(sequences)
    return found


def test_lengths_and_counts_tell_no_letter(make: Callable[[int], Table]) -> None:
    table = make(2)
    found = pictures(table, 25)
    assert (len(found), found.total()) == (1, 50)
    lengths = {(up, length) for _, _, up, length in table.air.seen}
    assert lengths == {(True, 213), (False, 213)}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(150, marks=pytest.mark.slow),
        pytest.param(1000, marks=pytest.mark.long),  # two stands: two thousand sequences
    ],
)
def test_lengths_and_counts_of_many_changes_tell_no_letter(
    make: Callable[[int], Table], changes: int
) -> None:
    assert len(pictures(make(2), changes)) == 1


def measured(table: Table, chance: random.Random) -> list[tuple[str, list[float]]]:
    """Return how long new letters took, a press and its end, which comes once each."""
    letters, presses, ends = list[float](), list[float](), list[float]()
    for n in range(28):
        faces = table.deal(chance)
        begin_s = time.monotonic()
        table.show(faces)
        wait_for(lambda faces=faces: table.right(faces))  # type: ignore[misc]  # bound now
        letters.append(time.monotonic() - begin_s)
        table.edges.clear()
        begin_s = time.monotonic()
        table.boards[n % 7].press(down=True)
        wait_for(lambda: table.edges)
        presses.append(time.monotonic() - begin_s)
        begin_s = time.monotonic()
        table.boards[n % 7].press(down=False)
        wait_for(lambda: len(table.edges) > 1)
        ends.append(time.monotonic() - begin_s)
        assert [each.down for each in table.edges] == [True, False]
    return [("seven letters", letters), ("press", presses), ("its end", ends)]


@pytest.mark.long
@pytest.mark.parametrize("loss", [0.0, 0.02, 0.10])
def test_six_stands_and_the_middle_at_loss_and_at_cables(
    make: Callable[[int], Table], loss: float, capsys: pytest.CaptureFixture[str]
) -> None:
    table, chance = make(7), random.Random(3)
    settled(table)
    table.air.delay_s, table.air.jitter_s, table.air.loss = 0.02, 0.015, loss
    found = {f"in the air, loss {loss:.0%}": measured(table, chance)}
    table.on_usb.extend(table.boards)
    links = table.rig._links.values()
    wait_for(lambda: all(link.opened.is_set() and not link.in_air for link in links))
    settled(table, 2)
    found["at cables"] = measured(table, chance)
    with capsys.disabled():
        for how, figures in found.items():
            for what, seconds in figures:
                cuts = statistics.quantiles(seconds, n=20)
                sys.stderr.write(
                    f"\n{how}: {what} p50 {cuts[9]:.3f} s, p95 {cuts[18]:.3f} s\n"
                )


def test_doctor_and_list_say_how_each_is_joined(
    make: Callable[[int], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make(2)
    settled(table)
    wait_for(lambda: all(each.air for each in table.rig.health().values()))
    found = {str(each.air) for each in table.rig.health().values()}
    assert found <= {"in the air", "in the air, -58 dBm"}
    table.rig.stop()
    checks = list(doctor.examine(table.config, table.drivers))
    assert [check.verdict for check in checks] == ["ok"] * 3
    assert "000000000001 in the air" in checks[0].finding
    table.bridge.unplug()
    monkeypatch.setattr(doctor, "_PLUG_S", 0.5)  # nothing is there that could speak
    checks = list(doctor.examine(table.config, table.drivers))
    assert [check.verdict for check in checks] == ["failed"] * 3
    assert checks[0].finding == f"board {BRIDGE} is not plugged in, nor is any other"


# -- the bridge's own words --


def plugged_in(device: str) -> Callable[[], list[Any]]:
    return lambda: [SimpleNamespace(device=device, serial_number=BRIDGE)]


def test_what_is_no_bridge_is_told(tmp_path: Path) -> None:
    board = Board(tmp_path / "stand", INTERPRETER)
    found = Bridge(BRIDGE, plugged_in(board.device), open_port)
    found.start()
    wait_for(lambda: "is no bridge but a stand" in found.why)
    assert "stands flash --bridge" in found.why
    found.stop()
    board.unplug()


def test_a_bridge_whose_lines_stands_of_today_do_not_take_is_to_be_flashed_anew() -> None:
    """In those of 1.3 the number of a board stands only upward."""
    port = Script(lambda _body: ["HELLO 1 abc 0x0 btn=0 fw=bridge-1.3"])
    found = Bridge(BRIDGE, plugged_in("x"), lambda _path: port)
    found.start()
    wait_for(lambda: "is being looked for" not in found.why)
    found.stop()
    assert "an older or newer bridge (firmware bridge-1.3): flash it anew" in found.why


def test_a_bridge_takes_no_nonsense(make: Callable[[int], Table]) -> None:
    table = make(1)
    settled(table)
    found: Bridge = table.rig._bridge
    for line in (b"@", b"@zz $x", b"@0001 hello", b"@" + b"f" * 99 + b" $x*", b"\xff\xfe"):
        found._hear(line)
    assert set(found.heard()) == {table.boards[0].serial_number}
    found._of_board("0" * 12, b"$BEAT 1 900 x*00000000")
    assert str(found.heard()["0" * 12]) == "in the air"


def test_the_bridges_port_is_not_closed_while_somebody_writes() -> None:
    port, lost = Full(lambda _body: []), list[str]()
    port.goes_on.set()  # its first word is its own
    found = Bridge(BRIDGE, plugged_in("x"), lambda _path: port)
    found.start()
    wait_for(lambda: found._port)
    port.goes_on.clear()
    port.writes.clear()

    def writes() -> None:
        try:
            found.write(b"@1 $HI")
        except OSError as error:
            lost.append(str(error))

    writer = threading.Thread(target=writes)
    try:
        writer.start()
        wait_for(port.writes.is_set)
        port.broken = True
        wait_for(lambda: found._port is None, "the loss to be noticed")
    finally:
        port.goes_on.set()
        writer.join(LIMIT_S)
        found.stop()
    assert port.ends[:2] == [False, False]
    assert lost == ["gone"]
