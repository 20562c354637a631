"""A table written by hand: it keeps what it was told and shows what a test scripts."""
# ruff: noqa: ARG002 - the table's signatures, of which a dummy needs a part

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from threading import Condition
from types import SimpleNamespace
from typing import Any, Literal, TypeVar

from companion.engine.game import BotPlay, House
from companion.engine.offers import Offer
from companion.engine.step import Answers, OnStage, Step
from companion.errors import refuse
from companion.ports import Message, Place, Seat
from companion.table.acts.presence import Presence
from companion.table.publisher import Publisher
from companion.table.table import Table
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.projection import (
    LOBBY,
    Announcement,
    NextGame,
    PersonView,
    Projection,
    Request,
    SeatPage,
    Show,
    TableInfo,
    UndoView,
)

T = TypeVar("T")

SECRETS = "QXZJVW"
"""One letter for each seat, none of which stands in any sentence in capitals by chance."""


@dataclass(frozen=True)
class TableView:
    word: str


@dataclass(frozen=True)
class SeatView:
    secret: str
    count: int
    table: TableView


@dataclass(frozen=True)
class Start:
    level: str


DUMMY_STEP = Step(about=Message("dummy.step.tick"), answers=OnStage(("Tick",)))
NEXT = NextGame(
    "dummy",
    {},
    {
        "dummy": SimpleNamespace(
            bots=BotPlay(strengths=("weak", "medium", "strong")),
            players=range(2, 7),
            house=House(),
            setup_commands=(Start,),
        )
    },
)


@dataclass
class Somebody:
    id: PersonId
    name: str
    device: DeviceId | None
    handle: Handle | None
    bot: str = ""


