"""What stays the same while the program runs, and what follows of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.engine.game import AnyGame, Say
from companion.languages import DEFAULT_LANGUAGE
from companion.messages import Catalogue
from companion.ports import NO_RIG, RigConfig
from companion.table.values.seating import Seating


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
    table_file: str = ""
    """The text of the file of the table's hardware, to be taken along."""

    def game_name(self, seating: Seating) -> str:
        """Return which game is played or comes next, without loading it."""
        return seating.game if seating.game in self.games else next(iter(self.games))

    def game(self, seating: Seating) -> AnyGame:
        """Return the game that is played or comes next."""
        return self.games[self.game_name(seating)]

    def on_stands(self, seating: Seating) -> bool:
        """Tell where cards are read: as the host says, else as the hardware is."""
        return self.rig.real if seating.on_stands is None else seating.on_stands

    def say(self, seating: Seating) -> Say:
        """Return how to speak the table's language: for the displays."""
        catalogues = self.catalogues[self.game_name(seating)]
        language = str(seating.options.get("language", DEFAULT_LANGUAGE))
        chosen = catalogues.get(language) or next(iter(catalogues.values()))
        return chosen.say
