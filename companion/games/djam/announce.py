"""At most one public sentence an event. Nothing private has a road in here."""

from collections.abc import Sequence
from typing import assert_never

from companion.engine.people import announce_person, of_player
from companion.games.djam import events as ev
from companion.games.djam.events import Event
from companion.games.djam.state import Phase
from companion.games.djam.view import RollView, TableView
from companion.ports import Message, Seat


def announce(before: TableView, after: TableView, event: Event) -> Message | None:
    """Return what the table is told of the public part of *event*."""
    if isinstance(event, ev.RoundEvent):
        return _round(after, event)
    if isinstance(event, ev.QueueEvent):
        return _queue(before, event)
    if isinstance(event, ev.Judged):
        return event.told(before, after)
    if isinstance(event, ev.ClaimEvent):
        return _judged(before, event)
    return announce_person(after, event)


def _round(after: TableView, event: ev.RoundEvent) -> Message | None:
    match event:
        case ev.MatchStarted(names=names):
            calm = after.pace == "calm"
            return Message(
                "told.started_calm" if calm else "told.started", {"n": len(names)}
            )
        case ev.CupFilled():
            return None  # nobody sees it
        case ev.ThemeShown(theme=theme):
            return _theme(after.theme, hat=bool(theme))
        case ev.Rolled():
            return None if after.roll is None else _rolled(after.roll)
        case ev.ThemePut() | ev.ThemeTaken():
            return None  # in secret: nobody hears that somebody wrote, either
        case ev.ThemeRefused(seat=seat):
            roll = _rolled(after.roll) if after.roll else _theme(after.theme, hat=False)
            return of_player(after, "told.theme_refused", seat, roll=roll)
        case ev.RoundEnded(reason=reason):
            return _round_ended(after, reason)
        case ev.DeciderBegan(seats=seats):
            return _decider_began(after, seats)
        case ev.MatchEnded():
            return _ended(after)
        case _:
            assert_never(event)


def _queue(before: TableView, event: ev.QueueEvent) -> Message | None:
    match event:
        case ev.Armed():
            return Message("told.gong")
        case ev.PhoneChosen(seat=seat, phone=phone):
            return of_player(before, "told.phone" if phone else "told.stand", seat)
        case ev.FalseStart(seat=seat):
            again = before.players[seat].early
            return None if again else of_player(before, "told.false_start", seat)
        case ev.Buzzed(seat=seat, place=place):
            return _buzzed(before, seat, place)
        case ev.Called(seat=seat):
            return _called(before, seat)
        case ev.Dropped(seat=seat):
            return of_player(before, "told.dropped", seat)
        case ev.Passed(seat=seat):
            return of_player(before, "told.passed", seat)
        case ev.Sealed(seat=seat):
            return of_player(before, "told.sealed", seat)
        case ev.SealsOpened(order=order):
            return Message("told.opened", {"n": len(order)})
        case _:
            assert_never(event)


def _judged(
    before: TableView, event: ev.WordKept | ev.Said | ev.CooledDown
) -> Message | None:
    match event:
        case ev.Said():
            return _said(before, event)
        case ev.WordKept():
            return None  # nobody is told that somebody writes
        case ev.CooledDown():
            return None
        case _:
            assert_never(event)


def _theme(theme: str, *, hat: bool) -> Message:
    shown = Message("told.from_hat", {"theme": theme}) if hat else theme
    return Message("told.theme", {"theme": shown})


def _rolled(roll: RollView) -> Message:
    """Return *roll* as it is read aloud at the very moment it shows."""
    theme: str | Message = roll.theme
    if roll.hat:
        theme = Message("told.from_hat", {"theme": roll.theme})
    if roll.start is None:
        return Message("told.black", {"theme": theme, "letters": ", ".join(roll.letters)})
    rest = ", ".join(each for die, each in enumerate(roll.letters) if die != roll.start)
    start = Message(f"spell.{roll.first}")
    return Message("told.roll", {"theme": theme, "start": start, "letters": rest})


def _buzzed(before: TableView, seat: Seat, place: int) -> Message | None:
    """Who comes while another is called hears the place; the first one is called by name."""
    if before.called is None and before.phase is Phase.OPEN:
        return None
    return of_player(before, "told.queued", seat, place=place + 1)


def _called(before: TableView, seat: Seat) -> Message:
    others = ", ".join(before.players[each].name for each in before.queue if each != seat)
    if before.tie and others:
        return of_player(before, "told.called_tie", seat, others=others)
    if others:
        return of_player(before, "told.called_then", seat, others=others)
    return of_player(before, "told.called", seat)


def _said(before: TableView, event: ev.Said) -> Message:
    if event.word:
        return of_player(before, "told.said", event.seat, word=event.word)
    if before.black:
        return of_player(before, "told.said_black", event.seat)
    return of_player(before, "told.said_aloud", event.seat, n=event.points)


def _round_ended(after: TableView, reason: ev.Reason) -> Message | None:
    if after.tied:
        decided = any(each.decides for each in after.spoken)
        return None if decided else Message("told.tie_stays")
    if after.roller is None:
        return None
    return of_player(after, f"told.round_ended.{reason}", after.roller)


def _decider_began(after: TableView, seats: Sequence[Seat]) -> Message:
    return Message(
        "told.decider",
        {
            "names": tuple(after.players[seat].name for seat in seats),
            "stones": after.players[seats[0]].stones,
            "roller": "–" if after.roller is None else after.players[after.roller].name,
        },
    )


def _ended(after: TableView) -> Message:
    best = [after.players[seat] for seat in after.winners]
    names = tuple(player.name for player in best)
    if len(best) == 1 and after.tied:
        return Message("told.ended_decided", {"name": names})
    told = "told.ended" if len(best) == 1 else "told.ended_shared"
    return Message(told, {"name": names, "stones": best[0].stones})
