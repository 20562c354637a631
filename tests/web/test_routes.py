"""Join, phone, host, table, rules, bench: what they do, and what they never show."""

import re

import pytest

from companion.errors import CompanionError, DataError, refuse
from companion.ports import Message
from companion.table.values.projection import Announcement, UndoView
from tests.web.conftest import HOST, House, Phone, make_house
from tests.web.dummy_table import SECRETS
from tests.web.test_stream import key_of
from web.devices import device_id
from web.routes.host import qr_svg

DO = {"id": "abcdefgh", "command": {"type": "Tick"}}


def seated(house: House, *names: str) -> list[tuple[Phone, str]]:
    found = []
    for name in names:
        phone = house.phone()
        found.append((phone, phone.join(name)))
    return found


# -- joining ---------------------------------------------------------------------------


def test_joining_leads_to_the_own_page(house: House) -> None:
    ((phone, where),) = seated(house, "  Ａnna \u202e Maria\u3164 ")
    assert house.table.calls == [("join", "Anna Maria")]
    assert "Anna Maria" in phone.get(where).text
    assert where in phone.get("/").text


@pytest.mark.parametrize("name", ["", " ", "\u200b\u202e", "\u3164\u2800\u115f", "x" * 61])
def test_a_name_needs_letters(house: House, name: str) -> None:
    phone = house.phone()
    phone.get("/")
    assert phone.post("/join", {"pin": "246813", "name": name}).status_code in {409, 422}
    assert house.table.calls == []


def test_a_browser_without_cookies_is_told_so(house: House) -> None:
    answer = house.phone().post("/join", {"pin": "246813", "name": "Anna"})
    assert answer.status_code == 409
    assert "cookies" in answer.text


def test_one_device_holds_several_pages_and_needs_the_pin_once(house: House) -> None:
    ((phone, first),) = seated(house, "Anna")
    second = phone.post("/join", {"name": "Ben"}).json
    assert second is not None
    text = phone.get("/").text
    assert first in text
    assert second["go"] in text
    assert phone.get(first).status_code == phone.get(second["go"]).status_code == 200


def test_a_refusal_comes_in_the_readers_language(house: House) -> None:
    phone = house.phone(language="de-CH,en;q=0.5")
    where = phone.join("Anna")
    house.table.trouble = refuse("too-late", name="Anna")
    answer = phone.post(f"{where}/do", DO)
    assert answer.status_code == 409
    assert answer.json == {"code": "too-late", "message": "Zu spät, Anna."}
    phone.post("/language", {"language": "en"})
    assert "Too late, Anna." in phone.post(f"{where}/do", DO).text
    assert '<html lang="en">' in phone.get(where).text


def test_a_refusal_without_words_becomes_a_plain_sentence(house: House) -> None:
    ((phone, where),) = seated(house, "Anna")
    house.table.trouble = refuse("never-worded")
    answer = phone.post(f"{where}/do", DO).json
    assert answer == {"code": "never-worded", "message": "That cannot be done just now."}


@pytest.mark.parametrize(
    ("trouble", "status"),
    [(DataError("x"), 422), (CompanionError("disk"), 507), (TimeoutError(), 503)],
)
def test_other_answers_of_the_table(house: House, trouble: Exception, status: int) -> None:
    ((phone, where),) = seated(house, "Anna")
    house.table.trouble = trouble
    assert phone.post(f"{where}/do", DO).status_code == status


# -- a lost phone ----------------------------------------------------------------------


def test_a_new_phone_gets_the_seat_once_the_host_confirms(house: House) -> None:
    (host, _), (old, where) = seated(house, "Anna", "Ben")
    new = house.phone()
    new.get("/")
    answer = new.post("/ask", {"pin": "246813", "person": "p1x"}).json
    assert answer is not None
    assert "Say yes on your old phone" in new.get(answer["go"]).text
    assert "Is it really Ben" in host.get("/host").text
    (request,) = house.table.requests
    assert host.post("/host/answer", {"request": request, "grant": True}).status_code == 200
    state = new.get(f"{answer['go']}/state").json
    assert state is not None
    assert new.get(state["go"]).status_code == 200
    assert new.get(answer["go"]).headers["Location"] == state["go"]
    assert old.get(where).status_code == old.get(state["go"]).status_code == 404


