"""At most one public sentence an event. Nothing private has a road in here."""

from collections.abc import Mapping
from typing import Final, assert_never

from companion.engine.people import announce_person, of_player
from companion.games.letter_jam import events as ev
from companion.games.letter_jam.events import Event
from companion.games.letter_jam.spots import spot_name
from companion.games.letter_jam.view import TableView
from companion.games.letter_jam.view_score import ScoreView
from companion.ports import Message, Seat, Stand

DEALT: Final[Mapping[str, str]] = {
    "screen": "told.dealt",
    "box": "told.dealt_box",
    "none": "told.counter",
}


def announce(before: TableView, after: TableView, event: Event) -> Message | None:
    """Return what the table is told of the public part of *event*."""
    if isinstance(event, ev.ClueEvent):
        return _clue(before, event)
    if isinstance(event, ev.RoundEvent):
        return _round(before, event)
    if isinstance(event, ev.StartEvent):
        return _start(after, event)
    if isinstance(event, ev.FinalEvent):
        return _final(after, event)
    return announce_person(after, event)


def _start(after: TableView, event: ev.StartEvent) -> Message | None:
    match event:
        case ev.MatchStarted(names=names):
            return Message("told.started", {"n": len(names)})
        case ev.DeckShared():
            return Message("told.making")
        case ev.WordMade(seat=seat):
            return of_player(after, "told.word_made", seat)
        case ev.WordTakenBack(seat=seat):
            return of_player(after, "told.word_back", seat)
        case ev.CardsDealt():
            by_hand = after.cards == "box" and after.dealing == "makers"
            return Message("told.dealt_by_hand" if by_hand else DEALT[after.cards])
        case ev.PullTaken(whose=whose, seat=seat):
            return of_player(after, "told.pulls", seat, whose=after.players[whose].name)
        case ev.Pulled(whose=whose, seat=seat):
            return of_player(after, "told.pulled", seat, whose=after.players[whose].name)
        case ev.StandsSet():
            return Message("told.stands_set")
        case ev.CardNamed():
            return None  # all but the owner see the card, and the owner must not hear it
        case _:
            assert_never(event)


def _clue(before: TableView, event: ev.ClueEvent) -> Message | None:
    match event:
        case ev.FiguresTold():
            return _figures(before, event)
        case ev.SureTold(seat=seat, sure=sure):
            told = {True: "told.sure", False: "told.unsure"}
            return None if sure is None else of_player(before, told[sure], seat)
        case ev.CluegiverChosen(seat=seat):
            return of_player(before, "told.giver", seat)
        case ev.ChipsLaid():
            return None  # everybody sees the chips; only the whole clue is worth a sentence
        case ev.ClueGiven(seat=seat):
            number, token = before.clues_given + 1, _token(before, event)
            chips = before.chips
            return of_player(before, "told.clue", seat, number=number, n=chips, token=token)
        case ev.ClueCounted(seat=seat):
            number, token = before.clues_given + 1, _token(before, event)
            return of_player(before, "told.counted", seat, number=number, token=token)
        case _:
            assert_never(event)


def _round(before: TableView, event: ev.RoundEvent) -> Message:
    match event:
        case ev.Decided(seat=seat, moves_on=moves_on):
            return of_player(before, "told.moves_on" if moves_on else "told.stays", seat)
        case ev.DecisionTakenBack(seat=seat):
            return of_player(before, "told.thinks_again", seat)
        case ev.BonusGuessed(seat=seat, guess=guess, letter=letter):
            right = "told.bonus_right" if guess == letter else "told.bonus_wrong"
            return of_player(before, right, seat, guess=guess, letter=letter)
        case ev.EndWanted(seat=seat, want=want):
            return of_player(before, "told.wants_end" if want else "told.wants_clues", seat)
        case ev.RoundClosed():
            return Message("told.round_over")
        case ev.CardTurned(stand=stand, source=source):
            return _card_turned(before, stand, from_deck=source == "deck")
        case ev.StandEmptied(stand=stand):
            return Message("told.stand_empty", {"stand": stand + 1})
        case ev.TokenEarned(stand=stand):
            return Message("told.token_earned", {"stand": stand + 1})
        case ev.CluesEnded(reason=reason):
            return Message(f"told.clues_ended.{reason}")
        case _:
            assert_never(event)


def _final(after: TableView, event: ev.FinalEvent) -> Message | None:
    match event:
        case ev.Reserved(spot=spot, seat=holder):
            if holder is None:
                return Message("told.released", {"spot": spot_name(spot)})
            return of_player(after, "told.reserved", holder, spot=spot_name(spot))
        case ev.FinalWordLaid(seat=seat):
            return of_player(after, "told.final_ready", seat)
        case ev.WordRevealed(seat=seat, word=word):
            return of_player(
                after, "told.revealed" if word else "told.no_word", seat, word=word
            )
        case ev.WordJudged(seat=seat, accepted=accepted):
            return _judged(after, seat, accepted=accepted)
        case ev.MatchEnded():
            return ended(after.score)
        case ev.LookedBack() | ev.WaitNoticed() | ev.DealWeighed():
            return None
        case _:
            assert_never(event)


def _figures(before: TableView, event: ev.FiguresTold) -> Message:
    figures = event.figures
    if figures is None:
        return of_player(
            before, "told.none" if event.has_none else "told.nothing", event.seat
        )
    return of_player(
        before,
        "told.figures_good" if figures.good else "told.figures",
        event.seat,
        letters=figures.letters,
        players=figures.players,
        nonplayers=figures.nonplayers,
        bonus=figures.bonus,
        wildcard=Message("lj.yes" if figures.wildcard else "lj.no"),
    )


def _token(before: TableView, event: ev.ClueGiven | ev.ClueCounted) -> Message:
    if event.token == "red" and before.middle.red == 1:  # noqa: S105 - a clue token
        return Message("token.last_red", {"n": before.middle.centre})
    return Message(f"token.{event.token}")


def _card_turned(before: TableView, stand: Stand, *, from_deck: bool) -> Message:
    view = before.stands[stand]
    if view.kind == "nonplayer":
        told = "told.stand_from_deck" if from_deck else "told.stand_next"
        return Message(told, {"stand": stand + 1})
    if from_deck:
        return Message("told.extra" if view.done else "told.row_done", {"name": view.name})
    position, length = (view.card or 0) + 2, view.length or 0
    return Message(
        "told.next_letter", {"name": view.name, "position": position, "length": length}
    )


def _judged(after: TableView, seat: Seat, *, accepted: bool) -> Message | None:
    word = after.players[seat].revealed
    if not word:
        return None
    return of_player(
        after, "told.accepted" if accepted else "told.rejected", seat, word=word
    )


def ended(score: ScoreView | None) -> Message | None:
    """Return what a match came to; None: it was not about words."""
    if score is None:
        return None
    if not score.scored:
        return Message("told.match_over", {"n": score.solved, "of": len(score.lines)})
    return Message("told.match_ended", {"n": score.total, "rank": score.rank})
