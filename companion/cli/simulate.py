"""``companion simulate``: bots play many matches among themselves; balance figures."""

import argparse
import json
from collections.abc import Sequence
from random import SystemRandom
from statistics import mean
from typing import Any

from companion.cli.arguments import count
from companion.cli.bot_matches import Ended, Series, play_matches
from companion.cli.game_options import (
    add_game,
    check_players,
    for_each,
    read_lengths,
    span,
    strength_of,
)
from companion.engine.tools import NAMES, Simulation
from companion.errors import DataError
from companion.games import GAMES
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES
from companion.words.lexicon import LEVELS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``simulate``."""
    parser.description = "Bots play matches among themselves. Compare settings, not people."
    add_game(parser)
    parser.add_argument("--players", type=int, default=4, metavar="N")
    parser.add_argument(
        "--lengths",
        default="5",
        metavar="L[,L...]",
        help="of secret words, 3 to 7, for all or each, where a game has them",
    )
    parser.add_argument("--language", choices=LANGUAGES, default=DEFAULT_LANGUAGE)
    parser.add_argument(
        "--level", choices=LEVELS, default="normal", help="where words have one"
    )
    parser.add_argument("--strength", help="how well bots play; default: the middle one")
    parser.add_argument("--games", type=count, default=20, metavar="K")
    parser.add_argument("--seed", type=int, help="the same seed, the same matches")
    parser.add_argument(
        "--jobs", type=count, metavar="N", help="at a time; default: one a core"
    )
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the matches that *args* ask for and print what came out."""
    game = GAMES[args.game]()
    strength = strength_of(game, args.strength)
    simulation = game.simulation
    if simulation is None:
        raise DataError(f"{game.title} has no bots to simulate; choose another --game.")
    check_players(game, args.players)
    options = _options(args, simulation)
    seed = SystemRandom().getrandbits(32) if args.seed is None else args.seed
    names = NAMES[: args.players]
    strengths = (strength,) * len(names)
    series = Series(args.game, names, options, strengths, seed)
    ended = play_matches(series, args.games, args.jobs)
    asked = {**options, "strength": strength, "seed": seed}
    found = means(ended)
    text = "\n".join(f"{name:18} {value:.6g}" for name, value in found.items())
    print(json.dumps({**asked, **found}) if args.json else text)
    return 0


def _options(args: argparse.Namespace, simulation: Simulation) -> dict[str, Any]:
    if simulation.lengths is None:
        return {"language": args.language}
    lengths = _lengths(args.lengths, args.players, simulation.lengths)
    return {"lengths": lengths, "language": args.language, "level": args.level}


def _lengths(text: str, players: int, allowed: range) -> list[int]:
    lengths = read_lengths("--lengths", text, allowed)
    if any(length not in allowed for length in lengths):
        raise DataError(f"--lengths {text}: words have {span(allowed)} letters.")
    return list(for_each("--lengths", lengths, players))


def means(ended: Sequence[Ended]) -> dict[str, float]:
    """Return how many matches there were, and the mean of each figure that the game names."""
    found: dict[str, float] = {"games": len(ended)}
    for name in ended[0].outcome._fields:
        found[name] = mean(getattr(each.outcome, name) for each in ended)
    return {**found, "seconds": mean(each.seconds for each in ended)}
