"""Box mode: printed cards, no displays; the table knows the rows and is told the rest."""

from collections.abc import Sequence
from random import Random

import pytest

from companion.engine.events import Undo, tells, undo_of
from companion.engine.people import Leave
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.events import CardNamed, PullTaken, StandsSet
from companion.games.letter_jam.state import Phase
from companion.ports import STANDS
from tests.games.letter_jam.few_words import WORDS
from tests.games.letter_jam.table import NAMES, Table, table
from tests.play import for_tests


def pulled(
    players: int = 3, *, words: Sequence[str] = (), deck: str | None = None
) -> Table:
    """Return a table of printed cards at which everybody has pulled."""
    t = table(players, words=words, deck=deck, cards="box")
    for whose, pull in zip(NAMES, t.state.pulls, strict=False):
        t.act(NAMES[pull.by], cmd.CardsPulled, whose=whose)
    return t


def with_extra_letter() -> Table:
    """Return a table of three where Bob's row is done and Ann's clue used his extra letter."""
    t = pulled(words=("HORSE", "CAT", "DIG"), deck="NUTS")
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    t.give("Ann", "2 3")
    return t


# -- pulling --


def test_each_pulls_the_cards_of_the_right_hand_neighbour() -> None:
    t = table(3, cards="box")
    assert t.state.phase is Phase.PULLING
    tasks = {name: t.view(name).to_pull for name in NAMES[:3]}
    assert {name: each[0].name for name, each in tasks.items()} == {
        "Bob": "Ann",
        "Cleo": "Bob",
        "Ann": "Cleo",
    }
    assert tasks["Bob"][0].letters == tuple(WORDS[0])


def test_the_row_lies_in_the_order_in_which_it_is_pulled() -> None:
    t = table(2, words=("CAT", "DIG"), scrambles=("TCA", "GID"), cards="box")
    assert t.view("Bob").to_pull[0].letters == tuple("TCA")


def test_nobody_is_shown_the_own_row_and_no_stand_shows_a_letter_yet() -> None:
    t = table(4, cards="box")
    for name in NAMES[:4]:
        view = t.view(name)
        assert all(task.name != name for task in view.to_pull)
        assert view.table.stands == ()


def test_the_match_begins_when_the_last_has_pulled() -> None:
    t = table(3, cards="box")
    t.act("Bob", cmd.CardsPulled, whose="Ann")
    assert t.view("Bob").to_pull == ()
    t.act("Cleo", cmd.CardsPulled, whose="Bob")
    assert t.view("Bob").table.phase == "pulling"
    events = t.act("Ann", cmd.CardsPulled, whose="Cleo")
    assert events[-1] == StandsSet()
    assert t.view("Bob").table.phase == "clue"


def test_anybody_else_may_take_a_pulling_over() -> None:
    t = table(3, cards="box")
    t.act("Cleo", cmd.PullFor, whose="Ann")
    assert t.events == (PullTaken(t.seat("Ann"), t.seat("Cleo")),)
    assert [task.name for task in t.view("Cleo").to_pull] == ["Ann", "Bob"]
    assert t.view("Bob").to_pull == ()
    assert t.refused("Bob", cmd.CardsPulled, whose="Ann") == "not-puller"


def test_who_left_is_stood_in_for() -> None:
    t = table(3, cards="box")
    t.act("Bob", Leave)
    assert "PullFor" in t.offered("Cleo")
    t.act("Cleo", cmd.PullFor, whose="Ann")
    t.act("Cleo", cmd.CardsPulled, whose="Ann")


@pytest.mark.parametrize(
    ("name", "kind", "whose", "code"),
    [
        ("Ann", cmd.PullFor, "Ann", "own-row"),
        ("Bob", cmd.PullFor, "Ann", "already-pulling"),
        ("Cleo", cmd.PullFor, "Bob", "already-pulled"),
        ("Cleo", cmd.CardsPulled, "Bob", "already-pulled"),
        ("Ann", cmd.CardsPulled, "Ann", "not-puller"),
        ("Ann", cmd.CardsPulled, "Dan", "unknown-player"),
    ],
)
def test_what_cannot_be_pulled(
    name: str, kind: type[cmd.PullFor | cmd.CardsPulled], whose: str, code: str
) -> None:
    t = table(3, cards="box")
    t.act("Cleo", cmd.CardsPulled, whose="Bob")
    assert t.refused(name, kind, whose=whose) == code


# -- what the table does not know --


def test_rows_are_known_and_all_else_is_the_boxs_own() -> None:
    t = pulled()
    assert t.letters() == "HBM---"
    assert set(t.state.deck) == {None}
    assert t.state.stands[3].cards == (None,) * 7
    assert [stand.letter for stand in t.view("Ann").table.stands] == list("?BM···")


def test_a_card_is_named_by_anybody_and_then_read_by_all() -> None:
    t = pulled()
    t.act("Cleo", cmd.NameCard, stand="4", letter="E")
    assert t.events == (CardNamed(t.seat("Cleo"), STANDS[3], "E"),)
    assert t.letter(4) == "E"
    assert t.view("Ann").table.stands[3].letter == "E"
    assert t.says() == []


def test_a_clue_over_an_unnamed_card_reads_right_once_it_is_named() -> None:
    t = pulled()
    t.give("Ann", "2 4 3 4")
    assert t.view("Ann").clues[-1].reading == "B·M·"
    t.act("Bob", cmd.NameCard, stand="4", letter="E")
    assert t.view("Ann").clues[-1].reading == "BEME"
    assert t.view("Bob").clues[-1].reading == "?EME"


