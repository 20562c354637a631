"""Every step that random play meets: question, answers and who is waited for, in each language."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine.game import AnyGame
from companion.engine.offers import Offer
from companion.engine.step import Answer, Either, Main, OnStage, Step
from companion.games import FIRST, GAMES
from companion.ports import Message, Seat
from tests.depth import seeds
from tests.play import Player, after, begin, for_tests, seated, steps, variant_of
from web.pages.game_pages import game_pages

SEEDS, LIMIT = 20, 500
DEEP = 9
"""Of so many seeds each variant of a game is met, with few people and with more."""


def met(game: AnyGame) -> Iterator[tuple[Any, Seat | None, Step]]:
    """Yield (state, seat or None for the middle, step) of random matches."""
    for seed in range(SEEDS):
        random = Random(seed)
        wish = (min(game.players), 3, 4, max(game.players))[seed // 4 % 4]
        players = seated(game, wish)
        options = variant_of(game, seed)
        state = after(game, game.initial, begin(game, players, random, **options))
        yield from _of(game, state, random)
        for before, _, events in steps(game, state, Player(game, random), LIMIT):
            if events:
                state = after(game, before, events)
                yield from _of(game, state, random)
                show = game.course(game.table_view(before), game.table_view(state))
                if show is not None:
                    yield state, None, show.step


def _of(
    game: AnyGame, state: Any, random: Random
) -> Iterator[tuple[Any, Seat | None, Step]]:
    """Yield the middle's step and those of two seats, whichever they are."""
    for seat in random.sample(game.seats(state), min(2, len(game.seats(state)))):
        view = game.seat_view(state, seat)
        yield state, seat, game.asked(view, game.offers(view))
    yield state, None, game.table_step(game.table_view(state))


@cache
def seen(name: str) -> Mapping[str, list[tuple[Any, Seat | None, Step]]]:
    """Return some of each step by name."""
    found: dict[str, list[tuple[Any, Seat | None, Step]]] = {}
    for each in met(GAMES[name]()):
        few = found.setdefault(each[2].name, [])
        if len(few) < 40 or each[2].answers != few[-1][2].answers:
            few.append(each)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_step_has_its_sentences(name: str) -> None:
    marks = for_tests(GAMES[name]())
    for catalogue in game_pages(name, GAMES[name]().pages).catalogues.values():
        said = [id_ for id_ in catalogue.sentences if id_.split(".")[1:2] == ["step"]]
        named = {id_.split(".")[2] for id_ in said}
        assert named - set(seen(name)) <= {*marks.rare_steps}, "a step that nobody meets"
        for _, _, step in chain.from_iterable(seen(name).values()):
            assert catalogue.maybe(step.sentence("ask")), step.about.id
            if step.hint is not None:
                assert catalogue.maybe(step.hint), step.hint.id
            for answer in step.buttons:
                assert catalogue.maybe(answer.label), answer.label.id


@pytest.mark.parametrize("name", GAMES)
def test_answers_are_offered_and_whoever_is_asked_nothing_waits(name: str) -> None:
    game = GAMES[name]()
    for each in seen(name).values():
        for state, seat, step in each:
            if seat is None:
                assert not step.kinds
                continue
            offered = {offer.kind for offer in game.offers(game.seat_view(state, seat))}
            waits = {
                answer.kind
                for answer in step.buttons
                if isinstance(answer, Answer) and (answer.chosen or not answer.ready)
            }
            assert step.kinds - waits <= offered, (step.id, step.kinds - offered)
            assert len(step.buttons) <= 2


@pytest.mark.parametrize("some", seeds(4, DEEP))
@pytest.mark.parametrize("name", GAMES)
def test_a_step_speaks_of_what_the_table_knows(name: str, some: range) -> None:
    """The same table, seat and offers: the same question, whatever lies hidden."""
    game, known = GAMES[name](), dict[object, tuple[Message, Message | None, object]]()
    for seed in some:
        random = Random(seed)
        options = variant_of(game, seed)
        players = (min(game.players), min(4, max(game.players)))[seed % 2]
        state = after(game, game.initial, begin(game, players, random, **options))
        for before, _, events in steps(game, state, Player(game, random), 60):
            if not events:
                continue
            state = after(game, before, events)
            public = msgspec.json.encode(game.table_view(state))
            for seat in game.seats(state):
                for world in (state, *_others(game, state, seat, random)):
                    view = game.seat_view(world, seat)
                    offers = game.offers(view)
                    step = game.asked(view, offers)
                    key = public, seat, frozenset(offer.kind for offer in offers)
                    told = step.about, step.hint, step.waits_for
                    assert known.setdefault(key, told) == told


