"""The host's page: who is here, the door, the match. Nothing private of any seat."""

import io
from typing import Annotated, Any, Literal

import segno
from flask import Blueprint, Response, abort, request
from msgspec import Meta

from companion.errors import refuse
from companion.table.projection import DeviceId, PersonId, PersonView, Projection
from web.address import addresses_for
from web.devices import device_of, introduce
from web.guard import is_here
from web.join import clean_name
from web.pages import language_of
from web.phone import CommandId, Decide, Do
from web.shell import Body, Shell, body, ok, pages_of, people
from web.stream import Live, Snapshot

Id = Annotated[str, Meta(min_length=1, max_length=80)]


class Name(Body, frozen=True):
    """Somebody without a phone."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


class NewBot(Body, frozen=True):
    """A bot to play with."""

    strength: Annotated[str, Meta(min_length=1, max_length=20)]


class Person(Body, frozen=True):
    """Somebody at the table."""

    person: Id


class Move(Body, frozen=True):
    """Somebody's wish for the place before (-1) or after (1) the own one."""

    person: Id
    by: Literal[-1, 1]


class Chosen(Body, frozen=True):
    """The game that comes next."""

    game: Id


class Guide(Body, frozen=True):
    """Whether every phone explains each step."""

    on: bool


class HouseChange(Body, frozen=True):
    """Something of the game's own that is entered once for all evenings."""

    command: dict[str, Any]


class Start(Body, frozen=True):
    """The game's own options; the same *id* starts once."""

    id: CommandId
    options: dict[str, Any]


def routes(shell: Shell) -> Blueprint:
    """Return the routes of this module."""
    blueprint = Blueprint("host", __name__, url_prefix="/host")
    _reads(shell, blueprint)
    _people_writes(shell, blueprint)
    _match_writes(shell, blueprint)
    _paper(shell, blueprint)
    return blueprint


def _reads(shell: Shell, blueprint: Blueprint) -> None:
    @blueprint.get("")
    def page() -> Response:
        return introduce(shell.live_html("page.html", _live(shell), "/host"))

    @blueprint.get("/stream")
    def stream() -> Response:
        return shell.stream(_live(shell))

    @blueprint.get("/state")
    def state() -> Response:
        return shell.state(_live(shell))

    @blueprint.get("/qr/<int:number>.svg")
    def qr(number: int) -> Response:
        _visitor(shell)
        bases = _bases(shell)
        if number >= len(bases):
            abort(404)
        return Response(
            qr_svg(f"{bases[number]}/J/{shell.latest.pin}"), mimetype="image/svg+xml"
        )

    @blueprint.post("/take")
    def take() -> Response:
        body(Body)
        device = device_of(request)
        if not is_here(request):
            abort(403)
        if device is None:
            raise refuse("no-cookie")
        shell.done(shell.table.submit(shell.table.lobby.take_host, device))
        return ok()


def _people_writes(shell: Shell, blueprint: Blueprint) -> None:
    table = shell.table

    @blueprint.post("/people")
    def add() -> Response:
        shell.done(
            table.submit(table.lobby.add_person, shell.host(), clean_name(body(Name).name))
        )
        return ok()

    @blueprint.post("/bots")
    def add_bot() -> Response:
        shell.done(table.submit(table.lobby.add_bot, shell.host(), body(NewBot).strength))
        return ok()

    @blueprint.post("/remove")
    def remove() -> Response:
        shell.done(
            table.submit(
                table.lobby.remove_person, shell.host(), PersonId(body(Person).person)
            )
        )
        return ok()

    @blueprint.post("/order")
    def order() -> Response:
        wish = body(Move)
        ids = _moved(
            [each.id for each in people(shell.latest)], PersonId(wish.person), wish.by
        )
        shell.done(table.submit(table.lobby.order_people, shell.host(), tuple(ids)))
        return ok()

    @blueprint.post("/game")
    def game() -> Response:
        shell.done(table.submit(table.lobby.choose_game, shell.host(), body(Chosen).game))
        return ok()

    @blueprint.post("/guide")
    def guide() -> Response:
        shell.done(table.submit(table.lobby.guide, shell.host(), on=body(Guide).on))
        return ok()

    @blueprint.post("/hand-over")
    def hand_over() -> Response:
        shell.done(
            table.submit(table.lobby.hand_over, shell.host(), PersonId(body(Person).person))
        )
        return ok()

    @blueprint.post("/answer")
    def answer() -> Response:
        wish = body(Decide)
        shell.done(
            table.submit(
                table.lobby.answer_request, shell.host(), wish.request, grant=wish.grant
            )
        )
        return ok()


