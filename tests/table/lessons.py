"""A table whose people are in a tutorial, and how each of its orders is obeyed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.table.acts.tutorials import Lesson, Tutorials, lesson_page
from companion.table.publisher import Publisher
from companion.table.values.ids import Handle, PersonId
from companion.table.values.match import Match
from companion.table.values.projection import Projection, SeatPage
from companion.table.values.projector import project
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from web.devices import device_id
from web.pages.game_pages import game_pages

KNOWN: Mapping[str, AnyGame] = {name: make() for name, make in GAMES.items()}
FRAME = TableConfig(
    KNOWN,
    {name: game_pages(name, game.pages).catalogues for name, game in KNOWN.items()},
)
TAUGHT = [name for name, game in KNOWN.items() if game.tutorial is not None]
Wish = tuple[str, Mapping[str, Any]]
"""The kind of a command with its fields, or a note on the sheet."""
CONSTANTS = {"letters": 4, "players": 3, "nonplayers": 1, "bonus": 0, "wildcard": False}
OBEYED: Mapping[str, Sequence[Wish]] = {
    "lj.tutorial.guess": [("MoveOn", {"guess": "I"})],
    "lj.tutorial.build": [("TellFigures", {"figures": CONSTANTS})],
    "lj.tutorial.give": [("LayClue", {"spots": ["6", "4", "2", "3"]}), ("GiveClue", {})],
    "hc.tutorial.tiles": [("note", {"clue:1": "2"}), ("note", {"clue:1": "2 5"})],
    "hc.tutorial.finish": [("LayClue", {"tiles": ["2", "5"]})],
    "hc.tutorial.guess": [("Guess", {"shape": "circle"})],
    "dj.tutorial.roll": [("RollDice", {})],
    "dj.tutorial.theme": [("RollDice", {})],
    "dj.tutorial.word": [("note", {"word:1": "b"}), ("note", {"word:1": "bär"})],
    "dj.tutorial.buzz": [("Buzz", {"word": "bär"})],
    "bb.tutorial.doubt": [("Doubt", {})],
    "bb.tutorial.draw": [("Draw", {})],
    "bb.tutorial.stop": [("StopDrawing", {})],
    "bb.tutorial.cards": [("note", {"cards:1": "1 2"}), ("note", {"cards:1": "1 2 3"})],
    "bb.tutorial.word": [("note", {"word:1": "ca"}), ("note", {"word:1": "cat"})],
    "bb.tutorial.lay": [("LayWord", {"cards": ["1", "2", "3"], "word": "cat"})],
}
"""What the orders of the tutorials ask for, by their sentences."""


class House:
    """A table with people in its lobby, and their tutorials."""

    def __init__(self, people: int = 1, game: str = "letter_jam") -> None:
        self.publisher = Publisher()
        self.game = game
        self.tutorials = Tutorials(KNOWN, self.publisher)
        self.handles = [Handle(f"h{n}") for n in range(people)]
        seated = tuple(
            Person(PersonId(f"p{n}"), f"Person {n}", device_id(f"{n:022}"), handle)
            for n, handle in enumerate(self.handles)
        )
        self.seating = Seating(seated, seated[0].device, "123456", game=game)
        self.show()

    def show(
        self, match: Match | None = None, people: int | None = None, game: str = ""
    ) -> Projection:
        seated = self.seating.people[:people]
        playing = tuple(each.id for each in seated) if match else ()
        host, pin = self.seating.host, self.seating.pin
        seating = Seating(seated, host, pin, playing, game=game or self.game)
        shown = project(TableState(seating, match), FRAME, self.publisher.latest)
        self.publisher.publish(shown)
        return shown

    def lesson(self, n: int = 0) -> Lesson:
        """Return how far somebody is who is in a tutorial."""
        lesson = self.tutorials.find(self.handles[n])
        assert lesson is not None
        return lesson

    def page(self, n: int = 0) -> SeatPage:
        """Return the tutorial's page of a person who is in one."""
        return lesson_page(self.lesson(n), self.publisher.latest.pages[self.handles[n]])

    def begin(self, n: int = 0, language: str = "en") -> None:
        page = self.publisher.latest.pages[self.handles[n]]
        self.tutorials.begin(self.handles[n], page, language)

    def send(self, kind: str, n: int = 0, **fields: Any) -> None:
        lesson = self.tutorials.find(self.handles[n])
        at = 0 if lesson is None else lesson.version
        command = {"type": kind, **fields}
        self.tutorials.send(self.handles[n], command, f"wish-{kind}-{at}")

    def obey(self, n: int = 0) -> None:
        """Do what the present mark says."""
        lesson = self.lesson(n)
        if not lesson.mark.asks:
            self.tutorials.go_on(self.handles[n], lesson.at)
        for kind, fields in OBEYED[lesson.mark.text.id] if lesson.mark.asks else ():
            if kind == "note":
                for key, text in fields.items():
                    self.tutorials.note(self.handles[n], key, text)
            else:
                self.send(kind, n, **fields)

    def walk(self, n: int = 0) -> Iterator[SeatPage]:
        """Go through all of it; yield the page at each mark."""
        while self.tutorials.find(self.handles[n]) is not None:
            yield self.page(n)
            at = self.lesson(n).at
            self.obey(n)
            lesson = self.tutorials.find(self.handles[n])
            assert lesson is None or lesson.at == at + 1
