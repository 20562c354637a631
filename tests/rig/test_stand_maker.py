"""A board that is plugged in becomes a stand while the table runs."""

import errno
import json
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.config import air_file
from companion.config.air_file import air_path, made_air
from companion.config.made_stands import MADE_FILE, MadeStands
from companion.config.rig_file import rig_of
from companion.errors import ConfigError, Rejected
from companion.links import BoardWish, UsbLink
from companion.ports import ButtonEdge, Place, WordFace
from companion.process import stand_maker
from companion.process.settings import Settings
from hardware.boards.serial_link import Port
from hardware.boards.shared_ports import SharedPorts
from hardware.pins.drivers import Drivers, open_port
from hardware.rig.open_rig import open_rig
from hardware.workshop import flashing, hearing
from hardware.workshop.flashing import BRIDGE_PROGRAM, FIRMWARE, Flasher
from tests.depth import by_default
from tests.hardware.board import HERE, Board
from tests.waiting import wait_for

NUMBER = "E6A1"
SOURCE = FIRMWARE.read_bytes()
TABLE = '[stand.1]\n[stand.2]\nlink = "usb:E6614C311B6A0002"\n'
WEATHER = b"import dht\nprint('18 degrees')\n"


class Evening:
    """A table of a file, its rig, and the one board that may be plugged in."""

    def __init__(self, folder: Path, board: Board, own: str) -> None:
        self.folder, self.board, self.edges = folder, board, list[ButtonEdge]()
        self.opened: Callable[[str], Port] = open_port
        self.number: str | None = NUMBER
        self.more: list[Board] = []
        """Boards that are plugged in besides."""
        self.steps: list[str] = []
        self.shared = SharedPorts(open_port)
        self.playing = False
        self.displays = frozenset[Place]()
        made = MadeStands(folder, own)
        self.config = made.joined(rig_of("table.toml", own))
        drivers = Drivers(ports=self._ports, open_port=self.shared.open)
        self.rig = open_rig(self.config, drivers, takes_boards=True)
        self.rig.start(self.edges.append)
        self.rig.show({})
        settings = Settings("", 0, folder, self.config, table_file=own)
        found = stand_maker.stand_maker(
            settings,
            self.rig,
            self.shared,
            Drivers(ports=self._ports, open_port=self._open, usb=folder / "usb"),
            self,  # type: ignore[arg-type]  # what of a table is asked for
        )
        assert found is not None
        self.maker = found

    def _ports(self) -> list[Any]:
        vendor = 0x2E8A if self.number else 0x1A86
        there = [(self.board, self.number), *((b, b.serial_number) for b in self.more)]
        return [
            SimpleNamespace(device=board.device, serial_number=number, vid=vendor)
            for board, number in there
            if board.device
        ]

    def _open(self, path: str) -> Port:
        return self.opened(path)

    @property
    def publisher(self) -> SimpleNamespace:
        info = SimpleNamespace(playing=self.playing)
        return SimpleNamespace(latest=SimpleNamespace(table=info))

    def show_again(self) -> None:
        self.rig.show({})
        maker = getattr(self, "maker", None)  # its thread may be quicker than the test's
        if maker and (work := maker.shown().work):
            self.steps.append(f"{work.step} {work.done}/{work.of} {work.failed}".strip())

    def have_display(self, place: Place, *, there: bool) -> None:
        self.displays = self.displays | {place} if there else self.displays - {place}

    def plugged(self) -> str:
        """Return what the board is called, once a look has seen it as it is plugged in now."""

        def named() -> list[str]:
            names = [each.name for each in self.maker.shown().boards]
            return [each for each in names if self.number or each.startswith("/")]

        wait_for(named, "the board to be seen")
        return named()[0]

    def make(self, stand: str, known: str = "pico", **how: bool) -> str:
        self.maker.make(BoardWish(self.plugged(), stand, known, **how))
        wait_for(lambda: not self.maker.shown().busy, "the board's end")
        work = self.maker.shown().work
        assert work is not None
        return work.failed or f"stand {work.stand}"

    def stop(self) -> None:
        self.maker.stop()
        self.rig.stop()


@pytest.fixture
def own() -> str:
    """The table's own file; parametrized where it names a real board."""
    return TABLE


@pytest.fixture
def earlier() -> str:
    """What was made at this table in an earlier run."""
    return ""


