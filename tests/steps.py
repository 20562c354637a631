"""Writes the table of every step of every game and of the shell: ``python -m tests.steps``."""

from pathlib import Path

import companion.games
from companion.engine.step import Either, Main, OnStage, Step
from companion.games import GAMES
from companion.messages import Catalogue
from tests.test_every_step import seen
from web.pages.game_pages import game_pages

PAGE = Path(companion.games.__file__).with_name("STEPS.md")
HEAD = """# Every step

What a phone (and, without answers, the middle of the table) asks in each moment, in English.
Made by `python -m tests.steps` from random matches; a test says when it is out of date. `/` stands
between two equals, `+` before the way round; *italic* answers lie on the stage.
"""


def written() -> str:
    """Return the page."""
    return "".join((HEAD, *map(section, GAMES)))


def section(name: str) -> str:
    """Return what the page says of one game."""
    game = GAMES[name]()
    catalogue = game_pages(name, game.pages).catalogues["en"]
    rows = {key: [step for _, _, step in each] for key, each in seen(name).items()}
    named = {id_.rpartition(".")[0] for id_ in catalogue.sentences}
    steps = {
        id_ for id_ in named if id_.split(".")[1:2] == ["step"] and id_.count(".") == 2
    }
    lines = (
        _row(about, rows.get(about.rpartition(".")[2], []), catalogue)
        for about in sorted(steps)
    )
    head = f"\n## {game.title}\n\n| step | question | answers |\n|---|---|---|\n"
    return "".join((head, *lines))


def _row(about: str, steps: list[Step], catalogue: Catalogue) -> str:
    ask, hint = _plain(catalogue, f"{about}.ask"), _plain(catalogue, f"{about}.hint")
    answers = sorted({_answers(step, catalogue) for step in steps})
    told = f"{ask}<br>{hint}" if hint else ask
    name = about.rpartition(".")[2]
    return f"| {name} | {told} | {' or '.join(filter(None, answers))} |\n"


def _plain(catalogue: Catalogue, id_: str) -> str:
    """Return the sentence with its parameters open."""
    return catalogue.sentences.get(id_) or catalogue.sentences.get(f"{id_}.other", "")


def _answers(step: Step, catalogue: Catalogue) -> str:
    labels = [
        catalogue.sentences.get(each.label.id)
        or catalogue.sentences.get(f"{each.label.id}.other", "")
        for each in step.buttons
    ]
    match step.answers:
        case OnStage(kinds):
            return ", ".join(f"*{kind}*" for kind in kinds)
        case Either():
            return " / ".join(labels)
        case Main():
            return " + ".join(labels)


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
