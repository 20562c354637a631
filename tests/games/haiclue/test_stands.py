"""Four targets, the clue, how things stand: what the stands show and what a press does."""

from dataclasses import replace
from random import Random

import pytest

from companion.engine.events import Undo, undo_of
from companion.engine.game import Gesture, Touch
from companion.games.haiclue import commands as cmd
from companion.games.haiclue import events as ev
from companion.games.haiclue.stands import shortened
from companion.games.haiclue.state import SHAPES, Phase
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    LinesFace,
    Mark,
    Message,
    Place,
    Seat,
    WordFace,
)
from companion.table.values.bot_names import BOT_NAMES
from companion.table.values.match import Match
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
    assert table.told[-1] == Message("told.laying", {"names": ("Ben", "Cleo")})
    table.lay(1, 2)
    table.command(cmd.Guess(A, "bar"))
    press(table, 6)
    assert table.told[-1] == Message("told.guessing", {"names": ("Cleo",)})
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


def touch(table: Table, place: Place, button: str = "main") -> cmd.Command | None:
    return GAME.control(table.state, Touch(place, button, Gesture.PRESS))


def test_next_in_the_middle_goes_on_where_a_result_lies_open() -> None:
    table = Table()
    table.lay()
    assert touch(table, CENTRE, "next") == cmd.SayStatus()
    table.guess()
    going = touch(table, CENTRE, "next")
    assert isinstance(going, cmd.GoOn)
    assert [type(event) for event in table.command(going)] == [ev.ReadingBegan]
    assert touch(table, CENTRE, "wildcard") is None


@pytest.mark.parametrize("players", range(3, 13))
def test_the_middle_shows_the_points_of_everybody(players: int) -> None:
    table = Table(players)
    table.lay()
    table.guess(right=range(players))
    face = GAME.shown(table.state, str)[CENTRE]
    assert isinstance(face, LinesFace)
    assert len(face.lines) <= 5, "all that a display has room for"
    shown = " ".join(face.lines[1:])
    for player in GAME.table_view(table.state).players:
        assert f"{player.name[:4]}" in shown
    assert sum(int(each) for each in shown.split() if each.isdigit()) == 2 * (players - 1)


@pytest.mark.parametrize("players", [3, 6, 7, 12])
def test_after_the_match_the_stands_show_who_has_how_much(players: int) -> None:
    table = Table(players)
    while table.state.phase is not Phase.END:
        table.play_round(right=[0])
        if GAME.table_view(table.state).next == "end":
            table.go_on()
    faces = GAME.shown(table.state, str)
    told = str([faces[place] for place in STAND_PLACES])
    assert all(name in told for name in table.state.names)
    first = faces[STAND_PLACES[0]]
    assert (first.mark == "right") if isinstance(first, WordFace) else "Anna" in str(first)


# -- the stands at the seats --


def at_seats(players: int = 3) -> Table:
    table = Table(players)
    table.state = replace(table.state, own_stands=True)
    return table


def test_at_the_seats_each_stand_shows_the_four_targets_with_their_shapes() -> None:
    faces = GAME.shown(at_seats().state, str)
    words = tuple(f"W{shape}0" for shape in SHAPES)
    assert faces[STAND_PLACES[0]] == LinesFace(words, even=True, shapes=SHAPES)


def test_at_the_seats_a_press_turns_to_the_clue_and_back() -> None:
    table = at_seats()
    table.lay()
    before = GAME.shown(table.state, str)[STAND_PLACES[0]]
    assert touch(table, STAND_PLACES[0]) == cmd.TurnPage()
    press(table, 1)
    clue = GAME.shown(table.state, str)[STAND_PLACES[0]]
    assert isinstance(clue, LinesFace)
    assert clue.lines[0] == "Ben:"
    press(table, 1)
    assert GAME.shown(table.state, str)[STAND_PLACES[0]] == before


def test_at_the_seats_the_verdict_stands_before_each_player_who_goes_on_by_it() -> None:
    table = at_seats()
    table.lay()
    table.guess(right=[0])
    faces = GAME.shown(table.state, str)
    assert faces[STAND_PLACES[0]] == WordFace("Wbar0", "Anna", "right", "bar")
    assert faces[STAND_PLACES[1]] == WordFace("Wbar0", "Ben", "", "bar")
    assert faces[STAND_PLACES[2]] == WordFace("Wdiamond0", "Cleo", "wrong", "diamond")
    assert touch(table, STAND_PLACES[2]) == cmd.GoOn(C)


def test_with_more_people_than_stands_they_lie_in_the_middle() -> None:
    assert not at_seats(7).state.at_seats
    faces = GAME.shown(at_seats(7).state, str)
    assert isinstance(faces[STAND_PLACES[0]], WordFace)


def test_twelve_names_in_four_letters_are_told_apart() -> None:
    bots = [f"Bot {name}" for name in BOT_NAMES]
    assert len(set(shortened(bots, 4))) == len(bots)
    people = ["Anna", "Anne", "Annabel", "Bot Ada"]
    assert shortened(people, 4) == ["Anna", "Anne", "Annl", "Bot"]
