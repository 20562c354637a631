"""``companion card``: makes a new card of Raspberry Pi OS into one of a table."""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.arguments import add_password, password
from companion.config.file_change import PUBLIC, SECRET, FileChange, read
from companion.config.rig_file import read_rig
from companion.errors import ConfigError
from companion.pi.sd_card import ARCHIVE, NewCard, archive, sha256_of
from companion.pi.sd_card_page import card_page
from companion.table.storage.backup import write_whole

TOP = Path(__file__).parents[2]
SYSTEM = ("--python-version", "3.13", "--implementation", "cp")
"""The Python of the system that the card holds: Raspberry Pi OS 13."""
KINDS = ("cp313", "abi3", "none")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``card``."""
    parser.add_argument(
        "folder", type=Path, help="where the card is mounted (its part with config.txt)"
    )
    parser.add_argument(
        "--name", default="table", help="of the table; default: %(default)s"
    )
    parser.add_argument(
        "--config", type=Path, help="the table's file; none: in the browser"
    )
    parser.add_argument("--wifi", default="", metavar="NAME", help="your Wi-Fi")
    parser.add_argument("--hotspot", default="", metavar="NAME", help="a Wi-Fi of its own")
    parser.add_argument(
        "--hidden", action="store_true", help="your Wi-Fi does not tell its name"
    )
    parser.add_argument("--open", action="store_true", help="your Wi-Fi has no password")
    add_password(parser, "of the Wi-Fi, either one")
    parser.add_argument("--country", default="", help="of the radio: DE, GB, …")
    parser.add_argument(
        "--ssh-key", type=Path, help="a public key; without: no way to log in"
    )
    parser.add_argument(
        "--no-wheels",
        action="store_true",
        help="a smaller archive: the Pi then needs the internet once",
    )
    parser.add_argument(
        "--page",
        action="store_true",
        help="write the page that asks all this, card.html, and no choice of yours",
    )
    parser.set_defaults(run=run, platform="aarch64")


def run(args: argparse.Namespace) -> int:
    """Write the files; ConfigError before the first where something does not fit."""
    if not (TOP / "systemd" / "card.sh").exists():
        raise ConfigError(
            "A card is made in the project's own folder, for the whole project goes on it: "
            "get it as the README says, and run `companion card` there."
        )
    if not args.folder.is_dir():
        raise ConfigError(
            f"{args.folder} is not a folder: make it first, or put the card in and name it "
            "(it is called bootfs)."
        )
    secret = password(args) or ""  # once: standard input is read but once
    chosen = card(args, secret, "0" * 64)
    chosen.check()
    with wheels(args) as folder:
        content = archive(TOP, folder)
    chosen = card(args, secret, sha256_of(content))
    write_whole(args.folder / ARCHIVE, content, PUBLIC)
    if args.page:
        FileChange(args.folder / "card.html", card_page(chosen)).make()
        builds = sorted((TOP / "systemd" / "builds").glob("*.toml"))
        for build in builds:  # the form asks for one of them
            FileChange(args.folder / build.name, read(build)).make()
        names = ", ".join(build.name for build in builds)
        print(f"Written: card.html, {names}, {ARCHIVE}. Open card.html in a browser.")
        return 0
    wifi = args.folder / "network-config"
    FileChange(wifi, chosen.network_config(), SECRET).make()
    FileChange(args.folder / "meta-data", chosen.meta_data()).make()
    # Last: without it the card is still as it was.
    FileChange(args.folder / "user-data", chosen.user_data(), SECRET).make()
    print(
        f"Written: {ARCHIVE} ({len(content) // 1_000_000} MB), network-config, meta-data, "
        "user-data.\n"
        "Eject the card, put it into the Pi, plug in, and wait ten minutes."
    )
    if not (args.wifi or args.hotspot):
        print(
            "No Wi-Fi is named: the Pi needs a network cable from the beginning. One without "
            "its socket (a Zero) needs a card made with --wifi or --hotspot."
        )
    return 0


def card(args: argparse.Namespace, secret: str, sha256: str) -> NewCard:
    """Return what was chosen; ConfigError where a file named cannot be used."""
    if args.config:
        read_rig(args.config)
    return NewCard(
        sha256=sha256,
        script=read(TOP / "systemd" / "card.sh"),
        name=args.name,
        country=args.country,
        wifi=args.wifi,
        hidden=args.hidden,
        free=args.open,
        password=secret,
        hotspot=args.hotspot,
        key=read(args.ssh_key).strip() if args.ssh_key else "",
        table_file=read(args.config) if args.config else "",
    )


@contextmanager
def wheels(args: argparse.Namespace) -> Iterator[Path | None]:
    """Fetch the packages for the Pi, with their hashes, for as long as they are packed."""
    if args.no_wheels:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        kinds = [each for kind in KINDS for each in ("--abi", kind)]
        systems = ("manylinux2014", "manylinux_2_28")
        platforms = [
            each for name in systems for each in ("--platform", f"{name}_{args.platform}")
        ]
        command = [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:"),
            *("--disable-pip-version-check", "--require-hashes", "--dest", folder),
            *(*platforms, *SYSTEM, *kinds, "-r", str(TOP / "requirements.lock")),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - all ours
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            raise ConfigError(
                "The packages for the Pi could not be fetched: the lines above say why (no "
                "internet? no pip: make clean setup). With --no-wheels the Pi fetches them "
                "itself."
            )
        yield Path(folder)
