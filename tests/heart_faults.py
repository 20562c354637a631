"""What a game may get wrong in its heart, where plain random play hardly ever comes.

Every check is asked at one moment of a lucky match; none knows a word of any game.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from companion.engine.course import Course
from companion.engine.events import tells
from companion.engine.game import AnyGame
from companion.engine.offers import Offer
from companion.errors import Rejected
from companion.languages import LANGUAGES
from companion.messages import Catalogue
from companion.ports import Face, Place, Seat
from hardware.drawing import faces as drawn
from hardware.drawing import glyphs
from tests.lucky import fitting, kinds, lucky_steps, standing_in, texts, worded
from tests.perception import bytes_for, heard, outcome
from tests.play import after, command_of, for_tests, only_waits
from web.pages.game_pages import game_pages

ODD = ("", " ", "a b", "1", "ß", "é", "İ", "😀", "x" * 200, "A\u0308", "-", "a\n")
"""Texts that somebody may send: each is taken or refused."""
LONGEST_MS = 20_000
"""So long a show may hold the table up."""
OTHERS = 4
"""So many texts of the state are tried in a command that was not offered."""
GLASS, TYPED = (128, 64), 11
GOES = ("Leave", "ComeBack")


@dataclass(frozen=True)
class Moment:
    """A change of a lucky match: *state* is what came of *events*, none at a refusal."""

    game: AnyGame
    before: Any
    command: Any
    events: list[Any]
    random: Random

    @cached_property
    def state(self) -> Any:
        return after(self.game, self.before, self.events)

    @cached_property
    def kind(self) -> object:
        """What tells two moments apart: what happened, and what can be done."""
        offered = [
            frozenset(each.kind for each in self.offers(seat)) for seat in self.seats
        ]
        view = self.game.table_view(self.state)
        return kinds(self.events), getattr(view, "phase", ""), frozenset(offered)

    @cached_property
    def show(self) -> Course | None:
        """The show that the change is worth."""
        tables = self.game.table_view(self.before), self.game.table_view(self.state)
        return self.game.course(*tables) if self.events else None

    @property
    def seats(self) -> list[Seat]:
        return [*self.game.seats(self.state)]

    def offers(self, seat: Seat) -> tuple[Offer, ...]:
        return self.game.offers(self.game.seat_view(self.state, seat))

    def twin(self, seat: Seat, state: Any = None) -> Any:
        whole = self.state if state is None else state
        return for_tests(self.game).twin(whole, seat, self.random)


def leaking(moment: Moment) -> Iterator[str]:
    """Every seat perceives in a fresh twin what it perceives here, whatever was said before."""
    game = moment.game
    for seat in moment.seats:
        twin = moment.twin(seat)
        if bytes_for(game, moment.state, seat) != bytes_for(game, twin, seat):
            yield f"what seat {seat} perceives differs in a fresh twin"
        yield from _unoffered(moment, (moment.state, twin), seat)


def _unoffered(moment: Moment, worlds: tuple[Any, Any], seat: Seat) -> Iterator[str]:
    """Any seat's command, sent by *seat*, with texts of the state: the same answer in both."""
    game, known = moment.game, standing_in(moment.state)
    for other in moment.seats:
        for offer in moment.offers(other):
            made = [replace(command_of(game, other, offer, moment.random), seat=seat)]
            for each in worded(offer):
                fit = fitting(each, known)
                some = moment.random.sample(fit, min(OTHERS, len(fit)))
                made += [replace(made[0], **{each.name: text}) for text in some]
            for command in made:
                (events, refusal), (_, other_refusal) = (
                    outcome(game, each, command, 1) for each in worlds
                )
                if refusal != other_refusal and not any(map(tells, events)):
                    yield (
                        f"{type(command).__name__} that was not offered is answered"
                        f" {refusal or 'yes'!r} or {other_refusal or 'yes'!r}"
                    )


