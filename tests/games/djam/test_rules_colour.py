"""A round with a colour: points by dice, scoring places, words that do not count."""

import pytest

from companion.engine.people import ComeBack, Leave
from companion.games.djam import commands as cmd
from companion.games.djam.scoring import fold
from tests.games.djam.table import BORVA, Table, rolled


def test_the_example_roll_brings_two_three_one_and_nothing() -> None:
    t = rolled(4)
    assert t.find("Ann", "Bono") == 2
    assert t.find("Bob", "Brejnev") == 3
    t.press("Cleo", 10)
    t.press("Dan", 20)
    assert t.find("Cleo", "Buñuel") == 1
    assert t.phase() == "open", "whom the queue holds is still heard"
    t.act("Dan", cmd.Say, word="Brecht")
    assert t.stones() == [2, 3, 1, 0]
    assert t.state.pool == 84
    assert t.phase() == "roll"


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Äpfel", "APFEL"),
        ("Straße", "STRASE"),
        ("Bono Vox", "BONOVOX"),
        ("ÇA-VA 2", "CAVA"),
    ],
)
def test_marks_spaces_and_hyphens_do_not_matter(text: str, letters: str) -> None:
    assert fold(text) == letters


def test_the_round_ends_as_soon_as_the_places_are_filled_and_nobody_waits() -> None:
    t = rolled(3)
    t.find("Ann", "Bono")
    t.find("Bob", "Brot")
    assert t.phase() == "roll"
    assert t.state.rolls_now == t.seat("Bob")


def test_nobody_joins_the_queue_once_the_places_are_filled() -> None:
    t = rolled(5)
    for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan")):
        t.press(name, number)
    for name, word in (("Ann", "Bono"), ("Bob", "Bar"), ("Cleo", "Bora")):
        t.find(name, word)
    assert t.refused("Eve", cmd.Press, at_ns=0) == "filled"
    assert "Buzz" not in t.offered("Eve")


def test_a_word_has_to_begin_with_the_start_letter() -> None:
    t = rolled(3)
    t.press("Ann")
    assert t.refused("Ann", cmd.Say, word="Auto") == "first-letter"
    assert t.refused("Ann", cmd.Say, word="123") == "no-word"
    assert t.refused("Ann", cmd.Say, word="B" * 41) == "too-long"


def test_a_word_is_said_once_a_round() -> None:
    t = rolled(4)
    t.say("Ann", "Brrr")
    t.object("Bob", ("Bob", False), ("Cleo", False), ("Dan", False))
    t.time_up()
    t.press("Ann")
    assert t.refused("Ann", cmd.Say, word="BRRR") == "named"
    t.act("Ann", cmd.Say, word="Baron")


def test_names_of_different_people_never_clash_and_the_table_is_told() -> None:
    t = rolled(4)
    t.find("Ann", "Bach")
    t.say("Bob", "BACH")
    claim = t.game.table_view(t.state).claim
    assert claim is not None
    assert claim.again
    t.time_up()
    assert t.stones()[1] == 2
    t.say("Cleo", "Beethoven")
    claim = t.game.table_view(t.state).claim
    assert claim is not None
    assert not claim.again


def test_a_refused_word_is_named_too_and_its_author_looks_on() -> None:
    t = rolled(4)
    t.say("Ann", "Brrr")
    t.object("Bob", ("Bob", False), ("Cleo", False), ("Dan", True))
    assert t.stones() == [0, 0, 0, 0]
    assert t.refused("Ann", cmd.Press, at_ns=0) == "cooling"
    t.time_up()
    t.press("Ann")
    assert t.refused("Ann", cmd.Say, word="brrr") == "named"
    assert t.find("Ann", "Bravo") == 5


def test_who_has_found_a_word_is_out_of_the_round() -> None:
    t = rolled(4)
    t.find("Ann", "Bono")
    assert t.refused("Ann", cmd.Press, at_ns=0) == "out"
    assert t.refused("Ann", cmd.Pass) == "out"


