"""The rig while there is no table yet, and when there is none any more."""

from collections.abc import Callable

from companion.languages import LANGUAGES
from companion.messages import load
from companion.ports import ButtonEdge, LinesFace, Rig


def starting() -> LinesFace:
    """Return what dark displays show until the table is there, which may take a while.

    Which language the table speaks is not known before.
    """
    said = (
        load(("companion.table",), language).text("told.starting") for language in LANGUAGES
    )
    return LinesFace(tuple(said), even=True)


class RigSession:
    """A rig from its start to its stop; its edges go to whoever listens just then."""

    def __init__(self, rig: Rig) -> None:
        self.leave_dark = True
        """False: with their pictures, over which the next start draws without a flicker."""
        self._rig = rig
        self._listener: Callable[[ButtonEdge], object] | None = None

    def start(self) -> None:
        """Open the rig, and let dark displays say that the table is starting."""
        self._rig.start(self._take)
        self._rig.greet(starting())

    def listen(self, listener: Callable[[ButtonEdge], object] | None) -> None:
        """Pass edges on to *listener* from now on; None: to nobody."""
        self._listener = listener

    def stop(self) -> None:
        """Stop the rig and leave its displays as wished."""
        self._rig.stop(dark=self.leave_dark)

    def _take(self, edge: ButtonEdge) -> None:
        listener = self._listener
        if listener:
            listener(edge)