def test_a_name_is_corrected_until_a_clue_has_used_the_card() -> None:
    t = pulled()
    t.act("Bob", cmd.NameCard, stand="4", letter="E")
    t.act("Ann", cmd.NameCard, stand="4", letter="F")
    assert t.letter(4) == "F"
    t.give("Ann", "2 4")
    assert t.refused("Bob", cmd.NameCard, stand="4", letter="E") == "name-stands"
    assert "4" not in t.view("Bob").nameable


def test_the_next_card_of_a_stack_wants_a_name_anew() -> None:
    t = pulled()
    t.act("Bob", cmd.NameCard, stand="4", letter="E")
    t.round("Ann", "2 4")
    assert t.letter(4) is None
    assert t.view("Ann").table.stands[3].unnamed


@pytest.mark.parametrize(
    ("stand", "letter", "code"),
    [
        ("2", "B", "card-known"),
        ("7", "B", "no-such-spot"),
        ("*", "B", "no-such-spot"),
        ("4", "b", "not-a-letter"),
        ("4", "", "not-a-letter"),
    ],
)
def test_what_cannot_be_named(stand: str, letter: str, code: str) -> None:
    t = pulled()
    assert t.refused("Ann", cmd.NameCard, stand=stand, letter=letter) == code


def test_with_displays_there_is_nothing_to_name() -> None:
    t = table(3)
    assert t.refused("Ann", cmd.NameCard, stand="4", letter="E") == "card-known"
    assert t.view("Ann").nameable == ()


def test_an_empty_stand_has_no_card_to_name() -> None:
    t = pulled(words=("HORSE", "CAT", "DIG"), deck="N")
    for _ in range(3):
        t.round("Ann", "2", "Bob")
    t.act("Ann", cmd.NameCard, stand="2", letter="N")
    t.give("Ann", "2")
    t.act("Bob", cmd.GuessBonus, letter="N")
    assert t.refused("Ann", cmd.NameCard, stand="2", letter="N") == "empty-stand"


# -- extra letters --


def test_the_owner_of_an_extra_letter_never_names_it() -> None:
    t = with_extra_letter()
    assert t.refused("Bob", cmd.NameCard, stand="2", letter="N") == "own-card"
    assert "2" not in t.view("Bob").nameable
    assert "2" in t.view("Cleo").nameable


def test_a_guess_at_an_unnamed_letter_is_refused_and_says_who_names_it() -> None:
    t = with_extra_letter()
    assert t.view("Bob").namer == "Cleo"
    assert "GuessBonus" not in t.offered("Bob")
    assert t.refused("Bob", cmd.GuessBonus, letter="N") == "unnamed"


def test_a_named_extra_letter_is_guessed_and_lies_in_the_middle() -> None:
    t = with_extra_letter()
    t.act("Cleo", cmd.NameCard, stand="2", letter="N")
    assert t.view("Bob").table.stands[1].letter == "?"
    t.act("Bob", cmd.GuessBonus, letter="N")
    assert t.view("Bob").table.middle.bonus[0][1] == "N"


def test_who_left_is_not_asked_to_name() -> None:
    t = with_extra_letter()
    t.act("Cleo", Leave)
    assert t.view("Bob").namer == "Ann"


def test_nothing_that_the_owner_gets_holds_the_letter_that_was_named() -> None:
    t = with_extra_letter()
    views = []
    for letter in "NK":
        other = with_extra_letter()
        other.act("Ann", cmd.NameCard, stand="2", letter=letter)
        assert other.says() == []
        views.append((other.view("Bob"), other.game.offers(other.view("Bob"))))
    assert views[0] == views[1]
    assert t.view("Bob") != views[0][0]  # that it was named is no secret


# -- the rest goes as always --


def test_a_match_with_printed_cards_is_scored() -> None:
    t = pulled()
    t.end_clues()
    for name in NAMES[:3]:
        t.lay(name, "1 2 3 4 5")
        t.reveal(name, accepted=True)
    score = t.game.table_view(t.state).score
    assert score is not None
    assert [line.original for line in score.lines] == [15, 15, 15]


def test_what_naming_and_pulling_take_back() -> None:
    t = pulled()
    t.act("Bob", cmd.NameCard, stand="4", letter="E")
    assert undo_of(t.events[0]) is Undo.FREE
    assert undo_of(StandsSet()) is Undo.CONSENT
    assert tells(StandsSet())
    assert not tells(t.events[0])  # all but the owner see the card, whom nobody tells


def test_a_twin_keeps_what_the_puller_saw_and_what_nobody_named() -> None:
    t = table(3, cards="box")
    bob = t.seat("Bob")
    for seed in range(20):
        other = for_tests(t.game).twin(t.state, bob, Random(seed))
        assert other.stands[0] == t.state.stands[0]
        assert other.stands[3:] == t.state.stands[3:]
        assert other.deck == t.state.deck
    assert any(
        for_tests(t.game).twin(t.state, bob, Random(seed)).stands[1] != t.state.stands[1]
        for seed in range(5)
    )


def test_a_twin_has_another_extra_letter_named_before_its_owner() -> None:
    t = with_extra_letter()
    t.act("Ann", cmd.NameCard, stand="2", letter="N")
    bob = t.seat("Bob")
    twins = [for_tests(t.game).twin(t.state, bob, Random(seed)) for seed in range(9)]
    assert {other.stands[1].card for other in twins} - {"N"}
    assert {t.game.seat_view(other, bob) for other in twins} == {t.view("Bob")}
    ann = for_tests(t.game).twin(t.state, t.seat("Ann"), Random(1))
    assert ann.stands[1] == t.state.stands[1]
