"""At most one public sentence an event. Nothing private has a road in here."""

from collections.abc import Sequence
from typing import assert_never

from companion.engine.people import PlayerLeft, announce_person, of_player
from companion.games.haiclue import events as ev
from companion.games.haiclue.events import Event
from companion.games.haiclue.evolve import evolve
from companion.games.haiclue.scoring import score, team_result
from companion.games.haiclue.state import Haiclue, Phase, Shape
from companion.games.haiclue.turns import reader, still_guessing, still_laying
from companion.ports import Message, Seat


def announce(state: Haiclue, event: Event) -> Message | None:  # noqa: C901, PLR0912 - one case each
    """Return what the table is told; *state* is the one before *event*."""
    match event:
        case ev.MatchStarted(names=names):
            return Message("told.started", {"n": len(names)})
        case ev.TilesDealt():
            return None  # the round that begins says all
        case ev.RoundBegan():
            params = {"round": state.round + 1, "rounds": state.rounds}
            return Message(f"told.round.{state.side}", params)
        case ev.ClueLaid(seat=seat):
            return of_player(state, "told.laid", seat)
        case ev.ClueTakenBack(seat=seat):
            return of_player(state, "told.thinks_again", seat)
        case ev.ReadingBegan(author=author):
            return _reading(state, author)
        case ev.Guessed(seat=seat):
            known = state.players[seat].guess is not None
            return None if known else of_player(state, "told.guessed", seat)
        case ev.LeftOut(seat=seat):
            laying = state.phase is Phase.CLUE
            return of_player(state, "told.no_clue" if laying else "told.no_guess", seat)
        case ev.ClueScored():
            return _scored(state)
        case ev.TilesFlipped():
            return Message("told.flipped")
        case ev.TargetsDiscarded():
            return Message("told.discarded")
        case ev.HandsPassed():
            return Message("told.swapped" if state.cooperative else "told.passed")
        case PlayerLeft() | ev.PlayerCameBack():
            return announce_person(state, event)
        case ev.WordSaid(shape=shape):
            return Message("told.word", _target(state, shape))
        case ev.StatusSaid():
            return status(state)
        case ev.PageTurned():
            return None  # everybody sees it; the clue itself was announced
        case ev.MatchEnded():
            return _ended(state)
        case _:
            assert_never(event)


def status(state: Haiclue) -> Message:
    """Return for whom the table waits, and for what."""
    match state.phase:
        case Phase.CLUE:
            return _missing(state, "told.laying", still_laying(state))
        case Phase.GUESS:
            return _missing(state, "told.guessing", still_guessing(state))
        case _:
            return Message("told.shown")


def clue_text(lines: Sequence[Sequence[str]]) -> str:
    """Return a clue in one line, its lines set apart as in a quoted poem."""
    return " / ".join(" ".join(line) for line in lines)


def _missing(state: Haiclue, id_: str, seats: Sequence[Seat]) -> Message:
    names = ", ".join(state.players[seat].name for seat in seats)
    return Message(id_, {"names": names or "–"})


def _target(state: Haiclue, shape: Shape) -> dict[str, str | int | Message]:
    return {"shape": Message(f"shape.{shape}"), "word": state.target(shape)}


def _reading(state: Haiclue, author: Seat) -> Message:
    clue, by = clue_text(state.lines(author)), reader(state, author)
    if by is None:
        return of_player(state, "told.clue", author, clue=clue)
    by_name = state.players[by].name
    return of_player(state, "told.reading", author, clue=clue, reader=by_name)


def _scored(state: Haiclue) -> Message:
    poem = evolve(state, ev.ClueScored()).poems[-1]
    found = ", ".join(state.players[seat].name for seat in poem.right)
    return of_player(
        state,
        "told.scored" if found else "told.missed",
        poem.author,
        names=found,
        **_target(state, poem.target),
    )


def _ended(state: Haiclue) -> Message:
    standing = score(state)
    if state.cooperative:
        result = team_result(standing.together)
        return Message(f"told.team.{result}", {"points": standing.together})
    if not standing.winners:
        return Message("told.nobody")
    names = [state.players[seat].name for seat in standing.winners]
    points = standing.points[standing.winners[0]]
    params: dict[str, str | int | Message] = {
        "names": ", ".join(names),
        "points": points,
        "n": len(names),
    }
    return Message("told.won", params)
