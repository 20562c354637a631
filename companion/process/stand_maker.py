"""Boards that are plugged in become stands, one their bridge, while the table runs.

One thread looks, and writes.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.config.air_file import known_air, made_air
from companion.config.made_stands import MADE_FILE, MadeStands
from companion.errors import CompanionError, ConfigError, HardwareError, refuse
from companion.links import (
    BRIDGE,
    SAME,
    BoardsShown,
    BoardWish,
    BoardWork,
    PluggedBoard,
    same_board,
)
from companion.ports import Place, Rig
from companion.process.settings import Settings
from companion.table.table import Table
from hardware.boards.shared_ports import SharedPorts
from hardware.pins.drivers import Drivers
from hardware.workshop.flashing import FIRMWARE, Flasher, FlashStep
from hardware.workshop.known_boards import AIR_FILE, BOARDS, TOLD_FILE, told
from hardware.workshop.raw_prompt import BoardError
from hardware.workshop.table_boards import (
    Lookout,
    bridge_flasher,
    make_stand,
    without_program,
)

LOOK_S: Final = 2.0
"""How often it is looked for what is plugged in."""
DONE_S: Final = 60.0
"""How long a page says that a stand is ready."""
_LOG = logging.getLogger(__name__)


class BoardsToStands:
    """Implements ``StandMaker`` for a table whose rig takes boards.

    *take* lets the rig have one as a stand or the bridge, or no more; while *playing* nothing is
    asked or written. *folder* keeps what boards held, and the key of the air.
    """

    def __init__(
        self,
        made: MadeStands,
        ports: SharedPorts,
        folder: Path,
        take: Callable[[str, str | None], object],
        *,
        drivers: Drivers,
    ) -> None:
        self._made, self._ports, self._drivers = made, ports, drivers
        self._folder, self._kept, self._take = folder, folder / "boards", take
        self.changed: Callable[[], object] = lambda: None
        self.playing: Callable[[], bool] = lambda: False
        self._source = FIRMWARE.read_bytes()
        version = Flasher(drivers, self._source, self._kept).version
        self._lookout = Lookout(drivers, version, ports.lent, ports.used)
        self._shown = BoardsShown(known=tuple(BOARDS), **self._open())
        self._wish: tuple[BoardWish, PluggedBoard] | None = None
        self._ended_s, self._undoing = 0.0, False
        self._newest = "", "", ""
        """Stand and number of what was made last, and the bridge of before."""
        self._news, self._stopping = threading.Condition(), False
        self._thread = threading.Thread(target=self._run, name="stand maker", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End; a board that is being written then is begun again, as after a pulled plug."""
        with self._news:
            self._stopping = True
            self._news.notify()
        if self._thread.is_alive():
            self._thread.join(LOOK_S)

    def shown(self) -> BoardsShown:
        """Return how it is just now."""
        return self._shown

    def make(self, wish: BoardWish) -> None:
        """Let the thread begin; raises Rejected."""
        if self.playing():
            raise refuse("board-in-match")
        with self._news:
            shown = self._shown
            if shown.busy or self._wish or self._undoing:
                raise refuse("board-busy")
            stands = (*shown.free, BRIDGE) if shown.bridge else shown.free
            found = next((each for each in shown.boards if each.name == wish.board), None)
            may = wish.stand in stands and wish.known in (*BOARDS, SAME)
            if found is None or not may or (wish.air and not shown.air):
                raise refuse("board-gone")
            self._wish = wish, found
            self._show(work=_work(wish))
            self._news.notify()

    def undo(self) -> None:
        """Let the board that has just become one be no stand or bridge; raises Rejected."""
        if self.playing():
            raise refuse("board-in-match")
        with self._news:
            work = self._shown.work
            if self._wish or work is None or work.step != "done" or self._undoing:
                raise refuse("board-gone")
            self._undoing = True
            self._news.notify()

    # -- the thread ----------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping:
            try:
                if self._wish:
                    self._carry_out(*self._wish)
                elif self._undoing:
                    self._undo()
                elif not self.playing():
                    self._look()
            except Exception:  # noqa: BLE001 - one look must not end the thread
                _LOG.exception("stand maker")
            with self._news:
                if not (self._wish or self._stopping or self._undoing):
                    self._news.wait(LOOK_S)

    def _look(self) -> None:
        boards = self._lookout.look(self._made.boards())
        work = self._shown.work
        over = time.monotonic() - self._ended_s > DONE_S
        # What went wrong is told until it is unplugged.
        gone = work and work.board not in {each.name for each in boards}
        if work and (over if work.step == "done" else gone):
            work = None
        drives = without_program(self._drivers.usb)
        self._show(boards=boards, drives=drives, work=work, **self._open())

    def _undo(self) -> None:
        self._undoing = False
        stand, number, before = self._newest
        try:
            if stand == BRIDGE:
                self._made.make_bridge(before or None)
            else:
                self._made.remove(number)
        except ConfigError as error:
            _LOG.warning("%s", error)
            work, self._ended_s = self._shown.work, time.monotonic()
            why = ("why", _why(error))
            self._show(work=work and replace(work, failed="not-undone", facts=(why,)))
            return
        if stand == BRIDGE:
            self._take(stand, before)
        elif not self._made.of(number):  # else the own file has it: it stays that stand
            self._take(stand, None)
        self._show(work=None, **self._open())

    def _open(self) -> dict[str, Any]:
        """Return what a board may still become, as ``BoardsShown`` has it."""
        try:
            air = bool(self._made.bridge()) and known_air(self._folder) is not None
        except ConfigError:
            air = False  # whoever makes the bridge anew is told why
        made = self._made
        return {"free": made.free(), "bridge": made.takes_bridge(), "air": air}

    def _show(self, **news: Any) -> None:  # noqa: ANN401 - fields of BoardsShown
        new = replace(self._shown, **news)
        if new != self._shown:
            self._shown = new
            self.changed()

    def _carry_out(self, wish: BoardWish, board: PluggedBoard) -> None:
        name, path, shown = board.name, board.path, self._shown.boards
        work = _work(wish)

        def on_step(step: FlashStep, done: int, of: int) -> None:
            self._show(work=replace(work, step=step, done=done, of=of))

        def flasher(stand: str) -> Flasher:
            made = self._flasher(wish, stand)
            made.on_step = on_step
            return made

        before = self._made.bridge()
        try:
            with self._ports.lent(path):
                stand, number, _ = make_stand(
                    name,
                    lambda number: (self._placed(wish, number), number),
                    flasher,
                    replace=wish.replace,
                )
            if stand == BRIDGE:
                self._made.make_bridge(number)
            else:
                self._made.add(stand, number)
        except Exception as error:  # noqa: BLE001 - a page waits for its end
            if isinstance(error, CompanionError):
                _LOG.warning("The board %s was not made a stand: %s", name, error)
            else:
                _LOG.exception("board %s", name)
            work = _failed(work, error)
        else:
            shown = tuple(each for each in shown if each.name != name)
            work = replace(work, stand=stand, step="done")
            self._newest = stand, number, before
            self._take(stand, number)
        finally:
            self._lookout.forget(path)
            self._wish, self._ended_s = None, time.monotonic()
            self._show(boards=shown, work=work, **self._open())

    def _placed(self, wish: BoardWish, number: str) -> str:
        """Return which stand the board becomes: one that was a stand is that one again."""
        if fault := self._made.fault():
            file = str(self._folder / MADE_FILE)
            raise BoardError("not-known", ": ".join(fault), file=file)
        stand, is_bridge = self._made.of(number), same_board(self._made.bridge(), number)
        if wish.stand == BRIDGE and stand:
            raise BoardError("is-stand", f"board {number} is stand {stand}", stand=stand)
        if wish.stand != BRIDGE and is_bridge:
            raise BoardError("is-bridge", f"board {number} is the bridge")
        return stand or wish.stand

    def _flasher(self, wish: BoardWish, stand: str) -> Flasher:
        """Return what writes the program of *wish*, and what the board is told besides."""
        try:
            air = made_air(self._folder) if wish.air or wish.stand == BRIDGE else None
        except ConfigError as error:
            raise BoardError("no-key", str(error), why=_why(error)) from error
        if air and wish.stand == BRIDGE:
            return bridge_flasher(self._drivers, self._kept, air.for_bridge())
        data = {AIR_FILE: air.for_stand(stand) if air else None}
        if wish.known != SAME:
            data[TOLD_FILE] = told(wish.known, ())
        return Flasher(self._drivers, self._source, self._kept, told=data)


