"""What stays the same while the program runs, and what follows of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.engine.game import AnyGame, Say
from companion.languages import DEFAULT_LANGUAGE
from companion.links import VIRTUAL
from companion.messages import Catalogue
from companion.ports import (
    NO_RIG,
    STAND_PLACES,
    BlankFace,
    Faces,
    Health,
    Place,
    RigConfig,
    Seat,
)
from companion.table.values.screens import PLACES, owners
from companion.table.values.seating import Seating
from companion.table.values.state import TableState


@dataclass(frozen=True, slots=True)
class TableConfig:
    """What stays the same while the program runs."""

    games: Mapping[str, AnyGame]
    catalogues: Mapping[str, Mapping[str, Catalogue]]
    """The sentences of each game, in each language."""
    lobby_lines: Callable[[], tuple[str, ...]] = tuple
    """What the displays say between matches: the table's address, as it is now."""
    rig: RigConfig = NO_RIG
    """What the table is made of."""
    table_file: Callable[[], str] = str
    """Gives the text of the file of the table's hardware, to be taken along."""

    def game_name(self, seating: Seating) -> str:
        """Return which game is played or comes next, without loading it."""
        return seating.game if seating.game in self.games else next(iter(self.games))

    def game(self, seating: Seating) -> AnyGame:
        """Return the game that is played or comes next."""
        return self.games[self.game_name(seating)]

    def knows_strength(self, wished: str, seating: Seating) -> bool:
        """Tell whether bots of some game may be *wished* for so, the present one's first."""
        return wished in self.game(seating).bots.strengths or any(
            wished in game.bots.strengths for game in self.games.values()
        )

    def on_stands(self, state: TableState, faces: Faces) -> bool:
        """Tell where cards are read: as the host says, else as displays show the *faces*."""
        if state.seating.on_stands is not None:
            return state.seating.on_stands
        used = self.used_places(state, faces)
        return bool(used) and used <= self.shown_places(state)

    def used_places(self, state: TableState, faces: Faces) -> frozenset[Place]:
        """Return the stands that the match uses; before one it is all six."""
        if state.match is None:
            return frozenset(STAND_PLACES)
        return frozenset(
            p for p in STAND_PLACES if not isinstance(faces.get(p), BlankFace | None)
        )

    def shown_places(self, state: TableState) -> frozenset[Place]:
        """Return the stands whose display is up: one of the rig, or a screen."""
        wired = self.wired(state) - state.lost
        return frozenset(
            each for each in STAND_PLACES if each in wired or state.screens.shown_at(each)
        )

    def dark_places(self, state: TableState) -> tuple[Place, ...]:
        """Return in order where nothing is shown that should be: of the rig, or a screen."""
        dark = {*state.screens.dark, *(state.lost & self.wired(state))}
        return tuple(
            each for each in PLACES if each in dark and not state.screens.shown_at(each)
        )

    def screen_health(self, state: TableState) -> Mapping[Place, Health]:
        """Return how the places are that have a screen, and no display of the rig."""
        found, wired = state.screens.health.items(), self.wired(state)
        return {place: each for place, each in found if place not in wired}

    def wired(self, state: TableState) -> frozenset[Place]:
        """Return the places that have a display of the rig."""
        real = (each.place for each in self.rig.stands if each.link != VIRTUAL)
        return frozenset(real) | state.added

    def free_faces(self, state: TableState, faces: Faces) -> Faces:
        """Return the faces of the stands of nobody that no display shows.

        None, where no display shows anybody's: then the cards are on the phones.
        """
        match, shown = state.match, self.shown_places(state)
        owned = frozenset(owners(state.seating))
        if match is None or not shown & owned:
            return {}
        seats = range(len(state.seating.playing))
        return {
            place: faces[place]
            for place in sorted(self.used_places(state, faces) - shown - owned)
            if all(match.game.sees(Seat(seat), place) for seat in seats)
        }

    def say(self, seating: Seating) -> Say:
        """Return how to speak the table's language: for the displays."""
        catalogues = self.catalogues[self.game_name(seating)]
        language = str(seating.options.get("language", DEFAULT_LANGUAGE))
        chosen = catalogues.get(language) or next(iter(catalogues.values()))
        return chosen.say
