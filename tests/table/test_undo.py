from dataclasses import replace
from functools import partial
from random import Random

import pytest

from companion.engine.events import Undo, event
from companion.errors import Rejected
from companion.games import GAMES
from companion.ports import CENTRE, Seat
from tests.play import begun, variant_of
from tests.table.conftest import Open
from tests.table.house import House


@pytest.fixture(name="given")
def _given(match: House) -> House:
    """Ben has given a clue that Anna and Cleo have learned something from."""
    match.do("Ben", "ChooseCluegiver", giver=1)
    match.do("Ben", "LayClue", spots=["1", "3", "4"])
    match.do("Ben", "GiveClue")
    return match


def clues(house: House) -> int:
    return int(house.page("Anna").view.table.clues_given)


def test_the_own_free_step_is_taken_back_at_once(match: House) -> None:
    match.do("Ben", "WantEnd", want=True)
    assert match.page("Ben").undo.possible == "free"
    match.ask_undo("Ben")
    assert match.page("Anna").view.table.players[1].wants_end is False
    assert match.told()[-1] == "told.undone"
    assert match.types()[-2:] == ["EndWanted", "Undone"]


def test_undo_goes_on_step_by_step_down_to_the_deal(match: House) -> None:
    views = [match.content()]
    for spot in ("1", "3", "4"):
        match.do(
            "Ben",
            *(["ChooseCluegiver"] if spot == "1" else ["LayChip"]),
            **({"giver": 1} if spot == "1" else {"spot": spot}),
        )
        views.append(match.content())
    for before in reversed(views[:-1]):
        match.ask_undo("Ben")
        handle = match.handle("Anna")
        assert match.content()[handle].view == before[handle].view
    match.refused("undo-never", partial(match.ask_undo, "Ben"))


def test_undo_names_its_own_step_and_no_other(match: House) -> None:
    match.do("Ben", "ChooseCluegiver", giver=1)
    what = match.page("Ben").undo.what
    assert what is not None
    assert what.message.id == "told.giver"
    match.do("Ben", "LayChip", spot="1")
    assert match.page("Ben").undo.what is None
    match.ask_undo("Ben")
    assert match.page("Ben").undo.what == what


def test_a_wish_takes_back_the_step_it_names_and_no_other(match: House) -> None:
    match.do("Ben", "ChooseCluegiver", giver=1)
    what = match.page("Ben").undo.what
    assert what
    match.do("Ben", "WantEnd", want=True)
    for name in ("Ben", "Cleo"):
        late = partial(match.ask_undo, name, step=what.number)
        match.refused("undo-other", late)
    assert match.page("Anna").undo.asked_by == ""
    match.ask_undo("Ben", "the-wish")
    assert match.page("Ben").undo.what == what, "the step before is the same one again"
    match.ask_undo("Ben", "the-wish", step=99)  # told again: it is done
    assert match.page("Ben").undo.what == what


def test_a_step_has_the_same_name_after_a_restart(match: House, open_house: Open) -> None:
    match.do("Ben", "ChooseCluegiver", giver=1)
    what = match.page("Cleo").undo.what
    assert what
    assert open_house().page("Cleo").undo.what == what


def test_a_step_of_somebody_else_wants_consent(match: House) -> None:
    match.do("Ben", "WantEnd", want=True)
    assert match.page("Cleo").undo.possible == "consent"
    match.ask_undo("Cleo")
    assert match.page("Ben").undo.my_answer == "asked"
    assert match.page("Ben").view.table.players[1].wants_end is True


