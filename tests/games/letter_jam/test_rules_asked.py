"""Who is asked what, where the plain question would not fit."""

from dataclasses import replace

from companion.engine.events import Undo, undo_of
from companion.engine.step import Answer, Main, Step
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import CluegiverChosen, Decided
from companion.games.letter_jam.state import Figures, LetterJam
from companion.games.letter_jam.steps_round import question
from companion.ports import Message
from tests.games.letter_jam.table import Table, table
from web.pages.game_pages import game_pages

GOOD = Figures(5, 2, 0, 0, wildcard=False, good=True)


def step(t: Table, name: str) -> Step:
    view = t.view(name)
    return t.game.asked(view, t.game.offers(view))


def without_green(t: Table) -> LetterJam:
    """Return the table's state with bare leaves, Ann's red one given."""
    return replace(t.state.with_player(t.seat("Ann"), reds_owed=0), leaves=0)


def test_who_may_take_no_token_is_told_before_telling_a_clue() -> None:
    """Point 28: and is not offered to others."""
    t = table(4)
    t.state = without_green(t)
    assert step(t, "Ann").name == "clue-tokenless"
    assert not t.offered("Ann") & {"TellFigures", "TellNone"}
    assert t.refused("Ann", cmd.TellFigures, figures=GOOD) == "no-token"
    assert t.refused("Bob", cmd.ChooseCluegiver, giver="Ann") == "no-token"
    assert step(t, "Bob").name == "clue-look"
    t.act("Bob", cmd.TellFigures, figures=GOOD)
    assert t.says() == ["told.figures_good"]


def test_who_may_take_no_token_keeps_no_table_from_being_stuck() -> None:
    t = table(4)
    t.state = replace(without_green(t), nudge=True)
    for name in ("Bob", "Cleo", "Dan"):
        assert not t.view("Ann").table.stuck
        t.act(name, cmd.TellNone)
    assert t.view("Ann").table.stuck


def test_who_needs_no_more_clues_is_not_asked_for_one() -> None:
    t = table(3)
    t.act("Ann", cmd.WantEnd)
    assert step(t, "Ann").name == "clue-enough"
    (after_all,) = step(t, "Ann").buttons
    assert getattr(after_all, "fields", ()) == (("want", False),)
    assert step(t, "Bob").name == "clue-look"


def test_where_nobody_has_anything_to_decide_the_others_wait_for_the_giver() -> None:
    t = table(3)
    t.give("Ann", "4 5")
    assert (step(t, "Ann").name, step(t, "Bob").name) == ("decide-end", "decide-ends")
    assert step(t, "Bob").about.params == {"name": "Ann"}
    t.act("Ann", cmd.Stay)
    t.give("Ann", "2 4")
    assert (step(t, "Ann").name, step(t, "Bob").name) == ("decide-wait", "decide-move")


def test_a_slip_after_moving_on_is_forgiven_until_the_next_cluegiver_is_chosen() -> None:
    """Point 32: by all together; the choice is a bar."""
    t = table(3)
    t.give("Ann", "2")
    t.move_on("Bob", "B")
    kinds = [undo_of(event) for event in t.events]
    assert isinstance(t.events[0], Decided)
    assert max(kinds, key=list(Undo).index) is Undo.CONSENT
    t.act("Bob", cmd.ChooseCluegiver, giver="Bob")
    assert isinstance(t.events[0], CluegiverChosen)
    assert undo_of(t.events[0]) is Undo.BAR


def test_who_is_beyond_the_row_is_asked_to_guess_aloud_or_not() -> None:
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="NUTS")
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    t.give("Ann", "2")
    asked = step(t, "Bob")
    assert asked.name == "decide-guess"
    assert answers(t, "Bob") == ["Stay"]
    assert "GuessBonus" in t.offered("Bob"), "a key of the stage for each letter"


def test_the_middle_tells_nobody_to_tap_when_extra_letters_were_used() -> None:
    t = table(3, words=("HORSE", "CAT", "DIG"), deck="SUTNY")
    for _ in range(3):
        t.round("Ann", "2 3", "Bob", "Cleo")
    t.give("Ann", "2 3")
    middle = t.game.table_step(t.game.table_view(t.state))
    assert middle.name == "decide-extra"
    assert middle.waits_for == ("Bob", "Cleo")
    english = game_pages("letter_jam", t.game.pages).catalogues["en"]
    assert english.say(middle.sentence("ask")) == "Extra letters were used"
    t.act("Cleo", cmd.Stay)
    middle = t.game.table_step(t.game.table_view(t.state))
    assert english.say(middle.sentence("ask")) == "Bob's extra letter was used"


def answers(t: Table, name: str) -> list[str]:
    return [getattr(each, "kind", "") for each in step(t, name).buttons]


def hint(t: Table, name: str) -> str:
    asked = step(t, name).hint
    return "" if asked is None else asked.id


def test_one_told_clue_can_be_chosen_by_whoever_still_looks() -> None:
    t = table(4)
    assert answers(t, "Bob") == ["TellFigures", "TellNone"]
    t.act("Ann", cmd.TellFigures, figures=GOOD)
    assert answers(t, "Bob") == ["TellFigures", "ChooseCluegiver"]
    assert hint(t, "Bob") == "lj.step.clue-look.offered"
    t.act("Cleo", cmd.TellFigures, figures=GOOD)
    assert answers(t, "Bob") == ["TellFigures", "TellNone"]
    assert hint(t, "Bob") == "lj.step.clue-look.told"


