"""Wrong PINs are counted: for each address, and in all."""

import re

import pytest

from companion.table.values.ids import DeviceId
from tests.clock import Clock
from tests.web.conftest import House, Phone
from web.pin import IN_ALL, PER_ADDRESS, Attempt, PinAttempts

RIGHT, WRONG = "246813", "000000"


def test_the_sixth_attempt_of_an_address_waits_even_if_right() -> None:
    clock = Clock()
    pins = PinAttempts(clock)
    for _ in range(PER_ADDRESS.wrong):
        assert pins.attempt("192.168.1.9", WRONG, RIGHT) == Attempt(right=False)
    assert pins.attempt("192.168.1.9", RIGHT, RIGHT) == Attempt(right=False, wait_s=300)
    assert pins.attempt("192.168.1.10", RIGHT, RIGHT).right
    clock.now_s += PER_ADDRESS.window_s
    assert pins.attempt("192.168.1.9", RIGHT, RIGHT).right


def test_a_household_of_ipv6_addresses_is_one_address() -> None:
    pins = PinAttempts(Clock())
    for n in range(PER_ADDRESS.wrong):
        pins.attempt(f"fd00:1:2:3::{n:x}", WRONG, RIGHT)
    assert pins.attempt("fd00:1:2:3:ffff::1", RIGHT, RIGHT).wait_s
    assert pins.attempt("fd00:1:2:4::1", RIGHT, RIGHT).right


def test_many_addresses_together_are_limited_too() -> None:
    clock = Clock()
    pins = PinAttempts(clock)
    for n in range(IN_ALL.wrong):
        assert not pins.attempt(f"10.0.0.{n}", WRONG, RIGHT).wait_s
    assert pins.attempt("10.0.1.1", RIGHT, RIGHT).wait_s == 600
    clock.now_s += IN_ALL.window_s
    assert pins.attempt("10.0.1.1", RIGHT, RIGHT).right


def test_who_is_no_stranger_waits_for_own_wrong_ones_only() -> None:
    pins = PinAttempts(Clock())
    for n in range(IN_ALL.wrong):
        pins.attempt(f"10.0.0.{n}", WRONG, RIGHT)
    for _ in range(PER_ADDRESS.wrong):
        assert pins.attempt("a guest", WRONG, RIGHT, stranger=False) == Attempt(right=False)
    assert pins.attempt("a guest", RIGHT, RIGHT, stranger=False).wait_s == 300
    assert pins.attempt("another", RIGHT, RIGHT, stranger=False).right


def guest(house: House) -> Phone:
    """Return the phone of Ben, who has sat here and has left."""
    ben = house.phone()
    ben.join("Ben")
    house.table.guests = (house.table.people[0].device or DeviceId(""),)
    house.table.people.clear()
    house.table.show()
    return ben


def lock(house: House, address: str = "10.0.0") -> None:
    """Let strangers try until the door is locked for strangers."""
    for n in range(IN_ALL.wrong):
        eve = house.phone(address=f"{address}.{n // 4}")
        eve.get("/")
        assert eve.post("/join", {"pin": WRONG, "name": "Eve"}).status_code == 409
    late = house.phone()
    late.get("/")
    assert late.post("/join", {"pin": RIGHT, "name": "Late"}).status_code == 429


@pytest.mark.parametrize("path", ["/join", "/ask"])
def test_strangers_do_not_lock_the_machine_itself_out(house: House, path: str) -> None:
    house.phone().join("Anna")
    lock(house)
    here = house.machine()
    here.get("/")
    wish = {"name": "Ben"} if path == "/join" else {"person": "p0x"}
    assert here.post(path, {"pin": RIGHT, **wish}).status_code == 200


def test_strangers_do_not_lock_out_who_has_sat_here_not_even_from_one_address(
    house: House,
) -> None:
    ben = guest(house)
    lock(house, ben.address.rpartition(".")[0])
    for _ in range(PER_ADDRESS.wrong):
        house.phone(address=ben.address).post("/join", {"pin": WRONG, "name": "Eve"})
    assert ben.post("/join", {"pin": WRONG, "name": "Ben"}).status_code == 409
    assert ben.post("/join", {"pin": RIGHT, "name": "Ben"}).status_code == 200


@pytest.mark.parametrize("who", ["the machine", "a guest"])
def test_own_wrong_ones_count_for_everybody(house: House, who: str) -> None:
    phone = house.machine() if who == "the machine" else guest(house)
    phone.get("/")
    for _ in range(PER_ADDRESS.wrong):
        assert phone.post("/join", {"pin": WRONG, "name": "Eve"}).status_code == 409
    assert phone.post("/join", {"pin": RIGHT, "name": "Eve"}).status_code == 429


def test_no_pin_lets_nobody_in() -> None:
    assert not PinAttempts(Clock()).attempt("10.0.0.1", "", "").right


