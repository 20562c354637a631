"""What each fact does to the table. Never refuses, draws no chance, knows no word list."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Literal, assert_never

from companion.games.letter_jam import events as ev
from companion.games.letter_jam.clue import chips_now
from companion.games.letter_jam.events import Event
from companion.games.letter_jam.state import (
    Bonus,
    Cards,
    Clue,
    Decision,
    Holder,
    Letter,
    LetterJam,
    Making,
    Phase,
    Player,
    Pull,
    Revealed,
)
from companion.ports import Seat, Stand

FIRST_PHASES: Final[Mapping[Cards, Phase]] = {
    "screen": Phase.CLUE,
    "box": Phase.PULLING,
    "none": Phase.COUNTING,
}
"""What begins when the cards are dealt, by where the letters are."""


def evolve(state: LetterJam, event: Event) -> LetterJam:  # noqa: C901, PLR0912 - one case each
    """Return the state after *event*."""
    match event:
        case ev.MatchStarted():
            return _match_started(event)
        case ev.DeckShared(shares=shares):
            making = Making(shares, made=tuple(None for _ in shares))
            return replace(state, phase=Phase.MAKING, making=making)
        case ev.WordMade():
            return _word_made(state, event)
        case ev.WordTakenBack(seat=seat):
            return _word_taken_back(state, seat)
        case ev.CardsDealt():
            return _cards_dealt(state, event)
        case ev.PullTaken(whose=whose, seat=seat):
            return _pull(state, whose, Pull(seat))
        case ev.Pulled(whose=whose, seat=seat):
            return _pull(state, whose, Pull(seat, done=True))
        case ev.StandsSet():
            return replace(state, phase=Phase.CLUE)
        case ev.CardNamed(stand=stand, letter=letter):
            return _card_named(state, stand, letter)
        case ev.ClueCounted(seat=seat, token=token, red_of=red_of):
            clue = Clue(seat, (), token)
            state = _token_taken(state, seat, token, red_of)
            return replace(state, clues=(*state.clues, clue))
        case ev.FiguresTold(seat=seat, figures=figures, has_none=none):
            return _player(state, seat, figures=figures, has_none=none)
        case ev.SureTold(seat=seat, sure=sure):
            return _player(state, seat, sure=sure)
        case ev.CluegiverChosen(seat=seat):
            return replace(state, giver=seat, chips=())
        case ev.ChipsLaid(spots=spots):
            return replace(state, chips=spots)
        case ev.ClueGiven():
            return _clue_given(state, event)
        case ev.Decided(seat=seat, moves_on=moves_on):
            decision = Decision.MOVE_ON if moves_on else Decision.STAY
            told = _told_guess(state, event) if moves_on else state.players[seat].guesses
            return _player(state, seat, decision=decision, guesses=told)
        case ev.DecisionTakenBack(seat=seat):
            return _decision_taken_back(state, seat)
        case ev.BonusGuessed():
            return _bonus_guessed(state, event)
        case ev.RoundClosed(used_bonus=used):
            return _round_closed(state, used)
        case ev.CardTurned(stand=stand, source=source):
            return _card_turned(state, stand, from_deck=source == "deck")
        case ev.StandEmptied(stand=stand):
            return _stand_emptied(state, stand)
        case ev.TokenEarned(stand=stand):
            return _token_earned(state, stand)
        case ev.EndWanted(seat=seat, want=want):
            return _player(state, seat, wants_end=want)
        case ev.CluesEnded(reason=reason):
            over = Phase.SCORE if state.phase is Phase.COUNTING else Phase.FINAL
            return replace(state, phase=over, giver=None, chips=(), ended_by=reason)
        case ev.Reserved(spot=spot, seat=seat):
            others = tuple(each for each in state.reserved if each[0] != spot)
            now = others if seat is None else (*others, (spot, seat))
            return replace(state, reserved=now)
        case ev.FinalWordLaid(seat=seat, final=final):
            return _player(state, seat, final=final)
        case ev.WordRevealed(seat=seat, word=word, listed=listed):
            return _player(state, seat, revealed=Revealed(word, listed))
        case ev.WordJudged(seat=seat, accepted=accepted):
            revealed = state.players[seat].revealed
            assert revealed is not None  # noqa: S101 - decide reveals before it judges
            return _player(state, seat, revealed=replace(revealed, accepted=accepted))
        case ev.PlayerLeft(seat=seat):
            return _player_left(state, seat)
        case ev.PlayerCameBack(seat=seat):
            return _player(state, seat, present=True)
        case ev.MatchEnded():
            return replace(state, phase=Phase.SCORE)
        case ev.LookedBack(best_clues=best, through=through):
            known, at = (*state.best_clues, *best), through or len(state.clues)
            return replace(state, best_clues=known, looked_back=at)
        case ev.WaitNoticed():
            return replace(state, waited=True)
        case ev.DealWeighed(hint=hint):
            return replace(state, hint=hint)
        case _:
            assert_never(event)


def _player(state: LetterJam, seat: Seat, **changes: Any) -> LetterJam:  # noqa: ANN401 - fields
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def _holder(state: LetterJam, stand: Stand, holder: Holder) -> LetterJam:
    stands = list(state.stands)
    stands[stand] = holder
    return replace(state, stands=tuple(stands))


def _match_started(event: ev.MatchStarted) -> LetterJam:
    players = tuple(
        Player(name, length, reds_owed=event.reds)
        for name, length in zip(event.names, event.lengths, strict=True)
    )
    return LetterJam(
        language=event.language,
        level=event.level,
        cards=event.cards,
        dealing=event.dealing,
        players=players,
        leaves=event.leaves,
        centre=event.centre,
        help=event.help,
        nudge=event.nudge,
        counts=event.counts,
    )


def _word_made(state: LetterJam, event: ev.WordMade) -> LetterJam:
    making = _making(state)
    word, hand = Counter(event.word), Counter(making.shares[event.seat])
    discards = Counter(making.discards) - (word - hand) + (hand - word)
    return _made(state, event.seat, (), discards, (event.word, event.scramble))


def _word_taken_back(state: LetterJam, seat: Seat) -> LetterJam:
    making = _making(state)
    made = making.made[seat]
    assert made is not None  # noqa: S101 - decide refuses to take back what was not made
    return _made(state, seat, tuple(sorted(made[0])), Counter(making.discards), None)


def _made(
    state: LetterJam,
    seat: Seat,
    share: tuple[Letter, ...],
    discards: Counter[Letter],
    made: tuple[str, str] | None,
) -> LetterJam:
    making = _making(state)
    shares, words = list(making.shares), list(making.made)
    shares[seat], words[seat] = share, made
    now = Making(tuple(shares), tuple(sorted(discards.elements())), tuple(words))
    return replace(state, making=now)


def _making(state: LetterJam) -> Making:
    assert state.making is not None  # noqa: S101 - these events come while words are made
    return state.making


def _cards_dealt(state: LetterJam, event: ev.CardsDealt) -> LetterJam:
    stands = tuple(
        Holder(cards, len(cards), standing=0 if cards else None)
        for cards in (*event.rows, *event.stacks)
    )
    seats = state.seats if state.cards == "box" else ()
    return replace(
        state,
        phase=FIRST_PHASES[state.cards],
        pulls=tuple(Pull(Seat((seat + 1) % len(seats))) for seat in seats),
        code=event.code,
        words=event.words,
        stands=stands,
        deck=event.deck,
        making=None,
    )


def _pull(state: LetterJam, whose: Seat, pull: Pull) -> LetterJam:
    pulls = list(state.pulls)
    pulls[whose] = pull
    return replace(state, pulls=tuple(pulls))


def _card_named(state: LetterJam, stand: Stand, letter: Letter) -> LetterJam:
    holder = state.stands[stand]
    assert holder.standing is not None  # noqa: S101 - decide names only what stands
    cards = list(holder.cards)
    cards[holder.standing] = letter
    return _holder(state, stand, replace(holder, cards=tuple(cards)))


def _token_earned(state: LetterJam, stand: Stand) -> LetterJam:
    if state.phase is Phase.COUNTING:  # nobody told the cards before; the last one stands
        holder = state.stands[stand]
        state = _holder(state, stand, replace(holder, standing=holder.dealt - 1))
    return replace(state, leaves=state.leaves + 1)


def _clue_given(state: LetterJam, event: ev.ClueGiven) -> LetterJam:
    up = tuple(holder.standing for holder in state.stands)
    clue = Clue(event.seat, chips_now(state), event.token, up, state.bonus)
    state = _token_taken(state, event.seat, event.token, event.red_of)
    clues = (*state.clues, clue)
    return replace(state, phase=Phase.DECIDE, clues=clues, waited=False)


def _token_taken(
    state: LetterJam,
    giver: Seat,
    token: Literal["red", "leaf", "centre"],
    red_of: Seat | None,
) -> LetterJam:
    given = state.players[giver].clues_given + 1
    state = _player(state, giver, clues_given=given)
    match token:
        case "red":
            owing = giver if red_of is None else red_of
            return _player(state, owing, reds_owed=state.players[owing].reds_owed - 1)
        case "leaf":
            return replace(state, leaves=state.leaves - 1)
        case "centre":
            return replace(state, centre=state.centre - 1)
        case _:
            assert_never(token)


def _told_guess(state: LetterJam, event: ev.Decided) -> tuple[tuple[int, Letter], ...]:
    standing = state.holder(event.seat).standing
    told = state.players[event.seat].guesses
    if event.guess is None or standing is None:
        return told
    return (*(each for each in told if each[0] != standing), (standing, event.guess))


def _decision_taken_back(state: LetterJam, seat: Seat) -> LetterJam:
    standing = state.holder(seat).standing
    kept = tuple(each for each in state.players[seat].guesses if each[0] != standing)
    return _player(state, seat, decision=None, guesses=kept)


def _bonus_guessed(state: LetterJam, event: ev.BonusGuessed) -> LetterJam:
    stand = Stand(event.seat)
    holder = state.stands[stand]
    assert holder.standing is not None  # noqa: S101 - decide asks only who has a letter
    if event.guess == event.letter:
        number = len(state.bonus_ever) + 1
        bonus = Bonus(number, stand, holder.standing)
        state = replace(
            state, bonus=(*state.bonus, bonus), bonus_ever=(*state.bonus_ever, bonus)
        )
    state = _holder(state, stand, replace(holder, standing=None))
    return _player(state, event.seat, decision=Decision.GUESSED)


def _round_closed(state: LetterJam, used_bonus: tuple[int, ...]) -> LetterJam:
    players = tuple(
        replace(player, figures=None, has_none=False, decision=None)
        for player in state.players
    )
    bonus = tuple(each for each in state.bonus if each.number not in used_bonus)
    return replace(
        state, phase=Phase.CLUE, players=players, bonus=bonus, giver=None, chips=()
    )


def _card_turned(state: LetterJam, stand: Stand, *, from_deck: bool) -> LetterJam:
    holder = state.stands[stand]
    if from_deck:
        cards = (*holder.cards, state.deck[0])
        holder = replace(holder, cards=cards, standing=len(cards) - 1)
        state = replace(state, deck=state.deck[1:])
    else:
        assert holder.standing is not None  # noqa: S101 - a dealt card follows a dealt card
        holder = replace(holder, standing=holder.standing + 1)
    return _holder(_letter_gone(state, stand), stand, holder)


def _stand_emptied(state: LetterJam, stand: Stand) -> LetterJam:
    holder = replace(state.stands[stand], standing=None)
    return _holder(_letter_gone(state, stand), stand, holder)


def _letter_gone(state: LetterJam, stand: Stand) -> LetterJam:
    """Forget what its owner told of the letter that stood there."""
    seat = state.owner(stand)
    return state if seat is None else _player(state, seat, sure=None)


def _player_left(state: LetterJam, seat: Seat) -> LetterJam:
    if state.phase is Phase.CLUE and state.giver == seat:
        state = replace(state, giver=None, chips=())
    state = _reservations_back(state, seat)
    if state.players[seat].decision is Decision.MOVE_ON:
        state = _decision_taken_back(state, seat)
    guessed = state.players[seat].decision is Decision.GUESSED
    return _player(
        state,
        seat,
        present=False,
        wants_end=False,
        figures=None,
        has_none=False,
        decision=Decision.GUESSED if guessed else None,
    )


def _reservations_back(state: LetterJam, seat: Seat) -> LetterJam:
    """Free what a leaver reserved; what a revealed word used is used up.

    A word still face down goes with its cover, or another player's could use it too.
    """
    player = state.players[seat]
    tiles = player.final.tiles if player.final else ()
    mine = [spot for spot, holder in state.reserved if holder == seat]
    used = {spot for spot in mine if any(tile.endswith(spot) for tile in tiles)}
    if player.revealed is None:
        state = _player(state, seat, final=None) if used else state
        used = set()
    kept = tuple(each for each in state.reserved if each[1] != seat or each[0] in used)
    return replace(state, reserved=kept)
