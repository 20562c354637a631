import pytest

from companion.errors import DataError
from companion.games.letter_jam.setup_card import (
    SETUP_CARDS,
    VICTORY_SCALES,
    rank,
    setup_card,
)

# players: each owes, green on leaves, in the centre, stacks, clues at start
PRINTED = {
    2: (3, 2, 3, (7, 8, 9, 10), 11),
    3: (2, 2, 3, (7, 8, 9), 11),
    4: (1, 6, 1, (7, 8), 11),
    5: (1, 5, 1, (7,), 11),
    6: (1, 4, 1, (), 11),
}


@pytest.mark.parametrize("players", PRINTED)
def test_the_setup_card(players: int) -> None:
    card = setup_card(players)
    tokens = (card.reds_each, card.greens_on_leaves, card.greens_in_centre)
    clues = players * card.reds_each + card.greens_on_leaves + card.greens_in_centre
    assert (*tokens, card.stacks, clues) == PRINTED[players]


def test_six_stands_are_always_in_use() -> None:
    assert [each + len(card.stacks) for each, card in SETUP_CARDS.items()] == [6] * 5


@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(DataError, match=f"{players} players: Letter Jam is for 2 to 6"):
        setup_card(players)


@pytest.mark.parametrize("players", SETUP_CARDS)
def test_a_rank_begins_at_its_lowest_score(players: int) -> None:
    scale = VICTORY_SCALES[players]
    assert rank(players, 0) == rank(players, scale[0] - 1) == 0
    assert [rank(players, lowest) for lowest in scale] == [1, 2, 3, 4, 5]
    assert [rank(players, lowest - 1) for lowest in scale] == [0, 1, 2, 3, 4]
    assert rank(players, 10_000) == 5
