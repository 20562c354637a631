"""At most one public sentence an event. Nothing private has a road in here."""

from collections.abc import Iterable
from typing import assert_never

from companion.engine.people import announce_person, of_player
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.events import Event
from companion.games.buchstabenbluff.scoring import score
from companion.games.buchstabenbluff.state import TEN, Buchstabenbluff, Lay, Verdict
from companion.ports import Message, Seat


def announce(state: Buchstabenbluff, event: Event) -> Message | None:
    """Return what the table is told; *state* is the one before *event*."""
    if isinstance(event, ev.TurnEvent):
        return _turn(state, event)
    if isinstance(event, ev.DoubtEvent):
        return _doubt(state, event)
    if isinstance(event, ev.EndEvent):
        return _end(state, event)
    return announce_person(state, event)


def _turn(state: Buchstabenbluff, event: ev.TurnEvent) -> Message | None:
    match event:
        case ev.MatchStarted(names=names):
            return Message("told.started", {"n": len(names)})
        case ev.DealerChosen(seat=seat, draws=draws):
            return _dealer(state, seat, draws[-1] if draws else ())
        case ev.TurnBegun(seat=seat):
            turn = state.players[seat].turns + 1
            return of_player(state, "told.turn", seat, turn=turn)
        case ev.CardDrawn(seat=seat):
            return of_player(state, "told.draws", seat, n=len(state.players[seat].hand) + 1)
        case ev.DrawingStopped(seat=seat):
            return of_player(state, "told.stops", seat)
        case ev.Passed(seat=seat):
            return of_player(state, "told.passes", seat)
        case ev.DiscardShuffled():
            return Message("told.shuffled")
        case ev.CardsDealt() | ev.HandRefilled():
            return None  # it goes without saying
        case _:
            assert_never(event)


def _doubt(state: Buchstabenbluff, event: ev.DoubtEvent) -> Message | None:
    match event:
        case ev.WordLaid():
            return _laid(state, event)
        case ev.Believed():
            lay = _lay(state)
            return of_player(
                state, "told.believed", lay.seat, word=lay.word, n=len(lay.cards)
            )
        case ev.Revealed():
            return _revealed(state, event)
        case ev.Overruled(seat=seat, counts=counts):
            told = "told.counts" if counts else "told.counts-not"
            return of_player(state, told, seat, word=_lay(state).word)
        case ev.Settled():
            return _settled(state, _lay(state), state.verdict)
        case ev.Answered() | ev.Buzzed():
            return None  # a secret answer is no news
        case _:
            assert_never(event)


def _end(state: Buchstabenbluff, event: ev.EndEvent) -> Message | None:
    match event:
        case ev.Counted():
            return Message("told.counted")
        case ev.TruthOpened():
            return _truth(state, event)
        case ev.MatchEnded():
            return _ended(state)
        case _:
            assert_never(event)


def _names(state: Buchstabenbluff, seats: Iterable[Seat]) -> str:
    return ", ".join(state.players[seat].name for seat in seats)


def _lay(state: Buchstabenbluff) -> Lay:
    assert state.laid is not None  # noqa: S101 - these events come while a word lies there
    return state.laid


def _dealer(
    state: Buchstabenbluff, seat: Seat, draw: tuple[tuple[Seat, str], ...]
) -> Message:
    letter = dict(draw).get(seat)
    if letter is None:
        return of_player(state, "told.dealer-next", seat)
    return of_player(state, "told.dealer", seat, letter=letter)


def _laid(state: Buchstabenbluff, event: ev.WordLaid) -> Message:
    hand = state.players[event.seat].hand
    cards = zip(event.places, event.shown, strict=True)
    shown = " ".join(hand[place] if up else "–" for place, up in cards)
    count = len(event.places)
    if any(event.shown):
        return of_player(
            state, "told.laid-open", event.seat, word=event.word, n=count, cards=shown
        )
    return of_player(state, "told.laid", event.seat, word=event.word, n=count)


def _revealed(state: Buchstabenbluff, event: ev.Revealed) -> Message:
    lay = _lay(state)
    if not event.spelled:
        told = "told.revealed.bluff"
    else:
        told = "told.revealed.honest" if event.listed else "told.revealed.unlisted"
    return of_player(
        state,
        told,
        lay.seat,
        n=len(event.doubters),
        doubters=_names(state, event.doubters),
        cards=" ".join(lay.cards),
        word=lay.word,
    )


def _settled(state: Buchstabenbluff, lay: Lay, verdict: Verdict | None) -> Message | None:
    if verdict is None:
        return None
    if verdict.counts:
        points = TEN * len(verdict.doubters)
        return of_player(state, "told.points", lay.seat, points=points)
    params: dict[str, str | int] = {
        "names": _names(state, verdict.doubters),
        "points": TEN,
        "n": len(verdict.doubters),
    }
    return Message("told.points-each", params)


def _truth(state: Buchstabenbluff, event: ev.TruthOpened) -> Message:
    lay = state.believed[len(state.truths)]
    honest = event.spelled and event.listed
    told = "told.truth.honest" if honest else "told.truth.bluff"
    if event.spelled and not event.listed:
        told = "told.truth.unlisted"
    return of_player(state, told, lay.seat, word=lay.word, cards=" ".join(lay.cards))


def _ended(state: Buchstabenbluff) -> Message:
    points = [score(state, seat) for seat in state.seats]
    best = max(each.total for each in points)
    winners = [each.name for each in points if each.total == best]
    return Message(
        "told.ended", {"names": ", ".join(winners), "n": len(winners), "points": best}
    )
