"""What tests ask of the game: a twin world, in which all differs that a seat cannot know."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from string import ascii_uppercase

from companion.engine.for_tests import ForTests
from companion.games.haiclue.events import LeftOut, PageTurned, StatusSaid, WordSaid
from companion.games.haiclue.state import (
    BREAK,
    OTHER_SIDE,
    SHAPES,
    Haiclue,
    Phase,
    Shape,
    Side,
    Tile,
)
from companion.games.haiclue.turns import authors
from companion.ports import Seat


def twin(state: Haiclue, seat: Seat, random: Random) -> Haiclue:
    """Return a state that differs in all that *seat* cannot know."""
    if state.phase in (Phase.WAITING, Phase.END):
        return state
    other = _twin_guesses(_twin_cards(_twin_words(state, seat, random), seat, random), seat)
    return replace(other, code="".join(random.choices(ascii_uppercase, k=len(state.code))))


# -- tiles: a slot is one side of one tile somewhere --

Slot = tuple[str, int, int, Side]
"""Where (``hand`` or ``stack``), whose, which tile from 0, which side."""


def _twin_words(state: Haiclue, seat: Seat, random: Random) -> Haiclue:
    """Mix the words of all sides that *seat* has no page with."""
    seen = _seen(state, seat)
    slots = [slot for slot in _slots(state) if slot not in seen]
    words = [_tile(state, slot).word(slot[3]) for slot in slots]
    random.shuffle(words)
    new = dict(zip(slots, words, strict=True))

    def mixed(tiles: tuple[Tile, ...], where: str, whose: int) -> tuple[Tile, ...]:
        return tuple(
            Tile(
                new.get((where, whose, at, "white"), tile.white),
                new.get((where, whose, at, "black"), tile.black),
            )
            for at, tile in enumerate(tiles)
        )

    hands = [mixed(each.tiles, "hand", whose) for whose, each in enumerate(state.players)]
    stacks = tuple(mixed(each, "stack", whose) for whose, each in enumerate(state.stacks))
    mixed_up = replace(state, stacks=stacks).with_dealt(tiles=hands)
    return _other_clues(mixed_up, _hidden(state, seat), random)


def _slots(state: Haiclue) -> Iterator[Slot]:
    sides: tuple[Side, Side] = ("white", "black")
    for side in sides:
        for whose, player in enumerate(state.players):
            yield from (("hand", whose, at, side) for at in range(len(player.tiles)))
        for whose, stack in enumerate(state.stacks):
            yield from (("stack", whose, at, side) for at in range(len(stack)))


def _tile(state: Haiclue, slot: Slot) -> Tile:
    where, whose, at, _ = slot
    tiles = state.players[whose].tiles if where == "hand" else state.stacks[whose]
    return tiles[at]


def _seen(state: Haiclue, seat: Seat) -> set[Slot]:
    """Return the words on the page of *seat*: targets, own tiles, clues that lie open."""
    side = state.side
    seen: set[Slot] = {("stack", whose, 0, side) for whose in range(len(SHAPES))}
    me = state.players[seat]
    seen |= {("hand", seat, at, side) for at in range(len(me.tiles))}
    if me.clue is not None:  # the rest of the tiles has turned
        seen |= {
            ("hand", seat, at, OTHER_SIDE[side])
            for at in range(len(me.tiles))
            if str(at + 1) not in me.clue
        }
    for author in set(authors(state)) - set(_hidden(state, seat)):
        clue = state.players[author].clue or ()
        seen |= {("hand", author, int(each) - 1, side) for each in clue if each != BREAK}
    return seen


def _hidden(state: Haiclue, seat: Seat) -> tuple[Seat, ...]:
    """Return the authors whose clue *seat* has not seen."""
    order = authors(state)
    read = 0 if state.author is None else order.index(state.author) + 1
    return tuple(each for each in order[read:] if state.hidden and each != seat)


def _other_clues(state: Haiclue, hidden: tuple[Seat, ...], random: Random) -> Haiclue:
    for author in hidden:
        tiles = random.sample(range(1, len(state.players[author].tiles) + 1), 3)
        state = state.with_player(author, clue=tuple(map(str, tiles)))
    return state


# -- cards and guesses --


def _twin_cards(state: Haiclue, seat: Seat, random: Random) -> Haiclue:
    """Shuffle the cards in the deck with those that lie face down before the others."""
    unknown = [each for each in state.seats if _card_is_unknown(state, seat, each)]
    pool: list[Shape] = list(state.deck)
    pool += [card for each in unknown if (card := state.players[each].card)]
    random.shuffle(pool)
    for each in unknown:
        state = state.with_player(each, card=pool.pop())
    return replace(state, deck=tuple(pool))


def _card_is_unknown(state: Haiclue, seat: Seat, other: Seat) -> bool:
    scored = any((poem.round, poem.author) == (state.round, other) for poem in state.poems)
    return other != seat and state.players[other].card is not None and not scored


def _twin_guesses(state: Haiclue, seat: Seat) -> Haiclue:
    """Turn the guesses of the others, while they lie face down, to the next shape."""
    if state.phase is not Phase.GUESS:
        return state
    for each in state.seats:
        guess = state.players[each].guess
        if each != seat and guess is not None:
            other = SHAPES[(SHAPES.index(guess) + 1) % len(SHAPES)]
            state = state.with_player(each, guess=other)
    return state


FOR_TESTS = ForTests(
    twin=twin,
    private_steps={
        "clue-lay",
        "guess-word",
    },
    rare_steps={
        "end-nobody",
        "end-perfect",
        "end-won",
    },
    handed_round={"hidden": True},
    variants=(
        {},
        {
            "hidden": True,
            "guard": True,
            "hurry": True,
            "own_stands": True,
            "language": "de",
        },
    ),
    # Only a finger or the clock brings them about.
    rare_events=(WordSaid, StatusSaid, PageTurned, LeftOut),
)
