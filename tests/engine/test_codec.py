import dataclasses
import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.codec import Codec
from companion.engine.game import AnyGame
from companion.engine.replay import Undone
from companion.errors import DataError
from companion.games import GAMES
from companion.games.letter_jam.commands import SEAT_COMMANDS, SETUP_COMMANDS
from companion.games.letter_jam.events import EVENTS
from companion.table.values.match import entry_codec
from tests.play import Player, after, begin, steps

COMMANDS = Codec((*SETUP_COMMANDS, *SEAT_COMMANDS))
ENTRIES = Codec((*EVENTS, Undone))

MOVE = {"type": "MoveOn", "seat": 1, "guess": "A"}
CONSTANTS = {"letters": 5, "players": 1, "nonplayers": 1, "bonus": 0, "wildcard": True}


@cache
def letter_jam() -> AnyGame:
    return GAMES["letter_jam"]()


def through_text(codec: Codec, item: object) -> object:
    return codec.load(json.loads(json.dumps(codec.dump(item), ensure_ascii=False)))


@pytest.mark.parametrize("kind", [*SETUP_COMMANDS, *SEAT_COMMANDS])
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_every_command_survives_json_text(kind: type, data: st.DataObject) -> None:
    command = data.draw(st.from_type(kind))
    assert through_text(COMMANDS, command) == command


@pytest.mark.parametrize("kind", [*EVENTS, Undone])
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_every_entry_of_a_log_survives_json_text(kind: type, data: st.DataObject) -> None:
    entry = data.draw(st.from_type(kind))
    found = through_text(ENTRIES, entry)
    assert found == entry
    assert type(found) is kind


@given(seed=st.integers(0, 10**6), players=st.integers(2, 6))
@settings(max_examples=15, deadline=None)
def test_everything_of_a_random_match_survives_json_text(seed: int, players: int) -> None:
    game, random = letter_jam(), Random(seed)
    codec, events = entry_codec(game), begin(game, players, random)
    state = after(game, game.initial, events)
    for _, command, followed in steps(game, state, Player(game, random), limit=60):
        assert through_text(COMMANDS, command) == command
        events += followed or []
    loaded = [through_text(codec, event) for event in events]
    assert loaded == events
    assert after(game, game.initial, loaded) == after(game, game.initial, events)


@pytest.mark.parametrize(
    ("data", "finding"),
    [
        ({}, "“type” is None"),
        ({"type": "Cheat"}, "“type” is 'Cheat'"),
        ({"type": ["MoveOn"]}, r"“type” is \['MoveOn'\]"),
        ({"type": "MatchStarted"}, "“type” is 'MatchStarted'"),
        (MOVE | {"sure": True}, "MoveOn has no field 'sure'"),
        (MOVE | {"seat": "1"}, "MoveOn cannot be read"),
        (MOVE | {"seat": True}, "MoveOn cannot be read"),
        (MOVE | {"seat": 1.5}, "MoveOn cannot be read"),
        (MOVE | {"seat": 1.0}, "MoveOn cannot be read"),
        (MOVE | {"seat": None}, "MoveOn cannot be read"),
        (MOVE | {"guess": 7}, "MoveOn cannot be read"),
        ({"type": "MoveOn"}, "missing required field `seat`"),
        ({"type": "MakeWord", "seat": 0}, "missing required field `word`"),
        (
            {"type": "MakeWord", "seat": 0, "word": "A", "sure": 1},
            "MakeWord cannot be read",
        ),
        ({"type": "LayClue", "seat": 0, "spots": "123"}, "LayClue cannot be read"),
        ({"type": "LayClue", "seat": 0, "spots": [1]}, "LayClue cannot be read"),
        ({"type": "TellFigures", "seat": 0, "figures": {"letters": 5}}, "missing required"),
        ({"type": "TellFigures", "seat": 0, "figures": []}, "TellFigures cannot be read"),
    ],
)
def test_what_is_not_exactly_a_command_is_refused(
    data: dict[str, Any], finding: str
) -> None:
    with pytest.raises(DataError, match=finding):
        Codec(SEAT_COMMANDS).load(data)


def test_a_refusal_does_not_repeat_what_was_in_the_field() -> None:
    with pytest.raises(DataError) as refused:
        COMMANDS.load({"type": "MakeWord", "seat": "SECRET", "word": "SECRET"})
    assert "SECRET" not in str(refused.value)


def test_figures_within_a_command_are_read_as_figures() -> None:
    command = COMMANDS.load({"type": "TellFigures", "seat": 0, "figures": CONSTANTS})
    assert dataclasses.asdict(command.figures) == CONSTANTS | {"good": False}
