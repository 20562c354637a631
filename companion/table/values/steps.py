"""What a page asks: the game's step, or one of the moments between and around a match."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine.course import Course
from companion.engine.game import AnyGame
from companion.engine.offers import Offer
from companion.engine.step import Main, OnStage, ShellAct, ShellAnswer, Step
from companion.ports import Message


def seat_step(  # noqa: PLR0913 - a page's facts, by keyword
    game: AnyGame | None,
    view: Any,  # noqa: ANN401 - the game's
    offers: Sequence[Offer],
    *,
    paused: bool,
    finished: bool,
    is_host: bool,
    course: Course | None,
    broken_off: Message | None,
) -> Step:
    """Return what a person is asked; *game* None: no match is on; *view* None: no seat in it."""
    if game is None:
        step = _of_host("lobby", "prepare", is_host=is_host)
        return step if is_host else replace(step, hint=broken_off)
    if paused:
        return _of_host("paused", "go-on", is_host=is_host)
    if course is not None:
        skip = ShellAnswer("skip", Message("step.act.skip"))
        return replace(course.step, answers=Main(skip))
    if view is None:
        return _step("late-over" if finished else "late")
    step = game.asked(view, offers)
    if finished and not step.buttons:
        hint = step.hint or Message("step.finished-host" if is_host else "step.finished")
        return replace(step, hint=hint, answers=_way_on("again", is_host=is_host))
    return step


def table_step(
    game: AnyGame | None,
    view: Any,  # noqa: ANN401 - as above
    *,
    paused: bool,
    course: Course | None,
) -> Step:
    """Return what the middle of the table says happens now."""
    if game is None:
        return _step("lobby")
    if paused:
        return _step("paused")
    return game.table_step(view) if course is None else course.step


def tutorial_step(at: int, of: int) -> Step:
    """Return what mark *at* of *of* asks of whoever has only to read it: to go on."""
    name, way = "tutorial", "tutorial-end" if at == of else "next"
    answer = ShellAnswer("next", Message(f"step.act.{way}"))
    about = Message(f"step.{name}", {"at": at, "of": of})
    return Step(about=about, turn=at, answers=Main(answer))


def _of_host(name: str, act: ShellAct, *, is_host: bool) -> Step:
    step = _step(f"{name}-host" if is_host else name)
    return replace(step, answers=_way_on(act, is_host=is_host))


def _step(name: str) -> Step:
    return Step(about=Message(f"step.{name}"))


def _way_on(act: ShellAct, *, is_host: bool) -> Main | OnStage:
    answer = ShellAnswer(act, Message(f"step.act.{act}"))
    return Main(answer) if is_host else OnStage()
