"""Rules of the end: final words, what they take from the middle, reveal and verdict."""

from collections.abc import Sequence
from typing import assert_never

from companion.errors import refuse
from companion.games.letter_jam.clue import UNKNOWN, bonus_letter, reading
from companion.games.letter_jam.commands import (
    FinalCommand,
    JudgeWord,
    LayFinalWord,
    Release,
    Reserve,
    RevealWord,
    TurnWord,
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
from companion.games.letter_jam.queries import (
    NO_GUESS,
    covers,
    lying,
    to_judge,
    told_guesses,
)
from companion.games.letter_jam.spots import (
    WILDCARD,
    Spot,
    parse_tile,
    spot_name,
)
from companion.games.letter_jam.state import FinalWord, LetterJam, Player
from companion.games.letter_jam.words import Words, listed
from companion.ports import Seat


def decide_final(words: Words, state: LetterJam, command: FinalCommand) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected."""
    match command:
        case Reserve(seat=seat, spot=spot):
            return _reserve(state, seat, spot)
        case Release(seat=seat, spot=spot):
            return _release(state, seat, spot)
        case LayFinalWord():
            return _lay(state, command)
        case RevealWord(seat=seat, guesses=guesses):
            return _reveal(words, state, seat, guesses)
        case TurnWord(whose=whose):
            return _turn(words, state, whose)
        case JudgeWord():
            return _judge(state, command)
        case _:
            assert_never(command)


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


def _lay(state: LetterJam, command: LayFinalWord) -> Sequence[Event]:
    """Lay every card of the row, or a cover upon it, face down in the order of the word."""
    _check_hidden(state, command.seat)
    if command.tiles:
        _check_tiles(state, command.seat, command.tiles)
    player = state.players[command.seat]
    guesses = command.guesses or told_guesses(player)
    _check_guesses(player, guesses)
    return [FinalWordLaid(command.seat, FinalWord(command.tiles, guesses))]


def _check_guesses(player: Player, guesses: str) -> None:
    if len(guesses) != player.length:
        raise refuse("guesses-length", n=player.length)
    for letter in guesses:
        if letter != NO_GUESS:
            check_letter(letter)


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


def still_composing(state: LetterJam) -> tuple[Seat, ...]:
    """Return those present who have neither laid a word nor said that they have none."""
    return tuple(seat for seat in state.present if state.players[seat].final is None)


def _reveal(words: Words, state: LetterJam, seat: Seat, guesses: str) -> Sequence[Event]:
    """Turn the own final word, with the guesses as they stand now."""
    _check_hidden(state, seat)
    final = state.players[seat].final
    if final is None:
        raise refuse("no-final-word")
    _check_turning(state)
    if guesses:
        _check_guesses(state.players[seat], guesses)
    return _turn_cards(words, state, seat, FinalWord(final.tiles, guesses))


def _turn(words: Words, state: LetterJam, whose: Seat) -> Sequence[Event]:
    """Turn the final word that somebody left behind."""
    player = state.player(whose)
    _check_hidden(state, whose)
    if player.present:
        raise refuse("turns-own", name=player.name)
    if player.final is None:
        raise refuse("none-lies", name=player.name)
    _check_turning(state)
    used = {parse_tile(tile)[1] for tile in player.final.tiles}
    free = [
        Reserved(s, None) for s, who in state.reserved if who == whose and s not in used
    ]
    return [*_turn_cards(words, state, whose, player.final), *free]


def _check_turning(state: LetterJam) -> None:
    """Refuse while a word waits for its verdict, or somebody could still learn from it."""
    if (waiting := to_judge(state)) is not None:
        raise refuse("judge-first", name=state.players[waiting].name)
    if composing := still_composing(state):
        names = tuple(state.players[each].name for each in composing)
        raise refuse("still-composing", names=names)


def _turn_cards(
    words: Words, state: LetterJam, seat: Seat, final: FinalWord
) -> Sequence[Event]:
    """Turn the cards: they decide, not what was meant."""
    word = "".join(_turned(state, seat, tile) for tile in final.tiles)
    if not word:
        return _no_word(seat, final.guesses)
    known = UNKNOWN not in word and _listed(words, state, seat, word)
    whole = _whole(words, state, seat, word) if known else ""
    return [WordRevealed(seat, word, known, final.guesses, whole)]


def _listed(words: Words, state: LetterJam, seat: Seat, word: str) -> bool:
    """Return whether a word counts before the table judges; a dealt one, unless ruled out."""
    dealt = _is_dealt(state, seat, word) and word not in state.never
    return dealt or listed(words, state, word)


def _whole(words: Words, state: LetterJam, seat: Seat, word: str) -> str:
    """Return *word* with the letter that its wildcard most likely stands for."""
    dealt = _is_dealt(state, seat, word)
    return state.words[seat] if dealt else words.whole(state.language, word)


def _is_dealt(state: LetterJam, seat: Seat, word: str) -> bool:
    """Return whether *word* was dealt from a house's own list: whoever wrote it knows it."""
    dealt = state.words[seat] if state.words and state.level == "own" else ""
    return len(word) == len(dealt) and all(
        sign in (letter, WILDCARD) for sign, letter in zip(word, dealt, strict=True)
    )


def _no_word(seat: Seat, guesses: str) -> list[Event]:
    none = WordRevealed(seat, "", listed=False, guesses=guesses)
    return [none, WordJudged(seat, accepted=False)]


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
    player = state.player(command.whose)
    if player.revealed is None:
        raise refuse("not-revealed", name=player.name)
    if not player.revealed.word and command.accepted:
        raise refuse("no-final-word")
    return [WordJudged(command.whose, command.accepted)]


def close(words: Words, state: LetterJam) -> Sequence[Event]:
    """End the match once every word that lies is judged.

    Who left without one scores with what was told on moving on.
    """
    hidden = [seat for seat in state.present if state.players[seat].revealed is None]
    if not state.present or hidden or lying(state) or to_judge(state) is not None:
        return []
    gone = [seat for seat in state.seats if state.players[seat].revealed is None]
    events: list[Event] = []
    for seat in gone:
        events += _no_word(seat, told_guesses(state.players[seat]))
    return [*events, MatchEnded(_whole_clues(words, state))]


def _whole_clues(words: Words, state: LetterJam) -> tuple[str, ...]:
    """Return each clue as a word: only the lists know what its wildcard stood for."""
    if state.cards == "none":
        return ()
    given = (reading(state, None, clue.chips) for clue in state.clues)
    return tuple(
        each if UNKNOWN in each else words.whole(state.language, each) for each in given
    )
