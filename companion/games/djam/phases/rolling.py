"""From the cup to the gong: the theme is read, then the letters come, then they are heard."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from companion.engine.course import Course, CourseFrame
from companion.engine.events import Undo, event
from companion.engine.offers import Choice, Offer
from companion.engine.people import OfSeat, OfTable
from companion.engine.step import Answer, Answers, Main, OnStage, Step
from companion.errors import refuse
from companion.games.djam.phase import Event, Kinds, PhaseRules, Wish, about
from companion.games.djam.phases.dice import Rolled
from companion.games.djam.phases.hat import draw, without_theme
from companion.games.djam.phases.queue import buzzer
from companion.games.djam.state import Djam, Phase
from companion.games.djam.view import SeatView, TableView, theme_aloud
from companion.ports import CENTRE, STAND_PLACES, Message, Seat, WordFace

THEME_S: Final = {"quick": 4.0, "normal": 5.0, "slow": 8.0}
"""To read the theme, the last three seconds counted; then the letters."""
SECOND_MS: Final = 1000
COUNT: Final = (3, 2, 1)


@event(undo=Undo.NEVER, tells=True, public="seat theme", moment="revealed")
class ThemeShown(OfSeat):
    """The number die has fallen, and all read the theme; *theme* came out of the hat."""

    theme: str = ""

    def apply(self, state: Djam) -> Djam:
        return without_theme(state, self.theme, state.seats).turned(
            phase=Phase.THEME, roller=self.seat, roll=None, drawn=self.theme, spoken=()
        )

    def told(self, _before: TableView, after: TableView) -> Message:
        theme = theme_aloud(after.theme, hat=bool(self.theme))
        return Message("told.theme", {"theme": theme})


@event(undo=Undo.CONSENT, tells=False, moment="gong")
class Armed(OfTable):
    """The gong: from now on presses count."""

    def apply(self, state: Djam) -> Djam:
        return state.turned(phase=Phase.OPEN)

    def told(self, _before: TableView, _after: TableView) -> Message:
        return Message("told.gong")


class RollDice(Wish):
    """Lift the cup."""

    when = (Phase.ROLL, Phase.THEME)

    def decide(self, state: Djam, random: Random) -> Sequence[Event]:
        """Show the theme, out of the hat if it has one; then the dice, all at once."""
        _check_roller(state, self.seat)
        if state.options.real_dice:
            raise refuse("real-dice")
        if state.phase is Phase.THEME:
            return [Rolled(self.seat, state.drawn)]
        return [ThemeShown(self.seat, draw(state, random))]


class Gong(Wish):
    """Everybody has heard the roll: open the buzzers before the time is up."""

    when = (Phase.LISTEN,)

    def decide(self, state: Djam, _: Random) -> Sequence[Event]:
        _check_roller(state, self.seat)
        return [Armed()]


def _check_roller(state: Djam, seat: Seat) -> None:
    roller = state.rolls_now
    if roller is not None and roller != seat:
        raise refuse("not-roller", name=state.players[roller].name)


def _lift(state: Djam, seat: Seat) -> RollDice | None:
    """Return what the finger of *seat* does to the cup: nothing, where the dice are real."""
    return None if state.options.real_dice else RollDice(seat)


# -- the dice lie under the cup --


def _roll_offers(view: SeatView) -> Iterator[Offer]:
    me = view.table.players[view.seat]
    if view.table.roller != view.seat:
        yield Offer("Leave")
    elif not view.table.real_dice:
        yield Offer("RollDice")
    if not me.phone and view.table.pace == "speed":
        yield Offer("UsePhone", (Choice("phone", (True,)),))


def _roll_step(view: SeatView, kinds: Kinds) -> Step:
    """Ask for the dice; a theme for the hat is for nobody else's ears."""
    return replace(_dice(view, kinds), private=view.table.hat)