WRITINGS = [
    "246 813",
    "246-813",
    " 246813\t",
    "2 4 6 8 1 3",
    "246\u00a0813",  # a blank that breaks no line
    "246\u202f813",  # a narrow one
    "246\u2011813",  # a hyphen that breaks no line
    "246 \u2013 813",  # a dash
    "\u200e246813\u202c",  # copied out of a text that runs from right to left
    "246\u00ad813",
    "٢٤٦٨١٣",
    "۲۴۶۸۱۳",
    "२४६८१३",
    "２４６８１３",
    "২৪৬-৮১৩",
]


@pytest.mark.parametrize("written", WRITINGS)
@pytest.mark.parametrize("path", ["/join", "/ask"])
def test_a_pin_counts_as_it_is_shown_and_in_any_digits(
    house: House, written: str, path: str
) -> None:
    house.phone().join("Anna")
    phone = house.phone()
    phone.get("/")
    wish = {"name": "Ben"} if path == "/join" else {"person": "p0x"}
    assert phone.post(path, {"pin": written, **wish}).status_code == 200


@pytest.mark.parametrize(
    "written",
    [
        "246.813",
        "246813x",
        "x246813",
        "246_813",
        "+246813",
        "²⁴⁶⁸¹³",
        "①②③④⑤⑥",
        "",
        "-",
        "абвгде",
    ],
)
def test_any_other_sign_is_a_wrong_pin(written: str) -> None:
    assert PinAttempts(Clock()).attempt("10.0.0.1", written, RIGHT) == Attempt(right=False)


def test_one_wrong_pin_in_many_writings_is_one_attempt() -> None:
    pins = PinAttempts(Clock())
    for written in (
        "000000",
        "000 000",
        "000-000",
        "٠٠٠٠٠٠",
        "000 000",
        "0 00000",
        "00000-0",
    ):
        assert pins.attempt("10.0.0.1", written, RIGHT) == Attempt(right=False)
    assert pins.attempt("10.0.0.1", RIGHT, RIGHT).right


def test_other_pins_are_other_attempts_in_whatever_writing() -> None:
    pins = PinAttempts(Clock())
    for n in range(PER_ADDRESS.wrong):
        pins.attempt("10.0.0.1", f"00 000{n}", RIGHT)
    assert pins.attempt("10.0.0.1", RIGHT, RIGHT).wait_s


def test_once_the_pin_has_changed_the_same_one_is_tried_anew() -> None:
    pins = PinAttempts(Clock())
    pins.attempt("10.0.0.1", "000000", RIGHT)
    for n in range(PER_ADDRESS.wrong - 1):
        pins.attempt("10.0.0.1", "000-000", f"97531{n}")
    assert pins.attempt("10.0.0.1", RIGHT, RIGHT).wait_s


def test_the_field_lets_them_in(house: House) -> None:
    field = re.search(r'<input id="pin"[^>]*>', house.phone().get("/").text)
    assert field
    most = re.search(r'maxlength="(\d+)"', field[0])
    assert most
    assert int(most[1]) >= max(map(len, WRITINGS))
    assert 'type="number"' not in field[0]
    assert "pattern" not in field[0]


@pytest.mark.parametrize("written", ["246%20813", "246-813", "٢٤٦٨١٣"])
def test_a_link_fills_the_field_with_plain_digits(house: House, written: str) -> None:
    assert f'value="{RIGHT}"' in house.phone().get(f"/j/{written}").text


def test_the_page_says_how_long_to_wait(house: House) -> None:
    phone = house.phone()
    phone.get("/")
    for _ in range(PER_ADDRESS.wrong):
        answer = phone.post("/join", {"pin": WRONG, "name": "Eve"})
        assert answer.status_code == 409
        assert answer.json is not None
        assert answer.json["code"] == "wrong-pin"
    answer = phone.post("/join", {"pin": RIGHT, "name": "Eve"})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "300"
    assert "5 min" in answer.text
    assert house.table.calls == []


def test_asking_for_a_seat_counts_the_same_attempts(house: House) -> None:
    house.phone().join("Anna")
    eve = house.phone(address="192.168.1.66")
    eve.get("/")
    for _ in range(PER_ADDRESS.wrong):
        assert eve.post("/ask", {"pin": WRONG, "person": "p0x"}).status_code == 409
    assert eve.post("/join", {"pin": RIGHT, "name": "Eve"}).status_code == 429


def test_the_short_link_does_not_say_whether_its_pin_is_right(house: House) -> None:
    phone = house.phone()
    right, wrong = phone.get(f"/J/{RIGHT}").text, phone.get(f"/j/{WRONG}").text
    assert f'value="{RIGHT}"' in right
    assert right.replace(RIGHT, WRONG) == wrong
    assert "alert(1)" not in phone.get("/J/<script>alert(1)").text
