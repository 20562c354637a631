"""The option for a shared first place: one black round among the tied."""

from typing import Any

from companion.engine.people import ComeBack, Leave
from companion.games.djam import commands as cmd
from companion.games.djam.state import Roll
from companion.ports import Message
from tests.games.djam.table import Table

BEFORE = Roll(0, tuple("BORVA"), 0)
DECIDER = Roll(1, tuple("BORVA"), 4)


def tied(**options: Any) -> Table:
    """Return a table where Ann and Bob lead with 31 each and no stone is left."""
    t = Table(4, BEFORE, DECIDER, stones=(29, 29, 28, 0), **({"decider": True} | options))
    t.roll()
    if t.state.calm:
        t.act("Ann", cmd.Seal, word="Bo")
        t.act("Bob", cmd.Seal, word="Bobo")
        t.act("Cleo", cmd.Pass)
        t.act("Dan", cmd.Pass)
        t.time_up()
        t.time_up()
        return t
    t.find("Ann", "Bo")
    t.find("Bob", "Bobo")
    return t


def deciding(**options: Any) -> Table:
    """Return a table where the dice of the decider lie open."""
    t = tied(**options)
    t.roll()
    return t


def winners(t: Table) -> str:
    return "".join(t.state.players[seat].name[0] for seat in t.view("Ann").table.winners)


def won(t: Table) -> object:
    """Return what the evenings keep but for the richest word."""
    kept = t.game.result_of(t.state)
    assert kept is not None
    assert kept.id == "result.word"
    return kept.params["won"]


def test_without_the_option_the_first_place_is_shared() -> None:
    t = tied(decider=False)
    assert t.stones() == [31, 31, 28, 0]
    assert t.phase() == "end"
    assert winners(t) == "AB"
    shared = Message("result.won", {"names": ("Ann", "Bob"), "n": 2, "stones": 31})
    assert won(t) == shared


def test_the_evenings_keep_who_won_the_decider() -> None:
    t = deciding()
    t.find("Bob", "Fink")
    kept = Message("result.won", {"names": ("Bob",), "n": 1, "stones": 31})
    assert won(t) == kept


def test_a_shared_first_place_calls_for_a_black_round() -> None:
    t = tied()
    assert t.phase() == "roll"
    assert t.state.pool == 0
    assert t.view("Dan").table.tied == (t.seat("Ann"), t.seat("Bob"))
    assert t.said()[-1] == (
        "No stone is left in the middle. Ann and Bob share the lead with 31 each: "
        "one black round decides. Bob rolls."
    )
    t.roll()
    assert t.state.roll == Roll(1, tuple("BORVA"), None), "whatever the dice would say"


def test_the_first_fitting_word_decides_and_moves_no_stone() -> None:
    t = deciding()
    assert t.find("Bob", "Fink") == 0
    assert t.phase() == "end"
    assert t.stones() == [31, 31, 28, 0]
    assert winners(t) == "B"
    assert t.said()[-2:] == [
        "The word of Bob decides.",
        "Bob wins the deciding round, and with it the match.",
    ]
    assert [each.decides for each in t.view("Ann").table.spoken] == [True]


def test_the_others_cannot_buzz_but_may_object() -> None:
    t = deciding()
    press = {"at_ns": 1}
    assert t.refused("Cleo", cmd.Press, **press) == "watching"
    assert t.refused("Dan", cmd.Pass) == "watching"
    assert not t.offered("Cleo") & {"Buzz", "Pass", "Seal"}
    t.say("Ann", "Fink")
    t.object("Dan", ("Bob", False), ("Cleo", False), ("Dan", True))
    assert t.phase() == "open"
    assert t.find("Bob", "Uhu") == 0
    assert winners(t) == "B"


def test_a_word_with_one_of_the_letters_costs_the_decider_but_no_stone() -> None:
    t = deciding()
    t.find("Ann", "Rabe")
    assert t.stones() == [31, 31, 28, 0]
    assert t.said()[-1] == "One of the letters is in it: Ann is out of the deciding round."
    assert t.player("Ann").out
    t.find("Bob", "Fink")
    assert winners(t) == "B"


def test_the_tie_stays_when_everybody_has_passed() -> None:
    t = deciding()
    t.act("Ann", cmd.Pass)
    t.act("Bob", cmd.Pass)
    assert t.phase() == "end"
    assert winners(t) == "AB"
    assert t.said()[-2:] == [
        "Nobody has found a word: the tie stays.",
        "No stone is left in the middle. Ann and Bob share the win with 31 each.",
    ]


def test_the_tie_stays_when_nobody_is_left_to_look() -> None:
    t = deciding()
    t.find("Ann", "Rabe")
    t.find("Bob", "Biber")
    assert t.phase() == "end"
    assert winners(t) == "AB"


def test_the_tie_stays_when_the_time_is_up() -> None:
    t = deciding(round_s=60)
    t.time_up()
    assert t.phase() == "end"
    assert winners(t) == "AB"


def test_who_has_left_does_not_take_part() -> None:
    t = Table(3, BEFORE, DECIDER, stones=(29, 28, 31), decider=True)
    t.roll()
    t.act("Cleo", Leave)
    t.find("Ann", "Bo")
    assert t.phase() == "end", "the only one of the tied who is here plays nobody"
    assert winners(t) == "AC"


def test_who_comes_back_takes_part_or_watches_as_before() -> None:
    t = deciding()
    for name in ("Bob", "Cleo"):
        t.act(name, Leave)
        t.act(name, ComeBack)
    assert t.refused("Cleo", cmd.Pass) == "watching"
    assert "Pass" in t.offered("Bob")


def test_the_tie_stays_when_the_tied_leave() -> None:
    t = deciding()
    t.act("Ann", Leave)
    assert t.phase() == "open"
    t.act("Bob", Leave)
    assert t.phase() == "end"
    assert winners(t) == "AB"


def test_without_speed_the_tied_seal_and_the_longest_word_decides() -> None:
    t = deciding(pace="calm")
    assert t.phase() == "seal"
    assert t.refused("Cleo", cmd.Seal, word="Uhu") == "watching"
    assert t.offered("Cleo").isdisjoint({"Seal", "Pass"})
    t.act("Ann", cmd.Seal, word="Uhu")
    t.act("Bob", cmd.Seal, word="Fink")
    t.time_up()
    assert t.phase() == "end"
    assert winners(t) == "B"
    assert "The word of Ann is fine, but another one has decided." in t.said()


def test_without_speed_words_of_one_length_leave_the_tie() -> None:
    t = deciding(pace="calm")
    t.act("Ann", cmd.Seal, word="Zink")
    t.act("Bob", cmd.Seal, word="Fink")
    t.time_up()
    t.time_up()
    assert t.phase() == "end"
    assert winners(t) == "AB"
    assert t.stones() == [31, 31, 28, 0]


def test_no_letter_tells_before_the_roll_that_a_decider_is_on() -> None:
    t = tied()
    assert t.state.cup is not None
    assert t.state.cup.start is None
    faces = t.game.shown(t.state, lambda message: message.id)
    assert not any(getattr(face, "letters", ()) for face in faces.values())
