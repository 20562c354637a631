"""Who asks, and what: the device, its pages, the JSON of a request."""

from typing import Annotated, TypeVar

import msgspec
from flask import abort, request
from msgspec import Meta

from companion.errors import DataError
from companion.limits import COMMAND_ID, SEATS_ALONE
from companion.table.values.ids import DeviceId, Handle
from companion.table.values.projection import Projection, SeatPage
from web.devices import device_of
from web.guard import READS, is_here
from web.services import services

BodyT = TypeVar("BodyT", bound=msgspec.Struct)

Id = Annotated[str, Meta(min_length=1, max_length=80)]
CommandId = Annotated[str, Meta(pattern=f"^{COMMAND_ID}$")]


class Body(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Base of what a page may send: anything unknown is refused."""


def body(kind: type[BodyT]) -> BodyT:
    """Decode the request's JSON strictly; DataError where it is anything else."""
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        # Its text may quote what was typed, so it stays out of logs and answers.
        raise DataError("the request's body is not what this address takes") from error


def host_device() -> DeviceId:
    """Return the asking device where it is the host's; 403 otherwise, TooFast if it is."""
    device = device_of(request)
    if device is None or device != services().latest.host:
        abort(403)
    if request.method not in READS:
        services().rates.spend("host")
    return device


def host_visitor() -> DeviceId | None:
    """Return who asks, if the host's page is theirs: the host's device, or this machine."""
    device = device_of(request)
    if not is_here(request) and (device is None or device != services().latest.host):
        abort(403)
    return device


def own_page(latest: Projection, handle: Handle) -> SeatPage:
    """Return the asking device's page; foreign and unknown handles are both 404."""
    page = page_of(latest, handle, device_of(request))
    if page is None:
        abort(404)
    return page


def page_of(latest: Projection, handle: Handle, device: DeviceId | None) -> SeatPage | None:
    """Return the page behind *handle* where *device* holds it."""
    page = latest.pages.get(handle)
    return page if page is not None and page.device == device else None


def pages_of(latest: Projection, device: DeviceId | None) -> list[tuple[Handle, SeatPage]]:
    """Return every page that *device* holds; what it was handed over for comes last."""
    held = [each for each in latest.pages.items() if each[1].device == device]
    return sorted(held, key=lambda each: each[1].person.on_loan)


def home_of(latest: Projection, device: DeviceId | None) -> str:
    """Return where *device* goes on that may not see what it saw: its own page, or the start."""
    held = pages_of(latest, device)
    return next((f"/p/{at}" for at, page in held if not page.person.on_loan), "/")


def owners_of(latest: Projection, device: DeviceId | None) -> str:
    """Return where a phone goes on that somebody has given back: its owner's page, covered.

    Or the start, where it is nobody's, or several people's.
    """
    own = [at for at, page in pages_of(latest, device) if not page.person.on_loan]
    return f"/p/{own[0]}?back" if len(own) == 1 else "/"


def plays_alone(latest: Projection, device: DeviceId | None) -> bool:
    """Tell whether the host on *device* is the only person here, and bots can play."""
    here, game = [each for each in latest.table.people if not each.bot], latest.next_game
    if device is None or device != latest.host or game is None or len(here) != 1:
        return False
    few = len(latest.table.people) <= SEATS_ALONE
    return few and here[0].is_host and bool(game.strengths)