class DummyTable(Table):
    def __init__(self) -> None:
        self.publisher = Publisher()
        self.calls: list[tuple[Any, ...]] = []
        self.done: set[str] = set()
        self.trouble: Exception | None = None
        self.people: list[Somebody] = []
        self.host: DeviceId | None = None
        self.playing = self.finished = self.closed = self.own_stands = False
        self.paused, self.saved = False, True
        self.dark: tuple[Place, ...] = ()
        self.course: Show | None = None
        self.pin, self.match = "246813", "one"
        self.guests: tuple[DeviceId, ...] = ()
        self.step = DUMMY_STEP
        self.ticks = 0
        self.notes: dict[Handle, dict[str, str]] = {}
        self.requests: dict[str, tuple[DeviceId, PersonId]] = {}
        self.right: Literal["page", "host", "stand"] = "page"
        self.host_wishes: dict[PersonId, Any] = {}
        self.granted: dict[DeviceId, Handle] = {}
        self.undo_view = UndoView("never")
        self.options: dict[str, Any] = {}
        self.lobby: Any = self
        self.moves: Any = self
        self.presence = Presence(lambda: 1000.0)
        self.here = False
        self.lent: dict[PersonId, DeviceId] = {}
        self.moving: Any = SimpleNamespace(
            ask_for_page=self.ask_for_page,
            ask_for_host=self._noting("ask_for_host"),
            answer=self.answer_question,
            answer_here=self.answer_here,
            take_back=self.take_back,
        )
        self.matches: Any = SimpleNamespace(
            start=self.start_match,
            start_alone=self._noting("alone"),
            end=self.end_match,
            change_house=self._noting("change_house"),
            take_up_copy=self._noting("take_up_copy"),
            backup=self.backup,
            back_up_here=self._noting("back_up_here"),
        )
        self.choose_game = self._noting("choose_game")
        self.set_guide = self._noting("guide")
        self.set_on_stands = self._noting("cards")
        self.bear_witness = lambda _, __, tag: self._reply(None, "witness", tag)
        self.sheets: Any = SimpleNamespace(write=self.write_sheet)
        self.undo: Any = SimpleNamespace(
            ask=self._noting("ask_undo"), answer=self._noting("answer_undo")
        )
        self.show()

    def submit(
        self, work: Callable[..., Any], *args: object, **named: object
    ) -> Future[Any]:
        """What the dummy does answers with a Future itself."""
        answer: Future[Any] = work(*args, **named)
        return answer

    # -- what is shown -------------------------------------------------------------------

    def show(self) -> None:
        before = self.publisher.latest
        info = self._info()
        pages = {
            each.handle: self._page(seat, each, info, before)
            for seat, each in enumerate(self.people)
            if each.handle and each.device
        }
        changed = info != before.table
        self.publisher.publish(
            Projection(
                number=before.number + 1,
                table=info,
                table_version=before.table_version + changed,
                pages=pages,
                plain={
                    each.id: info.step.plain() for each in self.people if not each.device
                },
                host=self.host,
                pin=self.pin,
                guests=self.guests,
                options=dict(self.options),
                next_game=None if self.playing else NEXT,
                requests=self._requests(),
                asked=frozenset({self.host} if self.host and self.requests else ()),
                here=self.here,
                granted=dict(self.granted),
                lent=dict(self.lent),
            )
        )

    def _info(self) -> TableInfo:
        people = tuple(
            PersonView(
                id=each.id,
                name=each.name,
                seat=Seat(seat) if self.playing else None,
                has_phone=each.device is not None,
                is_host=each.device is not None and each.device == self.host,
                bot=each.bot,
            )
            for seat, each in enumerate(self.people)
        )
        told = tuple(
            Announcement(n, Message("dummy.said", {"n": n}))
            for n in range(1, self.ticks + 1)
        )
        view = TableView(f"word {self.ticks}") if self.playing else None
        return TableInfo(
            "dummy",
            people,
            self.playing,
            self.finished,
            told,
            view,
            self.step if self.playing else LOBBY,
            paused=self.paused,
            saved=self.saved,
            closed=self.closed,
            own_stands=self.own_stands,
            dark=self.dark,
            course=self.course,
            match=self.match if self.playing else "",
        )

    def _page(
        self, seat: int, each: Somebody, info: TableInfo, before: Projection
    ) -> SeatPage:
        assert each.handle
        assert each.device
        view = (
            SeatView(SECRETS[seat % len(SECRETS)], self.ticks, info.view)
            if self.playing
            else None
        )
        page = SeatPage(
            version=0,
            device=each.device,
            person=info.people[seat],
            table=info,
            view=view,
            offers=(Offer("Tick"),) if self.playing else (),
            step=info.step,
            sheet=dict(self.notes.get(each.handle, {})),
            undo=self.undo_view,
            requests=self._requests() if each.device == self.host else (),
            host_wish=self.host_wishes.get(each.id, ""),
        )
        old = before.pages.get(each.handle)
        if old is not None and replace(old, version=0) == page:
            return old
        return replace(page, version=old.version + 1 if old else 1)

    def _requests(self) -> tuple[Request, ...]:
        names = {each.id: each.name for each in self.people}
        return tuple(
            Request(id_, person, names[person], self.right, device=asking)
            for id_, (asking, person) in self.requests.items()
        )

    def _reply(self, value: T, *call: object) -> Future[T]:
        self.calls.append(call)
        future: Future[T] = Future()
        if self.trouble is not None:
            future.set_exception(self.trouble)
        else:
            future.set_result(value)
        self.show()
        return future

    def _noting(self, name: str) -> Callable[..., Future[None]]:
        """Return what keeps what it was told, but for whose device it was."""
        return lambda _, *told, **more: self._reply(None, name, *told, *more.values())

    def ask(self, name: str, answers: Answers | None = None) -> None:
        """Let every page ask another question."""
        self.step = Step(about=Message(f"step.{name}"), answers=answers or OnStage())
        self.show()

    def start_playing(self, match: str = "one") -> None:
        self.playing, self.match = True, match
        self.show()

    def put_away(self) -> None:
        self.playing, self.notes = False, {}
        self.show()

    def tick(self) -> None:
        self.ticks += 1
        self.show()

    # -- the signatures of the table -------------------------------------------------------

    def join(self, device: DeviceId, name: str) -> Future[Handle]:
        number = len(self.people)
        handle = Handle(f"handle-of-{name.lower()}-{number * 7919}")
        if self.trouble is None:
            self.people.append(Somebody(PersonId(f"p{number}x"), name, device, handle))
            self.host = self.host or device
        return self._reply(handle, "join", name)

    def ask_for_page(self, device: DeviceId, person: PersonId) -> Future[None]:
        self.requests[f"r{len(self.calls)}"] = (device, person)
        return self._reply(None, "ask", person)

    def take_back(self, device: DeviceId, person: PersonId) -> Future[None]:
        return self._reply(None, "take_back", device, person)

    def answer_here(self, request: str, *, grant: bool) -> Future[None]:
        return self.answer_question(DeviceId("here"), request, grant=grant)

    def answer_question(
        self, device: DeviceId, request: str, *, grant: bool
    ) -> Future[None]:
        asking, person = self.requests.pop(request)
        whom = next(each for each in self.people if each.id == person)
        if grant:
            whom.device, whom.handle = asking, Handle(f"{whom.handle}-new")
            self.granted[asking] = whom.handle
        return self._reply(None, "answer", request, grant)

    def take_host(self, device: DeviceId) -> Future[None]:
        self.host = device
        return self._reply(None, "take_host")

    def add_person(self, device: DeviceId, name: str) -> Future[PersonId]:
        id_ = PersonId(f"p{len(self.people)}x")
        self.people.append(Somebody(id_, name, None, None))
        return self._reply(id_, "add", name)

    def add_bot(self, device: DeviceId, strength: str) -> Future[PersonId]:
        id_ = PersonId(f"p{len(self.people)}x")
        self.people.append(Somebody(id_, "Bot", DeviceId("bot"), None, strength))
        return self._reply(id_, "add_bot", strength)

    def remove_person(self, device: DeviceId, person: PersonId) -> Future[None]:
        self.people = [each for each in self.people if each.id != person]
        return self._reply(None, "remove", person)

    def order_people(self, device: DeviceId, people: tuple[PersonId, ...]) -> Future[None]:
        self.people.sort(key=lambda each: people.index(each.id))
        return self._reply(None, "order", people)

    def hand_over(self, device: DeviceId, person: PersonId) -> Future[None]:
        self.host = next(each.device for each in self.people if each.id == person)
        return self._reply(None, "hand_over", person)

    def change_pin(self, device: DeviceId) -> Future[None]:
        self.pin = "975310"
        return self._reply(None, "change_pin")

    def close_door(self, device: DeviceId, *, closed: bool) -> Future[None]:
        self.closed = closed
        return self._reply(None, "close_door", closed)

    def start_match(
        self, device: DeviceId, options: Mapping[str, Any], command_id: str
    ) -> Future[None]:
        self.playing = True
        self.options = dict(options)
        return self._reply(None, "start", dict(options))

    def backup(self, device: DeviceId) -> Future[str]:
        answer: Future[str] = Future()
        answer.set_result("the file\n")
        return answer

    def end_match(self, device: DeviceId) -> Future[None]:
        self.playing = False
        return self._reply(None, "end")

    def send_for(
        self,
        device: DeviceId,
        person: PersonId,
        command: Mapping[str, Any],
        command_id: str,
        step: str = "",
    ) -> Future[None]:
        return self._reply(None, "send_for", person, dict(command), step)

    def send(
        self,
        device: DeviceId,
        handle: Handle,
        command: Mapping[str, Any],
        command_id: str,
        step: str = "",
    ) -> Future[None]:
        if command.get("type") == "Tick" and command_id not in self.done:
            self.ticks += 1
        self.done.add(command_id)
        return self._reply(None, "send", handle, dict(command), command_id, step)

    def write_sheet(
        self, device: DeviceId, handle: Handle, key: str, text: str, tag: str = ""
    ) -> Future[None]:
        if tag not in ("", self.match):
            raise refuse("no-match")
        self.notes.setdefault(handle, {})[key] = text
        return self._reply(None, "sheet", handle, key, text)


class DummyBench:
    """Seven pictures that a test counts up."""

    def __init__(self) -> None:
        self.number = 1
        self.presses: list[tuple[str, str, bool]] = []
        self._changed = Condition()

    def picture(self, place: Place) -> bytes:
        return b"\x89PNG " + place.encode()

    def set_button(self, place: Place, button: str, *, down: bool) -> None:
        self.presses.append((place, button, down))
        self.show(self.number + 1)

    def show(self, number: int) -> None:
        with self._changed:
            self.number = number
            self._changed.notify_all()

    def wait(self, after: int, timeout_s: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self.number > after, timeout_s)
            return self.number
