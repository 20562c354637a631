"""Somebody without a phone is handed one: all hear of it, and it is given back."""

from pathlib import Path

import pytest

from companion.engine.game import AnyGame
from companion.errors import Rejected
from companion.games import GAMES
from companion.table.values.ids import Handle, PersonId
from companion.table.values.seating import Person, Seating
from tests.play import refusal
from tests.table.conftest import Open
from tests.table.house import House, device


@pytest.fixture(name="game", scope="module")
def _game() -> AnyGame:
    """Return a game whose clues are made of what one seat alone sees."""
    return GAMES["haiclue"]()


@pytest.fixture(name="opa")
def _opa(house: House) -> House:
    """Anna (the host) and Ben have phones, Opa has none."""
    house.seated("Anna", "Ben")
    house.add("Opa")
    house.start()
    return house


def lend(house: House, name: str = "Opa", owner: str = "", by: str = "Anna") -> Handle:
    whose = house.person(owner) if owner else None
    work, person = house.table.moving.lend, house.person(name)
    return house.work(work, device(by), person, whose)


def give_back(house: House, by: str = "Anna") -> None:
    work, person = house.table.moving.give_back, house.person("Opa")
    house.work(work, device(by), person)


def test_the_hosts_phone_shows_the_page_until_it_is_given_back(opa: House) -> None:
    handle = lend(opa)
    page = opa.shown.pages[handle]
    assert (page.device, page.person.name) == (device("Anna"), "Opa")
    assert page.person.on_loan
    assert page.view is not None
    assert opa.told()[-1] == "told.loan_moved"
    opa.do("Opa", "Leave")
    give_back(opa)
    assert handle not in opa.shown.pages
    assert opa.told()[-1] == "told.return_moved"
    assert opa.types()[-3:] == ["PageMoved", "PlayerLeft", "PageMoved"]


def test_everybody_hears_of_it(opa: House) -> None:
    before = opa.versions()
    lend(opa)
    assert all(opa.versions()[name] > before[name] for name in before)
    assert opa.shown.plain[opa.person("Opa")].about.id == "hc.step.clue-lay"


def test_somebody_elses_phone_may_go_round(opa: House) -> None:
    handle = lend(opa, owner="Ben")
    assert opa.shown.pages[handle].device == device("Ben")
    give_back(opa, by="Ben")
    first = lend(opa, owner="Ben")
    second = lend(opa)
    assert first not in opa.shown.pages
    assert opa.shown.pages[second].device == device("Anna")
    opa.refused("no-such-page", lambda: give_back(opa, by="Ben"))


def test_the_host_alone_hands_over_and_only_to_somebody_without_a_phone(opa: House) -> None:
    opa.refused("host-only", lambda: lend(opa, by="Ben"))
    opa.refused("has-phone", lambda: lend(opa, name="Ben"))
    opa.refused("no-phone", lambda: lend(opa, owner="Opa"))
    opa.refused("no-such-page", lambda: give_back(opa))


def test_what_a_phone_has_shown_moves_by_no_word_of_the_host(opa: House) -> None:
    ben = opa.person("Ben")
    opa.remove("Ben")
    opa.refused("had-phone", lambda: lend(opa, name="Ben"))
    assert opa.shown.plain.keys() == {ben, opa.person("Opa")}


def test_a_bots_seat_is_never_lent(house: House) -> None:
    house.join("Anna")
    house.add_bot("simple")
    house.start()
    bot = next(name for name in house.names if name != "Anna")
    assert refusal(lend, house, name=bot) == "has-phone"


def test_a_loan_gives_no_say_and_no_right(opa: House) -> None:
    opa.do("Ben", "LayClue", tiles=["1", "2"])
    lend(opa)
    opa.ask_undo("Anna")
    assert opa.page("Anna").undo.waiting_for == ("Ben",)
    assert not opa.page("Opa").person.is_host
    assert not opa.page("Opa").person.has_phone


def test_the_host_still_answers_for_somebody_with_a_lent_phone(opa: House) -> None:
    lend(opa)
    wish = {"type": "Leave"}
    opa.work(opa.table.moves.send_for, device("Anna"), opa.person("Opa"), wish, "gone-away")
    assert opa.told()[-1] == "told.left"


def test_who_holds_a_lent_phone_gives_no_page_away(opa: House) -> None:
    lend(opa, owner="Ben")
    stranger = device("a stranger")
    work, person = opa.table.moving.ask_for_page, opa.person("Opa")
    opa.work(work, stranger, person)
    asked = opa.shown.requests[0].id
    answer = opa.table.moving.answer
    with pytest.raises(Rejected):
        opa.work(answer, device("Ben"), asked, grant=True)


def _person(ident: str, name: str) -> Person:
    return Person(PersonId(ident), name)


def test_a_page_that_was_granted_for_good_is_no_loan_any_more() -> None:
    seating = Seating().join(_person("opa", "Opa")).start(range(1, 3), {})
    lent = seating.lend(seating.people[0].id, device("Anna"), Handle("h1"))
    moved = lent.give_page(seating.people[0].id, device("Opa"), Handle("h2"))
    opa = moved.people[0]
    assert (opa.device, opa.on_loan, opa.before) == (device("Opa"), False, None)
    assert moved.plain == ()


def test_a_loan_outlives_a_restart_and_not_the_match(open_house: Open) -> None:
    house = open_house()
    house.seated("Anna", "Ben")
    house.add("Opa")
    house.start()
    handle = lend(house)
    again = open_house()
    assert again.shown.pages[handle].person.on_loan
    again.end()
    assert handle not in again.shown.pages


def test_a_lent_page_asks_for_no_hosts_right(opa: House) -> None:
    handle, ask = lend(opa, owner="Ben"), opa.table.moving.ask_for_host
    opa.refused(
        "host-lent",
        lambda: opa.work(ask, device("Ben"), handle),
    )


def test_what_can_be_said_aloud_needs_no_phone_of_anothers(tmp_path: Path) -> None:
    """In Letter Jam Opa's page would show the host the host's own letter."""
    with House(GAMES["letter_jam"](), tmp_path / "jam.sqlite3") as house:
        house.join("Anna")
        house.add("Opa")
        house.start()
        house.refused("nothing-private", lambda: lend(house))
