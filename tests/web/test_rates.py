import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clock import Clock
from tests.web.conftest import House
from web.rates import (
    BUCKETS,
    CROWD,
    LIGHT,
    MOST_WRITERS,
    SLOW_S,
    WAITING,
    Rates,
    TooFast,
)

DO = {"id": "abcdefgh", "command": {"type": "Tick"}}


def writes(rates: Rates, writer: str = "anna") -> int:
    """Return how many writes go through at once."""
    done = 0
    while True:
        try:
            rates.spend(writer)
        except TooFast:
            return done
        done += 1


def test_twenty_at_once_then_five_a_second_for_each_writer() -> None:
    clock = Clock()
    rates = Rates(clock, lambda _: None)
    assert writes(rates) == 20
    assert writes(rates, "ben") == 20
    for _ in range(10):
        clock.now_s += 1
        assert writes(rates) == 5
    clock.now_s += 3600
    assert writes(rates) == 20


@settings(max_examples=30)
@given(st.lists(st.floats(0, 5), min_size=200, max_size=400))
def test_a_long_flood_is_three_hundred_and_one_in_four_seconds(pauses: list[float]) -> None:
    clock = Clock()
    rates, begun, done = Rates(clock, lambda _: None), clock.now_s, 0
    for pause in pauses:
        clock.now_s += pause
        done += writes(rates)
        for bucket in BUCKETS:
            assert done <= bucket.most + (clock.now_s - begun) * bucket.per_s + 1e-6


@pytest.mark.fault("ten seats that write as fast as they may")
def test_ten_seats_within_their_limits_share_and_whoever_plays_on_is_never_told_to_wait() -> (
    None
):
    clock = Clock()
    rates, done, seconds = Rates(clock, lambda _: None), 0, 120
    for tenth in range(10 * seconds):
        clock.now_s += 0.1
        done += sum(writes(rates, f"flood {number}") for number in range(10))
        if tenth % 5 == 0:
            rates.spend("honest")
    together = CROWD.most + seconds * CROWD.per_s
    assert done <= 10 * (LIGHT.most + seconds * LIGHT.per_s) + together
    assert done >= together
    clock.now_s += 60
    assert writes(rates, "flood 3") == 20, "a quick hand as ever"


def test_what_is_told_to_wait_for_is_enough() -> None:
    clock = Clock()
    rates = Rates(clock, lambda _: None)
    for _ in range(60):
        writes(rates)
        with pytest.raises(TooFast) as told:
            rates.spend("anna")
        clock.now_s += told.value.wait_s
        rates.spend("anna")


def test_a_refusal_is_slow_but_not_for_more_than_a_dozen_at_once() -> None:
    slept: list[float] = []
    rates: Rates

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) < 40:  # another one comes meanwhile
            with pytest.raises(TooFast):
                rates.spend("anna")

    rates = Rates(Clock(), sleep)
    assert writes(rates) == 20
    assert slept == [SLOW_S] * WAITING


def test_no_more_writers_are_kept_than_there_can_be_pages() -> None:
    rates = Rates(Clock(), lambda _: None)
    for number in range(10 * MOST_WRITERS):
        rates.spend(f"writer {number}")
    assert writes(rates, f"writer {10 * MOST_WRITERS - 1}") == 19


@pytest.mark.parametrize("path", ["/join", "/ask", "/back"])
def test_a_seat_knocks_no_faster_than_it_writes(house: House, path: str) -> None:
    anna = house.phone()
    anna.join("Anna")
    bodies = {
        "/join": {"name": "Anna"},
        "/ask": {"person": "p2"},
        "/back": {"person": "p2"},
    }
    said = [anna.post(path, bodies[path]).status_code for _ in range(25)]
    assert 429 not in said[:19]
    assert said[-1] == 429


def test_a_seat_that_writes_too_fast_is_told_so_and_nobody_else(house: House) -> None:
    anna, ben = house.phone(), house.phone()
    hers, his = anna.join("Anna"), ben.join("Ben")
    answers = [anna.post(f"{hers}/do", DO) for _ in range(21)]
    assert [each.status_code for each in answers] == [200] * 20 + [429]
    assert answers[-1].json == {
        "code": "too-fast",
        "message": "That was very fast. Wait a moment, then go on.",
    }
    assert answers[-1].headers["Retry-After"] == "1"
    for path, data in (
        ("/sheet", {"key": "note", "text": "x"}),
        ("/seen", {"tag": "0" * 16}),
        ("/undo", {"id": "abcdefgh"}),
        ("/undo/answer", {"agree": True}),
        ("/answer", {"request": "x", "grant": True}),
    ):
        method = "PUT" if path == "/sheet" else "POST"
        assert anna.write(method, f"{hers}{path}", data).status_code == 429, path
    assert ben.post(f"{his}/do", DO).status_code == 200
    house.clock.now_s += 1
    assert anna.post(f"{hers}/do", DO).status_code == 200


def test_a_stranger_cannot_use_up_what_the_host_may_write(house: House) -> None:
    host, stranger = house.phone(), house.phone()
    host.join("Anna")
    stranger.get("/")
    for _ in range(30):
        assert stranger.post("/host/guide", {"on": True}).status_code == 403
    assert host.post("/host/guide", {"on": True}).status_code == 200


def test_the_host_who_writes_too_fast_is_told_so(house: House) -> None:
    host = house.phone()
    host.join("Anna")
    codes = [host.post("/host/guide", {"on": True}).status_code for _ in range(22)]
    assert codes == [200] * 20 + [429] * 2
