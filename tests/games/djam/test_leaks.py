"""What the tests of every game cannot say: that nobody hears of a theme at all; and votes."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from companion.games.djam import commands as cmd
from companion.games.djam.game import djam
from companion.ports import Seat
from companion.table.values.consent import price
from tests.games.djam.table import BORVA, Table, catalogue, rolled
from tests.play import begun
from tests.test_every_page import World

THEME = "Qyzzx"
"""A theme that nothing else could bring into anybody's sight."""


def others(t: Table) -> str:
    """Return what reaches every phone but Ann's, and the page for everybody."""
    views = [t.view(name) for name in ("Bob", "Cleo", "Dan")]
    seen = [(view, t.game.offers(view)) for view in views]
    return msgspec.json.encode((seen, t.game.table_view(t.state))).decode()


def displays(t: Table) -> str:
    return msgspec.json.encode(t.game.shown(t.state, catalogue("en").say)).decode()


def log(t: Table) -> str:
    return "\n".join(t.said())


def with_hat(*themes: str) -> Table:
    """Return a table where Ann has written *themes*."""
    t = Table(4, BORVA, hat=True)
    for theme in themes:
        t.act("Ann", cmd.PutTheme, theme=theme)
    return t


@pytest.mark.parametrize("seen", [others, displays, log])
def test_that_somebody_has_written_a_theme_nobody_else_learns(
    seen: Callable[[Table], str],
) -> None:
    assert seen(with_hat(THEME)) == seen(with_hat("One", "Another")) == seen(with_hat())


def test_no_other_phone_is_sent_anything_when_somebody_writes_a_theme() -> None:
    game = djam()
    match = begun(game, 3, Random(1), hat=True)
    world, ann, bob = World(game, 3), Seat(0), Seat(1)
    world.show(match)
    before = [world.bytes_for(seat) for seat in (ann, bob)]
    match = match.carry_out(cmd.PutTheme(ann, THEME), "put", ann, Random(1))
    world.show(match)
    assert world.bytes_for(ann) != before[0]
    assert world.bytes_for(bob) == before[1], "its version neither"
    phones = world.seating.seats_with_phone
    costs = {price(match, each, phones) for each in (ann, bob)}
    assert len(costs) == 1, "nor is there a step to take back"


def test_a_vote_is_its_owners_and_then_everybodys() -> None:
    t = rolled(4)
    t.say("Ann", "Bono")
    t.object("Cleo", ("Bob", False))
    assert t.view("Bob").vote is False
    t.act("Cleo", cmd.Vote, valid=True)
    t.act("Dan", cmd.Vote, valid=True)
    found = t.view("Ann").table.spoken[0].votes
    assert found == ((1, False), (2, True), (3, True))
    assert "Votes for the word: 2, against it: 1." in log(t)
