from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.words.chance import Chance


def test_a_seed_gives_the_same_choices_for_ever() -> None:
    chance = Chance.seeded(2**64 - 1)
    assert [chance.below(100) for _ in range(8)] == [2, 33, 21, 61, 91, 37, 73, 74]
    assert "".join(chance.shuffled("ABCDEFGH")) == "BGDAECHF"
    assert chance.pick("ABCDEFGH") == "E"
    assert chance.seed() == 5794656940870426616


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**50))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= Chance.seeded(seed).below(n) < n


@pytest.mark.parametrize("n", [1, 2, 3, 6, 64, 10**9, 2**49 + 1])
def test_the_largest_float_below_one_stays_below(n: int) -> None:
    assert Chance(lambda: 1 - 2**-53).below(n) == n - 1


@given(st.integers(0, 2**64 - 1), st.lists(st.integers()))
def test_shuffling_keeps_every_card(seed: int, items: list[int]) -> None:
    assert Counter(Chance.seeded(seed).shuffled(items)) == Counter(items)


def test_every_order_is_equally_likely() -> None:
    chance = Chance.seeded(1)
    counts = Counter("".join(chance.shuffled("ABCD")) for _ in range(24_000))
    assert len(counts) == 24
    chi_square = sum((count - 1_000) ** 2 / 1_000 for count in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom: one seed in a thousand is above


def test_the_system_s_chance_is_not_repeated() -> None:
    seeds = {Chance.system().seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**64 for seed in seeds)
