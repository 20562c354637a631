"""No word whose root was named in this round already; names of different people are free."""

from typing import Any

import pytest

from companion.games.djam import commands as cmd
from companion.games.djam import material
from companion.games.djam.bots.act import act
from companion.games.djam.bots.words import known_words
from companion.games.djam.roots import may_be_kin
from companion.games.djam.state import Phase, Roll
from companion.languages import LANGUAGES
from tests.games.djam.table import Table, rolled

ANIMALS = Roll(1, tuple("HUNDE"), 0)


def animals(players: int = 4, **options: Any) -> Table:
    return rolled(players, ANIMALS, language="de", **options)


@pytest.mark.parametrize("word", ["Hund", "HUND", "Hündin", "Hundewelpe", "Hofhund"])
def test_a_word_of_the_same_root_never_pays_by_silence(word: str) -> None:
    t = animals()
    assert t.find("Ann", "Hund") == 4
    t.say("Bob", word)
    claim = t.game.table_view(t.state).claim
    assert claim is not None
    assert claim.kin == "Hund"
    step = t.game.step(t.view("Cleo"), t.game.offers(t.view("Cleo")))
    assert step.hint is not None
    assert step.hint.id == "dj.now.yes"
    t.time_up()
    assert t.stones() == [4, 0, 0, 0]
    assert "Nobody speaks for the word of Bob" in t.said()[-1]
    t.time_up()
    assert t.find("Bob", "Hase") == 2, "whoever was refused still looks"


def test_the_table_may_say_yes_to_it() -> None:
    t = animals()
    t.find("Ann", "Hund")
    t.say("Bob", "Hundertfüßer")
    t.act("Cleo", cmd.Accept)
    assert t.phase() == Phase.CLAIM
    t.time_up()
    assert t.stones()[1] == 5


def test_nor_by_a_vote_to_which_nobody_comes() -> None:
    t = animals()
    t.find("Ann", "Hund")
    t.say("Bob", "Hund")
    t.act("Cleo", cmd.Object)
    t.time_up()
    assert t.stones()[1] == 0


def test_another_word_is_accepted_by_silence_as_ever() -> None:
    t = animals()
    t.find("Ann", "Hund")
    assert t.find("Bob", "Hase") == 2


@pytest.mark.parametrize(
    ("theme", "words", "stones"),
    [
        (0, ("Mark", "Markus"), 2),
        (0, ("Mark", "Mark"), 2),
        (2, ("Mark", "Mark"), 2),
        (5, ("Marburg", "Marbach"), 2),
        (5, ("Mainz", "Mainz"), 0),
    ],
)
def test_names_are_free_and_two_people_may_bear_one(
    theme: int, words: tuple[str, str], stones: int
) -> None:
    t = rolled(4, Roll(theme, tuple("MAXYQ"), 0), language="de")
    t.find("Ann", words[0])
    assert t.find("Bob", words[1]) == stones


def test_a_theme_of_ones_own_may_be_about_anything_so_somebody_says_yes() -> None:
    t = rolled(4, ANIMALS, card="own", own=("A", "B", "C", "D", "E", "F"))
    t.find("Ann", "Hund")
    assert t.find("Bob", "Hund") == 0


def test_words_sealed_alike_both_count() -> None:
    t = animals(pace="calm")
    for name in ("Ann", "Bob", "Cleo"):
        t.act(name, cmd.Seal, word="Hund")
    t.act("Dan", cmd.Pass)
    for _ in range(3):
        t.time_up()
    assert t.stones()[:3] == [4, 4, 4]


@pytest.mark.parametrize(
    ("one", "other", "kin"),
    [
        ("Flug", "Fliege", True),
        ("Sprung", "Springen", True),
        ("Koch", "Köchin", True),
        ("sing", "song", True),
        ("Schneider", "Schnecke", False),
        ("Schaf", "Schildkröte", False),
        ("Ei", "Eis", False),
        ("Hase", "Hund", False),
    ],
)
def test_what_letters_tell_of_a_root(one: str, other: str, *, kin: bool) -> None:
    assert may_be_kin(one, other) is kin


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_different_words_are_taken_for_kin(language: Any) -> None:
    pairs = [
        (one, other)
        for words in known_words(language).values()
        for at, one in enumerate(words)
        for other in words[at + 1 :]
        if one[0] == other[0]
    ]
    taken = sum(may_be_kin(one, other) for one, other in pairs)
    assert taken < len(pairs) * 0.1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_themes_of_names_are_on_our_cards(language: Any) -> None:
    themes = {theme for card in material.CARDS for theme in material.themes(language, card)}
    assert {theme for kind in material.names(language) for theme in kind} <= themes


def answers(t: Table, name: str) -> list[Any]:
    view = t.view(name)
    return [act(view, t.game.offers(view), "simple", seed) for seed in range(400)]


def test_a_bot_minds_a_root_that_was_named_if_not_always_and_none_that_it_knows() -> None:
    t = animals()
    t.say("Ann", "Hund")
    fine = sum(isinstance(each, cmd.Object) for each in answers(t, "Cleo"))
    assert not fine
    t.time_up()
    t.say("Bob", "Hündin")
    minded = sum(isinstance(each, cmd.Object) for each in answers(t, "Cleo"))
    assert 280 < minded < 400
    t.act("Dan", cmd.Object)
    against = sum(
        each == cmd.Vote(t.seat("Cleo"), valid=False) for each in answers(t, "Cleo")
    )
    assert 280 < against < 400
