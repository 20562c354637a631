"""Believing and doubting: answers, the gong, the resolving, the points."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Gesture, Touch
from companion.engine.people import ComeBack, Leave
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.decide_doubt import spells
from companion.games.buchstabenbluff.events import Believed, Revealed
from companion.games.buchstabenbluff.game import buchstabenbluff
from companion.games.buchstabenbluff.state import Lay, Phase
from companion.ports import STAND_PLACES, Seat
from tests.drawn import Drawn
from tests.games.buchstabenbluff.table import FewWords, Table, table


def laid(cards: str, word: str, players: int = 4, **options: Any) -> Table:
    """Return a table where Ann has laid *cards* and said *word*."""
    now = table(players, **options)
    now.lay("Ann", cards, word)
    return now


HONEST, BLUFF = ("OATS", "OATS"), ("OATS", "NOSE")


# -- answers --


def test_all_others_are_asked_at_once_and_may_change_their_minds() -> None:
    now = laid(*BLUFF)
    for name in ("Bob", "Cleo", "Dan"):
        assert {"Believe", "Doubt"} <= now.offered(name)
    now.act("Bob", cmd.Doubt)
    assert now.offered("Bob") == {"Believe", "Leave"}
    now.act("Bob", cmd.Believe)
    now.gong()
    assert now.tens() == {}


def test_nobody_answers_to_the_own_word() -> None:
    now = laid(*BLUFF)
    assert now.refused("Ann", cmd.Believe) == "own-word"
    assert now.refused("Ann", cmd.Doubt) == "own-word"


def all_answer(now: Table, *doubters: str) -> None:
    for player in now.public.players:
        if player.asked:
            now.act(player.name, cmd.Doubt if player.name in doubters else cmd.Believe)


def test_when_every_phone_has_answered_three_seconds_are_left_for_fingers() -> None:
    now = laid(*BLUFF)
    before = now.game.deadline(now.state)
    now.act("Bob", cmd.Believe)
    now.act("Cleo", cmd.Doubt)
    assert "Doubt" in now.offered("Dan")
    now.act("Dan", cmd.Believe)
    assert now.public.lay is not None
    counted = now.game.deadline(now.state)
    assert before is not None
    assert counted == replace(before, duration_s=3)  # the same wait: a finger in it counts
    assert all("Doubt" not in now.offered(name) for name in ("Bob", "Cleo", "Dan"))
    now.gong("Bob")
    assert now.phase is Phase.REVEAL
    assert now.public.verdict is not None
    assert now.public.verdict.doubters == ("Bob", "Cleo"), "a finger that lies there counts"


@pytest.mark.parametrize(
    "options",
    [{"gong_s": 0}, {"first_doubter": True}, buchstabenbluff(FewWords()).bots.alone],
)
def test_where_no_finger_counts_the_last_answer_is_the_gong(
    options: dict[str, Any],
) -> None:
    now = laid(*BLUFF, **options)
    all_answer(now)
    assert now.phase is Phase.TURN


def test_with_everybody_else_gone_nobody_is_waited_for() -> None:
    now = laid(*BLUFF)
    for name in ("Bob", "Cleo", "Dan"):
        now.act(name, Leave)
    assert now.phase is Phase.TURN


def test_a_held_button_doubts_and_so_does_a_phone() -> None:
    now = laid(*BLUFF)
    now.act("Cleo", cmd.Doubt)
    now.act("Dan", cmd.Believe)
    now.gong("Ann", "Bob", "Dan")
    event = now.events[0]
    assert isinstance(event, Revealed)
    assert event.doubters == (1, 2, 3)


# -- resolving --


def test_nobody_answers_the_cards_go_unseen_to_the_pile() -> None:
    now = laid(*BLUFF)
    now.gong()
    assert isinstance(now.events[0], Believed)
    assert now.state.pile(Seat(0)) == tuple("OATS")
    assert now.tens() == {}
    assert now.active == "Bob"
    assert now.state.discard == ()


@pytest.mark.parametrize("doubters", [("Bob",), ("Bob", "Dan"), ("Bob", "Cleo", "Dan")])
def test_an_honest_word_wins_ten_from_each_doubter(doubters: tuple[str, ...]) -> None:
    now = laid(*HONEST)
    now.doubt(*doubters)
    assert now.tens() == {}
    now.act("Cleo", cmd.GoOn)
    assert now.tens() == {"Ann": len(doubters)}
    assert now.state.pile(Seat(0)) == tuple("OATS")
    assert now.active == "Bob"


@pytest.mark.parametrize("doubters", [("Bob",), ("Bob", "Dan"), ("Bob", "Cleo", "Dan")])
def test_a_bluff_gives_ten_to_each_doubter(doubters: tuple[str, ...]) -> None:
    now = laid(*BLUFF)
    now.doubt(*doubters)
    now.act("Cleo", cmd.GoOn)
    assert now.tens() == dict.fromkeys(doubters, 1)
    assert now.state.pile(Seat(0)) == ()
    assert now.state.discard == tuple("OATS")


@pytest.mark.parametrize(
    ("cards", "word", "honest"),
    [
        ("OATS", "OATS", True),
        ("TASO", "OATS", True),
        ("O?TS", "OATS", True),
        ("??", "TO", True),
        ("OTTS", "OATS", False),
        ("O?XS", "OATS", False),
        ("OAT", "OATS", False),
    ],
)
def test_cards_make_a_word_in_any_order_and_jokers_are_any_letter(
    cards: str, word: str, *, honest: bool
) -> None:
    assert spells(Lay(Seat(0), word, tuple(cards), (False,) * len(cards))) is honest


def test_right_cards_for_no_word_are_a_bluff_unless_the_table_knows_better() -> None:
    for overruled in (False, True):
        now = laid("OATE", "TOEA")
        now.doubt("Bob", "Cleo")
        assert now.public.verdict is not None
        assert (now.public.verdict.spelled, now.public.verdict.counts) == (True, False)
        if overruled:
            now.act("Dan", cmd.Overrule, counts=True)  # alone not involved
        now.act("Dan", cmd.GoOn)
        assert now.tens() == ({"Ann": 2} if overruled else {"Bob": 1, "Cleo": 1})


def test_the_table_may_strike_what_the_list_allows_and_change_its_mind() -> None:
    now = laid(*HONEST)
    now.doubt("Bob")
    for counts in (False, True, False):
        for name in ("Cleo", "Dan"):
            now.act(name, cmd.Overrule, counts=counts)
        assert now.public.verdict is not None
        assert now.public.verdict.counts is counts
    now.act("Ann", cmd.GoOn)
    assert now.tens() == {"Bob": 1}


def test_who_is_involved_has_no_voice_while_somebody_is_not() -> None:
    now = laid("OATE", "TOEA")
    now.doubt("Bob")
    for name in ("Ann", "Bob"):
        assert "Overrule" not in now.offered(name)
        assert now.refused(name, cmd.Overrule, counts=True) == "involved"
    assert now.refused("Cleo", cmd.Overrule, counts=False) == "stands"


def test_half_of_those_not_involved_is_not_enough_and_all_voices_are_waited_for() -> None:
    now = laid("OATE", "TOEA")
    now.doubt("Bob")
    now.act("Cleo", cmd.Overrule, counts=True)
    assert now.refused("Ann", cmd.GoOn) == "voices-missing"
    assert {"Overrule", "GoOn"} & now.offered("Dan") == {"Overrule"}
    now.act("Dan", cmd.Overrule, counts=False)
    assert now.public.verdict is not None
    assert not now.public.verdict.counts
    now.act("Ann", cmd.GoOn)
    assert now.tens() == {"Bob": 1}


def test_a_voice_may_be_changed_while_another_is_missing() -> None:
    now = laid("OATE", "TOEA", players=5)
    now.doubt("Bob")
    now.act("Cleo", cmd.Overrule, counts=True)
    now.act("Dan", cmd.Overrule, counts=False)
    now.act("Dan", cmd.Overrule, counts=True)
    assert now.public.verdict is not None
    assert now.public.verdict.counts  # two of three


def test_who_leaves_holds_the_vote_up_no_longer() -> None:
    now = laid("OATE", "TOEA")
    now.doubt("Bob")
    now.act("Cleo", cmd.Overrule, counts=True)
    now.act("Dan", Leave)
    assert now.public.verdict is not None
    assert now.public.verdict.counts


def test_where_all_are_involved_all_must_agree() -> None:
    now = laid("OATE", "TOEA")
    now.doubt("Bob", "Cleo", "Dan")
    assert now.public.verdict is not None
    assert now.public.verdict.all_must
    for name in ("Ann", "Bob", "Cleo"):
        now.act(name, cmd.Overrule, counts=True)
        assert not now.public.verdict.counts
    now.act("Dan", cmd.Overrule, counts=False)
    assert not now.public.verdict.counts
    now.act("Ann", cmd.GoOn)
    assert now.tens() == {"Bob": 1, "Cleo": 1, "Dan": 1}


def test_of_two_players_neither_overrules_the_list_alone() -> None:
    now = laid("OATE", "TOEA", players=2)
    now.doubt("Bob")
    now.act("Ann", cmd.Overrule, counts=True)
    assert now.public.verdict is not None
    assert not now.public.verdict.counts
    assert now.refused("Ann", cmd.GoOn) == "voices-missing"
    now.act("Bob", cmd.Overrule, counts=True)
    now.act("Bob", cmd.GoOn)
    assert now.tens() == {"Ann": 1}


@pytest.mark.parametrize(
    ("doubters", "gone", "left"), [("Bob", "Ann", "Bob"), ("Bob Cleo", "Bob Cleo", "Ann")]
)
@pytest.mark.parametrize(("cards", "word"), [("OATE", "TOEA"), HONEST])
def test_who_is_involved_never_overrules_the_list_while_another_is_away(
    cards: str, word: str, doubters: str, gone: str, left: str
) -> None:
    """A phone that is dead, or somebody who has gone home, hands nobody ten points."""
    now = laid(cards, word, players=1 + len(doubters.split()))
    now.doubt(*doubters.split())
    before = now.public.verdict
    assert before is not None
    against = not before.counts
    now.act(left, cmd.Overrule, counts=against)
    for name in gone.split():
        now.act(name, Leave)
    assert "Overrule" not in now.offered(left)
    assert now.refused(left, cmd.Overrule, counts=against) == "involved-away"
    view = now.view(left)
    page = Drawn(now.game).phone(view, now.game.offers(view), "en")
    assert f"Away: {gone.replace(' ', ', ')}." in page
    assert now.public.verdict is not None
    assert now.public.verdict.counts is before.counts
    for name in gone.split():
        now.act(name, ComeBack)
    assert now.refused(left, cmd.GoOn) == "voices-missing"  # the voice holds again
    for name in gone.split():
        now.act(name, cmd.Overrule, counts=against)
    assert now.public.verdict.counts is against


@pytest.mark.parametrize(("cards", "word"), [("OATE", "TOEA"), HONEST])
def test_who_alone_is_not_involved_may_object_without_a_phone(
    cards: str, word: str
) -> None:
    """The host's page for Cleo has what she says aloud, and nobody else may say it."""
    now = laid(cards, word, players=3)
    now.doubt("Bob")
    drawn, button = Drawn(now.game), '"type": "Overrule"'
    pages = [drawn.paper(now.state, now.seat(name)) for name in ("Ann", "Bob", "Cleo")]
    assert [page.count(button) for page in pages] == [0, 0, 1]
    view = now.view("Cleo")
    assert drawn.phone(view, now.game.offers(view)).count(button) == 1


