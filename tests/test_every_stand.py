"""The very bytes of a stand are the same in a world where its own face is the same."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.events import tells
from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.ports import BlankFace, CardFace, Face, Place, Seat
from companion.table.values.match import Match
from companion.table.values.screens import PLACES
from tests.depth import seeds
from tests.play import Player, begin, for_tests, standing, variant_of
from tests.test_every_page import STEPS, World, carried
from web.pages.stand_faces import cells_of, values_of_faces


class Glasses(World):
    """A table whose places are screens, one each."""

    def face(self, place: Place) -> Face:
        return self.shown.faces.get(place, BlankFace())

    def bytes_at(self, place: Place) -> str:
        """Return what the screen at *place* is sent."""
        return self.renderer.render(
            "stand_cells.html",
            "en",
            label="",
            link="",
            **values_of_faces(cells_of(self.shown, (place,), {})),
        )


def told_by_others(game: AnyGame, players: int, seed: int) -> Iterator[str]:
    """Yield each place whose bytes tell of what is not on its own face."""
    random = Random(seed)
    match = Match.begin(game, "match").with_entries(
        begin(game, players, random, **variant_of(game, seed)), "begin", None
    )
    seat = Seat(seed % players)
    worlds = Glasses(game, players), Glasses(game, players)
    twin = standing(match, for_tests(game).twin(match.state, seat, random))
    player, shown = Player(game, random), None
    for step in range(STEPS):
        if game.finished(match.state):
            return
        if match is not shown:  # else the last one was refused
            shown = match
            for world, each in zip(worlds, (match, twin), strict=True):
                world.show(each)
            for place in PLACES:
                faces = {repr(world.face(place)) for world in worlds}
                drawn = {world.bytes_at(place) for world in worlds}
                if len(faces) != len(drawn):
                    yield f"step {step}: {place}"
        picked = player.pick(match.state)
        if picked is None:
            continue
        moved: list[Any] = [
            carried(each, picked[1], step, picked[0]) for each in (match, twin)
        ]
        if None in moved:
            continue
        new = moved[0].log[len(match.log) :]
        match, twin = moved
        if any(tells(logged.entry) for logged in new):
            twin = standing(match, for_tests(game).twin(match.state, seat, random))


@pytest.mark.parametrize("some", seeds(2, 6))
@pytest.mark.parametrize("name", GAMES)
def test_a_stand_gets_the_same_bytes_in_a_twin_world(name: str, some: range) -> None:
    """And other ones wherever its face is another: so the two worlds do differ."""
    game = GAMES[name]()
    for seed in some:
        players = (min(game.players), min(6, max(game.players)))[seed % 2]
        assert list(told_by_others(game, players, seed)) == []


def test_a_letter_of_another_stand_in_the_bytes_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = Glasses.bytes_at

    def leaky(self: Glasses, place: Place) -> str:
        cards = [each for each in self.shown.faces.values() if isinstance(each, CardFace)]
        return plain(self, place) + "".join(str(each.letter) for each in cards)

    monkeypatch.setattr(Glasses, "bytes_at", leaky)
    game = GAMES["letter_jam"]()
    found = (told_by_others(replace(game), min(game.players), seed) for seed in range(3))
    assert any(any(each) for each in found)
