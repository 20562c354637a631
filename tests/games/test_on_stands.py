"""A game that only fingers play is played by random play too."""

from pathlib import Path
from random import Random

from tests.games.example import example, installed
from tests.play import Player, after, begin, steps


def test_a_game_on_stands_alone_is_played_by_fingers(tmp_path: Path) -> None:
    files, met = example(), set[str]()
    offered = '        own = Offer("Guess", '
    assert offered in files["game.py"]
    files["game.py"] = files["game.py"].replace(offered, '        _ = Offer("Guess", ')
    marks = files["for_tests.py"].replace(
        "    twin=twin,\n", "    twin=twin,\n    on_stands=True,\n"
    )
    for touched in (True, False):
        said = marks if touched else example()["for_tests.py"]
        with installed({**files, "for_tests.py": said}, tmp_path / str(touched)) as game:
            random = Random(1)
            state = after(game, game.initial, begin(game, 3, random))
            for _, command, _ in steps(game, state, Player(game, random), 3000):
                met.add(f"{type(command).__name__} {touched}")
    assert {"Dial True", "Guess True"} <= met
    assert {"Dial False", "Guess False"}.isdisjoint(met)