def _match_writes(shell: Shell, blueprint: Blueprint) -> None:
    @blueprint.post("/start")
    def start() -> Response:
        wish = body(Start)
        shell.done(
            shell.table.submit(
                shell.table.matches.start, shell.host(), wish.options, wish.id
            )
        )
        return ok()

    @blueprint.post("/copy")
    def take_up() -> Response:
        body(Body)
        shell.done(shell.table.submit(shell.table.matches.take_up_copy, shell.host()))
        return ok()

    @blueprint.post("/house")
    def house() -> Response:
        device = shell.host()
        shell.done(
            shell.table.submit(
                shell.table.matches.change_house, device, body(HouseChange).command
            )
        )
        return ok()

    @blueprint.post("/end")
    def end() -> Response:
        body(Body)
        shell.done(shell.table.submit(shell.table.matches.end, shell.host()))
        return ok()


def _paper_live(shell: Shell, device: DeviceId, person: str, language: str) -> Live:
    """Return the page for somebody on paper, as long as *device* is the host's."""

    def key(latest: Projection) -> object | None:
        there = any(each.id == person for each in people(latest))
        return latest.table_version if latest.host == device and there else None

    def snapshot(latest: Projection) -> Snapshot:
        info = latest.table
        html = shell.renderer.render(
            "paper.html",
            language,
            person=_on_paper(latest, person),
            people=people(latest),
            own=shell.renderer.has("paper.html"),
            table=info and info.view,
            info=info,
        )
        return shell.snapshot(latest.table_version, html, info, language)

    return Live(key, snapshot)


def _paper(shell: Shell, blueprint: Blueprint) -> None:
    """Let the host answer for somebody who plays on paper: by public choices only."""

    @blueprint.get("/for/<person>")
    def paper(person: str) -> Response:
        device = shell.host()
        _on_paper(shell.latest, person)
        live = _paper_live(shell, device, person, language_of(request))
        return shell.live_html("page.html", live, f"/host/for/{person}")

    @blueprint.get("/for/<person>/stream")
    def paper_stream(person: str) -> Response:
        device = shell.host()
        _on_paper(shell.latest, person)
        return shell.stream(_paper_live(shell, device, person, language_of(request)))

    @blueprint.get("/for/<person>/state")
    def paper_state(person: str) -> Response:
        device = shell.host()
        _on_paper(shell.latest, person)
        return shell.state(_paper_live(shell, device, person, language_of(request)))

    @blueprint.post("/for/<person>/do")
    def do(person: str) -> Response:
        device = shell.host()
        wish = body(Do)
        found = _on_paper(shell.latest, person)
        shell.done(shell.table.send_for(device, found.id, wish.command, wish.id))
        return ok()


def _live(shell: Shell) -> Live:
    device, language = _visitor(shell), language_of(request)
    bases, here = _bases(shell), is_here(request)

    def key(latest: Projection) -> object | None:
        mine = latest.host == device
        if not (mine or here):
            return None
        own = [(handle, page.version) for handle, page in _own(latest, device)]
        kept = latest.incidents[:1], latest.rescue
        shown = (latest.table_version, latest.requests, latest.options, latest.house)
        return mine, latest.pin, *shown, own, kept, latest.evenings

    def snapshot(latest: Projection) -> Snapshot:
        html = shell.renderer.render(
            "host.html",
            language,
            mine=latest.host == device,
            pin=latest.pin,
            bases=bases,
            info=latest.table,
            people=people(latest),
            requests=latest.requests,
            options=latest.options,
            may_switch_off=shell.switch_off is not None,
            evenings=_evenings(shell, latest, language),
            house=latest.house,
            own=_own(latest, device),
            rescue=latest.rescue,
            incidents=[each for each in latest.incidents if each.kind != "started"][:8],
        )
        return shell.snapshot(latest.table_version, html, latest.table, language)

    return Live(key, snapshot)


def _evenings(shell: Shell, latest: Projection, language: str) -> list[Any]:
    """Return each match that was played, with its result in the words of its own game."""
    pages = shell.library.pages
    return [
        (
            each,
            pages[each.game].catalogues[language].say(each.result)
            if each.result and each.game in pages
            else "",
        )
        for each in latest.evenings
    ]


def _own(latest: Projection, device: DeviceId | None) -> list[Any]:
    return pages_of(latest, device) if device is not None else []


def _visitor(shell: Shell) -> DeviceId | None:
    """Return who asks, if the page is theirs: the host's device, or this machine."""
    device = device_of(request)
    if not is_here(request) and (device is None or device != shell.latest.host):
        abort(403)
    return device


def _bases(shell: Shell) -> list[str]:
    return list(shell.addresses() if shell.addresses else addresses_for(request))


def _on_paper(latest: Projection, person: str) -> PersonView:
    found = next((each for each in people(latest) if each.id == person), None)
    if found is None or found.has_phone:
        abort(404)
    return found


def _moved(ids: list[PersonId], person: PersonId, by: int) -> list[PersonId]:
    if person not in ids:
        raise refuse("no-such-person")
    at = ids.index(person)
    to = min(max(at + by, 0), len(ids) - 1)
    ids.insert(to, ids.pop(at))
    return ids


def qr_svg(text: str) -> bytes:
    """Return the QR code of *text* as SVG; capitals need the smaller alphabet."""
    out = io.BytesIO()
    code = segno.make(text.upper(), error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=3, dark="#000", light="#fff")
    return out.getvalue()