def _dice(view: SeatView, kinds: Kinds) -> Step:
    if "RollDice" in kinds:
        roll = Main(Answer("RollDice", Message("dj.roll")))
        return Step(about=about("roll-mine"), turn=view.table.round, answers=roll)
    if view.table.real_dice and view.table.roller == view.seat:
        form = f"dice-form-{view.table.round}"
        told = Main(Answer("EnterDice", Message("dj.dice.told"), form=form))
        return Step(about=about("roll-tap"), turn=form, answers=told, stage="dice")
    if view.table.players[view.seat].watches:
        return Step(about=about("roll-watch"), turn=view.table.round)
    return _rolls(view.table, _ready(view.table), buzzer(view))


def _ready(table: TableView) -> str:
    """Return the step of those who wait for the dice."""
    if table.real_dice:
        return "roll-real"
    return "roll-calm" if table.pace == "calm" else "roll-ready"


def _rolls(table: TableView, name: str, answers: Answers | None = None) -> Step:
    roller = "–" if table.roller is None else table.players[table.roller].name
    rolls, turn = about(name, name=roller), f"{table.round}-{table.roller}"
    return Step(about=rolls, turn=turn, answers=answers or OnStage())


ROLL: Final = PhaseRules(
    offers=_roll_offers,
    step=_roll_step,
    table_step=lambda table: _rolls(table, "roll"),
    held=_lift,
    onward=_lift,
)


# -- the theme is read --


def _theme_step(view: SeatView, kinds: Kinds) -> Step:
    if "RollDice" in kinds:
        roll = Main(Answer("RollDice", Message("dj.roll-letters")))
        return _reads(view.table, "theme-mine", roll)
    return _reads(view.table, "theme", buzzer(view))


def _reads(table: TableView, name: str, answers: Answers | None = None) -> Step:
    reads, turn = about(name, theme=table.theme), f"{table.round}-{table.theme}"
    return Step(about=reads, turn=turn, answers=answers or OnStage(), stage="theme")


def course(before: TableView, after: TableView) -> Course | None:
    """Return what the stands show in time: the theme and 3, 2, 1, then the letters at once."""
    if not after.theme or after.theme == before.theme or after.waits_s is None:
        return None
    ends_ms = round(after.waits_s * SECOND_MS)
    frames = tuple(
        CourseFrame(
            ends_ms - second * SECOND_MS,
            dict.fromkeys((CENTRE, *STAND_PLACES), WordFace(str(second), after.theme)),
        )
        for second in COUNT
    )
    return Course(_reads(after, "theme"), ends_ms, frames, aside=True)


def _roller_offers(view: SeatView, kind: str) -> Iterator[Offer]:
    if view.table.roller == view.seat:
        yield Offer(kind)


THEME: Final = PhaseRules(
    wait_s=lambda state: THEME_S.get(state.options.tempo),
    time_up=lambda state, _: [Rolled(state.roller, state.drawn)],
    offers=lambda view: _roller_offers(view, "RollDice"),
    step=_theme_step,
    table_step=lambda table: _reads(table, "theme"),
    held=_lift,
    onward=_lift,
)


# -- the roll is read aloud --


def _listen_step(view: SeatView, kinds: Kinds) -> Step:
    turn = view.table.round
    if "Gong" in kinds:
        gong = Main(Answer("Gong", Message("dj.gong")))
        return Step(about=about("listen-gong"), turn=turn, answers=gong)
    return Step(about=about("listen"), turn=turn, answers=buzzer(view))


LISTEN: Final = PhaseRules(
    wait_s=lambda state: float(state.options.gong_s),
    time_up=lambda *_: [Armed()],
    offers=lambda view: _roller_offers(view, "Gong"),
    step=_listen_step,
    table_step=lambda table: Step(about=about("listen"), turn=table.round),
    onward=lambda _, roller: Gong(roller),
    bottom=lambda _, say: say(Message("face.listen")),
)
