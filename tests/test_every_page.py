"""The very bytes a phone gets must be the same in a world that its seat cannot tell apart."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.ports import Message, Seat
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.match import Match
from companion.table.values.projection import Projection
from companion.table.values.projector import project
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from tests.depth import seeds
from tests.play import NAMES, twins
from web.pages.game_pages import game_pages
from web.pages.renderer import Renderer
from web.routes.phone import values_of

BOOT = "boot"


class World:
    """One table with everything on it that can be shown, and the bytes of one phone."""

    def __init__(self, game: AnyGame, players: int) -> None:
        people = tuple(
            Person(
                PersonId(f"p{n}"), NAMES[n % len(NAMES)], DeviceId(f"d{n}"), Handle(f"h{n}")
            )
            for n in range(players)
        )
        playing = tuple(person.id for person in people)
        self.seating = Seating(people, people[0].device, "123456", playing)
        pages = game_pages(game.name, game.pages)
        self.config = TableConfig({game.name: game}, {game.name: pages.catalogues})
        self.renderer = Renderer(pages, BOOT, {game.name: pages})
        self.shown = Projection()

    def show(self, match: Match) -> None:
        self.shown = project(TableState(self.seating, match), self.config, self.shown)

    def bytes_for(self, seat: Seat) -> str:
        """Return what the phone of *seat* is sent: version, page and sentences."""
        handle = Handle(f"h{seat}")
        page = self.shown.pages[handle]
        values = values_of(page, handle, is_host=False)
        html = self.renderer.render("phone.html", "en", **values)
        told = [self.renderer.say("en", each.message) for each in page.table.announcements]
        return json.dumps([page.version, html, told])


def differences(game: AnyGame, players: int, seed: int) -> Iterator[str]:
    seat, drawn = Seat(seed % players), None
    worlds = World(game, players), World(game, players)
    for step, (match, twin, _) in enumerate(twins(game, players, seed)):
        if match is drawn:
            continue  # the last one was refused
        drawn = match
        for world, each in zip(worlds, (match, twin), strict=True):
            world.show(each)
        if worlds[0].bytes_for(seat) != worlds[1].bytes_for(seat):
            yield f"step {step}: the bytes differ"
            return


def talkative(game: AnyGame) -> AnyGame:
    """Return the game with sentences that tell all, by a way round what they are handed."""
    states = []

    def evolve(state: Any, event: Any) -> Any:
        states.append(state)
        return game.evolve(state, event)

    def announce(before: Any, after: Any, public: Any) -> Message | None:
        told = game.announce(before, after, public)
        return None if told is None else Message(repr(states[-1]))

    return replace(game, evolve=evolve, announce=announce)


@pytest.mark.parametrize("some", seeds(2, 6))
@pytest.mark.parametrize("name", GAMES)
def test_a_phone_gets_the_same_bytes_in_a_twin_world(name: str, some: range) -> None:
    """By twelve seeds each variant of a game is met."""
    game = GAMES[name]()
    for seed in some:
        players = (min(game.players), min(6, max(game.players)))[seed % 2]
        assert list(differences(game, players, seed)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_leak_planted_in_the_sentences_is_found(name: str) -> None:
    game = GAMES[name]()

    leaky = talkative(game)
    assert any(any(differences(leaky, min(game.players), seed)) for seed in range(3))
