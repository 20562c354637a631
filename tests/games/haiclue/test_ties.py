"""What the bot knows of words: every one of the game, and what people mean by their clues."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.haiclue.bots.act import nearest
from companion.games.haiclue.bots.ties import circles, tie
from companion.games.haiclue.words import shipped
from companion.languages import LANGUAGES, Language

LEAST_TIES = 4


def of_people(language: Language) -> list[tuple[str, tuple[str, ...]]]:
    text = Path(__file__).with_name(f"people_{language}.txt").read_text("utf-8")
    lines = (line.partition(":") for line in text.splitlines() if line[0] != "#")
    return [(target, tuple(clue.split())) for target, _, clue in lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_circles_hold_words_of_the_game_and_each_word_has_several_ties(
    language: Language,
) -> None:
    words = [word.text for word in shipped(language)]
    read = [line.replace(":", "").split() for line in circles(language)]
    assert {word for circle in read for word in circle} == set(words)
    ties = {
        word: {other for circle in read if word in circle for other in circle}
        for word in words
    }
    few = {word for word, others in ties.items() if len(others) <= LEAST_TIES}
    assert len(few) / len(words) < 0.1, sorted(few)
    assert all(len(others) > 1 for others in ties.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bot_understands_what_people_lay(language: Language) -> None:
    clues = of_people(language)
    words = [word.text for word in shipped(language)]
    assert len(clues) == 200
    random = Random(1)
    found = 0
    for target, clue in clues:
        free = [word for word in words if word != target and word not in clue]
        targets: list[Any] = [
            SimpleNamespace(word=word) for word in (target, *random.sample(free, 3))
        ]
        random.shuffle(targets)
        found += nearest(targets, clue, language, random).word == target
    print(f"{language}: {found} of {len(clues)} clues of people found")  # noqa: T201 - a figure
    assert found >= 160, "chance finds 50"


CLOSE = 0.06
"""A tie that a reader sees: of words in one circle, mostly, and of two in circles of one more."""
LEAST_CLOSE = {"en": 0.55, "de": 0.5}
"""In how many hands at least some tile is so close to some target of the table."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_most_hands_some_tile_says_something_of_a_target(language: Language) -> None:
    words, random = [word.text for word in shipped(language)], Random(1)
    close = 0
    for _ in range(300):
        target, *hand = random.sample(words, 16)
        close += max(tie(language, tile, target) for tile in hand) >= CLOSE
    print(f"{language}: {close} of 300 hands")  # noqa: T201 - a figure
    assert close / 300 >= LEAST_CLOSE[language]


def test_a_word_nobody_tied_says_nothing() -> None:
    assert tie("de", "bellen", "Wolf") > 0
    assert tie("de", "bellen", "Quark") == 0
    assert tie("en", "bark", "tree") == tie("en", "tree", "bark")


def test_what_follows_a_colon_is_tied_to_the_word_before_it_alone() -> None:
    assert tie("en", "hesitate", "doubt") > tie("en", "doubt", "careful")
    assert tie("en", "hesitate", "careful") > tie("en", "doubt", "careful")
