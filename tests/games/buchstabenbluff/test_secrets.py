"""The leak matrix, cell by cell, and that a bluff is answered just as an honest word is."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine.events import Undo, tells, undo_of
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.events import Answered, WordLaid
from companion.games.buchstabenbluff.state import Buchstabenbluff, Lay
from companion.messages import load
from companion.ports import Seat
from tests.games.buchstabenbluff.table import Table, table
from tests.play import for_tests
from web.pages.game_pages import SHELL

PAGES = "companion.games.buchstabenbluff.pages"


class Eyes:
    """What each pair of eyes is shown of a state, as text."""

    def __init__(self) -> None:
        self.game = table().game
        self.say = load((*SHELL, PAGES), "en").say

    def seat(self, state: Buchstabenbluff, seat: int) -> str:
        view = self.game.seat_view(state, Seat(seat))
        return text((view, self.game.offers(view)))

    def others(self, state: Buchstabenbluff) -> str:
        return "".join(self.seat(state, seat) for seat in state.seats if seat)

    def displays(self, state: Buchstabenbluff) -> str:
        return text(dict(self.game.shown(state, self.say)))

    def public(self, state: Buchstabenbluff) -> str:
        return text(self.game.table_view(state))

    def differ(self, one: Buchstabenbluff, two: Buchstabenbluff) -> set[str]:
        """Return who can tell the two apart: owner (Ann), others, displays, public."""
        looks = {
            "owner": lambda state: self.seat(state, 0),
            "others": self.others,
            "displays": self.displays,
            "public": self.public,
        }
        return {who for who, look in looks.items() if look(one) != look(two)}


def text(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()


@pytest.fixture(name="eyes")
def _eyes() -> Eyes:
    return Eyes()


EVERYBODY = {"owner", "others", "displays", "public"}


def two_hands(now: Table) -> tuple[Buchstabenbluff, Buchstabenbluff]:
    """Return the state with two different hands of Ann, worth the same."""

    def with_hand(letters: str) -> Buchstabenbluff:
        hand = tuple(letters)[: len(now.state.players[0].hand)]
        ann = replace(now.state.players[0], hand=hand)
        return replace(now.state, players=(ann, *now.state.players[1:]))

    return with_hand("AEION"), with_hand("TRSTN")


def two_lays(now: Table) -> tuple[Buchstabenbluff, Buchstabenbluff]:
    """Return the state with two different sets of cards that Ann has laid, worth the same."""

    def with_cards(letters: str) -> Buchstabenbluff:
        def other(lay: Lay) -> Lay:
            return replace(lay, cards=tuple(letters)) if lay.seat == 0 else lay

        laid = now.state.laid and other(now.state.laid)
        believed = tuple(map(other, now.state.believed))
        return replace(now.state, laid=laid, believed=believed)

    return with_cards("AEI"), with_cards("NOT")


def moments() -> dict[str, Table]:
    """Return a table at each time of a match; Ann is the one with secrets."""
    turn = table(3)
    laid = table(3)
    laid.lay("Ann", "SEA", "SEA")
    doubted = table(3)
    doubted.lay("Ann", "SEA", "SEA")
    doubted.doubt("Bob")
    believed = table(3)
    believed.lay("Ann", "SEA", "SEA")
    believed.gong()
    counted = table(3)
    counted.lay("Ann", "SEA", "SEA")
    counted.gong()
    counted.to_the_count()
    ended = table(3)
    ended.lay("Ann", "SEA", "SEA")
    ended.gong()
    ended.to_the_count()
    ended.act("Bob", cmd.OpenAll)
    return {
        "turn": turn,
        "laid": laid,
        "doubted": doubted,
        "believed": believed,
        "counted": counted,
        "ended": ended,
    }


# -- hand: owner always; others, displays and log never, but for the very end --


@pytest.mark.parametrize("moment", ["turn", "laid", "doubted", "believed"])
def test_a_hand_is_seen_by_its_owner_alone(eyes: Eyes, moment: str) -> None:
    assert eyes.differ(*two_hands(moments()[moment])) == {"owner"}


def test_a_hand_is_public_at_the_very_end_only(eyes: Eyes) -> None:
    assert eyes.differ(*two_hands(moments()["counted"])) == {"owner"}
    assert eyes.differ(*two_hands(moments()["ended"])) == EVERYBODY - {"displays"}


# -- laid cards, believed: owner always; everybody at the truth round --


@pytest.mark.parametrize("moment", ["laid", "believed", "counted"])
def test_cards_face_down_are_seen_by_their_owner_alone(eyes: Eyes, moment: str) -> None:
    assert eyes.differ(*two_lays(moments()[moment])) == {"owner"}


def test_believed_cards_are_open_after_the_truth_round(eyes: Eyes) -> None:
    assert eyes.differ(*two_lays(moments()["ended"])) >= {"owner", "others", "public"}


def test_a_truth_opens_its_own_word_only(eyes: Eyes) -> None:
    now = table(3)
    for name in ("Bob", "Ann"):
        if now.active != name:
            now.act(now.active, cmd.Pass)
        cards = "".join(now.player(name).hand[:3])
        now.lay(name, cards, "SEA")
        now.gong()
        while now.active != "Ann":
            now.act(now.active, cmd.Pass)
    now.to_the_count()
    now.act("Cleo", cmd.OpenNext)
    assert eyes.differ(*two_lays(now)) == {"owner"}
    now.act("Cleo", cmd.OpenNext)
    assert eyes.differ(*two_lays(now)) >= {"owner", "others", "public"}


# -- laid cards, doubted: everybody when they are turned --


def test_doubted_cards_are_open_at_once_to_all(eyes: Eyes) -> None:
    assert eyes.differ(*two_lays(moments()["doubted"])) == EVERYBODY


def test_no_sentence_holds_a_card_that_lies_face_down() -> None:
    now = moments()["counted"]
    for message in now.told:
        assert "cards" not in message.params, message


# -- the answer: owner always; others, displays and log at the gong --


@pytest.mark.parametrize("doubts", [True, False])
def test_an_answer_is_known_to_its_owner_alone_before_the_gong(
    eyes: Eyes, *, doubts: bool
) -> None:
    now = table(4)
    now.lay("Ann", "SEA", "SEA")
    now.act("Bob", cmd.Doubt if doubts else cmd.Believe)
    other = table(4)
    other.lay("Ann", "SEA", "SEA")
    other.act("Bob", cmd.Believe if doubts else cmd.Doubt)
    assert now.view("Bob").answer is doubts
    for seat in (0, 2, 3):
        assert eyes.seat(now.state, seat) == eyes.seat(other.state, seat)
    assert eyes.displays(now.state) == eyes.displays(other.state)
    assert eyes.public(now.state) == eyes.public(other.state)
    assert now.told == other.told
    assert not now.shown("Cleo").answered
    assert now.shown("Bob").answered


def test_at_the_gong_the_doubters_are_named() -> None:
    now = moments()["doubted"]
    assert now.public.verdict is not None
    assert now.public.verdict.doubters == ("Bob",)
    assert now.told[-1].params["doubters"] == ("Bob",)


# -- the value of a pile: owner always; everybody at the count --


def test_the_value_of_a_pile_is_its_owners_until_the_count(eyes: Eyes) -> None:
    dear, cheap = table(3), table(3)
    for now, cards in ((dear, "QXJ"), (cheap, "EEA")):
        ann = replace(now.state.players[0], hand=tuple(f"{cards}AB"))
        now.state = replace(now.state, players=(ann, *now.state.players[1:]))
        now.lay("Ann", cards, "SEA")
        now.gong()
    assert dear.view("Ann").pile_value > cheap.view("Ann").pile_value
    for seat in (1, 2):
        assert eyes.seat(dear.state, seat) == eyes.seat(cheap.state, seat)
    assert eyes.displays(dear.state) == eyes.displays(cheap.state)
    assert eyes.public(dear.state) == eyes.public(cheap.state)
    assert dear.told == cheap.told
    for now in (dear, cheap):
        assert not now.public.scores
        now.to_the_count()
    piles = [
        next(line.score.pile for line in now.public.scores if line.score.seat == 0)
        for now in (dear, cheap)
    ]
    assert piles[0] > piles[1]


# -- a bluff is answered just as an honest word is --


@pytest.mark.parametrize("half_open", [False, True])
def test_honest_and_bluff_bring_the_same_events_offers_pages_and_sizes(
    eyes: Eyes, *, half_open: bool
) -> None:
    honest, bluff = table(3, half_open=half_open), table(3, half_open=half_open)
    ann = replace(bluff.state.players[0], hand=tuple("OXXSE"))
    bluff.state = replace(bluff.state, players=(ann, *bluff.state.players[1:]))
    for now in (honest, bluff):
        now.act("Ann", cmd.LayWord, cards=("1", "2", "3", "4"), word="oats")
    assert honest.events == bluff.events
    assert honest.told == bluff.told
    assert len(eyes.seat(honest.state, 0)) == len(eyes.seat(bluff.state, 0))
    for seat in (1, 2):
        assert eyes.seat(honest.state, seat) == eyes.seat(bluff.state, seat)
    for now in (honest, bluff):
        now.act("Bob", cmd.Believe)
        now.act("Cleo", cmd.Believe)
        now.gong()
    assert list(map(type, honest.events)) == list(map(type, bluff.events))
    assert [each.id for each in honest.told] == [each.id for each in bluff.told]


def test_an_answer_is_answered_alike_and_no_news() -> None:
    told = []
    for kind in (cmd.Believe, cmd.Doubt):
        now = table(4)
        now.lay("Ann", "SEA", "SEA")
        now.act("Bob", kind)
        assert list(map(type, now.events)) == [Answered]
        told.append(now.told)
    assert told[0] == told[1]


# -- undo --


def test_no_answer_card_or_open_word_can_be_forgotten_again() -> None:
    now = table(3)
    now.act("Ann", cmd.Draw)
    assert [undo_of(each) for each in now.events] == [Undo.NEVER]
    now.lay("Ann", "SEA", "SEA")
    assert [undo_of(each) for each in now.events] == [Undo.CONSENT]
    now.act("Bob", cmd.Doubt)
    assert [undo_of(each) for each in now.events] == [Undo.FREE]
    now.gong()
    assert Undo.NEVER in [undo_of(each) for each in now.events]


def test_a_card_laid_face_up_cannot_be_forgotten() -> None:
    now = table(3, half_open=True)
    now.lay("Ann", "SEA", "SEA", shown="S")
    assert isinstance(now.events[0], WordLaid)
    assert undo_of(now.events[0]) is Undo.NEVER
    assert tells(now.events[0])


# -- the twin --


def test_a_twin_moves_all_that_lies_face_down_and_keeps_what_is_known() -> None:
    now = table(4, half_open=True)
    now.lay("Ann", "OATS", "OATS", shown="O")
    now.gong()
    now.lay("Bob", "NOSE", "NOSE", shown="N")
    now.act("Cleo", cmd.Doubt)
    state = now.state
    twins = [for_tests(now.game).twin(state, Seat(0), Random(seed)) for seed in range(30)]
    assert all(twin.players[0].hand == state.players[0].hand for twin in twins)
    assert all(twin.believed == state.believed for twin in twins)
    assert all(twin.laid and twin.laid.cards[0] == "N" for twin in twins)
    assert len({twin.laid.cards for twin in twins if twin.laid}) > 10
    assert {twin.players[2].doubts for twin in twins} == {True, False}
    assert {twin.players[3].doubts for twin in twins} == {None}
    for other in (Seat(2), Seat(3)):
        twin = for_tests(now.game).twin(state, other, Random(1))
        assert isinstance(twin.laid, Lay)
        assert twin.believed[0].cards[0] == "O"
        assert twin.believed != state.believed


def test_after_the_count_a_twin_keeps_the_points() -> None:
    now = table(3)
    now.lay("Ann", "OATS", "OATS")
    now.gong()
    now.to_the_count()
    for seed in range(20):
        twin = for_tests(now.game).twin(now.state, Seat(1), Random(seed))
        assert now.game.table_view(twin) == now.public
