"""What a player, and the middle of the table, are asked in each phase."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.engine.offers import Offer
from companion.engine.people import of_players
from companion.engine.step import Answer, Answers, Either, Main, OnStage, Step
from companion.games.buchstabenbluff.state import Phase
from companion.games.buchstabenbluff.view import SeatView, TableView, VerdictView
from companion.ports import Message, Param

Kinds = frozenset[str]


def step(view: SeatView, offers: Sequence[Offer]) -> Step:
    """Return what the player of *view* is asked now."""
    return STEPS[view.table.phase](view, frozenset(each.kind for each in offers))


def table_step(table: TableView) -> Step:
    """Return what the whole table does now, for its middle."""
    match table.phase:
        case Phase.TURN:
            return _turn_of(table)
        case Phase.DOUBT:
            about = _lies(table, "doubt-count" if table.counting else "doubt")
            return Step(about=about, turn=turn_number(table), waits_for=_asked(table))
        case Phase.REVEAL if table.verdict is not None and table.verdict.contested:
            return _vote_of(table)
        case Phase.REVEAL:
            return Step(about=_verdict(table), turn=turn_number(table))
        case _ if table.closed:
            return Step(about=question("truth"))
        case _:
            return _over(table)


def question(step_name: str, /, **params: Param) -> Message:
    """Return what begins the ids of a question's sentences."""
    return Message(f"bb.step.{step_name}", params)


def _turn(view: SeatView, kinds: Kinds) -> Step:
    table = view.table
    if table.active != view.seat:
        return _turn_of(table)
    skip = Answer("Pass", Message("bb.turn.pass"), sure=Message("bb.turn.sure-pass"))
    if "Draw" in kinds:
        draw = Answer("Draw", Message("bb.turn.draw"))
        answers = Main(draw, Answer("StopDrawing", Message("bb.turn.stop")))
        return replace(_of_hand("turn-draw", view), answers=answers, skip=skip)
    answers = Main(skip)
    if "LayWord" in kinds:
        answers = Main(Answer("LayWord", Message("bb.lay.lay"), form="lay"), skip)
    return replace(_of_hand("turn-lay", view), answers=answers)


def _of_hand(name: str, view: SeatView) -> Step:
    """Return the question to whoever has the turn: it takes the own cards."""
    turn = view.table.turn
    about = question(name, turn=turn)
    return Step(about=about, turn=f"{turn}-{view.seat}", stage="hand", private=True)


def _turn_of(table: TableView) -> Step:
    name = "" if table.active is None else table.players[table.active].name
    about = question("turn-draws" if table.drawing else "turn", name=name, turn=table.turn)
    turn = f"{table.turn}-{table.active}"
    return Step(about=about, turn=turn, stage="hand", waits_for=(name,))


def _doubt(view: SeatView, _kinds: Kinds) -> Step:
    table, turn = view.table, turn_number(view.table)
    if table.lay is not None and table.lay.seat == view.seat:
        name = "doubt-mine" if table.options.gong_s else "doubt-waits"
        waits = _asked(table)
        return Step(about=question(name), turn=turn, stage="word", waits_for=waits)
    if table.counting:
        about = _lies(table, "doubt-count")
        return Step(about=about, turn=turn, stage="word", private=True)
    believe = Answer("Believe", Message("bb.doubt.believe"), chosen=view.answer is False)
    doubt = Answer("Doubt", Message("bb.doubt.doubt"), chosen=view.answer is True)
    name = "doubt-race" if table.options.first_doubter else "doubt-answer"
    about, answers = _lies(table, name), Either(believe, doubt)
    return Step(about=about, turn=turn, answers=answers, stage="word", private=True)


def _lies(table: TableView, name: str) -> Message:
    lay = table.lay
    name_of, word = (lay.name, lay.word) if lay else ("", "")
    return question(name, name=name_of, word=word, points=table.a_doubt)


def _reveal(view: SeatView, kinds: Kinds) -> Step:
    verdict = view.table.verdict
    if verdict is not None and verdict.contested:
        return _vote(view, kinds)
    about, turn = _verdict(view.table), turn_number(view.table)
    answers: Answers = OnStage()
    if verdict is not None and "GoOn" in kinds:
        against = _against(verdict) if "Overrule" in kinds else None
        answers = Main(Answer("GoOn", Message("bb.reveal.go-on")), against)
    return Step(about=about, turn=turn, answers=answers, stage="reveal")


def _against(verdict: VerdictView) -> Answer:
    """Return the voice against what the list says, or what the table has ruled last."""
    label = "bb.reveal.overrule-no" if verdict.counts else "bb.reveal.overrule-yes"
    return Answer("Overrule", Message(label), (("counts", not verdict.counts),))


def _vote(view: SeatView, kinds: Kinds) -> Step:
    """Ask those of the jury whether the word counts; the others wait for them."""
    verdict = view.table.verdict
    if verdict is None or "Overrule" not in kinds:
        return _vote_of(view.table)
    own = dict(verdict.voices).get(view.seat)
    yes, no = (
        Answer(
            "Overrule",
            Message(label),
            (("counts", counts),),
            chosen=None if own is None else own is counts,
        )
        for label, counts in (("bb.reveal.for", True), ("bb.reveal.against", False))
    )
    name = "reveal-all" if verdict.all_must else "reveal-vote"
    waiting = replace(_vote_of(view.table), about=_lies(view.table, name))
    return replace(waiting, answers=Either(yes, no), stage="reveal")


def _vote_of(table: TableView) -> Step:
    verdict = table.verdict
    voices = dict(verdict.voices) if verdict else {}
    jury = verdict.jury if verdict else ()
    return Step(
        about=_lies(table, "reveal-waits"),
        turn=f"{turn_number(table)}-vote",
        waits_for=tuple(table.players[seat].name for seat in jury if seat not in voices),
    )


def _verdict(table: TableView) -> Message:
    verdict, lay = table.verdict, table.lay
    name = lay.name if lay else ""
    if verdict is not None and verdict.counts:
        return question("reveal-honest", name=name)
    unlisted = verdict is not None and verdict.spelled
    return question("reveal-unlisted" if unlisted else "reveal-bluff", name=name)


def _truth(view: SeatView, _kinds: Kinds) -> Step:
    one = Answer("OpenNext", Message("bb.truth.next"))
    rest = Answer("OpenAll", Message("bb.truth.all"))
    closed = view.table.closed
    return Step(
        about=question("truth"), turn=closed, answers=Main(one, rest), stage="truth"
    )


def _end(view: SeatView, _kinds: Kinds) -> Step:
    return _over(view.table, view.table.players[view.seat].name)


def _over(table: TableView, reader: str = "") -> Step:
    best = [line.score.name for line in table.scores if line.place == 1]
    won = of_players("bb.step.end", best)
    return Step(about=question("end-you") if best == [reader] else won, stage="truth")


def _asked(table: TableView) -> tuple[str, ...]:
    return tuple(each.name for each in table.players if each.asked and not each.answered)


def turn_number(table: TableView) -> int:
    """Return which word of the match lies there; 0: none."""
    return table.lay.number if table.lay else 0


STEPS: Final[Mapping[Phase, Callable[[SeatView, Kinds], Step]]] = {
    Phase.WAITING: _end,
    Phase.TURN: _turn,
    Phase.DOUBT: _doubt,
    Phase.REVEAL: _reveal,
    Phase.TRUTH: _truth,
    Phase.END: _end,
}
