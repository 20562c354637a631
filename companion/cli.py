"""The command line."""

import argparse
from collections.abc import Sequence

from companion import cli_deal


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand that *argv* names; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="companion", description="The table companion for word games."
    )
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    cli_deal.add_parser(subparsers)
    args = parser.parse_args(argv)
    return int(args.run(args))
