"""``companion replay`` and ``companion export``: matches as files."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.config.paths import data_folder
from companion.errors import CompanionError, DataError
from companion.games import DEFAULT, GAMES
from companion.messages import Catalogue, load
from companion.ports import Message
from companion.table.match import AnyGame
from companion.table.script import (
    ReplayStep,
    export_lines,
    find_seat,
    game_name,
    read_lines,
    steps,
)
from companion.table.storage.event_log import EventLog, MatchInfo


def add_parsers(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add both commands."""
    replay = subparsers.add_parser(
        "replay", help="play an exported match or a script of commands, step by step"
    )
    replay.add_argument("file", help="the file; - reads standard input")
    replay.add_argument("--seat", help="show exactly what this player saw: name or number")
    replay.add_argument("--json", action="store_true", help="one JSON object a step")
    replay.set_defaults(run=run_replay)
    export = subparsers.add_parser(
        "export", help="write a stored match as a file for replay"
    )
    export.add_argument(
        "match", nargs="?", help="its id; without one, the matches are listed"
    )
    export.add_argument("--data", help="folder of the matches")
    export.add_argument(
        "--output", "-o", help="file to write; standard output unless given"
    )
    export.set_defaults(run=run_export)


def run_replay(args: argparse.Namespace) -> int:
    """Print each step of the file."""
    lines = read_lines(_read(args.file))
    name = game_name(lines, DEFAULT)
    if name not in GAMES:
        raise DataError(f"There is no game {name!r}; there are: {', '.join(GAMES)}.")
    game = GAMES[name]()
    catalogue = load(["web", game.pages], "en")
    for step in steps(game, lines):
        if args.json:
            print(
                json.dumps(_as_json(game, catalogue, step, args.seat), ensure_ascii=False)
            )
        else:
            print("\n".join(_as_text(game, catalogue, step, args.seat)), end="\n\n")
    return 0


def _read(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"The file {file} cannot be read: {error}.") from error


def _as_json(
    game: AnyGame, catalogue: Catalogue, step: ReplayStep, seat: str | None
) -> dict[str, Any]:
    state = step.match.state
    found: dict[str, Any] = {"step": step.number}
    if seat is None:
        found["asked"] = step.asked
        found["refused"] = _refusal(catalogue, step.refused)
    found["told"] = [catalogue.say(message) for message in step.told]
    if seat is None:
        found["table"] = msgspec.to_builtins(game.table_view(state))
        faces = game.faces(state, catalogue.say)
        found["faces"] = {place: msgspec.to_builtins(face) for place, face in faces.items()}
    else:
        own = find_seat(game, step.match, seat)
        if step.actor == own:
            found["asked"] = step.asked
            found["refused"] = _refusal(catalogue, step.refused)
        found["view"] = msgspec.to_builtins(game.seat_view(state, own))
    return found


def _refusal(catalogue: Catalogue, refused: Message | None) -> dict[str, str] | None:
    if refused is None:
        return None
    return {"code": refused.id.removeprefix("refused."), "text": catalogue.say(refused)}


def _as_text(
    game: AnyGame, catalogue: Catalogue, step: ReplayStep, seat: str | None
) -> Iterator[str]:
    own = None if seat is None else find_seat(game, step.match, seat)
    heard = own is None or step.actor == own
    yield f"{step.number:>3}. {_asked(game, step) if heard else ''}".rstrip()
    if heard and step.refused is not None:
        refusal = _refusal(catalogue, step.refused)
        assert refusal is not None  # noqa: S101 - it was just looked at
        yield f"     refused ({refusal['code']}): {refusal['text']}"
    yield from (f"     {catalogue.say(message)}" for message in step.told)
    if step.refused is None:
        described = game.describe(step.match.state, own, catalogue.say)
        yield from (f"     | {line}" for line in described)


def _asked(game: AnyGame, step: ReplayStep) -> str:
    if step.asked is None:
        names = game.names(step.match.state)
        return "" if step.actor is None else names[step.actor]
    rest = {key: value for key, value in step.asked.items() if key not in ("type", "seat")}
    if step.number == 1:
        rest = {}
    who = step.asked.get("seat", "")
    return " ".join(
        [
            f"{who}:" if who else "",
            str(step.asked.get("type")),
            *(f"{k}={v}" for k, v in rest.items()),
        ]
    ).strip()


def run_export(args: argparse.Namespace) -> int:
    """Write one match, or list them all."""
    path = data_folder(args.data) / "table.sqlite3"
    if not path.exists():
        raise DataError(f"There are no matches in {path.parent}; play one, or give --data.")
    log = EventLog(path)
    try:
        matches = list(log.matches())
        if args.match is None:
            print("\n".join(_listed(matches)))
            return 0
        info = next((each for each in matches if each.id == args.match), None)
        if info is None:
            raise DataError(
                f"There is no match {args.match!r}; `companion export` lists them."
            )
        text = "\n".join(export_lines(info, log.read(info.id))) + "\n"
    finally:
        log.close()
    _write(args.output, text)
    return 0


def _listed(matches: list[MatchInfo]) -> Iterator[str]:
    for info in matches:
        running = "" if info.put_away else "  running"
        yield f"{info.id}  {info.started}  {info.game}{running}"


def _write(output: str | None, text: str) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    try:
        Path(output).write_text(text, "utf-8")
    except OSError as error:
        raise CompanionError(f"The file {output} cannot be written: {error}.") from error
