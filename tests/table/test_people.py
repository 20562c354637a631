from collections.abc import Callable
from functools import partial

import pytest

from companion.errors import DataError, Rejected
from companion.ports import STAND_PLACES, LinesFace
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.player_signs import PLAYER_SIGNS
from companion.table.values.seating import MOST_PEOPLE, Person, Seating
from tests.table.conftest import Open
from tests.table.house import House, device

STRANGER = DeviceId("device of a stranger")


def test_the_first_device_to_join_is_the_hosts(house: House) -> None:
    assert house.shown.host is None
    house.seated("Anna", "Ben")
    assert house.shown.host == device("Anna")
    assert house.page("Anna").person.is_host
    assert not house.page("Ben").person.is_host


def test_a_name_is_tidied_up_and_stands_on_a_display(house: House) -> None:
    house.join("  Anna   Maria ")
    assert house.names == ["Anna Maria"]
    assert house.shown.faces[STAND_PLACES[0]] == LinesFace(
        ("Anna Maria",), picture=PLAYER_SIGNS["moon"]
    )


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "A" * 21, "A\u202eB", "A\x00B", "A\ud800", "A\u200bB", "A\ue000B"),
        *("\u3164", "\u2800", "\u115f", "\uffa0", "A\u034fnn", "A\ufe0fnn", "\u0301"),
        *("·", "\ufffc", "\U00016fe4"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(house: House, name: str) -> None:
    house.refused("bad-name", partial(house.join, name))


@pytest.mark.parametrize("name", ["Аnna", "Bоt Ada", "Βot Ada", "Jοan", "Tօm"])
def test_a_name_of_letters_that_look_like_others_is_refused(
    house: House, name: str
) -> None:
    house.refused("mixed-name", partial(house.join, name))
    house.join("Анна")
    house.join("李小龙 Bruce", device("Ben"))
    house.join("Дарья B", device("Cleo"))
    house.join("Team Ω", device("Dora"))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *(("Cop", "Сор"), ("Сор", "COP"), ("HOPE", "НОРЕ"), ("Hope", "норе")),
        *(("Ilse", "llse"), ("Ilse", "1lse"), ("1lse", "|lse"), ("ILSE", "llse")),
        *(("Otto", "0tto"), ("ott0", "Otto"), ("OTTO", "ОТТО"), ("Otto", "Øtto")),
        *(("Emil", "EmiI"), ("Bill", "Bi11"), ("NINA", "ΝΙΝΑ"), ("Bernd", "Bemd")),
        *(("O'Brien", "O’Brien"), ("Anna-Jo", "Anna–Jo"), ("TOP", "ꓔꓳꓑ"), ("Jo", "Јо")),
        *(("Anna 1", "Anna I"), ("Ewa", "Evva"), ("SALLY", "ЅАLLУ")),
        *(("Anna", "Anna."), ("Anna,", "anna"), ("Ole", "Ole’"), ("(Anna)", "Αnna:")),
        *(("ANNA", "ᗩᑎᑎᗩ"), ("Ada", "ᗩda"), ("Otto", "ⵔtto"), ("Jan", "ȷan")),
    ],
)
def test_names_that_the_eye_takes_for_one_another_do_not_sit_together(
    house: House, first: str, second: str
) -> None:
    house.join(first)
    work = partial(house.join, second, device("Ben"))
    with pytest.raises(Rejected) as refusal:
        work()
    assert refusal.value.code in {"name-looks-taken", "mixed-name"}
    assert house.names == [first]


def test_real_names_sit_together(house: House) -> None:
    for name in (
        *("Ilse", "Otto", "O'Brien", "Jo", "Li", "Кира", "李雷", "Lan"),
        *("Ian", "Νίκος", "Lea", "Youssef"),
    ):
        house.join(name, device(name))
    assert len(house.names) == MOST_PEOPLE


@pytest.mark.parametrize(
    "name",
    ["Hosni", "Standa", "Duc", "Mei", "Botond", "Ali", "Alleyne", "Theo Tisch", "Joke"],
)
def test_a_name_that_only_begins_like_a_word_of_ours_is_a_name(
    house: House, name: str
) -> None:
    house.join(name)
    assert house.names == [name]


