"""What pages ask between, around and in a match; an answer to what is over is refused."""

from functools import partial
from random import Random

from companion.engine.step import Main, ShellAnswer, Step
from companion.games import GAMES
from companion.ports import Message, Seat
from companion.table.values.steps import seat_step
from tests.play import Player, after, begin, steps
from tests.table.house import House, device


def answer(
    house: House, name: str, step: str, command_id: str, kind: str, **more: object
) -> None:
    page = house.page(name)
    house.work(
        house.table.moves.send,
        page.device,
        house.handle(name),
        {"type": kind, **more},
        command_id,
        step,
    )


def pause(house: House, *, paused: bool) -> None:
    rest = house.table.matches.pause
    house.work(rest, device("Anna"), paused=paused)


def act(step: Step) -> str:
    """Return what the one answer of the shell's does."""
    assert isinstance(step.answers, Main)
    assert isinstance(step.answers.answer, ShellAnswer)
    return step.answers.answer.act


def test_the_lobby_asks_the_host_alone_for_something(house: House) -> None:
    house.seated("Anna", "Ben")
    assert house.page("Anna").step.id == "lobby-host:"
    assert act(house.page("Anna").step) == "prepare"
    assert house.page("Ben").step.id == "lobby:"
    assert house.page("Ben").step.buttons == ()
    assert house.shown.table.step.name == "lobby"


def test_a_pause_is_a_step_of_its_own_and_the_question_comes_back(match: House) -> None:
    before = match.page("Ben").step
    pause(match, paused=True)
    assert match.page("Ben").step.name == "paused"
    assert act(match.page("Anna").step) == "go-on"
    assert match.shown.table.step.name == "paused"
    pause(match, paused=False)
    assert match.page("Ben").step == before


def test_who_comes_late_hears_so(match: House) -> None:
    match.join("Dora")
    assert match.page("Dora").step.name == "late"


def test_an_answer_to_a_question_that_is_over_is_refused_and_changes_nothing(
    match: House,
) -> None:
    asked = match.page("Ben").step.id
    answer(match, "Ben", asked, "ben-wants-no-more", "WantEnd", want=True)
    log = match.log()
    stale = partial(answer, match, "Ben", asked, "ben-has-none", "TellNone")
    match.refused("step-over", stale)
    assert match.log() == log
    # The same command asked for again was done already: that is no stale answer.
    answer(match, "Ben", asked, "ben-wants-no-more", "WantEnd", want=True)
    assert match.log() == log


def test_what_is_no_answer_needs_no_question(match: House) -> None:
    answer(match, "Ben", "", "ben-wants-no-more", "WantEnd", want=True)
    assert match.page("Ben").step.name == "clue-enough"
    answer(match, "Ben", "", "ben-wants-more", "WantEnd", want=False)
    assert match.page("Ben").step.name == "clue-look"


def test_a_vote_that_stays_open_hides_no_way_on_once_the_match_is_over() -> None:
    """What may still be done on the stage, as the vote for the poem, is no answer."""
    game = GAMES["haiclue"]()
    random = Random(1)
    state = after(game, game.initial, begin(game, 3, random))
    for before, _, events in steps(game, state, Player(game, random), 4500):
        state = before if events is None else after(game, before, events)
        if game.finished(state):
            break
    view = game.seat_view(state, Seat(0))
    offers = game.offers(view)
    assert "Vote" in {offer.kind for offer in offers}
    over = partial(
        seat_step, game, paused=False, finished=True, course=None, broken_off=None
    )
    assert act(over(view, offers, is_host=True)) == "again"
    assert over(view, offers, is_host=False).hint == Message("step.finished")
    assert over(None, (), is_host=False).name == "late-over"
