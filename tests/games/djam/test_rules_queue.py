"""Who was first: time stamps, late deliveries, dead heats, phones, the gong."""

from companion.engine.game import Gesture, Touch
from companion.games.djam import commands as cmd
from companion.games.djam.phases.searching import GATHER_S
from companion.games.djam.state import Phase
from companion.ports import CENTRE, Place, stand_place
from tests.games.djam.table import BORVA, MS, Table, rolled


def touch(place: Place, gesture: Gesture, at_ms: int = 0, button: str = "main") -> Touch:
    return Touch(place, button, gesture, at_ms * MS)


def test_the_earlier_stamp_goes_first_however_late_it_is_delivered() -> None:
    t = rolled(4)
    t.press("Ann", 30)
    t.press("Bob", 20)
    t.press("Cleo", 40)
    t.press("Dan", 10)
    assert t.queue() == "DBAC"


def test_a_first_press_waits_a_moment_for_an_earlier_one() -> None:
    t = rolled(3)
    t.press("Ann", 30)
    waits = t.game.deadline(t.state)
    assert waits is not None
    assert waits.duration_s == GATHER_S
    view = t.view("Ann")
    hint = t.game.asked(view, t.game.offers(view)).hint
    assert hint is not None
    assert hint.params == {"seconds": 5}, "they are said with the question, not after it"
    t.press("Bob", 20)
    assert t.game.deadline(t.state) == waits, "it does not wait longer for the second"
    t.time_up()
    assert t.state.called == t.seat("Bob")
    assert t.said()[-1] == "Bob has the floor. Then: Ann."


def test_nobody_comes_before_who_has_been_called() -> None:
    t = rolled(4)
    t.press("Ann", 30)
    t.press("Bob", 40)
    t.time_up()
    t.press("Cleo", 10)
    assert t.queue() == "ACB"


def test_while_a_word_is_judged_the_stamps_still_order_the_others() -> None:
    t = rolled(4)
    t.say("Ann", "Bono")
    t.press("Bob", 50)
    t.press("Cleo", 40)
    assert t.queue() == "CB"
    t.time_up()
    assert t.state.called == t.seat("Cleo"), "the moment of waiting is long over"


def test_saying_a_word_settles_who_was_first() -> None:
    t = rolled(3)
    t.press("Ann", 30)
    t.act("Ann", cmd.Say, word="Bono")
    t.press("Bob", 20)
    assert t.queue() == "B"


def test_a_dead_heat_is_decided_by_lot_and_said() -> None:
    orders = set()
    for seed in range(20):
        t = rolled(3)
        t.random.seed(seed)
        t.press("Ann", 10)
        t.press("Bob", 10.4)
        orders.add(t.queue())
        assert t.view("Ann").table.tie
        t.time_up()
        assert t.said()[-1].startswith("A dead heat!")
    assert orders == {"AB", "BA"}


def test_no_dead_heat_is_told_of_whoever_was_first_by_far() -> None:
    """It is those behind that the lot has put in order, and one of them who has the floor next."""
    for seed in range(8):
        t = rolled(4)
        t.random.seed(seed)
        t.press("Ann", 1000)
        t.press("Bob", 1100)
        t.press("Cleo", 1100.5)
        t.press("Dan", 1200)
        assert not t.view("Ann").table.tie
        t.time_up()
        assert "lot" not in t.said()[-1]
        t.act("Ann", cmd.Drop)
        assert "A dead heat!" in t.said()[-1]
        t.do(cmd.Drop(t.state.queue[0].seat))
        assert "lot" not in t.said()[-1], (
            "the one left was beaten by the lot, and Dan by far"
        )


def test_no_lot_decides_against_whoever_was_called_before() -> None:
    t = rolled(3)
    t.press("Ann", 1000)
    t.time_up()
    t.press("Bob", 999.6)
    assert (t.queue(), t.view("Ann").table.tie) == ("AB", False)


def test_a_phone_stands_where_it_arrived() -> None:
    t = rolled(4)
    t.act("Bob", cmd.UsePhone)
    t.press("Ann", 100)
    t.act("Bob", cmd.Buzz)
    t.press("Cleo", 200)
    t.press("Dan", 150)
    assert t.queue() == "ABDC"


def test_whoever_buzzes_on_the_phone_means_the_phone_from_then_on() -> None:
    t = rolled(3)
    assert not t.view("Bob").table.mixed
    t.act("Ann", cmd.Buzz)
    assert t.queue() == "A"
    assert "on the phone" in t.said()[-1]
    assert t.view("Bob").table.mixed
    assert t.refused("Ann", cmd.UsePhone) == "already-decided"


def test_no_phone_can_claim_a_time_stamp() -> None:
    assert cmd.Press not in Table(3).game.seat_commands


def test_a_stamp_of_another_clock_stands_where_it_arrived() -> None:
    t = rolled(3)
    t.press("Ann", 900_000)
    t.press("Bob", 100)
    assert t.queue() == "AB"


