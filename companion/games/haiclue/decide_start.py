"""Rules of the beginning: who plays, and the deal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from companion.engine.deal_code import seed_of_day
from companion.engine.options import options_of
from companion.engine.people import check_names
from companion.errors import refuse
from companion.games.haiclue.commands import SetTable, StartMatch
from companion.games.haiclue.deal_code import DealCode, asked_code
from companion.games.haiclue.dealing import (
    STACK_SIZES,
    as_words,
    deal,
    fresh_seed,
    known_words,
    words_for,
)
from companion.games.haiclue.events import Event, MatchStarted, RoundBegan, TilesDealt
from companion.games.haiclue.state import SHAPES, TILES_EACH, Options, Tile
from companion.games.haiclue.words import Words
from companion.limits import NAME_LENGTH
from companion.ports import Seat
from companion.words.chance import Chance
from companion.words.fields import Word


def start(words: Words, command: StartMatch | SetTable, random: Random) -> Sequence[Event]:
    """Begin a match."""
    check_names(command.names, STACK_SIZES)
    if isinstance(command, SetTable):
        return [*_set_table(command), RoundBegan()]
    used = _own(command) if command.own_words else words(command.language)
    code = _deal_of(command, used, random)
    first = command.youngest
    if first is None:
        first = code.seed % code.players
    dealt = deal(used, code.players, code.seed, guard=code.guard)
    return [_started(command, first), replace(dealt, code=str(code)), RoundBegan()]


def _deal_of(command: StartMatch, words: Sequence[Word], random: Random) -> DealCode:
    """Return which deal it is: an earlier one, that of a day, or one that chance makes."""
    players, lists = len(command.names), known_words(words)
    language, own = command.language, command.pack if command.own_words else ""
    guard = command.guard and not own
    if code := asked_code(command.code):
        if code.players != players:
            raise refuse("code-players", n=code.players)
        if code.lists != lists:
            raise refuse("code-other-words")
        return code
    if command.date:
        seed = seed_of_day(command.date, language, players, guard, lists)
    else:
        chance = Chance(random.random)
        seed = fresh_seed(words, players, chance, command.recent, guard=guard)
    return DealCode(language, players, guard, lists, seed, own)


def _own(command: StartMatch) -> Sequence[Word]:
    """Return the words of the house's pack, each a field of its own."""
    needed = words_for(len(command.names))
    if len(set(command.own_words)) < needed:
        raise refuse(
            "pack-players",
            name=command.pack[:NAME_LENGTH],
            n=len(set(command.own_words)),
            players=len(command.names),
            needed=needed,
        )
    return as_words(command.own_words)


def _started(command: StartMatch | SetTable, first: int) -> MatchStarted:
    if first not in range(len(command.names)):
        raise refuse("unknown-player", n=first + 1)
    return MatchStarted(command.names, Seat(first), **options_of(Options, command))


def _set_table(command: SetTable) -> Iterator[Event]:
    yield _started(command, command.first_reader)
    hands = tuple(tuple(map(_tile, hand)) for hand in command.hands)
    stacks = tuple(tuple(map(_tile, stack)) for stack in command.stacks)
    sizes = [len(hand) for hand in hands]
    if sizes != [TILES_EACH] * len(command.names):
        raise refuse("hands", n=TILES_EACH)
    size = STACK_SIZES[len(command.names)]
    if [len(stack) for stack in stacks] != [size] * len(SHAPES):
        raise refuse("stacks", n=size)
    if len(command.deck) < len(command.names) * size * 2:
        raise refuse("deck")
    yield TilesDealt(hands, stacks, command.deck)


def _tile(text: str) -> Tile:
    white, slash, black = text.partition("/")
    if not (white and slash and black):
        raise refuse("tile", tile=text[:NAME_LENGTH])
    return Tile(white, black)
