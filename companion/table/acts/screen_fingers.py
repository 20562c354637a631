"""What fingers on a screen's glass did, as its page tells; and what the glass answers."""

from collections.abc import Callable, Sequence
from typing import Protocol, assert_never

from companion.ports import ButtonEdge, Place
from companion.table.acts.screen_presence import ScreenFinger, ScreenPresence, Signal
from companion.table.publisher import Publisher
from companion.table.values.ids import DeviceId


class FingerPresses(Protocol):
    """Takes what is said of a finger that no edge tells."""

    def still(self, place: Place, button: str) -> None:
        """Carry out the hold of a finger that is there still."""

    def lose(self, place: Place) -> None:
        """Let the fingers at *place* be gone without a meaning."""


class ScreenFingers:
    """Hands them on in their order, each once; for any thread."""

    presses: FingerPresses

    def __init__(self, presence: ScreenPresence, publisher: Publisher) -> None:
        """*presses* has to be set before any finger comes."""
        self._presence = presence
        self._publisher = publisher

    def take(
        self,
        device: DeviceId,
        page: str,
        fingers: Sequence[ScreenFinger],
        on_edge: Callable[[ButtonEdge], object],
        submit: Callable[..., object],
    ) -> None:
        """Hand those on that are new: edges to *on_edge*, the rest to the table's thread."""
        for each in self._presence.new_fingers(device, page, fingers):
            match each.word:
                case "down" | "up":
                    on_edge(self._presence.edge(each))
                case "held":
                    submit(self.presses.still, each.place, each.button)
                case "lost":
                    submit(self.presses.lose, each.place)
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
