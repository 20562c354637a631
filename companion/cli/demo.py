"""``companion demo``: bots play a match on the virtual stands; nothing of it is kept."""

import argparse
from pathlib import Path

from companion.cli.arguments import OPEN_PORT, PORT_HELP, legible, port, seconds
from companion.cli.game_options import check_players, strength_of
from companion.games import GAMES
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES
from companion.process.serve import serve
from companion.process.settings import Demo, Settings
from hardware.rig.open_rig import virtual_config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``demo``: the games that have bots, and what these can do."""
    games = {name: game for name, make in GAMES.items() if (game := make()).bots.strengths}
    strengths = list(
        dict.fromkeys(each for game in games.values() for each in game.bots.strengths)
    )
    players = sorted({count for game in games.values() for count in game.players})
    told = "default: %(default)s"
    parser.add_argument("--game", choices=games, default=next(iter(games)), help=told)
    parser.add_argument("--players", type=int, default=4, choices=players, help=told)
    parser.add_argument(
        "--strength", choices=strengths, help="default: the middle one of the game's"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default=DEFAULT_LANGUAGE, help=told
    )
    parser.add_argument(
        "--pause",
        type=seconds,
        default=2.0,
        metavar="SECONDS",
        help=f"between two moves; {told}",
    )
    parser.add_argument(
        "--host",
        type=legible,
        default="127.0.0.1",
        help=f"address to listen on; {told}, this machine",
    )
    parser.add_argument("--port", type=port, default=OPEN_PORT, help=PORT_HELP)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Let bots play until it is stopped."""
    game = GAMES[args.game]()
    check_players(game, args.players)
    strength = strength_of(game, args.strength)
    demo = Demo(args.game, args.players, strength, args.language)
    rig = virtual_config()
    return serve(Settings(args.host, args.port, Path(), rig, args.pause, demo=demo))
