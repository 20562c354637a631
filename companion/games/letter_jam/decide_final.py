"""Rules of the end: final words, what they take from the middle, reveal and verdict."""

import re
from collections.abc import Sequence
from typing import assert_never

from companion.errors import refuse
from companion.games.letter_jam.clue import UNKNOWN, bonus_letter
from companion.games.letter_jam.commands import (
    FinalCommand,
    JudgeWord,
    LayFinalWord,
    Release,
    Reserve,
    RevealWord,
)
from companion.games.letter_jam.decide_start import check_letter
from companion.games.letter_jam.events import (
    Event,
    FinalWordLaid,
    MatchEnded,
    Reserved,
    WordJudged,
    WordRevealed,
)
from companion.games.letter_jam.spots import WILDCARD, Spot, bonus_spot, spot_name
from companion.games.letter_jam.state import FinalWord, LetterJam, Player
from companion.games.letter_jam.words import Words
from companion.ports import Seat

TILE = re.compile(r"([1-9])?(\*|b[1-9][0-9]?)?")
NO_GUESS = "?"


def decide_final(words: Words, state: LetterJam, command: FinalCommand) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected."""
    match command:
        case Reserve(seat=seat, spot=spot):
            return _reserve(state, seat, spot)
        case Release(seat=seat, spot=spot):
            return _release(state, seat, spot)
        case LayFinalWord():
            return _lay(state, command)
        case RevealWord(seat=seat):
            return _reveal(words, state, seat)
        case JudgeWord():
            return _judge(state, command)
        case _:
            assert_never(command)


def covers(state: LetterJam) -> tuple[Spot, ...]:
    """Return the cards in the middle that can help to spell a final word."""
    return (WILDCARD, *(bonus_spot(each.number) for each in state.bonus))


def _reserve(state: LetterJam, seat: Seat, spot: Spot) -> Sequence[Event]:
    """Reserve a card of the middle; each is used by one player only."""
    _check_hidden(state, seat)
    if spot not in covers(state):
        raise refuse("no-such-spot", spot=spot_name(spot))
    holder = dict(state.reserved).get(spot)
    if holder is not None:
        raise refuse("taken", spot=spot_name(spot), name=state.players[holder].name)
    return [Reserved(spot, seat)]


def _release(state: LetterJam, seat: Seat, spot: Spot) -> Sequence[Event]:
    """Give a reserved card back; a word that uses it is to be laid anew first."""
    if dict(state.reserved).get(spot) != seat:
        raise refuse("not-reserved", spot=spot_name(spot))
    final = state.players[seat].final
    if final is not None and any(parse_tile(tile)[1] == spot for tile in final.tiles):
        raise refuse("in-use", spot=spot_name(spot))
    return [Reserved(spot, None)]


def parse_tile(tile: str) -> tuple[int | None, Spot | None]:
    """Return (index of own card, cover): ``3*`` is (2, ``*``), ``b1`` is (None, ``b1``)."""
    found = TILE.fullmatch(tile)
    if not tile or found is None:
        raise refuse("no-such-tile", tile=tile[:8])
    card, cover = found.groups()
    return (int(card) - 1 if card else None, Spot(cover) if cover else None)


def _lay(state: LetterJam, command: LayFinalWord) -> Sequence[Event]:
    """Lay every card of the row, or a cover upon it, face down in the order of the word."""
    _check_hidden(state, command.seat)
    if command.tiles:
        _check_tiles(state, command.seat, command.tiles)
    player = state.players[command.seat]
    guesses = command.guesses or told_guesses(player)
    if len(guesses) != player.length:
        raise refuse("guesses-length", n=player.length)
    for letter in guesses:
        if letter != NO_GUESS:
            check_letter(letter)
    return [FinalWordLaid(command.seat, FinalWord(command.tiles, guesses))]


def told_guesses(player: Player) -> str:
    """Return what was told when moving on: a letter or ``?`` for each row position."""
    told = dict(player.guesses)
    return "".join(told.get(position, NO_GUESS) for position in range(player.length))


def _check_tiles(state: LetterJam, seat: Seat, tiles: Sequence[str]) -> None:
    length = state.players[seat].length
    cards: set[int] = set()
    used: set[Spot] = set()
    for tile in tiles:
        card, cover = parse_tile(tile)
        if card in cards or cover in used:
            raise refuse("tile-twice", tile=tile)
        if card is not None:
            if card >= length:
                raise refuse("no-such-tile", tile=tile)
            cards.add(card)
        if cover is not None:
            if dict(state.reserved).get(cover) != seat:
                raise refuse("not-reserved", spot=spot_name(cover))
            used.add(cover)
    if len(cards) < length:
        raise refuse("tiles-missing", n=length - len(cards))


def _check_hidden(state: LetterJam, seat: Seat) -> None:
    if state.players[seat].revealed is not None:
        raise refuse("already-revealed")


def to_judge(state: LetterJam) -> Seat | None:
    """Return the seat whose revealed word waits for the verdict."""
    return next(
        (
            seat
            for seat in state.seats
            if (revealed := state.players[seat].revealed) and revealed.accepted is None
        ),
        None,
    )


def _reveal(words: Words, state: LetterJam, seat: Seat) -> Sequence[Event]:
    """Turn the final word: the cards decide, not what was meant."""
    _check_hidden(state, seat)
    final = state.players[seat].final
    if final is None:
        raise refuse("no-final-word")
    if (waiting := to_judge(state)) is not None:
        raise refuse("judge-first", name=state.players[waiting].name)
    word = "".join(_turned(state, seat, tile) for tile in final.tiles)
    if not word:
        return [WordRevealed(seat, "", listed=False), WordJudged(seat, accepted=False)]
    listed = UNKNOWN not in word and words.listed(state.language, word)
    return [WordRevealed(seat, word, listed)]


def _turned(state: LetterJam, seat: Seat, tile: str) -> str:
    card, cover = parse_tile(tile)
    if cover == WILDCARD:
        return "*"
    if cover is not None:
        return bonus_letter(state, cover)
    assert card is not None  # noqa: S101 - a tile is a card, a cover or both
    return state.holder(seat).cards[card] or UNKNOWN


def _judge(state: LetterJam, command: JudgeWord) -> Sequence[Event]:
    """Enter the table's verdict; it may change its mind until the match is put away."""
    if command.whose not in state.seats:
        raise refuse("unknown-player", n=command.whose + 1)
    player = state.players[command.whose]
    if player.revealed is None:
        raise refuse("not-revealed", name=player.name)
    if not player.revealed.word and command.accepted:
        raise refuse("no-final-word")
    return [WordJudged(command.whose, command.accepted)]


def close(state: LetterJam) -> Sequence[Event]:
    """End the match once everybody present is revealed and judged."""
    verdicts = [
        (revealed := state.players[seat].revealed) and revealed.accepted
        for seat in state.present
    ]
    return [] if not verdicts or None in verdicts else [MatchEnded()]