def test_a_page_that_was_got_before_does_not_stand_for_the_one_asked_for_now(
    house: House,
) -> None:
    _anna, _ben, _cleo = seated(house, "Anna", "Ben", "Cleo")
    new = house.phone()
    new.get("/")
    for person, grant in (("p2x", True), ("p1x", False)):
        new.post("/ask", {"pin": "246813", "person": person})
        asking = new.get(f"/asked/{person}")
        assert "Say yes on your old phone" in asking.text, asking.headers
        house.table.answer_here(next(iter(house.table.requests)), grant=grant)
    assert "Nobody is asked any more" in new.get("/asked/p1x").text
    assert new.get("/asked/p2x").headers["Location"] in new.get("/").text


def test_a_waiting_room_waits_for_no_question_but_its_own(house: House) -> None:
    seated(house, "Anna", "Ben")
    new, other = house.phone(), house.phone()
    for phone in (new, other):
        phone.get("/")
    new.post("/ask", {"pin": "246813", "person": "p1x"})
    assert "Say yes on your old phone" in new.get("/asked/p1x").text
    assert "Nobody is asked any more" in other.get("/asked/p1x").text
    assert other.get("/asked/nobody").status_code == 404
    house.table.right = "host"
    house.table.show()
    assert "Nobody is asked any more" in new.get("/asked/p1x").text


def test_the_tables_own_machine_answers_where_it_may(house: House) -> None:
    _anna, _ben = seated(house, "Anna", "Ben")
    new = house.phone()
    new.get("/")
    new.post("/ask", {"pin": "246813", "person": "p1x"})
    (request,) = house.table.requests
    here = house.machine()
    here.get("/host")
    assert "Is it really Ben" not in here.get("/host").text
    house.table.here = True
    house.table.show()
    assert "Is it really Ben" in here.get("/host").text
    wish = {"request": request, "grant": True}
    assert new.post("/host/answer", wish).status_code == 403
    assert here.post("/host/answer", wish).status_code == 200


def test_the_old_phone_is_offered_its_page_back(house: House) -> None:
    _anna, (old, _) = seated(house, "Anna", "Ben")
    assert "page back" not in old.get("/p/unknown").text
    house.table.lent = {house.table.people[1].id: device_id(key_of(old))}
    house.table.show()
    assert "Take Ben&#39;s page back" in old.get("/p/unknown").text
    assert old.post("/back", {"person": "p1x"}).json == {"ok": True, "go": "/"}
    assert house.table.calls[-1] == ("take_back", device_id(key_of(old)), "p1x")


def test_a_phone_asks_to_be_the_host(house: House) -> None:
    (anna, hers), (ben, his) = seated(house, "Anna", "Ben")
    house.table.start_playing()
    assert "Ask to be the host" in ben.get(his).text
    assert "Ask to be the host" not in anna.get(hers).text
    assert ben.post(f"{his}/host-right", {}).status_code == 200
    assert house.table.calls[-1][0] == "ask_for_host"
    for wish, told in (
        ("asked", "You have asked to be the host. Nobody has answered yet."),
        ("denied", "You are not the host: the answer was no."),
    ):
        house.table.host_wishes = {house.table.people[1].id: wish}
        house.table.show()
        assert told in ben.get(his).text
        assert told not in anna.get(hers).text


def test_whoever_shows_a_page_is_seen(house: House) -> None:
    (anna, hers), _ben = seated(house, "Anna", "Ben")
    assert not house.table.presence.look().seen
    anna.get(f"{hers}/state")
    (seen,) = house.table.presence.look().seen.items()
    assert seen[0] == house.table.people[0].device
    assert seen[1].address == anna.address


# -- the page of a seat ----------------------------------------------------------------


def test_a_handle_is_worthless_on_another_device(house: House) -> None:
    (_, anna), (ben, _) = seated(house, "Anna", "Ben")
    for path in ("", "/stream", "/state"):
        foreign, unknown = ben.get(f"{anna}{path}"), ben.get(f"/p/unknown{path}")
        assert foreign.status_code == unknown.status_code == 404
        assert foreign.text == unknown.text
        assert dict(foreign.headers) == dict(unknown.headers)
    calls = list(house.table.calls)
    for path, method in (
        ("do", "POST"),
        ("sheet", "PUT"),
        ("undo", "POST"),
        ("undo/answer", "POST"),
        ("answer", "POST"),
    ):
        foreign = ben.write(method, f"{anna}/{path}", DO)
        unknown = ben.write(method, f"/p/unknown/{path}", DO)
        assert foreign.status_code == unknown.status_code == 404
        assert foreign.text == unknown.text
    assert house.table.calls == calls
    assert house.phone().get(anna).status_code == 404


