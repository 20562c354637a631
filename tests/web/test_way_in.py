"""The table page shows the way in, and the PIN to whoever needs none to sit down."""

from tests.waiting import wait_for
from tests.web.conftest import HOST, House, Phone
from tests.web.test_stream import listening
from web.live.server import Server
from web.routes.host import qr_svg

PIN = "246813"


def shows(phone: Phone) -> list[bool]:
    """Tell of each of the page's faces whether the PIN stands there."""
    return [PIN in phone.get(path).text for path in ("/table", "/table/state")]


def test_only_who_could_sit_down_without_it_reads_the_pin(house: House) -> None:
    host, guest = house.phone(), house.phone()
    for who, name in ((host, "Anna"), (guest, "Ben")):
        who.join(name)
    host_alone = house.phone()
    for _ in range(2):
        assert shows(host) == shows(guest) == shows(house.machine()) == [True, True]
        assert shows(house.phone()) == shows(host_alone) == [False, False]
        house.table.start_playing()


def test_a_stranger_is_told_where_the_pin_stands(house: House) -> None:
    assert "The PIN is on the host&#39;s phone" in house.phone().get("/table").text
    assert "Handy der Spielleitung" in house.phone(language="de").get("/table").text
    assert "The PIN is on the host&#39;s phone" not in house.machine().get("/table").text


def test_the_code_holds_the_pin_for_those_alone(house: House) -> None:
    with_pin = qr_svg(f"http://{HOST}/j/{PIN}")
    without = qr_svg(f"http://{HOST}")
    guest = house.phone()
    guest.join("Anna")
    assert guest.get("/table/qr.svg").data == with_pin
    assert house.machine().get("/table/qr.svg").data == with_pin
    assert house.phone().get("/table/qr.svg").data == without


def test_who_loses_the_place_loses_the_pin(house: House) -> None:
    host, guest = house.phone(), house.phone()
    host.join("Anna")
    guest.join("Ben")
    assert shows(guest) == [True, True]
    host.post("/host/remove", {"person": "p1x"})
    assert shows(guest) == [False, False]


def test_a_new_pin_comes_onto_the_page_at_once(house: House) -> None:
    host = house.phone()
    host.join("Anna")
    assert shows(host) == [True, True]
    host.post("/host/pin")
    assert shows(host) == [False, False]
    assert "/table/qr.svg?975310" in host.get("/table").text


def test_a_closed_door_shows_no_code(house: House) -> None:
    host = house.phone()
    host.join("Anna")
    host.post("/host/door", {"closed": True})
    for _ in range(2):
        assert shows(host) == [False, False]
        assert "qr.svg" not in host.get("/table").text
        assert host.get("/table/qr.svg").status_code == 404
        house.table.start_playing()


def test_latecomers_find_a_small_way_in_where_the_pin_may_stand(house: House) -> None:
    host = house.phone()
    host.join("Anna")
    house.table.start_playing()
    assert 'id="latecomers"' in host.get("/table").text
    assert 'id="latecomers"' not in house.phone().get("/table").text


def test_the_pages_looks_come_with_the_table_page_alone(house: House) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    assert "/static/table.css" in phone.get("/table").text
    for path in ("/", where, "/host", "/rules"):
        assert "table.css" not in phone.get(path).text


def test_another_address_comes_onto_pages_that_stand_open(
    house: House, running: Server
) -> None:
    house.addresses[:] = ["http://127.0.0.1:8080"]
    machine = house.machine()
    old = machine.get("/table").text
    assert "127.0.0.1:8080" in old
    with (
        listening(running, "/table/stream?tab=a") as table,
        listening(running, "/host/stream?tab=b") as host,
    ):
        for each in (table, host):
            wait_for(lambda each=each: each.all("snapshot"), "the page")  # type: ignore[misc]  # of this very turn
        house.addresses[:] = ["http://192.168.7.7:8080"]
        house.table.show()
        for each in (table, host):
            wait_for(lambda each=each: len(each.all("snapshot")) == 2, "the new address")  # type: ignore[misc]  # of this very turn
            assert "192.168.7.7:8080" in each.all("snapshot")[1]["html"]
            assert "127.0.0.1:8080" not in each.all("snapshot")[1]["html"]
    new = machine.get("/table").text
    assert "192.168.7.7:8080" in new
    assert _code(new) != _code(old), "or a browser shows the old code"


def _code(page: str) -> str:
    return page.split('class="code" src="')[1].split('"', maxsplit=1)[0]
