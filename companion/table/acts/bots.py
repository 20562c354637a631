"""Bots at the table: each looks at its own page and sends what its game says, like a phone.

They sit beside the table on a thread of their own and know nothing but the newest
projection: a bot's page is made as a person's is, of that seat's view alone.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from math import inf
from time import monotonic
from typing import Any
from zlib import crc32

from companion.engine.codec import Codec
from companion.engine.game import AnyGame, Thought
from companion.errors import CompanionError, location
from companion.limits import BOT_PAUSE_S
from companion.table.publisher import Publisher
from companion.table.values.ids import DeviceId, Handle
from companion.table.values.projection import Projection, SeatPage

LOG = logging.getLogger(__name__)
LOOK_S = 30.0
ANSWER_S = 30.0


Send = Callable[[DeviceId, Handle, Mapping[str, Any], str], Future[None]]
"""Carries out a command, with its id, for the seat behind a page: as for a phone."""
Agree = Callable[[DeviceId, Handle, str], Future[None]]
"""Agrees to take the last step back, as a request of that id wants it."""


class Bots:
    """Lets the bots play: one move, a pause, the next; *pause_s* is for people to follow."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        publisher: Publisher,
        send: Send,
        agree: Agree,
        pause_s: float,
    ) -> None:
        self._games = games
        self._publisher = publisher
        self._send = send
        self._agree = agree
        self._pause_s = pause_s
        self._thoughts: dict[Handle, tuple[str, float]] = {}
        """What each bot thinks about, and when it will have thought of it, as clock seconds."""
        self._looked_s = -inf
        """When it was last looked whether somebody has thought long enough."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, at once; does no harm twice or before a start."""
        self._stopping.set()
        self._publisher.wake()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        idle = -1
        while not self._stopping.is_set():
            latest = self._wait(idle)
            # Nothing new to follow: somebody has thought long enough.
            pause_s = 0.0 if latest.number == idle else self._pause_s
            self._looked_s = monotonic()
            if not _bots_play(latest):
                idle = latest.number
            elif not self._stopping.wait(pause_s):
                latest = self._publisher.latest  # a pause or a show may have begun
                moved = _bots_play(latest) and self._move(latest)
                idle = -1 if moved else latest.number

    def _wait(self, idle: int) -> Projection:
        """Return the newest projection once it is new, or somebody has thought long enough."""
        ends = (end for _, end in self._thoughts.values() if end > self._looked_s)
        look_s = max(0.0, min(LOOK_S, min(ends, default=inf) - monotonic()))
        return self._publisher.wait(
            lambda latest: latest.number != idle or self._stopping.is_set(), look_s
        )

    def _thinks(self, handle: Handle, match: str, thought: Thought | None) -> bool:
        """Return whether a bot has not thought long enough yet; a shorter pause hurries it."""
        if thought is None:
            return False
        about, now = f"{match} {thought.id}", monotonic()
        before, end = self._thoughts.get(handle, ("", 0.0))
        if before != about:
            # One pause has gone by before the thought is seen.
            end = now + self._pause_s * (thought.duration_s / BOT_PAUSE_S - 1)
            self._thoughts[handle] = about, end
        return now < end

    def _move(self, latest: Projection) -> bool:
        """Make one move of one bot; return whether there was one."""
        for handle, page in latest.pages.items():
            if not page.person.bot or page.view is None:
                continue
            try:
                if self._move_of(handle, page):
                    return True
            except CompanionError:
                continue  # somebody was quicker; the next look tells
            except Exception as error:  # noqa: BLE001 - a bot's fault must not end the match
                LOG.error("A bot failed: %s", location(error))  # noqa: TRY400 - its text may hold a letter
        return False

    def _move_of(self, handle: Handle, page: SeatPage) -> bool:
        if page.undo.my_answer == "asked":
            self._agree(page.device, handle, page.undo.request).result(ANSWER_S)
            return True
        if page.table.finished:
            return False
        game = self._games[page.table.game]
        seed = crc32(handle.encode())
        command = game.bots.act(page.view, page.offers, page.person.bot, seed)
        if command is None:
            return False
        thought = game.bots.thinks(page.view, command, seed)
        if self._thinks(handle, page.table.match, thought):
            return False
        body = Codec(game.seat_commands).dump(command)
        if body["type"] in game.bots.left_to_people and _people_play(
            self._publisher.latest
        ):
            return False
        self._send(page.device, handle, body, secrets.token_urlsafe(9)).result(ANSWER_S)
        return True


def _people_play(latest: Projection) -> bool:
    """Return whether somebody is asked, or can at least do something but come back."""
    return any(
        page.view is not None
        and not page.person.bot
        and {offer.kind for offer in page.offers} != {"ComeBack"}
        for page in latest.pages.values()
    )


def _bots_play(latest: Projection) -> bool:
    """Return whether bots look at their pages: also after the end, for an undo's sake."""
    table = latest.table
    return (
        table.playing
        and not (table.paused or table.course)
        and any(page.person.bot for page in latest.pages.values())
    )