def test_writes_reach_the_table_for_the_own_seat_only(house: House) -> None:
    ((phone, where),) = seated(house, "Anna")
    handle = where.removeprefix("/p/")
    house.table.calls.clear()
    assert phone.post(f"{where}/do", DO).json == {"ok": True}
    assert phone.write("PUT", f"{where}/sheet", {"key": "note:1", "text": "b?"}).json == {
        "ok": True
    }
    phone.post(f"{where}/undo", {"id": "abcdefgh", "step": 7})
    phone.post(f"{where}/undo", {"id": "abcdefgh"})  # as a page of an older version
    phone.post(f"{where}/undo/answer", {"agree": True, "request": "hers"})
    phone.post(f"{where}/undo/answer", {"agree": True})  # as a page of an older version
    assert house.table.calls == [
        ("send", handle, {"type": "Tick"}, "abcdefgh", ""),
        ("sheet", handle, "note:1", "b?"),
        ("ask_undo", handle, "abcdefgh", 7),
        ("ask_undo", handle, "abcdefgh", 0),
        ("answer_undo", handle, "hers", True),
        ("answer_undo", handle, "", True),
    ]


@pytest.mark.parametrize("id_", ["short", "x" * 65, "has space!", ""])
def test_a_command_needs_a_sound_id(house: House, id_: str) -> None:
    ((phone, where),) = seated(house, "Anna")
    assert phone.post(f"{where}/do", {**DO, "id": id_}).status_code == 422


def test_a_match_shows_the_games_page_and_a_latecomer_the_table(house: House) -> None:
    ((phone, where),) = seated(house, "Anna")
    assert "Who is here" in phone.get(where).text
    house.table.start_playing()
    assert f">{SECRETS[0]}<" in phone.get(where).text
    house.table.tick()
    state = phone.get(f"{where}/state").json
    assert state is not None
    assert state["announcements"] == [{"number": 1, "text": "Tick number 1"}]
    assert "1 tick ·" in state["html"]


def test_undo_says_what_who_and_who_is_still_asked(house: House) -> None:
    ((phone, where),) = seated(house, "Anna")
    house.table.start_playing()
    said = Announcement(4, Message("dummy.said", {"n": 4}))
    house.table.undo_view = UndoView("consent", said)
    house.table.show()
    for piece in ("Ask to take back", """data-body='{"step": 4}'"""):
        assert piece in phone.get(where).text
    house.table.undo_view = UndoView(
        "consent", said, "Ben", ("Clara",), "asked", "his-wish"
    )
    house.table.show()
    text = phone.get(where).text
    for piece in ("Ben would like", "Tick number 4", "Still asked: Clara", "I agree"):
        assert piece in text
    assert text.count('"request": "his-wish"') == 2
    assert "Ben would like" in phone.get("/host").text
    house.table.paused = True
    house.table.show()
    for path in (where, "/host"):
        assert "Ben would like" not in phone.get(path).text


def test_a_seats_answers_do_not_change_with_other_seats_secrets(house: House) -> None:
    (phone, where), (other, elsewhere) = seated(house, "Anna", "Ben")
    house.table.start_playing()
    before = phone.get(where).text, phone.get(f"{where}/state").text
    other.write("PUT", f"{elsewhere}/sheet", {"key": "note:1", "text": "secret"})
    assert (phone.get(where).text, phone.get(f"{where}/state").text) == before


