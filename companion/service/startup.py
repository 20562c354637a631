"""The rig while there is no table yet, and when there is none any more."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.messages import LANGUAGES, load
from companion.ports import ButtonEdge, LinesFace, Rig


def starting() -> LinesFace:
    """Return what dark displays show until the table is there, which may take a while.

    Which language the table speaks is not known before.
    """
    said = (load(("web",), language).text("told.starting") for language in LANGUAGES)
    return LinesFace(tuple(said), even=True)


class Ear:
    """Passes a rig's edges on to whoever listens; before and after that nobody does."""

    def __init__(self) -> None:
        self._listener: Callable[[ButtonEdge], object] | None = None

    def __call__(self, edge: ButtonEdge) -> None:
        """Take an edge, on a thread of the rig."""
        listener = self._listener
        if listener:
            listener(edge)

    def open(self, listener: Callable[[ButtonEdge], object]) -> None:
        """Pass edges on from now on."""
        self._listener = listener

    def close(self) -> None:
        """Pass nothing on from now on."""
        self._listener = None


@dataclass(slots=True)
class Leave:
    """How the displays are left."""

    dark: bool = True
    """False: with their pictures, over which the next start draws without a flicker."""

    def stop(self, rig: Rig) -> None:
        """Stop *rig*."""
        rig.stop(dark=self.dark)