def test_dropping_out_calls_the_next_and_costs_a_moment() -> None:
    t = rolled(3)
    t.press("Ann", 1)
    t.press("Bob", 2)
    t.time_up()
    t.act("Ann", cmd.Drop)
    assert t.state.called == t.seat("Bob")
    assert t.refused("Ann", cmd.Drop) == "not-queued"
    # Whatever happens: who pressed without a word waits while the next one is called.
    assert t.refused("Ann", cmd.Press, at_ns=3) == "cooling"
    t.act("Bob", cmd.Drop)
    assert t.refused("Bob", cmd.Press, at_ns=3) == "cooling"
    t.press("Ann", 4)


def test_who_says_nothing_in_time_drops_out_without_penalty() -> None:
    t = rolled(3, stones=(5, 0, 0))
    t.press("Ann")
    t.time_up()
    t.time_up()
    assert t.queue() == ""
    assert t.stones()[0] == 5


def test_only_the_head_of_the_queue_speaks_and_nobody_presses_twice() -> None:
    t = rolled(3)
    t.press("Ann", 1)
    t.press("Bob", 2)
    assert t.refused("Bob", cmd.Say, word="Bono") == "not-your-turn"
    assert t.refused("Bob", cmd.Press, at_ns=3) == "queued"
    assert t.refused("Bob", cmd.Pass) == "queued"


def test_nobody_presses_before_the_gong() -> None:
    t = rolled(3, gong_s=5)
    assert t.state.phase is Phase.LISTEN
    assert t.refused("Ann", cmd.Press, at_ns=0) == "too-early"
    assert t.refused("Bob", cmd.Gong) == "not-roller"
    t.time_up()
    assert t.said()[-1] == "Go!"
    t.press("Ann")


def test_the_roller_may_strike_the_gong_sooner() -> None:
    t = rolled(3, gong_s=5)
    t.act("Ann", cmd.Gong)
    assert t.state.phase is Phase.OPEN


def test_the_finger_that_comes_is_what_counts() -> None:
    t = rolled(3)
    place = stand_place(t.game.seats(t.state)[1])  # type: ignore[arg-type]
    pressed = t.game.control(t.state, touch(place, Gesture.DOWN, 7))
    assert pressed == cmd.Press(t.seat("Bob"), 7 * MS)
    for gesture in (Gesture.PRESS, Gesture.HOLD):
        assert t.game.control(t.state, touch(place, gesture)) is None
    unused = Place("stand-6")
    assert t.game.control(t.state, touch(unused, Gesture.DOWN)) is None


def test_holding_rolls_and_objects() -> None:
    t = Table(3, BORVA)
    place = Place("stand-1")
    assert t.game.control(t.state, touch(place, Gesture.DOWN)) is None
    assert t.game.control(t.state, touch(place, Gesture.HOLD)) == cmd.RollDice(
        t.seat("Ann")
    )
    t.roll()
    t.find("Ann", "Bono")
    t.say("Bob", "Brot")
    assert t.game.control(t.state, touch(place, Gesture.HOLD)) == cmd.Object(t.seat("Ann"))


def test_the_middle_button_rolls_and_strikes_the_gong() -> None:
    t = Table(3, BORVA, gong_s=3)
    rolls = touch(CENTRE, Gesture.PRESS, button="next")
    assert t.game.control(t.state, rolls) == cmd.RollDice(t.seat("Ann"))
    t.roll()
    assert t.game.control(t.state, rolls) == cmd.Gong(t.seat("Ann"))
    assert t.game.control(t.state, touch(CENTRE, Gesture.PRESS, button="undo")) is None


def test_with_the_option_an_early_finger_waits_half_a_second() -> None:
    t = Table(3, BORVA, gong_s=5, false_start=True)
    t.roll()
    t.press("Ann", 100)
    assert t.said()[-1] == "Ann was too early."
    heard = len(t.said())
    t.press("Ann", 900)
    assert len(t.said()) == heard, "it is told once"
    t.time_up()
    assert t.refused("Ann", cmd.Press, at_ns=1399 * MS) == "false-start"
    t.press("Bob", 1000)
    t.press("Ann", 1400)
    assert t.queue() == "BA"


def test_a_false_start_is_forgotten_with_the_round_and_never_a_phones() -> None:
    t = Table(3, BORVA, BORVA, gong_s=5, false_start=True, buzzers="phones")
    t.roll()
    assert t.refused("Ann", cmd.Buzz) == "too-early"
    t.press("Bob", 100)
    t.time_up()
    for name in ("Ann", "Bob", "Cleo"):
        t.act(name, cmd.Pass)
    assert not any(player.early_ns for player in t.state.players)


def test_without_a_gong_there_is_no_false_start() -> None:
    assert not Table(3, BORVA, false_start=True).state.options.false_start
