"""``companion replay``: a match from a file, step by step."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.cli.script import (
    ReplayStep,
    find_seat,
    game_name,
    read_lines,
    replay_steps,
)
from companion.cli.written import as_written
from companion.engine.game import AnyGame
from companion.errors import CompanionError, DataError, plain
from companion.games import DEFAULT, GAMES
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES, Language
from companion.messages import Catalogue, load
from companion.ports import Message


def add_arguments(replay: argparse.ArgumentParser) -> None:
    """Add the arguments of ``replay``."""
    replay.add_argument("file", help="the file; - reads standard input")
    replay.add_argument("--seat", help="show exactly what this player saw: name or number")
    replay.add_argument("--json", action="store_true", help="one JSON object a step")
    replay.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print each step of the file."""
    lines = read_lines(_read(args.file))
    name = game_name(lines, DEFAULT)
    if name not in GAMES:
        raise DataError(f"There is no game {name!r}; there are: {', '.join(GAMES)}.")
    game = GAMES[name]()
    catalogues = {
        language: load(["companion.table", game.pages], language) for language in LANGUAGES
    }
    for step in replay_steps(game, lines):
        print("\n".join(map(plain, _shown(game, catalogues[_language(step)], step, args))))
    return 0


def _shown(
    game: AnyGame, catalogue: Catalogue, step: ReplayStep, args: argparse.Namespace
) -> list[str]:
    try:
        if args.json:
            found = _as_json(game, catalogue, step, args.seat)
            return [json.dumps(found, ensure_ascii=False)]
        return [*_as_text(game, catalogue, step, args.seat), ""]
    except CompanionError:
        raise
    except Exception as error:
        raise DataError(
            f"Step {step.number} leaves a table that no match has ({type(error).__name__}): "
            "the file was not written by this program."
        ) from error


def _language(step: ReplayStep) -> Language:
    """Return the language of the match, in which its table is told."""
    language: Language = getattr(step.match.state, "language", DEFAULT_LANGUAGE)
    return language


def _read(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        finding = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise DataError(f"The file {file} cannot be read: {finding}.") from error


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
        found["table"] = as_written(game.table_view(state))
        faces = game.shown(state, catalogue.say)
        found["faces"] = {place: as_written(face) for place, face in faces.items()}
    else:
        own = find_seat(game, step.match, seat)
        if step.actor == own:
            found["asked"] = step.asked
            found["refused"] = _refusal(catalogue, step.refused)
        found["view"] = as_written(game.seat_view(state, own))
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
