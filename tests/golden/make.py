"""Writes what this version stores: ``python -m tests.golden.make 0.2``, once a release.

Matches as exports: each variant of each game played to its end, at random by offers alone and
by bots; ``entries.json``: one entry of each kind that no match of those has; ``deals.json``:
deal codes; ``table.sqlite3``: a table in the middle of an evening; ``table.companion``: what it
gives along; ``haiclue.sqlite3`` and ``.companion``: the same of a table with packs of own words;
people's own files about their stands; the firmware of their boards. Nobody changes them
afterwards: every later version has to take them up.
"""

import json
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from functools import partial
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from hypothesis.strategies import from_type

from companion.cli.main import main as main_command
from companion.engine.codec import Codec
from companion.engine.game import AnyGame
from companion.engine.replay import SHELL_ENTRIES
from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.table.values.match import entry_codec
from companion.words.lexicon import LEVELS
from tests.hardware.board import FIRMWARE
from tests.play import Player, after, begin, for_tests, steps, variant_of
from tests.table.house import House, device

Move = tuple[Any, Sequence[Any]]
"""A command, and the events that follow from it."""

HERE = Path(__file__).parent
SYSTEMD = HERE.parents[1] / "systemd"
RIGS = (SYSTEMD / "companion.example.toml", *sorted((SYSTEMD / "builds").glob("*.toml")))
COUNTS = {**dict.fromkeys("ABDFGHIKLMNOPRSTU", 3), "E": 13}
FAMILY = ("Haus", "Maus", "Boot", "Hund", "Rose", "Tante", "Regen", "Nase", "Kind", "Sonne")
HOUSE = (
    {"type": "EnterCards", "language": "de", "counts": COUNTS},
    {"type": "KeepList", "name": "Familie", "language": "de", "text": "\n".join(FAMILY)},
)
"""What the host of a golden table has entered."""
_SYLLABLES = ["".join(each) for each in product("bdfgk", "aeiou", "lmnrst")]
PACKS = {
    "Ours": ("en", [*_SYLLABLES, "Haiku", "ice-cream"]),
    "Gäste & Co.": ("de", [*(f"{each}ö" for each in _SYLLABLES), "Übermut", "ICE-cream"]),
}
"""Own words of a house that plays Haiclue: language and words, by name."""
UNFIT = ("two words", "x1", "ice-Cream", *(f"{'a' * 15}{sign}" for sign in "bcdfghklmnp"))
"""What was entered with them and left out, for each reason."""
MOST = 20_000
SEEDS = 60
LARGEST = 60_000
"""Bytes of a file: of the matches that are small enough the most varied is kept."""


def played(game: AnyGame, variant: int, seed: int) -> list[str]:
    """Return the lines of a match that is played at random to its end."""
    random = Random(seed)
    begun, state = _begun(game, variant, random)
    moves = steps(game, state, Player(game, random), MOST)
    return _lines(game, begun, ((command, events or ()) for _, command, events in moves))


def played_by_bots(game: AnyGame, seed: int) -> list[str]:
    """Return the lines of a match that bots play to its end."""
    random = Random(seed)
    begun, state = _begun(game, 0, random)
    return _lines(game, begun, _bots_moves(game, state, random))


def _begun(game: AnyGame, variant: int, random: Random) -> tuple[list[Any], Any]:
    options = dict(variant_of(game, variant))
    begun = begin(game, options.pop("players", 3), random, **options)
    return begun, after(game, game.initial, begun)


def _bots_moves(game: AnyGame, state: Any, random: Random) -> Iterator[Move]:
    while not game.finished(state):
        views = {seat: game.seat_view(state, seat) for seat in game.seats(state)}
        how = game.bots.strengths[0]
        wishes = (game.bots.act(view, game.offers(view), how, 7) for view in views.values())
        command = next(filter(None, wishes), None) or game.time_up(state, frozenset())
        events = game.decide(state, command, random)
        state = after(game, state, list(events))
        yield command, events


def _lines(game: AnyGame, begun: Sequence[Any], moves: Iterable[Move]) -> list[str]:
    codec = Codec(game.events)
    lines = [line("c0", None, codec.dump(event)) for event in begun]
    state = after(game, game.initial, list(begun))
    for number, (command, events) in enumerate(moves, 1):
        seat = getattr(command, "seat", None)  # the table itself has none
        lines += [line(f"c{number}", seat, codec.dump(event)) for event in events]
        state = after(game, state, list(events))
    if not game.finished(state):
        raise ValueError("not finished")
    about = {"companion match": 1, "game": game.name, "id": "golden", "started": "2026"}
    return [json.dumps(about | {"result": end(game, state)}), *lines]


def end(game: AnyGame, state: object) -> object:
    """Return what the match came to, as a message of the game's."""
    return msgspec.to_builtins(game.result_of(state))


