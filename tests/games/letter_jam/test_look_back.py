"""The look back after a match, and beginner's help: both from one seat's view."""

from dataclasses import replace
from random import Random

import pytest

from companion.engine.codec import Codec
from companion.games.letter_jam import LetterJamGame, letter_jam
from companion.games.letter_jam.bot import act
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.state import LetterJam
from companion.ports import Seat


@pytest.fixture(scope="module", name="game")
def _game() -> LetterJamGame:
    return letter_jam(Lexicons())


def moments(game: LetterJamGame, seed: int, **options: object) -> list[LetterJam]:
    """Return every state of a match of three bots."""
    random = Random(seed)
    start = game.start(("Ann", "Bob", "Cleo"), options, ())
    states = [game.initial]
    command = Codec(game.setup_commands).load(start)
    while True:
        for event in game.decide(states[-1], command, random):
            states.append(game.evolve(states[-1], event))
        if game.finished(states[-1]):
            return states
        for seat in game.seats(states[-1]):
            view = game.seat_view(states[-1], seat)
            command = act(view, game.offers(view), "weak", 7)
            if command is not None:
                break


def test_every_clue_is_looked_back_at_after_the_match(game: LetterJamGame) -> None:
    end = moments(game, 1)[-1]
    score = game.seat_view(end, Seat(0)).table.score
    assert score is not None
    assert [line.number for line in score.look_back] == list(range(1, len(end.clues) + 1))
    assert any(line.best for line in score.look_back)  # weak bots miss a lot
    assert all(line.missed >= 0.1 for line in score.look_back if line.best)
    assert not any("?" in line.given for line in score.look_back)


def test_the_best_clue_never_needs_the_givers_own_letter(game: LetterJamGame) -> None:
    for seed in range(2):
        end = moments(game, seed, language="de")[-1]
        for best in end.best_clues:
            clue = end.clues[best.number - 1]
            seen = {
                holder.cards[up]
                for stand, (holder, up) in enumerate(zip(end.stands, clue.up, strict=True))
                if up is not None and stand != clue.giver
            }
            bonus = {end.stands[b.stand].cards[b.card] for b in clue.bonus}
            assert len(set(best.word) - seen - bonus) <= 1  # one letter may be the wildcard


def test_nothing_is_looked_back_at_before_the_end(game: LetterJamGame) -> None:
    states = moments(game, 3)
    assert not any(state.best_clues for state in states if not game.finished(state))


def test_help_is_off_unless_the_host_wants_it(game: LetterJamGame) -> None:
    for state in moments(game, 2)[2:]:
        assert all(game.seat_view(state, seat).likely == () for seat in state.seats)


def test_help_shows_likely_letters_and_tells_no_seat_more_than_it_sees(
    game: LetterJamGame,
) -> None:
    random, shown = Random(5), 0
    for state in moments(game, 2, help=True)[2:]:
        if game.finished(state):
            break
        for seat in state.seats:
            likely = game.seat_view(state, seat).likely
            twin = game.twin(state, seat, random)
            assert game.seat_view(twin, seat).likely == likely
            shown += bool(likely)
            shares = [share for _, share in likely]
            assert shares == sorted(shares, reverse=True)
            assert sum(shares) <= 103
            assert all(share < 100 for share in shares)  # likely, never certain
    assert shown > 20


def test_a_helper_that_looks_at_the_state_would_be_found(game: LetterJamGame) -> None:
    random, found = Random(5), 0
    for state in moments(game, 2, help=True)[2:]:
        if game.finished(state):
            break
        for seat in state.seats:
            twin = game.twin(state, seat, random)
            views = [
                replace(
                    game.seat_view(each, seat), likely=((each.holder(seat).card or "", 99),)
                )
                for each in (state, twin)
            ]
            found += views[0] != views[1]
    assert found
