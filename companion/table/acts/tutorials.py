"""Tutorials: for each page one small match in memory, while no other runs; stored nowhere.

They lie beside the table and know nothing of it but whether a match has begun.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from threading import Lock
from typing import Any, Self

from companion.engine.codec import Codec
from companion.engine.game import AnyGame
from companion.engine.tutorial import Mark, Tutorial
from companion.errors import DataError, Rejected, refuse
from companion.languages import Language
from companion.ports import Seat
from companion.table.acts.sheets import check_note
from companion.table.publisher import Publisher
from companion.table.values.ids import Handle, PersonId
from companion.table.values.match import Match, checked_id
from companion.table.values.player_signs import PLAYER_SIGNS
from companion.table.values.projection import (
    Announcement,
    PersonView,
    Projection,
    SeatPage,
    TableInfo,
    UndoView,
)
from companion.table.values.steps import tutorial_step

PERSON = Seat(0)
MOST_MOVES = 40
"""Of the others, between two marks: more would be a script that turns in circles."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """How far one person is in a tutorial."""

    match: Match
    language: Language
    marks: tuple[Mark, ...]
    at: int = 0
    sheet: Mapping[str, str] = field(default_factory=dict)
    version: int = 1

    @property
    def mark(self) -> Mark:
        """The present one."""
        return self.marks[self.at]

    @property
    def over(self) -> bool:
        """Whether nothing comes after the present mark."""
        return self.at + 1 == len(self.marks)

    def changed(self, **fields: Any) -> Self:  # noqa: ANN401 - fields
        """Return it with other *fields*, as a newer version."""
        return replace(self, version=self.version + 1, **fields)


class Tutorials:
    """At most one for each page, so as many as people; all go when a match begins."""

    def __init__(self, games: Mapping[str, AnyGame], publisher: Publisher) -> None:
        self._games = games
        self._publisher = publisher
        self._lock = Lock()
        self._lessons: dict[Handle, Lesson] = {}
        publisher.subscribe(self._follow)

    def __len__(self) -> int:
        return len(self._lessons)

    def find(self, handle: Handle) -> Lesson | None:
        """Return how far the person behind *handle* is, if at all."""
        return self._lessons.get(handle)

    def begin(self, handle: Handle, page: SeatPage, language: Language) -> Lesson:
        """Return the person's, or a new one; raises Rejected while a match is on."""
        with self._lock:
            _check_free(self._publisher.latest)
            found = self._lessons.get(handle)
            if found is None or found.language != language:
                found = _begun(self._games[page.table.game], page.person.name, language)
                self._lessons[handle] = found
            return found

    def leave(self, handle: Handle) -> None:
        """Forget the person's."""
        with self._lock:
            self._lessons.pop(handle, None)

    def go_on(self, handle: Handle, at: int) -> bool:
        """Leave mark *at*, where to read it is all; return whether there is one more."""
        with self._lock:
            lesson = self._of(handle)
            if at != lesson.at or lesson.mark.asks:
                return True
            if lesson.over:
                del self._lessons[handle]
                return False
            self._lessons[handle] = _next(lesson)
            return True

    def send(self, handle: Handle, command: Mapping[str, Any], command_id: str) -> None:
        """Carry out the person's command; raises Rejected, by the rules or by the mark."""
        with self._lock:
            lesson = self._of(handle)
            if lesson.match.has_done(checked_id(command_id), PERSON):
                return
            kind = command.get("type")
            lesson = _answered(lesson, kind)
            mark = lesson.mark
            if kind not in mark.kinds:
                raise Rejected(mark.wrong)
            codec = Codec(lesson.match.game.seat_commands)
            decoded = codec.load({**command, "seat": PERSON})
            if kind == mark.kinds[-1] and not mark.right(decoded):
                raise Rejected(mark.wrong)
            match = lesson.match.carry_out(decoded, command_id, PERSON, Random(0))  # noqa: S311 - guards no secret
            done = lesson.changed(match=match)
            self._lessons[handle] = _next(done) if kind == mark.kinds[-1] else done

    def note(self, handle: Handle, key: str, text: str) -> None:
        """Keep a note on the tutorial's own sheet."""
        with self._lock:
            lesson = self._of(handle)
            check_note(lesson.sheet, key, text)
            noted = lesson.changed(sheet={**lesson.sheet, key: text})
            goes_on = noted.mark.noted is not None and noted.mark.noted(noted.sheet)
            self._lessons[handle] = _next(noted) if goes_on else noted

    def _of(self, handle: Handle) -> Lesson:
        _check_free(self._publisher.latest)
        if handle not in self._lessons:
            raise refuse("tutorial-over")
        return self._lessons[handle]

    def _follow(self, latest: Projection) -> None:
        """Forget all once a match is on or another game is chosen, and those of who has gone."""
        if not self._lessons:
            return
        with self._lock:
            game = None if latest.table.playing else latest.table.game
            self._lessons = {
                handle: lesson
                for handle, lesson in self._lessons.items()
                if handle in latest.pages and lesson.match.game.name == game
            }


