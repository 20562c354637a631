import json

import pytest

from companion.cli.bot_matches import Ended
from companion.cli.main import main
from companion.cli.simulate import means
from companion.games.letter_jam.game import Outcome


def simulated(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    assert main(["simulate", "--json", *options]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_same_seed_gives_the_same_matches(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--players", "3", "--lengths", "3,4,5", "--games", "2", "--seed", "5")
    first, second = (simulated(capsys, *options) for _ in range(2))
    del first["seconds"], second["seconds"]
    assert first == second
    assert first["games"] == 2
    assert first["lengths"] == [3, 4, 5]


def test_it_prints_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--players", "2", "--language", "de", "--games", "1", "--seed", "1"]
    assert main(["simulate", *options]) == 0
    assert "all_solved" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--players", "7"), "2 to 6"),
        (("--lengths", "4,5"), "names 2 lengths"),
        (("--lengths", "long"), "write numbers"),
        (("--lengths", "9"), "3 to 7"),
        (("--strength", "superb"), "bots of Letter Jam play weak, medium, strong, keen"),
        (("--game", "haiclue", "--strength", "weak"), "bots of Haiclue play simple"),
        (("--game", "haiclue", "--players", "13"), "Haiclue is for 2 to 12"),
    ],
)
def test_a_wish_that_cannot_be_met_is_named(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], said: str
) -> None:
    assert main(["simulate", *options]) == 2
    assert said in capsys.readouterr().err


def test_another_game_names_its_own_figures(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--game", "haiclue", "--players", "5", "--games", "3", "--seed", "1")
    found = simulated(capsys, *options)
    assert found["games"] == 3
    assert found["clues"] == 30
    assert float(str(found["found"])) > 0.3
    assert main(["simulate", *options]) == 0
    assert "found " in capsys.readouterr().out


@pytest.mark.slow
def test_matches_on_all_cores_are_the_very_same(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--game", "haiclue", "--games", "20", "--seed", "7")
    alone, shared = (simulated(capsys, *options, "--jobs", jobs) for jobs in ("1", "2"))
    del alone["seconds"], shared["seconds"]
    assert alone == shared


def test_the_figures_are_means() -> None:
    ended = [
        Ended(
            0, Outcome(all_solved=True, words_solved=1.0, clues=8, score=70, rank=4), 0.1
        ),
        Ended(
            1, Outcome(all_solved=False, words_solved=0.5, clues=12, score=30, rank=1), 0.3
        ),
    ]
    assert means(ended) == {
        "games": 2,
        "all_solved": 0.5,
        "words_solved": 0.75,
        "clues": 10,
        "score": 50,
        "rank": 2.5,
        "seconds": 0.2,
    }


@pytest.mark.parametrize(
    ("game", "figure"), [("djam", "rounds"), ("buchstabenbluff", "bluffs")]
)
def test_games_that_wait_for_a_time_are_played_to_their_end(
    capsys: pytest.CaptureFixture[str], game: str, figure: str
) -> None:
    found = simulated(
        capsys, "--game", game, "--games", "2", "--seed", "1", "--language", "de"
    )
    assert float(str(found[figure])) > 0
