"""How a game is begun, and seen whole: the commands for whoever writes one."""

import ast

import pytest
from playwright.sync_api import Browser

from companion.games import FIRST, GAMES
from tests.e2e.stage import Stage
from tests.gallery import GAP, HIGH, away, gallery, moments
from tests.new_game import NoNameError, named, refused


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Hunt", "small letters"),
        ("x", "small letters"),
        ("word-hunt", "small letters"),
        (FIRST[0], "already"),
        ("deadline", "stands in"),
    ],
)
def test_a_name_that_will_not_do_is_refused(name: str, why: str) -> None:
    with pytest.raises(NoNameError, match=why):
        refused(name)


def test_a_new_game_is_the_guides_under_its_own_name() -> None:
    refused("word_hunt")
    files = named("word_hunt")
    for path, text in files.items():
        if path.endswith(".py"):
            ast.parse(text)
        assert "galgenraten" not in text.lower()
        assert "ga.step" not in text
    assert (
        'title = "Word Hunt"' in files["companion/games/word_hunt/pages/messages.de.toml"]
    )


@pytest.mark.slow
def test_the_gallery_shows_a_moment_with_nobody_away_where_there_is_such_a_one() -> None:
    stage = Stage(GAMES[FIRST[1]](), 3)
    chosen = moments(stage, 8)
    assert len(chosen) == 8
    assert len({stage.kind(each) for each in chosen}) == 8
    assert sum(map(away, chosen)) == 0


@pytest.mark.slow
@pytest.mark.browser
def test_a_row_of_the_gallery_is_a_moment(browser: Browser) -> None:
    sheet = gallery(GAMES[FIRST[1]](), "de", browser, most=2)
    assert sheet.height == 2 * (HIGH + GAP)
    table, stands = sheet.getpixel((5, 5)), sheet.getpixel((sheet.width - GAP - 5, 2))
    assert table != stands
