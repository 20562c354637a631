"""What a file names and this version does not know is left out, and told; nothing else is."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.game import AnyGame
from companion.errors import DataError
from companion.games import GAMES
from companion.table.storage.event_log import EventLog
from companion.table.storage.unknown import without_unknown
from companion.table.values.entries import Change
from companion.table.values.ids import PersonId
from companion.table.values.incidents import Incident
from companion.table.values.match import Match
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from tests.play import begin, for_tests
from tests.table.conftest import Open
from tests.table.house import House

LISTS = [
    {"name": "Ours", "language": "en", "words": ["TABLE"]},
    {"name": "Lost", "language": "eo", "words": ["TABLO"]},
    {"name": "Odd", "language": "en"},
]
KEPT = {"cards": {"en": [["A", 64]], "eo": [["A", 64]]}, "lists": LISTS}


def config(games: dict[str, AnyGame]) -> TableConfig:
    return TableConfig(games, {})


@pytest.fixture(name="known")
def _known(game: AnyGame) -> TableConfig:
    return config({game.name: game})


def person(name: str, **traits: Any) -> Person:
    return Person(PersonId(name), name, **traits)


def seated(**traits: Any) -> TableState:
    return TableState(Seating((person("Anna"),), game="letter_jam", **traits))


def told(incidents: tuple[Incident, ...]) -> list[tuple[str, str]]:
    return [(each.kind, each.detail) for each in incidents]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_known_stays_as_it_was(name: str) -> None:
    game = GAMES[name]()
    for variant in for_tests(game).variants:
        options = {key: value for key, value in variant.items() if key != "players"}
        state = TableState(
            Seating((person("Anna", sign="moon"),), game=name, options=options)
        )
        assert without_unknown(state, config({name: game})) == (state, ())


def test_a_game_that_is_gone_is_another_one(known: TableConfig) -> None:
    state = TableState(Seating(game="chess", options={"language": "en", "clock": 5}))
    found, gone = without_unknown(state, known)
    assert (found.seating.game, found.seating.options) == ("", {"language": "en"})
    assert told(gone) == [("game-gone", "chess")]


def test_of_the_options_those_stay_with_which_a_match_begins(known: TableConfig) -> None:
    options = {"tempo": "fast", "level": "devilish", "language": "de", "help": True}
    found, gone = without_unknown(seated(options=options), known)
    assert found.seating.options == {"language": "de", "help": True}
    assert told(gone) == [("options-gone", "level, tempo")]


@pytest.mark.parametrize("language", [[], {}, 5, "eo"])
def test_no_stored_language_keeps_the_table_from_opening(
    known: TableConfig, language: Any
) -> None:
    state = seated(options={"language": language, "help": True})
    assert without_unknown(state, known)[0].seating.options == {"help": True}


def test_a_game_that_fails_keeps_the_table_from_nothing(game: AnyGame) -> None:
    def fails(*_: object) -> Any:
        raise KeyError("a bug")

    broken = replace(game, house=replace(game.house, options=fails, known=fails))
    state = replace(seated(options={"language": "de"}), house={"letter_jam": KEPT})
    found, _ = without_unknown(state, config({game.name: broken}))
    assert found.house == state.house
    assert found.seating.options == {"language": "de"}


def test_a_list_of_ones_own_goes_with_its_option_and_others_stay(
    known: TableConfig,
) -> None:
    state = replace(
        seated(options={"level": "own:Lost", "language": "en", "nudge": True}),
        house={"letter_jam": KEPT},
    )
    found, gone = without_unknown(state, known)
    assert found.house["letter_jam"] == {"cards": {"en": [["A", 64]]}, "lists": LISTS[:1]}
    assert found.seating.options == {"language": "en", "nudge": True}
    assert told(gone) == [("options-gone", "level"), ("house-gone", "letter_jam")]
    own = replace(state, seating=seated(options={"level": "own:Ours"}).seating)
    assert without_unknown(own, known)[0].seating.options == {"level": "own:Ours"}


@pytest.mark.parametrize("kept", [{"cards": 5}, {"lists": {"a": 1}}, {"lists": [7]}])
def test_what_is_no_house_at_all_is_left_out(known: TableConfig, kept: Any) -> None:
    found, gone = without_unknown(TableState(house={"letter_jam": kept}), known)
    game = known.games["letter_jam"]
    assert game.house.view(found.house["letter_jam"]) == game.house.view({})
    assert told(gone) == [("house-gone", "letter_jam")]


def test_a_bot_of_a_strength_that_is_gone_plays_in_the_middle(known: TableConfig) -> None:
    people = (person("Ada", bot="expert"), person("Grace", bot="weak"), person("Anna"))
    found, gone = without_unknown(TableState(Seating(people)), known)
    assert [each.bot for each in found.seating.people] == ["medium", "weak", ""]
    assert told(gone) == [("strength-gone", "expert")]


def test_a_bot_keeps_a_strength_of_another_game() -> None:
    known = config({name: GAMES[name]() for name in ("letter_jam", "djam")})
    people = (person("Ada", bot="keen"), person("Grace", bot="expert"))
    found, gone = without_unknown(TableState(Seating(people, game="djam")), known)
    assert [each.bot for each in found.seating.people] == ["keen", "simple"]
    assert told(gone) == [("strength-gone", "expert")]


def test_a_table_starts_with_such_a_file_and_tells_once(
    house: House, open_house: Open, path: Path
) -> None:
    house.join("Anna")
    house.table.stop()
    with_bot = Seating(
        (person("Anna"), person("Ada", bot="expert")), options={"tempo": "fast"}
    )
    log = EventLog(path)
    log.commit(Change(documents={"seating": with_bot.dump()}))
    log.close()
    expected = [("options-gone", "tempo"), ("strength-gone", "expert")]
    for _ in range(2):
        again = open_house()
        assert again.names == ["Anna", "Ada"]
        assert [each for each in again.incidents() if "gone" in each[0]] == expected[::-1]


def test_what_is_left_out_of_the_house_lies_in_the_file_whole(
    house: House, open_house: Open, path: Path
) -> None:
    house.join("Anna")
    house.table.stop()
    log = EventLog(path)
    log.commit(Change(documents={"house": json.dumps({"letter_jam": KEPT})}))
    log.close()
    open_house().table.stop()
    log = EventLog(path)
    assert json.loads(log.document("house-before") or "") == {"letter_jam": KEPT}
    log.close()


# -- events ------------------------------------------------------------------------------


def older(name: str) -> Any:
    """Return what an older version might have stored of the event *name*, and how it comes up."""
    return {
        "StackCut": lambda data: {
            **{key: value for key, value in data.items() if key != "table_width"},
            "type": "MatchStarted",
        },
        "MatchStarted": lambda data: {
            **{key: value for key, value in data.items() if key != "options"},
            **data.get("options", {}),
        },
    }[name]


def test_a_renamed_event_with_nested_options_and_a_field_that_went_is_read(
    game: AnyGame,
) -> None:
    (event, *_) = begin(game, 3, Random(1))
    stored = Codec(game.events).dump(event)
    nested = {key: stored.pop(key) for key in ("language", "level", "help")}
    stored |= {"type": "StackCut", "table_width": 3, "options": nested}
    upcasts = {name: older(name) for name in ("StackCut", "MatchStarted")}
    assert Codec(game.events, upcasts).load(stored) == event
    assert "table_width" in stored, "what was stored is left as it is"


def test_the_upcasts_of_a_game_are_those_of_its_log(game: AnyGame) -> None:
    begun = Match.begin(game, "m").with_entries(begin(game, 3, Random(1)), "c", None)
    rows = [
        replace(row, body={**row.body, "type": f"Old{row.body['type']}"})
        for row in begun.rows(0)
    ]
    names = {row.body["type"] for row in rows}
    renamed = {
        name: lambda data: {**data, "type": data["type"].removeprefix("Old")}
        for name in names
    }
    found = Match.load(replace(game, upcasts=renamed), "m", rows)
    assert asdict(found.state) == asdict(begun.state)


def test_an_upcast_that_fails_names_what_it_failed_on(game: AnyGame) -> None:
    codec = Codec(game.events, {"StackCut": lambda data: data["nothing"]})
    with pytest.raises(DataError, match="StackCut of an older version"):
        codec.load({"type": "StackCut"})
