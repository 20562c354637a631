"""The look back after a match, and beginner's help: both from one seat's view."""

from dataclasses import replace
from random import Random

import pytest

from companion.engine.codec import Codec
from companion.engine.events import Undo, undo_of
from companion.errors import Rejected
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.bots.act import act
from companion.games.letter_jam.commands import LookBack
from companion.games.letter_jam.events import LookedBack
from companion.games.letter_jam.game import LetterJamGame, letter_jam
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.state import LetterJam
from companion.ports import Seat
from tests.games.letter_jam.endings import score
from tests.games.letter_jam.table import NAMES, Table, table
from tests.play import for_tests


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
            return states + looked_back(game, states[-1])
        for seat in game.seats(states[-1]):
            view = game.seat_view(states[-1], seat)
            command = act(view, game.offers(view), "weak", 7)
            if command is not None:
                break


def looked_back(game: LetterJamGame, end: LetterJam) -> list[LetterJam]:
    """Return what the clock makes of the end of a match, clue by clue."""
    states = [end]
    while game.deadline(states[-1]) is not None:
        command = game.time_up(states[-1], frozenset())
        assert command is not None
        for event in game.decide(states[-1], command, Random(1)):
            assert undo_of(event) is Undo.ASIDE
            states.append(game.evolve(states[-1], event))
    return states[1:]


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


def test_the_look_back_comes_clue_by_clue_after_the_match(game: LetterJamGame) -> None:
    states = moments(game, 4)
    end = next(state for state in states if game.finished(state))
    assert end.looked_back == 0
    score = game.seat_view(end, Seat(0)).table.score
    assert score is not None
    assert not any(line.looked for line in score.look_back)
    waits = [game.deadline(state) for state in states[states.index(end) :]]
    assert len({wait.id for wait in waits if wait}) == len(end.clues) == len(waits) - 1
    assert states[-1].looked_back == len(end.clues)
    with pytest.raises(Rejected):
        game.decide(states[-1], LookBack(), Random(1))


def test_each_letter_is_left_with_one_guess_in_the_look_back(game: LetterJamGame) -> None:
    for seed in range(3):
        end = moments(game, seed, language="de")[-1]
        score = game.seat_view(end, Seat(1)).table.score
        assert score is not None
        guesses = [guess for line in score.look_back for guess in line.guesses]
        for seat, player in enumerate(end.players):
            mine = [each for each in guesses if each.name == player.name and each.position]
            there = [each.position for each in mine]
            assert there == list(range(1, len(there) + 1))
            row = end.stands[seat].cards
            assert [each.letter for each in mine] == list(row[: len(mine)])
            assert all(each.right == (each.guess == each.letter) for each in mine)
            told = dict(player.guesses)
            assert all(told.get(n, each.guess) == each.guess for n, each in enumerate(mine))
        assert any(guess.right for guess in guesses)


def over(t: Table) -> None:
    """End the match: nobody has a word."""
    t.end_clues()
    for name in NAMES[:3]:
        t.lay(name, "")
    for name in NAMES[:3]:
        t.reveal(name)


def test_only_letters_that_a_clue_used_are_looked_back_at() -> None:
    t = table(3, listed=("HORSE", "BLACK", "MINTY"))
    t.round("Ann", "2 3", "Bob")
    t.round("Bob", "3 4")  # Cleo's first letter once more: the only one it tells
    over(t)
    first, last = score(t).look_back
    assert [each.name for each in first.guesses] == ["Bob"]
    assert [each.name for each in last.guesses] == ["Cleo"]


@pytest.mark.parametrize("guess", ["E", "U"])
def test_an_extra_letter_that_was_said_aloud_is_looked_back_at(guess: str) -> None:
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="ENUTA")
    for giver in ("Ann", "Ann", "Cleo"):
        t.round(giver, "2", "Bob")
    t.give("Cleo", "2")
    t.act("Bob", cmd.GuessBonus, letter=guess)
    over(t)
    [said] = score(t).look_back[-1].guesses
    assert (said.position, said.guess, said.letter) == (None, guess, "E")
    assert said.right is (guess == "E")


def test_a_look_back_of_an_older_log_counts_as_a_whole(game: LetterJamGame) -> None:
    states = moments(game, 1)
    end = next(state for state in states if game.finished(state))
    old = game.evolve(end, LookedBack(states[-1].best_clues))
    assert old.best_clues == states[-1].best_clues
    assert game.deadline(old) is None


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
            twin = for_tests(game).twin(state, seat, random)
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
            twin = for_tests(game).twin(state, seat, random)
            views = [
                replace(
                    game.seat_view(each, seat), likely=((each.holder(seat).card or "", 99),)
                )
                for each in (state, twin)
            ]
            found += views[0] != views[1]
    assert found
