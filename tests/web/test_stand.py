"""A screen that is a stand, as a browser meets it: what it gets, what it may, what is refused."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from companion.games import GAMES
from companion.ports import CENTRE, STAND_PLACES, CardFace, Place
from companion.table.table import Table
from companion.table.values.ids import DeviceId
from tests.waiting import LIMIT_S, wait_for
from tests.web.conftest import HOST, Phone
from web.app import create_app
from web.devices import cookie_name, device_id
from web.pages.game_pages import game_pages

ONE, TWO, THREE, FOUR = STAND_PLACES[:4]


@dataclass
class Evening:
    """A real table of Letter Jam, and as many devices as a test wants."""

    table: Table
    app: Flask
    phones: dict[str, Phone] = field(default_factory=dict)
    handles: dict[str, str] = field(default_factory=dict)

    def device(self, address: str = "192.168.1.77", language: str = "en") -> Phone:
        client = self.app.test_client()
        return Phone(client, HOST, address, {"Accept-Language": language})

    def joins(self, name: str) -> Phone:
        phone = self.phones[name] = self.device(f"192.168.1.{10 + len(self.phones)}")
        phone.get("/")
        pin = self.table.publisher.latest.pin
        answer = phone.post("/join", {"pin": pin, "name": name})
        assert answer.status_code == 200, answer.text
        assert answer.json is not None
        self.handles[name] = str(answer.json["go"])
        return phone

    def screen(self, address: str = "192.168.1.90") -> Phone:
        """A device that asks to be a stand."""
        screen = self.device(address)
        screen.get("/stand")
        assert screen.post("/stand/ask").status_code == 200
        return screen

    def id_of(self, screen: Phone) -> str:
        latest, own = self.table.publisher.latest, key_of(screen)
        known = {**latest.asking_screens, **latest.screens}
        return known[own].id

    def gives(self, screen: Phone, *places: Place, by: str = "Anna") -> None:
        wish = {"id": self.id_of(screen), "places": [*places]}
        answer = self.phones[by].post("/stand/give", wish)
        assert answer.status_code == 200, answer.text
        assert screen.post("/stand/ping").status_code == 200

    def begins(self) -> None:
        answer = self.phones["Anna"].post(
            "/host/start", {"options": {"language": "en"}, "id": "start-of-it"}
        )
        assert answer.status_code == 200, answer.text

    def letter(self, place: Place) -> str:
        face = self.table.publisher.latest.faces[place]
        assert isinstance(face, CardFace)
        return face.letter


def key_of(phone: Phone) -> DeviceId:
    cookie = phone.client.get_cookie(cookie_name(80), domain="192.168.1.5")
    assert cookie is not None
    return device_id(cookie.value)


def shown(screen: Phone) -> str:
    answer = screen.get("/stand/state")
    assert answer.status_code == 200
    assert answer.json is not None
    return str(answer.json["html"])


def letters(html: str) -> list[str]:
    return re.findall(r"<text y=\"100\">([^<]+)</text>", html)


@pytest.fixture(name="evening")
def _evening(tmp_path: Path) -> Iterator[Evening]:
    game = GAMES["letter_jam"]()
    pages = game_pages(game.name, game.pages)
    table = Table(
        {game.name: game},
        tmp_path / "table.sqlite3",
        {game.name: pages.catalogues},
        random=Random(7),
    )
    table.start()
    app = create_app(
        table, {game.name: pages}, names={"jam.local"}, addresses=lambda: [f"http://{HOST}"]
    )
    evening = Evening(table, app)
    for name in ("Anna", "Ben", "Cleo"):
        evening.joins(name)
    yield evening
    table.stop()


def test_a_device_asks_shows_a_number_and_one_tap_of_the_host_gives_it(
    evening: Evening,
) -> None:
    screen = evening.screen()
    number = re.search(r"class=\"code\">(\d{4})<", shown(screen))
    assert number is not None
    host = evening.phones["Anna"].get("/host").text
    assert number[1] in host
    evening.gives(screen, TWO)
    assert "Ben" in shown(screen)
    assert number[1] in evening.phones["Anna"].get("/host").text  # listed, since when
    assert "awake" in evening.phones["Anna"].get("/host").text


def test_the_page_itself_holds_no_letter_and_nothing_is_kept(evening: Evening) -> None:
    screen = evening.screen()
    evening.gives(screen, TWO)
    before = screen.get("/stand").data
    evening.begins()
    assert screen.get("/stand").data == before  # the same page, whatever is shown
    for path in ("/stand", "/stand/state", "/stand/s/whatever"):
        assert screen.get(path).headers["Cache-Control"] == "no-store"


def test_a_stand_gets_its_own_face_and_nothing_else(evening: Evening) -> None:
    screen, table = evening.screen(), evening.screen("192.168.1.91")
    evening.gives(screen, TWO)
    evening.gives(table, *STAND_PLACES[3:], CENTRE)
    evening.begins()
    assert letters(shown(screen)) == [evening.letter(TWO)]
    free = [evening.letter(place) for place in STAND_PLACES[3:]]
    assert letters(shown(table))[:3] == free
    assert shown(screen).count("data-place") == 1
    answer = screen.get("/stand/state").json
    assert answer is not None
    assert answer["announcements"] == []
    assert set(answer) == {
        "boot",
        "game",
        "version",
        "html",
        "announcements",
        "seen",
        "language",
        "go",
    }


def test_no_button_of_the_middle_lies_over_the_way_in(evening: Evening) -> None:
    screen = evening.screen()
    evening.gives(screen, CENTRE)
    assert evening.table.publisher.latest.pin in shown(screen)
    assert "data-button" not in shown(screen)
    evening.begins()
    assert shown(screen).count("data-button") == 3


def test_a_code_is_scanned_and_one_tap_makes_the_stand(evening: Evening) -> None:
    answer = evening.phones["Ben"].post("/stand/code", {"places": [FOUR]})
    assert answer.json is not None
    go = str(answer.json["go"])
    assert "<svg" in evening.phones["Ben"].get(go).text
    secret = go.rsplit("/", 1)[1]
    screen, thief = evening.device(), evening.device("192.168.1.66")
    assert secret in screen.get(f"/stand/s/{secret}").text
    assert screen.post("/stand/redeem", {"secret": secret}).json == {
        "ok": True,
        "stands": "yes",
    }
    assert 'data-place="stand-4"' in shown(screen)
    thief.get("/stand")
    assert thief.post("/stand/redeem", {"secret": secret}).status_code == 409
    assert "data-place" not in shown(thief)


def test_the_code_on_the_screen_leads_whoever_sits_here_to_the_list(
    evening: Evening,
) -> None:
    screen = evening.screen()
    path = f"/stand/give/{evening.id_of(screen)}"
    answer = evening.phones["Cleo"].get(path)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/screens")
    assert "A screen wants to be a stand" in evening.phones["Cleo"].get("/screens").text
    for address in (path, "/screens"):
        refused = evening.device().get(address, Accept="text/html")
        assert refused.status_code == 403
        assert "for those who sit at the table" in refused.text


def test_hostile_phones_get_nothing(evening: Evening) -> None:
    screen = evening.screen()
    evening.gives(screen, TWO)
    evening.begins()
    ben, thief = evening.phones["Ben"], evening.device("192.168.1.66")
    thief.get("/stand")
    for phone in (
        ben,
        thief,
    ):  # neither by the page nor by reload: the right is the device's
        for path in ("/stand", "/stand/state", "/stand/s/guess"):
            assert evening.letter(TWO) not in letters(phone.get(path).text)
        told = {
            "page": "abcdefgh",
            "fingers": [{"n": 1, "place": TWO, "button": "main", "word": "down"}],
        }
        assert phone.post("/stand/fingers", told).status_code == 403
    tries: tuple[tuple[str, dict[str, object]], ...] = (
        ("/stand/give", {"id": evening.id_of(screen), "places": [ONE]}),
        ("/stand/code", {"places": [ONE]}),
        ("/stand/take", {"id": evening.id_of(screen)}),
    )
    for path, tried in tries:
        assert thief.post(path, tried).status_code == 403
        assert screen.post(path, tried).status_code == 403
    # Ben tries with the phone that plays: the stand in front of him, as a second one, as his own.
    ben.get("/stand")
    ben.post("/stand/ask")
    refusal = ben.post("/stand/give", {"id": evening.id_of(ben), "places": [TWO]})
    assert (refusal.status_code, refusal.json["code"]) == (409, "own-stand")  # type: ignore[index]
    own = ben.post(f"{evening.handles['Ben']}/stand", {})
    assert (own.status_code, own.json["code"]) == (409, "not-now")  # type: ignore[index]
    # A private window of his is somebody else's device: the others are asked, and told.
    window = evening.screen("192.168.1.11")
    wish = {"id": evening.id_of(window), "places": [TWO]}
    assert ben.post("/stand/give", wish).status_code == 200
    assert evening.letter(TWO) not in letters(shown(window))
    assert (
        "Let a screen be the stand of Ben?"
        in evening.phones["Cleo"].get(evening.handles["Cleo"]).text
    )
    page = evening.phones["Cleo"]
    asked = evening.table.publisher.latest.requests[0].id
    page.post(f"{evening.handles['Cleo']}/answer", {"request": asked, "grant": False})
    assert evening.letter(TWO) not in letters(shown(window))
    # And the stand never gets the page of its seat.
    pin = evening.table.publisher.latest.pin
    ask = screen.post("/ask", {"person": person(evening, "Ben"), "pin": pin})
    assert (ask.status_code, ask.json["code"]) == (409, "is-stand")  # type: ignore[index]
    assert screen.get(evening.handles["Ben"]).status_code == 404


def person(evening: Evening, name: str) -> str:
    table = evening.table.publisher.latest.table
    return next(each.id for each in table.people if each.name == name)


def test_what_was_taken_back_shows_nothing_at_once(evening: Evening) -> None:
    screen = evening.screen()
    evening.gives(screen, FOUR)
    evening.begins()
    assert letters(shown(screen)) == [evening.letter(FOUR)]
    evening.phones["Anna"].post("/stand/take", {"id": evening.id_of(screen)})
    assert letters(shown(screen)) == []
    told = [each.message.id for each in evening.table.publisher.latest.table.announcements]
    assert told[-1] == "told.screen_off"


def test_fingers_are_counted_once_and_only_at_the_own_places(evening: Evening) -> None:
    screen = evening.screen()
    evening.gives(screen, FOUR, CENTRE)
    evening.begins()
    signs = evening.table.screens.presence

    def tells(*fingers: dict[str, object], page: str = "a-page-of-it") -> int:
        return screen.post(
            "/stand/fingers", {"page": page, "fingers": [*fingers]}
        ).status_code

    tap = [
        {"n": 1, "place": FOUR, "button": "main", "word": "down"},
        {"n": 2, "place": FOUR, "button": "main", "word": "up", "ms": 90},
    ]
    assert tells(*tap) == 200  # nobody gives a clue yet: it means nothing, and says so
    assert signs.signal_at(FOUR) == (1, "refused")  # the answer came once it was done
    assert 'data-signal="1" data-sign="refused"' in shown(screen)
    assert tells(*tap) == 200  # the answer was lost: the same once more
    evening.table.ping().result(LIMIT_S)
    assert signs.signal_at(FOUR) == (1, "refused")
    assert tells({"n": 3, "place": ONE, "button": "main", "word": "down"}) == 403
    assert tells({"n": 3, "place": FOUR, "button": "next", "word": "down"}) == 403
    assert tells({"n": 3, "place": CENTRE, "button": "next", "word": "down"}) == 200
    assert tells({"n": 0, "place": CENTRE, "button": "next", "word": "down"}) == 422
    assert tells(*[tap[0]] * 41) == 422


def test_a_ping_tells_what_is_newest_and_a_silent_screen_is_down(evening: Evening) -> None:
    screen = evening.screen()
    evening.gives(screen, FOUR)
    own = key_of(screen)
    latest = evening.table.publisher.latest
    assert latest.screens[own].up
    told = screen.post("/stand/ping", {"battery": 41}).json
    now = screen.get("/stand/state").json
    assert told is not None
    assert now is not None
    assert told["version"] == now["version"]
    assert "battery 41 %" in evening.phones["Anna"].get("/host").text
    evening.begins()
    again = screen.post("/stand/ping").json
    assert again is not None
    assert again["version"] != told["version"]
    screen.post("/stand/ping", {"asleep": True})
    wait_for(lambda: not evening.table.publisher.latest.screens[own].up, "asleep")
    for path in ("/host", "/table"):
        assert "Stand 4: dark. Tap its screen" in evening.phones["Anna"].get(path).text
    screen.post("/stand/ping")
    wait_for(lambda: evening.table.publisher.latest.screens[own].up, "awake")


def test_pings_of_strangers_push_no_screen_out(evening: Evening) -> None:
    screen = evening.screen()
    evening.gives(screen, FOUR)
    for n in range(70):
        stranger = evening.device(f"192.168.2.{n}")
        stranger.get("/stand")
        assert stranger.post("/stand/ping").status_code == 200
    assert evening.table.screens.presence.is_up(key_of(screen))


def test_the_own_phone_becomes_the_own_stand_and_is_told_before(evening: Evening) -> None:
    ben = evening.phones["Ben"]
    assert "From now on you play on paper" in ben.get(evening.handles["Ben"]).text
    assert "From now on" not in evening.phones["Anna"].get(evening.handles["Anna"]).text
    answer = ben.post(f"{evening.handles['Ben']}/stand", {})
    assert answer.json == {"ok": True, "go": "/stand"}
    ben.post("/stand/ping")
    assert ben.get(evening.handles["Ben"]).status_code == 404
    evening.begins()
    assert letters(shown(ben)) == [evening.letter(TWO)]
    assert "paper" in evening.phones["Anna"].get("/host").text


def test_a_stream_tells_the_screen_its_faces(evening: Evening) -> None:
    screen = evening.screen()
    evening.gives(screen, TWO)
    answer = screen.client.get(
        "/stand/stream",
        headers={"Host": HOST},
        environ_base={"REMOTE_ADDR": screen.address},
        buffered=False,
    )
    chunks = answer.iter_encoded()
    said = [next(chunks).decode() for _ in range(2)]
    evening.begins()
    newest = next(chunks).decode()
    answer.close()
    assert "event: hello" in said[0]
    html = json.loads(newest.split("data: ", 1)[1])["html"]
    assert letters(html) == [evening.letter(TWO)]


def asks_as_middle(evening: Evening) -> Phone:
    """A television on the table's page that asks to be the middle."""
    screen = evening.device("192.168.1.91")
    screen.get("/table")
    assert screen.post("/stand/ask", {"middle": True}).status_code == 200
    return screen


