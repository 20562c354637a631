"""What each fact does to the table. Never refuses, draws no chance."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, assert_never

from companion.engine.people import PlayerCameBack, PlayerLeft
from companion.games.djam import events as ev
from companion.games.djam.chronicle import chapters
from companion.games.djam.events import Event
from companion.games.djam.state import (
    STONES,
    Call,
    Claim,
    Djam,
    Phase,
    Player,
    same_theme,
)
from companion.ports import Seat


def evolve(state: Djam, event: Event) -> Djam:
    """Return the state after *event*."""
    if isinstance(event, ev.RoundEvent):
        return _round(state, event)
    if isinstance(event, ev.QueueEvent):
        return _queue(state, event)
    if isinstance(event, ev.Judged):
        return event.apply(state)
    if isinstance(event, ev.ClaimEvent):
        return _judged(state, event)
    match event:
        case PlayerLeft(seat=seat):
            return _player_left(state, seat)
        case PlayerCameBack(seat=seat):
            return state.with_player(seat, present=True)
        case _:
            assert_never(event)


def _round(state: Djam, event: ev.RoundEvent) -> Djam:
    match event:
        case ev.MatchStarted():
            return _match_started(event)
        case ev.CupFilled(roll=roll):
            return replace(state, cup=roll, rolls=state.rolls[1:])
        case ev.ThemeShown(seat=seat, theme=theme):
            return _turn(
                _without_theme(state, theme, state.seats),
                phase=Phase.THEME,
                roller=seat,
                roll=None,
                drawn=theme,
                spoken=(),
            )
        case ev.Rolled():
            return _rolled(state, event)
        case ev.ThemePut() | ev.ThemeTaken() | ev.ThemeRefused():
            return _hat(state, event)
        case ev.RoundEnded():
            return _round_ended(state, event)
        case ev.DeciderBegan(seats=seats):
            return _decider_began(state, seats)
        case ev.MatchEnded():
            return _turn(state, phase=Phase.END, queue=(), called=None, cup=None)
        case _:
            assert_never(event)


def _hat(state: Djam, event: ev.ThemePut | ev.ThemeTaken | ev.ThemeRefused) -> Djam:
    match event:
        case ev.ThemePut(seat=seat, theme=theme):
            player = state.players[seat]
            themes, written = (*player.themes, theme), player.written + 1
            return state.with_player(seat, themes=themes, written=written)
        case ev.ThemeTaken(seat=seat, theme=theme):
            return _without_theme(state, theme, (seat,))
        case ev.ThemeRefused():
            return _theme_refused(state)
        case _:
            assert_never(event)


def _queue(state: Djam, event: ev.QueueEvent) -> Djam:
    match event:
        case ev.Armed():
            return _turn(state, phase=Phase.OPEN)
        case ev.FalseStart(seat=seat, at_ns=at_ns):
            return state.with_player(seat, early_ns=at_ns)
        case ev.PhoneChosen(seat=seat, phone=phone):
            return state.with_player(seat, phone=phone)
        case ev.Buzzed():
            return _buzzed(state, event)
        case ev.Called(seat=seat):
            cooling = None if state.cooling == seat else state.cooling
            return _turn(state, called=seat, gathering=False, cooling=cooling)
        case ev.Dropped(seat=seat):
            return _dropped(state, seat)
        case ev.Passed(seat=seat):
            return state.with_player(seat, passed=True)
        case ev.Sealed(seat=seat, word=word):
            return state.with_player(seat, sealed=word, passed=False)
        case ev.SealsOpened(order=order):
            return _turn(state, phase=Phase.OPEN, queue=tuple(map(Call, order)))
        case _:
            assert_never(event)


def _judged(state: Djam, event: ev.WordKept | ev.Said | ev.CooledDown) -> Djam:
    match event:
        case ev.WordKept(seat=seat, word=word):
            return state.with_player(seat, sealed=word)
        case ev.Said():
            return _said(state, event)
        case ev.CooledDown():
            return _turn(state, cooling=None)
        case _:
            assert_never(event)


def _turn(state: Djam, **changes: Any) -> Djam:  # noqa: ANN401 - fields
    """Return the state after something that deadlines must not mix up."""
    return replace(state, turn=state.turn + 1, **changes)


def _match_started(event: ev.MatchStarted) -> Djam:
    stones = event.stones or (0,) * len(event.names)
    by_phone = event.options.buzzers == "phones"
    players = tuple(
        Player(name, have, phone=by_phone)
        for name, have in zip(event.names, stones, strict=True)
    )
    return Djam(
        phase=Phase.ROLL,
        options=event.options,
        players=players,
        pool=STONES - sum(stones),
        roller=Seat(event.options.first),
        rolls=event.rolls,
        bans=event.bans,
        heard=event.heard,
    )


def _rolled(state: Djam, event: ev.Rolled) -> Djam:
    new = state.phase in (Phase.ROLL, Phase.THEME)  # else a slip of real dice is put right
    return _turn(
        _without_theme(state if new else _anew(state), event.theme, state.seats),
        phase=_first_phase(state),
        round=state.round + new,
        roller=event.seat,
        roll=state.cup,
        drawn=event.theme,
        playing=state.present,
        cup=None,
        spoken=(),
    )


def _first_phase(state: Djam) -> Phase:
    """Return where the table is as soon as the dice are seen."""
    if state.calm:
        return Phase.SEAL
    return Phase.LISTEN if state.options.gong_s else Phase.OPEN


def _without_theme(state: Djam, theme: str, seats: Iterable[Seat]) -> Djam:
    for seat in seats if theme else ():
        themes = state.players[seat].themes
        left = tuple(each for each in themes if not same_theme(each, theme))
        state = state.with_player(seat, themes=left)
    return state


def _theme_refused(state: Djam) -> Djam:
    """Begin the search anew, with the theme of the card."""
    return _turn(
        _anew(state),
        phase=state.phase if state.phase is Phase.THEME else _first_phase(state),
        drawn="",
    )


def _anew(state: Djam) -> Djam:
    """Forget what was done to the roll that was taken back."""
    return replace(
        state.with_everybody(passed=False, sealed=None, early_ns=None),
        queue=(),
        gathering=False,
        called=None,
        cooling=None,
    )


def _buzzed(state: Djam, event: ev.Buzzed) -> Djam:
    queue = list(state.queue)
    queue.insert(event.place, Call(event.seat, event.at_ns, event.tie))
    first = not state.queue and state.phase is Phase.OPEN
    state = state.with_player(event.seat, passed=False)
    state = replace(state, queue=tuple(queue), gathering=state.gathering or first)
    return _turn(state) if first else state


def _dropped(state: Djam, seat: Seat) -> Djam:
    queue = tuple(call for call in state.queue if call.seat != seat)
    gathering = state.gathering and bool(queue)
    if state.called == seat:
        cooling = seat if state.options.tempo != "none" else None
        return _turn(state, queue=queue, called=None, gathering=gathering, cooling=cooling)
    return replace(state, queue=queue, gathering=gathering)


def _said(state: Djam, event: ev.Said) -> Djam:
    claim = Claim(event.seat, event.word, event.points, event.dice)
    state = replace(state.with_player(event.seat, sealed=None), cooling=None)
    return _turn(state, phase=Phase.CLAIM, claim=claim, queue=state.queue[1:], called=None)


def _round_ended(state: Djam, event: ev.RoundEnded) -> Djam:
    learned = () if event.ban in ("", *state.bans) else (event.ban,)
    return _turn(
        state.with_everybody(out=False, passed=False, early_ns=None, sealed=None),
        phase=Phase.ROLL,
        chapters=chapters(state),
        roller=Seat((state.roller + 1) % len(state.players)),
        bans=(*state.bans, *learned),
        queue=(),
        gathering=False,
        called=None,
        cooling=None,
    )


def _decider_began(state: Djam, seats: tuple[Seat, ...]) -> Djam:
    """Let everybody else watch: the round is over for them before it begins."""
    state = _round_ended(state, ev.RoundEnded("found"))
    for seat in set(state.seats).difference(seats):
        state = state.with_player(seat, out=True)
    return replace(state, tied=seats)


def _player_left(state: Djam, seat: Seat) -> Djam:
    if seat in state.queued:
        state = _dropped(state, seat)
    cooling = None if state.cooling == seat else state.cooling
    state = replace(state, cooling=cooling)
    return state.with_player(seat, present=False, passed=False, sealed=None)
