"""What a player is asked while a clue is found and given, and when it is decided on."""

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.people import of_players
from companion.engine.step import Answer, Either, Main, OnStage, Step
from companion.games.letter_jam.view import Figures, PlayerView, SeatView, TableView
from companion.ports import Message, Param, Seat

Kinds = frozenset[str]


def question(step_name: str, /, **params: Param) -> Message:
    """Return what is asked, by the name of the step."""
    return Message(f"lj.step.{step_name}", params)


def clue_step(view: SeatView, kinds: Kinds) -> Step:
    """Return what the player of *view* is asked until a clue is given."""
    table, me = view.table, view.table.players[view.seat]
    if table.giver == view.seat:
        return _give(table, kinds)
    if view.names_now:
        return _name_card(view)
    if table.giver is not None:
        return gives(table)
    told = any(each.figures for each in table.players)
    if _all_done(table) and not told:
        return _enough(view) if me.wants_end else _done(table, kinds)
    if me.figures:
        about = question("clue-choose")
        return Step(about=about, turn=table.round, answers=_choose(view), stage="talk")
    if me.wants_end:
        return _enough(view)
    if "TellFigures" not in kinds:
        return _tokenless(view)
    return _look(view)


def table_clue(table: TableView) -> Step:
    """Return what the whole table does until a clue is given: in the words of the phones."""
    here = [each for each in table.players if each.present]
    if table.giver is not None:
        return gives(table)
    told = any(each.figures for each in here)
    if _all_done(table) and not told:
        waits = (each for each in here if not each.wants_end)
        about = question("clue-end")
    else:
        waits = (each for each in here if each.may_give and not _has_spoken(each))
        about = question("clue-look")
    names = tuple(each.name for each in waits)
    if told and not names:
        about = question("clue-choose")
    elif not names:  # nobody has found one yet: all go on looking
        names = tuple(each.name for each in here if each.may_give and not each.wants_end)
    return Step(about=about, turn=table.round, waits_for=names)


def _has_spoken(player: PlayerView) -> bool:
    return player.figures is not None or player.has_none or player.wants_end


def only_giver(table: TableView) -> PlayerView | None:
    """Return who alone has a clue token to give a clue with, if one player has."""
    givers = [each for each in table.players if each.may_give]
    return givers[0] if len(givers) == 1 < len(table.players) else None


def _choose(view: SeatView) -> Main | OnStage:
    """Let the only one who has told be chosen at once; of several the table says whom."""
    told = [each for each in view.table.players if each.present and each.figures]
    if len(told) != 1 or not told[0].may_give:
        return OnStage(("ChooseCluegiver",))
    return Main(_let(told[0], view.seat))


def _tokenless(view: SeatView) -> Step:
    """Name who alone can give; there is a way on also where that player wants no more."""
    table, only = view.table, only_giver(view.table)
    givers = [each for each in table.players if each.may_give]
    answers = _choose(view)
    over = answers == OnStage(("ChooseCluegiver",)) and all(e.wants_end for e in givers)
    if over:
        answers = Main(_no_more(table))
    waits = only is not None and not only.figures and not only.wants_end
    hint = question("clue-tokenless.only", name=only.name) if only else None
    return Step(
        about=question("clue-tokenless"),
        turn=table.round,
        hint=question("clue-tokenless.ends") if over else hint,
        answers=answers,
        stage="talk",
        waits_for=(only.name,) if waits and only else (),
    )


def _let(player: PlayerView, seat: Seat) -> Answer:
    label = Message("lj.talk.let", {"name": player.name})
    if player.seat == seat:
        label = Message("lj.talk.choose-me")
    return Answer("ChooseCluegiver", label, (("giver", player.seat),))


def _look(view: SeatView) -> Step:
    """Ask for a clue; whoever has told one already can be chosen from here."""
    table = view.table
    told = [(each, each.figures) for each in table.players if each.present and each.figures]
    has_none = table.players[view.seat].has_none
    kind = "TellNothing" if has_none else "TellNone"
    other = Answer(kind, Message("lj.talk.none"), chosen=has_none or None)
    hint = None
    if told:
        hint = of_players("lj.step.clue-look.told", (each.name for each, _ in told))
    if len(told) == 1 and told[0][0].may_give:
        (player, figures), *_ = told
        other = _let(player, view.seat)
        hint = _offered(player.name, figures)
    elif not told and table.stands[view.seat].done:
        other = _no_more(table)
    return Step(
        about=question("clue-look"),
        turn=table.round,
        hint=hint,
        answers=Main(_tell(), other),
        stage="stands",
        on_stands="sheet",
    )


def _offered(name: str, figures: Figures) -> Message:
    params: Mapping[str, Param] = {
        "n": figures.players,
        "name": name,
        "letters": figures.letters,
    }
    return Message("lj.step.clue-look.offered", params)


def _done(table: TableView, kinds: Kinds) -> Step:
    """Ask whether the clues are to end: every row is done, and nobody has offered one."""
    other = _tell() if "TellFigures" in kinds else None
    answers = Main(_no_more(table), other)
    return Step(
        about=question("clue-end"), turn=table.round, answers=answers, stage="stands"
    )