def test_a_screen_let_in_as_the_middle_reads_the_pin(evening: Evening) -> None:
    host = evening.phones["Anna"]
    screen, stranger = asks_as_middle(evening), evening.device("192.168.1.92")
    latest = evening.table.publisher.latest
    label = latest.asking_screens[key_of(screen)].label
    asked = screen.get("/table").text
    assert label in asked
    assert latest.pin not in asked
    assert label not in stranger.get("/table").text
    assert label in host.get("/host").text
    evening.gives(screen, CENTRE)
    id_ = evening.id_of(screen)
    for path in ("/table", "/table/state"):
        assert latest.pin in screen.get(path).text
        assert latest.pin not in stranger.get(path).text
    assert screen.get("/table/qr.svg").data != stranger.get("/table/qr.svg").data
    evening.begins()
    assert 'id="latecomers"' in screen.get("/table").text
    assert latest.pin in screen.get("/table").text
    assert latest.pin not in stranger.get("/table").text
    assert host.post("/stand/take", {"id": id_}).status_code == 200
    assert latest.pin not in screen.get("/table").text


def test_no_other_stand_reads_the_pin(evening: Evening) -> None:
    screen = evening.screen()
    evening.gives(screen, STAND_PLACES[4], STAND_PLACES[5])
    assert evening.table.publisher.latest.pin not in screen.get("/table").text


