"""A table with people around it, named by their names; every wait has a limit."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, ParamSpec, Self, TypeVar

from companion.engine.game import AnyGame
from companion.errors import Rejected
from companion.messages import Catalogue
from companion.ports import ButtonEdge, Place
from companion.table.table import Table
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.projection import Projection, SeatPage
from tests.play import refusal
from tests.waiting import LIMIT_S

SECOND = 1_000_000_000
NONE: Mapping[str, str] = {}
P = ParamSpec("P")
T = TypeVar("T")


def device(name: str) -> DeviceId:
    return DeviceId(f"device of {name}")


class House:
    def __init__(
        self,
        game: AnyGame,
        path: Path,
        sentences: Mapping[str, str] = NONE,
        **more: Any,
    ) -> None:
        """*more* is what the table is told beside: a clock, who hears what stands refuse."""
        self.game = game
        catalogues = {game.name: {"en": Catalogue("en", sentences)}}
        told = {"random": Random(7), "bot_pause_s": 0.0, **more}
        self.table = Table({game.name: game}, path, catalogues, **told)
        self.commands = 0

    def __enter__(self) -> Self:
        self.table.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.table.stop()

    # -- what is shown -------------------------------------------------------------------

    @property
    def shown(self) -> Projection:
        return self.table.publisher.latest

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.shown.table.people]

    def person(self, name: str) -> PersonId:
        return next(each.id for each in self.shown.table.people if each.name == name)

    def handle(self, name: str) -> Handle:
        pages = self.shown.pages.items()
        return next(handle for handle, page in pages if page.person.name == name)

    def page(self, name: str) -> SeatPage:
        return self.shown.pages[self.handle(name)]

    def versions(self) -> dict[str, int]:
        return {page.person.name: page.version for page in self.shown.pages.values()}

    def content(self) -> dict[Handle, SeatPage]:
        """Return the pages without what counts in one run only."""
        pages = self.shown.pages.items()
        return {
            handle: replace(
                page, version=0, witness="", table=replace(page.table, moments=())
            )
            for handle, page in pages
        }

    def incidents(self) -> list[tuple[str, str]]:
        """Return what went wrong, newest first."""
        return [(each.kind, each.detail) for each in self.shown.incidents]

    @property
    def saved(self) -> bool:
        return self.shown.table.saved

    def told(self) -> list[str]:
        return [each.message.id for each in self.shown.table.announcements]

    def wait(self, until: Callable[[Projection], bool]) -> None:
        assert until(self.table.publisher.wait(until, LIMIT_S))

    # -- what people do ------------------------------------------------------------------

    def work(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Let the table's thread do *work*, and wait for what comes of it."""
        return self.table.submit(work, *args, **kwargs).result(LIMIT_S)

    def join(self, name: str, on: DeviceId | None = None) -> Handle:
        return self.work(self.table.lobby.join, on or device(name), name)

    def add(self, name: str) -> PersonId:
        host = self.shown.host
        assert host is not None
        return self.work(self.table.lobby.add_person, host, name)

    def add_bot(self, strength: str = "medium") -> PersonId:
        host = self.shown.host
        assert host is not None
        return self.work(self.table.lobby.add_bot, host, strength)

    def start(self, command_id: str = "start-of-it", **options: object) -> None:
        host = self.shown.host
        assert host is not None
        self.work(self.table.matches.start, host, options, command_id)

    def seated(self, *names: str) -> Self:
        for name in names:
            self.join(name)
        return self

    def playing(self, *names: str, **options: object) -> Self:
        self.seated(*names).start("start-of-it", **options)
        return self

    def remove(self, name: str) -> None:
        host = self.shown.host
        assert host is not None
        self.work(self.table.lobby.remove_person, host, self.person(name))

    def end(self) -> None:
        host = self.shown.host
        assert host is not None
        self.work(self.table.matches.end, host)

    def do(self, name: str, kind: str, command_id: str = "", **fields: object) -> None:
        self.commands += 1
        id_ = command_id or f"command-{self.commands}"
        command = {"type": kind, **fields}
        send, page = self.table.moves.send, self.page(name)
        self.work(send, page.device, self.handle(name), command, id_)

    def note(self, name: str, key: str, text: str) -> None:
        page = self.page(name)
        self.work(self.table.sheets.write, page.device, self.handle(name), key, text)

    def ask_undo(self, name: str, command_id: str = "", step: int | None = None) -> None:
        """Ask to take *step* back; None: the one that the page names."""
        page, wish = self.page(name), command_id or token_hex(8)
        last = page.undo.what.number if page.undo.what else 0
        named = last if step is None else step
        self.work(self.table.undo.ask, page.device, self.handle(name), wish, named)

    def answer_undo(self, name: str, *, agree: bool, request: str = "") -> None:
        page = self.page(name)
        asked = request or page.undo.request
        answer = self.table.undo.answer
        self.work(answer, page.device, self.handle(name), asked, agree=agree)

    def touch(self, place: str, *, button: str = "main", held_s: float = 0.1) -> None:
        """Press a button of *place* and wait until that is worked off."""
        start = SECOND
        end = start + int(held_s * SECOND)
        self.table.on_edge(ButtonEdge(Place(place), button, down=True, at_ns=start))
        self.table.on_edge(ButtonEdge(Place(place), button, down=False, at_ns=end))
        self.log()

    def log(self) -> list[tuple[str, int | None, dict[str, Any]]]:
        """Return the log; whatever was handed in before is worked off by then."""
        try:
            _, rows = self.work(self.table.matches.export)
        except Rejected:
            return []
        return [(row.command, row.actor, dict(row.body)) for row in rows]

    def types(self) -> list[str]:
        return [body.get("type", "") for _, _, body in self.log()]

    # -- refusals ------------------------------------------------------------------------

    def refused(self, code: str, act: Callable[[], object]) -> None:
        """Check that *act* is refused with *code* and leaves no trace."""
        shown, log = self.shown, self.log()
        assert refusal(act) == code
        assert self.log() == log
        assert self.shown is shown
