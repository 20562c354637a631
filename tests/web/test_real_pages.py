"""The pages of the real games, where a person or a match is in an unusual state."""

import re
from dataclasses import replace
from html import unescape
from itertools import product
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.table.acts.tutorials import Tutorials
from companion.table.values.ids import PersonId
from companion.table.values.projector import project
from companion.table.values.seating import Person
from companion.table.values.state import TableState
from tests.e2e.stage import HANDLE, KEY, Stage
from tests.play import for_tests
from tests.waiting import LIMIT_S
from tests.web.conftest import OWN_COOKIE, House
from tests.web.plain_evening import KEYS, PlainEvening
from web.app import create_app
from web.devices import device_id

HERE = "http://127.0.0.1"


@pytest.mark.parametrize("name", GAMES)
def test_somebody_on_paper_who_came_during_the_match_has_a_page_that_says_so(
    name: str,
) -> None:
    stage = Stage(GAMES[name](), players=3)
    (_, match), *_ = stage.moments(1)
    late = Person(PersonId("late"), "Oma")
    ids = tuple(each.id for each in stage.seating.people)
    seating = replace(stage.seating, people=(*stage.seating.people, late), playing=ids)
    latest = project(TableState(seating, match), stage.config, stage.table.publisher.latest)
    stage.table.publisher.publish(latest)
    client = create_app(stage.table, stage.pages).test_client()
    client.set_cookie(OWN_COOKIE, KEY, domain="127.0.0.1")
    place = {"headers": {"Host": "127.0.0.1"}, "base_url": "http://127.0.0.1"}
    answer = client.get("/host/for/late", **place)
    assert answer.status_code == 200
    assert "Oma" in answer.text
    host = client.get("/host", **place)
    assert host.status_code == 200
    assert "/host/for/late" not in host.text


def test_in_a_tutorial_one_is_asked_what_the_own_page_is_asked() -> None:
    stage = Stage(GAMES["letter_jam"](), players=3)
    stage.table.tutorials = Tutorials(stage.config.games, stage.table.publisher)
    client = create_app(stage.table, stage.pages, heartbeat_s=0.2).test_client()
    client.set_cookie(OWN_COOKIE, KEY, domain="127.0.0.1")
    own = f"/p/{HANDLE}"
    asks = f"Is it really {stage.names[1]}"
    assert asks not in client.get(f"{own}/tutorial", base_url=HERE).text
    with client.get(f"{own}/tutorial/stream", base_url=HERE) as stream:
        told = stream.iter_encoded()
        hello_and_first = next(told) + next(told)
        stage.show(None, asked_for=True)
        html = next(told)  # or, where nothing is new, a beat
    assert asks.encode() not in hello_and_first
    assert asks.encode() in html
    assert f"{own}/answer".encode() in html


def test_a_hand_says_that_its_joker_costs_points_where_it_does() -> None:
    stage = Stage(GAMES["buchstabenbluff"](), players=3)
    client = create_app(stage.table, stage.pages).test_client()
    client.set_cookie(OWN_COOKIE, KEY, domain="127.0.0.1")
    place = {"headers": {"Host": "127.0.0.1"}, "base_url": "http://127.0.0.1"}
    seen, wanted = set[tuple[bool, bool]](), {*product((True, False), repeat=2)}
    seeds = range(5 * len(for_tests(stage.game).variants))
    for match in (match for seed in seeds for match in stage.played(seed)):
        has, costs = "?" in match.state.players[0].hand, match.state.options.joker_minus
        if (has, costs) in seen:
            continue
        stage.show(match)
        page = client.get(f"/p/{HANDLE}", **place).text
        if "In your hand:" in page:
            assert ("A joker counts 5." in page) == (has and costs)
            seen.add((has, costs))
        if seen == wanted:
            break
    assert seen == wanted


def order_of(page: str) -> list[str]:
    """Return the large parts of the host's page, from above."""
    return re.findall(r'<(?:section|details) id="(door|people|match|everything)"', page)


def test_the_host_s_page_begins_with_what_is_needed_now(
    house: House, tmp_path: Path
) -> None:
    host = house.phone()
    host.join("Anna")
    alone = host.get("/host").text
    assert order_of(alone) == ["door", "people", "match", "everything"]
    assert '<details id="door" class="card" open>' in alone
    house.phone(address="192.168.1.78").join("Ben")
    assert '<details id="door" class="card">' in host.get("/host").text
    evening = PlainEvening(GAMES["djam"](), tmp_path / "table.sqlite3", 1)
    try:
        played = evening.host.get("/host").text
    finally:
        evening.table.stop()
    assert order_of(played) == ["match", "people", "door", "everything"]


def test_before_somebody_is_removed_it_is_asked_what_is_true_for_them(
    tmp_path: Path,
) -> None:
    evening = PlainEvening(GAMES["djam"](), tmp_path / "table.sqlite3", 1)

    def asked() -> dict[str, str]:
        page = unescape(evening.host.get("/host").text)
        found = (
            r'data-post="/host/remove".*?data-confirm="([^"]*)" aria-label="Remove (.*?)"'
        )
        return {name: question for question, name in re.findall(found, page)}

    try:
        host = device_id(KEYS["Anna"])
        table, strength = evening.table, evening.game.bots.usual_strength
        table.submit(table.matches.end, host).result(LIMIT_S)
        table.submit(table.lobby.add_bot, host, strength).result(LIMIT_S)
        before = asked()
        table.submit(table.matches.start, host, {}, "begin-again").result(LIMIT_S)
        playing = asked()
    finally:
        evening.table.stop()
    assert before["Ben"] == "Send Ben away? The page on that phone stops at once."
    assert playing["Ben"].startswith(f"{before['Ben']} The seat stays in the match")
    assert before["Opa"] == "Take Opa off the list?"
    assert before["Bot Ada"] == "Take Bot Ada off the list?"
    assert playing["Opa"].startswith("Mark Opa as gone?")
    assert playing["Bot Ada"].startswith("Take Bot Ada out of the match?")
