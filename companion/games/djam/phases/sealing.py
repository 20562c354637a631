"""The pace without speed: everybody seals a word, and the best are read first."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from companion.engine.events import Undo, event
from companion.engine.offers import Offer
from companion.engine.step import Answer, Main, Step
from companion.games.djam.phase import Event, Kinds, PhaseRules, about
from companion.games.djam.phases.queue import word_field
from companion.games.djam.scoring import dice_in, is_black, points, rolled, standing
from companion.games.djam.state import Call, Djam, Phase
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message, Seat


@event(undo=Undo.NEVER, tells=True, public="order", moment="revealed")
class SealsOpened:
    """All words are in; in this order they are read."""

    order: tuple[Seat, ...]

    def apply(self, state: Djam) -> Djam:
        return state.turned(phase=Phase.OPEN, queue=tuple(map(Call, self.order)))

    def told(self, _before: TableView, _after: TableView) -> Message | None:
        """Tell nothing of no word: the round is over then, and that is told."""
        return Message("told.opened", {"n": len(self.order)}) if self.order else None


def _close(state: Djam, _: Random) -> Sequence[Event]:
    """Open the words once all are in: who pays first, then the best."""
    here = [(seat, state.players[seat]) for seat in state.present]
    players = [each for each in here if not each[1].out]
    if any(player.sealed is None and not player.passed for _, player in players):
        return []
    words = [(seat, player.sealed) for seat, player in players if player.sealed]

    def merit(each: tuple[Seat, str]) -> tuple[bool, int, int]:
        seat, word = each
        spoilt = is_black(state) and bool(dice_in(rolled(state), word))
        steps = (seat - state.roller) % len(state.players)
        return not spoilt, -standing(state, word, points(state, word)), steps

    return [SealsOpened(tuple(seat for seat, _ in sorted(words, key=merit)))]


def _offers(view: SeatView) -> Iterator[Offer]:
    me = view.table.players[view.seat]
    if me.out:
        return
    if view.table.roll:
        yield Offer("Seal", (word_field(view.table.roll),))
    if not (me.sealed or me.passed):
        yield Offer("Pass")


def _step(view: SeatView, _: Kinds) -> Step:
    table, me = view.table, view.table.players[view.seat]
    if me.watches:
        return Step(about=about("seal-watch"), turn=table.round)
    return replace(_sealing(view), private=True)


def _sealing(view: SeatView) -> Step:
    table, me = view.table, view.table.players[view.seat]
    form = f"word-form-{table.round}"
    again = Main(Answer("Seal", Message("dj.seal-again"), form=form))
    if me.sealed:
        done, waits = about("seal-done"), _thinkers(table)
        return Step(about=done, turn=table.round, answers=again, waits_for=waits)
    seal = Answer("Seal", Message("dj.seal"), form=form)
    skip = Answer("Pass", Message("dj.pass"))
    if me.passed:
        answers = Main(seal, replace(skip, ready=False))
        return Step(about=about("seal-passed"), turn=table.round, answers=answers)
    return Step(
        about=about("seal-black" if table.black else "seal-word"),
        turn=table.round,
        answers=Main(seal, skip),
        stage="roll",
    )


def _table_step(table: TableView) -> Step:
    return Step(about=about("seal"), turn=table.round, waits_for=_thinkers(table))


def _thinkers(table: TableView) -> tuple[str, ...]:
    return tuple(
        each.name
        for each in table.players
        if each.present and not (each.sealed or each.passed or each.out)
    )


SEAL: Final = PhaseRules(
    close=_close,
    offers=_offers,
    step=_step,
    table_step=_table_step,
)
