"""What the routes work with: made once with the app, found by every request."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Flask, Request, current_app

from companion.links import StandMaker
from companion.ports import CENTRE, Bench, StandConfig
from companion.table.table import Table
from companion.table.values.ids import DeviceId
from companion.table.values.program_health import ProgramHealth
from companion.table.values.projection import Projection
from web.devices import device_of
from web.keepsake import Pictures
from web.live.open_streams import OpenStreams
from web.live.snapshot import SharedSnapshots
from web.live.stream_writer import StreamWriter
from web.pages.renderer import Renderer, Renderers
from web.pin import PinAttempts
from web.rates import Rates

_EXTENSION = "services"


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The parts of a running app; *boot* names this run of the process."""

    table: Table
    renderers: Renderers
    streams: OpenStreams
    writer: StreamWriter
    table_page: SharedSnapshots
    pins: PinAttempts
    rates: Rates
    knocks: Rates
    """The same at the door, whose crowds make no seat forgotten."""
    fingers: Rates
    """What screens say: a press is two words, and each second brings one."""
    boot: str
    heartbeat_s: float
    addresses: Callable[[], Sequence[str]]
    """Where the table is to be found, the best first."""
    bench: Bench | None
    stands: Sequence[StandConfig]
    switch_off: Callable[[], None] | None
    boards: StandMaker | None
    pictures: Pictures
    health: Callable[[], ProgramHealth]
    side_by_side: bool = False
    """Whether one browser shows the pages of all seats at once, and is passed round to nobody."""

    @property
    def latest(self) -> Projection:
        """The newest projection."""
        return self.table.publisher.latest

    @property
    def renderer(self) -> Renderer:
        """Renders the pages of the game that is played or comes next."""
        return self.renderers.current

    def address(self) -> str:
        """Return where the table is to be found; "" where nobody can find it."""
        return next(iter(self.addresses()), "")

    def asks_with(self, latest: Projection, device: DeviceId | None) -> tuple[str, str]:
        """Return the number with which *device* asks to be a screen, and where to let it in."""
        asking = latest.asking_screens.get(device) if device is not None else None
        if asking is None:
            return "", ""
        base = self.address()
        return asking.label, f"{base}/stand/give/{asking.id}" if base else ""

    def knows(self, asked: Request) -> bool:
        """Tell whether the device that asks is the host's, holds a page or is a stand."""
        device = device_of(asked)
        return holds_place(self.latest, device) or device in self.latest.screens

    def has_met(self, device: DeviceId) -> bool:
        """Tell whether *device* is anybody to the table: now, before, or soon."""
        latest = self.latest
        others = {*latest.guests, *latest.lent.values(), *latest.granted}
        return holds_place(latest, device) or device in others

    def install(self, app: Flask) -> None:
        """Let every request of *app* find these."""
        app.extensions[_EXTENSION] = self


def holds_place(latest: Projection, device: DeviceId | None) -> bool:
    """Tell whether *device* is the host's or holds a page."""
    held = (page.device for page in latest.pages.values())
    return device is not None and device in {latest.host, *held}


def is_middle(latest: Projection, device: DeviceId | None) -> bool:
    """Tell whether *device* is a screen that was let in as the middle of the table."""
    screen = latest.screens.get(device) if device is not None else None
    return screen is not None and CENTRE in screen.places


def services_of(app: Flask) -> Services:
    """Return the services of *app*; TypeError where ``create_app`` did not make it."""
    found = app.extensions.get(_EXTENSION)
    if not isinstance(found, Services):
        raise TypeError("the app was not made by create_app; make it there")
    return found


def services() -> Services:
    """Return the services of the app that answers the present request."""
    return services_of(current_app)