def _work(wish: BoardWish) -> BoardWork:
    return BoardWork(wish.board, wish.stand, wish.known, "looks", air=wish.air)


def _failed(work: BoardWork, error: Exception) -> BoardWork:
    """Return why it did not become a stand; a page has a sentence for each kind."""
    if isinstance(error, BoardError):
        return replace(
            work, step="failed", failed=error.kind, facts=tuple(error.facts.items())
        )
    if isinstance(error, ConfigError):
        why = ("why", _why(error))
        return replace(work, step="failed", failed="not-written", facts=(why,))
    failed = "lost" if isinstance(error, HardwareError) else "fault"
    return replace(work, step="failed", failed=failed)


def _why(error: ConfigError) -> str:
    """Return what is wrong here: what the system says, or else the whole sentence."""
    said = getattr(error.__cause__, "strerror", None)
    return str(said or error).removesuffix(".")


def stand_maker(
    settings: Settings, rig: Rig, ports: SharedPorts, drivers: Drivers, table: Table
) -> BoardsToStands | None:
    """Begin to make stands at *table*; None where no file says what that is made of."""
    if not settings.table_file:
        return None
    from hardware.rig.wired import WiredRig  # noqa: PLC0415 - where boards may come

    if not isinstance(rig, WiredRig):
        return None
    made = MadeStands(settings.data, settings.table_file)

    def take(stand: str, number: str | None) -> None:
        if stand == BRIDGE:
            rig.take_bridge(number or "")
            return
        place = Place(f"stand-{stand}")
        if number is None:
            rig.drop_board(place)
        else:
            rig.take_board(place, number)
        table.have_display(place, there=number is not None)

    maker = BoardsToStands(made, ports, settings.data, take, drivers=drivers)

    maker.changed = table.show_again
    maker.playing = lambda: table.publisher.latest.table.playing
    maker.start()
    return maker