def watched(moment: Moment) -> Iterator[str]:
    """Whoever did it not hears the same in a twin of their own."""
    game, before, events = moment.game, moment.before, moment.events
    if not events or any(map(tells, events)):
        return
    for watcher in game.seats(before):
        if watcher == getattr(moment.command, "seat", None):
            continue
        twin = moment.twin(watcher, before)
        other, refusal = outcome(game, twin, moment.command, 1)
        if refusal or [type(e) for e in other] != [type(e) for e in events]:
            continue
        if heard(game, before, events) != heard(game, twin, other):
            yield f"{type(moment.command).__name__} tells seat {watcher} what lies hidden"


def raising(moment: Moment) -> Iterator[str]:
    """Nothing raises, whatever has come about or is sent."""
    game, state = moment.game, moment.state
    tables = game.table_view(moment.before), game.table_view(state)
    views = [game.seat_view(state, seat) for seat in moment.seats]
    tried: dict[str, Callable[[], Any]] = {
        "faces": lambda: game.shown(state, repr),
        "step": lambda: [game.asked(each, game.offers(each)) for each in views],
        "table_step": lambda: game.table_step(tables[1]),
        "course": lambda: game.course(*tables),
        "result": lambda: game.result_of(state) if game.finished(state) else None,
    }
    for what, act in tried.items():
        try:
            act()
        except Exception as error:  # noqa: BLE001 - whatever a game gets wrong
            yield f"{what} raises {error!r}"
    for seat in moment.seats:
        for offer in moment.offers(seat):
            command = command_of(game, seat, offer, moment.random)
            yield from _odd(moment, command, offer)


def _odd(moment: Moment, command: Any, offer: Offer) -> Iterator[str]:
    for each in worded(offer):
        for text in ODD:
            try:
                odd = replace(command, **{each.name: text})
                after(
                    moment.game,
                    moment.state,
                    list(moment.game.decide(moment.state, odd, Random(1))),
                )
            except Rejected:
                continue
            except Exception as error:  # noqa: BLE001 - as above
                yield f"{offer.kind} with {text!r} raises {error!r}"


def refused(moment: Moment) -> Iterator[str]:
    """What is offered and asks for nothing more is done."""
    for seat in moment.seats:
        for offer in moment.offers(seat):
            if not offer.fields:
                command = command_of(moment.game, seat, offer, moment.random)
                _, refusal = outcome(moment.game, moment.state, command, 1)
                if refusal:
                    yield f"{offer.kind} is offered to seat {seat}, and refused: {refusal}"


def shown(moment: Moment) -> Iterator[str]:
    """A show is in order, can be borne, and is not begun by coming and going."""
    show = moment.show
    if show is None:
        return
    yield from _in_order(show)
    if show.then is not None:
        yield from _in_order(show.then)
        if not show.then.aside:
            yield "what follows a show is another one, not one aside"
    if show.aside:
        return
    if show.ends_ms > LONGEST_MS:
        yield f"a show holds the table up for {show.ends_ms} ms"
    if type(moment.command).__name__ in GOES and len(moment.events) == 1:
        yield f"{type(moment.command).__name__} begins a show"


def _in_order(show: Course) -> Iterator[str]:
    times = [frame.at_ms for frame in show.frames]
    if times != sorted(times) or any(each < 0 for each in times):
        yield f"frames of a show begin at {times}"
    elif times and times[-1] >= show.ends_ms:
        yield f"the last frame of a show is at {times[-1]}, its end at {show.ends_ms}"


def waited(moment: Moment) -> Iterator[str]:
    """Whoever the middle waits for can do something, where anybody is there at all."""
    game, state = moment.game, moment.state
    offered = {seat: moment.offers(seat) for seat in moment.seats}
    here = [each for each in offered.values() if "ComeBack" not in {o.kind for o in each}]
    deadline = game.deadline(state)
    if deadline is not None and deadline.duration_s <= 0:
        yield f"{deadline.id} is waited for no time"
    if deadline is not None or not here or game.finished(state):
        return
    seats = dict(zip(game.names(state), game.seats(state), strict=True))
    for name in game.table_step(game.table_view(state)).waits_for:
        if name in seats and only_waits(offered[seats[name]]):
            yield f"the middle waits for {name}, who has nothing to do"