@pytest.mark.parametrize(
    "name",
    [
        *("You", "you", "YOU", "(you)", "Y0u", "Уou", "Stand 4", "stand4"),
        *("Stand", "Host", "HOST", "Ноѕт", "Du", "Halter 2", "Halter", "Spielleitung"),
        *("Gastgeber", "Halter Nr. 3", "Stand no. 4", "Tisch", "Alle", "Υou"),
        *("The table", "the Host", "Der Tisch", "Die Spielleitung", "Your stand", "A bot."),
        *("Wildcard", "WiIdcard", "Joker", "Der Joker"),
    ],
)
def test_nobody_is_called_what_the_program_says_of_itself(house: House, name: str) -> None:
    with pytest.raises(Rejected) as refusal:
        house.join(name)
    assert refusal.value.code in {"own-name", "mixed-name", "bots-name"}
    house.join("Anna")
    with pytest.raises(Rejected):
        house.add(name)
    assert house.names == ["Anna"]


@pytest.mark.parametrize(
    "name",
    ["Anna", "Anna\U00016fe4", "ANNA", " anna ", "Änna", "A\u0301nna", "Ａｎｎａ", "ãnnÅ"],
)
def test_a_name_that_is_taken_is_refused(house: House, name: str) -> None:
    house.join("Anna")
    house.refused("seat-taken", partial(house.join, name, device("Ben")))


def test_a_name_is_written_in_one_form(house: House) -> None:
    house.join("Ｚｏｅ\u0308")
    assert house.names == ["Zoë"]


@pytest.mark.parametrize(
    "name",
    [
        *("Bot Ada", "bot", "BÖT Grace", "Ｂｏｔ Ben"),
        *("B0t Ada", "Bot-Ada", "ВОТ", "Bot1"),
    ],
)
def test_no_person_is_called_a_bot(house: House, name: str) -> None:
    house.refused("bots-name", partial(house.join, name))
    house.join("Botho")


def test_a_phone_that_asks_twice_sits_there_already(house: House) -> None:
    first = house.work(house.table.lobby.join, device("Anna"), "Anna")
    again = house.work(house.table.lobby.join, device("Anna"), " anna ")
    assert again == first
    assert house.names == ["Anna"]


def test_a_choice_that_cannot_be_stored_is_nonsense(house: House) -> None:
    house.join("Anna")
    house.join("Ben")
    shown = house.shown
    with pytest.raises(DataError):
        house.start(odd="\ud800")
    assert house.shown is shown
    house.start()


def test_a_full_table_is_full(house: House) -> None:
    for number in range(12):
        house.join(f"Person {number}")
    house.refused("table-full", partial(house.join, "One more"))
    house.refused("player-count", house.start)


def test_one_device_may_hold_several_pages(house: House) -> None:
    first, second = house.join("Anna"), house.join("Ben", device("Anna"))
    assert first != second
    pages = house.shown.pages
    assert {pages[first].device, pages[second].device} == {device("Anna")}


def test_a_handle_is_worthless_to_another_device(match: House) -> None:
    table, stolen = match.table, match.handle("Ben")
    sure = {"type": "TellSure", "sure": True}
    for thief, handle in (
        (STRANGER, stolen),
        (device("Anna"), stolen),
        (device("Anna"), Handle("guessed")),
    ):
        for steal in (
            partial(match.work, table.moves.send, thief, handle, sure, "stolen-move"),
            partial(match.work, table.sheets.write, thief, handle, "row:1", "A"),
            partial(match.work, table.undo.ask, thief, handle, "stolen-undo", 0),
            partial(match.work, table.undo.answer, thief, handle, "", agree=True),
        ):
            match.refused("no-such-page", steal)


def test_only_the_host_has_the_hosts_doors(match: House) -> None:
    table, ben = match.table, device("Ben")
    someone, leaves = match.person("Cleo"), {"type": "Leave"}
    doors: tuple[Callable[[], object], ...] = (
        partial(match.work, table.lobby.add_person, ben, "Dora"),
        partial(match.work, table.lobby.remove_person, ben, someone),
        partial(match.work, table.lobby.order_people, ben, (someone,)),
        partial(match.work, table.lobby.hand_over, ben, someone),
        partial(match.work, table.matches.start, ben, {}, "start-again"),
        partial(match.work, table.matches.end, ben),
        partial(match.work, table.matches.once_more, ben, "once-more"),
        partial(match.work, table.matches.pause, ben, paused=True),
        partial(match.work, table.matches.turn_sand, ben, 60),
        partial(match.work, table.matches.forget_evenings, ben),
        partial(match.work, table.lobby.set_guide, ben, on=True),
        partial(match.work, table.lobby.change_pin, ben),
        partial(match.work, table.lobby.close_door, ben, closed=True),
        partial(match.work, table.lobby.set_on_stands, ben, on_stands=True),
        partial(match.work, table.moves.send_for, ben, someone, leaves, "send-for-cleo"),
    )
    for door in doors:
        match.refused("host-only", door)