def test_a_given_clue_goes_back_once_everybody_agrees(given: House) -> None:
    given.ask_undo("Ben")
    assert clues(given) == 1
    page = given.page("Anna").undo
    assert (page.asked_by, page.waiting_for, page.my_answer) == (
        "Ben",
        ("Anna", "Cleo"),
        "asked",
    )
    given.answer_undo("Anna", agree=True)
    assert given.page("Anna").undo.my_answer == "yes"
    assert given.page("Cleo").undo.waiting_for == ("Cleo",)
    assert clues(given) == 1
    given.answer_undo("Cleo", agree=True)
    assert clues(given) == 0
    assert given.page("Cleo").undo.asked_by == ""
    assert given.page("Cleo").view.table.chips == 3


def test_asking_twice_or_answering_twice_loses_no_consent(given: House) -> None:
    given.ask_undo("Ben")
    given.answer_undo("Anna", agree=True)
    for again in (given.ask_undo, partial(given.answer_undo, agree=True)):
        again("Ben")
        again("Anna")
        assert given.page("Ben").undo.waiting_for == ("Cleo",)
    assert given.page("Ben").undo.asked_by == "Ben"


def test_asking_along_is_agreeing(given: House) -> None:
    given.ask_undo("Ben")
    given.ask_undo("Anna")
    given.ask_undo("Cleo")
    assert clues(given) == 0
    assert given.types().count("Undone") == 1


@pytest.mark.parametrize(("agree", "left"), [(True, 0), (False, 1)])
def test_the_question_outlives_a_restart_and_its_end_does_too(
    given: House, open_house: Open, left: int, *, agree: bool
) -> None:
    given.ask_undo("Ben")
    given.answer_undo("Anna", agree=True)
    again = open_house()
    assert again.page("Cleo").undo.asked_by == "Ben"
    assert again.page("Ben").undo.waiting_for == ("Cleo",)
    again.answer_undo("Cleo", agree=agree)
    assert clues(again) == left
    assert open_house().page("Ben").undo.asked_by == ""


def test_one_refusal_ends_the_question(given: House) -> None:
    given.ask_undo("Ben")
    given.answer_undo("Anna", agree=True)
    given.answer_undo("Cleo", agree=False)
    assert given.page("Anna").undo.asked_by == ""
    assert clues(given) == 1
    given.refused("no-such-request", partial(given.answer_undo, "Anna", agree=True))


def test_a_refusal_is_told_to_all_and_stays_on_the_page_of_whoever_asked(
    given: House, open_house: Open
) -> None:
    given.ask_undo("Ben")
    given.answer_undo("Cleo", agree=False)
    assert (given.types()[-1], given.told()[-1]) == ("UndoRefused", "told.undo_refused")
    for house in (given, open_house()):
        refused = house.page("Ben").undo.refused
        assert refused
        assert refused.params == {"name": "Cleo"}
        assert house.page("Anna").undo.refused is house.page("Cleo").undo.refused is None
    again = open_house()
    assert again.page("Ben").undo.what == given.page("Ben").undo.what
    again.do("Anna", "Stay")
    assert again.page("Ben").undo.refused is None


def test_whoever_asked_may_end_the_question_and_nobody_has_refused(given: House) -> None:
    given.ask_undo("Ben")
    given.answer_undo("Ben", agree=False)
    assert given.page("Cleo").undo.asked_by == ""
    assert given.told()[-1] != "told.undo_refused"


def test_a_new_move_ends_the_question(given: House) -> None:
    given.ask_undo("Ben")
    given.answer_undo("Anna", agree=True)
    given.do("Anna", "TellSure", sure=True)
    assert given.page("Cleo").undo.asked_by == "Ben", "talk is no move"
    given.do("Anna", "Stay")
    assert given.page("Cleo").undo.asked_by == ""
    given.refused("no-such-request", partial(given.answer_undo, "Cleo", agree=True))
    assert clues(given) == 1