def botched(moment: Moment) -> Iterator[str]:
    """A bot of any strength gives what it was offered, and that is done."""
    bots = moment.game.bots
    for seat in moment.seats if bots.strengths else ():
        view, offers = moment.game.seat_view(moment.state, seat), moment.offers(seat)
        if "ComeBack" in {each.kind for each in offers}:
            continue  # whoever has left is not asked
        for strength in bots.strengths[:1]:
            try:
                command = bots.act(view, offers, strength, 1)
            except Exception as error:  # noqa: BLE001 - as above
                yield f"a {strength} bot raises {error!r}"
                continue
            kind = type(command).__name__
            if command is not None and kind not in {each.kind for each in offers}:
                yield f"a {strength} bot gives {kind}, which it was not offered"
            elif command is not None and outcome(moment.game, moment.state, command, 1)[1]:
                yield f"a {strength} bot's {kind} is refused"


def _glass(moment: Moment, catalogue: Catalogue) -> Iterator[tuple[Place, Face]]:
    """Yield what the places show, in each frame of a show as well."""
    yield from moment.game.shown(moment.state, catalogue.say).items()
    shows = [each for each in (moment.show, moment.show and moment.show.then) if each]
    for show in shows:
        for begun in range(len(show.frames) + 1):
            yield from show.faces(begun, catalogue.say).items()


def cut_off(moment: Moment) -> Iterator[str]:
    """No text of the game's is too long for the glass, in any language; what is typed may be."""
    typed = [each for each in texts(msgspec.to_builtins(moment.state)) if len(each) > TYPED]
    whole, cut = glyphs.shortened, list[str]()

    def shortened(text: str, width_px: int, size_px: int) -> str:
        short = whole(text, width_px, size_px)
        if short != text and not any(each in text for each in typed):
            cut.append(text)
        return short

    glyphs.shortened = shortened
    try:
        for language, catalogue in catalogues(moment.game).items():
            for place, face in _glass(moment, catalogue):
                drawn.draw(face, GLASS)
                if cut:
                    yield f"{place} in {language} cuts off {cut.pop()!r}"
    finally:
        glyphs.shortened = whole


def unworded(moment: Moment) -> Iterator[str]:
    """What a match comes to has its sentence."""
    if moment.game.finished(moment.state):
        result = moment.game.result_of(moment.state)
        for language, catalogue in catalogues(moment.game).items():
            if result is not None and not catalogue.maybe(result):
                yield f"{result.id} has no sentence in {language}"


def catalogues(game: AnyGame) -> dict[str, Catalogue]:
    known = game_pages(game.name, game.pages).catalogues
    return {language: known[language] for language in LANGUAGES}


CHECKS = (raising, refused, shown, waited, watched, leaking, botched, cut_off, unworded)


def moments(game: AnyGame, seed: int, limit: int) -> Iterator[Moment]:
    """Yield the changes of a lucky match."""
    random = Random(seed + 1)
    for before, command, events in lucky_steps(game, seed, limit):
        if events:
            yield Moment(game, before, command, events, random)


def heart_faults(game: AnyGame, seeds: range, limit: int, every: int = 10) -> Iterator[str]:
    """Yield what is wrong at each kind of moment of lucky matches, and at each *every*-th."""
    seen = set[object]()
    for seed in seeds:
        try:
            for number, moment in enumerate(moments(game, seed, limit)):
                if moment.kind in seen and number % every:
                    continue
                seen.add(moment.kind)
                for check in CHECKS:
                    yield from check(moment)
        except Exception as error:  # noqa: BLE001 - decide, evolve or a view, where it is rare
            yield f"a match ends with {error!r}"