def lesson_page(lesson: Lesson, page: SeatPage) -> SeatPage:
    """Return the page of a tutorial: built of its own match, and of *page* whose it is."""
    match, game = lesson.match, lesson.match.game
    view = game.seat_view(match.state, PERSON)
    offers = game.offers(view)
    step = game.asked(view, offers)
    names = game.names(match.state)
    person = replace(page.person, seat=PERSON, colour=1)
    first = match.told_count - len(match.told) + 1
    table = TableInfo(
        game=game.name,
        people=(person, *_others(person, names[1:])),
        playing=True,
        announcements=tuple(
            Announcement(n, each) for n, each in enumerate(match.told, first)
        ),
        view=match.table,
        step=step,
    )
    return SeatPage(
        version=lesson.version,
        device=page.device,
        person=person,
        table=table,
        view=view,
        offers=offers,
        step=step if lesson.mark.asks else tutorial_step(lesson.at + 1, len(lesson.marks)),
        sheet=lesson.sheet,
        undo=UndoView("never"),
        requests=page.requests,
    )


def _others(person: PersonView, names: Sequence[str]) -> Iterator[PersonView]:
    """Yield those whom the tutorial plays, each with a sign that is not the person's."""
    signs = (each for each in PLAYER_SIGNS if each != person.sign)
    for seat, (name, sign) in enumerate(zip(names, signs, strict=False), 1):
        yield PersonView(
            PersonId(f"tutorial-{seat}"),
            name,
            Seat(seat),
            has_phone=False,
            is_host=False,
            bot="easy",
            sign=sign,
            colour=seat + 1,
        )


def _check_free(latest: Projection) -> None:
    if latest.table.playing:
        raise refuse("tutorial-over")


def _begun(game: AnyGame, name: str, language: Language) -> Lesson:
    tutorial = _tutorial_of(game)
    match = Match.begin(game, "tutorial")
    command = tutorial.begin(name, language)
    match = match.carry_out(command, "tutorial-begins", None, Random(0))  # noqa: S311 - guards no secret
    return Lesson(match, language, tuple(tutorial.marks(language)))


def _tutorial_of(game: AnyGame) -> Tutorial:
    if game.tutorial is None:
        raise DataError(f"{game.title} has no tutorial; choose a game that has one.")
    return game.tutorial


def _answered(lesson: Lesson, kind: object) -> Lesson:
    """Return *lesson* at the mark that *kind* answers: it may come before its last note."""
    at = lesson.at
    while lesson.marks[at].noted is not None:
        at += 1
    return replace(lesson, at=at) if kind in lesson.marks[at].kinds else lesson


def _next(lesson: Lesson) -> Lesson:
    """Return *lesson* at its next mark, once the others have done what comes in between."""
    match = lesson.match
    for move in range(MOST_MOVES):
        moved = _moved(lesson.mark, match, f"{lesson.at}-others-{move}")
        if moved is None:
            break
        match = moved
    return lesson.changed(match=match, at=lesson.at + 1)


def _moved(mark: Mark, match: Match, command_id: str) -> Match | None:
    """Return *match* after one move of the first of the others who has one."""
    game = match.game
    for seat in game.seats(match.state):
        if seat == PERSON:
            continue
        view = game.seat_view(match.state, seat)
        command = mark.others(view, game.offers(view))
        if command is not None:
            return match.carry_out(command, command_id, seat, Random(0))  # noqa: S311 - guards no secret
    return None