@pytest.fixture
def evening(
    tmp_path: Path, bare: Board, own: str, earlier: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Evening]:
    if earlier:
        (tmp_path / MADE_FILE).write_text(earlier)
    monkeypatch.setattr(stand_maker, "LOOK_S", 0.05)
    monkeypatch.setattr(hearing, "LISTEN_S", 1.0)
    monkeypatch.setattr(flashing, "LEAVES_S", 0.1)  # a pseudo-terminal never leaves
    evening = Evening(tmp_path, bare, own)
    yield evening
    evening.stop()


def kept(evening: Evening) -> Path:
    return evening.board.folder / "flash" / "main.py"


def test_a_bare_board_becomes_a_stand_that_shows_and_is_pressed(evening: Evening) -> None:
    assert evening.maker.shown().free == ("1", "2", "3", "4", "5", "6")
    evening.plugged()
    assert evening.maker.shown().boards[0].kind == "bare"
    assert evening.make("3") == "stand 3"
    assert kept(evening).read_bytes() == SOURCE
    assert evening.steps[-1] == "done 0/0"
    assert [each for each in evening.steps if each.startswith("writes")] == [
        "writes 1/3",
        "writes 2/3",
        "writes 3/3",
    ]
    shown = evening.maker.shown()
    assert (shown.boards, shown.free) == ((), ("1", "2", "4", "5", "6"))
    wait_for(lambda: evening.board.shows(WordFace("3")), "its number on the glass")
    evening.board.touch()
    wait_for(lambda: len(evening.edges) == 2, "the press")
    assert evening.edges[0].place == "stand-3"
    three = Place("stand-3")
    assert evening.displays == {three}
    assert evening.rig.health()[three].up
    evening.board.unplug()
    wait_for(lambda: not evening.rig.health()[three].up, "that it is missed")


def test_after_a_restart_it_is_that_stand_and_the_own_file_wins(evening: Evening) -> None:
    evening.make("2")  # its number in the file is the one of the recommended build
    made = MadeStands(evening.folder, TABLE)
    links = {each.place: each.link for each in made.joined(evening.config).stands}
    assert links[Place("stand-2")] == UsbLink(NUMBER)
    assert made.of(NUMBER.lower()) == "2"
    other = '[stand.2]\nlink = "usb:B7"\n[stand.4]\nlink = "usb:C8"\n[centre]\n'
    theirs = MadeStands(evening.folder, other)
    joined = theirs.joined(rig_of("table.toml", other))
    assert joined == rig_of("table.toml", other)
    assert theirs.free() == ("1", "3", "5", "6")
    moved = MadeStands(evening.folder, f'[stand.4]\nlink = "usb:{NUMBER}"\n')
    assert moved.of(NUMBER) == "4"
    assert "2" in moved.free()


def test_the_wrong_stand_is_taken_back_and_the_board_becomes_another(
    evening: Evening,
) -> None:
    with pytest.raises(Rejected, match="board-gone"):
        evening.maker.undo()
    assert evening.make("3") == "stand 3"
    wait_for(lambda: evening.board.shows(WordFace("3")), "its number on the glass")
    assert evening.displays == {Place("stand-3")}
    evening.maker.undo()
    evening.plugged()
    assert evening.displays == frozenset()
    assert evening.maker.shown().free == ("1", "2", "3", "4", "5", "6")
    assert MadeStands(evening.folder, TABLE).of(NUMBER) is None
    assert evening.maker.shown().boards[0].kind == "ours"
    assert evening.make("4") == "stand 4"
    wait_for(lambda: evening.board.shows(WordFace("4")), "its number on the glass")
    assert MadeStands(evening.folder, TABLE).of(NUMBER) == "4"
    evening.board.touch()
    wait_for(lambda: len(evening.edges) == 2, "the press")
    assert evening.edges[0].place == "stand-4"


def test_what_a_board_was_told_it_stays_until_another_name_is_chosen(
    evening: Evening,
) -> None:
    file = kept(evening).with_name("stand.json")
    for known, there in (("oled-esp32", True), ("same", True), ("pico", False)):
        assert evening.make("3", known) == "stand 3"
        assert file.exists() is there
        evening.maker.undo()
        evening.plugged()


THREE = "".join(f'[stand.{n}]\nlink = "usb:AAAA000{n}"\n' for n in (1, 3, 4))
DAMAGED = [f"{THREE}[stand.2", f"{THREE}[stand.9]\n", f"{THREE}\udcff"]


