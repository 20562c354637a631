"""A screen that is a stand: its page gets the faces of its own places and nothing else."""

from typing import Annotated, Literal
from zlib import crc32

from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta, Struct

from companion.errors import refuse
from companion.ports import BlankFace, Place
from companion.table.acts.screen_presence import ScreenFinger, Word
from companion.table.values.ids import DeviceId
from companion.table.values.projection import Projection
from web.devices import device_of
from web.guard import is_here
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, make_snapshot
from web.pages.language import language_of
from web.pages.stand_faces import Cell, cells_of, drawn_code, values_of_faces
from web.routes.answers import (
    answered,
    carried_out,
    done,
    ensure_device_cookie,
    follow,
    html,
    ok,
)
from web.routes.asking import Body, body
from web.services import Services, services

blueprint = Blueprint("stand", __name__)

Secret = Annotated[str, Meta(min_length=1, max_length=64)]


class PingBody(Body, frozen=True):
    """A screen is there, or says that it will not be any more."""

    asleep: bool = False
    battery: Annotated[int, Meta(ge=0, le=100)] | None = None


class ScreenAskBody(Body, frozen=True):
    """What a screen wants to be: a stand, or the middle."""

    middle: bool = False


class SecretBody(Body, frozen=True):
    """What a scanned code holds."""

    secret: Secret


class FingerBody(Struct, forbid_unknown_fields=True, frozen=True):
    """What one finger did: see ScreenFinger."""

    n: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    place: Annotated[str, Meta(max_length=20)]
    button: Literal["main", "wildcard", "undo", "next"]
    word: Word
    ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 0


class FingersBody(Body, frozen=True):
    """What fingers did on the glass of one page, the oldest first."""

    page: Annotated[str, Meta(min_length=4, max_length=24)]
    fingers: Annotated[tuple[FingerBody, ...], Meta(min_length=1, max_length=40)]
    asleep: bool = False
    """And the glass is dark from now on: told with its last words, or it could be quicker."""


# -- the screen's own page ---------------------------------------------------------------


@blueprint.get("/stand")
def page() -> Response:
    return ensure_device_cookie(html("stand.html", secret=""))


@blueprint.get("/stand/s/<string(maxlength=64):secret>")
def scanned(secret: str) -> Response:
    # Whatever it is worth: to say so here would be another attempt.
    return ensure_device_cookie(html("stand.html", secret=secret))


@blueprint.post("/stand/ask")
def ask() -> Response:
    middle, device = body(ScreenAskBody).middle, _knocking()
    services().table.screens.presence.note(device)
    address = request.remote_addr or ""
    return carried_out(services().table.screens.ask, device, address, middle=middle)


@blueprint.post("/stand/redeem")
def redeem() -> Response:
    secret, device = body(SecretBody).secret, _knocking()
    services().table.screens.presence.note(device)
    done(services().table.screens.redeem, device, secret)
    return ok(stands="" if services().latest.screens.get(device) is None else "yes")


@blueprint.post("/stand/leave")
def leave() -> Response:
    body(Body)
    return carried_out(services().table.screens.withdraw, _knocking())


@blueprint.post("/stand/ping")
def ping() -> Response:
    wish, device, parts = body(PingBody), device_of(request), services()
    latest = parts.latest
    known = device is not None and (
        device in latest.screens or device in latest.asking_screens
    )
    parts.fingers.spend(f"screen {device}" if known else f"at {request.remote_addr}")
    if device is None:
        raise refuse("no-cookie")
    if known:
        screens = parts.table.screens
        screens.presence.note(device, asleep=wish.asleep, battery=wish.battery)
        screen = latest.screens.get(device)
        if screen is not None and screen.up == wish.asleep:
            parts.table.submit(screens.review)
    return jsonify({"ok": True, "version": _version(_shown(parts, latest, device))})


@blueprint.post("/stand/fingers")
def fingers() -> Response:
    wish, device, parts = body(FingersBody), device_of(request), services()
    screen = parts.latest.screens.get(device) if device is not None else None
    if device is None or screen is None:
        abort(403)
    parts.fingers.spend(f"screen {device}")
    told = [
        ScreenFinger(each.n, Place(each.place), each.button, each.word, each.ms)
        for each in wish.fingers
    ]
    if any(
        each.place not in screen.places
        or each.button not in Cell(each.place, BlankFace()).buttons
        for each in told
    ):
        abort(403)
    parts.table.on_fingers(device, wish.page, told)
    if wish.asleep:
        parts.table.screens.presence.note(device, asleep=True)
        parts.table.submit(parts.table.screens.review)
    answered(parts.table.ping())  # what came of them is kept: the page forgets them now
    return ok()


def _live() -> LivePage:
    """Return what the asking device may show: as a stand, or on the way to be one."""
    parts, device, language = services(), device_of(request), language_of(request)

    def key(latest: Projection) -> object:
        return _shown(parts, latest, device)

    def snapshot(latest: Projection) -> Snapshot:
        cells, label, link, idle = shown = _shown(parts, latest, device)
        drawing = parts.renderer.render(
            "stand_cells.html",
            language,
            label=label,
            link=link,
            idle=idle,
            **values_of_faces(cells),
            **drawn_code(link),
        )
        return make_snapshot(parts, _version(shown), drawing, None, language)

    return LivePage(key, snapshot)


def _shown(
    parts: Services, latest: Projection, device: DeviceId | None
) -> tuple[tuple[Cell, ...], str, str, bool]:
    """Return the places that *device* shows; else the number it asks with, and where to.

    And whether it is a screen that has the rest of the stands where nothing is left.
    """
    screen = latest.screens.get(device) if device is not None else None
    if screen is not None:
        signals = {
            place: parts.table.screens.presence.signal_at(place) for place in screen.places
        }
        return cells_of(latest, screen.places, signals), "", "", not screen.places
    return (), *parts.asks_with(latest, device), False


def _version(shown: object) -> int:
    """Return what differs whenever *shown* does: it tells of nothing else."""
    return crc32(repr(shown).encode("utf-8", "replace"))


def _knocking() -> DeviceId:
    """Return the asking device, whose wishes are counted as those of any at the door."""
    device = device_of(request)
    if device is None:
        raise refuse("no-cookie")
    if not is_here(request):
        known = services().has_met(device) or device in services().latest.screens
        whose = f"device {device}" if known else f"address {request.remote_addr}"
        services().knocks.spend(whose)
    return device


follow(blueprint, "/stand", _live)
