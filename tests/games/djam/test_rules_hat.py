"""The option for themes from the table: a hat that everybody may put slips into."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine.events import undo_of
from companion.games.djam import commands as cmd
from companion.games.djam.game import djam
from companion.games.djam.phases.hat import draw
from tests.games.djam.table import BORVA, Table

GAME = djam()


def hat(*themes: tuple[str, str], **options: Any) -> Table:
    """Return a table before its first roll, with *themes* (who, what) in the hat."""
    t = Table(4, BORVA, **({"hat": True} | options))
    for name, theme in themes:
        t.act(name, cmd.PutTheme, theme=theme)
    return t


def theme(t: Table) -> str:
    roll = t.view("Ann").table.roll
    assert roll is not None
    return roll.theme


def test_a_theme_of_the_hat_comes_before_that_of_the_card() -> None:
    t = hat(("Bob", " Things  that squeak "))
    told = len(t.told)
    t.roll()
    assert theme(t) == "Things that squeak"
    roll = t.view("Ann").table.roll
    assert roll is not None
    assert roll.hat
    assert t.said()[told:] == [
        "The theme: Out of the hat: Things that squeak.",
        "Out of the hat: Things that squeak. Start with B as in but. Also O, R, V, A.",
    ]
    faces = t.game.shown(t.state, lambda message: message.id)
    assert all(getattr(face, "top", "") == "Things that squeak" for face in faces.values())


def test_an_empty_hat_leaves_the_card() -> None:
    t = hat()
    t.roll()
    assert theme(t) == "Celebrities"


def test_a_drawn_theme_is_gone() -> None:
    t = hat(("Bob", "Cheese"), ("Ann", "cheese"))
    t.roll()
    assert t.view("Bob").themes == t.view("Ann").themes == ()
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        t.act(name, cmd.Pass)
    t.roll()
    assert theme(t) != "Cheese"


def test_without_the_option_there_is_no_hat() -> None:
    t = hat(hat=False)
    assert t.refused("Ann", cmd.PutTheme, theme="Cheese") == "no-hat"
    assert "PutTheme" not in t.offered("Ann")


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "no-theme"), (" ?! ", "no-theme"), ("x" * 41, "theme-length"),
     ("a\x00b", "theme-length"), ("CHEESE", "theme-there")],
)  # fmt: skip
def test_a_theme_is_short_text_of_which_there_is_one(text: str, code: str) -> None:
    t = hat(("Ann", "Cheese"))
    assert t.refused("Ann", cmd.PutTheme, theme=text) == code


def test_the_same_theme_of_another_is_refused_to_nobody() -> None:
    t = hat(("Ann", "Cheese"), ("Bob", "Cheese"))
    assert t.view("Bob").themes == ("Cheese",)


def test_three_themes_of_a_seat_lie_in_the_hat_at_most() -> None:
    t = hat(("Ann", "One"), ("Ann", "Two"), ("Ann", "Three"))
    assert t.refused("Ann", cmd.PutTheme, theme="Four") == "hat-full"
    assert "PutTheme" not in t.offered("Ann")
    t.act("Ann", cmd.TakeTheme, theme="Two")
    assert t.view("Ann").themes == ("One", "Three")
    assert t.refused("Ann", cmd.TakeTheme, theme="Two") == "theme-gone"


def test_nobody_takes_back_what_another_wrote() -> None:
    t = hat(("Ann", "Cheese"))
    assert t.refused("Bob", cmd.TakeTheme, theme="Cheese") == "theme-gone"


def test_who_wrote_more_is_not_drawn_more_often() -> None:
    t = hat(("Ann", "One"), ("Ann", "Two"), ("Ann", "Three"), ("Bob", "Bee"))
    drawn = Counter(draw(t.state, Random(seed)) for seed in range(400))
    assert 160 < drawn["Bee"] < 240
    assert set(drawn) == {"One", "Two", "Three", "Bee"}


def test_a_theme_may_be_written_while_others_still_look() -> None:
    t = hat()
    t.roll()
    t.find("Ann", "Bono")
    assert "PutTheme" in t.offered("Ann")
    t.act("Ann", cmd.PutTheme, theme="Cheese")
    assert "PutTheme" not in t.offered("Bob"), "who looks for a word is not disturbed"
    t.act("Bob", cmd.PutTheme, theme="Rain")
    assert t.view("Bob").themes == ("Rain",)


def test_one_objection_brings_the_theme_of_the_card() -> None:
    t = hat(("Bob", "Nasty things"))
    t.roll()
    t.act("Cleo", cmd.Pass)
    t.act("Dan", cmd.RefuseTheme)
    assert theme(t) == "Celebrities"
    assert t.phase() == "open"
    assert not t.player("Cleo").passed, "a new theme is a new search"
    assert t.said()[-1] == (
        "Dan objects to the theme. Instead: "
        "Celebrities. Start with B as in but. Also O, R, V, A."
    )
    assert t.refused("Ann", cmd.RefuseTheme) == "theme-stays"


def test_an_objection_has_the_gong_struck_anew() -> None:
    t = hat(("Bob", "Nasty things"), gong_s=5)
    t.roll()
    t.time_up()
    assert t.phase() == "open"
    t.act("Dan", cmd.RefuseTheme)
    assert t.phase() == "listen"


def test_nobody_objects_to_a_theme_of_the_card_or_once_a_word_was_said() -> None:
    t = hat()
    t.roll()
    assert t.refused("Dan", cmd.RefuseTheme) == "theme-stays"
    t = hat(("Bob", "Cheese"))
    t.roll()
    assert "RefuseTheme" in t.offered("Dan")
    t.say("Ann", "Brie")
    assert t.refused("Dan", cmd.RefuseTheme) == "not-now"
    t.time_up()
    assert t.refused("Dan", cmd.RefuseTheme) == "theme-stays"
    assert "RefuseTheme" not in t.offered("Dan")


def test_whoever_has_pressed_presses_anew_for_another_theme() -> None:
    t = hat(("Bob", "Nasty things"))
    t.roll()
    t.press("Ann", 1)
    t.press("Bob", 2)
    t.time_up()
    assert t.state.called == t.seat("Ann")
    t.act("Dan", cmd.RefuseTheme)
    assert t.queue() == ""
    assert t.state.called is None
    assert t.find("Bob", "Bono") == 2


def test_without_speed_an_objection_takes_the_sealed_words_away() -> None:
    t = hat(("Bob", "Cheese"), pace="calm")
    t.roll()
    t.act("Ann", cmd.Seal, word="Brie")
    t.act("Dan", cmd.RefuseTheme)
    assert t.phase() == "seal"
    assert t.view("Ann").sealed is None


def test_a_decider_takes_the_theme_of_the_card() -> None:
    t = hat(stones=(29, 29, 28, 0), decider=True)
    t.roll()
    t.act("Dan", cmd.PutTheme, theme="Cheese")
    t.find("Ann", "Bo")
    t.find("Bob", "Bobo")
    assert "PutTheme" not in t.offered("Dan")
    t.roll()
    assert theme(t) != "Cheese"


def test_the_guard_learns_nothing_of_a_theme_that_comes_once() -> None:
    t = hat(("Bob", "Cheese"))
    t.roll()
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        t.act(name, cmd.Pass)
    assert GAME.remember(t.state) == []


def test_what_lies_in_the_hat_is_no_step_to_take_back() -> None:
    t = hat(("Bob", "Cheese"))
    assert {undo_of(event).value for event in t.events} == {"stays"}
    t.act("Bob", cmd.TakeTheme, theme="Cheese")
    assert {undo_of(event).value for event in t.events} == {"stays"}
