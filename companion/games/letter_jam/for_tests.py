"""What tests ask of the game: a twin world, in which all differs that a seat cannot know."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from string import ascii_uppercase

from companion.engine.for_tests import ForTests
from companion.games.letter_jam.events import (
    DealWeighed,
    LookedBack,
    StandEmptied,
    WaitNoticed,
)
from companion.games.letter_jam.state import (
    Card,
    FinalWord,
    Holder,
    LetterJam,
    Making,
    Phase,
    Player,
)
from companion.ports import Seat


def twin(state: LetterJam, seat: Seat, random: Random) -> LetterJam:
    """Return a state that differs in all that *seat* cannot know."""
    match state.phase:
        case Phase.WAITING | Phase.COUNTING | Phase.SCORE:
            return state
        case Phase.MAKING:
            return _twin_making(state, seat, random)
        case _:
            return _twin_players(_twin_cards(state, seat, random), seat, random)


def _twin_cards(state: LetterJam, seat: Seat, random: Random) -> LetterJam:
    """Shuffle every card that *seat* has never seen among all their places.

    What the table does not know itself stays unknown: that is public.
    """
    places = [
        (stand, card)
        for stand, card in _unseen(state, seat)
        if state.stands[stand].cards[card] is not None
    ]
    pool = [state.stands[stand].cards[card] for stand, card in places]
    pool += [card for card in state.deck if card is not None]
    random.shuffle(pool)
    rows = [list(holder.cards) for holder in state.stands]
    for stand, card in places:
        rows[stand][card] = pool.pop()
    stands = tuple(
        replace(holder, cards=tuple(cards))
        for holder, cards in zip(state.stands, rows, strict=True)
    )
    seats = state.seats if state.words else ()
    words = tuple(_word(state, stands[s], s) for s in seats)
    deck = tuple(card and pool.pop() for card in state.deck)
    code = "".join(random.choices(ascii_uppercase, k=len(state.code)))
    return replace(state, stands=stands, words=words, deck=deck, code=code)


def _word(state: LetterJam, holder: Holder, seat: Seat) -> str:
    if holder == state.holder(seat):
        return state.words[seat]
    return "".join(card or "?" for card in holder.cards[: holder.dealt])


def _unseen(state: LetterJam, seat: Seat) -> Iterator[tuple[int, int]]:
    """Yield (stand, card) of all cards on the table that *seat* never saw."""
    bonus = {(each.stand, each.card) for each in state.bonus_ever}
    for stand, holder in enumerate(state.stands):
        up = -1 if state.phase is Phase.PULLING else _seen(holder)
        for card in range(len(holder.cards)):
            turned = (stand, card) in bonus or _guessed_wrong(holder, card)
            seen = turned if stand == seat else card <= up or _pulls(state, seat, stand)
            if not seen and not _in_revealed_word(state, stand, card):
                yield stand, card


def _pulls(state: LetterJam, seat: Seat, stand: int) -> bool:
    """Return whether *seat* has the row of *stand* before its eyes, out of the box."""
    if state.phase is not Phase.PULLING or stand >= len(state.pulls):
        return False
    pull = state.pulls[stand]
    return pull.by == seat and not pull.done


def _seen(holder: Holder) -> int:
    """Return the index of the last card that has been up; after that all are face down."""
    return len(holder.cards) - 1 if holder.standing is None else holder.standing


def _guessed_wrong(holder: Holder, card: int) -> bool:
    """Extra letters that stand no longer were turned when they were guessed."""
    return card >= holder.dealt and card != holder.standing


def _in_revealed_word(state: LetterJam, stand: int, card: int) -> bool:
    if stand >= len(state.players):
        return False
    player = state.players[stand]
    return player.revealed is not None and card < player.length


def _twin_players(state: LetterJam, seat: Seat, random: Random) -> LetterJam:
    """Give the others other guesses and other face-down words."""
    players = tuple(
        player if at == seat else _twin_player(player, random)
        for at, player in enumerate(state.players)
    )
    return replace(state, players=players)


def _twin_player(player: Player, random: Random) -> Player:
    guesses = tuple((at, random.choice(ascii_uppercase)) for at, _ in player.guesses)
    final = player.final
    if final is not None and player.revealed is None:
        tiles = list(final.tiles)
        random.shuffle(tiles)
        told = "".join(random.choices(ascii_uppercase, k=player.length))
        final = FinalWord(tuple(tiles), told)
    return replace(player, guesses=guesses, final=final)


def _twin_making(state: LetterJam, seat: Seat, random: Random) -> LetterJam:
    """Mix the other hands, and the words made by others, with one another."""
    making = state.making
    if making is None:
        return state
    others = [each for each in state.seats if each != seat]
    pool: list[Card] = [letter for each in others for letter in making.shares[each]]
    pool += [letter for each in others if (made := making.made[each]) for letter in made[0]]
    random.shuffle(pool)
    letters = iter(letter or "" for letter in pool)
    shares = list(making.shares)
    words = list(making.made)
    for each in others:
        shares[each] = tuple(sorted(next(letters) for _ in making.shares[each]))
        if made := making.made[each]:
            word = "".join(next(letters) for _ in made[0])
            words[each] = (word, word[::-1])
    return replace(state, making=Making(tuple(shares), making.discards, tuple(words)))


OTHER_BOX = tuple((letter, 4) for letter in "ABCDEGHILMNORSTU")
"""A box that somebody counted."""
FOR_TESTS = ForTests(
    twin=twin,
    quiet_choices={"help"},
    no_secrets=("whole_clues", "bold"),  # they come once everything lies open
    private_steps={"making-word", "pulling-cards"},
    rare_steps={
        "clue-end",
        "clue-tokenless",
        "counting-last",
        "decide-extra",
        "decide-guess",
        "decide-unnamed",
        "score-won",
    },
    variants=(
        {},
        {
            "dealing": "makers",
            "language": "de",
            "counts": OTHER_BOX,
            "help": True,
            "nudge": True,
        },
        {"cards": "box"},
        {"cards": "none"},
        {"cards": "box", "dealing": "makers", "scored": False},
    ),
    rare_events=(StandEmptied, LookedBack, WaitNoticed, DealWeighed),
)
