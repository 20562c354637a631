"""Reading and writing matches as text: one JSON object a line."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Any

from companion.engine.codec import Codec
from companion.engine.game import AnyGame
from companion.errors import DataError, Rejected
from companion.ports import STAND_PLACES, Message, Seat
from companion.table.values.entries import MatchInfo, Row
from companion.table.values.match import Match, entry_codec

FORMAT = 1
HEADER = "companion match"
UNDO = "Undo"
TIME_UP = "TimeUp"
"""The clock's line of a script: what the state waits for at most has passed."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a replay: what was asked, what was told, and how the table stands now."""

    number: int
    asked: Mapping[str, Any] | None
    """The command as written; None in an exported match, which keeps what came of it."""
    actor: Seat | None
    refused: Message | None
    told: tuple[Message, ...]
    match: Match


def export_lines(info: MatchInfo, rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of an exported match."""
    header = {HEADER: FORMAT, "game": info.game, "id": info.id, "started": info.started}
    yield json.dumps(header, ensure_ascii=False)
    for row in rows:
        line = {"command": row.command, "actor": row.actor, "entry": row.body}
        yield json.dumps(line, ensure_ascii=False)


def read_lines(text: str) -> list[tuple[int, dict[str, Any]]]:
    """Return (line number, object) of each line; blank lines and ``#`` lines are skipped."""
    lines = []
    text = text.removeprefix("\ufeff")  # some editors begin a file with a mark
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found = json.loads(line)
        except json.JSONDecodeError as error:
            raise DataError(f"Line {number} is not JSON: {error.msg}.") from error
        except (ValueError, RecursionError) as error:
            raise DataError(
                f"Line {number} has a number too long or is nested too deeply; no match is so."
            ) from error
        if not isinstance(found, dict):
            raise DataError(f"Line {number} has to be one JSON object, {{…}}.")
        lines.append((number, found))
    if not lines:
        raise DataError("There is nothing in it; the first line has to set the table.")
    return lines


def game_name(lines: Sequence[tuple[int, dict[str, Any]]], default: str) -> str:
    """Return which game the file is about."""
    return str(lines[0][1].get("game", default))


def replay_steps(
    game: AnyGame, lines: Sequence[tuple[int, dict[str, Any]]]
) -> Iterator[ReplayStep]:
    """Yield the steps of an exported match or a script; DataError names the line."""
    header = lines[0][1]
    if HEADER in header:
        if header[HEADER] != FORMAT:
            raise DataError(
                f"Line 1: format {header[HEADER]!r} is unknown; this is {FORMAT}."
            )
        return _exported(game, lines[1:])
    return _scripted(game, lines)


def _exported(
    game: AnyGame, lines: Sequence[tuple[int, dict[str, Any]]]
) -> Iterator[ReplayStep]:
    codec, match = entry_codec(game), Match.begin(game, "replay")
    by_command = groupby(lines, lambda line: str(line[1].get("command")))
    for step, (command, group) in enumerate(by_command, 1):
        before = match.told_count
        actor = None
        for number, line in group:
            try:
                actor = None if line["actor"] is None else Seat(int(line["actor"]))
                match = match.with_entries([codec.load(line["entry"])], command, actor)
            except Exception as error:
                raise DataError(
                    f"Line {number} is not an entry of a match: {error or type(error).__name__}."
                ) from error
        yield ReplayStep(step, None, actor, None, match.told_since(before), match)


def _scripted(
    game: AnyGame, lines: Sequence[tuple[int, dict[str, Any]]]
) -> Iterator[ReplayStep]:
    setup = Codec(game.setup_commands)
    moves = Codec((*game.seat_commands, *game.table_commands))
    random = Random(0)  # noqa: S311 - a script fixes its chance; the rest only has to repeat
    match = Match.begin(game, "script")
    for step, (number, asked) in enumerate(lines, 1):
        before, refused, actor = match.told_count, None, None
        try:
            if asked.get("type") == UNDO:
                match = match.undo(f"line-{number}", None)
            elif step == 1:
                command = setup.load(_spelled(game, asked))
                match = match.carry_out(command, f"line-{number}", None, random)
            elif asked.get("type") == TIME_UP:
                command = _time_up(game, match, asked.get("held", []))
                match = match.carry_out(command, f"line-{number}", None, random)
            else:
                command = moves.load(_seated(game, match, asked))
                actor = getattr(command, "seat", None)
                match = match.carry_out(command, f"line-{number}", actor, random)
        except Rejected as error:
            if step == 1:
                why = f"{error.code} {dict(error.message.params)}".strip()
                raise DataError(
                    f"Line {number}: the table cannot be set so: {why}."
                ) from error
            refused = error.message
        except DataError as error:
            raise DataError(f"Line {number}: {error}") from error
        except Exception as error:
            raise DataError(
                f"Line {number} cannot be played ({type(error).__name__}): look at its fields."
            ) from error
        yield ReplayStep(step, asked, actor, refused, match.told_since(before), match)


def _time_up(game: AnyGame, match: Match, held: object) -> Any:  # noqa: ANN401 - one of the game's commands
    """Return the command of the deadline that passes; *held* are places with a finger on."""
    if not isinstance(held, list) or not all(place in STAND_PLACES for place in held):
        raise DataError(f"“held” is {held!r}; it must be a list of {STAND_PLACES}.")
    waits = game.deadline(match.state) is not None
    command = game.time_up(match.state, frozenset(held)) if waits else None
    if command is None:
        raise DataError("The match waits for no time now.")
    return command


def _spelled(game: AnyGame, setup: Mapping[str, Any]) -> dict[str, Any]:
    """Let letters be written as words: ``"TREASON"`` for seven of them."""
    found = {key: value for key, value in setup.items() if key != "game"}
    for key in game.script.words:
        if isinstance(word := found.get(key), str):
            found[key] = list(word)
    for key in game.script.word_lists:
        if isinstance(words := found.get(key), list):
            found[key] = [list(word) for word in words]
    return found


def _seated(game: AnyGame, match: Match, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Let players be named by name, or by number from one."""
    found = dict(asked)
    for key in game.script.seats:
        if key in found:
            found[key] = find_seat(game, match, found[key])
    return found


def find_seat(game: AnyGame, match: Match, named: object) -> Seat:
    """Return the seat of a player named by name or by number from one."""
    names = list(game.names(match.state))
    folded = [name.casefold() for name in names]
    if isinstance(named, str) and named.casefold() in folded:
        return Seat(folded.index(named.casefold()))
    numbers = [str(number) for number in range(1, len(names) + 1)]
    if isinstance(named, str | int) and str(named) in numbers:
        return Seat(numbers.index(str(named)))
    raise DataError(f"There is no player {named!r}; there are: {', '.join(names)}.")
