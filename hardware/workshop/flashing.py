"""Puts the firmware onto a board that runs MicroPython, over its raw prompt, and sees it run.

MicroPython's own tool would bring a dependency, and its classes are no public interface;
what is needed of the prompt is one command after the other.
"""

import base64
import binascii
import errno
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, Literal

from companion.errors import HardwareError
from companion.links import same_board
from hardware.boards import serial_protocol as protocol
from hardware.boards.board_finder import own_number
from hardware.boards.serial_link import Port
from hardware.boards.serial_protocol import Hello
from hardware.pins.drivers import Drivers
from hardware.workshop.board_files import BoardFiles
from hardware.workshop.hearing import BoardWord, listen
from hardware.workshop.known_boards import AIR_FILE, BRIDGE_FILE, BY_CHIP, TOLD_FILE
from hardware.workshop.raw_prompt import BoardError, RawPrompt, shown

FIRMWARE: Final = Path(__file__).parents[1] / "firmware" / "stand.py"
GLASS: Final = "stand_glass.py"
WIRE: Final = "stand_wire.py"
BRIDGE_PROGRAM: Final = FIRMWARE.with_name("bridge.py")
_FREED: Final = (1, 3)
"""From this firmware on a board gives its prompt when it is asked."""
_PIECE: Final = 192
FlashStep = Literal["looks", "copies", "writes", "starts"]
START_S: Final = 15.0
"""How long a board may take until it is back."""

LEAVES_S: Final = 1.0
"""How long one may take to leave the bus; behind a UART bridge its port stays."""
_LOOK_S: Final = 0.1

_CHECK = """f.close()
c=0
with open('{0}.new','rb') as f:
 while True:
  b=f.read(256)
  if not b: break
  c=binascii.crc32(b,c)
print(c&0xffffffff)"""
_SWAP = """for n in ['main.py']+{0}+{1}:
 try:
  os.remove(n)
 except OSError:
  pass
for n in {0}+['main.py']:
 os.rename(n+'.new',n)"""
_CHIP = "import sys\nprint(getattr(sys.implementation,'_machine',''))"
_HAS_AIR = "try:\n import network\n print(1)\nexcept ImportError:\n print(0)"


_LEFT = (
    "and it is left as it is. To make a stand of it all the same, name it: --replace {0}; "
    "what lies on it is copied first"
)
_RUNS_OTHER = (
    "board {0} shows no prompt: it runs a program that is not ours, "
    + _LEFT
    + ". (A board "
    "without MicroPython does not answer as MicroPython does either: put that onto it)"
)
_HAS_OTHER = "board {0} has a program of its own ({1}), " + _LEFT
_WHICH = (
    "board {0} says that it is {1}, and nobody can tell from that where its display is: name "
    "it with --board (companion stands flash --help lists them), or its pins with --pins"
)
_NO_BRIDGE = (
    "board {0} says that it is {1}: the bridge is an ESP32; nothing on it was changed"
)
_NO_AIR = (
    "board {0} says that it is {1}, which has no Wi-Fi: without --air it is a stand at its "
    "cable; nothing on it was changed"
)


