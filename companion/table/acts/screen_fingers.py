"""What fingers on a screen's glass did, as its page tells; and what the glass answers."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from threading import Lock
from typing import Final, assert_never

from companion.ports import ButtonEdge, Place
from companion.table.acts.presses import Presses
from companion.table.acts.screen_presence import ScreenFinger, ScreenPresence, Signal
from companion.table.publisher import Publisher
from companion.table.values.ids import DeviceId

ID_DIGITS: Final = 20


class ScreenFingers:
    """Hands them on in their order, each once; for any thread."""

    presses: Presses

    def __init__(self, presence: ScreenPresence, publisher: Publisher) -> None:
        """*presses* has to be set before any finger comes."""
        self._presence = presence
        self._publisher = publisher
        self._lock = Lock()

    def take(
        self,
        device: DeviceId,
        page: str,
        fingers: Sequence[ScreenFinger],
        on_edge: Callable[[ButtonEdge], object],
        submit: Callable[..., object],
    ) -> None:
        """Hand those on that are new: edges to *on_edge*, the rest to the table's thread.

        What fingers said on the glass of a screen that is down by now means nothing.
        """
        # Locked: else the second telling of a word could be quicker than the first.
        with self._lock:
            new = self._presence.new_fingers(device, page, fingers)
            if self._presence.has_left(device):
                new = [replace(e, word="lost") for e in new if e.word != "down"]
            for each in new:
                told = _id_of(device, page, each.number)
                match each.word:
                    case "down" | "up":
                        on_edge(self._presence.edge(each, told))
                    case "held":
                        submit(self.presses.still, each.place, each.button, told)
                    case "lost":
                        submit(self.presses.unsaid, each.place, told)
                    case _:
                        assert_never(each.word)

    def telling(
        self, signal: Signal, also: Callable[[Place], object]
    ) -> Callable[[Place], object]:
        """Return what tells of a press at its place: the hardware (*also*), and a screen."""

        def tell(place: Place) -> None:
            also(place)
            self._presence.signal(place, signal)
            self._publisher.look_again()

        return tell


def _id_of(device: DeviceId, page: str, number: int) -> str:
    """Return what names a word of a finger, before and after a restart."""
    return sha256(f"{device} {page} {number}".encode()).hexdigest()[:ID_DIGITS]
