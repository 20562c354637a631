"""Points 1 to 5 and 15b: clue tokens."""

import pytest

from companion.engine.people import ComeBack, Leave
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import (
    CardTurned,
    ClueGiven,
    CluesEnded,
    RoundClosed,
    TokenEarned,
)
from companion.games.letter_jam.events_people import PlayerCameBack
from companion.games.letter_jam.state import Phase
from companion.ports import Seat, Stand
from tests.games.letter_jam.table import NAMES, Table, nonplayer_spots, table
from tests.play import sentence
from web.pages.game_pages import game_pages

FLOWERS = [
    # players, red (each), green on leaves, in the centre, stacks, clues at most
    (2, 6, 3, 2, 3, (7, 8, 9, 10), 15),
    (3, 6, 2, 2, 3, (7, 8, 9), 14),
    (4, 4, 1, 6, 1, (7, 8), 13),
    (5, 5, 1, 5, 1, (7,), 12),
    (6, 6, 1, 4, 1, (), 11),
]


def give_next(t: Table, spots: str) -> None:
    """Play a round with the first player who may give."""
    t.round(min(t.givers()), spots)


def taken(t: Table) -> list[str]:
    """Return which clue tokens were taken, in order."""
    return [clue.token for clue in t.state.clues]


@pytest.mark.parametrize(
    ("players", "red", "each", "leaves", "centre", "stacks"), [f[:6] for f in FLOWERS]
)
def test_every_number_of_players_has_its_setup_card(
    players: int, red: int, each: int, leaves: int, centre: int, stacks: tuple[int, ...]
) -> None:
    """The setup card, and point 22: a green clue token lies under each nonplayer stack."""
    t = table(players)
    assert t.tokens() == (red, leaves, centre)
    assert {player.reds_owed for player in t.state.players} == {each}
    assert tuple(h.dealt for h in t.state.stands[players:]) == stacks
    assert t.view("Ann").table.middle.under_stacks == len(stacks)
    assert len(t.state.stands) == 6


@pytest.mark.parametrize(
    ("players", "leaves", "centre"), [(f[0], f[3], f[4]) for f in FLOWERS]
)
def test_the_centre_opens_when_all_reds_are_gone(
    players: int, leaves: int, centre: int
) -> None:
    """Point 2: greens come from the leaves until ALL reds are gone."""
    t = table(players)
    while t.state.players[0].reds_owed:
        t.round("Ann", "*")
    for _ in range(leaves):
        t.round("Ann", "*")
    assert t.tokens()[1:] == (0, centre)
    assert t.greens() == 0
    while t.tokens()[0]:
        assert not t.view("Ann").table.middle.centre_open
        give_next(t, "*")
    assert t.view("Ann").table.middle.centre_open
    assert t.greens() == centre
    t.round("Ann", "*")
    assert taken(t)[-1] == "centre"


@pytest.mark.parametrize(
    ("players", "english", "german"),
    [
        (
            3,
            "the green ones in the centre become",
            "die grünen in der Mitte der Blume stehen",
        ),
        (
            4,
            "the green one in the centre becomes",
            "der grüne in der Mitte der Blume steht",
        ),
    ],
)
def test_the_last_red_says_how_many_greens_become_available(
    players: int, english: str, german: str
) -> None:
    """Point 2: in the centre one lies or several."""
    t = table(players)
    while t.tokens()[0] > 1:
        give_next(t, "*")
    (given,) = t.give(min(t.givers()), "*")
    told = sentence(t.game, t.before_last(), given)
    assert told is not None
    for language, said in (("en", english), ("de", german)):
        assert said in game_pages("letter_jam", t.game.pages).catalogues[language].say(told)


def test_without_a_green_only_who_owes_a_red_may_give() -> None:
    """Point 3: the table never offers the others."""
    t = table(6)
    for _ in range(5):
        t.round("Ann", "*")
    t.round("Bob", "*")
    assert t.tokens() == (4, 0, 1)
    assert t.givers() == {"Cleo", "Dan", "Eve", "Fay"}
    assert t.refused("Ann", cmd.ChooseCluegiver, giver="Ann") == "no-token"
    for name in NAMES:
        choices = [o for o in t.game.offers(t.view(name)) if o.kind == "ChooseCluegiver"]
        assert [getattr(o.fields[0], "options", ()) for o in choices] == [(2, 3, 4, 5)]


@pytest.mark.parametrize(("stand", "size"), [(3, 7), (4, 8), (5, 9), (6, 10)])
def test_a_stack_earns_its_token_with_its_last_card(stand: int, size: int) -> None:
    """Point 4: a stack of k earns after k-1 replacements, once, on a leaf."""
    t = table(2)
    for replacement in range(1, size + 1):
        before = t.tokens()
        events = t.round(min(t.givers()), str(stand))
        earned = TokenEarned(Stand(stand - 1)) in events
        assert earned == (replacement == size - 1)
        took_leaf = taken(t)[-1] == "leaf"
        assert t.tokens()[1] == before[1] - took_leaf + earned
    assert t.view("Ann").table.middle.under_stacks == 3


