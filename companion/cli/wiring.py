"""``companion wiring``: what has to be joined to what, for one table's file."""

import argparse
from pathlib import Path

from companion.config.rig_file import read_rig
from companion.errors import DataError
from companion.links import MuxLink
from companion.ports import CENTRE, MuxConfig, RigConfig, StandConfig
from hardware.rig.open_rig import virtual_config
from hardware.workshop.cables import budget, lengths
from hardware.workshop.wiring import wiring
from hardware.workshop.wiring_text import svg, text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``wiring``."""
    parser.add_argument(
        "--config", type=Path, help="TOML file of the table; none: six displays on a mux"
    )
    parser.add_argument("-o", "--output", type=Path, help="write a picture, too: FILE.svg")
    parser.add_argument(
        "--config-txt", action="store_true", help="print only the lines for config.txt"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the table of wires and write the picture."""
    if args.output and args.output.suffix.lower() != ".svg":
        raise DataError(f"-o {args.output}: the picture is an SVG; name it FILE.svg.")
    config = read_rig(args.config) if args.config else recommended()
    plan, figures = wiring(config), (*lengths(config), *budget(config))
    if args.output:
        args.output.write_text(svg(plan, figures), "utf-8")
    if args.config_txt:
        print("\n".join(plan.config_lines))
        return 0
    print(text(plan, figures), end="")
    return 0


def recommended() -> RigConfig:
    """Return six displays behind a multiplexer, with the pins of the virtual table."""
    stands = (each for each in virtual_config().stands if each.place != CENTRE)
    wired = (
        StandConfig(each.place, MuxLink("m", k), buttons=each.buttons)
        for k, each in enumerate(stands)
    )
    return RigConfig(tuple(wired), (MuxConfig("m", reset=4),))
