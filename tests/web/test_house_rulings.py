"""After an overruling the host has one tap, all read what came of it, and there is a way back."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.buchstabenbluff import commands as cmd
from companion.games.letter_jam import commands as lj
from companion.table.values.ids import Handle
from companion.table.values.match import Match
from tests.e2e.stage import HANDLE, Stage
from tests.games.buchstabenbluff.table import table as bluff
from tests.games.letter_jam.endings import final
from web.routes.phone import values_of

TAP = re.compile(r"data-body='([^']+)'")


def overruled_bluff(*, listed: bool) -> tuple[Any, list[Any], str]:
    t, word = bluff(3), "OATS" if listed else "TOES"
    log = list(t.events)
    t.lay("Ann", "OATS" if listed else "OTSE", word)
    log += t.events
    t.act("Bob", cmd.Doubt)
    log += t.events
    t.gong()
    log += t.events
    t.act("Cleo", cmd.Overrule, counts=not listed)
    log += t.events
    return t.game, log, word


def shown(
    game: Any, log: Any, house: Any, *, host: bool, language: str = "en", players: int = 3
) -> str:
    stage = Stage(game, players)
    match = Match.begin(game, "match").with_entries(log, "begin", None)
    page = stage.show(match, house={game.name: house}).pages[HANDLE]
    values = values_of(page, Handle(HANDLE), is_host=host)
    return stage.renderer.render("phone.html", language, **values)


def taps(html: str) -> list[Mapping[str, Any]]:
    bodies = (json.loads(each.replace("&#34;", '"')) for each in TAP.findall(html))
    commands = [each["command"] for each in bodies if "command" in each]
    return [each for each in commands if each["type"] in ("RuleWord", "ForgetRuling")]


@pytest.mark.parametrize("listed", [True, False])
def test_one_tap_of_the_host_after_the_overruling_and_one_back(*, listed: bool) -> None:
    game, log, word = overruled_bluff(listed=listed)
    fields = {"language": "en", "word": word}
    keep = {"type": "RuleWord", **fields, "counts": not listed}
    assert taps(shown(game, log, {}, host=True)) == [keep]
    assert taps(shown(game, log, {}, host=False)) == []
    way = "never" if listed else "counting"
    kept = {"ruled": {way: {"en": [word]}}}
    assert taps(shown(game, log, kept, host=True)) == [{"type": "ForgetRuling", **fields}]
    assert taps(shown(game, log, kept, host=False)) == []


def test_all_read_what_this_house_has_ruled_in_their_language() -> None:
    game, log, word = overruled_bluff(listed=False)
    kept = {"ruled": {"counting": {"en": [word]}}}
    for host in (True, False):
        told = shown(game, log, kept, host=host)
        assert "In this house “TOES” counts from the next match on." in told
    assert "In diesem Haus gilt „TOES“" in shown(game, log, kept, host=False, language="de")
    assert "In this house" not in shown(game, log, {}, host=False)


def test_letter_jam_has_the_tap_once_the_table_has_judged_against_the_list() -> None:
    t = final(2)
    log: list[Any] = list(t.log)
    t.lay("Ann", "1 2 3 4 5", "?????")
    t.lay("Bob", "1 2 3 4 5", "?????")
    t.act("Ann", lj.RevealWord)
    revealed = t.player("Ann").revealed
    assert revealed is not None
    word, listed = revealed.word, revealed.listed
    for accepted, expected in ((listed, 0), (not listed, 1)):
        t.act("Bob", lj.JudgeWord, whose="Ann", accepted=accepted)
        log = list(t.log)
        html = shown(t.game, log, {}, host=True, players=2)
        assert len(taps(html)) == expected
    assert taps(html)[0]["word"] == word
    assert taps(html)[0]["counts"] == (not listed)


@pytest.mark.parametrize("name", ["letter_jam", "buchstabenbluff"])
def test_the_hosts_page_lists_them_each_with_a_way_back(name: str) -> None:
    game = GAMES[name]()
    stage = Stage(game, players=2)
    ruled = {"ruled": {"counting": {"de": ["BRRR"]}, "never": {"en": ["OATS"]}}}
    html = stage.renderer.render(
        "game/house.html", "en", house=game.house.view(ruled), options={}
    )
    assert [(each["type"], each["word"]) for each in taps(html)] == [
        ("ForgetRuling", "BRRR"),
        ("ForgetRuling", "OATS"),
    ]