def test_the_pin_stays_when_a_match_is_put_away(evening: Evening) -> None:
    host, pin = evening.phones["Anna"], evening.table.publisher.latest.pin
    evening.begins()
    assert host.post("/host/end").status_code == 200
    table = evening.table.publisher.latest.table
    assert not table.playing
    assert evening.table.publisher.latest.pin == pin


def offers_rest(evening: Evening, key: str) -> bool:
    """Tell whether the button *key* for all free stands is there."""
    page = evening.phones["Anna"].get("/screens").text
    found = re.search(rf"data-key=\"{key}-free\"[^>]*data-body='([^']*)'", page)
    return found is not None and json.loads(found[1])["rest"]


def test_all_free_stands_are_those_that_nothing_else_shows(evening: Evening) -> None:
    """And they stay so, as people come and go, until it is told to be something else."""
    tablet, phone = evening.screen(), evening.screen("192.168.1.92")
    evening.gives(phone, FOUR)
    asks, given = f"give-{evening.id_of(tablet)}", f"move-{evening.id_of(phone)}"
    assert all(offers_rest(evening, key) for key in (asks, "code", given))
    anna = evening.phones["Anna"]
    anna.post("/stand/give", {"id": evening.id_of(tablet), "rest": True})
    moves = f"move-{evening.id_of(tablet)}"
    assert [offers_rest(evening, each) for each in (moves, "code", given)] == [
        True,
        False,  # it would take them from the tablet
        False,
    ]
    latest = evening.table.publisher.latest
    assert latest.screens[key_of(tablet)].places == (*STAND_PLACES[4:], CENTRE)
    assert shown(tablet).count("data-place") == 3
    assert "All free stands: stand 5, stand 6, the middle" in anna.get("/host").text
    evening.joins("Dora")
    evening.joins("Emil")
    assert shown(tablet).count("data-place") == 2
    anna.post("/stand/give", {"id": evening.id_of(phone), "places": [CENTRE]})
    evening.joins("Fay")
    assert "One that becomes free is shown here" in shown(tablet)
    assert "data-act" not in shown(tablet)
    assert "All free stands: none now" in anna.get("/host").text
    assert tablet.post("/stand/ping").status_code == 200
    anna.post("/stand/give", {"id": evening.id_of(phone), "places": [FOUR]})
    assert 'data-place="centre"' in shown(tablet)


def test_a_code_is_worth_all_free_stands(evening: Evening) -> None:
    answer = evening.phones["Ben"].post("/stand/code", {"rest": True})
    assert answer.json is not None
    tablet = evening.device("192.168.1.92")
    tablet.get("/stand")
    secret = str(answer.json["go"]).rsplit("/", 1)[1]
    assert tablet.post("/stand/redeem", {"secret": secret}).status_code == 200
    assert shown(tablet).count("data-place") == 4
    nothing: tuple[dict[str, object], ...] = ({}, {"places": []})
    for wish in nothing:
        assert evening.phones["Ben"].post("/stand/code", wish).status_code == 409


def test_the_whole_house_may_know_which_stands_are_screens_and_no_key(
    evening: Evening,
) -> None:
    screen = evening.screen()
    evening.gives(screen, FOUR, CENTRE)
    told = evening.device("192.168.1.93").get("/healthz")
    assert told.json is not None
    (said,) = told.json["screens"]
    since = said.pop("since")
    assert since
    assert said == {"places": [FOUR, CENTRE], "up": True}
    latest = evening.table.publisher.latest.screens[key_of(screen)]
    for secret in (latest.device, latest.id, latest.label):
        assert secret not in told.text
