"""The very bytes of a stand are the same in a world where its own face is the same."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.ports import BlankFace, CardFace, Face, Place
from companion.table.values.screens import PLACES
from tests.depth import seeds
from tests.play import twins
from tests.test_every_page import World
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
    worlds, shown = (Glasses(game, players), Glasses(game, players)), None
    for step, (match, twin, _) in enumerate(twins(game, players, seed)):
        if match is shown:
            continue  # the last one was refused
        shown = match
        for world, each in zip(worlds, (match, twin), strict=True):
            world.show(each)
        for place in PLACES:
            faces = {repr(world.face(place)) for world in worlds}
            drawn = {world.bytes_at(place) for world in worlds}
            if len(faces) != len(drawn):
                yield f"step {step}: {place}"


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