def test_a_word_may_be_spoken_only_and_its_points_told() -> None:
    t = rolled(4)
    t.press("Ann")
    assert t.refused("Ann", cmd.SayAloud, points=0) == "points"
    assert t.refused("Ann", cmd.SayAloud, points=6) == "points"
    t.act("Ann", cmd.SayAloud, points=4)
    t.time_up()
    assert t.stones() == [4, 0, 0, 0]


def test_the_round_ends_when_all_who_look_have_passed() -> None:
    t = rolled(4)
    t.find("Ann", "Bono")
    for name in ("Bob", "Cleo"):
        t.act(name, cmd.Pass)
    assert t.refused("Bob", cmd.Pass) == "passed"
    assert t.phase() == "open"
    t.act("Dan", cmd.Pass)
    assert t.phase() == "roll"


def test_who_passed_may_still_find_a_word() -> None:
    t = rolled(4)
    t.act("Ann", cmd.Pass)
    assert t.find("Ann", "Bono") == 2


def test_the_last_stones_are_taken_and_the_match_ends_at_once() -> None:
    t = rolled(4, stones=(30, 30, 29, 0))
    t.press("Dan", 1)
    t.press("Ann", 2)
    assert t.find("Dan", "Bravo") == 1
    assert t.phase() == "end"
    assert t.stones() == [30, 30, 29, 1]
    assert t.view("Ann").table.winners == (0, 1)
    assert not t.offered("Ann")


def test_the_next_round_has_another_roller_and_everybody_looks_again() -> None:
    t = rolled(3, BORVA, BORVA, first=2)
    assert t.state.roller == t.seat("Cleo")
    t.find("Ann", "Bono")
    t.find("Bob", "Brot")
    assert t.refused("Bob", cmd.RollDice) == "not-roller"
    t.act("Ann", cmd.RollDice)
    assert t.refused("Bob", cmd.RollDice) == "not-roller"
    t.act("Ann", cmd.RollDice)
    assert t.find("Ann", "Bono") == 2


def test_leaving_shrinks_the_places_and_the_stones_stay() -> None:
    t = rolled(4)
    t.find("Ann", "Bono")
    t.find("Bob", "Brot")
    t.act("Cleo", Leave)
    assert t.phase() == "roll", "of three players two have found a word"
    assert t.refused("Cleo", cmd.Pass) == "absent"
    t.act("Cleo", ComeBack)
    assert t.refused("Cleo", ComeBack) == "present"


def test_who_scores_and_leaves_takes_no_second_place_along() -> None:
    """Only the last to find a word goes away empty: of four it is one, of three it is one."""
    t = rolled(4)
    t.find("Ann", "Bono")
    t.act("Ann", Leave)
    assert t.find("Bob", "Brot") == 3
    assert t.phase() == "open"
    assert t.find("Cleo", "Bravo") == 5
    assert t.phase() == "roll"
    t = rolled(3)
    t.find("Ann", "Bono")
    t.act("Ann", Leave)
    assert t.phase() == "open"
    assert t.find("Bob", "Brot") == 3
    assert t.phase() == "roll"


def test_who_comes_back_after_the_roll_brings_no_place() -> None:
    """How many go away empty hangs on how many the dice were rolled for."""
    t = Table(4, BORVA)
    t.act("Dan", Leave)
    t.roll()
    assert t.game.table_view(t.state).places == 2
    t.find("Ann", "Bono")
    t.act("Dan", ComeBack)
    assert t.game.table_view(t.state).places == 2
    assert t.find("Dan", "Brot") == 3
    assert t.phase() == "roll"


def test_a_leaver_does_not_roll_and_leaves_the_queue() -> None:
    t = Table(4, BORVA)
    t.act("Ann", Leave)
    assert t.state.rolls_now == t.seat("Bob")
    t.roll()
    t.press("Bob", 1)
    t.press("Cleo", 2)
    t.time_up()
    t.act("Bob", Leave)
    assert t.state.called == t.seat("Cleo")
