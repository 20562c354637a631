"""What holds at every moment of every match, tried by players who do anything at all."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.codec import Codec
from companion.engine.offers import Offer, fill
from companion.errors import Rejected
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import ClueGiven, TokenEarned
from companion.games.letter_jam.setup_card import setup_card
from companion.games.letter_jam.state import LetterJam, Phase
from companion.ports import Seat
from tests.games.letter_jam.few_words import DECK, WORDS, FewWords
from tests.games.letter_jam.table import NAMES, Table, cards_of, set_table

MAY_BE_REFUSED = {
    "MakeWord": {"word-letters", "word-unlisted"},
    "TellFigures": {"figures", "figures-none"},
}
"""Offers whose fields say less than the rules; everything else offered is accepted."""

SELDOM = {
    "Leave": 300,
    "WantEnd": 200,
    "TakeWordBack": 50,
    "TakeDecisionBack": 20,
    "LayChip": 5,
    "TakeChip": 20,
    "ChooseCluegiver": 20,
    "TellFigures": 60,
    "TellNone": 60,
    "TellNothing": 60,
    "TellSure": 60,
    "Release": 5,
    "JudgeWord": 3,
}
"""So many times as seldom as anything else, or most matches were over before a clue."""

SHORT_WORDS = ("CAT", "DIG", "HEN", "OWL", "FOR", "MUD")

matches = given(
    players=st.integers(2, 6), makers=st.booleans(), seed=st.integers(0, 2**32 - 1)
)
quickly = settings(max_examples=20, deadline=None, derandomize=True)


def begin(players: int, *, makers: bool) -> Table:
    start: cmd.SetupCommand = set_table(players, words=SHORT_WORDS[:players])
    if makers:
        start = cmd.StartMatch(NAMES[:players], (3,) * players, dealing="makers")
    return Table(start, words=FewWords(*WORDS, *SHORT_WORDS))


def command_of(t: Table, seat: Seat, offer: Offer, random: Random) -> cmd.SeatCommand:
    """Return a command that takes up *offer* with random values."""
    data: dict[str, Any] = {"type": offer.kind, "seat": seat}
    for name, value in fill(offer, random).items():
        outer, _, inner = name.rpartition(".")
        (data.setdefault(outer, {}) if outer else data)[inner] = value
    if offer.kind == "GuessBonus" and random.random() < 0.5:
        data["letter"] = t.state.holder(seat).card
    command: cmd.SeatCommand = Codec(t.game.seat_commands).load(data)
    return command


def play(t: Table, random: Random, steps: int = 300) -> Iterator[str]:
    """Let anybody do anything that is offered; yield each refusal as ``kind: code``."""
    for _ in range(steps):
        if t.game.finished(t.state):
            return
        seat = random.choice(t.state.seats)
        offers = t.game.offers(t.game.seat_view(t.state, seat))
        weights = [1 / SELDOM.get(offer.kind, 1) for offer in offers]
        (offer,) = random.choices(offers, weights)
        try:
            t.do(command_of(t, seat, offer, random))
        except Rejected as refused:
            if refused.code not in MAY_BE_REFUSED.get(offer.kind, ()):
                yield f"{offer.kind}: {refused}"


def tokens_left(state: LetterJam) -> list[int]:
    return [state.leaves, state.centre, *(p.reds_owed for p in state.players)]


CLUES_AT_START = 11
"""Whatever the number of players."""


def clues_on_the_card(t: Table) -> int:
    """Return how many clues the setup card had, with all that was earned so far."""
    earned = sum(isinstance(event, TokenEarned) for event in t.log)
    return CLUES_AT_START + earned


@quickly
@matches
def test_offers_are_accepted_and_every_card_and_token_is_there_at_every_moment(
    players: int, *, makers: bool, seed: int
) -> None:
    """The same matches are held to all of it: playing them is most of the work."""
    t, random = begin(players, makers=makers), Random(seed)
    for _ in range(300):
        before = t.state
        assert list(play(t, random, steps=1)) == [], "every offer is accepted"
        assert cards_of(t.state) == Counter(DECK), "no card is lost or found"
        check_tokens(t)
        given_now = t.events[0] if t.state is not before else None
        if isinstance(given_now, ClueGiven):
            check_token(before, given_now)


def check_tokens(t: Table) -> None:
    """Every clue costs one token."""
    left = tokens_left(t.state)
    assert min(left) >= 0
    assert sum(left) + len(t.state.clues) == clues_on_the_card(t)


def check_token(before: LetterJam, given_now: ClueGiven) -> None:
    """Points 1 to 3 and 15b: own red, leaf, centre once open, a leaver's red at last."""
    owed = {seat for seat in before.seats if before.players[seat].reds_owed}
    match given_now.token:
        case "red" if given_now.red_of == given_now.seat:
            assert given_now.seat in owed
        case "red":
            assert given_now.red_of in owed
            assert not owed & set(before.present)
            assert not before.leaves
        case "leaf":
            assert given_now.seat not in owed
            assert before.leaves
        case "centre":
            assert not owed
            assert not before.leaves


def look(t: Table) -> None:
    """Make whatever is shown to anybody; an error would stop the table."""
    for seat in t.state.seats:
        t.game.offers(t.game.seat_view(t.state, seat))
    t.game.shown(t.state, lambda message: message.id)
    assert cards_of(t.state) == Counter(DECK)


@quickly
@given(players=st.integers(2, 6), seed=st.integers(0, 2**32 - 1))
def test_a_match_that_is_only_played_on_comes_to_its_end(players: int, seed: int) -> None:
    """Whatever clue, whoever moves on or guesses: the last token ends the clues in time.

    On the way everything can be looked at, and every card is there.
    """
    t, random = begin(players, makers=False), Random(seed)
    while t.state.phase is Phase.CLUE:
        giver = random.choice(sorted(t.givers()))
        t.give(giver, " ".join(random.choices(t.view(giver).spots, k=7)))
        for name in t.waiting_for():
            if t.view(name).may_move_on and random.random() < 0.8:
                t.move_on(name)
            elif t.view(name).may_guess and random.random() < 0.5:
                guess = t.letter(t.seat(name) + 1) if random.random() < 0.5 else "Z"
                t.act(name, cmd.GuessBonus, letter=guess)
            look(t)
        t.finish_round()
        look(t)
    assert t.state.phase is Phase.FINAL
    assert tokens_left(t.state) == [0, 0] + [0] * players
    most = CLUES_AT_START + len(setup_card(players).stacks)
    assert len(t.state.clues) == clues_on_the_card(t) <= most
