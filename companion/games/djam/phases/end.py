"""The end of a round, the decider, the end of the match."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final, Literal

from companion.engine.events import Undo, event
from companion.engine.people import OfTable, of_player, of_players
from companion.engine.step import Step
from companion.games.djam.chronicle import chapters
from companion.games.djam.material import ban
from companion.games.djam.phase import Event, Kinds, PhaseRules, about
from companion.games.djam.phases.dice import fill_cup
from companion.games.djam.scoring import finders, is_black, leaders, rolled
from companion.games.djam.state import Djam, Phase
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message, Seat

Reason = Literal["found", "passed", "time"]


@event(
    undo=Undo.CONSENT,
    tells=False,
    public="reason",
    moment=lambda ended: "gong" if ended.reason == "time" else "",
)
class RoundEnded:
    """The round is over; *ban* is what the roll guard learned from it."""

    reason: Reason
    ban: str = ""

    def apply(self, state: Djam) -> Djam:
        learned = () if self.ban in ("", *state.bans) else (self.ban,)
        return state.anew(out=False).turned(
            phase=Phase.ROLL,
            chapters=chapters(state),
            roller=Seat((state.roller + 1) % len(state.players)),
            bans=(*state.bans, *learned),
        )

    def told(self, _before: TableView, after: TableView) -> Message | None:
        if after.tied:
            decided = any(each.decides for each in after.spoken)
            return None if decided else Message("told.tie_stays")
        if after.roller is None:
            return None
        return of_player(after, f"told.round_ended.{self.reason}", after.roller)


@event(undo=Undo.CONSENT, tells=False, public="seats", moment="")
class DeciderBegan:
    """The pool is empty and the lead is shared: one black round among *seats* decides."""

    seats: tuple[Seat, ...]

    def apply(self, state: Djam) -> Djam:
        """Let everybody else watch: the round is over for them before it begins."""
        state = RoundEnded("found").apply(state)
        for seat in set(state.seats).difference(self.seats):
            state = state.with_player(seat, out=True)
        return replace(state, tied=self.seats)

    def told(self, _before: TableView, after: TableView) -> Message:
        return Message(
            "told.decider",
            {
                "names": tuple(after.players[seat].name for seat in self.seats),
                "stones": after.players[self.seats[0]].stones,
                "roller": "–" if after.roller is None else after.players[after.roller].name,
            },
        )


@event(undo=Undo.NEVER, tells=False, moment="ended")
class MatchEnded(OfTable):
    """The pool is empty, and a shared lead had its decider where there is one."""

    def apply(self, state: Djam) -> Djam:
        return state.turned(phase=Phase.END, queue=(), called=None, cup=None)

    def told(self, _before: TableView, after: TableView) -> Message:
        best = [after.players[seat] for seat in after.winners]
        names = tuple(player.name for player in best)
        if len(best) == 1 and after.tied:
            return Message("told.ended_decided", {"name": names})
        told = "told.ended" if len(best) == 1 else "told.ended_shared"
        return Message(told, {"name": names, "stones": best[0].stones})


def end_round(state: Djam, reason: Reason, random: Random) -> Sequence[Event]:
    """End the round, and roll the next one under the cup; a decider is the last.

    Where nobody has found a word to a start letter, the guard remembers it.
    """
    roll = rolled(state)
    nothing = reason != "found" and not finders(state) and not is_black(state)
    learns = nothing and not state.drawn  # what comes out of the hat comes once
    ended = RoundEnded(reason, ban(state.theme, roll.first_letter) if learns else "")
    if state.tied:
        return [ended, MatchEnded()]
    return [ended, *fill_cup(ended.apply(state), random)]


def all_gone(state: Djam, random: Random) -> Sequence[Event]:
    """End the match, or let those who share the lead decide it, where at least two can."""
    tied = leaders(state)
    playing = [seat for seat in tied if seat in state.present]
    if not state.options.decider or len(playing) < 2:  # noqa: PLR2004 - a rival
        return [MatchEnded()]
    began = DeciderBegan(tied)
    return [began, *fill_cup(began.apply(state), random)]


def _step(view: SeatView, _: Kinds) -> Step:
    if view.table.winners == (view.seat,):
        return Step(about=about("end-you"), stage="stones")
    return _won(view.table)


def _won(table: TableView) -> Step:
    names = (table.players[seat].name for seat in table.winners)
    return Step(about=of_players("dj.step.end", names), stage="stones")


END: Final = PhaseRules(step=_step, table_step=_won)
