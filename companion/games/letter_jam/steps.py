"""What a player, and the middle of the table, are asked in each phase."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.engine.offers import Offer
from companion.engine.step import Answer, Either, Main, OnStage, Step
from companion.games.letter_jam.state import Phase
from companion.games.letter_jam.steps_round import (
    Kinds,
    clue_step,
    decide_step,
    question,
    table_clue,
    table_decide,
)
from companion.games.letter_jam.view import PullView, SeatView, TableView
from companion.languages import LANGUAGES
from companion.ports import Message, Seat


def step(view: SeatView, offers: Sequence[Offer]) -> Step:
    """Return what the player of *view* is asked now."""
    return STEPS[view.table.phase](view, frozenset(each.kind for each in offers))


def table_step(table: TableView) -> Step:
    """Return what the whole table does now, for its middle."""
    phase = table.phase
    if phase in IN_THE_MIDDLE:
        return IN_THE_MIDDLE[phase](table)
    if table.to_reveal is not None:
        return Step(about=_judged(table, table.to_reveal), turn=table.to_reveal)
    if not _unready(table):
        if not _unrevealed(table) and table.lying:
            return Step(about=_turned(table), turn=table.lying[0])
        return Step(about=question("final-surest"), waits_for=_unrevealed(table))
    return Step(about=question("final-word"), waits_for=_unready(table))


def _table_making(table: TableView) -> Step:
    return Step(about=question("making"), waits_for=_makers(table))


def _table_pulling(table: TableView) -> Step:
    """Return what the middle says: whose row nobody pulls, once nothing else is waited for."""
    waits = _pullers(table)
    left = [each for each in table.pulls if not each.done]
    if waits or not left:
        return Step(about=question("pulling"), waits_for=waits)
    return Step(about=_away(left[0]), turn=left[0].whose)


def _making(view: SeatView, kinds: Kinds) -> Step:
    making = view.making
    if making is None or making.made is not None:
        waits = _makers(view.table)
        return Step(about=question("making-made"), stage="making", waits_for=waits)
    answers: Main | OnStage = OnStage()
    if "MakeWord" in kinds:
        answers = Main(
            Answer("MakeWord", Message("lj.making.lay"), form="make-word"),
            Answer("MakeWord", Message("lj.making.table"), (("word", ""),)),
        )
    language = LANGUAGES[view.table.language].name
    about = question(
        "making-word", n=making.length, name=making.for_name, language=language
    )
    return Step(about=about, answers=answers, stage="making", private=True)


def _pulling(view: SeatView, kinds: Kinds) -> Step:
    names = tuple(task.name for task in view.to_pull)
    if not names:
        waits, undone = _pullers(view.table), _abandoned(view)
        if undone and "PullFor" in kinds:
            about, answers = _away(undone[0]), OnStage(("PullFor",))
            return Step(about=about, turn=undone[0].whose, answers=answers, stage="pulling")
        return Step(about=question("pulling-done"), stage="pulling", waits_for=waits)
    return Step(
        about=question("pulling-cards", names=names),
        turn="-".join(str(task.whose) for task in view.to_pull),
        answers=OnStage(("CardsPulled",)),
        stage="pulling",
        private=True,
    )


def _away(pull: PullView) -> Message:
    return question("pulling-away", name=pull.by_name, whose=pull.name)


def _counting(view: SeatView, kinds: Kinds) -> Step:
    counts = ("CountClue",) if "CountClue" in kinds else ("TellEarned", "EndClues")
    return replace(_counted(view.table), answers=OnStage(counts), stage="counting")


def _counted(table: TableView) -> Step:
    some = any(each.may_give for each in table.players)
    return Step(about=question("counting-clues" if some else "counting-last"))


def _final(view: SeatView, kinds: Kinds) -> Step:
    table, me = view.table, view.table.players[view.seat]
    if table.to_reveal is not None:
        return _judge(table, table.to_reveal, kinds)
    if me.revealed is not None and "TurnWord" in kinds and not _unrevealed(table):
        return _turn(table)
    if me.revealed is not None:
        waits = _unready(table) or _unrevealed(table)
        return Step(about=question("final-shown"), stage="final", waits_for=waits)
    if view.final_tiles is None:
        lay = Answer(
            "LayFinalWord", Message("lj.final.lay"), form="final-form", any_time=True
        )
        none = Answer(
            "LayFinalWord", Message("lj.final.none"), form="no-word", any_time=True
        )
        hint = Message(f"lj.step.final-word.why.{table.ended_by or 'tokens'}")
        about = question("final-word")
        return Step(about=about, hint=hint, answers=Main(lay, none), stage="final")
    waits = _unready(table)
    if waits or "RevealWord" not in kinds:
        return Step(about=question("final-laid"), stage="final", waits_for=waits)
    reveal = Main(Answer("RevealWord", Message("lj.final.reveal"), form="reveal-form"))
    return Step(about=question("final-surest"), answers=reveal, stage="final")


def _turn(table: TableView) -> Step:
    """Ask for the word of somebody who left: the neighbours turn it."""
    whose = table.lying[0]
    about = _turned(table)
    turn = Answer("TurnWord", Message("lj.final.turn"), (("whose", whose),))
    return Step(about=about, turn=whose, answers=Main(turn), stage="final")


def _turned(table: TableView) -> Message:
    return question("final-turn", name=table.players[table.lying[0]].name)


def _judge(table: TableView, whose: Seat, kinds: Kinds) -> Step:
    answers: Either | OnStage = OnStage()
    if "JudgeWord" in kinds:
        yes, no = (
            Answer("JudgeWord", Message(label), (("whose", whose), ("accepted", accepted)))
            for label, accepted in (("lj.accept", True), ("lj.reject", False))
        )
        answers = Either(yes, no)
    about = _judged(table, whose)
    return Step(about=about, turn=whose, answers=answers, stage=f"word-{whose}")


def _judged(table: TableView, whose: Seat) -> Message:
    return question("final-judge", name=table.players[whose].name)


def _score(view: SeatView, _kinds: Kinds) -> Step:
    return _over(view.table)


def _over(table: TableView) -> Step:
    if table.score is None:
        about = question("score-counted")
        return Step(
            about=about, hint=Message("lj.step.score-counted.hint"), stage="counted"
        )
    solved, words = table.score.solved, len(table.score.lines)
    if solved == words:
        return Step(about=question("score-won", n=words), stage="keepsake")
    return Step(about=question("score", n=solved, words=words), stage="keepsake")


def _makers(table: TableView) -> tuple[str, ...]:
    return tuple(each.name for each in table.players if not each.word_made)


def _pullers(table: TableView) -> tuple[str, ...]:
    here = (each for each in table.pulls if table.players[each.by].present)
    return tuple(dict.fromkeys(each.by_name for each in here if not each.done))


def _abandoned(view: SeatView) -> list[PullView]:
    """Return the rows whose puller has left, and that the reader may pull."""
    table = view.table
    left = (each for each in table.pulls if not table.players[each.by].present)
    return [each for each in left if not each.done and each.whose != view.seat]


def _unready(table: TableView) -> tuple[str, ...]:
    here = (each for each in table.players if each.present)
    return tuple(each.name for each in here if not each.final_laid)


def _unrevealed(table: TableView) -> tuple[str, ...]:
    here = (each for each in table.players if each.present)
    return tuple(each.name for each in here if each.revealed is None)


STEPS: Final[Mapping[Phase, Callable[[SeatView, Kinds], Step]]] = {
    Phase.WAITING: _score,
    Phase.MAKING: _making,
    Phase.PULLING: _pulling,
    Phase.COUNTING: _counting,
    Phase.CLUE: clue_step,
    Phase.DECIDE: decide_step,
    Phase.FINAL: _final,
    Phase.SCORE: _score,
}
IN_THE_MIDDLE: Final[Mapping[Phase, Callable[[TableView], Step]]] = {
    Phase.MAKING: _table_making,
    Phase.PULLING: _table_pulling,
    Phase.COUNTING: _counted,
    Phase.CLUE: table_clue,
    Phase.DECIDE: table_decide,
    Phase.SCORE: _over,
}
