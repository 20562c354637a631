"""What a player, and the middle of the table, are asked in each phase."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.engine.offers import Offer
from companion.engine.step import Answer, Answers, Main, OnStage, Step
from companion.games.djam.phase import Kinds
from companion.games.djam.phase import about as _about
from companion.games.djam.phase import nth as _nth
from companion.games.djam.phases.judging import CLAIM
from companion.games.djam.phases.voting import VOTE
from companion.games.djam.state import Phase
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message


def step(view: SeatView, offers: Sequence[Offer]) -> Step:
    """Return what the player of *view* is asked now."""
    return STEPS[view.table.phase](view, frozenset(each.kind for each in offers))


def table_step(table: TableView) -> Step:
    """Return what the whole table does now, for its middle."""
    match table.phase:
        case Phase.ROLL:
            return _rolls(table, "roll")
        case Phase.THEME:
            return _reads(table, "theme")
        case Phase.LISTEN:
            return Step(about=_about("listen"), turn=table.round)
        case Phase.OPEN:
            if table.called is None:
                return Step(about=_find(table), turn=table.round)
            name = table.players[table.called].name
            return Step(about=_about("open-called", name=name), turn=_nth(table))
        case Phase.SEAL:
            return Step(about=_about("seal"), turn=table.round, waits_for=_thinkers(table))
        case Phase.CLAIM:
            return CLAIM.table_step(table)
        case Phase.VOTE:
            return VOTE.table_step(table)
        case _:
            return _won(table)


def _roll(view: SeatView, kinds: Kinds) -> Step:
    """Ask for the dice; a theme for the hat is for nobody else's ears."""
    return replace(_dice(view, kinds), private=view.table.hat)


def _dice(view: SeatView, kinds: Kinds) -> Step:
    if "RollDice" in kinds:
        roll = Main(Answer("RollDice", Message("dj.roll")))
        return Step(about=_about("roll-mine"), turn=view.table.round, answers=roll)
    if view.table.real_dice and view.table.roller == view.seat:
        form = f"dice-form-{view.table.round}"
        told = Main(Answer("EnterDice", Message("dj.dice.told"), form=form))
        return Step(about=_about("roll-tap"), turn=form, answers=told, stage="dice")
    if view.table.players[view.seat].watches:
        return Step(about=_about("roll-watch"), turn=view.table.round)
    return _rolls(view.table, _ready(view.table), _buzzer(view))


def _ready(table: TableView) -> str:
    """Return the step of those who wait for the dice."""
    if table.real_dice:
        return "roll-real"
    return "roll-calm" if table.pace == "calm" else "roll-ready"


def _rolls(table: TableView, name: str, answers: Answers | None = None) -> Step:
    roller = "–" if table.roller is None else table.players[table.roller].name
    about = _about(name, name=roller)
    turn = f"{table.round}-{table.roller}"
    return Step(about=about, turn=turn, answers=answers or OnStage())


def _theme(view: SeatView, kinds: Kinds) -> Step:
    if "RollDice" in kinds:
        roll = Main(Answer("RollDice", Message("dj.roll-letters")))
        return _reads(view.table, "theme-mine", roll)
    return _reads(view.table, "theme", _buzzer(view))


def _reads(table: TableView, name: str, answers: Answers | None = None) -> Step:
    about = _about(name, theme=table.theme)
    turn = f"{table.round}-{table.theme}"
    return Step(about=about, turn=turn, answers=answers or OnStage(), stage="theme")


def _listen(view: SeatView, kinds: Kinds) -> Step:
    turn = view.table.round
    if "Gong" in kinds:
        gong = Main(Answer("Gong", Message("dj.gong")))
        return Step(about=_about("listen-gong"), turn=turn, answers=gong)
    return Step(about=_about("listen"), turn=turn, answers=_buzzer(view))


