"""What a file names that this program does not know any more is left out, and told.

A bot's strength, a language, an option or a list may go from one version to the next; a table
that starts all the same is worth more than any of them. Pure functions.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.codec import Codec
from companion.languages import LANGUAGES
from companion.table.values.incidents import Incident
from companion.table.values.player_signs import PLAYER_SIGNS, free_sign
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig


def without_unknown(
    state: TableState, config: TableConfig
) -> tuple[TableState, tuple[Incident, ...]]:
    """Return *state* as far as this program knows what it names, and what to tell of it."""
    house = {name: _house(name, kept, config) for name, kept in state.house.items()}
    seating = _people(_game(state.seating, config), config)
    seating = _with_options(seating, config, house.get(config.game_name(seating), {}))
    changed = replace(state, seating=seating, house=house)
    return changed, tuple(_told(state, changed))


def _house(name: str, kept: Mapping[str, Any], config: TableConfig) -> dict[str, Any]:
    try:
        return dict(config.games[name].house.known(kept) if name in config.games else kept)
    except Exception:  # noqa: BLE001 - a game's fault must not keep the table from opening
        return dict(kept)


def _game(seating: Seating, config: TableConfig) -> Seating:
    if not seating.game or seating.game in config.games:
        return seating
    return replace(seating, game="", options=_language(seating.options))


def _language(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the language of *options* if it is one: it is kept from game to game."""
    spoken = options.get("language")
    return {"language": spoken} if spoken in tuple(LANGUAGES) else {}


def _people(seating: Seating, config: TableConfig) -> Seating:
    people: list[Person] = []
    for each in seating.people:
        taken = [other.sign for other in (*people, *seating.people[len(people) + 1 :])]
        known = each.sign in PLAYER_SIGNS and each.sign not in taken
        people.append(
            replace(
                each,
                bot=_strength(each.bot, seating, config),
                sign=each.sign if known else free_sign(taken),
            )
        )
    return replace(seating, people=tuple(people))


def _strength(bot: str, seating: Seating, config: TableConfig) -> str:
    """Return *bot*, or the usual one of the strengths there are where no game has it."""
    if not bot or config.knows_strength(bot, seating):
        return bot
    return config.game(seating).bots.strength(bot)


def _with_options(
    seating: Seating, config: TableConfig, house: Mapping[str, Any]
) -> Seating:
    """Keep the options with which a match could be begun, the language before the others."""
    wished = seating.options
    if not wished or _begins(wished, seating, config, house):
        return seating
    kept: dict[str, Any] = {}
    for key in sorted(wished, key=lambda key: key != "language"):
        if _begins({**kept, key: wished[key]}, seating, config, house):
            kept[key] = wished[key]
    return replace(seating, options={**_language(wished), **kept})


def _begins(
    options: Mapping[str, Any],
    seating: Seating,
    config: TableConfig,
    house: Mapping[str, Any],
) -> bool:
    game = config.game(seating)
    try:
        start = game.start(("",), game.house.options(house, options), ())
        Codec(game.setup_commands).load(start)
    except Exception:  # noqa: BLE001 - as above; whatever an old choice does to a game
        return False
    return True


def _told(before: TableState, after: TableState) -> Iterator[Incident]:
    old, new = before.seating, after.seating
    if old.game != new.game:
        yield Incident("game-gone", old.game)
    elif gone := sorted(old.options.keys() - new.options.keys()):
        yield Incident("options-gone", ", ".join(gone))
    pairs = tuple(zip(old.people, new.people, strict=True))
    for strength in sorted({was.bot for was, now in pairs if was.bot != now.bot}):
        yield Incident("strength-gone", strength)
    for game in sorted(
        name for name in before.house if before.house[name] != after.house[name]
    ):
        yield Incident("house-gone", game)
