"""Screens that are stands, in a real Chromium: any face on any glass."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from threading import Event
from time import monotonic
from types import SimpleNamespace
from typing import Any

from companion.games import GAMES
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    BlankFace,
    CardFace,
    Face,
    LedgerFace,
    LinesFace,
    Place,
    QrFace,
    RollFace,
    WordFace,
)
from companion.table.acts.screen_presence import ScreenFinger, ScreenPresence
from companion.table.values.ids import DeviceId
from companion.table.values.player_signs import PLAYER_SIGNS
from companion.table.values.projection import ScreenView
from companion.table.values.screens import ScreenId
from tests.e2e.stage import Stage
from tests.waiting import LIMIT_S
from web.devices import device_id

SCREEN_KEY = "a-screens-key-of-22-ch"
SUN = PLAYER_SIGNS["sun"]
FACES: dict[str, Face] = {
    "blank": BlankFace(),
    "card": CardFace("W", chips=(2, 5), position=(2, 5), name=""),
    "narrow": CardFace("I", position=(1, 6), name="Anna", picture=SUN),
    "many": CardFace("Q", chips=(1, 2, 3, 6, 9), position=(4, 7), moving_on=True),
    "free": CardFace("S", chips=(10,), stack=6),
    "done": CardFace("K", position="done", bonus=True, warning="NOT SAVED"),
    "word": WordFace("LIGHT", "Maximiliane", "right", picture=SUN),
    "wrong": WordFace("LUWAF", "Ben", "wrong"),
    "shape": WordFace("SHARK", shape="triangle"),
    "lines": LinesFace(("Anna", "makes a word", "of five letters"), picture=SUN),
    "even": LinesFace(("Anna 3", "Benedikt 12", "Cleo"), even=True),
    "ledger": LedgerFace(
        4,
        2,
        3,
        centre_open=False,
        wildcard_chips=(3,),
        bonus=(("E", (1,)), ("R", ())),
        line="Anna gives the clue",
    ),
    "roll": RollFace(
        tuple("AKRSTE"), start=2, lit=(4,), top="Djam: three letters", bottom="Anna rolls"
    ),
    "qr": QrFace("http://192.168.178.23:8000/j/123456", ("PIN", "123", "456")),
}


class Glass(Stage):
    """A stage with a screen: it keeps what its fingers said."""

    def __init__(self, players: int = 4, game: str = "letter_jam") -> None:
        super().__init__(GAMES[game](), players)
        self.fingers: list[ScreenFinger] = []
        self.gates: list[Event] = []
        """Each holds one telling of fingers back, as a slow network does."""
        self.table.screens = SimpleNamespace(  # type: ignore[assignment]  # the part the web asks
            presence=ScreenPresence(monotonic), review=lambda: None
        )
        vars(self.table)["on_fingers"] = self._take
        vars(self.table)["submit"] = _done

    def _take(self, device: DeviceId, page: str, fingers: Any) -> None:
        if self.gates:
            self.gates.pop(0).wait(LIMIT_S)
        self.fingers += self.table.screens.presence.new_fingers(device, page, fingers)

    def faces(self, faces: Mapping[Place, Face]) -> None:
        """Show *faces* at the places of the one screen."""
        screen = device_id(SCREEN_KEY)
        view = ScreenView(ScreenId("s"), screen, "4821", tuple(faces), "today", up=True)
        latest = self.table.publisher.latest
        shown = {**latest.faces, **faces}
        self.table.publisher.publish(
            replace(latest, faces=shown, screens={screen: view}, number=latest.number + 1)
        )


def _done(work: Callable[[], object]) -> Future[object]:
    future: Future[object] = Future()
    future.set_result(work())
    return future


def place_of(face: Face) -> Place:
    return CENTRE if isinstance(face, LedgerFace) else STAND_PLACES[1]
