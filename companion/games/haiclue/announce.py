"""At most one public sentence an event. Nothing private has a road in here."""

from collections.abc import Sequence
from typing import assert_never

from companion.engine.people import PlayerLeft, announce_person, of_player, of_players
from companion.games.haiclue import events as ev
from companion.games.haiclue.events import Event
from companion.games.haiclue.state import Phase, Shape
from companion.games.haiclue.view import PoemView, ReadingView, TableView
from companion.ports import Message, Param, Seat


def announce(before: TableView, after: TableView, event: Event) -> Message | None:  # noqa: C901, PLR0912 - one case each
    """Return what the table is told of the public part of *event*."""
    match event:
        case ev.MatchStarted(names=names):
            return Message("told.started", {"n": len(names)})
        case ev.TilesDealt() | ev.PageTurned():
            return None  # the round that begins says all; a page is seen by everybody
        case ev.RoundBegan():
            params = {"round": after.round, "rounds": after.rounds}
            return Message(f"told.round.{after.side}", params)
        case ev.ClueLaid(seat=seat):
            return of_player(after, "told.laid", seat)
        case ev.ClueTakenBack(seat=seat):
            return of_player(after, "told.thinks_again", seat)
        case ev.ReadingBegan():
            return None if after.reading is None else _reading(after.reading)
        case ev.Guessed(seat=seat):
            known = before.players[seat].guessed
            return None if known else of_player(after, "told.guessed", seat)
        case ev.LeftOut(seat=seat, asked=asked):
            left = "clue" if before.phase is Phase.CLUE else "guess"
            return of_player(after, f"told.{'sits_out' if asked else 'no'}_{left}", seat)
        case ev.ClueScored():
            return _scored(after.poems[-1])
        case ev.TilesFlipped():
            return Message("told.flipped")
        case ev.TargetsDiscarded():
            return Message("told.discarded")
        case ev.HandsPassed():
            return Message("told.swapped" if after.cooperative else "told.passed")
        case PlayerLeft() | ev.PlayerCameBack():
            return announce_person(after, event)
        case ev.WordSaid(shape=shape):
            word = next(each.word for each in after.targets if each.shape == shape)
            return Message("told.word", _target(shape, word))
        case ev.StatusSaid():
            return _status(after)
        case ev.MatchEnded():
            return _ended(after)
        case ev.Voted(seat=seat, number=number):
            return _voted(after, seat, number)
        case _:
            assert_never(event)


def clue_text(lines: Sequence[Sequence[str]]) -> str:
    """Return a clue in one line, its lines set apart as in a quoted poem."""
    return " / ".join(" ".join(line) for line in lines)


def _status(table: TableView) -> Message:
    """Return for whom the table waits, and for what."""
    names = tuple(player.name for player in table.players if player.awaited) or "–"
    match table.phase:
        case Phase.CLUE:
            return Message("told.laying", {"names": names})
        case Phase.GUESS:
            return Message("told.guessing", {"names": names})
        case _:
            return Message("told.shown")


def _target(shape: Shape, word: str) -> dict[str, Param]:
    return {"shape": Message(f"shape.{shape}"), "word": word}


def _reading(reading: ReadingView) -> Message:
    params = {"name": reading.name, "clue": clue_text(reading.lines)}
    if reading.reader is None:
        return Message("told.clue", params)
    return Message("told.reading", {**params, "reader": reading.reader_name})


def _scored(poem: PoemView) -> Message:
    found = tuple(guess.name for guess in poem.guesses if guess.right)
    told = "told.scored" if found else "told.missed"
    who: dict[str, Param] = {"name": poem.name, "names": found}
    return Message(told, who | _target(poem.shape, poem.word))


def _voted(table: TableView, seat: Seat, number: int) -> Message:
    poem = table.poems[number]
    said = {"poem": clue_text(poem.lines), "author": poem.name}
    return of_player(table, "told.voted", seat, **said)


def _ended(table: TableView) -> Message:
    if table.cooperative:
        return Message(f"told.team.{table.team}", {"points": table.together})
    winners = [player for player in table.players if player.leads]
    if not any(player.points for player in winners):
        return Message("told.nobody")
    names = (player.name for player in winners)
    return of_players("told.won", names, points=winners[0].points)
