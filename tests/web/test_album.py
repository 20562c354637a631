"""The album: all pictures at one address, for whoever has it; the host takes one out."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.ports import Keepsake, KeptWord, Message
from companion.table.values.projection import PlayedMatch
from tests.web.test_keepsake import Place, matches
from web.keepsake import key_of_played

ALBUM = "0123456789abcdef0123456789abcdef"


def played(word: str, on: str = "2026-01-31 20:15") -> PlayedMatch:
    kept = Keepsake(
        "Letter Jam",
        Message("result.words", {"n": 1, "of": 1}),
        (KeptWord("Anna", word, counts=True),),
    )
    return PlayedMatch(
        on, "letter_jam", ("Anna",), kept.result, kept, {"Anna": ("boat", 1)}
    )


class Shelf(Place):
    """A place whose album holds some evenings, and no match on the table."""

    def __init__(self, *evenings: PlayedMatch, language: str = "en") -> None:
        super().__init__(language)
        self.publish(*evenings)

    def publish(self, *evenings: PlayedMatch, **more: Any) -> None:
        publisher = self.stage.table.publisher
        info = publisher.latest.table
        latest = replace(publisher.latest, evenings=evenings, **more)
        publisher.publish(replace(latest, table=replace(info, album=ALBUM)))


def test_it_holds_every_picture_the_latest_first() -> None:
    shelf = Shelf(played("HORSE"), played("BLACK", "2026-02-01 21:00"))
    status, page = shelf.get(f"/album/{ALBUM}")
    assert status == 200
    text = page.decode()
    assert text.index("1/2/2026") < text.index("31/1/2026")
    for each in shelf.stage.table.publisher.latest.evenings:
        assert f'src="/picture/{key_of_played(each)}.png"' in text
    assert "BLACK" in text
    assert b"31.1.2026" in Shelf(played("HORSE"), language="de").get(f"/album/{ALBUM}")[1]


@pytest.mark.parametrize("address", ["f" * 32, "0" * 31 + "1"])
def test_nobody_finds_it_by_guessing(address: str) -> None:
    shelf = Shelf(played("HORSE"))
    for kind in ("", ".svg"):
        assert shelf.get(f"/album/{address}{kind}")[0] == 404
    assert shelf.get(f"/album/{ALBUM}.svg")[0] == 200
    no_key = Place()
    assert no_key.get("/album/" + "0" * 32)[0] == 404


def test_a_running_match_is_not_in_it_and_neither_are_its_words() -> None:
    """The secret law: the page is the same whatever the running match holds."""
    pages = set()
    for match in list(matches("letter_jam"))[:30:6]:
        if match.game.finished(match.state):
            continue
        shelf = Shelf()
        shelf.stage.show(match)
        shelf.publish(played("HORSE"))
        pages.add(shelf.get(f"/album/{ALBUM}")[1])
    assert len(pages) == 1


def test_what_was_played_before_pictures_stayed_has_none() -> None:
    shelf = Shelf(replace(played("HORSE"), keepsake=None))
    assert b"<img" not in shelf.get(f"/album/{ALBUM}")[1]


def test_the_picture_of_a_game_that_is_not_installed_any_more_is_still_there() -> None:
    gone = replace(played("HORSE"), game="checkers")
    shelf = Shelf(gone)
    picture = f"/picture/{key_of_played(gone)}.png"
    assert picture.encode() in shelf.get(f"/album/{ALBUM}")[1]
    status, drawn = shelf.get(picture)
    assert (status, drawn[:4]) == (200, b"\x89PNG")


def test_nobody_but_the_host_may_take_one_out() -> None:
    shelf = Shelf(played("HORSE"))
    assert b"/host/album/out" not in shelf.get(f"/album/{ALBUM}")[1]
    answer = post(shelf.client, key_of_played(played("HORSE")))
    assert answer in {401, 403}


def post(client: FlaskClient, picture: str) -> int:
    headers = {"Host": "192.168.1.5:8080", "Origin": "http://192.168.1.5:8080"}
    far = {"REMOTE_ADDR": "192.168.1.77"}
    body = {"picture": picture}
    answer = client.post("/host/album/out", json=body, headers=headers, environ_base=far)
    return answer.status_code
