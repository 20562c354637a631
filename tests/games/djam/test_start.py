"""The beginning: the host's options, theme cards, dice, the roll guard."""

from dataclasses import replace
from random import Random
from string import ascii_uppercase
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.errors import Rejected
from companion.games.djam import commands as cmd
from companion.games.djam import material
from companion.games.djam.bots.words import known_words
from companion.games.djam.game import djam
from companion.games.djam.phases.dice import fill_cup
from companion.games.djam.rules import evolve
from companion.games.djam.scoring import fold
from companion.games.djam.state import Djam, Roll
from tests.games.djam.table import BORVA, NAMES, Table, catalogue
from tests.play import refusal

GAME = djam()
OWN = ("Trains", "Rain", "Cheese", "Chess", "Paris", "Our class")


def begin(*recent: str, **options: Any) -> Djam:
    """Return the state of a match begun as the host page begins it."""
    start = GAME.start(NAMES[:3], options, recent)
    command = Codec(GAME.setup_commands).load(start)
    state = GAME.initial
    for event in GAME.decide(state, command, Random(1)):
        state = GAME.evolve(state, event)
    return state


def refused(**options: Any) -> str:
    return refusal(begin, **options)


def under_the_cup(state: Djam, seed: int) -> Roll:
    """Return what lies under the cup if the next round of another deal is rolled now."""
    deal = replace(state, seed=None if state.seed is None else seed)
    [filled] = fill_cup(deal, Random(seed))
    return filled.roll


@pytest.mark.parametrize("language", ["en", "de"])
def test_dice_and_cards_are_complete_in_both_languages(language: Any) -> None:
    assert [len(die) for die in material.dice(language)] == [6] * 5
    cards = [material.themes(language, card) for card in material.CARDS]
    assert len({theme for card in cards for theme in card}) == 24


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_host_page_names_the_themes_that_are_on_the_cards(language: Any) -> None:
    sentences = catalogue(language).sentences
    for card in material.CARDS:
        assert sentences[f"choice.card.{card}"].endswith(
            ", ".join(material.themes(language, card))
        )


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_helps_ears_to_a_letter_answers_no_theme(language: Any) -> None:
    """Players find the words themselves: no sentence of the table may be one."""
    found = catalogue(language).sentences
    known = {fold(word) for words in known_words(language).values() for word in words}
    for letter in ascii_uppercase:
        word = found[f"spell.{letter}"].split()[-1]
        assert fold(word)[0] == letter
        assert fold(word) not in known
        # Neither a name nor, in German, a noun; what is left are the letters' own names.
        assert word.islower() or word in ("X", "Ypsilon")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_roll_of_the_rule_text_can_fall(language: Any) -> None:
    """Its example shows green B, white O, yellow R, red V, blue A."""
    dice = material.dice(language)
    assert all(letter in die for letter, die in zip("BORVA", dice, strict=True))


@pytest.mark.parametrize("language", ["en", "de"])
def test_hopeless_starts_are_those_that_our_own_words_leave_empty(language: Any) -> None:
    """The guard takes only rolls away to which nobody finds a word on the theme."""
    letters = sorted(set("".join(material.dice(language))))
    empty = {
        material.ban(theme, letter)
        for theme, words in known_words(language).items()
        for letter in letters
        if letter not in {fold(word)[0] for word in words}
    }
    assert set(material.hard_starts(language)) == empty


def test_a_match_begins_with_ninety_stones_and_the_first_card() -> None:
    state = begin(language="de")
    assert state.pool == 90
    assert state.options.themes[0] == "Prominente"


def test_the_host_may_write_six_own_themes() -> None:
    own = {str(number): f"  {theme} " for number, theme in enumerate(OWN, 1)}
    assert begin(card="own", own=own).options.themes == OWN
    assert begin(card="2", own=own).options.themes[0] == "Transport"


@pytest.mark.parametrize(
    ("own", "code"),
    [
        ({}, "themes"),
        ({"1": "A", "2": "B"}, "themes"),
        (dict.fromkeys("123456", "A"), "themes"),
        (dict(zip("123456", (*OWN[:5], "x" * 41), strict=True)), "theme-length"),
        (dict(zip("123456", (*OWN[:5], "a\x00b"), strict=True)), "theme-length"),
    ],
)
def test_an_own_card_needs_six_different_themes(own: Any, code: str) -> None:
    assert refused(card="own", own=own) == code


def test_impossible_options_are_refused() -> None:
    assert refused(gong_s=99) == "seconds"
    assert refused(round_s=-1) == "seconds"
    assert refused(first=3) == "unknown-player"
    with pytest.raises(Rejected, match="player-count"):
        Table(2)
    for roll in (
        Roll(9, tuple("BORVA"), 0),
        Roll(0, tuple("BO"), 0),
        Roll(0, ("?",) * 5, 0),
    ):
        with pytest.raises(Rejected, match="rolls"):
            Table(3, roll)
    with pytest.raises(Rejected, match="stones"):
        Table(3, stones=(1, 2))


def test_a_second_match_does_not_begin_on_top_of_the_first() -> None:
    t = Table(3)
    with pytest.raises(Rejected, match="not-now"):
        t.do(cmd.StartMatch(names=NAMES[:3]))


def test_the_dice_show_their_faces_and_black_one_time_in_six() -> None:
    state, black = begin(), 0
    for seed in range(600):
        roll = under_the_cup(state, seed)
        for letter, die in zip(roll.letters, material.dice("en"), strict=True):
            assert letter in die
        black += roll.start is None
    assert 70 < black < 130


def test_the_guard_rolls_a_hopeless_start_again() -> None:
    state = begin("B Celebrities", guard=True)
    rolls = [under_the_cup(state, seed) for seed in range(300)]
    pairs = {(state.options.themes[roll.theme], roll.first_letter) for roll in rolls}
    assert ("Celebrities", "B") not in pairs
    assert ("Food and drink", "U") not in pairs
    assert ("Jobs", "E") in pairs
    without = begin("B Celebrities")
    rolls = [under_the_cup(without, seed) for seed in range(300)]
    assert ("Celebrities", "B") in {
        (without.options.themes[roll.theme], roll.first_letter) for roll in rolls
    }


def test_the_guard_learns_from_rounds_in_which_nobody_found_a_word() -> None:
    t = Table(3, BORVA)
    t.roll()
    for name in ("Ann", "Bob", "Cleo"):
        t.act(name, cmd.Pass)
    assert GAME.remember(t.state) == ["B Celebrities"]


def test_it_learns_nothing_where_somebody_found_a_word() -> None:
    t = Table(3, BORVA)
    t.roll()
    t.find("Ann", "Bono")
    t.act("Bob", cmd.Pass)
    t.act("Cleo", cmd.Pass)
    assert GAME.remember(t.state) == ["=BONO"], "the word alone"


def test_no_theme_comes_twice_in_a_row_where_the_host_says_so() -> None:
    t = Table(3, BORVA, fresh=True)
    t.roll()
    for seed in range(100):
        assert under_the_cup(t.state, seed).theme != 0


def test_fixed_rolls_come_first_and_then_chance() -> None:
    t = Table(3, BORVA, Roll(2, tuple("XXXXX"), 4))
    assert t.state.cup == BORVA
    assert len(t.state.rolls) == 1
    [filling] = fill_cup(t.state, Random(0))
    filled = evolve(t.state, filling)
    assert filled.cup == Roll(2, tuple("XXXXX"), 4)
    assert not filled.rolls