@pytest.mark.parametrize("text", DAMAGED, ids=["cut off", "a stand too many", "no text"])
def test_a_file_of_made_stands_that_is_damaged_stops_no_table_and_is_left_as_it_is(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / MADE_FILE
    path.write_text(text, "utf-8", "surrogateescape")
    made = MadeStands(tmp_path, TABLE)
    rig = rig_of("table.toml", TABLE)
    assert made.joined(rig) == rig
    changes: tuple[Callable[[], object], ...] = (
        lambda: made.add("3", NUMBER),
        lambda: made.remove("AAAA0003"),
        lambda: made.make_bridge(NUMBER),
        lambda: made.make_bridge(None),
    )
    for change in changes:
        with pytest.raises(
            ConfigError, match=r"is damaged .*: correct it, or move it away"
        ):
            change()
    assert path.read_text("utf-8", "surrogateescape") == text


@pytest.mark.parametrize("earlier", [DAMAGED[0]])
@pytest.mark.parametrize("stand", ["3", "bridge"])
@pytest.mark.parametrize("chip", ["with ESP32C3"])
def test_where_that_file_is_damaged_no_board_is_touched(
    evening: Evening, earlier: str, stand: str
) -> None:
    assert evening.make(stand) == "not-known"
    work = evening.maker.shown().work
    assert work is not None
    assert work.facts == (("file", str(evening.folder / MADE_FILE)),)
    assert not kept(evening).exists()
    assert (evening.folder / MADE_FILE).read_text() == earlier


class Cut:
    """A board's port; its cable is pulled as soon as *gone* says so."""

    def __init__(self, port: Port, gone: Callable[[], bool]) -> None:
        self._port, self._gone, self.close = port, gone, port.close

    @property
    def in_waiting(self) -> int:
        return self._port.in_waiting

    def read(self, size: int) -> bytes:
        return self._port.read(size)

    def write(self, data: bytes) -> object:
        if self._gone():
            raise OSError(errno.EIO, "gone")
        return self._port.write(data)


@pytest.mark.parametrize(
    "step",
    by_default("looks", "writes 2/3", of=("looks", *(f"writes {n}/3" for n in (1, 2, 3)))),
)
def test_cut_off_at_any_step_it_is_done_again(evening: Evening, step: str) -> None:
    evening.plugged()

    def gone() -> bool:
        return any(each.startswith(step) for each in evening.steps)

    evening.opened = lambda path: Cut(open_port(path), gone)
    assert evening.make("1") == "lost"
    assert not kept(evening).exists()
    assert not (evening.folder / MADE_FILE).exists()
    assert "1" in evening.maker.shown().free
    evening.opened = open_port
    assert evening.make("1") == "stand 1"
    assert kept(evening).read_bytes() == SOURCE


def test_written_and_not_seen_to_start_it_is_done_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as now:
        now.setattr("hardware.workshop.flashing.START_S", 0.0)
        assert evening.make("1") == "silent"
    assert not (evening.folder / MADE_FILE).exists()
    assert evening.make("1") == "stand 1"


def test_a_program_of_its_own_is_asked_for_and_copied_first(evening: Evening) -> None:
    kept(evening).write_bytes(WEATHER)
    for n in range(7):
        (kept(evening).parent / f"lib{n}.py").write_bytes(b"import wifi\n")
    assert evening.make("1") == "has-other"
    work = evening.maker.shown().work
    assert work is not None
    files = dict(work.facts)["files"].split(", ")
    assert len(files) == 7
    assert files[-1] == "…"
    assert {*files[:-1]} < {"main.py", *(f"lib{n}.py" for n in range(7))}
    assert kept(evening).read_bytes() == WEATHER
    assert evening.make("1", replace=True) == "stand 1"
    assert "copies 0/0" in evening.steps
    (copied,) = evening.folder.glob("boards/*/main.py")
    assert copied.read_bytes() == WEATHER


def test_a_board_without_a_number_is_known_by_what_it_says_afterwards(
    evening: Evening,
) -> None:
    evening.number = None
    wait_for(
        lambda: (
            [each.name for each in evening.maker.shown().boards] == [evening.board.device]
        ),
        "the board by its port alone",
    )
    assert evening.make("5") == "stand 5"
    assert MadeStands(evening.folder, TABLE).of(evening.board.serial_number) == "5"
    wait_for(lambda: evening.board.shows(WordFace("5")), "its number on the glass")


def test_a_new_board_that_shows_its_drive_is_counted(evening: Evening) -> None:
    drive = evening.folder / "usb" / "1-1"
    drive.mkdir(parents=True)
    (drive / "idVendor").write_text("2e8a\n")
    (drive / "idProduct").write_text("0003\n")
    wait_for(lambda: evening.maker.shown().drives == 1, "the drive to be seen")
    shutil.rmtree(drive)
    wait_for(lambda: evening.maker.shown().drives == 0, "that it is gone")


def test_unplugging_undoes_what_went_wrong(evening: Evening) -> None:
    kept(evening).write_bytes(WEATHER)
    assert evening.make("1") == "has-other"
    evening.board.unplug()
    wait_for(lambda: evening.maker.shown().work is None, "a page that forgets it")
    assert evening.maker.shown().boards == ()


def test_that_a_stand_is_ready_is_not_told_for_ever(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert evening.make("1") == "stand 1"
    monkeypatch.setattr(stand_maker, "DONE_S", 0.0)
    wait_for(lambda: evening.maker.shown().work is None, "a page that forgets it")


def test_what_cannot_be_begun_is_refused(evening: Evening) -> None:
    name = evening.plugged()
    for wish in (
        BoardWish("B7", "1", "pico"),
        BoardWish(name, "9", "pico"),
        BoardWish(name, "1", "toaster"),
        BoardWish(name, "1", "pico", air=True),
    ):
        with pytest.raises(Rejected, match="board-gone"):
            evening.maker.make(wish)
    evening.maker.make(BoardWish(name, "1", "pico"))
    with pytest.raises(Rejected, match="board-busy"):
        evening.maker.make(BoardWish(name, "2", "pico"))
    wait_for(lambda: not evening.maker.shown().busy, "the board's end")


def test_in_a_match_nothing_is_asked_or_written(evening: Evening) -> None:
    name = evening.plugged()
    evening.playing = True
    with pytest.raises(Rejected, match="board-in-match"):
        evening.maker.make(BoardWish(name, "1", "pico"))
    assert not kept(evening).exists()


def test_in_a_match_none_is_taken_back(evening: Evening) -> None:
    assert evening.make("1") == "stand 1"
    evening.playing = True
    with pytest.raises(Rejected, match="board-in-match"):
        evening.maker.undo()
    evening.playing = False
    evening.maker.undo()
    wait_for(lambda: "1" in evening.maker.shown().free, "stand 1 to be free")


def test_a_fault_of_the_program_is_told_and_the_next_one_works(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_self: Flasher, _number: str, *, replace: bool) -> str:
        raise ValueError(replace)

    with monkeypatch.context() as now:
        now.setattr(Flasher, "flash", fails)
        assert evening.make("1") == "fault"
    assert evening.make("1") == "stand 1"


def test_a_number_that_cannot_be_kept_is_told(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(_self: Path, _to: Path) -> Path:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as now:
        now.setattr(Path, "replace", refused)
        assert evening.make("1") == "not-written"
    work = evening.maker.shown().work
    assert work is not None
    assert work.facts == (("why", "Read-only file system"),)
    (said,) = (line for line in caplog.messages if "was not made a stand" in line)
    assert said.endswith(
        "; take its lock off; a Pi's own card wants a new one, once the matches are saved."
    )
    assert evening.make("1") == "stand 1"


@pytest.fixture
def loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """The air of this test alone: a port of its own on this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setattr(air_file, "PORT", free.getsockname()[1])
    monkeypatch.setattr(air_file, "_BRIDGE", "127.0.0.1")
    monkeypatch.setattr(air_file, "_STAND", "127.0.0.1")


@pytest.mark.usefixtures("loopback")
@pytest.mark.parametrize("chip", ["with ESP32C3"])
def test_a_bridge_is_made_and_a_stand_plays_without_its_cable(
    evening: Evening, tmp_path: Path
) -> None:
    assert (evening.maker.shown().bridge, evening.maker.shown().air) == (True, False)
    assert evening.make("bridge") == "stand bridge"
    assert kept(evening).read_bytes() == BRIDGE_PROGRAM.read_bytes()
    shown = evening.maker.shown()
    assert (shown.air, len(shown.free)) == (True, 6)
    said = kept(evening).with_name("bridge.json").read_bytes()
    assert said == made_air(evening.folder).for_bridge()

    (tmp_path / "other" / "flash").mkdir(parents=True)
    other = Board(tmp_path / "other", board="0b0a", firmware=HERE / "prompt.py")
    two = Place("stand-2")
    try:
        evening.more.append(other)
        assert evening.make("2", air=True) == "stand 2"
        wait_for(lambda: other.shows(WordFace("2")), "its number on the glass")
        assert evening.rig.health()[two].air is None
        other.unplug()
        evening.more.clear()
        wait_for(lambda: not evening.rig.health()[two].up, "that it is missed")
        other.plug_in()  # to a battery
        wait_for(lambda: evening.rig.health()[two].air, "it in the air")
        wait_for(lambda: other.shows(WordFace("2")), "its number on the glass")
        other.touch()
        wait_for(lambda: len(evening.edges) == 2, "the press")
        assert evening.edges[0].place == two
        evening.board.unplug()
        wait_for(lambda: "is not plugged in" in evening.rig.health()[two].why)
        assert f"the bridge: board {NUMBER}" in evening.rig.health()[two].why
    finally:
        other.unplug()
    made = MadeStands(evening.folder, TABLE)
    joined = made.joined(rig_of("table.toml", TABLE))
    assert joined.bridge == NUMBER
    assert rig_of("taken along", made.text()) == joined


@pytest.mark.usefixtures("loopback")
@pytest.mark.parametrize("chip", ["with ESP32C3"])
def test_the_wrong_bridge_is_taken_back_made_again_and_becomes_a_stand(
    evening: Evening,
) -> None:
    for _ in range(2):
        assert evening.make("bridge") == "stand bridge"
        assert MadeStands(evening.folder, TABLE).bridge() == NUMBER
        evening.maker.undo()
        wait_for(lambda: evening.maker.shown().work is None, "that it is none")
        assert not evening.maker.shown().air
        assert MadeStands(evening.folder, TABLE).bridge() == ""
    assert evening.make("3") == "stand 3"
    wait_for(lambda: evening.board.shows(WordFace("3")), "its number on the glass")
    assert not kept(evening).with_name("bridge.json").exists()


@pytest.mark.usefixtures("loopback")
@pytest.mark.parametrize("chip", ["with ESP32C3"])
def test_the_bridge_of_before_is_there_again_when_another_one_is_taken_back(
    evening: Evening,
) -> None:
    made = MadeStands(evening.folder, TABLE)
    made.make_bridge("B0B0")
    assert evening.make("bridge") == "stand bridge"
    assert made.bridge() == NUMBER
    evening.maker.undo()
    wait_for(lambda: evening.maker.shown().work is None, "that it is none")
    assert made.bridge() == "B0B0"
    assert "B0B0" in evening.rig._named()  # type: ignore[attr-defined]  # of the running rig


def test_a_board_that_was_another_stand_is_told_the_address_of_that(
    evening: Evening,
) -> None:
    evening.number = None  # behind a UART bridge
    evening.plugged()
    made = MadeStands(evening.folder, TABLE)
    made.make_bridge("B0B0")
    made_air(evening.folder)
    made.add("3", evening.board.serial_number)
    wait_for(lambda: evening.maker.shown().air, "that boards may be in the air")
    assert evening.make("5", air=True) == "stand 3"
    told = json.loads(kept(evening).with_name("told.json").read_text())
    assert told["own"].startswith("192.168.77.")
    assert told["own"].endswith("3")


REAL = "e6614c311b6a7b2c"
"""What the board of these tests says of itself."""


@pytest.mark.parametrize("own", [f'[stand.1]\n[stand.2]\nlink = "usb:{REAL}"\n'])
def test_a_stand_of_the_own_file_stays_when_its_board_is_taken_back(
    evening: Evening,
) -> None:
    evening.number = None  # behind a UART bridge, and erased
    assert evening.make("3") == "stand 2"
    evening.maker.undo()
    wait_for(lambda: evening.maker.shown().work is None, "that it is taken back")
    evening.rig.show({Place("stand-2"): WordFace("A")})
    evening.board.unplug()
    wait_for(lambda: not evening.rig.health()[Place("stand-2")].up, "that it is missed")
    evening.board.plug_in()
    wait_for(lambda: evening.rig.health()[Place("stand-2")].up, "the stand to be back")
    evening.board.touch()
    wait_for(lambda: len(evening.edges) == 2, "the press")
    assert evening.displays == {Place("stand-2")}


@pytest.mark.parametrize("earlier", [f'[stand.3]\nlink = "usb:{REAL}"\n'])
def test_a_stand_of_an_earlier_run_that_is_taken_back_is_offered_again(
    evening: Evening,
) -> None:
    evening.number = None  # behind a UART bridge, and erased
    assert evening.make("5") == "stand 3"
    evening.maker.undo()
    wait_for(lambda: evening.maker.shown().work is None, "that it is taken back")
    assert evening.make("5") == "stand 5"


@pytest.mark.usefixtures("loopback")
def test_who_is_not_to_be_in_the_air_forgets_it(evening: Evening) -> None:
    made_air(evening.folder)
    MadeStands(evening.folder, TABLE).make_bridge("B0B0")
    wait_for(lambda: evening.maker.shown().air, "that boards may be in the air")
    assert evening.make("2", air=True) == "stand 2"
    assert kept(evening).with_name("told.json").exists()
    evening.maker.undo()
    assert evening.make("4") == "stand 4"
    assert not kept(evening).with_name("told.json").exists()


@pytest.mark.usefixtures("loopback")
def test_a_damaged_key_is_told_and_nothing_written(evening: Evening) -> None:
    evening.plugged()
    air_path(evening.folder).write_text("{")
    assert evening.make("bridge") == "no-key"
    assert not kept(evening).exists()
    assert not evening.maker.shown().air


@pytest.mark.usefixtures("loopback")
@pytest.mark.parametrize(
    ("is_made", "wish", "said"),
    [("bridge", "3", "is-bridge"), ("3", "bridge", "is-stand")],
)
@pytest.mark.parametrize("chip", ["with ESP32C3"])
def test_a_board_that_says_afterwards_who_it_is_is_no_second_thing(
    evening: Evening, is_made: str, wish: str, said: str
) -> None:
    evening.number = None  # behind a UART bridge: it is called by its port
    evening.plugged()
    made, number = MadeStands(evening.folder, TABLE), evening.board.serial_number
    if is_made == "bridge":
        made.make_bridge(number)
    else:
        made.add(is_made, number)
    assert evening.make(wish) == said
    assert (made.bridge() or made.of(number)) == (number if is_made == "bridge" else "3")


def test_what_cannot_be_taken_back_is_told(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert evening.make("3") == "stand 3"
    with monkeypatch.context() as now:
        now.setattr(MadeStands, "remove", _full)
        evening.maker.undo()
        wait_for(lambda: evening.maker.shown().work.failed == "not-undone", "that")  # type: ignore[union-attr]  # it fails if none
    assert MadeStands(evening.folder, TABLE).of(NUMBER) == "3"
    evening.maker.undo()  # there is room again
    wait_for(lambda: "3" in evening.maker.shown().free, "that it is none")
    assert MadeStands(evening.folder, TABLE).of(NUMBER) is None


def _full(_made: MadeStands, _number: str) -> None:
    raise ConfigError("boards.toml cannot be written: No space left on device.")


def test_what_cannot_be_the_bridge_is_told_and_left_as_it_is(evening: Evening) -> None:
    assert evening.make("bridge") == "no-bridge"
    assert not kept(evening).exists()
    assert MadeStands(evening.folder, TABLE).bridge() == ""
    assert evening.make("1") == "stand 1"


def test_the_own_files_bridge_wins_and_a_stand_of_it_is_no_bridge(tmp_path: Path) -> None:
    own = '[stand.1]\n[air]\nbridge = "usb:B7"\n'
    made = MadeStands(tmp_path, own)
    made.add("2", "B7")
    made.make_bridge("C8")
    rig = rig_of("table.toml", own)
    assert made.joined(rig) == rig
    assert made.text() == own
    braced = "air = {}\n[stand.1]\n"
    assert MadeStands(tmp_path, braced).bridge() == "C8"
    theirs = '[stand.1]\nlink = "usb:c8"\n'
    assert MadeStands(tmp_path, theirs).joined(rig_of("table.toml", theirs)).bridge == ""


def test_what_the_own_file_has_overruled_stands_in_nobodys_way(tmp_path: Path) -> None:
    made = MadeStands(tmp_path, "[stand.1]\n")
    made.add("1", "A1")
    made.make_bridge("B7")
    own = '[stand.1]\nlink = "usb:D4"\n[air]\nbridge = "usb:C8"\n'
    now = MadeStands(tmp_path, own)
    now.add("2", "B7")
    now.add("3", "A1")
    assert (now.of("B7"), now.of("A1"), now.bridge()) == ("2", "3", "C8")
    own = '[stand.1]\nlink = "usb:D4"\n[stand.3]\nlink = "usb:E5"\n'
    later = MadeStands(tmp_path, own)
    later.make_bridge("A1")
    assert later.bridge() == "A1"
    assert later.of("B7") == "2"
