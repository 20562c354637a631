"""A match as a value: what it keeps so that nothing is worked out twice."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.events import moment_of
from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.games.letter_jam.events import (
    ChipsLaid,
    ClueGiven,
    CluegiverChosen,
    TokenEarned,
)
from companion.ports import STAND_PLACES, Seat, Stand
from companion.table.values.match import MOMENTS, Match
from companion.table.values.projection import Moment
from tests.play import Player, begin, begun, steps, variant_of


def played(game: AnyGame) -> Match:
    """Return a match of some steps."""
    random = Random(1)
    begun = begin(game, min(game.players), random, **variant_of(game, 0))
    match = Match.begin(game, "match").with_entries(begun, "begin-it", None)
    for _, _, events in steps(game, match.state, Player(game, random), 60):
        match = match.with_entries(events or [], "a-command", None)
    return match


@pytest.mark.parametrize("name", GAMES)
def test_loading_asks_for_the_tables_view_once_an_entry(name: str) -> None:
    match, asked = played(GAMES[name]()), []

    def table_view(state: Any) -> Any:
        asked.append(state)
        return match.game.table_view(state)

    counting = replace(match.game, table_view=table_view)
    loaded = Match.load(counting, "match", match.rows(0))
    assert loaded.table == match.game.table_view(match.state)
    assert (loaded.told, loaded.told_count) == (match.told, match.told_count)
    assert len(asked) == len(match.log) + 1


# -- moments -----------------------------------------------------------------------------


def chosen() -> Match:
    """Return a match of Letter Jam in which the first player gives the clue."""
    game = GAMES["letter_jam"]()
    match = begun(game, 3, Random(1))
    return match.with_entries([CluegiverChosen(Seat(0))], "choose-me", Seat(0))


def test_a_moment_has_a_number_a_word_and_whose_or_where_it_is() -> None:
    match, before = chosen(), chosen().moments
    match = match.with_entries([ChipsLaid(())], "lay-a-chip", Seat(0))
    match = match.with_entries([ClueGiven(Seat(0), "red", Seat(0))], "give-it", Seat(0))
    match = match.with_entries([TokenEarned(Stand(4))], "earn-it", Seat(0))
    first = before[-1].number + 1
    assert match.moments[len(before) :] == (
        Moment(first, "chip"),
        Moment(first + 1, "clue", seat=Seat(0), place=STAND_PLACES[0]),
        Moment(first + 2, "stack", place=STAND_PLACES[4]),
    )


def test_what_has_sounded_is_not_taken_back() -> None:
    match = chosen().with_entries([ChipsLaid(())], "lay-a-chip", Seat(0))
    undone = match.undo("take-it-back", Seat(0))
    assert undone.table == chosen().table
    assert undone.moments == match.moments
    again = undone.with_entries([ChipsLaid(())], "lay-it-again", Seat(0))
    assert again.moments[-1].number == match.moments[-1].number + 1


@pytest.mark.parametrize("name", GAMES)
def test_the_latest_moments_are_those_of_the_events_and_are_loaded_again(name: str) -> None:
    match = played(GAMES[name]())
    words = [word for each in match.log if (word := moment_of(each.entry))]
    numbered = list(enumerate(words, 1))[-MOMENTS:]
    assert [(each.number, each.word) for each in match.moments] == numbered
    assert Match.load(match.game, "match", match.rows(0)).moments == match.moments
