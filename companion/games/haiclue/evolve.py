"""What each fact does to the table. Never refuses, draws no chance, knows no word list."""

from dataclasses import replace
from typing import assert_never

from companion.engine.options import options_of
from companion.engine.people import PlayerLeft
from companion.games.haiclue import events as ev
from companion.games.haiclue.events import Event
from companion.games.haiclue.state import SHAPES, Haiclue, Options, Phase, Player, Poem
from companion.ports import Seat


def evolve(state: Haiclue, event: Event) -> Haiclue:  # noqa: C901, PLR0912 - one case each
    """Return the state after *event*."""
    match event:
        case ev.MatchStarted():
            return _match_started(event)
        case ev.TilesDealt():
            return _tiles_dealt(state, event)
        case ev.RoundBegan():
            return _round_began(state)
        case ev.ClueLaid(seat=seat, tiles=tiles):
            return state.with_player(seat, clue=tiles)
        case ev.ClueTakenBack(seat=seat):
            return state.with_player(seat, clue=None)
        case ev.ReadingBegan(author=author):
            state = state.with_everybody(guess=None, left_out=False)
            return replace(state, phase=Phase.GUESS, author=author, page=0)
        case ev.Guessed(seat=seat, shape=shape):
            return state.with_player(seat, guess=shape)
        case ev.LeftOut(seat=seat):
            return state.with_player(seat, left_out=True)
        case ev.ClueScored():
            return _clue_scored(state)
        case ev.TilesFlipped():
            return replace(state, side="black")
        case ev.TargetsDiscarded():
            left = tuple(stack[1:] for stack in state.stacks)
            return replace(state, stacks=left, side="white")
        case ev.HandsPassed():
            return _hands_passed(state)
        case PlayerLeft(seat=seat):
            return state.with_player(seat, present=False)
        case ev.PlayerCameBack(seat=seat):
            return _player_came_back(state, seat)
        case ev.WordSaid() | ev.StatusSaid():
            return state
        case ev.PageTurned():
            return replace(state, page=state.page + 1)
        case ev.MatchEnded():
            state = state.with_everybody(clue=None, card=None, guess=None)
            return replace(state, phase=Phase.END, author=None)
        case ev.Voted(seat=seat, number=number):
            return state.with_player(seat, vote=number)
        case _:
            assert_never(event)


def _match_started(event: ev.MatchStarted) -> Haiclue:
    players = tuple(map(Player, event.names))
    chosen = options_of(Options, event)
    return Haiclue(first_reader=event.first_reader, players=players, **chosen)


def _tiles_dealt(state: Haiclue, event: ev.TilesDealt) -> Haiclue:
    stacks, rounds = event.stacks, 2 * len(event.stacks[0])
    state = state.with_dealt(tiles=event.hands)
    return replace(state, stacks=stacks, deck=event.deck, rounds=rounds, code=event.code)


def _round_began(state: Haiclue) -> Haiclue:
    state = state.with_everybody(clue=None, card=None, guess=None, left_out=False)
    for seat in state.present:
        state = _card_drawn(state, seat)
    number = state.round + 1
    return replace(state, phase=Phase.CLUE, round=number, author=None, page=0)


def _card_drawn(state: Haiclue, seat: Seat) -> Haiclue:
    state = state.with_player(seat, card=state.deck[0])
    return replace(state, deck=state.deck[1:])


def _player_came_back(state: Haiclue, seat: Seat) -> Haiclue:
    state = state.with_player(seat, present=True)
    if state.phase is Phase.CLUE and state.players[seat].card is None:
        return _card_drawn(state, seat)
    return state


def _clue_scored(state: Haiclue) -> Haiclue:
    author = state.author
    card = None if author is None else state.players[author].card
    assert author is not None  # noqa: S101 - only a clue that is read is scored
    assert card is not None  # noqa: S101 - who has a clue has drawn a card
    poem = Poem(
        round=state.round,
        author=author,
        lines=state.lines(author),
        target=card,
        word=state.target(card),
        guesses=tuple(
            (seat, player.guess)
            for seat, player in zip(state.seats, state.players, strict=True)
            if player.guess is not None
        ),
        targets=tuple(map(state.target, SHAPES)),
    )
    return replace(state, phase=Phase.RESULT, poems=(*state.poems, poem))


def _hands_passed(state: Haiclue) -> Haiclue:
    """Seats count clockwise: what a seat holds now was its right-hand neighbour's."""
    hands = [player.tiles for player in state.players]
    return state.with_dealt(tiles=[hands[seat - 1] for seat in state.seats])