def test_somebody_on_paper_who_is_removed_in_a_match_has_gone_and_may_come_back(
    house: House,
) -> None:
    house.seated("Anna", "Ben")
    oma = house.add("Oma")
    house.start()
    house.remove("Oma")
    assert house.types()[-1] == "PlayerLeft"
    assert house.shown.plain[oma].kinds == {"ComeBack"}
    assert house.names == ["Anna", "Ben", "Oma"]


def test_whoever_comes_back_by_name_is_shown_the_way_to_the_seat(house: House) -> None:
    """The host, who enters a name for somebody, has no such way below."""
    house.seated("Anna", "Ida").add("Oma")
    for name in ("Ida", "ida", "Oma"):
        house.refused("seat-taken", partial(house.join, name, STRANGER))
    house.refused("name-taken", partial(house.add, "Ida"))


def test_the_seats_go_by_the_hosts_order(house: House) -> None:
    house.seated("Anna", "Ben", "Cleo")
    order = tuple(house.person(name) for name in ("Cleo", "Anna", "Ben"))
    house.work(house.table.lobby.order_people, device("Anna"), order)
    assert house.names == ["Cleo", "Anna", "Ben"]
    house.start()
    assert house.page("Cleo").person.seat == 0
    again = partial(house.work, house.table.lobby.order_people, device("Anna"), order)
    house.refused("not-now", again)


def test_the_host_lets_every_phone_explain_from_match_to_match(
    house: House, open_house: Open
) -> None:
    house.seated("Anna", "Ben")
    assert not house.page("Ben").table.guide
    house.work(house.table.lobby.set_guide, device("Anna"), on=True)
    house.start()
    assert house.page("Ben").table.guide
    again = open_house()
    assert again.page("Ben").table.guide
    again.work(again.table.lobby.set_guide, device("Anna"), on=False)
    assert not again.page("Ben").table.guide


def test_the_host_says_where_cards_are_read_from_match_to_match(
    house: House, open_house: Open
) -> None:
    house.seated("Anna", "Ben")
    assert not house.page("Ben").table.on_stands  # as the hardware is: there is none
    house.start()
    house.work(house.table.lobby.set_on_stands, device("Anna"), on_stands=True)
    assert house.page("Ben").table.on_stands
    again = open_house()
    assert again.page("Ben").table.on_stands
    again.work(again.table.lobby.set_on_stands, device("Anna"), on_stands=False)
    assert not again.page("Ben").table.on_stands


def test_the_hosts_last_choices_stay_with_those_who_sat_there(
    house: House, open_house: Open
) -> None:
    house.playing("Anna", "Ben", "Cleo")
    house.end()
    ids = [house.person(name) for name in ("Cleo", "Anna", "Ben")]
    house.work(house.table.lobby.order_people, device("Anna"), tuple(ids))
    house.join("Dora")
    for each in (house, open_house()):
        seats = {person.name: person.last_seat for person in each.shown.table.people}
        assert seats == {"Cleo": 2, "Anna": 0, "Ben": 1, "Dora": None}


def test_choices_that_were_kept_without_whom_they_meant_go_by_the_order() -> None:
    """So they were stored before who sat there was."""
    people = tuple(Person(PersonId(each), each) for each in ("Anna", "Ben"))
    kept = Seating(people, options={"lengths": [3, 5]})
    assert [kept.last_seat(each.id) for each in people] == [0, 1]


def test_an_order_names_everybody_once(house: House) -> None:
    house.seated("Anna", "Ben")
    anna = house.person("Anna")
    ben, nobody = house.person("Ben"), PersonId("x")
    orders: tuple[tuple[PersonId, ...], ...] = ((anna,), (anna, anna), (anna, ben, nobody))
    for order in orders:
        reorder = partial(house.work, house.table.lobby.order_people, device("Anna"), order)
        house.refused("no-such-person", reorder)


