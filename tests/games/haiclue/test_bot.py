"""The simple bot: it plays by views and offers, sensibly, and better than by chance."""

from functools import reduce
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.games.haiclue.commands import GoOn, Guess, LayClue
from companion.games.haiclue.scoring import score
from companion.games.haiclue.state import Haiclue, Phase
from companion.languages import LANGUAGES, Language
from companion.ports import Seat
from tests.depth import seeds
from tests.games.haiclue.table import GAME
from tests.play import NAMES, for_tests


def begun(players: int, seed: int, **options: Any) -> Haiclue:
    wish = GAME.start(NAMES[:players], options, ())
    command = Codec(GAME.setup_commands).load(wish)
    return reduce(
        GAME.evolve, GAME.decide(GAME.initial, command, Random(seed)), GAME.initial
    )


def bot(state: Haiclue, seat: Seat, seed: int = 1) -> Any:
    view = GAME.seat_view(state, seat)
    return GAME.bots.act(view, GAME.offers(view), "simple", seed)


def move(state: Haiclue, seat: Seat) -> Haiclue:
    command = bot(state, seat, seed=seat)
    if command is None:
        return state
    return reduce(GAME.evolve, GAME.decide(state, command, Random(1)), state)


def played(players: int, seed: int, **options: Any) -> Haiclue:
    state = begun(players, seed, **options)
    for _ in range(500):
        if GAME.finished(state):
            return state
        for seat in state.seats:
            state = move(state, seat)
            if GAME.finished(state):
                return state
    raise AssertionError("the bots do not come to an end")


@pytest.mark.parametrize("players", GAME.players)
def test_bots_alone_play_a_match_to_its_end_with_any_number(players: int) -> None:
    assert played(players, seed=players).phase is Phase.END


@pytest.mark.parametrize("some", seeds(6, 20))
@pytest.mark.parametrize("language", LANGUAGES)
def test_they_find_more_than_chance_does(language: Language, some: range) -> None:
    found = tried = 0
    for seed in some:
        state = played(4, seed, language=language)
        found += sum(len(poem.right) for poem in state.poems)
        tried += sum(len(poem.guesses) for poem in state.poems)
    assert 0.62 < found / tried < 0.88, "chance finds a quarter; people err as well"
    assert sum(score(state).points) > 0


def test_a_bot_lays_once_guesses_once_and_then_waits() -> None:
    state = begun(3, seed=1)
    assert isinstance(bot(state, Seat(0)), LayClue)
    state = move(state, Seat(0))
    assert bot(state, Seat(0)) is None
    state = move(move(state, Seat(1)), Seat(2))
    author = state.author
    assert author is not None
    assert bot(state, author) is None
    other = next(seat for seat in state.seats if seat != author)
    assert isinstance(bot(state, other), Guess)
    assert bot(move(state, other), other) is None
    for seat in state.seats:
        state = move(state, seat)
        if state.phase is Phase.RESULT:
            break
    assert isinstance(bot(state, Seat(0)), GoOn)


def test_bots_of_one_seed_read_a_clue_each_for_themselves() -> None:
    apart = 0
    for number in range(10):
        state, turn = begun(4, number), 0
        while not GAME.finished(state):
            seat = state.seats[turn % 4]
            turn, command = turn + 1, bot(state, seat, seed=number)
            for event in GAME.decide(state, command, Random(number)) if command else ():
                state = GAME.evolve(state, event)
        guesses = ({shape for _, shape in poem.guesses} for poem in state.poems)
        apart += sum(len(each) > 1 for each in guesses)
    assert apart > 0


def test_it_does_the_same_at_the_same_moment_whatever_it_cannot_see() -> None:
    state = begun(3, seed=3)
    for seed in range(5):
        twin = for_tests(GAME).twin(state, Seat(0), Random(seed))
        assert bot(state, Seat(0)) == bot(twin, Seat(0))