def test_the_news_of_a_page_come_in_its_own_language(house: House) -> None:
    (host, _), (phone, where) = seated(house, "Anna", "Ben")
    new = house.phone()
    new.get("/")
    asked = new.post("/ask", {"pin": "246813", "person": "p1x"}).json
    assert asked is not None
    for who, path in (
        (phone, where),
        (phone, "/table"),
        (phone, "/screens"),
        (host, "/host"),
        (new, asked["go"]),
    ):
        for language in ("de", "en"):
            who.post("/language", {"language": language})
            text = who.get(path).text
            assert 'data-live="' in text, path
            assert f'<html lang="{language}"' in text, path
            news = who.get(f"{path}/state").json
            assert news is not None
            assert news["language"] == language, path


def test_no_seat_number_stands_in_any_address(house: House) -> None:
    for rule in house.app.url_map.iter_rules():
        assert "seat" not in rule.rule
        assert not re.search(r"/\d", rule.rule)
    ((phone, where),) = seated(house, "Anna")
    house.table.start_playing()
    for path in (where, "/host", "/table", "/"):
        for address in re.findall(
            r'(?:href|src|data-post|data-live)="([^"]+)"', phone.get(path).text
        ):
            assert not re.search(r"seat|/\d+(?:/|$)", address), address


# -- the host --------------------------------------------------------------------------


def test_the_host_page_opens_for_the_hosts_device_and_on_the_machine(house: House) -> None:
    (host, _), (other, _) = seated(house, "Anna", "Ben")
    assert host.get("/host").status_code == 200
    assert house.machine().get("/host").status_code == 200
    for path in ("/host", "/host/state", "/host/stream", "/host/qr/0.svg", "/host/for/p0x"):
        for stranger in (
            other,
            house.phone(),
            house.phone(address="127.0.0.1"),
            house.phone(host="127.0.0.1:8080"),
        ):
            answer = stranger.get(path)
            assert answer.status_code == 403, path
            assert "246813" not in answer.text


def test_nobody_is_the_host_of_an_empty_table(house: House) -> None:
    alone = house.machine().get("/host").text
    assert "/host/start" not in alone
    assert "/host/take" in alone


HOST_WRITES = [
    ("people", {"name": "Opa"}),
    ("remove", {"person": "p1x"}),
    ("order", {"person": "p1x", "by": -1}),
    ("hand-over", {"person": "p1x"}),
    ("guide", {"on": True}),
    ("cards", {"on_stands": True}),
    ("game", {"game": "chess"}),
    ("answer", {"request": "r", "grant": True}),
    ("start", {"id": "abcdefgh", "options": {}}),
    ("alone", {"id": "abcdefgh"}),
    ("end", {}),
    ("house", {"command": {"type": "KeepList"}}),
    ("take", {}),
    ("for/p1x/do", DO),
]


@pytest.mark.parametrize(("path", "data"), HOST_WRITES)
def test_only_the_host_can_use_it(house: House, path: str, data: object) -> None:
    _, (other, _) = seated(house, "Anna", "Ben")
    calls = list(house.table.calls)
    assert other.post(f"/host/{path}", data).status_code == 403
    assert house.phone().post(f"/host/{path}", data).status_code == 403
    assert house.table.calls == calls


def test_the_host_keeps_the_table(house: House) -> None:
    (host, _), _ben = seated(house, "Anna", "Ben")
    house.table.calls.clear()
    for path, data in (
        ("people", {"name": "Opa"}),
        ("order", {"person": "p2x", "by": -1}),
        ("order", {"person": "p0x", "by": -1}),
        ("remove", {"person": "p1x"}),
        ("guide", {"on": True}),
        ("cards", {"on_stands": True}),
        ("game", {"game": "chess"}),
        ("start", {"id": "abcdefgh", "options": {"lengths": [5, 5]}}),
        ("for/p2x/do", {"id": "abcdefgi", "command": {"type": "Stay"}}),
        ("end", {}),
    ):
        assert host.post(f"/host/{path}", data).status_code == 200, path
    assert house.table.calls == [
        ("add", "Opa"),
        ("order", ("p0x", "p2x", "p1x")),
        ("order", ("p0x", "p2x", "p1x")),
        ("remove", "p1x"),
        ("guide", True),
        ("cards", True),
        ("choose_game", "chess"),
        ("start", {"lengths": [5, 5]}),
        ("send_for", "p2x", {"type": "Stay"}, ""),
        ("end",),
    ]


