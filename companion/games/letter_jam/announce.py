"""At most one public sentence an event. Nothing private has a road in here."""

from collections.abc import Mapping
from typing import Final, assert_never

from companion.engine.people import announce_person, of_player
from companion.games.letter_jam import events as ev
from companion.games.letter_jam.events import Event
from companion.games.letter_jam.scoring import score_view
from companion.games.letter_jam.spots import spot_name
from companion.games.letter_jam.state import Cards, LetterJam
from companion.games.letter_jam.tokens import reds
from companion.ports import Message, Seat, Stand

DEALT: Final[Mapping[Cards, str]] = {
    "screen": "told.dealt",
    "box": "told.dealt_box",
    "none": "told.counter",
}


def announce(state: LetterJam, event: Event) -> Message | None:
    """Return what the table is told; *state* is the one before *event*."""
    if isinstance(event, ev.ClueEvent):
        return _clue(state, event)
    if isinstance(event, ev.RoundEvent):
        return _round(state, event)
    if isinstance(event, ev.StartEvent):
        return _start(state, event)
    if isinstance(event, ev.FinalEvent):
        return _final(state, event)
    return announce_person(state, event)


def _start(state: LetterJam, event: ev.StartEvent) -> Message | None:
    match event:
        case ev.MatchStarted(names=names):
            return Message("told.started", {"n": len(names)})
        case ev.DeckShared():
            return Message("told.making")
        case ev.WordMade(seat=seat):
            return of_player(state, "told.word_made", seat)
        case ev.WordTakenBack(seat=seat):
            return of_player(state, "told.word_back", seat)
        case ev.CardsDealt():
            return Message(DEALT[state.cards])
        case ev.PullTaken(whose=whose, seat=seat):
            return of_player(state, "told.pulls", seat, whose=state.players[whose].name)
        case ev.Pulled(whose=whose, seat=seat):
            return of_player(state, "told.pulled", seat, whose=state.players[whose].name)
        case ev.StandsSet():
            return Message("told.stands_set")
        case ev.CardNamed():
            return None  # all but the owner see the card, and the owner must not hear it
        case _:
            assert_never(event)


def _clue(state: LetterJam, event: ev.ClueEvent) -> Message | None:
    match event:
        case ev.FiguresTold():
            return _figures(state, event)
        case ev.SureTold(seat=seat, sure=sure):
            told = {True: "told.sure", False: "told.unsure"}
            return None if sure is None else of_player(state, told[sure], seat)
        case ev.CluegiverChosen(seat=seat):
            return of_player(state, "told.giver", seat)
        case ev.ChipsLaid():
            return None  # everybody sees the chips; only the whole clue is worth a sentence
        case ev.ClueGiven(seat=seat):
            number, token = len(state.clues) + 1, _token(state, event)
            chips = len(state.chips)
            return of_player(state, "told.clue", seat, number=number, n=chips, token=token)
        case ev.ClueCounted(seat=seat):
            number, token = len(state.clues) + 1, _token(state, event)
            return of_player(state, "told.counted", seat, number=number, token=token)
        case _:
            assert_never(event)


def _round(state: LetterJam, event: ev.RoundEvent) -> Message:
    match event:
        case ev.Decided(seat=seat, moves_on=moves_on):
            return of_player(state, "told.moves_on" if moves_on else "told.stays", seat)
        case ev.DecisionTakenBack(seat=seat):
            return of_player(state, "told.thinks_again", seat)
        case ev.BonusGuessed(seat=seat, guess=guess, letter=letter):
            right = "told.bonus_right" if guess == letter else "told.bonus_wrong"
            return of_player(state, right, seat, guess=guess, letter=letter)
        case ev.EndWanted(seat=seat, want=want):
            return of_player(state, "told.wants_end" if want else "told.wants_clues", seat)
        case ev.RoundClosed():
            return Message("told.round_over")
        case ev.CardTurned(stand=stand, source=source):
            return _card_turned(state, stand, from_deck=source == "deck")
        case ev.StandEmptied(stand=stand):
            return Message("told.stand_empty", {"stand": stand + 1})
        case ev.TokenEarned(stand=stand):
            return Message("told.token_earned", {"stand": stand + 1})
        case ev.CluesEnded(reason=reason):
            return Message(f"told.clues_ended.{reason}")
        case _:
            assert_never(event)


def _final(state: LetterJam, event: ev.FinalEvent) -> Message | None:
    match event:
        case ev.Reserved(spot=spot, seat=holder):
            if holder is None:
                return Message("told.released", {"spot": spot_name(spot)})
            return of_player(state, "told.reserved", holder, spot=spot_name(spot))
        case ev.FinalWordLaid(seat=seat):
            return of_player(state, "told.final_ready", seat)
        case ev.WordRevealed(seat=seat, word=word):
            return of_player(
                state, "told.revealed" if word else "told.no_word", seat, word=word
            )
        case ev.WordJudged(seat=seat, accepted=accepted):
            return _judged(state, seat, accepted=accepted)
        case ev.MatchEnded():
            score = score_view(state)
            return Message("told.match_ended", {"points": score.total, "rank": score.rank})
        case ev.LookedBack() | ev.WaitNoticed() | ev.DealWeighed():
            return None
        case _:
            assert_never(event)


def _figures(state: LetterJam, event: ev.FiguresTold) -> Message:
    figures = event.figures
    if figures is None:
        return of_player(
            state, "told.none" if event.has_none else "told.nothing", event.seat
        )
    return of_player(
        state,
        "told.figures",
        event.seat,
        letters=figures.letters,
        players=figures.players,
        nonplayers=figures.nonplayers,
        bonus=figures.bonus,
        wildcard=Message("lj.yes" if figures.wildcard else "lj.no"),
    )


def _token(state: LetterJam, event: ev.ClueGiven | ev.ClueCounted) -> Message:
    opens_centre = event.token == "red" and reds(state) == 1  # noqa: S105 - a clue token
    return Message(f"token.{'last_red' if opens_centre else event.token}")


def _card_turned(state: LetterJam, stand: Stand, *, from_deck: bool) -> Message:
    seat, holder = state.owner(stand), state.stands[stand]
    if seat is None:
        told = "told.stand_from_deck" if from_deck else "told.stand_next"
        return Message(told, {"stand": stand + 1})
    if from_deck:
        return of_player(state, "told.extra" if holder.beyond else "told.row_done", seat)
    position = (holder.standing or 0) + 2
    return of_player(
        state, "told.next_letter", seat, position=position, length=holder.dealt
    )


def _judged(state: LetterJam, seat: Seat, *, accepted: bool) -> Message | None:
    revealed = state.players[seat].revealed
    if revealed is None or not revealed.word:
        return None
    told = "told.accepted" if accepted else "told.rejected"
    return of_player(state, told, seat, word=revealed.word)
