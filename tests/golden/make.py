"""Writes matches of this version, as exports: ``python -m tests.golden.make 0.2``, once a release.

Played at random by offers alone, each variant of each game to its end. Nobody changes them
afterwards: every later version has to take them up.
"""

import json
import sys
from pathlib import Path
from random import Random

import msgspec

from companion.engine.codec import Codec
from companion.games import GAMES
from tests.play import AnyGame, Player, begin, steps

HERE = Path(__file__).parent
MOST = 20_000
LARGEST = 60_000
"""Bytes of a file: of several matches the first that is small enough is kept."""


def played(game: AnyGame, variant: int, seed: int) -> list[str]:
    """Return the lines of a match that comes to its end."""
    random = Random(seed)
    options = dict(game.variants[variant])
    players = options.pop("players", 3)
    codec = Codec(game.events)
    lines: list[str] = []
    state, number = game.initial, 0
    for event in begin(game, players, random, **options):
        lines.append(line(f"c{number}", None, codec.dump(event)))
        state = game.evolve(state, event)
    for _, command, events in steps(game, state, Player(game, random), MOST):
        number += 1
        for event in events or ():
            lines.append(line(f"c{number}", command.seat, codec.dump(event)))
            state = game.evolve(state, event)
    if not game.finished(state):
        raise ValueError("not finished")
    about = {"companion match": 1, "game": game.name, "id": "golden", "started": "2026"}
    return [json.dumps(about | {"result": end(game, state)}), *lines]


def end(game: AnyGame, state: object) -> object:
    """Return what the match came to, as a message of the game's."""
    return msgspec.to_builtins(game.result(state))


def line(command: str, actor: int | None, entry: object) -> str:
    """Return one line of an export."""
    found = {"command": command, "actor": actor, "entry": entry}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def small(game: AnyGame, variant: int) -> str:
    """Return the first match that is small enough."""
    for seed in range(200):
        try:
            text = "\n".join(played(game, variant, seed)) + "\n"
        except ValueError:
            continue
        if len(text.encode()) <= LARGEST:
            return text
    raise AssertionError(f"{game.name} {variant}: no small match")


def main() -> None:
    """Write a file for each variant of each game."""
    folder = HERE / sys.argv[1]
    folder.mkdir(exist_ok=True)
    for name, make in GAMES.items():
        game = make()
        for variant in range(len(game.variants)):
            (folder / f"{name}-{variant}.jsonl").write_text(small(game, variant), "utf-8")


if __name__ == "__main__":
    main()
