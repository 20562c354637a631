"""Codes of every game's deals: written, read aloud, mistyped, another game's; the deal of a day."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.deal_code import (
    FACTS,
    KINDS,
    CodedDeal,
    asked_code,
    fingerprint,
    language_fact,
    looks_like_code,
    packed,
    parted,
    read_code,
    seed_from_text,
    seed_of_day,
)
from companion.errors import DataError, Rejected
from companion.games import GAMES
from companion.languages import LANGUAGES
from tests.play import after, begin, refusal

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODES = st.builds(
    CodedDeal,
    st.sampled_from(KINDS),
    st.integers(0, FACTS - 1),
    st.integers(0, 2**20 - 1),
    st.integers(0, 2**64 - 1),
    st.sampled_from(["", "Oma", "Oma und Opa"]),
)


def bare(code: CodedDeal) -> str:
    return str(code)[:29]


@given(CODES)
def test_a_code_is_read_as_it_was_written(code: CodedDeal) -> None:
    text = str(code)
    assert looks_like_code(text)
    assert read_code(text) == code
    spoken = bare(code).lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert read_code(f" {spoken} {code.own}") == code


@given(CODES, st.integers(0, 23), st.sampled_from(SIGNS))
def test_one_wrong_sign_is_noticed(code: CodedDeal, place: int, sign: str) -> None:
    signs = list(bare(code).replace("-", ""))
    if signs[place] != sign:
        signs[place] = sign
        with pytest.raises(DataError, match="at least one sign is wrong"):
            read_code("".join(signs))


@given(CODES, st.integers(0, 22))
def test_two_signs_swapped_are_noticed(code: CodedDeal, place: int) -> None:
    signs = list(bare(code).replace("-", ""))
    if signs[place] != signs[place + 1]:
        signs[place], signs[place + 1] = signs[place + 1], signs[place]
        with pytest.raises(DataError, match="at least one sign is wrong"):
            read_code("".join(signs))


@given(st.text(max_size=40) | st.text(SIGNS + "oil- ²٣é", min_size=24, max_size=29))
def test_whatever_is_typed_is_a_code_or_told_to_be_none(text: str) -> None:
    with suppress(DataError):
        read_code(text)


@given(st.lists(st.tuples(st.integers(0, 11), st.just(12)), max_size=5))
def test_settings_are_parted_as_they_were_packed(parts: list[tuple[int, int]]) -> None:
    counts = [count for _, count in parts]
    assert parted(packed(*parts), *counts) == tuple(value for value, _ in parts)


def test_what_is_no_deal_is_no_code_at_all() -> None:
    assert asked_code("", 1) is None
    assert asked_code("  ", 1) is None


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("0BCW-0G63-VFZZ-ZZZZ-ZZZZ-ZZKN", "code-mistyped"),
        ("hello", "code-mistyped"),
        (str(CodedDeal(3, 5, 7, 9)), "code-other-game"),
    ],
)
def test_a_code_that_is_none_of_this_game_is_refused(code: str, why: str) -> None:
    assert refusal(asked_code, code, 2) == why


def test_a_code_of_this_game_is_taken_however_it_is_typed() -> None:
    code = CodedDeal(2, 5, 7, 9)
    assert asked_code(f" {str(code).lower()} ", 2) == code


def test_the_deal_of_a_day_goes_by_the_day_and_by_what_is_chosen() -> None:
    days = {seed_of_day(day, "en", 4) for day in ("2026-11-24", "2026-11-25")}
    assert len(days | {seed_of_day("2026-11-24", "en", 5)}) == 3
    assert seed_of_day("2026-11-24", "en", 4) == seed_from_text("2026-11-24 en 4")


@pytest.mark.parametrize("date", ["24.11.2026", "2026-13-01", "2026-11-32", "x" * 500])
def test_what_is_no_day_is_refused(date: str) -> None:
    with pytest.raises(Rejected) as caught:
        seed_of_day(date, "en")
    assert caught.value.code == "date"
    assert len(str(caught.value.message.params["date"])) < 100


def test_a_fingerprint_has_twenty_bits_and_goes_by_the_text() -> None:
    found = {fingerprint(f"{n}") for n in range(200)}
    assert len(found) > 190
    assert max(found) < 2**20


def test_a_code_has_room_for_every_language() -> None:
    assert all(language_fact(each)[1] >= len(LANGUAGES) for each in LANGUAGES)


BY_CODE = [
    name
    for name, game in GAMES.items()
    if any("code" in each.__dataclass_fields__ for each in game().setup_commands)
]
"""Games whose matches can be asked for again; one that never deals at random has no code."""


@pytest.mark.parametrize("name", BY_CODE)
def test_a_code_is_its_own_games_and_no_other_takes_it(name: str) -> None:
    code = dealt_code(name)
    for other in BY_CODE:
        take = GAMES[other]().house.options
        if other == name:
            assert take({}, {"code": code.lower()})["code"] == code
            continue
        assert refusal(take, {}, {"code": code}) == "code-other-game"


@pytest.mark.parametrize("name", BY_CODE)
def test_a_deal_comes_again_by_its_code_and_nobody_sees_it_before_the_end(
    name: str,
) -> None:
    game, code = GAMES[name](), dealt_code(name)
    first, again = (
        after(game, game.initial, begin(game, 4, Random(seed), **options))
        for seed, options in ((1, {}), (2, game.house.options({}, {"code": code})))
    )
    assert again == first
    assert again != after(game, game.initial, begin(game, 4, Random(2)))
    views = [game.table_view(first), *(game.seat_view(first, seat) for seat in first.seats)]
    assert not any(code in str(view) for view in views)


def dealt_code(name: str) -> str:
    """Return the code of a match of four that chance dealt."""
    game = GAMES[name]()
    found = [each.code for each in begin(game, 4, Random(1)) if getattr(each, "code", "")]
    (code,) = found
    return str(code)
