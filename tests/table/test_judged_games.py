"""Whatever stands in the moves of a match, of any game: refused, or every page can be drawn."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.cli.script import game_name, read_lines, replay_steps
from companion.errors import CompanionError
from companion.games import DEFAULT, GAMES, Games, pages_of
from companion.messages import Catalogues
from companion.table.storage.load import StateLoader, everything
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.projection import Projection
from companion.table.values.projector import project
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from tests.depth import seeds
from tests.table.test_judged import ODD, changed, paths

SCRIPTS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.jsonl"))
ALL = Games()
LOADER = StateLoader(Path("a file"), ALL)
CONFIG = TableConfig(
    ALL, {name: Catalogues("companion.table", pages_of(name)) for name in GAMES}
)
EACH = 8
"""Damages a seed."""


def played(script: Path) -> Change:
    """Return everything that is stored once *script* was played, up to somewhere in it."""
    lines = read_lines(script.read_text("utf-8"))
    game = ALL[game_name(lines, DEFAULT)]
    *_, last = replay_steps(game, lines)
    names = game.names(last.match.state)
    people = tuple(
        Person(PersonId(f"p{n}"), name, DeviceId(f"d{n}"), Handle(f"h{n}"))
        for n, name in enumerate(names)
    )
    seating = Seating(people, people[0].device, playing=tuple(each.id for each in people))
    return everything(TableState(seating, match=last.match))


@pytest.mark.parametrize("chances", seeds(1, 6))
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda each: each.stem)
def test_a_move_that_nobody_made_is_refused_or_can_be_shown(
    script: Path, chances: range
) -> None:
    whole = played(script)
    LOADER.of_change(whole)
    for seed in chances:
        random = Random(seed)
        for _ in range(EACH):
            upto = random.randint(1, len(whole.rows))
            rows = [*whole.rows[:upto]]
            at = random.randrange(upto)
            body = json.loads(json.dumps(rows[at].body))
            path, odd = random.choice([*paths(body)][1:]), random.choice(ODD)
            rows[at] = replace(rows[at], body=changed(body, path, odd))
            state: TableState | None = None
            with suppress(CompanionError):
                state = LOADER.of_change(replace(whole, rows=rows))
            if state is not None:
                project(state, CONFIG, Projection())
