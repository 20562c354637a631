"""What the host does around a match: sand timer, pause, once more, the evenings so far."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.errors import DataError, refuse
from companion.limits import LONGEST_SAND_S
from companion.table.committer import Committer
from companion.table.play import Play
from companion.table.projection import DeviceId, Sand
from companion.table.seating import Seating
from companion.table.state import TableState
from companion.table.storage.event_log import Change


class Evening:
    """Works it out and hands it to the keeper. Table thread only."""

    def __init__(self, keeper: Committer, play: Play, clock: Callable[[], float]) -> None:
        """*clock* returns monotonic seconds."""
        self._keeper = keeper
        self._play = play
        self._clock = clock

    @property
    def _now(self) -> TableState:
        return self._keeper.state

    def turn_sand(self, device: DeviceId, seconds: int) -> None:
        """Turn the sand timer, or take it away by 0. It forces nobody to anything."""
        self._now.seating.check_host(device)
        self._now.running()
        if not 0 <= seconds <= LONGEST_SAND_S:
            raise DataError(f"The sand timer runs for {LONGEST_SAND_S} s at most.")
        sand = Sand(seconds, self._clock() + seconds) if seconds else None
        self._keeper.show(replace(self._now, sand=sand))

    def pause(self, device: DeviceId, *, paused: bool) -> None:
        """Let everything rest, or go on."""
        self._now.seating.check_host(device)
        self._now.running()
        self._keeper.show(replace(self._now, paused=paused, sand=None))

    def once_more(self, device: DeviceId, command_id: str) -> None:
        """Put the finished match away and begin the next, everybody one place further.

        The PIN stays; where the next match cannot begin, the seats are free again.
        """
        seating, match = self._now.seating, self._now.running()
        seating.check_host(device)
        if match.has_done(command_id, None):
            return
        if not match.game.finished(match.state):
            raise refuse("match-running")
        options = turned(seating.options, len(seating.playing))
        self._play.end(device, pin=seating.pin)
        people = [each.id for each in self._now.seating.people]
        moved = self._now.seating.order((*people[1:], *people[:1]))
        self._keep(moved)
        self._play.begin(device, options, command_id)

    def forget(self, device: DeviceId) -> None:
        """Forget the evenings so far."""
        self._now.seating.check_host(device)
        self._keeper.become(
            replace(self._now, evenings=()), Change(documents={"evenings": "[]"})
        )

    def _keep(self, seating: Seating) -> None:
        self._keeper.become(
            replace(self._now, seating=seating),
            Change(documents={"seating": seating.dump()}),
        )


def turned(options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return *options* where a list with one entry a player goes along with its player."""

    def moved(value: Any) -> Any:  # noqa: ANN401 - whatever a game lets choose
        each = isinstance(value, Sequence) and not isinstance(value, str)
        if each and len(value) == players:
            return [*value[1:], *value[:1]]
        return value

    return {key: moved(value) for key, value in options.items()}
