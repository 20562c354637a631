"""Rules of the beginning: who plays, and the deal."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.engine.options import options_of
from companion.engine.people import check_names
from companion.errors import refuse
from companion.games.haiclue.commands import SetTable, StartMatch
from companion.games.haiclue.dealing import STACK_SIZES, deal, words_for
from companion.games.haiclue.events import Event, MatchStarted, RoundBegan, TilesDealt
from companion.games.haiclue.state import SHAPES, TILES_EACH, Options, Tile
from companion.games.haiclue.words import Words
from companion.limits import NAME_LENGTH
from companion.ports import Seat
from companion.words.fields import Word


def start(words: Words, command: StartMatch | SetTable, random: Random) -> Sequence[Event]:
    """Begin a match."""
    check_names(command.names, STACK_SIZES)
    if isinstance(command, SetTable):
        return [*_set_table(command), RoundBegan()]
    first = command.youngest
    if first is None:
        first = random.randrange(len(command.names))
    dealt = deal(
        _own(command) if command.own_words else words(command.language),
        len(command.names),
        random,
        guard=command.guard and not command.own_words,
        recent=command.recent,
    )
    started = _started(command, first)
    return [started, dealt, RoundBegan()]


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
    return [Word(each, each, noun=True) for each in dict.fromkeys(command.own_words)]


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
