"""Other programs on the same machine: a browser sends their cookies along, and ours to them."""

from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from companion.table.values.ids import DeviceId
from tests.web.conftest import OWN_COOKIE, House, Phone
from web.devices import OLD_COOKIE, cookie_name, device_id
from web.live.server import Server

DOMAIN = "192.168.1.5"
KEY, ALIEN = "k" * 22, "a" * 22


def give(phone: Phone, name: str, value: str) -> None:
    phone.client.set_cookie(name, value, domain=DOMAIN)


def own(phone: Phone) -> str | None:
    cookie = phone.client.get_cookie(OWN_COOKIE, domain=DOMAIN)
    return cookie.value if cookie else None


@pytest.mark.parametrize("theirs", ["x", "", "a=b", ALIEN, "é" * 22, "0" * 4000])
def test_a_cookie_of_another_program_takes_nobodys_seat(house: House, theirs: str) -> None:
    phone = house.phone()
    where = phone.join("Anna")
    give(phone, OLD_COOKIE, theirs)
    assert phone.get(where).status_code == 200
    assert phone.post(
        f"{where}/do", {"id": "a" * 20, "command": {"type": "Tick"}}
    ).json == {"ok": True}


@pytest.mark.parametrize("theirs", ["x", ALIEN])
def test_nor_does_it_keep_anybody_out(house: House, theirs: str) -> None:
    phone = house.phone()
    give(phone, OLD_COOKIE, theirs)
    where = phone.join("Anna")
    assert own(phone) not in (None, theirs)
    give(phone, OLD_COOKIE, "y")
    assert phone.get(where).status_code == 200


def seated_before(house: House) -> tuple[Phone, str]:
    """Return a phone that has sat down under the cookie of before, and its page."""
    phone = house.phone()
    where = phone.join("Anna")
    phone.client.delete_cookie(OWN_COOKIE, domain=DOMAIN)
    house.table.people[0].device = device_id(KEY)
    house.table.host = device_id(KEY)
    house.table.show()
    give(phone, OLD_COOKIE, KEY)
    return phone, where


@pytest.mark.parametrize("path", ["page", "state", "/", "/host", "/table"])
def test_a_phone_of_an_updated_table_keeps_its_seat_under_the_new_name(
    house: House, path: str
) -> None:
    phone, where = seated_before(house)
    at = {"page": where, "state": f"{where}/state"}.get(path, path)
    assert phone.get(at).status_code == 200
    assert own(phone) == KEY
    give(phone, OLD_COOKIE, ALIEN)  # from now on that name is nobody's
    assert phone.get(where).status_code == 200
    assert "Anna" in phone.get("/").text


def test_whoever_was_only_a_guest_keeps_the_key_too(house: House) -> None:
    house.table.guests = (DeviceId(device_id(KEY)),)
    house.table.show()
    phone = house.phone()
    give(phone, OLD_COOKIE, KEY)
    phone.get("/")
    assert own(phone) == KEY


def test_a_key_that_the_table_never_gave_is_not_taken_over(house: House) -> None:
    phone = house.phone()
    give(phone, OLD_COOKIE, ALIEN)
    for path in ("/rules", "/static/app.js"):
        phone.get(path)
        assert own(phone) is None
    phone.get("/table")  # a screen may ask to be the middle
    assert own(phone) not in (None, ALIEN)


def test_under_a_name_that_is_refused_and_with_files_no_key_goes_out(house: House) -> None:
    phone, _ = seated_before(house)
    for path, host in (("/static/app.js", phone.host), ("/", "evil.example")):
        headers = {"Host": host, "Cookie": f"{OLD_COOKIE}={KEY}"}
        answer = house.app.test_client(use_cookies=False).get(
            path, headers=headers, buffered=True
        )
        assert "Set-Cookie" not in answer.headers


def test_two_tables_on_one_machine_do_not_know_each_others_keys(running: Server) -> None:
    jar = CookieJar()
    opener = build_opener(HTTPCookieProcessor(jar))
    opener.open(f"http://127.0.0.1:{running.port}/").read()
    assert [each.name for each in jar] == [cookie_name(running.port)]
    assert cookie_name(running.port) != cookie_name(running.port + 1)