class Flasher:
    """Flashes boards one by one; *source* is the program that each gets as its main.py.

    What others had on theirs is kept in folders of *kept*. *told*: files of data that it gets (or
    None) in place of what it had by these names; what it was told as a bridge goes anyway.
    """

    def __init__(
        self,
        drivers: Drivers,
        source: bytes,
        kept: Path,
        *,
        modules: Iterable[str] = (GLASS, WIRE),
        told: Mapping[str, bytes | None] | None = None,
    ) -> None:
        self.on_step: Callable[[FlashStep, int, int], object] = _nobody
        """Hears what is begun, and the how manieth of how many files it is."""
        self._drivers, self._source, self._kept = drivers, source, kept
        self._modules = {name: FIRMWARE.with_name(name).read_bytes() for name in modules}
        self._news = bool(told)
        files = {BRIDGE_FILE: None, **(told or {})}
        self._told = {name: data for name, data in files.items() if data is not None}
        self._gone = [name for name, data in files.items() if data is None]
        found = re.search(rb'^FIRMWARE = "([\w.-]+)"', source, re.MULTILINE)
        assert found  # noqa: S101 - our own file; a test holds it
        self.version = found[1].decode()

    def flash(self, number: str, *, replace: bool = False) -> str:
        """Make the board with this serial number a stand, and say how; raises HardwareError.

        *replace*: also where it has a program of its own, which is copied before.
        Cut off anywhere it can be done again: main.py is the old one, none, or the whole new.
        """
        name = shown(number, 40)
        self.on_step("looks", 0, 0)
        with _not_lost(number):
            port = self._open(number)
            try:
                heard = listen(port)
                runs = heard.hello is not None and heard.hello.firmware == self.version
                if runs and not self._news:
                    return f"runs firmware {self.version} already"
                if heard.ours:
                    port = self._freed(port, number, heard)
                elif not (heard.idle or replace):
                    raise BoardError("runs-other", _RUNS_OTHER.format(name))
                kept = self._change(RawPrompt(port, name), name, replace=replace)
            finally:
                port.close()
        self.on_step("starts", 0, 0)
        self._wait(number)
        where = f"; what it had is in {kept}" if kept else ""
        return f"has firmware {self.version} now{where}"

    def _freed(self, port: Port, number: str, heard: BoardWord) -> Port:
        """Return the port of a board that has left our firmware for its prompt."""
        name = shown(number, 40)
        if heard.hello is None or _numbers(heard.hello.firmware) < _FREED:
            raise BoardError("locked", _runs_another(name, heard.hello))
        port.write(protocol.frame(protocol.FREE))
        port.close()
        end_s = time.monotonic() + LEAVES_S
        while self._path(number) and time.monotonic() < end_s:
            time.sleep(_LOOK_S)
        end_s = time.monotonic() + START_S
        fault: OSError | None = None
        while time.monotonic() < end_s:
            try:
                fault = None
                with ExitStack() as unless_idle:
                    port = unless_idle.enter_context(closing(self._open(number)))
                    if listen(port).idle:
                        unless_idle.pop_all()
                        return port
            except OSError as error:  # it goes from the bus and comes back
                fault = error
                time.sleep(_LOOK_S)
        raise fault or BoardError("locked", _runs_another(name, heard.hello))

    def said_id(self, number: str) -> str:
        """Return the id that the board says in its HELLO, "" where no firmware answers."""
        with _not_lost(number), closing(self._open(number)) as port:
            hello = listen(port).hello
        return hello.board if hello else ""

    def _change(self, prompt: RawPrompt, name: str, *, replace: bool) -> Path | None:
        """Put the firmware there; return where somebody's program was copied to before."""
        files, kept = BoardFiles(prompt, name), None
        if fault := self._unfit(prompt, files, name):
            prompt.leave()
            raise fault
        if own := files.told():
            if not replace:
                named = files.named()
                prompt.leave()
                raise BoardError("has-other", _HAS_OTHER.format(name, own), files=named)
            self.on_step("copies", 0, 0)
            kept = files.copy(self._kept)
        self._put(prompt, {**self._modules, **self._told, "main.py": self._source}, name)
        return kept

    def _unfit(self, prompt: RawPrompt, files: BoardFiles, name: str) -> BoardError | None:
        """Return why this board cannot be what it shall be."""
        chip = prompt.run(_CHIP).decode("utf-8", "replace").strip()
        is_esp, is_stand = "ESP32" in chip, GLASS in self._modules
        if self.version.startswith("bridge") and not is_esp:
            return BoardError("no-bridge", _NO_BRIDGE.format(name, shown(chip, 60)))
        if AIR_FILE in self._told and not prompt.number(_HAS_AIR):
            return BoardError("no-air", _NO_AIR.format(name, shown(chip, 60)))
        keeps_file = TOLD_FILE not in self._gone and files.has(TOLD_FILE)
        by_file = TOLD_FILE in self._told or keeps_file
        if is_stand and is_esp and not (by_file or any(each in chip for each in BY_CHIP)):
            return BoardError("which", _WHICH.format(name, shown(chip, 60)))
        return None

    def _put(self, prompt: RawPrompt, files: Mapping[str, bytes], number: str) -> None:
        """Write *files*, read them back, and start the board anew; main.py is the last."""
        prompt.run("import binascii,machine,os")
        for n, (name, data) in enumerate(files.items(), 1):
            self.on_step("writes", n, len(files))
            prompt.run(f"f=open('{name}.new','wb')")
            for at in range(0, len(data), _PIECE):
                piece = base64.b64encode(data[at : at + _PIECE]).decode()
                prompt.run(f"f.write(binascii.a2b_base64('{piece}'))")
            if prompt.number(_CHECK.format(name)) != binascii.crc32(data):
                raise BoardError(
                    "worn",
                    f"board {number} reads back something else than was written: try it "
                    "once more; if that does not help, its flash is worn",
                )
        new = [name for name in files if name != "main.py"]
        prompt.run(_SWAP.format(new, self._gone))
        prompt.start_anew()

    def _path(self, number: str) -> str | None:
        """Return at which port the board is, None where it is not plugged in."""
        ports = list(self._drivers.ports())
        for each in ports:
            if same_board(own_number(each, ports), number) or each.device == number:
                return str(each.device)
        # It may be named by --port.
        return number if number.startswith("/") and Path(number).exists() else None

    def _open(self, number: str) -> Port:
        path = self._path(number)
        if path is None:
            raise BoardError(
                "lost",
                f"board {shown(number, 40)} is not plugged in any more: check its cable, and "
                "plug it in again",
            )
        try:
            port: Port = self._drivers.open_port(path)
        except HardwareError:
            raise
        except OSError as error:
            where = f"board {shown(number, 40)} at {path}"
            raise BoardError(
                "port", f"{where}: {_refused(error)}", why=error.strerror or str(error)
            ) from error
        return port

    def _wait(self, number: str) -> None:
        """Return once the board, which starts anew, says that it runs this firmware."""
        end_s = time.monotonic() + START_S
        while time.monotonic() < end_s:
            try:
                with closing(self._open(number)) as port:
                    hello = listen(port).hello
                if hello and hello.firmware == self.version:
                    return
            except OSError:  # as above
                time.sleep(_LOOK_S)
        raise BoardError(
            "silent",
            f"board {shown(number, 40)} has its firmware and does not start it: unplug it, "
            "let go of its button, and plug it in again",
        )


def _nobody(_step: FlashStep, _done: int, _of: int) -> None:
    """Hear it."""


@contextmanager
def _not_lost(number: str) -> Iterator[None]:
    """Say what helps where a port fails."""
    try:
        yield
    except HardwareError:
        raise  # which is an OSError too, and says what helps
    except OSError as error:
        raise BoardError(
            "lost",
            f"board {shown(number, 40)} was lost on the way ({error}): check its cable, and "
            "plug it in again",
        ) from error


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, whatever is before them."""
    return tuple(int(each) for each in re.findall(r"\d{1,4}", version))


def _runs_another(number: str, hello: Hello | None) -> str:
    runs = (
        f"runs firmware {shown(hello.firmware) or '?'}"
        if hello
        else "has a firmware already"
    )
    return (
        f"board {number} {runs}, which lets nobody in: unplug it, hold its button while you "
        "plug it in, and it is flashed anew"
    )


def _refused(error: OSError) -> str:
    if error.errno == errno.EACCES:
        return "you may not use it; add the user to the group dialout, and log in again"
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return (
            "another program has it; stop the table first: "
            "sudo systemctl stop companion.socket companion"
        )
    return f"it cannot be opened ({error}); unplug it and plug it in again"
