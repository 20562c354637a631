"""Who is at the table: names, seats, and who may ask for what."""

from dataclasses import dataclass

import pytest

from companion.engine.people import (
    BasePlayer,
    ComeBack,
    Leave,
    PlayerCameBack,
    PlayerLeft,
    Seated,
    check_names,
    check_seat,
    come_or_go,
)
from companion.errors import Rejected
from companion.ports import Seat

ANN, BOB, NOBODY = map(Seat, range(3))


@dataclass(frozen=True, slots=True)
class Player(BasePlayer):
    points: int = 0


@dataclass(frozen=True, slots=True)
class Match(Seated[Player]):
    players: tuple[Player, ...] = (Player("Ann"), Player("Bob", present=False))


def refusal(command: Leave | ComeBack, *now: type, at_table: bool = True) -> str:
    try:
        check_seat(Match(), command, now, at_table=at_table)
    except Rejected as refused:
        return refused.code
    return ""


def test_seats_go_in_the_order_of_players() -> None:
    match = Match()
    assert (match.seats, match.present) == ((ANN, BOB), (ANN,))
    assert match.names == ("Ann", "Bob")


def test_a_change_of_one_player_leaves_the_others_alone() -> None:
    assert [each.points for each in Match().with_player(BOB, points=3).players] == [0, 3]
    assert [each.points for each in Match().with_everybody(points=2).players] == [2, 2]


def test_who_is_away_can_only_come_back() -> None:
    assert refusal(Leave(BOB), Leave, ComeBack) == "absent"
    assert refusal(ComeBack(BOB), Leave, ComeBack) == ""
    assert refusal(ComeBack(ANN), Leave, ComeBack) == "present"
    assert refusal(Leave(NOBODY), Leave) == "unknown-player"


def test_a_command_wants_its_moment() -> None:
    assert refusal(Leave(ANN), ComeBack) == "not-now"
    assert refusal(ComeBack(BOB)) == "not-now"
    assert refusal(Leave(BOB), Leave, at_table=False) == ""


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "bad-name"), ("  ", "bad-name"), ("A" * 21, "bad-name"), ("Bob", "name-taken")],
)
def test_a_name_nobody_could_tell_apart_is_refused(name: str, code: str) -> None:
    with pytest.raises(Rejected, match=code):
        check_names((name, "Bob"), range(2, 4))


def test_too_few_are_refused() -> None:
    check_names(("Ann", "Bob"), range(2, 4))
    with pytest.raises(Rejected, match="player-count"):
        check_names(("Ann",), range(2, 4))


def test_a_game_for_one_number_names_that_number() -> None:
    with pytest.raises(Rejected, match=r"exact-count.*'n': 1, 'here': 2"):
        check_names(("Ann", "Bob"), range(1, 2))


def test_turns_go_clockwise_and_pass_over_whoever_is_away() -> None:
    match = Match((Player("Ann"), Player("Bob", present=False), Player("Cleo")))
    assert [match.clockwise(first) for first in (1, 3)] == [(1, 2, 0), (0, 1, 2)]
    assert [match.next_present(first) for first in range(4)] == [0, 2, 2, 0]
    assert match.with_everybody(present=False).next_present(0) is None


def test_coming_and_going_changes_who_is_there_and_what_the_game_says() -> None:
    match = Match()
    (left,) = come_or_go(Leave(ANN))
    (back,) = come_or_go(ComeBack(BOB))
    assert (left, back) == (PlayerLeft(ANN), PlayerCameBack(BOB))
    assert match.with_person(left).present == ()
    assert match.with_person(back, points=4).players[1] == Player("Bob", 4)


def test_what_is_dealt_goes_by_seat() -> None:
    assert [each.points for each in Match().with_dealt(points=(5, 6)).players] == [5, 6]
    assert Match().names_of((BOB, ANN)) == ("Bob", "Ann")
