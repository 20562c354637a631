"""The desk of whoever writes a game: seats for one browser, random moves, faults told whole.

For ``companion run --dev`` alone, which nobody but this machine reaches.
"""

import logging
import secrets
import sys
import traceback
from collections.abc import Mapping
from itertools import count
from random import Random
from string import ascii_uppercase
from time import sleep
from typing import Any, Final

from companion.engine.offers import DictionaryWord, Offer, fill
from companion.engine.tools import NAMES
from companion.errors import DataError, Rejected
from companion.ports import STAND_PLACES, Bench, Place
from companion.table.table import Table
from companion.table.values.ids import DeviceId, Handle
from companion.table.values.projection import SeatPage
from companion.words.lexicon import load_lexicon

TRIES, FILLED = 12, 60
"""So many offers are taken up, each with so many values: a word may have to begin with a
certain letter."""
FULLER: Final = 4
"""So much rather is an offer taken up that asks for something: to pass ends many a match."""
COMES_AND_GOES: Final = frozenset({"Leave", "ComeBack"})
ANSWER_S: Final = 10.0
PRESS_S: Final = 0.08
FOREIGN: Final = ("site-packages", "/lib/python", "<frozen", "<string>")
"""What stands in the path of a file that nobody writes here."""
OF_GAMES: Final = ("companion/games/", "companion.games.")
"""What stands in that of a game's file, or of its page."""


class AuthorsDesk:
    """What the page of all seats can do beyond what each seat can."""

    def __init__(self, table: Table, bench: Bench | None) -> None:
        self._table = table
        self._bench = bench
        self._random = Random()  # noqa: S311 - somebody who tries anything
        self.faults = Faults()

    def begin(self, device: DeviceId, game: str, people: int, language: str) -> None:
        """Begin a match of as many of *people* as can play, every seat on *device*."""
        table = self._table
        table.submit(table.lobby.take_host, device).result(ANSWER_S)
        if table.publisher.latest.table.playing:
            table.submit(table.matches.end, device).result(ANSWER_S)
        table.submit(table.lobby.choose_game, device, game).result(ANSWER_S)
        info, chosen = table.publisher.latest.table, table.publisher.latest.next_game
        if chosen is None:
            return
        wanted = max(min(chosen.players), min(people, max(chosen.players)))
        pages = table.publisher.latest.pages.values()
        own = {page.person.id for page in pages if page.device == device}
        here = [each.id for each in info.people]
        # Who sat down in another browser has no page in this one.
        stay = [each for each in here if each in own][:wanted]
        for person in here:
            if person not in stay:
                table.submit(table.lobby.remove_person, device, person).result(ANSWER_S)
        for name in NAMES[len(stay) : wanted]:
            table.submit(table.lobby.join, device, name).result(ANSWER_S)
        options = {"language": language} if "language" in chosen.setup else {}
        begun = table.submit(table.matches.start, device, options, secrets.token_urlsafe(9))
        begun.result(ANSWER_S)

    def move(self, times: int) -> int:
        """Make random moves of any seats; return how many were made."""
        return sum(self._move() for _ in range(times))

    def _move(self) -> bool:
        for _ in range(TRIES):
            asked = self._asked()
            if not asked:
                return self._press()
            handle, page, offers = self._random.choice(asked)
            weights = [FULLER if each.fields else 1 for each in offers]
            offer = self._random.choices(offers, weights)[0]
            for _ in range(FILLED if offer.fields else 1):
                if self._taken(page.device, handle, self._command(offer)):
                    return True
        return False

    def _taken(self, device: DeviceId, handle: Handle, command: Mapping[str, Any]) -> bool:
        table, id_ = self._table, secrets.token_urlsafe(9)
        try:
            table.submit(table.moves.send, device, handle, command, id_).result(ANSWER_S)
        except (Rejected, DataError):
            return False
        return True

    def _asked(self) -> list[tuple[Handle, SeatPage, list[Offer]]]:
        """Return who can do something; whoever left comes back where else nobody can."""
        pages = self._table.publisher.latest.pages.items()
        offered = [(handle, page, [*page.offers]) for handle, page in pages if page.offers]
        busy = [
            (handle, page, [each for each in offers if each.kind not in COMES_AND_GOES])
            for handle, page, offers in offered
        ]
        away = [
            (handle, page, [each for each in offers if each.kind == "ComeBack"])
            for handle, page, offers in offered
        ]
        return [each for each in busy if each[2]] or [each for each in away if each[2]]

    def _command(self, offer: Offer) -> dict[str, Any]:
        command: dict[str, Any] = {"type": offer.kind}
        for name, value in fill(offer, self._random, _any_word).items():
            *outer, last = name.split(".")
            inner = command
            for key in outer:
                inner = inner.setdefault(key, {})
            inner[last] = value
        return command

    def _press(self) -> bool:
        """Press some stand's button: where no phone can do anything, fingers perhaps can."""
        info = self._table.publisher.latest.table
        if self._bench is None or not info.playing or info.finished:
            return False
        place: Place = self._random.choice(STAND_PLACES)
        for down in (True, False):
            self._bench.set_button(place, "main", down=down)
            sleep(PRESS_S)
        return True


def _any_word(field: DictionaryWord, random: Random) -> str:
    """Return some word that fits, or letters where the lists hold none of that length."""
    lexicon, length = load_lexicon(field.language), random.randint(field.least, field.most)
    words = lexicon.secret_words("normal", length) if length in range(3, 8) else ()
    return (
        random.choice(words)
        if words
        else "".join(random.choices(ascii_uppercase, k=length))
    )


class Faults(logging.Handler):
    """Tells the newest fault whole, with its text and its lines: here no secret is one."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._numbers = count(1)
        self.number = 0
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what is just being handled, and write it to the terminal."""
        fault = sys.exc_info()[1]
        self.text = record.getMessage() if fault is None else told(fault)
        self.number = next(self._numbers)
        sys.stderr.write(f"{self.text}\n")
        sys.stderr.flush()


def told(fault: BaseException) -> str:
    """Return what *fault* says, and the lines that led to it: from the first of a game on."""
    whole = traceback.TracebackException.from_exception(fault)
    steps = [
        each for each in whole.stack if not any(part in each.filename for part in FOREIGN)
    ]
    of_games = (
        number
        for number, each in enumerate(steps)
        if any(part in each.filename for part in OF_GAMES)
    )
    own = steps[next(of_games, 0) :]
    whole.stack = traceback.StackSummary.from_list(own or [*whole.stack])
    return "".join(whole.format()).rstrip()