def test_nothing_makes_a_word_of_other_cards() -> None:
    now = laid(*BLUFF)
    now.doubt("Bob")
    assert "Overrule" not in now.offered("Ann")
    assert now.refused("Ann", cmd.Overrule, counts=True) == "not-spelled"


# -- the list is asked at the resolving only --


@pytest.mark.parametrize(("cards", "word"), [HONEST, BLUFF])
def test_nothing_looks_the_word_up_before_the_resolving(cards: str, word: str) -> None:
    now = laid(cards, word)
    now.act("Bob", cmd.Doubt)
    now.act("Cleo", cmd.Believe)
    assert now.words.asked == []
    now.gong()
    assert now.words.asked == [word]


def test_a_word_that_nobody_doubts_is_looked_up_in_the_truth_round_only() -> None:
    now = laid(*BLUFF)
    now.gong()
    now.to_the_count()
    assert now.words.asked == []
    now.act("Bob", cmd.OpenNext)
    assert now.words.asked == ["NOSE"]


# -- first doubter --


def test_the_first_phone_that_doubts_ends_the_waiting_and_alone_counts() -> None:
    now = laid(*HONEST, first_doubter=True)
    now.act("Bob", cmd.Believe)
    now.act("Dan", cmd.Doubt)
    assert now.phase is Phase.REVEAL
    assert now.public.verdict is not None
    assert now.public.verdict.doubters == ("Dan",)