def test_none_yet_changes_nothing_of_what_is_asked_until_there_is_a_choice() -> None:
    t = table(4)
    t.act("Bob", cmd.TellNone)
    assert step(t, "Bob").id == step(t, "Cleo").id
    assert answers(t, "Bob") == ["TellFigures", "TellNothing"]
    t.act("Ann", cmd.TellFigures, figures=GOOD)
    assert step(t, "Bob").id == step(t, "Cleo").id
    assert answers(t, "Bob") == ["TellFigures", "ChooseCluegiver"]
    assert step(t, "Ann").name == "clue-choose"
    assert answers(t, "Ann") == ["ChooseCluegiver"]
    t.act("Bob", cmd.TellFigures, figures=GOOD)
    assert answers(t, "Bob") == []


def test_none_yet_changes_nothing_but_what_stands_beside_the_own_name() -> None:
    t, none = table(4), Message("lj.talk.none")
    before = {name: step(t, name) for name in ("Ann", "Bob")}
    t.act("Ann", cmd.TellNone)
    after = {name: step(t, name) for name in ("Ann", "Bob")}
    assert after["Bob"] == replace(before["Bob"], waits_for=after["Bob"].waits_for)
    own = before["Ann"], after["Ann"]
    first = own[0].buttons[0]
    for each in own:
        assert (each.id, each.hint, each.stage) == (own[0].id, None, "stands")
        assert each.about == question("clue-look")
    assert [each.answers for each in own] == [
        Main(first, Answer("TellNone", none)),
        Main(first, Answer("TellNothing", none, chosen=True)),
    ]
    assert [each.has_none for each in t.view("Bob").table.players] == [True, *[False] * 3]


def test_who_alone_can_give_is_named_and_is_no_dead_end() -> None:
    t = table(2)
    t.state = without_green(t)
    asked = step(t, "Ann")
    assert (asked.name, asked.waits_for) == ("clue-tokenless", ("Bob",))
    assert hint(t, "Ann") == "lj.step.clue-tokenless.only"
    assert t.game.table_step(t.game.table_view(t.state)).waits_for == ("Bob",)
    t.act("Bob", cmd.TellFigures, figures=Figures(5, 1, 0, 0, wildcard=False))
    assert answers(t, "Ann") == ["ChooseCluegiver"]
    t.act("Bob", cmd.TellNothing)
    t.act("Bob", cmd.WantEnd)
    assert answers(t, "Ann") == ["WantEnd"]
    assert step(t, "Ann").waits_for == ()


def test_a_clue_is_laid_and_given_in_one_act_that_is_undone_as_one() -> None:
    t = table(3)
    t.act("Ann", cmd.ChooseCluegiver, giver="Ann")
    assert answers(t, "Ann") == ["GiveClue"]
    assert t.refused("Ann", cmd.GiveClue) == "no-chips"
    assert t.refused("Ann", cmd.GiveClue, spots=("1", "2")) == "own-letter"
    events = t.act("Ann", cmd.GiveClue, spots=("2", "3", "2"))
    assert t.state.clues[-1].giver == t.seat("Ann")
    assert t.view("Bob").clues[-1].spots == ("2", "3", "2")
    assert not {undo_of(event) for event in events} & {Undo.BAR}


def test_who_has_every_letter_can_say_that_it_is_enough() -> None:
    t = table(3, words=("CAT", "DIG", "HORSE"), deck="NUTSY")
    for _ in range(3):
        t.round("Cleo", "1 2", "Ann", "Bob")
    assert answers(t, "Ann") == ["TellFigures", "WantEnd"]
    assert answers(t, "Cleo") == ["TellFigures", "TellNone"]
    t.act("Ann", cmd.WantEnd)
    assert step(t, "Ann").waits_for == ("Bob", "Cleo")


def test_where_all_have_every_letter_they_are_asked_whether_the_clues_end() -> None:
    t = table(2, words=("CAT", "DIG"), deck="NUTSY")
    for giver, other in (("Ann", "Bob"), ("Bob", "Ann")) * 3:
        t.round(giver, str(t.seat(other) + 1), other)
    assert step(t, "Ann").name == "clue-end"
    assert answers(t, "Ann") == ["WantEnd", "TellFigures"]
    t.act("Ann", cmd.TellFigures, figures=Figures(3, 1, 0, 0, wildcard=False))
    assert step(t, "Bob").name == "clue-look"
    t.act("Ann", cmd.TellNothing)
    t.act("Ann", cmd.WantEnd)
    assert (step(t, "Ann").name, step(t, "Bob").name) == ("clue-enough", "clue-end")
    t.act("Bob", cmd.WantEnd)
    assert step(t, "Bob").name == "final-word"


def test_who_is_asked_by_an_earlier_clue_reads_which() -> None:
    t = table(3)
    t.give("Ann", "2")
    t.act("Bob", cmd.Stay)
    t.give("Ann", "3")
    asked = step(t, "Bob")
    assert asked.name == "decide-move"
    assert asked.hint is not None
    assert dict(asked.hint.params) == {"number": 1}
    assert step(t, "Cleo").hint is None
