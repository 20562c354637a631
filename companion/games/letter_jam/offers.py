"""What a seat could do now, computed from what it may know."""

from collections.abc import Iterable, Iterator
from string import ascii_uppercase

from companion.engine.offers import Arrangement, Choice, Flag, Items, Number, Offer, Text
from companion.games.letter_jam.spots import Spot, parse_tile
from companion.games.letter_jam.state import LONGEST_CLUE, Phase
from companion.games.letter_jam.view import PlayerView, SeatView, TableView
from companion.ports import STANDS


def offers(view: SeatView) -> tuple[Offer, ...]:
    """Return one offer for every kind of command that makes sense now."""
    me = view.table.players[view.seat]
    if not me.present:
        return (Offer("ComeBack"),)
    own: Iterable[Offer]
    match view.table.phase:
        case Phase.MAKING:
            own = _making(view)
        case Phase.PULLING:
            own = _pulling(view)
        case Phase.COUNTING:
            own = _counting(view)
        case Phase.CLUE:
            own = (*_clue(view, me), *_naming(view))
        case Phase.DECIDE:
            own = (*_decide(view, me), *_naming(view))
        case Phase.FINAL:
            own = _final(view, me)
        case Phase.SCORE:
            own = _verdict(view)
        case Phase.WAITING:
            own = ()
    return (*own, Offer("Leave"))


def _making(view: SeatView) -> Iterator[Offer]:
    making = view.making
    if making is None:
        return
    if making.made is not None:
        yield Offer("TakeWordBack")
    elif letters := "".join(sorted({*making.share, *making.discards})):
        yield Offer(
            "MakeWord", (Text("word", making.length, making.length, letters), Flag("sure"))
        )


def _pulling(view: SeatView) -> Iterator[Offer]:
    left = [pull for pull in view.table.pulls if not pull.done]
    others = tuple(each.whose for each in left if view.seat not in (each.by, each.whose))
    if mine := tuple(task.whose for task in view.to_pull):
        yield Offer("CardsPulled", (Choice("whose", mine),))
    if others:
        yield Offer("PullFor", (Choice("whose", others),))


def _naming(view: SeatView) -> Iterator[Offer]:
    if view.nameable:
        fields = (Choice("stand", view.nameable), Choice("letter", view.table.letters))
        yield Offer("NameCard", fields)


def _counting(view: SeatView) -> Iterator[Offer]:
    givers = tuple(player.seat for player in view.table.players if player.may_give)
    if givers:
        yield Offer("CountClue", (Choice("giver", givers),))
    if stacks := tuple(stand.spot for stand in view.table.stands if stand.stack):
        yield Offer("TellEarned", (Choice("stand", stacks),))
    yield Offer("EndClues")


def _clue(view: SeatView, me: PlayerView) -> Iterator[Offer]:
    table = view.table
    if me.may_give:
        yield Offer("TellFigures", _figures(view))
        if not me.has_none:
            yield Offer("TellNone")
    if me.has_none or me.figures:
        yield Offer("TellNothing")
    yield Offer("TellSure", (Choice("sure", (True, False, None)),))
    givers = tuple(p.seat for p in table.players if p.may_give and p.seat != table.giver)
    if givers:
        yield Offer("ChooseCluegiver", (Choice("giver", givers),))
    if table.giver == view.seat:
        if table.chips < LONGEST_CLUE:
            yield Offer("LayChip", (Choice("spot", view.spots),))
        yield Offer("LayClue", (Items("spots", view.spots, 0, LONGEST_CLUE),))
        if table.chips:
            yield Offer("TakeChip")
        # In older logs who was to take a leaver's red stays chosen when its owner is back.
        if me.may_give:
            least = 0 if table.chips else 1
            yield Offer("GiveClue", (Items("spots", view.spots, least, LONGEST_CLUE),))
    yield Offer("WantEnd", (Choice("want", (not me.wants_end,)),))


def _figures(view: SeatView) -> tuple[Number | Flag, ...]:
    players = len(view.table.players)
    return (
        Number("figures.letters", 1, LONGEST_CLUE),
        Number("figures.players", 0, players - 1),
        Number("figures.nonplayers", 0, len(STANDS) - players),
        Number("figures.bonus", 0, len(view.table.middle.bonus)),
        Flag("figures.wildcard"),
        Flag("figures.good"),
    )


def _decide(view: SeatView, me: PlayerView) -> Iterator[Offer]:
    yield Offer("TellSure", (Choice("sure", (True, False, None)),))
    if not me.asked or me.decision == "guessed":
        return
    if me.decision is not None:
        yield Offer("TakeDecisionBack")
        return
    yield Offer("Stay")
    if view.may_move_on:
        yield Offer("MoveOn", (Choice("guess", (None, *ascii_uppercase)),))
    if view.may_guess and not view.namer:
        yield Offer("GuessBonus", (Choice("letter", view.table.letters),))


def _final(view: SeatView, me: PlayerView) -> Iterator[Offer]:
    if unused := _unused(view):
        yield Offer("Release", (Choice("spot", unused),))
    if me.revealed is None:
        if view.reservable:
            yield Offer("Reserve", (Choice("spot", view.reservable),))
        cards = tuple(str(position) for position in range(1, view.length + 1))
        guesses = Text("guesses", view.length, view.length, f"{ascii_uppercase}?")
        yield Offer("LayFinalWord", (Arrangement("tiles", cards, view.reserved), guesses))
        if view.final_tiles is not None and may_turn(view.table):
            yield Offer("RevealWord", (guesses,))
    if view.table.lying and may_turn(view.table):
        yield Offer("TurnWord", (Choice("whose", view.table.lying),))
    yield from _verdict(view)


def _unused(view: SeatView) -> tuple[Spot, ...]:
    """Return what the seat has of the middle and not in its laid word."""
    used = {parse_tile(tile)[1] for tile in view.final_tiles or ()}
    return tuple(spot for spot in view.reserved if spot not in used)


def may_turn(table: TableView) -> bool:
    """Return whether a final word may be turned: all lie, and none waits for a verdict."""
    laid = all(player.final_laid for player in table.players if player.present)
    return laid and table.to_reveal is None


def _verdict(view: SeatView) -> Iterator[Offer]:
    revealed = tuple(player.seat for player in view.table.players if player.revealed)
    if revealed:
        yield Offer("JudgeWord", (Choice("whose", revealed), Flag("accepted")))