@pytest.mark.parametrize("agree", [True, False])
def test_a_late_word_on_one_question_is_none_on_the_next(
    match: House, *, agree: bool
) -> None:
    match.do("Ben", "WantEnd", want=True)
    match.ask_undo("Anna")
    late = match.page("Ben").undo.request
    match.do("Cleo", "WantEnd", want=True)
    match.ask_undo("Anna")
    match.answer_undo("Cleo", agree=True)
    for request in (late, "a page of before said none"):
        answer = partial(match.answer_undo, "Ben", agree=agree, request=request)
        match.refused("no-such-request", answer)
    assert match.page("Ben").undo.waiting_for == ("Ben",)
    match.answer_undo("Ben", agree=True)
    assert [each.wants_end for each in match.page("Anna").view.table.players] == [
        False,
        True,
        False,
    ]


def test_a_refused_move_and_a_note_leave_the_question_open(given: House) -> None:
    given.ask_undo("Ben")
    given.note("Anna", "row:1", "A")
    given.refused("not-now", partial(given.do, "Anna", "GiveClue"))
    assert given.page("Cleo").undo.asked_by == "Ben"


def test_a_question_waits_for_nobody_whose_phone_is_gone(given: House) -> None:
    given.ask_undo("Ben")
    given.answer_undo("Anna", agree=True)
    given.remove("Cleo")
    assert given.page("Anna").undo.asked_by == ""
    given.ask_undo("Ben")
    assert given.page("Anna").undo.waiting_for == ("Anna",)
    given.answer_undo("Anna", agree=True)
    assert clues(given) == 0


def test_people_without_a_phone_are_not_asked(house: House) -> None:
    house.seated("Anna", "Ben")
    house.add("Paula")
    house.start()
    house.do("Ben", "ChooseCluegiver", giver=1)
    house.do("Ben", "LayClue", spots=["1", "3", "4"])
    house.do("Ben", "GiveClue")
    house.ask_undo("Ben")
    assert house.page("Anna").undo.waiting_for == ("Anna",)


def test_nothing_goes_back_behind_a_deal(match: House) -> None:
    assert match.page("Anna").undo.possible == "never"
    match.refused("undo-never", partial(match.ask_undo, "Anna"))


def test_nothing_goes_back_behind_a_revealed_word(match: House) -> None:
    for name in ("Anna", "Ben", "Cleo"):
        match.do(name, "WantEnd", want=True)
    match.do("Ben", "LayFinalWord", tiles=["1", "2", "3", "4", "5"], guesses="?????")
    for name in ("Anna", "Cleo"):
        match.do(name, "LayFinalWord", tiles=[], guesses="?????")
    match.do("Ben", "RevealWord")
    match.refused("undo-never", partial(match.ask_undo, "Ben"))
    match.touch(CENTRE, button="undo")
    assert match.types()[-1] == "WordRevealed"


def test_an_undo_is_itself_no_step_to_take_back(match: House) -> None:
    match.do("Ben", "WantEnd", want=True)
    match.ask_undo("Ben")
    match.refused("undo-never", partial(match.ask_undo, "Ben"))


def test_the_state_after_many_undos_is_the_same_after_a_restart(
    given: House, open_house: Open
) -> None:
    for sure in (True, False, None):
        given.do("Anna", "TellSure", sure=sure)
        given.ask_undo("Anna")
        given.do("Anna", "TellSure", sure=sure)
    given.ask_undo("Anna")
    given.ask_undo("Anna")
    before, told = given.content(), given.told()
    house = open_house()
    assert house.content() == before
    assert house.told() == told


def test_a_wish_that_is_sent_again_takes_back_once(match: House) -> None:
    match.do("Ben", "WantEnd", want=True)
    match.do("Cleo", "WantEnd", want=True)
    for _ in range(2):
        match.ask_undo("Cleo", "the-same-wish")
    assert match.types().count("Undone") == 1
    assert match.page("Anna").view.table.players[1].wants_end


def test_a_granted_wish_that_comes_late_asks_nobody_again(given: House) -> None:
    given.ask_undo("Ben", "the-same-wish")
    for name in ("Anna", "Cleo"):
        given.answer_undo(name, agree=True)
    assert clues(given) == 0
    given.ask_undo("Ben", "the-same-wish")
    assert given.page("Anna").undo.asked_by == ""
    assert given.types().count("Undone") == 1


