"""Printed cards whose words players made: the table knows no row, and is told card by card."""

from dataclasses import replace
from random import Random

import pytest

from companion.engine.offers import Choice
from companion.engine.people import Leave
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.state import Counts, Level, Phase
from companion.ports import CENTRE, LedgerFace, Message, Stand
from tests.games.letter_jam.endings import line, score, word_of
from tests.games.letter_jam.table import NAMES, Table
from tests.play import for_tests


def by_hand(
    players: int = 3,
    counts: Counts = (),
    *,
    level: Level = "normal",
    scored: bool = True,
) -> Table:
    return Table(
        cmd.StartMatch(
            NAMES[:players],
            (5,) * players,
            dealing="makers",
            cards="box",
            counts=counts,
            level=level,
            scored=scored,
        )
    )


def asked(t: Table, name: str) -> tuple[str, object]:
    view = t.view(name)
    step = t.game.asked(view, t.game.offers(view))
    return step.name, step.about.params.get("where")


def named(t: Table) -> Table:
    """Let everybody name what they are asked for."""
    for letter, name in zip(
        "ABCDEF", ("Ann", "Ann", "Ann", "Ann", "Bob", "Cleo"), strict=True
    ):
        spot = t.view(name).names_now[0]
        t.act(name, cmd.NameCard, stand=spot, letter=letter)
    return t


def test_nothing_is_pulled_and_no_letter_is_known() -> None:
    t = by_hand()
    assert t.state.phase is Phase.CLUE
    assert t.letters() == "------"
    assert t.says() == ["told.started", "told.dealt_by_hand"]
    assert [len(holder.cards) for holder in t.state.stands] == [5, 5, 5, 7, 8, 9]
    assert len(t.state.deck) == 64 - 15 - 24


def test_each_fresh_card_is_asked_of_somebody_who_sees_it() -> None:
    t = by_hand()
    assert t.view("Ann").names_now == ("3", "4", "5", "6")
    assert t.view("Bob").names_now == ("1",)
    assert t.view("Cleo").names_now == ("2",)
    assert asked(t, "Bob") == ("clue-card", "Ann")
    t.act("Bob", cmd.NameCard, stand="1", letter="H")
    assert asked(t, "Bob") == ("clue-look", None)
    t.act("Ann", cmd.NameCard, stand="3", letter="C")
    assert asked(t, "Ann") == ("clue-card", Message("lj.stand", {"number": 4}))


def test_a_card_of_a_row_is_named_by_others_and_read_by_others() -> None:
    t = by_hand()
    assert t.refused("Ann", cmd.NameCard, stand="1", letter="H") == "own-card"
    t.act("Bob", cmd.NameCard, stand="1", letter="H")
    assert t.view("Cleo").table.stands[0].letter == "H"
    assert t.view("Ann").table.stands[0].letter == "?"
    assert t.says() == []
    twins = [
        for_tests(t.game).twin(t.state, t.seat("Ann"), Random(seed)) for seed in range(9)
    ]
    assert {t.game.seat_view(each, t.seat("Ann")) for each in twins} == {t.view("Ann")}


def test_a_card_that_comes_up_later_is_asked_for_too() -> None:
    t = named(by_hand())
    t.give("Ann", "2 3")
    t.move_on("Bob", "B")
    t.finish_round()
    assert t.view("Cleo").names_now == ("2",)
    assert asked(t, "Cleo") == ("clue-card", "Bob")


def test_right_letters_count_where_their_card_was_named() -> None:
    t = named(by_hand())
    bob = next(letter for letter in t.letters()[1])
    t.end_clues()
    for name in NAMES[:3]:
        t.lay(name, "1 2 3 4 5", f"{bob}QQQQ" if name == "Bob" else "")
    t.reveal("Ann", accepted=True)
    for name in ("Bob", "Cleo"):
        t.reveal(name, accepted=False)
    assert t.state.phase is Phase.SCORE
    assert line(t, "Bob").points == 1
    assert line(t, "Ann").points == 15 + 2
    assert line(t, "Ann").dealt_word == ""
    assert t.game.remember is not None
    assert t.game.remember(t.state) == ()


def test_the_letters_that_can_be_named_are_those_of_the_house() -> None:
    counts = (("A", 30), ("E", 31), ("J", 3), ("Q", 0))
    t = by_hand(counts=counts)
    assert t.view("Ann").table.letters == ("A", "E", "J")
    (offer,) = (o for o in t.game.offers(t.view("Ann")) if o.kind == "NameCard")
    assert offer.fields[1] == Choice("letter", ("A", "E", "J"))
    t.act("Ann", cmd.NameCard, stand="4", letter="J")
    assert t.letter(4) == "J"


@pytest.mark.parametrize("leaves", [False, True])
def test_a_word_is_turned_though_the_level_is_a_list_of_the_houses(leaves: bool) -> None:  # noqa: FBT001 - a case
    """Nobody has dealt from that list: the row is what a neighbour made."""
    t = by_hand(2, level="own")
    holder = t.holder(1)
    t.state = t.state.with_holder(
        Stand(0), replace(holder, cards=("H", "O", "R", "S", "E"))
    )
    t.end_clues()
    for name in NAMES[:2]:
        t.lay(name, "1 2 3 4 5")
    if leaves:
        t.act("Ann", Leave)
        t.act("Bob", cmd.TurnWord, whose="Ann")
    else:
        t.act("Ann", cmd.RevealWord)
    assert word_of(t, "Ann") == ("HORSE", True, None)


@pytest.mark.parametrize("scored", [True, False])
def test_a_match_is_reckoned_if_the_table_wants_it(scored: bool) -> None:  # noqa: FBT001 - a case
    t = by_hand(scored=scored)
    t.end_clues()
    for name in NAMES[:3]:
        t.lay(name, "1 2 3 4 5")
    for name in NAMES[:3]:
        t.reveal(name, accepted=name != "Bob")
    assert (score(t).scored, score(t).solved) == (scored, 2)
    result = t.game.result_of(t.state)
    assert result is not None
    assert result.id == ("result.points" if scored else "result.words")
    assert t.says()[-1] == ("told.match_ended" if scored else "told.match_over")
    faces = t.game.shown(t.state, lambda message: message.id)
    face = faces[CENTRE]
    assert isinstance(face, LedgerFace)
    assert face.line == ("face.score" if scored else "face.words")