def _enough(view: SeatView) -> Step:
    label = Message("lj.say.after-all")
    after_all = Answer("WantEnd", label, (("want", False),), quiet=True)
    others = (each for each in view.table.players if each.present and not each.wants_end)
    return Step(
        about=question("clue-enough"),
        answers=Main(after_all),
        stage="talk",
        waits_for=tuple(each.name for each in others),
    )


def _tell() -> Answer:
    return Answer("TellFigures", Message("lj.talk.tell"), form="tell-figures")


def _no_more(table: TableView) -> Answer:
    here = [each for each in table.players if each.present]
    count = {"have": sum(each.wants_end for each in here), "all": len(here)}
    return Answer("WantEnd", Message("lj.say.no-more", count), (("want", True),))


def _all_done(table: TableView) -> bool:
    return all(table.stands[each.seat].done for each in table.players if each.present)


def _name_card(view: SeatView) -> Step:
    """Ask for the first printed card that the table does not know yet."""
    stand = next(each for each in view.table.stands if each.spot == view.names_now[0])
    where = stand.name or Message("lj.stand", {"number": stand.stand + 1})
    return Step(
        about=question("clue-card", where=where),
        turn=f"{stand.spot}-{stand.card}",
        answers=OnStage(("NameCard",)),
        stage="naming",
    )


def _give(table: TableView, kinds: Kinds) -> Step:
    if table.chips:
        give = Answer("GiveClue", Message("lj.clue.give", {"n": table.chips}))
        answers: Main | OnStage = Main(give) if "GiveClue" in kinds else OnStage()
    elif "GiveClue" in kinds:
        answers = Main(Answer("GiveClue", Message("lj.draft.give"), form="lay-draft"))
    else:
        answers = OnStage(("LayChip",))
    about = question("clue-give")
    return Step(about=about, turn=table.round, answers=answers, stage="stands")


def gives(table: TableView) -> Step:
    """Return the step of all who watch the clue being given."""
    giver = "" if table.giver is None else table.players[table.giver].name
    return Step(
        about=question("clue-gives", name=giver),
        turn=f"{table.round}-{table.giver}",
        stage="stands",
        on_stands="sheet",
        waits_for=(giver,),
    )


def decide_step(view: SeatView, kinds: Kinds) -> Step:
    """Return what the player of *view* is asked once a clue was given."""
    table, me = view.table, view.table.players[view.seat]
    if "Stay" not in kinds:
        if table.only_ends and me.decision is None:
            return replace(table_decide(table), stage="decide")
        about = question("decide-wait" if me.decision is None else "decide-done")
        waits = deciding(table)
        return Step(about=about, turn=table.round, stage="decide", waits_for=waits)
    about, answers = _deciding_now(view, kinds)
    return Step(
        about=about,
        turn=table.round,
        hint=_earlier(view) if view.may_move_on else None,
        answers=answers,
        stage="decide",
    )


def table_decide(table: TableView) -> Step:
    """Return what the middle says: what the phones ask, where they all ask one thing."""
    waits, about = deciding(table), question("decide")
    stands = [table.stands[each.seat] for each in _undecided(table)]
    if table.only_ends and waits:
        about = question("decide-ends", name=waits[0])
    elif waits and all(each.done for each in stands):  # who may guess an extra letter aloud
        about = question("decide-extra", n=len(waits), name=waits[0])
    elif len({each.position for each in stands}) == 1:
        about = question("decide-move", position=stands[0].position or 0)
    return Step(about=about, turn=table.round, waits_for=waits)


def _deciding_now(view: SeatView, kinds: Kinds) -> tuple[Message, Main | Either]:
    """Return the question and the answers of somebody who could stay."""
    if view.may_guess:
        stay = Answer("Stay", Message("lj.decide.stay-bonus"), quiet=True)
        if "GuessBonus" not in kinds:
            return question("decide-unnamed", name=view.namer), Main(stay)
        return question("decide-guess"), Main(stay)  # a guess is a key on the stage
    if "MoveOn" not in kinds:
        return question("decide-end"), Main(Answer("Stay", Message("lj.decide.end")))
    move_on = Answer("MoveOn", Message("lj.decide.move-on"), form="move-on")
    stay = Answer("Stay", Message("lj.decide.stay"))
    return question("decide-move", position=view.position or 0), Either(move_on, stay)


def _earlier(view: SeatView) -> Message | None:
    """Return why somebody is asked whose letter is not in the newest clue."""
    newest = view.clues[-1]
    earlier = [each for each in view.clues if each.current]
    if newest.current or not earlier:
        return None
    return Message("lj.step.decide.earlier.hint", {"number": earlier[-1].number})


def deciding(table: TableView) -> tuple[str, ...]:
    """Return the names of those whose decision the table waits for."""
    return tuple(each.name for each in _undecided(table))


def _undecided(table: TableView) -> list[PlayerView]:
    return [each for each in table.players if each.asked and each.decision is None]
