"""``companion demo``: bots play a match on the virtual stands; nothing of it is kept."""

import argparse
from pathlib import Path

from companion.games import GAMES
from companion.service.run import Demo, Settings
from companion.service.run import run as serve
from hardware.virtual import virtual_config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``demo``."""
    parser.add_argument("--game", choices=GAMES, default=next(iter(GAMES)))
    parser.add_argument("--players", type=int, default=4, choices=range(2, 7))
    parser.add_argument("--strength", default="medium", help="weak, medium or strong")
    parser.add_argument("--language", default="en", choices=("en", "de"))
    parser.add_argument(
        "--pause", type=float, default=2.0, help="seconds between two moves"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Let bots play until it is stopped."""
    demo = Demo(args.game, args.players, args.strength, args.language)
    rig = virtual_config()
    return serve(Settings(args.host, args.port, Path(), rig, args.pause, demo=demo))
