"""The middle of the table asks what the phones ask, word for word, and names whom they wait for."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.engine.game import AnyGame
from companion.engine.step import Answer, OnStage, Step
from companion.games import GAMES
from companion.languages import LANGUAGES
from tests.depth import seeds
from tests.drawn import Drawn
from tests.play import Player, after, begin, seated, steps, variant_of

TITLE = re.compile(r'<h2 id="table-now-title">(.*?)</h2>')
OWN = {"result-right", "result-wrong", "open-passed"}
"""What a phone tells its reader of the own guess or wish; the table asks nothing by that."""
COUNTS = (2, 3, 4, 5)
DEEP, LEAST, LIMIT = 15, 3, 400


def asked(step: Step) -> bool:
    """Return whether a phone waits for its reader, who has something to answer."""
    if isinstance(step.answers, OnStage):
        return bool(step.answers.kinds) or step.private
    return any(not isinstance(each, Answer) or each.ready for each in step.buttons)


def moments(game: AnyGame, some: range) -> Iterator[tuple[Any, Step, list[Step]]]:
    """Yield what the middle and the phones ask, wherever these questions are new together."""
    seen: set[object] = set()
    for seed in some:
        random = Random(seed)
        players = seated(game, COUNTS[seed % len(COUNTS)])
        options = variant_of(game, seed)
        state = after(game, game.initial, begin(game, players, random, **options))
        for before, _, events in steps(game, state, Player(game, random), LIMIT):
            if not events:
                continue
            state = after(game, before, events)
            table = game.table_view(state)
            phones = [
                game.asked(view, game.offers(view))
                for view in (game.seat_view(state, seat) for seat in game.seats(state))
            ]
            here = [each for each in phones if each.name != "left"]
            middle = game.table_step(table)
            moment = tuple((e.about, e.waits_for, asked(e)) for e in (middle, *here))
            if repr(moment) not in seen:
                seen.add(repr(moment))
                yield table, middle, here


class Said:
    """What stands in the title of a step, as the page of the middle draws it."""

    def __init__(self, game: AnyGame, language: str) -> None:
        self.drawn, self.language = Drawn(game), language
        self.known: dict[str, str] = {}

    def __call__(self, step: Step, table: Any) -> str:
        about = repr(step.about)
        if about not in self.known:
            values = {"step": step, "table": table}
            html = self.drawn.page("middle.html", self.language, **values)
            (self.known[about],) = TITLE.findall(html)
        return self.known[about]


def faults(said: Said, table: Any, middle: Step, phones: list[Step]) -> Iterator[str]:
    """Yield where the middle asks something else than the phones do, or names nobody."""
    title = said(middle, table)
    named = {*middle.waits_for}
    for step in phones:
        missing = [each for each in step.waits_for if each not in named | {*title.split()}]
        if missing and not asked(step):
            yield f"{step.name} waits for {missing}: the middle for {named}, {title}"
    for some in (phones, [each for each in phones if asked(each)]):
        told = {said(each, table) for each in some}
        if (
            len(some) > 1
            and len(told) == 1
            and some[0].name not in OWN
            and title not in told
        ):
            yield f"{some[0].name}, {told}: in the middle {title}"


@pytest.mark.parametrize("some", seeds(5, DEEP))
@pytest.mark.parametrize("name", GAMES)
def test_the_middle_asks_what_the_phones_ask(name: str, some: range) -> None:
    game, found, met = GAMES[name](), set[str](), 0
    said = [Said(game, language) for language in LANGUAGES]
    for moment in moments(game, some):
        met += 1
        found |= {fault for each in said for fault in faults(each, *moment)}
    assert sorted(found) == []
    assert met > LEAST
