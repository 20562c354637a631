"""At most one public sentence an event. Nothing private has a road in here."""

from typing import assert_never

from companion.engine.people import announce_person, of_player, of_players
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.events import Event
from companion.games.buchstabenbluff.view import LayView, TableView, TruthView, VerdictView
from companion.ports import Message, Param, Seat


def announce(before: TableView, after: TableView, event: Event) -> Message | None:
    """Return what the table is told of the public part of *event*."""
    if isinstance(event, ev.TurnEvent):
        return _turn(before, event)
    if isinstance(event, ev.DoubtEvent):
        return _doubt(before, after, event)
    if isinstance(event, ev.EndEvent):
        return _end(after, event)
    return announce_person(after, event)


def _turn(before: TableView, event: ev.TurnEvent) -> Message | None:
    match event:
        case ev.MatchStarted(names=names):
            return Message("told.started", {"n": len(names)})
        case ev.DealerChosen(seat=seat, draws=draws):
            return _dealer(before, seat, draws[-1] if draws else ())
        case ev.TurnBegun(seat=seat):
            turn = before.players[seat].turns + 1
            return of_player(before, "told.turn", seat, turn=turn, turns=before.turns)
        case ev.CardDrawn(seat=seat):
            return of_player(before, "told.draws", seat, n=before.players[seat].hand + 1)
        case ev.DrawingStopped(seat=seat):
            return of_player(before, "told.stops", seat)
        case ev.Passed(seat=seat):
            return of_player(before, "told.passes", seat)
        case ev.DiscardShuffled():
            return Message("told.shuffled")
        case ev.CardsDealt() | ev.HandRefilled():
            return None  # it goes without saying
        case _:
            assert_never(event)


def _doubt(before: TableView, after: TableView, event: ev.DoubtEvent) -> Message | None:
    match event:
        case ev.WordLaid():
            return _laid(_lay(after))
        case ev.Believed():
            lay = _lay(before)
            return _of_lay("told.believed", lay, n=len(lay.cards))
        case ev.Revealed():
            never = _lay(after).word in after.options.never
            return _revealed(_lay(after), event, after.verdict, never=never)
        case ev.Voiced(seat=seat, counts=counts):
            told = "told.for" if counts else "told.against"
            return of_player(before, told, seat, word=_lay(before).word)
        case ev.Overruled(counts=counts):
            told = "told.counts" if counts else "told.counts-not"
            return _of_lay(told, _lay(before))
        case ev.Settled():
            return _settled(before)
        case ev.Answered() | ev.Buzzed():
            return None  # a secret answer is no news
        case _:
            assert_never(event)


def _end(after: TableView, event: ev.EndEvent) -> Message | None:
    match event:
        case ev.Counted():
            return Message("told.counted")
        case ev.TruthOpened():
            return _truth(after.truths[-1])
        case ev.MatchEnded():
            return _ended(after)
        case _:
            assert_never(event)


def _lay(table: TableView) -> LayView:
    assert table.lay is not None  # noqa: S101 - these events come while a word lies there
    return table.lay


def _of_lay(id_: str, lay: LayView, **params: Param) -> Message:
    return Message(id_, {"name": lay.name, "word": lay.word, **params})


def _dealer(before: TableView, seat: Seat, draw: tuple[tuple[Seat, str], ...]) -> Message:
    letter = dict(draw).get(seat)
    if letter is None:
        return of_player(before, "told.dealer-next", seat)
    return of_player(before, "told.dealer", seat, letter=letter)


def _laid(lay: LayView) -> Message:
    shown = " ".join(card or "–" for card in lay.cards)
    if any(lay.cards):
        return _of_lay("told.laid-open", lay, n=len(lay.cards), cards=shown)
    return _of_lay("told.laid", lay, n=len(lay.cards))


def _revealed(
    lay: LayView, event: ev.Revealed, verdict: VerdictView | None, *, never: bool
) -> Message:
    if not event.spelled:
        told = "told.revealed.bluff"
    elif event.listed:
        told = "told.revealed.honest"
    else:
        told = "told.revealed.never" if never else "told.revealed.unlisted"
    doubters = verdict.doubters if verdict else ()
    cards = " ".join(lay.cards)
    return _of_lay(told, lay, n=len(doubters), doubters=doubters, cards=cards)


def _settled(before: TableView) -> Message | None:
    verdict, points = before.verdict, before.a_doubt
    if verdict is None:
        return None
    doubters = verdict.doubters
    if verdict.counts:
        points *= len(doubters)
        return Message("told.points", {"name": _lay(before).name, "points": points})
    return of_players("told.points-each", doubters, points=points)


def _truth(truth: TruthView) -> Message:
    told = "told.truth.honest" if truth.honest else "told.truth.bluff"
    if truth.spelled and not truth.listed:
        told = "told.truth.unlisted"
    params = {"name": truth.name, "word": truth.word, "cards": " ".join(truth.letters)}
    return Message(told, params)


def _ended(after: TableView) -> Message:
    winners = [line for line in after.scores if line.place == 1]
    names = (line.score.name for line in winners)
    return of_players("told.ended", names, points=winners[0].total)