def test_the_host_hands_over_to_a_phone_only(house: House) -> None:
    house.seated("Anna", "Ben")
    paper = house.add("Paula")
    hand_over = partial(house.table.lobby.hand_over, device("Anna"))
    house.refused("no-phone", partial(house.work, hand_over, paper))
    house.work(hand_over, house.person("Ben"))
    assert house.shown.host == device("Ben")


def test_the_machine_itself_may_take_the_hosts_part(house: House) -> None:
    house.join("Anna")
    house.work(house.table.lobby.take_host, STRANGER)
    assert house.shown.host == STRANGER
    house.add("Paula")


def test_the_host_plays_for_a_person_without_a_phone_and_for_no_other(house: House) -> None:
    house.join("Anna")
    paper = house.add("Paula")
    house.start()

    def tell(person: PersonId, id_: str, *, sure: bool = True, step: str = "") -> None:
        command = {"type": "TellSure", "sure": sure}
        work = house.table.moves.send_for
        house.work(work, device("Anna"), person, command, id_, step)

    tell(paper, "for-paula")
    assert house.page("Anna").view.table.players[1].sure is True
    house.refused("has-phone", lambda: tell(house.person("Anna"), "for-anna-"))
    late = partial(tell, paper, "for-paula-late", sure=False)
    house.refused("step-over", partial(late, step="over:1"))
    late(step=house.shown.plain[paper].id)
    assert house.page("Anna").view.table.players[1].sure is False


def test_a_removed_persons_page_is_gone_at_once(match: House) -> None:
    handle = match.handle("Ben")
    match.remove("Ben")
    assert handle not in match.shown.pages
    assert match.names == ["Anna", "Ben", "Cleo"]
    sure = {"type": "TellSure", "sure": True}
    send = match.table.moves.send
    late = partial(match.work, send, device("Ben"), handle, sure, "too-late")
    match.refused("no-such-page", late)
    match.end()
    match.remove("Ben")
    assert match.names == ["Anna", "Cleo"]


def test_who_comes_too_late_has_a_page_without_a_seat(match: House) -> None:
    match.join("Dora")
    page = match.page("Dora")
    assert (page.person.seat, page.view, page.offers) == (None, None, ())
    match.refused("no-match", partial(match.do, "Dora", "TellSure", sure=True))


def test_everybody_is_known_again_after_a_restart(match: House, open_house: Open) -> None:
    match.add("Paula")
    before = match.shown
    after = open_house().shown
    assert after.host == before.host
    assert after.pin == before.pin
    assert list(after.pages) == list(before.pages)


def test_the_pin_stays_from_match_to_match(match: House) -> None:
    pin = match.shown.pin
    assert len(pin) == 6
    assert pin.isdigit()
    for number in range(3):
        match.end()
        assert match.shown.pin == pin  # late friends have it on a note
        match.start(f"start-no-{number}")
        assert match.shown.pin == pin


def alone(
    house: House,
    by: str = "Anna",
    command_id: str = "alone-at-once",
    language: str = "en",
) -> None:
    start = house.table.matches.start_alone
    house.work(start, device(by), command_id, language)


def test_who_sits_here_alone_begins_with_three_bots_at_once(house: House) -> None:
    house.join("Anna")
    alone(house)
    table = house.shown.table
    assert table.playing
    assert [each.bot for each in table.people] == ["", "medium", "medium", "medium"]
    alone(house)  # the same wish once more: nothing happens
    house.end()
    alone(house, command_id="once-more-alone")
    assert len(house.names) == 4
    with pytest.raises(Rejected) as refusal:  # bots play on meanwhile
        alone(house, command_id="another-wish")
    assert refusal.value.code == "match-running"


def test_a_match_begun_alone_is_in_the_readers_language_unless_one_was_chosen(
    house: House,
) -> None:
    house.join("Anna")
    for command_id, language in (("alone-at-once", "de"), ("alone-once-more", "en")):
        alone(house, command_id=command_id, language=language)
        assert house.shown.options["language"] == "de"
        house.end()


def test_nobody_is_made_to_play_with_bots(house: House) -> None:
    house.seated("Anna", "Ben")
    before = house.names
    house.refused("host-only", lambda: alone(house, "Ben"))
    house.refused("not-alone", lambda: alone(house))
    assert house.names == before
    house.work(house.table.lobby.take_host, device("the machine"))
    house.remove("Ben")
    house.refused("not-alone", lambda: alone(house, "the machine"))
