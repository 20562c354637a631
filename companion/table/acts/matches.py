"""What the host does with matches: begin, pause, end, once more; the evenings so far."""

import logging
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

import msgspec

from companion.engine.codec import Codec
from companion.errors import DataError, refuse
from companion.limits import LONGEST_SAND_S, SEATS_ALONE
from companion.ports import Message
from companion.table.acts.lobby import new_bot
from companion.table.committer import Committer
from companion.table.storage.database import StorageError
from companion.table.values.entries import Change, Row
from companion.table.values.ids import DeviceId
from companion.table.values.match import Match, checked_id
from companion.table.values.people import people_of, signs_of
from companion.table.values.projection import PlayedMatch, Sand
from companion.table.values.seating import Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig

LOG = logging.getLogger(__name__)
MOST_EVENINGS: Final = 200
"""Matches that stay on the list of the evenings."""
MOST_RECENT: Final = 300
"""Secret words that do not come again for some evenings."""
ALBUM_BYTES: Final = 16
"""Nobody guesses its address."""


class Matches:
    """Works it out and hands it to the committer. Table thread only."""

    def __init__(
        self,
        committer: Committer,
        config: TableConfig,
        random: Random,
        clock: Callable[[], float],
        today: Callable[[], str],
    ) -> None:
        """*clock* returns monotonic seconds, *today* date and time as people write them."""
        self._committer = committer
        self._config = config
        self._random = random
        self._clock = clock
        self._today = today

    @property
    def _now(self) -> TableState:
        return self._committer.state

    # -- beginning and end ---------------------------------------------------------------

    def change_house(self, device: DeviceId, command: Mapping[str, Any]) -> None:
        """Keep what the host enters once for all evenings, for the game that is chosen."""
        self._now.seating.check_host(device)
        game, known = self._config.game(self._now.seating), self._now.house
        wish = Codec(game.house.commands).load(command)
        house = {**known, game.name: game.house.change(known.get(game.name, {}), wish)}
        stored = msgspec.json.encode(house).decode()
        self._committer.become(
            replace(self._now, house=house), Change(documents={"house": stored})
        )

    def start(self, device: DeviceId, options: Mapping[str, Any], command_id: str) -> None:
        """Begin a match, unless this very command has begun the one that lies there."""
        self._now.seating.check_host(device)
        if self._now.match is None:
            self._start(options, checked_id(command_id), self._now.seating)
        elif not self._now.match.has_done(command_id, None):
            raise refuse("match-running")

    def start_alone(self, device: DeviceId, command_id: str, language: str) -> None:
        """Seat bots beside the only person here and begin, as the game is usually played.

        What the host has chosen is for people, and stays for the next match with some; of it only
        the language counts here, or *language* where there is none.
        """
        seating, bots = self._now.seating, self._config.game(self._now.seating).bots
        seating.check_host(device)
        if self._now.match is not None:
            if self._now.match.has_done(command_id, None):
                return
            raise refuse("match-running")
        person = seating.alone
        if person is None or not seating.is_host(person):
            raise refuse("not-alone")
        if not bots.strengths:
            raise refuse("no-bots")
        while len(seating.people) < SEATS_ALONE:
            seating = seating.join(new_bot(seating, bots.usual_strength))
        kept = {"language": language, **seating.options}
        alone = {"language": kept["language"], **bots.alone}
        seating = replace(seating, options=kept, alone_with=alone)
        self._start(alone, checked_id(command_id), seating)

    def _start(self, options: Mapping[str, Any], command_id: str, seating: Seating) -> None:
        """Begin with *options*: the host's choices, or those that *seating* has alone."""
        game = self._config.game(seating)
        lasting = {key: each for key, each in options.items() if key not in game.once}
        seating = seating.start(game.players, lasting)
        seating = replace(seating, album=seating.album or secrets.token_hex(ALBUM_BYTES))
        names = [person.name for person in seating.people]
        wish = game.house.options(self._now.house.get(game.name, {}), options)
        start = game.start(names, wish, self._now.recent.get(game.name, ()))
        command = Codec(game.setup_commands).load(start)
        match = Match.begin(game, secrets.token_hex(8)).carry_out(
            command, command_id, None, self._random
        )
        self._committer.become(
            replace(
                self._now.cleared(seating),
                match=match,
                moments=self._committer.sounding(match),
            ),
            Change(
                match=match.id,
                game=game.name,
                rows=match.rows(0),
                documents={"seating": seating.dump()},
            ),
        )

    def end(self, device: DeviceId) -> None:
        """Put the match away; the PIN stays, for latecomers may have it already."""
        self._now.seating.check_host(device)
        match = self._now.running()
        ended = self._ended(match)
        told = None if match.game.finished(match.state) else self._broken_off()
        self._committer.become(
            replace(ended, broken_off=told),
            Change(
                match=match.id,
                put_away=True,
                documents={
                    "seating": ended.seating.dump(),
                    "recent": msgspec.json.encode(ended.recent).decode(),
                    "evenings": msgspec.json.encode(ended.evenings).decode(),
                },
            ),
        )

    def _broken_off(self) -> Message:
        seating = self._now.seating
        name = next((each.name for each in seating.people if seating.is_host(each)), "")
        return Message(
            "told.broken_off" if name else "told.broken_off_here", {"name": name}
        )

    def _ended(self, match: Match) -> TableState:
        """Return how the table stands once *match*, which lies on it, is put away."""
        evenings = (*self._now.evenings, *self._played(match))[-MOST_EVENINGS:]
        game, known = match.game, self._now.recent
        latest = queued(known.get(game.name, ()), game.remember(match.state))
        return replace(
            self._now.cleared(self._now.seating.end()),
            recent={**known, game.name: latest},
            evenings=evenings,
        )

    def once_more(self, device: DeviceId, command_id: str) -> None:
        """Put the finished match away and begin the next, with the same seats and options.

        Where a game has somebody begin, it says who does next. The PIN stays; where the next
        match cannot begin, the seats are free again.
        """
        seating, match = self._now.seating, self._now.running()
        seating.check_host(device)
        if match.has_done(command_id, None):
            return
        if not match.game.finished(match.state):
            raise refuse("match-running")
        chosen = seating.alone_with or seating.options
        options = {**chosen, **match.game.next_options(match.state)}
        self.end(device)
        free = replace(self._now.seating, alone_with=seating.alone_with)
        self._start(options, checked_id(command_id), free)

    def take_up_copy(self, device: DeviceId) -> None:
        """Go on with a match that a copy has kept, unless another one has begun."""
        self._now.seating.check_host(device)
        if self._now.match is not None:
            raise refuse("match-running")
        self._committer.take_up_copy()

    def _played(self, match: Match) -> Iterator[PlayedMatch]:
        """Yield what there is to remember of *match*: nothing if it was broken off."""
        if match.game.finished(match.state):
            game = match.game
            yield PlayedMatch(
                self._today(),
                game.name,
                tuple(game.names(match.state)),
                game.result_of(match.state),
                game.keepsake(match.table),
                signs_of(people_of(self._now.seating, self._config)),
            )

    def export(self) -> tuple[str, list[Row]]:
        """Return the id and the entries of the match."""
        match = self._now.running()
        return match.id, match.rows(0)

    # -- to take along -------------------------------------------------------------------

    @property
    def _taken_along(self) -> TableState:
        """Return how the table stands; a match that is over is put away in it already."""
        match = self._now.match
        over = match is not None and match.game.finished(match.state)
        return self._ended(match) if match and over else self._now

    def backup(self, device: DeviceId) -> str:
        """Return the file to take along, for the host's own eyes: no running match in it."""
        self._now.seating.check_host(device)
        return self._committer.backup(self._taken_along, match=False)

    def back_up_here(self, device: DeviceId) -> None:
        """Write that file on the table's disk, with the running match: a stick takes it."""
        self._now.seating.check_host(device)
        try:
            self._committer.back_up(self._taken_along, match=True)
        except StorageError as error:
            raise refuse("no-backup") from error

    def back_up(self) -> None:
        """Write it after a match; of a disk that takes nothing the log says so once."""
        told = self._committer.backup_owed
        try:
            self._committer.back_up(self._taken_along)
        except StorageError as error:
            if not told:
                LOG.warning("The file to take along was not written: %s", error)

    # -- while it runs -------------------------------------------------------------------

    def turn_sand(self, device: DeviceId, seconds: int) -> None:
        """Turn the sand timer, or take it away by 0. It forces nobody to anything."""
        self._now.seating.check_host(device)
        self._now.running()
        if not 0 <= seconds <= LONGEST_SAND_S:
            raise DataError(f"The sand timer runs for {LONGEST_SAND_S} s at most.")
        sand = Sand(seconds, self._clock() + seconds) if seconds else None
        self._committer.show(replace(self._now, sand=sand))

    def pause(self, device: DeviceId, *, paused: bool) -> None:
        """Let everything rest, or go on."""
        self._now.seating.check_host(device)
        self._now.running()
        self._committer.show(replace(self._now, paused=paused, sand=None, course=None))

    def take_out(self, device: DeviceId, pictured: Collection[PlayedMatch]) -> None:
        """Take the picture of *pictured* out of the album; the evenings stay on the list."""
        self._now.seating.check_host(device)
        if not any(each in pictured for each in self._now.evenings):
            raise refuse("no-picture")
        evenings = tuple(
            replace(each, keepsake=None, signs={}) if each in pictured else each
            for each in self._now.evenings
        )
        stored = msgspec.json.encode(evenings).decode()
        self._committer.become(
            replace(self._now, evenings=evenings), Change(documents={"evenings": stored})
        )

    def forget_evenings(self, device: DeviceId) -> None:
        """Forget the evenings so far."""
        self._now.seating.check_host(device)
        self._committer.become(
            replace(self._now, evenings=()), Change(documents={"evenings": "[]"})
        )


def queued(known: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """Return what is remembered after *new*: each once, the latest last, the oldest gone."""
    return (*(each for each in known if each not in new), *new)[-MOST_RECENT:]