def test_of_two_buttons_the_earlier_stamp_counts_not_the_earlier_arrival() -> None:
    now = laid(*BLUFF, first_doubter=True)
    now.act("Dan", cmd.Buzz, at_ns=2_000)
    now.act("Bob", cmd.Buzz, at_ns=1_000)
    assert now.refused("Bob", cmd.Buzz, at_ns=1) == "doubted"
    assert now.phase is Phase.DOUBT
    now.gong()
    now.act("Ann", cmd.GoOn)
    assert now.tens() == {"Bob": 1}


def test_a_phone_that_doubts_while_a_press_waits_comes_too_late() -> None:
    now = laid(*BLUFF, first_doubter=True)
    now.act("Dan", cmd.Buzz, at_ns=2_000)
    now.act("Bob", cmd.Doubt)
    assert now.phase is Phase.DOUBT
    now.gong()
    now.act("Ann", cmd.GoOn)
    assert now.tens() == {"Dan": 1}


def test_in_a_race_a_finger_that_lay_there_already_is_no_doubt() -> None:
    now = laid(*BLUFF, first_doubter=True)
    now.gong("Bob", "Cleo")
    assert now.phase is Phase.TURN
    assert now.tens() == {}


def test_where_no_stand_has_a_button_nobody_waits_for_fingers() -> None:
    """The others believe or doubt; once they all have, nothing is left to wait for."""
    t = table(buttons="phones")
    t.lay("Ann", "OATS", "OATS")
    waits = t.game.deadline(t.state)
    assert waits is not None
    assert not waits.fingers
    assert "face.hold" not in str(t.faces())
    t.act("Bob", cmd.Believe)
    t.act("Cleo", cmd.Doubt)
    assert t.phase == Phase.REVEAL
    assert t.state.verdict is not None
    assert t.state.verdict.doubters == (t.seat("Cleo"),)


