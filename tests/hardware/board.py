"""The real firmware in a process of its own, on a pseudo-terminal."""

import os
import pty
import shutil
import subprocess
import sys
import tty
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.ports import Face
from hardware.drawing.faces import draw
from hardware.emulator.controllers import Ssd1306
from tests.waiting import wait_for

HERE = Path(__file__).parent / "firmware"
FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware" / "stand.py"
MICROPYTHON = os.environ.get("MICROPYTHON") or shutil.which("micropython")
INTERPRETERS = {
    # A board keeps no bytecode.
    "cpython": [sys.executable, "-B", str(HERE / "cpython.py")],
    **({"micropython": [MICROPYTHON]} if MICROPYTHON else {}),
}
PROGRAMS = f"{HERE}:{FIRMWARE.parent}"
"""Where the firmware finds its own modules, and those that stand in for MicroPython's."""
OFF, UNPLUGGED = "43", ""
"""What a display answers that is switched off, and one that is not there."""
LIGHT = "pin25"


class Board:
    """A stand's microcontroller, plugged in from the start."""

    def __init__(
        self,
        folder: Path,
        interpreter: str = "cpython",
        board: str = "e6614c311b6a7b2c",
        *,
        firmware: Path = FIRMWARE,
        chip: str | None = None,
        button: int = 15,
        glass: Callable[[], Ssd1306] = Ssd1306,
        data: Mapping[str, bytes] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder, self.serial_number = folder, board
        self._environment = {
            **({"STAND_CHIP": chip} if chip else {}),
            **(environment or {}),
        }
        self._button, self._new_glass, self._data = f"pin{button}", glass, data or {}
        self._command = [*INTERPRETERS[interpreter], str(firmware)]
        self._process: subprocess.Popen[bytes] | None = None
        self.device = ""
        self.plug_in()

    def plug_in(self, *, held: bool = False) -> None:
        """Give it power: it begins anew, its display forgets everything."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / "i2c").write_text("")
        (self.folder / "status").write_text(OFF)
        (self.folder / "said").write_text("")
        (self.folder / self._button).write_text("0" if held else "1")
        for name, data in self._data.items():
            (self.folder / name).write_bytes(data)
        self.glass, self._read = self._new_glass(), 0
        inside, self._outside = pty.openpty()
        tty.setraw(self._outside)
        self.device = os.ttyname(self._outside)
        self._process = subprocess.Popen(
            self._command,
            stdin=inside,
            stdout=inside,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env={
                **os.environ,
                "MICROPYPATH": PROGRAMS,
                "STAND_FOLDER": str(self.folder),
                "STAND_ID": self.serial_number,
                **self._environment,
            },
        )
        os.close(inside)

    def unplug(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            os.close(self._outside)
            self.device = ""

    def cut_display(self, status: str = OFF) -> None:
        """Take its display's power alone: what it answers from now on is *status*."""
        self._replace("status", status)
        self.picture()  # what was written until now is forgotten with the rest
        self.glass.power_cycle()

    def ends(self, limit_s: float) -> bool:
        """Return once the program has come to its end, as it does with its button held."""
        assert self._process is not None
        self._process.wait(limit_s)
        return True

    def press(self, *, down: bool) -> None:
        self._replace(self._button, "0" if down else "1")

    def _replace(self, name: str, text: str) -> None:
        path = self.folder / "new"
        path.write_text(text)
        path.rename(self.folder / name)

    def touch(self) -> None:
        """Press and let go, each as soon as the firmware has told of what was before."""
        for down in (True, False):
            told = self._presses()
            self.press(down=down)
            wait_for(lambda told=told: self._presses() > told, "the board's word")  # type: ignore[misc]  # bound now

    @property
    def has_asked(self) -> bool:
        """Whether it has asked its display how it is, as it does at each beat."""
        return " 00e3\n" in (self.folder / "i2c").read_text()

    def _presses(self) -> int:
        """Return how many edges it has told of; what it says again counts once."""
        lines = (self.folder / "said").read_text().split("$")
        return len({line.split()[1] for line in lines if line.startswith("BTN ")})

    @property
    def lit(self) -> bool:
        path = self.folder / LIGHT
        return path.exists() and path.read_text() == "1"

    def shows(self, face: Face) -> bool:
        return self.picture() == draw(face, (128, 64)).tobytes()

    @property
    def written(self) -> int:
        """How many writes its display has got."""
        return (self.folder / "i2c").read_text().count("\n")

    def seen(self, first: int) -> set[bytes]:
        """Return every picture that stood on the glass since write number *first*."""
        glass, seen = Ssd1306(), set()
        whole, _, _ = (self.folder / "i2c").read_text().rpartition("\n")
        for number, line in enumerate(whole.splitlines()):
            glass.write(bytes.fromhex(line.split()[1]))
            if number >= first:
                seen.add(glass.picture().tobytes())
        return seen

    def picture(self) -> bytes:
        """Return what the display shows, from every byte it got so far."""
        with (self.folder / "i2c").open() as file:
            file.seek(self._read)
            for line in file:
                if not line.endswith("\n"):
                    break
                self._read += len(line)
                self.glass.write(bytes.fromhex(line.split()[1]))
        return self.glass.picture().tobytes()
