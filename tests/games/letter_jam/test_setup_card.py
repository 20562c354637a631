import pytest

from companion.errors import DataError
from companion.games.letter_jam.setup_card import (
    SETUP_CARDS,
    VICTORY_SCALES,
    rank,
    setup_card,
)


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