def test_an_earned_token_is_available_at_once() -> None:
    """Point 4: it lies on a leaf, and the next cluegiver without a red may take it."""
    t = table(5)
    for _ in range(6):
        t.round("Ann", "6")
    assert t.tokens() == (4, 1, 1)
    assert "Ann" in t.givers()
    t.round("Ann", "*")
    assert taken(t)[-1] == "leaf"
    assert t.tokens() == (4, 0, 1)
    assert "Ann" not in t.givers()


def test_a_token_earned_in_the_last_round_keeps_the_match_going() -> None:
    """Point 5: replace cards, earn tokens, only then ask whether a token is left."""
    t = table(5)
    for _ in range(5):
        give_next(t, "*")
    for _ in range(5):
        give_next(t, "6")
    t.give(min(t.givers()), "6")
    assert t.tokens() == (0, 0, 0)
    events = t.finish_round()
    assert events[-3:] == (
        RoundClosed(),
        CardTurned(Stand(5), "dealt"),
        TokenEarned(Stand(5)),
    )
    assert t.state.phase is Phase.CLUE
    assert t.tokens() == (0, 1, 0)
    give_next(t, "*")
    assert t.events[-1] == CluesEnded("tokens")


@pytest.mark.parametrize(("players", "clues"), [(f[0], f[6]) for f in FLOWERS])
def test_so_many_clues_at_most(players: int, clues: int) -> None:
    """Points 1 to 5: every nonplayer stand in every clue, given to exhaustion."""
    t = table(players)
    while t.state.phase is Phase.CLUE:
        give_next(t, f"{nonplayer_spots(t.state)} *")
    assert len(t.state.clues) == clues
    assert t.tokens() == (0, 0, 0)
    assert t.state.phase is Phase.FINAL


# -- point 15b: the red of a player who left --


def leave_dan_owing() -> Table:
    """Return a table of four where Dan left with his red owed; the leaves are empty."""
    t = table(4)
    t.act("Dan", Leave)
    for name in ("Ann", "Bob"):
        t.round(name, "*")
    for _ in range(6):
        t.round("Ann", "*")
    return t


def test_the_red_of_a_leaver_is_taken_when_nobody_present_could_take_a_token() -> None:
    """Point 15b: Cleo first gives her own; then somebody takes his, and the centre opens."""
    t = leave_dan_owing()
    assert t.tokens() == (2, 0, 1)
    assert t.givers() == {"Cleo"}
    t.round("Cleo", "*")
    assert t.givers() == {"Ann", "Bob", "Cleo"}
    t.give("Bob", "*")
    assert t.events == (ClueGiven(Seat(1), "red", Seat(3)),)
    assert t.player("Dan").reds_owed == 0
    t.finish_round()
    assert t.tokens() == (0, 0, 1)
    t.round("Bob", "*")
    assert t.state.ended_by == "tokens"
    assert len(t.state.clues) == 11


def test_who_comes_back_owes_the_red_again() -> None:
    """Point 15b: a chosen substitute cannot give while the owner is there to do it."""
    t = leave_dan_owing()
    t.round("Cleo", "*")
    t.act("Ann", cmd.ChooseCluegiver, giver="Ann")
    t.act("Ann", cmd.LayClue, spots=("*",))
    t.act("Dan", ComeBack)
    assert t.givers() == {"Dan"}
    assert (t.state.giver, t.state.chips) == (None, ())
    assert t.refused("Ann", cmd.GiveClue) == "no-giver"
    t.round("Dan", "*")
    assert t.player("Dan").clues_given == 1


def test_a_giver_who_may_still_give_stays_chosen_when_somebody_comes_back() -> None:
    t = leave_dan_owing()
    t.act("Ann", Leave)
    t.act("Cleo", cmd.ChooseCluegiver, giver="Cleo")
    t.act("Cleo", cmd.LayClue, spots=("*",))
    t.act("Ann", ComeBack)
    t.act("Dan", ComeBack)
    assert (t.state.giver, t.state.chips) == (Seat(2), ("*",))
    t.act("Cleo", cmd.GiveClue)


def test_a_return_as_it_was_stored_before_unchooses_nobody() -> None:
    t = leave_dan_owing()
    t.round("Cleo", "*")
    t.act("Ann", cmd.ChooseCluegiver, giver="Ann")
    back = t.game.evolve(t.state, PlayerCameBack(Seat(3)))
    assert (back.giver, back.players[3].present) == (Seat(0), True)
