"""Four targets, the clue, how things stand: what the stands show and what a press does."""

from random import Random

import pytest

from companion.engine.events import Undo, undo_of
from companion.engine.game import Gesture, Touch
from companion.games.haiclue import commands as cmd
from companion.games.haiclue import events as ev
from companion.games.haiclue.state import SHAPES, Phase
from companion.ports import STAND_PLACES, LinesFace, Mark, Message, Place, Seat, WordFace
from companion.table.match import Match
from tests.games.haiclue.table import GAME, Table, set_table

A, B, C = map(Seat, range(3))


def press(table: Table, number: int) -> list[object]:
    command = GAME.control(
        table.state, Touch(STAND_PLACES[number - 1], "main", Gesture.PRESS)
    )
    return [] if command is None else list(table.command(command))


def test_the_first_four_stands_say_their_word() -> None:
    table = Table()
    for number, shape in enumerate(SHAPES, 1):
        press(table, number)
        word: dict[str, str | int | Message] = {
            "shape": Message(f"shape.{shape}"),
            "word": f"W{shape}0",
        }
        assert table.told[-1] == Message("told.word", word)


def test_the_fifth_stand_turns_the_page_of_a_long_clue() -> None:
    table = Table()
    table.lay(tiles=[str(n) for n in range(1, 16)])
    pages = []
    for _ in range(4):
        face = GAME.shown(table.state, str)[STAND_PLACES[4]]
        assert isinstance(face, LinesFace)
        pages.append(face.lines)
        press(table, 5)
    assert pages[0][0] == "Ben 1/2:"
    assert pages[0] == pages[2] != pages[1]
    words = " ".join(" ".join(page[1:]) for page in pages[:2]).split()
    assert words == [f"w1-{n}" for n in range(1, 16)]


def test_the_sixth_stand_says_who_is_missing_and_goes_on_from_a_result() -> None:
    table = Table()
    table.lay(0)
    press(table, 6)
    assert table.told[-1] == Message("told.laying", {"names": "Ben, Cleo"})
    table.lay(1, 2)
    table.command(cmd.Guess(A, "bar"))
    press(table, 6)
    assert table.told[-1] == Message("told.guessing", {"names": "Cleo"})
    table.command(cmd.Guess(C, "bar"))
    assert [type(event) for event in press(table, 6)] == [ev.ReadingBegan]


@pytest.mark.parametrize("phase", [Phase.CLUE, Phase.GUESS, Phase.RESULT])
def test_no_button_ever_guesses_or_lays(phase: Phase) -> None:
    table = Table()
    if phase is not Phase.CLUE:
        table.lay()
    if phase is Phase.RESULT:
        table.guess()
    for place in (*STAND_PLACES, Place("centre")):
        for button in ("main", "wildcard", "next"):
            for gesture in Gesture:
                command = GAME.control(table.state, Touch(place, button, gesture))
                assert not isinstance(command, cmd.Guess | cmd.LayClue)


def test_four_stands_show_shape_and_word_and_later_which_one_was_meant() -> None:
    table = Table()
    table.lay()
    table.guess()
    faces = GAME.shown(table.state, lambda message: message.id)
    for place, shape in zip(STAND_PLACES, SHAPES, strict=False):
        mark: Mark = "right" if shape == "bar" else ""
        assert faces[place] == WordFace(f"W{shape}0", f"shape.{shape}", mark, shape)


def test_nothing_is_said_before_a_match() -> None:
    for place in STAND_PLACES:
        assert GAME.control(GAME.initial, Touch(place, "main", Gesture.PRESS)) is None


def test_a_press_is_nothing_to_take_back() -> None:
    table = Table()
    events = [press(table, number)[0] for number in range(1, 7)]
    assert {undo_of(event) for event in events} == {Undo.ASIDE}


def test_undo_looks_past_a_press_and_takes_it_back_along() -> None:
    match, random = Match.begin(GAME, "match"), Random(1)
    match = match.carry_out(set_table(3), "set", None, random)
    match = match.carry_out(cmd.LayClue(A, ("1", "2")), "laid", A, random)
    pressed = match.carry_out(cmd.TurnPage(), "press", None, random)
    assert pressed.undoable() == match.undoable()
    assert pressed.undo_cost() is Undo.CONSENT, "the clue lies open"
    undone = pressed.undo("undo", A)
    assert undone.state.players[A].clue is None
    assert undone.state.page == 0
    assert undone.undo_cost() is Undo.NEVER
