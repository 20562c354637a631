"""The bench says which game is played, whose each stand is, and what its buttons are."""

from random import Random

from companion.games import GAMES
from companion.languages import Language
from tests.e2e.stage import Stage
from tests.play import NAMES, begun
from tests.web.conftest import STANDS
from tests.web.dummy_table import DummyBench
from web.app import create_app

HERE = {"REMOTE_ADDR": "127.0.0.1"}


def bench(name: str, language: Language, *, playing: bool) -> str:
    game = GAMES[name]()
    stage = Stage(game, players=3)
    if playing:
        stage.show(begun(game, 3, Random(1)))
    app = create_app(stage.table, stage.pages, bench=DummyBench(), stands=STANDS)
    headers = {"Host": "localhost", "Accept-Language": language}
    return app.test_client().get("/bench", headers=headers, environ_base=HERE).text


def test_before_a_match_it_speaks_of_no_game() -> None:
    page = bench("djam", "en", playing=False)
    assert "Virtual stands" in page
    assert "Djam" not in page


def test_in_a_match_each_stand_has_its_players_name_and_buttons_are_translated() -> None:
    page = bench("djam", "de", playing=True)
    assert "Djam" in page
    assert all(f">{name}</span>" in page for name in NAMES[:3])
    assert ">Knopf</button>" in page


def test_where_the_stands_are_everybodys_none_has_a_name() -> None:
    page = bench("haiclue", "en", playing=True)
    assert "Haiclue" in page
    assert not any(name in page for name in NAMES[:3])
