"""At most one public sentence an event. Nothing private has a road in here."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from companion.engine.people import announce_person, of_player
from companion.games.djam import events as ev
from companion.games.djam.events import Event
from companion.games.djam.scoring import is_black, pays, winners
from companion.games.djam.state import Djam, Phase, Roll
from companion.ports import Message, Seat


def announce(state: Djam, event: Event) -> Message | None:
    """Return what the table is told; *state* is the one before *event*."""
    if isinstance(event, ev.RoundEvent):
        return _round(state, event)
    if isinstance(event, ev.QueueEvent):
        return _queue(state, event)
    if isinstance(event, ev.ClaimEvent):
        return _judged(state, event)
    return announce_person(state, event)


def _round(state: Djam, event: ev.RoundEvent) -> Message | None:
    match event:
        case ev.MatchStarted(names=names, options=options):
            calm = options.pace == "calm"
            return Message(
                "told.started_calm" if calm else "told.started", {"n": len(names)}
            )
        case ev.CupFilled():
            return None  # nobody sees it
        case ev.Rolled(theme=theme):
            return roll_sentence(state, state.cup, theme)
        case ev.ThemePut() | ev.ThemeTaken():
            return None  # in secret: nobody hears that somebody wrote, either
        case ev.ThemeRefused(seat=seat):
            roll = roll_sentence(state, state.roll)
            return of_player(state, "told.theme_refused", seat, roll=roll)
        case ev.RoundEnded(reason=reason):
            return _round_ended(state, reason)
        case ev.DeciderBegan(seats=seats):
            return _decider_began(state, seats)
        case ev.MatchEnded():
            return _ended(state)
        case _:
            assert_never(event)


def _queue(state: Djam, event: ev.QueueEvent) -> Message | None:
    match event:
        case ev.Armed():
            return Message("told.gong")
        case ev.PhoneChosen(seat=seat, phone=phone):
            return of_player(state, "told.phone" if phone else "told.stand", seat)
        case ev.FalseStart(seat=seat):
            again = state.players[seat].early_ns is not None
            return None if again else of_player(state, "told.false_start", seat)
        case ev.Buzzed(seat=seat, place=place):
            return _buzzed(state, seat, place)
        case ev.Called(seat=seat):
            return _called(state, seat)
        case ev.Dropped(seat=seat):
            return of_player(state, "told.dropped", seat)
        case ev.Passed(seat=seat):
            return of_player(state, "told.passed", seat)
        case ev.Sealed(seat=seat):
            return of_player(state, "told.sealed", seat)
        case ev.SealsOpened(order=order):
            return Message("told.opened", {"n": len(order)})
        case _:
            assert_never(event)


def _judged(state: Djam, event: ev.ClaimEvent) -> Message | None:
    match event:
        case ev.Said():
            return _said(state, event)
        case ev.Accepted():
            return None  # silence is as good
        case ev.Objected(seat=seat):
            return of_player(state, "told.objected", seat)
        case ev.Voted(seat=seat):
            return of_player(state, "told.voted", seat)
        case ev.VoteClosed(yes=yes, no=no):
            return Message("told.votes", {"yes": yes, "no": no})
        case ev.Ruled():
            return _ruled(state, event)
        case ev.CooledDown():
            return None
        case _:
            assert_never(event)


def roll_sentence(state: Djam, roll: Roll | None, drawn: str = "") -> Message:
    """Return *roll* as it is read aloud at the very moment it shows."""
    if roll is None:
        return Message("told.black")
    theme: str | Message = state.options.themes[roll.theme]
    if drawn:
        theme = Message("told.from_hat", {"theme": drawn})
    if roll.start is None:
        return Message("told.black", {"theme": theme, "letters": ", ".join(roll.letters)})
    rest = ", ".join(each for die, each in enumerate(roll.letters) if die != roll.start)
    start = Message(f"spell.{roll.first_letter}")
    return Message("told.roll", {"theme": theme, "start": start, "letters": rest})


def _buzzed(state: Djam, seat: Seat, place: int) -> Message | None:
    """Who comes while another is called hears the place; the first one is called by name."""
    if state.called is None and state.phase is Phase.OPEN:
        return None
    return of_player(state, "told.queued", seat, place=place + 1)


def _called(state: Djam, seat: Seat) -> Message:
    others = ", ".join(state.players[each].name for each in state.queued if each != seat)
    if any(call.tie for call in state.queue[:2]) and others:
        return of_player(state, "told.called_tie", seat, others=others)
    if others:
        return of_player(state, "told.called_then", seat, others=others)
    return of_player(state, "told.called", seat)


def _said(state: Djam, event: ev.Said) -> Message:
    if event.word:
        return of_player(state, "told.said", event.seat, word=event.word)
    if is_black(state):
        return of_player(state, "told.said_black", event.seat)
    return of_player(state, "told.said_aloud", event.seat, n=event.points)


def _ruled(state: Djam, event: ev.Ruled) -> Message:
    claim = state.claim
    if claim is not None and pays(state, claim):
        if state.tied:
            return of_player(state, "told.out_of_decider", event.seat)
        return of_player(state, "told.pays", event.seat, n=-event.stones)
    if not event.valid:
        return of_player(state, "told.refused", event.seat)
    if event.decides:
        return of_player(state, "told.decides", event.seat)
    if state.tied:
        return of_player(state, "told.decided_before", event.seat)
    if not event.stones:
        return of_player(state, "told.too_late", event.seat)
    return of_player(state, "told.takes", event.seat, n=event.stones)


def _round_ended(state: Djam, reason: ev.Reason) -> Message | None:
    if state.tied:
        decided = any(each.decides for each in state.spoken)
        return None if decided else Message("told.tie_stays")
    after = replace(state, roller=Seat((state.roller + 1) % len(state.players)))
    roller = after.rolls_now
    return (
        None if roller is None else of_player(state, f"told.round_ended.{reason}", roller)
    )


def _decider_began(state: Djam, seats: Sequence[Seat]) -> Message:
    after = replace(state, roller=Seat((state.roller + 1) % len(state.players)))
    roller = after.rolls_now
    return Message(
        "told.decider",
        {
            "names": ", ".join(state.players[seat].name for seat in seats),
            "stones": state.players[seats[0]].stones,
            "roller": "–" if roller is None else state.players[roller].name,
        },
    )


def _ended(state: Djam) -> Message:
    best = winners(state)
    names = ", ".join(state.players[seat].name for seat in best)
    stones = state.players[best[0]].stones
    if len(best) == 1 and state.tied:
        return Message("told.ended_decided", {"name": names})
    told = "told.ended" if len(best) == 1 else "told.ended_shared"
    return Message(told, {"name": names, "stones": stones})
