"""The theme is read first; the letters come a moment later, all at once."""

from random import Random

import pytest

from companion.engine.people import Leave
from companion.games.djam import commands as cmd
from companion.games.djam.phases.dice import Rolled
from companion.games.djam.phases.rolling import THEME_S
from companion.games.djam.state import Phase
from companion.ports import CENTRE, STAND_PLACES, Seat, WordFace
from tests.games.djam.table import BLACK, BORVA, Table
from tests.play import for_tests

PLACES = (CENTRE, *STAND_PLACES)


def shown(**options: object) -> Table:
    """Return a table where Ann has thrown the number die."""
    t = Table(3, BORVA, BLACK, **options)
    t.act("Ann", cmd.RollDice)
    return t


def test_the_theme_shows_before_any_letter() -> None:
    t = shown()
    public = t.game.table_view(t.state)
    assert t.phase() == "theme"
    assert public.theme == t.state.options.themes[0]
    assert public.roll is None
    t.time_up()
    public = t.game.table_view(t.state)
    assert t.phase() == "open"
    assert public.theme == ""
    assert public.roll is not None
    assert "".join(public.roll.letters) == "BORVA"
    assert public.roll.theme == t.state.options.themes[0]


def test_nobody_presses_before_the_letters() -> None:
    t = shown(buzzers="phones")
    assert t.refused("Bob", cmd.Press, at_ns=0) == "too-early"
    assert t.refused("Bob", cmd.Buzz) == "too-early"


def test_the_roller_need_not_wait() -> None:
    t = shown(tempo="none")
    assert t.game.deadline(t.state) is None
    assert "RollDice" not in t.offered("Bob")
    t.act("Ann", cmd.RollDice)
    assert t.phase() == "open"


def test_the_letters_come_though_the_roller_leaves() -> None:
    t = shown()
    t.act("Ann", Leave)
    t.time_up()
    assert t.phase() == "open"


def test_no_letter_has_a_road_out_while_the_theme_is_read() -> None:
    t = shown()
    for seat in t.state.seats:
        other = for_tests(t.game).twin(t.state, seat, Random(1))
        assert other.cup != t.state.cup
        assert t.game.seat_view(other, seat) == t.game.seat_view(t.state, seat)


def test_an_objection_to_a_theme_of_the_hat_comes_before_the_letters() -> None:
    t = Table(3, BORVA, hat=True)
    t.act("Bob", cmd.PutTheme, theme="Bad luck")
    t.act("Ann", cmd.RollDice)
    assert t.game.table_view(t.state).theme == "Bad luck"
    assert "RefuseTheme" in t.offered("Cleo")
    wait = t.game.deadline(t.state)
    t.act("Cleo", cmd.RefuseTheme)
    assert t.phase() == "theme"
    assert t.game.table_view(t.state).theme == t.state.options.themes[0]
    assert t.refused("Bob", cmd.RefuseTheme) == "theme-stays"
    anew = t.game.deadline(t.state)
    assert wait is not None
    assert anew is not None
    assert (anew.id != wait.id, anew.duration_s) == (True, wait.duration_s)
    t.time_up()
    assert t.state.drawn == ""


@pytest.mark.parametrize("tempo", THEME_S)
def test_every_display_counts_the_last_three_seconds(tempo: str) -> None:
    t = Table(3, BORVA, tempo=tempo)
    before = t.game.table_view(t.state)
    t.act("Ann", cmd.RollDice)
    after = t.game.table_view(t.state)
    show = t.game.course(before, after)
    assert show is not None
    assert show.aside
    assert show.ends_ms == THEME_S[tempo] * 1000
    for second in (3, 2, 1):
        faces = show.faces(show.frame_at(show.ends_ms - second * 1000), repr)
        assert faces == dict.fromkeys(PLACES, WordFace(str(second), after.theme))
    assert show.faces(show.frame_at(0), repr) == {}


def test_a_match_of_an_older_version_goes_on_from_its_roll() -> None:
    t = shown()
    assert t.state.phase is Phase.THEME
    before = Table(3, BORVA, BLACK).state
    state = t.game.evolve(before, Rolled(Seat(0)))
    assert state.phase is Phase.OPEN
    assert state.roll == BORVA
