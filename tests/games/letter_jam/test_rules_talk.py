"""Points 25 to 27: what may be told, who makes the words, how long they are."""

from dataclasses import asdict
from random import Random

import pytest

from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import CardsDealt
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.state import Figures
from companion.ports import Message
from companion.words.lexicon import load_lexicon
from tests.games.letter_jam.table import NAMES, Table, table
from tests.play import sentence


def figures(
    letters: int, players: int, nonplayers: int = 0, *, wildcard: bool = False
) -> Figures:
    return Figures(letters, players, nonplayers, 0, wildcard)


def test_the_permitted_figures_are_told_to_all() -> None:
    """Point 25: letters, players helped, nonplayer stands, bonus letters, wildcard."""
    t = table(4)
    told = Figures(7, 3, 1, 0, wildcard=True, good=True)
    t.act("Ann", cmd.TellFigures, figures=told)
    assert t.view("Dan").table.players[0].figures == told
    message = sentence(t.game, t.before_last(), t.events[0])
    assert message is not None
    assert dict(message.params) == {
        "name": "Ann",
        "letters": 7,
        "players": 3,
        "nonplayers": 1,
        "bonus": 0,
        "wildcard": Message("lj.yes"),
    }


def test_nothing_but_counts_can_be_told() -> None:
    """Point 25: never who, which, the kind of word or repeated letters."""
    values = asdict(Figures(7, 3, 1, 0, wildcard=True)).values()
    assert {type(value) for value in values} == {int, bool}


@pytest.mark.parametrize(
    "told",
    [
        figures(0, 0),
        figures(-1, 0),
        figures(5, 4),
        figures(5, -1),
        figures(5, 1, 3),
        figures(2, 3),
        figures(201, 3),
        Figures(5, 1, 0, 1, wildcard=False),
        # Each fits alone, but so many different stands want so many letters.
        figures(3, 2, 2),
        figures(3, 2, 1, wildcard=True),
    ],
)
def test_impossible_figures_are_a_slip_of_the_finger(told: Figures) -> None:
    """Point 25: at four players there are three others and two nonplayer stands."""
    t = table(4)
    assert t.refused("Ann", cmd.TellFigures, figures=told) == "figures"


def test_a_clue_that_uses_no_card_is_none() -> None:
    """Point 25: each letter is a card's or the wildcard's, however long the word is."""
    t = table(4)
    for letters in (1, 4, 200):
        told = figures(letters, 0)
        assert t.refused("Ann", cmd.TellFigures, figures=told) == "figures-none"


@pytest.mark.parametrize(
    "told",
    [
        figures(1, 1),
        figures(4, 0, wildcard=True),
        figures(4, 0, 1),
        figures(5, 3, 2),
        figures(6, 3, 2, wildcard=True),
        figures(10, 1),
        figures(30, 3, 2, wildcard=True),
    ],
)
def test_different_stands_count_once(told: Figures) -> None:
    """Point 25: ten letters may all lie at one stand."""
    t = table(4)
    t.act("Ann", cmd.TellFigures, figures=told)
    assert t.player("Ann").figures == told


def test_one_may_have_none_and_take_it_back() -> None:
    """Point 25."""
    t = table(3)
    t.act("Ann", cmd.TellFigures, figures=figures(4, 1))
    t.act("Ann", cmd.TellNone)
    assert (t.player("Ann").figures, t.player("Ann").has_none) == (None, True)
    t.act("Ann", cmd.TellNothing)
    assert (t.player("Ann").figures, t.player("Ann").has_none) == (None, False)


def test_what_was_told_of_clues_ends_with_the_round() -> None:
    """Point 25: the next clue is another."""
    t = table(3)
    t.act("Ann", cmd.TellFigures, figures=figures(4, 1))
    t.act("Cleo", cmd.TellNone)
    t.round("Ann", "2 *")
    assert {player.figures for player in t.state.players} == {None}
    assert {player.has_none for player in t.state.players} == {False}


def test_sure_or_unsure_of_the_own_letter_may_be_told() -> None:
    """Point 25: before and while everybody decides; it ends with the letter."""
    t = table(3)
    t.act("Bob", cmd.TellSure, sure=False)
    assert t.view("Ann").table.players[1].sure is False
    t.give("Ann", "2 3")
    t.act("Bob", cmd.TellSure, sure=True)
    assert t.says() == ["told.sure"]
    t.act("Cleo", cmd.TellSure, sure=True)
    t.move_on("Bob")
    t.act("Cleo", cmd.Stay)
    assert [player.sure for player in t.state.players] == [None, None, True]


def test_the_maker_of_a_word_is_the_left_neighbour() -> None:
    """Point 26: seats count clockwise, so Bob makes Ann's, Cleo Bob's and Ann Cleo's."""
    t = Table(cmd.StartMatch(NAMES[:3], (5,) * 3, dealing="makers"))
    makers = {t.view(name).making.for_name: name for name in NAMES[:3]}  # type: ignore[union-attr]
    assert makers == {"Ann": "Bob", "Bob": "Cleo", "Cleo": "Ann"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_row_never_reads_as_a_word(language: str) -> None:
    """Point 26: with the generator."""
    words = Lexicons()
    lexicon = load_lexicon("de" if language == "de" else "en")
    game = Table(words=words).game
    start = cmd.StartMatch(NAMES, (5,) * 6, language=lexicon.language)
    for seed in range(20):
        events = game.decide(game.initial, start, Random(seed))
        (dealt,) = (event for event in events if isinstance(event, CardsDealt))
        rows = ["".join(map(str, row)) for row in dealt.rows]
        assert not [row for row in rows if lexicon.is_word(row)]


def test_five_letters_are_the_standard() -> None:
    """Point 27."""
    game = table(2).game
    assert game.start(["Ann", "Bob", "Cleo"], {}, [])["lengths"] == [5, 5, 5]


@pytest.mark.parametrize("length", range(3, 8))
def test_words_have_three_to_seven_letters(length: int) -> None:
    """Point 27: with both ways of dealing."""
    lengths = (length,) * 4
    t = Table(cmd.StartMatch(NAMES[:4], lengths), words=Lexicons())
    assert tuple(map(len, t.state.words)) == lengths
    t = Table(cmd.StartMatch(NAMES[:4], lengths, dealing="makers"), words=Lexicons())
    assert tuple(player.length for player in t.state.players) == lengths


@pytest.mark.parametrize("length", [0, 2, 8, -1])
def test_other_lengths_are_refused(length: int) -> None:
    """Point 27."""
    start = cmd.StartMatch(NAMES[:2], (5, length))
    assert Table().refused_command(start) == "length"