def _buzzer(view: SeatView, *, ready: bool = False) -> Answers:
    """Return the buzzer of a phone; it stands there from before the roll."""
    me = view.table.players[view.seat]
    if not me.phone or view.table.pace == "calm" or me.watches:
        return OnStage()
    return Main(Answer("Buzz", Message("dj.buzz"), ready=ready, any_time=True))


def _open(view: SeatView, kinds: Kinds) -> Step:
    table, me = view.table, view.table.players[view.seat]
    if "Say" in kinds:
        hint = None
        if table.waits_s:
            hint = Message("dj.step.open-turn.timed", {"seconds": int(table.waits_s)})
        say = Answer("Say", Message("dj.say"), form=f"word-form-{table.round}")
        about, turn = _about("open-turn"), _nth(table)
        return Step(about=about, turn=turn, hint=hint, answers=Main(say), stage="word")
    if me.place:
        first = table.players[table.queue[0]].name
        about = _about("open-queued", place=me.place, name=first)
        return Step(about=about, turn=table.round)
    if me.out:
        name = "open-watch" if me.watches else "open-out"
        return Step(about=_about(name), turn=table.round)
    if not table.places_left:
        return Step(about=_about("open-filled"), turn=table.round)
    return _search(view)


def _search(view: SeatView) -> Step:
    table, me = view.table, view.table.players[view.seat]
    about, hint = _find(table), None
    if me.cooling:
        about = _about("open-cooling")
    elif me.passed:
        about = _about("open-passed")
    elif not me.phone:
        hint = Message("dj.press-stand", {"number": view.seat + 1})
    answers = _buzzer(view, ready=not me.cooling)
    return Step(about=about, turn=table.round, hint=hint, answers=answers, stage="roll")


def _find(table: TableView) -> Message:
    if table.roll is None or table.roll.black:
        return _about("open-black")
    return _about("open", letter=table.roll.first)


def _seal(view: SeatView, _kinds: Kinds) -> Step:
    table, me = view.table, view.table.players[view.seat]
    if me.watches:
        return Step(about=_about("seal-watch"), turn=table.round)
    return replace(_sealing(view), private=True)


def _sealing(view: SeatView) -> Step:
    table, me = view.table, view.table.players[view.seat]
    form = f"word-form-{table.round}"
    again = Main(Answer("Seal", Message("dj.seal-again"), form=form))
    if me.sealed:
        about, waits = _about("seal-done"), _thinkers(table)
        return Step(about=about, turn=table.round, answers=again, waits_for=waits)
    seal = Answer("Seal", Message("dj.seal"), form=form)
    skip = Answer("Pass", Message("dj.pass"))
    if me.passed:
        answers = Main(seal, replace(skip, ready=False))
        return Step(about=_about("seal-passed"), turn=table.round, answers=answers)
    black = table.roll is not None and table.roll.black
    return Step(
        about=_about("seal-black" if black else "seal-word"),
        turn=table.round,
        answers=Main(seal, skip),
        stage="roll",
    )


def _end(view: SeatView, _kinds: Kinds) -> Step:
    if view.table.winners == (view.seat,):
        return Step(about=_about("end-you"), stage="stones")
    return _won(view.table)


def _won(table: TableView) -> Step:
    names = tuple(table.players[seat].name for seat in table.winners)
    return Step(about=_about("end", names=names), stage="stones")


def _thinkers(table: TableView) -> tuple[str, ...]:
    return tuple(
        each.name
        for each in table.players
        if each.present and not (each.sealed or each.passed or each.out)
    )


STEPS: Final[Mapping[Phase, Callable[[SeatView, Kinds], Step]]] = {
    Phase.WAITING: _end,
    Phase.ROLL: _roll,
    Phase.THEME: _theme,
    Phase.LISTEN: _listen,
    Phase.OPEN: _open,
    Phase.SEAL: _seal,
    Phase.CLAIM: CLAIM.step,
    Phase.VOTE: VOTE.step,
    Phase.END: _end,
}