def test_the_machine_may_take_over(house: House) -> None:
    seated(house, "Anna")
    machine = house.machine()
    assert "Take over as host" in machine.get("/host").text
    assert machine.post("/host/end").status_code == 403
    assert machine.post("/host/take").status_code == 200
    assert "Take over as host" not in machine.get("/host").text


def test_public_pages_and_the_hosts_hold_nobodys_secret(house: House) -> None:
    (host, where), (_, other) = seated(house, "Anna", "Ben")
    host.post("/host/people", {"name": "Opa"})
    house.table.start_playing()
    house.table.tick()
    assert f">{SECRETS[0]}<" in host.get(where).text
    for path in (
        "/host",
        "/host/state",
        "/table",
        "/table/state",
        "/host/for/p2x",
        "/",
        "/rules",
        "/sheet",
    ):
        answer = host.get(path)
        assert answer.status_code == 200
        assert not re.search(rf">\s*[{SECRETS}]\s*<", answer.text), path
        assert other.removeprefix("/p/") not in answer.text
    assert "246813" not in house.phone().get("/table").text + house.phone().get("/").text


def test_the_host_adds_bots_between_matches(house: House) -> None:
    (host, _), (other, _) = seated(house, "Anna", "Ben")
    assert "Add a bot" in host.get("/host").text
    assert host.post("/host/bots", {"strength": "weak"}).status_code == 200
    assert ("add_bot", "weak") in house.table.calls
    assert "easy-going, misses a lot" in host.get("/host").text
    assert host.post("/host/bots", {"strength": 3}).status_code == 422
    assert other.post("/host/bots", {"strength": "weak"}).status_code == 403
    house.table.start_playing()
    assert "Add a bot" not in host.get("/host").text


def test_the_host_answers_only_for_people_on_paper(house: House) -> None:
    (host, _), _ben = seated(house, "Anna", "Ben")
    host.post("/host/people", {"name": "Opa"})
    house.table.start_playing()
    assert "Stay" in host.get("/host/for/p2x").text
    assert host.get("/host/for/p1x").status_code == 404
    assert host.post("/host/for/p1x/do", DO).status_code == 404


def test_who_plays_alone_does_so_in_the_language_of_the_page(house: House) -> None:
    ((host, _),) = seated(house, "Anna")
    host.post("/language", {"language": "de"})
    assert host.post("/host/alone", {"id": "abcdefgh"}).status_code == 200
    assert house.table.calls[-1] == ("alone", "abcdefgh", "de")


def test_who_answers_for_somebody_is_seen_and_asked_as_on_any_page(house: House) -> None:
    (host, _), _ben = seated(house, "Anna", "Ben")
    host.post("/host/people", {"name": "Opa"})
    new = house.phone()
    new.get("/")
    for playing in (False, True):
        new.post("/ask", {"pin": "246813", "person": "p1x"})
        (request,) = house.table.requests
        if playing:
            house.table.start_playing()
        state = host.get("/host/for/p2x/state").json
        assert state is not None
        assert "Is it really Ben" in state["html"]
        *_, last_but_one, _back = re.findall('<section id="([^"]+)', state["html"])
        assert last_but_one == "requests"  # it moves nothing that is tapped
        assert list(house.table.presence.look().seen) == [house.table.people[0].device]
        answer = host.post("/host/answer", {"request": request, "grant": False})
        assert answer.status_code == 200
        assert "Is it really Ben" not in host.get("/host/for/p2x").text


def test_the_qr_codes_are_images_of_the_join_address(house: House) -> None:
    ((host, _),) = seated(house, "Anna")
    for number in (0, 1):
        answer = host.get(f"/host/qr/{number}.svg")
        assert answer.mimetype == "image/svg+xml"
        assert answer.text.rstrip().endswith("</svg>")
    assert host.get("/host/qr/2.svg").status_code == 404
    table = host.get("/host/qr/table.svg")
    assert table.data == qr_svg(f"http://{HOST}/table")
    assert "/host/qr/table.svg" in host.get("/host").text
    assert host.get("/table").status_code == 200
    assert host.get("/J/246813").status_code == 200


# -- table, rules, files, bench --------------------------------------------------------


def test_the_table_page_and_the_rules_are_for_everybody(house: House) -> None:
    seated(house, "Anna")
    house.table.start_playing()
    assert "word 0" in house.phone().get("/table").text
    german = house.phone(language="de")
    assert "Die Regeln" in german.get("/rules").text


