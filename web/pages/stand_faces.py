"""What a screen shows at each of its places: the same faces that the displays get."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.codes import code
from companion.ports import (
    CENTRE,
    MOST_LINES,
    STAND_PLACES,
    BlankFace,
    CardFace,
    Face,
    LedgerFace,
    Place,
    QrFace,
)
from companion.table.acts.screen_presence import Signal
from companion.table.values.player_signs import outline
from companion.table.values.projection import PersonView, Projection


@dataclass(frozen=True, slots=True)
class Cell:
    """One place on the glass of a screen."""

    place: Place
    face: Face
    owner: tuple[str, str, int] = ("", "", 0)
    """Name, sign and colour of whose stand it is; the last is 0 where it is nobody's."""
    signal: tuple[int, Signal] = (0, "")
    idle: bool = False
    """Between matches: the way in is shown, and no press in the middle means anything."""

    @property
    def template(self) -> str:
        """The template that draws the face."""
        kind = type(self.face).__name__.removesuffix("Face").lower()
        return f"faces/{kind}.html"

    @property
    def lit(self) -> bool:
        """Whether chips lie there."""
        match self.face:
            case CardFace(chips=chips):
                return bool(chips)
            case LedgerFace(wildcard_chips=chips, bonus=bonus):
                return bool(chips) or any(each for _, each in bonus)
            case _:
                return False

    @property
    def buttons(self) -> tuple[str, ...]:
        """The buttons of the place; a stand's one is all of its glass."""
        return ("wildcard", "undo", "next") if self.place == CENTRE else ("main",)

    @property
    def picture(self) -> str:
        """The sign of whoever the face names, as a path."""
        return outline(getattr(self.face, "picture", ()))

    @property
    def modules(self) -> tuple[int, str]:
        """The side of a code, and its dark modules as a path."""
        return _modules(self.face.text if isinstance(self.face, QrFace) else "")


def cells_of(
    latest: Projection,
    places: tuple[Place, ...],
    signals: Mapping[Place, tuple[int, Signal]],
) -> tuple[Cell, ...]:
    """Return what a screen with a right to *places* shows, and nothing of any other."""
    owners = owners_of(latest)
    return tuple(
        Cell(
            place,
            latest.faces.get(place, BlankFace()),
            _named(owners.get(place)),
            signals.get(place, (0, "")),
            idle=not latest.table.playing,
        )
        for place in places
    )


def owners_of(latest: Projection) -> dict[Place, PersonView]:
    """Return whose stand each place is, as everybody may know."""
    people, playing = latest.table.people, latest.table.playing
    seats = {
        (each.seat if playing else n): each
        for n, each in enumerate(people)
        if not playing or each.seat is not None
    }
    return {
        STAND_PLACES[seat]: each
        for seat, each in seats.items()
        if seat is not None and seat < len(STAND_PLACES)
    }


def _named(owner: PersonView | None) -> tuple[str, str, int]:
    return ("", "", 0) if owner is None else (owner.name, owner.sign, owner.colour)


def values_of_faces(cells: tuple[Cell, ...]) -> dict[str, Any]:
    """Return what the templates of the faces need."""
    return {"cells": cells, "most_lines": MOST_LINES}


def drawn_code(link: str) -> dict[str, Any]:
    """Return the side and the path of the code of *link*."""
    side, path = _modules(link)
    return {"code_side": side, "code_path": path}


def _modules(text: str) -> tuple[int, str]:
    rows = code(text).matrix if text else ()
    picture = tuple("".join("#" if dark else "." for dark in row) for row in rows)
    return len(rows), outline(picture)