def line(command: str, actor: int | None, entry: object) -> str:
    """Return one line of an export."""
    found = {"command": command, "actor": actor, "entry": entry}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def kinds(text: str) -> set[str]:
    """Return which kinds of entries a match has."""
    return {json.loads(each)["entry"]["type"] for each in text.splitlines()[1:]}


def most_varied(play: Callable[[int], list[str]]) -> str:
    """Return the most varied match that is small enough."""
    found = []
    for seed in range(SEEDS):
        with suppress(ValueError):  # too long
            found.append("\n".join(play(seed)) + "\n")
    return max(
        (each for each in found if len(each.encode()) <= LARGEST),
        key=lambda text: (len(kinds(text)), -len(text)),
    )


def examples(game: AnyGame, missing: Callable[[str], bool]) -> list[dict[str, Any]]:
    """Return an entry of each kind that is missing, with any values."""
    codec = entry_codec(game)
    return [
        codec.dump(from_type(each).example())
        for each in (*game.events, *SHELL_ENTRIES)
        if missing(each.__name__)
    ]


def _write(path: Path, found: object) -> None:
    path.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")


def deals() -> Iterator[dict[str, Any]]:
    """Yield a deal code of each language and level, and the words that it deals."""
    game = GAMES["letter_jam"]()
    for seed, (language, level) in enumerate(product(LANGUAGES, LEVELS)):
        wish = {"language": language, "level": level, "lengths": [3 + seed % 5, 5, 7]}
        state = after(game, game.initial, begin(game, 3, Random(seed), **wish))
        if state.code:
            yield {"code": state.code, "words": state.words}


def evening(path: Path) -> None:
    """Write the file of a table that has played, keeps its own words, and plays again."""
    with House(GAMES["letter_jam"](), path) as house:
        house.join("Anna")
        host = device("Anna")
        for wish in HOUSE:
            house.work(house.table.matches.change_house, host, wish)
        house.join("Ben")
        house.add("Opa")
        house.start(language="en", cards="none")
        house.do("Anna", "EndClues")
        house.end()
        house.add_bot("strong")
        house.start(
            "another-one",
            language="de",
            level="own:Familie",
            help=True,
            lengths=[4, 4, 5, 5],
        )
        for name in ("Anna", "Ben"):
            house.do(name, "TellNone")
        house.do("Anna", "ChooseCluegiver", giver=0)
        house.do("Anna", "LayClue", spots=["2", "3"])
        house.do("Anna", "GiveClue")
        house.note("Ben", "row:1", "A oder E")
        house.ask_undo("Ben")


def evening_with_packs(path: Path) -> None:
    """Write the file of a table that has packs for Haiclue, and plays from one again."""
    with House(GAMES["haiclue"](), path) as house:
        house.join("Anna")
        host = device("Anna")
        for name, (language, words) in PACKS.items():
            text = "\n".join([*words, *UNFIT])
            wish = {"type": "KeepList", "name": name, "language": language, "text": text}
            house.work(house.table.matches.change_house, host, wish)
        house.join("Ben")
        house.add("Opa")
        house.start("start-of-ours", pack="Ours")
        house.do("Anna", "LayClue", tiles=["1", "2"])
        house.end()
        house.start("start-of-guests", pack="Gäste & Co.")
        house.do("Anna", "LayClue", tiles=["1", "/", "2"])


def _kept(folder: Path, name: str, play: Callable[[Path], None]) -> None:
    """Write the file of a table after *play*, and what it gives along."""
    with TemporaryDirectory() as kept:
        file = Path(kept) / "table.sqlite3"
        play(file)
        shutil.copy(file, folder / f"{name}.sqlite3")
        taken = str(folder / f"{name}.companion")
        with redirect_stdout(StringIO()):
            main_command(["backup", taken, "--data", kept, "--config", str(RIGS[0])])


def main() -> None:
    """Write a file for each variant of each game, and the entries that are in none."""
    folder = HERE / sys.argv[1]
    folder.mkdir()
    rest: dict[str, list[dict[str, Any]]] = {}
    for name, make in GAMES.items():
        game, seen = make(), set[str]()
        plays: dict[str, Callable[[int], list[str]]] = {
            str(number): partial(played, game, number)
            for number in range(len(for_tests(game).variants))
        }
        if game.bots.strengths:
            plays["bots"] = partial(played_by_bots, game)
        for kind, play in plays.items():
            text = most_varied(play)
            (folder / f"{name}-{kind}.jsonl").write_text(text, "utf-8")
            seen |= kinds(text)
        rest[name] = examples(game, lambda kind, seen=seen: kind not in seen)  # type: ignore[misc]  # bound at once
    _write(folder / "entries.json", rest)
    _write(folder / "deals.json", list(deals()))
    _kept(folder, "table", evening)
    _kept(folder, "haiclue", evening_with_packs)
    for path in RIGS:
        shutil.copy(path, folder / path.name)
    shutil.copy(FIRMWARE, folder / "firmware.txt")


if __name__ == "__main__":
    main()