@pytest.mark.parametrize("some", seeds(4, DEEP))
@pytest.mark.parametrize("name", GAMES)
def test_what_the_host_answers_for_somebody_says_nothing_that_the_host_may_not_know(
    name: str, some: range
) -> None:
    """The host holds a seat too: in its twin worlds each other's plain step is the same."""
    game, compared = GAMES[name](), 0
    for seed in some:
        random = Random(seed)
        options = variant_of(game, seed)
        players = (min(game.players), min(4, max(game.players)))[seed % 2]
        state = after(game, game.initial, begin(game, players, random, **options))
        for before, _, events in steps(game, state, Player(game, random), 60):
            if not events:
                continue
            state = after(game, before, events)
            host = random.choice(game.seats(state))
            twin = for_tests(game).twin(state, host, random)
            for seat in game.seats(state):
                if seat != host:
                    plain = [_aloud(game, each, seat) for each in (state, twin)]
                    assert plain[0] == plain[1], (seat, plain)
                    compared += 1
    assert compared > len(some) or max(game.players) == 1


def test_a_choice_that_stands_on_the_page_stands_on_no_plain_page() -> None:
    """The same check finds the secret answer to a doubt where it is left in."""
    chosen = Answer("Believe", Message("bb.doubt.believe"), chosen=True)
    other = Answer("Doubt", Message("bb.doubt.doubt"), chosen=False)
    step = Step(about=Message("bb.step.doubt"), answers=Either(chosen, other), stage="word")
    not_chosen = replace(step, answers=Either(replace(chosen, chosen=False), other))
    assert step.plain() == not_chosen.plain() != step
    assert [each.chosen for each in step.plain().buttons if isinstance(each, Answer)] == [
        None,
        None,
    ]


def test_a_plain_page_has_no_button_for_what_lies_on_the_stage() -> None:
    lay, skip = Answer("Lay", Message("x"), form="lay"), Answer("Pass", Message("y"))
    about = Message("bb.step.turn-lay")
    assert Step(about=about, answers=Main(lay, skip)).plain().buttons == (skip,)
    assert Step(about=about, answers=Main(lay)).plain().buttons == ()
    assert Step(about=about, answers=OnStage(("Lay",))).plain().kinds == set()
    waits = replace(skip, ready=False)
    assert Step(about=about, answers=Main(waits)).plain().buttons == ()
    buzzer = replace(waits, any_time=True)
    assert Step(about=about, answers=Main(buzzer)).plain().buttons == (buzzer,)


def _aloud(game: AnyGame, state: Any, seat: Seat) -> tuple[Step, tuple[Offer, ...]]:
    view = game.seat_view(state, seat)
    offers = game.offers(view)
    step = game.asked(view, offers)
    return step.plain(), () if _has_paper(game.name, game.pages) else step.aloud(offers)


@cache
def _has_paper(name: str, package: str) -> bool:
    return game_pages(name, package).read("paper.html") is not None


def _others(game: AnyGame, state: Any, seat: Seat, random: Random) -> Iterator[Any]:
    """Yield worlds in which what *seat* knows alone is another: those of the other seats."""
    public = msgspec.json.encode(game.table_view(state))
    for other in game.seats(state):
        if other != seat:
            twin = for_tests(game).twin(state, other, random)
            if msgspec.json.encode(game.table_view(twin)) == public:
                yield twin


@pytest.mark.parametrize("name", GAMES)
def test_for_what_nobody_else_may_see_or_hear_a_phone_is_handed_over(name: str) -> None:
    private, hat = set[str](), set[str]()
    named = {*for_tests(GAMES[name]()).private_steps}
    for each in seen(name).values():
        for state, seat, step in each:
            if seat is not None and step.private:
                table = GAMES[name]().table_view(state)
                (hat if getattr(table, "hat", False) else private).add(step.name)
    assert private <= named <= private | hat
    assert hat <= named | {"roll-mine", "roll-ready", "roll-calm", "roll-watch"} | {
        "roll-tap",
        "roll-real",
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_middle_and_the_phones_name_the_same_moment(name: str) -> None:
    game = GAMES[name]()
    for each in seen(name).values():
        for state, seat, step in each:
            if seat is None or step.name == "left":
                continue
            middle = game.table_step(game.table_view(state))
            assert step.name.split("-")[0] == middle.name.split("-")[0], (step, middle)


@pytest.mark.parametrize("name", GAMES)
def test_the_table_of_steps_is_up_to_date(name: str) -> None:
    """A game that has not entered itself yet stands on none."""
    from tests.steps import HEAD, PAGE, section  # noqa: PLC0415 - it imports this module

    head, *parts = Path(PAGE).read_text("utf-8").split("\n## ")
    known = {title: rest for title, _, rest in (each.partition("\n") for each in parts)}
    made = section(name).removeprefix("\n## ")
    title, _, rest = made.partition("\n")
    assert head == HEAD, "python -m tests.steps"
    if name in FIRST or title in known:
        assert known[title].rstrip("\n") == rest.rstrip("\n"), "python -m tests.steps"
