"""Real dice: they lie open on the table, and somebody tells the table what they show."""

import pytest

from companion.engine.game import Gesture, Touch
from companion.engine.people import Leave
from companion.games.djam import commands as cmd
from companion.games.djam.phases.dice import CupFilled, Rolled
from companion.ports import CENTRE, STAND_PLACES, Seat
from tests.games.djam.table import BORVA, MS, Table


def real(players: int = 3, **options: object) -> Table:
    """Return a table that waits for what real dice show."""
    return Table(players, real_dice=True, **options)


def tell(table: Table, name: str = "Ann", **other: object) -> None:
    dice = {"theme": 1, "letters": "BORVA", "start": 1} | other
    table.act(name, cmd.EnterDice, **dice)


def test_nothing_lies_under_the_cup_and_the_roller_is_asked() -> None:
    table = real(guard=True, fresh=True)
    assert table.state.cup is None
    assert (table.state.options.guard, table.state.options.fresh) == (False, False)
    assert "EnterDice" in table.offered("Ann")
    assert "RollDice" not in table.offered("Ann")
    assert table.refused("Ann", cmd.RollDice) == "real-dice"
    step = table.game.step(table.view("Ann"), table.game.offers(table.view("Ann")))
    assert step.name == "roll-tap"
    assert step.kinds == {"EnterDice"}
    bob = table.game.step(table.view("Bob"), table.game.offers(table.view("Bob")))
    assert bob.name == "roll-real"


def test_what_they_show_is_the_roll_and_it_is_announced() -> None:
    table = real()
    tell(table, letters=" borva ")
    assert [type(each) for each in table.events] == [CupFilled, Rolled]
    assert (table.phase(), table.state.roll, table.state.round) == ("open", BORVA, 1)
    assert table.said()[-1] == "Celebrities. Start with B as in but. Also O, R, V, A."
    assert table.find("Bob", "Bono") == 2
    assert table.find("Cleo", "Brejnev") == 3
    assert (table.phase(), table.state.cup) == ("roll", None)
    tell(table, "Bob", start=0)
    assert table.state.roll is not None
    assert table.state.roll.start is None
    assert table.state.round == 2


def test_with_a_gong_it_is_heard_first_and_without_speed_all_seal() -> None:
    table = real(gong_s=5)
    tell(table)
    assert table.phase() == "listen"
    calm = real(pace="calm")
    tell(calm)
    assert calm.phase() == "seal"


def test_whoever_sees_them_may_tell_but_the_turn_stays() -> None:
    table = real()
    tell(table, "Cleo")  # for a bot, or somebody without a phone
    assert table.state.roller == Seat(0)


@pytest.mark.parametrize(
    "slip",
    [
        {"theme": 0},
        {"theme": 7},
        {"letters": "BORV"},
        {"letters": "BORVAX"},
        {"letters": "BÖRVA"},
        {"start": 6},
        {"start": -1},
    ],
)
def test_dice_that_cannot_be_are_refused(slip: dict[str, object]) -> None:
    dice = {"theme": 1, "letters": "BORVA", "start": 1} | slip
    assert real().refused("Ann", cmd.EnterDice, **dice) == "dice"


def test_a_slip_is_put_right_as_long_as_nobody_has_the_word() -> None:
    table = real()
    tell(table, letters="BORVE")
    table.act("Bob", cmd.Pass)
    table.act("Cleo", cmd.Seal, word="Bea")
    tell(table, "Bob")
    assert (table.state.roll, table.state.round) == (BORVA, 1)
    assert table.player("Cleo").sealed is None
    assert not table.player("Bob").passed
    table.press("Bob")
    assert "EnterDice" not in table.offered("Ann")
    dice = {"theme": 1, "letters": "BORVE", "start": 1}
    assert table.refused("Ann", cmd.EnterDice, **dice) == "dice-stay"
    table.time_up()
    table.act("Bob", cmd.Say, word="Bono")
    table.time_up()
    assert table.refused("Ann", cmd.EnterDice, **dice) == "dice-stay"


def test_nobody_wipes_a_word_that_somebody_else_has_sealed() -> None:
    """Everybody's proposal is heard before the next round: none is lost to another's tap."""
    table = real(pace="calm")
    tell(table, letters="BORVE")
    tell(table, "Bob")
    table.act("Cleo", cmd.Seal, word="Bea")
    assert "EnterDice" not in table.offered("Ann")
    dice = {"theme": 1, "letters": "BORVE", "start": 1}
    assert table.refused("Ann", cmd.EnterDice, **dice) == "dice-sealed"
    assert table.player("Cleo").sealed == "Bea"
    table.act("Cleo", Leave)
    tell(table, letters="BORVE")


def test_the_hat_gives_the_theme_and_a_slip_takes_no_other_one() -> None:
    table = real(hat=True)
    table.act("Bob", cmd.PutTheme, theme="Spoons")
    table.act("Bob", cmd.PutTheme, theme="Forks")
    tell(table)
    drawn, left = table.state.theme, table.player("Bob").themes
    assert drawn in ("Spoons", "Forks")
    tell(table, letters="BORVE")
    assert (table.state.theme, table.player("Bob").themes) == (drawn, left)
    table.act("Ann", cmd.RefuseTheme)
    assert table.state.theme == "Celebrities"


def test_those_of_a_decider_are_black() -> None:
    table = real(4, decider=True, stones=(29, 29, 28, 0))
    tell(table)
    table.find("Ann", "Bo")
    table.find("Bob", "Bobo")
    assert (table.phase(), len(table.state.tied)) == ("roll", 2)
    tell(table, start=3)
    assert table.state.roll is not None
    assert table.state.roll.start is None


def test_without_them_nobody_tells_any() -> None:
    table = Table(3)
    dice = {"theme": 1, "letters": "BORVA", "start": 1}
    assert table.refused("Ann", cmd.EnterDice, **dice) == "no-real-dice"
    assert "EnterDice" not in table.offered("Ann")


def test_no_button_rolls_what_lies_in_a_hand() -> None:
    table = real()
    hold = Touch(STAND_PLACES[0], "main", Gesture.HOLD, 7 * MS)
    assert table.game.control(table.state, hold) is None
    following = Touch(CENTRE, "next", Gesture.PRESS, 7 * MS)
    assert table.game.control(table.state, following) is None