@pytest.mark.parametrize(
    "options", [{"gong_s": 15}, {"gong_s": 0}, {"first_doubter": True}]
)
def test_no_stand_says_what_to_press_where_its_button_means_nothing(
    options: dict[str, Any],
) -> None:
    t = table(buttons="phones", **options)
    t.lay("Ann", "OATS", "OATS")
    t.act("Bob", cmd.Believe)
    bob, cleo = (t.faces()[STAND_PLACES[t.seat(name)]] for name in ("Bob", "Cleo"))
    assert bob.lines == ("Bob", "face.answered", "face.hand", "face.points")
    assert cleo.lines == ("Cleo", "face.hand", "face.points")
    for gesture in Gesture:
        touch = Touch(STAND_PLACES[t.seat("Cleo")], "main", gesture)
        assert t.game.control(t.state, touch) is None


def test_no_finger_doubts_there_either() -> None:
    t = table(buttons="phones")
    t.lay("Ann", "OATS", "OATS")
    command = t.game.time_up(t.state, frozenset({STAND_PLACES[1]}))
    assert command == cmd.Gong(())
    race = table(buttons="phones", first_doubter=True)
    race.lay("Ann", "OATS", "OATS")
    down = Touch(STAND_PLACES[1], "main", Gesture.DOWN, 7)
    assert race.game.control(race.state, down) is None