def test_the_table_page_has_a_script_of_its_own(house: House) -> None:
    seated(house, "Anna")
    page = house.phone().get("/table").text
    assert 'data-game="/game/dummy/table.js"' in page
    assert "phone.js" not in page


def test_a_sheet_to_print_is_for_everybody_where_the_game_has_one(house: House) -> None:
    phone = house.phone()
    assert '<section id="print-sheet"' in phone.get("/sheet").text
    assert 'href="/sheet"' in phone.get("/rules").text


def test_only_the_games_own_files_are_served(house: House) -> None:
    phone = house.phone()
    assert phone.get("/game/dummy/table.js").mimetype == "text/javascript"
    assert phone.get("/game/dummy/phone.css").mimetype == "text/css"
    assert phone.get("/game/dummy/phone.js").mimetype == "text/javascript"
    for name in ("phone.html", "messages.en.toml", "__init__.py", "..%2f__init__.py", "x"):
        assert phone.get(f"/game/{name}").status_code == 404
    etag = phone.get("/game/dummy/phone.css").headers["ETag"]
    assert phone.get("/game/dummy/phone.css", **{"If-None-Match": etag}).status_code == 304


def test_the_bench_opens_on_this_machine_only(house: House) -> None:
    machine = house.machine()
    assert "EVERY letter" in machine.get("/bench").text
    assert machine.get("/bench/picture/stand-1").data.startswith(b"\x89PNG")
    outside = (
        house.phone(),
        house.phone(address="127.0.0.1"),
        house.phone(host="localhost"),
        house.phone(address="::ffff:192.168.1.9", host="[::1]"),
    )
    press = {"place": "stand-1", "button": "main", "down": True}
    for phone in outside:
        for path in ("", "/picture/stand-1", "/state", "/stream"):
            assert phone.get(f"/bench{path}").status_code == 404
        assert phone.post("/bench/button", press).status_code == 404
    assert house.bench.presses == []
    assert machine.post("/bench/button", press).status_code == 200
    assert machine.post("/bench/button", {**press, "down": False}).status_code == 200
    assert house.bench.presses == [("stand-1", "main", True), ("stand-1", "main", False)]
    assert machine.post("/bench/button", {**press, "button": "x"}).status_code == 404
    assert machine.get("/bench/picture/x").status_code == 404


def test_errors_are_pages_for_people_and_json_for_scripts(house: House) -> None:
    phone = house.phone()
    page = phone.get("/nothing", Accept="text/html")
    assert page.status_code == 404
    assert "To the start page" in page.text
    answer = phone.post("/nothing")
    assert answer.json is not None
    assert answer.json["code"] == "404"
    wrong = phone.get("/join")
    assert wrong.status_code == 405
    assert "POST" in wrong.headers["Allow"]
    assert phone.get("/p/x/state").json is not None


def test_a_phone_with_a_new_address_keeps_its_page(house: House) -> None:
    ((phone, where),) = seated(house, "Anna")
    phone.address = "192.168.1.200"
    assert phone.get(where).status_code == 200


def test_the_host_enters_what_is_kept_for_all_evenings(house: House) -> None:
    (host, _), _ben = seated(house, "Anna", "Ben")
    command = {"type": "KeepList", "text": "word\n" * 8000}  # longer than other bodies
    assert host.post("/host/house", {"command": command}).status_code == 200
    assert house.table.calls[-1] == ("change_house", command)
    command["text"] *= 2
    assert host.post("/host/house", {"command": command}).status_code == 413


def test_the_machine_is_switched_off_by_the_host_where_that_is_allowed() -> None:
    off: list[str] = []
    allowed = make_house(switch_off=lambda: off.append("off"))
    (anna, _), (ben, _) = seated(allowed, "Anna", "Ben")
    assert "Switch the table" in anna.get("/host").text
    assert ben.post("/host/off").status_code == 403
    assert off == []
    assert anna.post("/host/off").status_code == 200
    assert off == ["off"]


def test_without_a_command_there_is_nothing_to_switch_off(house: House) -> None:
    ((anna, _),) = seated(house, "Anna")
    assert "Switch the table" not in anna.get("/host").text
    assert anna.post("/host/off").status_code == 404