@event(undo=lambda costly: costly.cost, tells=False, public="cost", moment="")
class Costly:
    """A fact that is taken back at any cost."""

    cost: Undo


@pytest.mark.parametrize(
    ("costs", "whole"),
    [
        ([Undo.FREE, Undo.FREE], Undo.FREE),
        ([Undo.FREE, Undo.CONSENT], Undo.CONSENT),
        ([Undo.FREE, Undo.NEVER], Undo.NEVER),
        ([Undo.NEVER, Undo.CONSENT], Undo.NEVER),
    ],
)
def test_a_step_costs_what_its_dearest_event_costs(costs: list[Undo], whole: Undo) -> None:
    """A command that reveals something beside free events is never taken back."""
    game = GAMES["letter_jam"]()
    match = begun(game, 2, Random(1), **variant_of(game, 0))
    quiet = replace(game, evolve=lambda state, _: state, announce=lambda *_: None)
    match = replace(match, game=quiet)
    match = match.with_entries([Costly(each) for each in costs], "both-at-once", Seat(0))
    assert match.undo_cost() is whole
    if whole is Undo.NEVER:
        with pytest.raises(Rejected, match="undo-never"):
            match.undo("undo-it-please", Seat(0))


# -- a bar -------------------------------------------------------------------------------


def moved_on(house: House) -> None:
    """A clue is given, all have answered it, and Anna's next letter is up."""
    for name in ("Anna", "Cleo"):
        if "MoveOn" in {offer.kind for offer in house.page(name).offers}:
            house.do(name, "MoveOn", guess="A")
        else:
            house.do(name, "Stay")


def test_who_moved_on_by_mistake_is_forgiven_until_the_next_cluegiver(given: House) -> None:
    moved_on(given)
    assert "RoundClosed" in given.types()
    assert given.page("Anna").undo.possible == "consent"
    given.do("Cleo", "ChooseCluegiver", giver=2)
    assert given.page("Cleo").undo.possible == "free"
    given.ask_undo("Cleo")
    assert given.page("Anna").view.table.giver is None
    given.refused("undo-never", partial(given.ask_undo, "Anna"))


def test_a_bar_outlives_a_restart(given: House, open_house: Open) -> None:
    moved_on(given)
    given.do("Cleo", "ChooseCluegiver", giver=2)
    given.ask_undo("Cleo")
    again = open_house()
    assert again.page("Anna").undo.possible == "never"
    again.do("Ben", "WantEnd", "end-of-ben", want=True)
    again.ask_undo("Ben")
    again.refused("undo-never", partial(again.ask_undo, "Ben"))


def test_talk_is_no_step_and_goes_with_the_step_before_it(given: House) -> None:
    given.do("Cleo", "TellSure", sure=True)
    assert given.page("Ben").undo.what == given.page("Anna").undo.what
    assert given.page("Cleo").undo.possible == "consent", "of the clue"
    given.ask_undo("Ben")
    for name in ("Anna", "Cleo"):
        given.answer_undo(name, agree=True)
    assert clues(given) == 0
    assert given.page("Cleo").view.table.players[2].sure is None


def test_what_others_have_said_since_makes_a_step_everybodys(match: House) -> None:
    match.do("Cleo", "ChooseCluegiver", giver=1)
    assert match.page("Cleo").undo.possible == "free"
    figures = {"letters": 4, "players": 1, "nonplayers": 1, "bonus": 0, "wildcard": False}
    match.do("Anna", "TellFigures", figures={**figures, "good": False})
    assert match.page("Cleo").undo.possible == "consent"
    match.ask_undo("Cleo")
    assert match.page("Anna").view.table.players[0].figures is not None
    assert match.page("Anna").undo.my_answer == "asked"
