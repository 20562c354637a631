"""What a player, and the middle of the table, are asked in each phase."""

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.offers import Offer
from companion.engine.people import of_players
from companion.engine.step import Answer, Main, OnStage, Step
from companion.games.haiclue.state import Phase
from companion.games.haiclue.view import SeatView, TableView
from companion.ports import Message, Param, Seat


def step(view: SeatView, offers: Sequence[Offer]) -> Step:
    """Return what the player of *view* is asked now."""
    table, phase = view.table, view.table.phase
    if phase in (Phase.END, Phase.WAITING):
        votes = OnStage(tuple(offer.kind for offer in offers))
        return replace(_end(table, view.seat), answers=votes)
    kinds = {offer.kind for offer in offers}
    sit_out = Answer("SitOut", Message(f"hc.sit-out.{table.phase}"))
    skip = sit_out if "SitOut" in kinds else None
    if phase is Phase.CLUE:
        return _clue(view, skip)
    if phase is Phase.GUESS:
        return _guess(view, skip)
    step = _result(table, you=table.next_reader == view.seat)
    go_on = Answer("GoOn", Message(f"hc.on.{_onward(table)}"))
    answers = Main(go_on) if "GoOn" in kinds else OnStage()
    return replace(step, about=_verdict(view), answers=answers, stage="targets")


def table_step(table: TableView) -> Step:
    """Return what the whole table does now, for its middle."""
    match table.phase:
        case Phase.CLUE:
            return _waiting(table, _about("clue-lay"), table.round)
        case Phase.GUESS if table.reading is not None:
            reading = table.reading
            reads = _about("guess", name=reading.name, reader=reading.reader_name or "–")
            return _waiting(table, reads, _clue_now(table))
        case Phase.RESULT:
            return _result(table, you=False)
        case _:
            return _end(table)


def _about(step_name: str, /, **params: Param) -> Message:
    return Message(f"hc.step.{step_name}", params)


def _clue(view: SeatView, skip: Answer | None) -> Step:
    table = view.table
    if view.clue is not None:
        return _waiting(table, _about("clue-laid"), table.round, "")
    lay = Answer("LayClue", Message("hc.compose.finish"), form=f"clue-form-{table.round}")
    hurry = Message("hc.step.clue-lay.hurry") if table.last_missing == view.seat else None
    return Step(
        about=_about("clue-lay"),
        turn=table.round,
        hint=hurry,
        answers=Main(lay),
        stage="targets",
        private=True,
        skip=skip,
    )


def _guess(view: SeatView, skip: Answer | None) -> Step:
    table, me, turn = view.table, view.table.players[view.seat], _clue_now(view.table)
    if not me.guesses:
        return _waiting(table, _about("guess-yours"), turn, "clue")
    if me.guessed:
        return _waiting(table, _about("guess-made"), turn, "clue")
    reading = table.reading
    name, reader = (reading.name, reading.reader_name) if reading else ("", "")
    hint = None
    if table.last_missing == view.seat:
        hint = Message("hc.step.guess-word.hurry")
    elif reading is not None and reading.reader == view.seat:
        hint = Message("hc.step.guess-word.aloud")
    return Step(
        about=_about("guess-word", name=name, reader=reader or "–"),
        turn=turn,
        hint=hint,
        answers=OnStage(("Guess",)),
        stage="clue",
        private=True,
        skip=skip,
    )


def _result(table: TableView, *, you: bool) -> Step:
    poem = table.poems[-1]
    about = _about("result", name=poem.name, word=poem.word)
    return Step(about=about, turn=len(table.poems), hint=_next(table, you=you))


def turning(table: TableView) -> Step:
    """Return what the table says while the guesses turn up: nothing of what they are."""
    about = _about("result-turns", name=table.poems[-1].name)
    return Step(about=about, turn=len(table.poems), stage="result")


def _verdict(view: SeatView) -> Message:
    """Return whether the player of *view* was right; who did not guess is told the answer."""
    poem = view.table.poems[-1]
    params: dict[str, Param] = {"name": poem.name, "word": poem.word}
    if poem.author == view.seat:
        found = Message("hc.found-by", {"n": poem.right, "of": len(poem.guesses)})
        if not poem.guesses:
            found = Message("hc.result.none")
        elif len(poem.guesses) == 1:
            found = Message("hc.found-two" if poem.right else "hc.missed-two")
        return _about("result-yours", word=poem.word, found=found)
    mine = next((each for each in poem.guesses if each.seat == view.seat), None)
    if mine is None:
        return _about("result", **params)
    return _about("result-right" if mine.right else "result-wrong", **params)


def _next(table: TableView, *, you: bool) -> Message | None:
    """Return what going on brings about."""
    if table.next == "read" and table.next_author is not None:
        author = table.players[table.next_author].name
        if you:
            return Message("hc.step.result.read-you", {"name": author})
        reader = None if table.next_reader is None else table.players[table.next_reader]
        names = {"name": author, "reader": reader.name if reader else "–"}
        return Message("hc.step.result.read", names)
    return Message(f"hc.step.result.{_onward(table)}") if table.next else None


def _onward(table: TableView) -> str:
    return "swap" if table.next == "pass" and table.cooperative else table.next


def _end(table: TableView, seat: Seat | None = None) -> Step:
    if table.team:
        return Step(about=_about(f"end-{table.team}"), stage="book")
    if not any(player.points for player in table.players):
        return Step(about=_about("end-nobody"), stage="book")
    leading = [player for player in table.players if player.leads]
    if [player.seat for player in leading] == [seat]:
        return Step(about=_about("end-you"), stage="book")
    names = (player.name for player in leading)
    return Step(about=of_players("hc.step.end", names), stage="book")


def _waiting(table: TableView, about: Message, turn: int | str, stage: str = "") -> Step:
    waits = tuple(player.name for player in table.players if player.awaited)
    hint = None
    if not waits:
        hint = Message("hc.now.nobody")
    elif table.last_missing is not None:
        hint = Message("hc.now.hurry", {"name": waits[0]})
    return Step(about=about, turn=turn, hint=hint, stage=stage, waits_for=waits)


def _clue_now(table: TableView) -> str:
    """Return what tells the clue that is read from all others of the match."""
    return f"{table.round}-{table.reading.number if table.reading else 0}"
