"""A page, or the host's right, goes to another device only if somebody else says yes."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.errors import Rejected
from companion.games import Games
from companion.ports import STAND_PLACES, ButtonEdge, CardFace
from companion.table.values.ids import DeviceId, PersonId
from companion.table.values.seat_question import DENIED_S
from companion.table.values.seating import Person, Seating
from tests.clock import Clock
from tests.table.conftest import Open
from tests.table.house import House, device

STRANGER = DeviceId("device of a stranger")
MINUTE = 60.0
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")


class Evening:
    """A table whose devices are seen when a test says so."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.clock = Clock()
        house.table.presence.clock = self.clock

    def sees(self, *names: str, at: str = "") -> None:
        for name in names:
            self.house.table.presence.note(device(name), at or f"10.0.0.{len(name)}{name}")

    def passes(self, seconds: float, *seen: str) -> None:
        """Let time pass while the devices of *seen* go on showing their pages."""
        self.clock.now_s += seconds
        self.sees(*seen)
        self.house.work(self.house.table.moving.review)

    def ask(self, asker: DeviceId, name: str) -> None:
        moving, person = self.house.table.moving, self.house.person(name)
        self.house.work(moving.ask_for_page, asker, person)

    def ask_for_host(self, name: str) -> None:
        moving, page = self.house.table.moving, self.house.page(name)
        handle = self.house.handle(name)
        self.house.work(moving.ask_for_host, page.device, handle)

    def answer(self, by: str | DeviceId, *, grant: bool = True) -> None:
        who = by if by == STRANGER else device(by)
        asked = self.house.shown.requests[0].id
        work = self.house.table.moving.answer
        self.house.work(work, DeviceId(who), asked, grant=grant)

    def answer_here(self, *, grant: bool = True) -> None:
        asked = self.house.shown.requests[0].id
        work = self.house.table.moving.answer_here
        self.house.work(work, asked, grant=grant)

    def take_back(self, by: str | DeviceId, name: str) -> None:
        work, person = self.house.table.moving.take_back, self.house.person(name)
        who = by if by == STRANGER else device(by)
        self.house.work(work, DeviceId(who), person)

    @property
    def asked(self) -> set[str]:
        return {each.removeprefix("device of ") for each in self.house.shown.asked}

    def holds(self, name: str) -> DeviceId:
        return self.house.page(name).device


Begin = Callable[..., Evening]


@pytest.fixture
def begin(house: House) -> Begin:
    def begun(*names: str, bots: int = 0, paper: int = 0) -> Evening:
        house.seated(*names)
        for number in range(paper):
            house.add(f"Paper {number}")
        for _ in range(bots):
            house.add_bot()
        house.start()
        evening = Evening(house)
        evening.sees(*names)
        return evening

    return begun


@pytest.fixture(name="evening")
def _evening(begin: Begin) -> Evening:
    """Anna (the host), Ben and Cleo play."""
    return begin(*NAMES[:3])


@pytest.fixture(name="moved")
def _moved(evening: Evening) -> Evening:
    """Ben has given his page to a stranger's device."""
    evening.ask(STRANGER, "Ben")
    evening.answer("Ben")
    return evening


PARTIES = [
    pytest.param(NAMES[:2], 0, 0, id="two"),
    pytest.param(NAMES[:3], 0, 0, id="three"),
    pytest.param(NAMES, 0, 0, id="six"),
    pytest.param(NAMES[:3], 2, 0, id="three and two bots"),
    pytest.param(NAMES[:3], 0, 2, id="three and two on paper"),
    pytest.param(NAMES[:2], 1, 1, id="two, a bot, one on paper"),
]


@pytest.mark.parametrize(("names", "bots", "paper"), PARTIES)
def test_the_device_that_holds_a_page_gives_it_away(
    begin: Begin, names: tuple[str, ...], bots: int, paper: int
) -> None:
    evening = begin(*names, bots=bots, paper=paper)
    old, log = evening.house.handle("Ben"), len(evening.house.log())
    evening.ask(STRANGER, "Ben")
    assert evening.asked == {"Ben"}
    assert [each.device for each in evening.house.shown.requests] == [STRANGER]
    assert [each.device for each in evening.house.page("Ben").requests] == [None]
    evening.answer("Ben")
    assert evening.holds("Ben") == STRANGER
    assert old not in evening.house.shown.pages
    assert evening.house.shown.granted[STRANGER] == evening.house.handle("Ben")
    assert evening.house.shown.requests == ()
    assert evening.house.types()[log:].count("PageMoved") == 1
    assert evening.house.told().count("told.page_moved") == 1


@pytest.mark.parametrize(("names", "bots", "paper"), PARTIES)
def test_a_press_on_the_seats_own_stand_gives_its_page_away_for_a_minute(
    begin: Begin, names: tuple[str, ...], bots: int, paper: int
) -> None:
    evening = begin(*names, bots=bots, paper=paper)
    evening.ask(STRANGER, "Ben")
    place = STAND_PLACES[1]
    face = evening.house.shown.faces[place]
    assert isinstance(face, CardFace)
    assert (face.warning, face.letter != "") == ("told.asks_page", True)
    evening.house.touch(STAND_PLACES[0])
    assert evening.holds("Ben") == device("Ben")
    evening.house.touch(place)
    assert evening.holds("Ben") == STRANGER

    evening.passes(MINUTE, *names)
    evening.ask(device("Ben"), "Ben")
    evening.passes(MINUTE, *names)
    evening.house.touch(place)
    assert evening.holds("Ben") == STRANGER
    assert "told.asks_page" not in str(evening.house.shown.faces)


@pytest.mark.parametrize(("names", "bots", "paper"), PARTIES[1:5])
def test_all_others_give_away_the_page_of_a_device_that_has_gone(
    begin: Begin, names: tuple[str, ...], bots: int, paper: int
) -> None:
    evening = begin(*names, bots=bots, paper=paper)
    evening.passes(100, *names[:1], *names[2:])
    evening.ask(STRANGER, "Ben")
    assert evening.asked == {"Ben"}, "it was there a moment ago"
    others = {*names} - {"Ben"}
    evening.passes(20, *others)
    assert evening.asked == {"Ben", *others}
    assert not evening.house.shown.here
    for name in sorted(others):
        assert evening.holds("Ben") == device("Ben")
        evening.answer(name)
    assert evening.holds("Ben") == STRANGER


def test_where_some_sleep_the_host_and_two_more_are_all_others(begin: Begin) -> None:
    evening = begin(*NAMES[:5])
    evening.passes(301, "Anna", "Cleo", "Dora")
    evening.ask(STRANGER, "Ben")
    assert evening.asked == {"Anna", "Ben", "Cleo", "Dora"}
    for name in ("Cleo", "Dora"):
        evening.answer(name)
        assert evening.holds("Ben") == device("Ben")
    evening.answer("Anna")
    assert evening.holds("Ben") == STRANGER


@pytest.mark.parametrize(
    ("awake", "stays"),
    [
        pytest.param(("Cleo", "Dora"), "Anna", id="the host sleeps"),
        pytest.param(("Anna", "Dora"), "Cleo", id="the host is one of the two"),
        pytest.param(("Cleo", "Dora", "Emil"), "Anna", id="three, and the host sleeps"),
    ],
)
def test_two_seats_of_one_person_are_not_all_others_while_the_rest_sleeps(
    begin: Begin, awake: tuple[str, ...], stays: str
) -> None:
    evening = begin(*NAMES[: 5 if "Emil" in awake else 4])
    evening.passes(130, *awake)
    evening.ask(STRANGER, "Ben")
    for name in awake:
        evening.answer(name)
    assert evening.asked == {"Ben", stays}, "seen lately, so asked too"
    evening.passes(180, *awake)
    assert evening.asked == {"Ben"}
    assert evening.holds("Ben") == device("Ben")
    assert evening.house.shown.here, "the machine itself decides"
    evening.passes(1, *awake, stays)
    assert evening.asked == {"Ben", stays}
    evening.answer(stays)
    assert evening.holds("Ben") == STRANGER


def test_a_host_makes_two_seats_all_others_by_sending_nobody_away(begin: Begin) -> None:
    evening = begin(*NAMES[:4])
    evening.passes(301, "Anna", "Dora")
    evening.house.remove("Cleo")
    evening.ask(STRANGER, "Ben")
    assert evening.asked == {"Ben"}
    assert evening.house.shown.here


@pytest.mark.parametrize("same", [True, False])
def test_too_few_others_leave_it_to_the_tables_own_machine(
    evening: Evening, *, same: bool
) -> None:
    """One device, or two at one address, may be one person's."""
    evening.passes(301)
    evening.sees("Anna", "Cleo", at="10.0.0.7") if same else evening.sees("Cleo")
    evening.ask(STRANGER, "Ben")
    assert evening.asked == {"Ben"}
    assert evening.house.shown.here
    evening.house.refused("not-asked", partial(evening.answer, "Cleo"))
    evening.answer_here()
    assert evening.holds("Ben") == STRANGER


def test_the_tables_own_machine_says_no_word_while_the_device_is_there(
    evening: Evening,
) -> None:
    evening.ask(STRANGER, "Ben")
    evening.house.refused("not-asked", evening.answer_here)


@pytest.mark.parametrize("who", ["Anna", "Cleo", "somebody", STRANGER])
def test_nobody_answers_who_is_not_asked(evening: Evening, who: str) -> None:
    """Neither the host, nor a second browser of whoever asks."""
    evening.ask(STRANGER, "Ben")
    evening.house.refused("not-asked", partial(evening.answer, who))
    assert evening.holds("Ben") == device("Ben")


def test_one_person_with_two_browsers_gets_neither_page_nor_right(evening: Evening) -> None:
    """As it was done: ask for the host's page with one, say yes with the other."""
    evening.ask(STRANGER, "Anna")
    evening.house.refused("not-asked", partial(evening.answer, "Ben"))
    evening.passes(2 * MINUTE, "Ben")
    evening.answer("Ben")  # Cleo was here a while ago, and is asked too
    assert evening.holds("Anna") == device("Anna")
    evening.passes(MINUTE, "Ben", "Cleo")
    evening.answer("Cleo", grant=False)
    evening.passes(5 * MINUTE, "Ben")
    evening.ask(STRANGER, "Anna")
    evening.house.refused("not-asked", partial(evening.answer, "Ben"))
    assert evening.holds("Anna") == device("Anna")
    assert evening.house.shown.host == device("Anna")


@pytest.mark.parametrize("who", ["Ben", "Cleo"])
def test_one_no_ends_the_question(begin: Begin, who: str) -> None:
    evening = begin(*NAMES[:4])
    evening.passes(3 * MINUTE, "Anna", "Cleo", "Dora")
    evening.ask(STRANGER, "Ben")
    evening.answer("Anna")
    evening.answer(who, grant=False)
    assert evening.house.shown.requests == ()
    assert evening.holds("Ben") == device("Ben")
    assert STRANGER not in evening.house.shown.granted


def test_one_question_at_a_time_and_one_a_minute_a_device(evening: Evening) -> None:
    evening.ask(STRANGER, "Ben")
    evening.house.refused("ask-later", partial(evening.ask, STRANGER, "Cleo"))
    evening.house.refused("question-open", partial(evening.ask, device("x"), "Cleo"))
    evening.answer("Ben", grant=False)
    evening.house.refused("ask-later", partial(evening.ask, STRANGER, "Ben"))
    evening.ask(device("x"), "Cleo")
    evening.answer("Cleo", grant=False)
    evening.passes(MINUTE, *NAMES[:3])
    evening.ask(STRANGER, "Ben")
    assert evening.asked == {"Ben"}


def test_a_question_that_nobody_answers_is_over_after_five_minutes(
    evening: Evening,
) -> None:
    evening.ask(STRANGER, "Ben")
    evening.passes(299, *NAMES)
    assert evening.house.shown.requests
    evening.passes(1, *NAMES)
    assert not evening.house.shown.requests
    assert not evening.asked


def test_what_was_taken_from_a_phone_it_takes_back_and_so_may_the_other(
    moved: Evening,
) -> None:
    """Which of two phones is whose nobody here can tell: each time everybody hears of it."""
    person = moved.house.person("Ben")
    assert moved.house.shown.lent == {person: device("Ben")}
    moved.house.refused("no-such-page", partial(moved.take_back, "Cleo", "Ben"))
    for taker, other in ((device("Ben"), STRANGER), (STRANGER, device("Ben"))) * 2:
        moved.take_back("Ben" if taker != STRANGER else STRANGER, "Ben")
        assert moved.holds("Ben") == taker
        assert moved.house.shown.lent == {person: other}
        moved.house.refused("no-such-page", partial(moved.take_back, "Cleo", "Ben"))
    assert moved.house.types()[-5:] == ["PageMoved"] * 5
    assert moved.house.told()[-5:] == ["told.page_moved"] * 5


def test_the_hosts_right_stays_where_it_is_when_a_page_moves(evening: Evening) -> None:
    evening.ask(STRANGER, "Anna")
    evening.answer("Anna")
    assert evening.holds("Anna") == STRANGER
    assert evening.house.shown.host == device("Anna")


def test_the_hosts_right_is_asked_for_by_itself(evening: Evening) -> None:
    evening.ask_for_host("Ben")
    assert evening.asked == {"Anna"}
    assert [each.right for each in evening.house.page("Anna").requests] == ["host"]
    evening.answer("Anna")
    assert evening.house.shown.host == device("Ben")
    assert evening.house.types()[-1] == "PageMoved"
    assert evening.house.told()[-1] == "told.host_moved"
    evening.passes(MINUTE, *NAMES[:3])
    evening.house.refused("host-already", partial(evening.ask_for_host, "Ben"))


def test_whoever_asks_for_the_hosts_right_reads_what_comes_of_it(evening: Evening) -> None:
    evening.ask_for_host("Ben")
    wishes = {each: evening.house.page(each).host_wish for each in NAMES[:3]}
    assert wishes == {"Anna": "", "Ben": "asked", "Cleo": ""}
    question = evening.house.shown.requests[0].id
    evening.answer("Anna", grant=False)
    wishes = {each: evening.house.page(each).host_wish for each in NAMES[:3]}
    assert wishes == {"Anna": "", "Ben": "denied", "Cleo": ""}
    assert evening.asked == set()
    assert evening.house.shown.requests == ()
    evening.house.touch(STAND_PLACES[0])
    late = partial(evening.house.table.moving.answer, device("Anna"), question, grant=True)
    evening.house.refused("no-such-request", partial(evening.house.work, late))
    assert evening.house.shown.host == device("Anna")
    evening.passes(DENIED_S, *NAMES[:3])
    assert evening.house.page("Ben").host_wish == ""


def test_the_hosts_right_comes_by_a_press_on_the_hosts_stand(evening: Evening) -> None:
    evening.ask_for_host("Ben")
    evening.house.touch(STAND_PLACES[1])
    assert evening.house.shown.host == device("Anna")
    evening.house.touch(STAND_PLACES[0])
    assert evening.house.shown.host == device("Ben")


def test_the_hosts_right_comes_from_all_others_once_the_host_has_gone(
    begin: Begin,
) -> None:
    evening = begin(*NAMES[:4])
    evening.passes(2 * MINUTE, "Ben", "Cleo", "Dora")
    evening.ask_for_host("Ben")
    assert evening.asked == {"Anna", "Cleo", "Dora"}
    evening.answer("Cleo")
    evening.answer("Dora")
    assert evening.house.shown.host == device("Ben")


def test_a_bots_seat_is_nobodys_while_the_match_runs(begin: Begin) -> None:
    """Not even after the bot was sent away."""
    evening = begin("Anna", "Ben", "Cleo", bots=1)
    with pytest.raises(Rejected, match="bot-seat"):
        evening.ask(device("Anna"), "Bot Ada")
    evening.house.remove("Bot Ada")
    evening.house.refused("bot-seat", partial(evening.ask, STRANGER, "Bot Ada"))


def test_somebody_on_paper_gets_a_phone_by_the_others_or_the_stand(begin: Begin) -> None:
    evening = begin("Anna", "Ben", "Cleo", paper=1)
    evening.ask(STRANGER, "Paper 0")
    assert evening.asked == {"Anna", "Ben", "Cleo"}
    evening.house.touch(STAND_PLACES[3])
    assert evening.holds("Paper 0") == STRANGER


def test_no_undo_minds_that_a_page_has_moved(evening: Evening) -> None:
    evening.house.do("Anna", "WantEnd", want=True)
    before = evening.house.page("Anna").view
    evening.ask(STRANGER, "Ben")
    evening.answer("Ben")
    evening.house.ask_undo("Anna")
    assert evening.house.types()[-2:] == ["PageMoved", "Undone"]
    assert evening.house.page("Anna").view != before
    assert evening.holds("Ben") == STRANGER


def test_what_moved_has_moved_after_a_restart(moved: Evening, open_house: Open) -> None:
    log = moved.house.log()
    again = open_house()
    assert again.page("Ben").device == STRANGER
    assert again.log() == log
    assert again.told()[-1] == "told.page_moved"


def test_between_matches_the_host_gives_the_page_of_a_phone_that_is_away(
    house: House,
) -> None:
    house.seated("Anna", "Ben")
    for name in ("Paula", "Oma"):
        house.add(name)
    evening = Evening(house)
    evening.sees("Anna", "Ben")
    evening.ask(STRANGER, "Ben")
    assert evening.asked == {"Ben"}
    house.refused("not-asked", partial(evening.answer, "Anna"))
    evening.passes(2 * MINUTE, "Anna")
    assert evening.asked == {"Anna", "Ben"}
    evening.answer("Anna")
    assert evening.holds("Ben") == STRANGER
    for name in ("Paula", "Oma"):  # page after page, as many as there are
        evening.ask(device("Anna"), name)
        assert evening.holds(name) == device("Anna")
    assert house.shown.host == device("Anna")


def test_a_host_with_two_browsers_gets_nobodys_page_before_the_match(house: House) -> None:
    house.seated(*NAMES[:3])
    evening = Evening(house)
    evening.sees(*NAMES[:3])
    evening.ask(device("Anna"), "Ben")
    assert evening.holds("Ben") == device("Ben")
    assert evening.asked == {"Ben"}
    evening.answer("Ben", grant=False)
    evening.ask(STRANGER, "Ben")
    house.refused("not-asked", partial(evening.answer, "Anna"))


def test_the_hosts_own_question_is_a_yes_once_the_phone_is_away(house: House) -> None:
    house.seated("Anna", "Ben")
    evening = Evening(house)
    evening.sees("Anna", "Ben")
    evening.ask(device("Anna"), "Ben")
    evening.passes(2 * MINUTE - 1, "Anna")
    assert evening.holds("Ben") == device("Ben")
    evening.passes(1, "Anna")
    assert evening.holds("Ben") == device("Anna")


def test_what_an_older_version_kept_from_before_the_match_ends_at_the_start() -> None:
    seating = Seating()
    for name in NAMES[:2]:
        seating = seating.join(Person(PersonId(name), name, device(name)))
    kept = replace(seating.people[1], before=STRANGER)
    seating = replace(seating, people=(seating.people[0], kept))
    assert [each.before for each in seating.start(range(2, 7), {}).people] == [None] * 2


def test_the_phone_a_page_was_taken_from_takes_it_back(moved: Evening) -> None:
    house = moved.house
    house.table.presence.note(STRANGER, "10.0.0.99")
    moved.passes(2 * MINUTE, "Anna", "Cleo")
    other = DeviceId("another stranger")
    moved.ask(other, "Ben")
    for name in ("Anna", "Cleo"):
        moved.answer(name)
    assert moved.holds("Ben") == other
    assert house.shown.lent == {house.person("Ben"): STRANGER}


def test_what_the_host_gave_before_the_match_is_not_taken_back(house: House) -> None:
    """Before it there is nothing to read yet; who lost the page asks for it, or joins anew."""
    house.seated(*NAMES[:3])
    evening = Evening(house)
    evening.sees(*NAMES[:3])
    evening.ask(STRANGER, "Ben")
    evening.passes(2 * MINUTE, "Anna", "Cleo")
    evening.answer("Anna")
    assert house.shown.lent == {}
    house.refused("no-such-page", partial(evening.take_back, "Ben", "Ben"))
    house.start()
    house.refused("no-such-page", partial(evening.take_back, "Ben", "Ben"))
    evening.ask(device("Ben"), "Ben")
    house.touch(STAND_PLACES[1])
    assert evening.holds("Ben") == device("Ben")


def test_a_question_of_before_the_match_is_over_at_the_start(house: House) -> None:
    house.seated(*NAMES[:3])
    evening = Evening(house)
    evening.sees(*NAMES[:3])
    evening.ask(STRANGER, "Ben")
    asked = house.shown.requests[0].id
    house.start()
    assert not house.shown.requests
    agrees = partial(
        house.work, house.table.moving.answer, device("Ben"), asked, grant=True
    )
    house.refused("no-such-request", agrees)


@pytest.mark.parametrize("how", ["stand", "others", "machine"])
def test_whoever_gave_it_a_page_is_taken_back_with_one_tap_in_the_match(
    evening: Evening, how: str
) -> None:
    evening.ask(STRANGER, "Ben")
    if how == "stand":
        evening.house.touch(STAND_PLACES[1])
    elif how == "others":
        evening.passes(2 * MINUTE, "Anna", "Cleo")
        for name in ("Anna", "Cleo"):
            evening.answer(name)
    else:
        evening.passes(2 * MINUTE, "Anna")
        evening.passes(4 * MINUTE, "Anna")
        evening.passes(MINUTE, "Anna")
        evening.ask(STRANGER, "Ben")
        evening.answer_here()
    assert evening.holds("Ben") == STRANGER
    evening.take_back("Ben", "Ben")
    assert evening.holds("Ben") == device("Ben")
    assert evening.house.told()[-2:] == ["told.page_moved"] * 2


@pytest.mark.parametrize("over", ["the match", "his part in it"])
def test_nothing_is_taken_back_once_it_is_over(moved: Evening, over: str) -> None:
    if over == "the match":
        moved.house.end()
        assert moved.holds("Ben") == STRANGER
    else:
        moved.house.remove("Ben")
    moved.house.refused("no-such-page", partial(moved.take_back, "Ben", "Ben"))


def test_however_often_a_page_goes_on_the_first_phone_takes_it_back(moved: Evening) -> None:
    other = DeviceId("another stranger")
    moved.ask(other, "Ben")
    work, question = moved.house.table.moving.answer, moved.house.shown.requests[0].id
    moved.house.work(work, STRANGER, question, grant=True)
    assert moved.holds("Ben") == other
    moved.take_back("Ben", "Ben")
    assert moved.holds("Ben") == device("Ben")


def test_a_question_goes_with_the_person_it_is_about(house: House) -> None:
    house.seated("Anna", "Ben")
    evening = Evening(house)
    evening.ask(STRANGER, "Ben")
    house.remove("Ben")
    assert house.names == ["Anna"]
    assert not house.shown.requests


def test_whoever_gave_the_phone_up_asks_for_no_right_any_more(house: House) -> None:
    house.seated("Anna", "Ben")
    evening = Evening(house)
    evening.ask_for_host("Ben")
    house.work(house.table.screens.become_own, device("Ben"), house.handle("Ben"))
    assert not house.shown.requests
    assert house.shown.host == device("Anna")


def test_a_phone_that_was_sent_away_asks_for_no_right_any_more(begin: Begin) -> None:
    evening = begin(*NAMES[:4])
    evening.ask_for_host("Ben")
    evening.house.remove("Ben")
    assert not evening.house.shown.requests


@pytest.mark.parametrize("way", ["handed over", "taken by the machine"])
def test_a_right_that_has_come_otherwise_is_asked_for_no_more(
    evening: Evening, way: str
) -> None:
    house, lobby = evening.house, evening.house.table.lobby
    evening.ask_for_host("Ben")
    if way == "handed over":
        house.work(lobby.hand_over, device("Anna"), house.person("Ben"))
    else:
        house.work(lobby.take_host, device("Ben"))
    assert house.shown.host == device("Ben")
    assert not house.shown.requests
    evening.ask(STRANGER, "Cleo")  # and nobody else waits for it


def test_a_page_that_one_s_own_stand_has_asked_for_is_asked_for_no_more(
    house: House,
) -> None:
    house.seated("Anna", "Ben")
    evening = Evening(house)
    evening.ask(device("Ben"), "Anna")
    house.work(house.table.screens.become_own, device("Ben"), house.handle("Ben"))
    assert not house.shown.requests


def test_a_question_ends_with_the_match(evening: Evening) -> None:
    evening.ask(STRANGER, "Ben")
    evening.house.end()
    assert not evening.house.shown.requests


def test_what_a_press_means_in_the_game_it_goes_on_meaning(evening: Evening) -> None:
    """A chip for Ben's letter is no yes to whoever asks for his page."""
    evening.house.do("Anna", "ChooseCluegiver", giver=0)
    evening.ask(STRANGER, "Ben")
    evening.house.touch(STAND_PLACES[1])
    assert evening.holds("Ben") == device("Ben")
    assert evening.house.types()[-1] == "ChipsLaid"
    evening.house.touch(STAND_PLACES[1], held_s=3.1)
    assert evening.holds("Ben") == STRANGER


def test_a_finger_that_came_before_the_question_says_nothing(evening: Evening) -> None:
    for down, at_ns in ((True, 1), (False, 9_000_000_000)):
        evening.house.table.on_edge(ButtonEdge(STAND_PLACES[1], "main", down, at_ns))
        evening.house.log()
        if down:
            evening.ask(STRANGER, "Ben")
    assert evening.holds("Ben") == device("Ben")


def test_after_a_restart_nobody_counts_as_gone_at_once(
    begin: Begin, open_house: Open
) -> None:
    begin(*NAMES[:4])
    again = Evening(open_house())
    again.house.table.presence._begun_s = again.clock.now_s
    again.sees("Anna", "Cleo", "Dora")
    again.ask(STRANGER, "Ben")
    assert again.asked == {"Ben"}
    again.passes(2 * MINUTE, "Anna", "Cleo", "Dora")
    assert again.asked == {"Anna", "Ben", "Cleo", "Dora"}


def test_the_host_ends_any_question_and_grants_none(evening: Evening) -> None:
    evening.ask(STRANGER, "Ben")
    evening.house.refused("not-asked", partial(evening.answer, "Anna"))
    evening.answer("Anna", grant=False)
    assert not evening.house.shown.requests


def test_a_strangers_question_stops_no_guest(evening: Evening) -> None:
    evening.ask(STRANGER, "Ben")
    evening.ask_for_host("Cleo")
    assert [each.right for each in evening.house.shown.requests] == ["host"]
    evening.house.refused("question-open", partial(evening.ask, STRANGER, "Ben"))


def test_nobody_asks_for_a_page_that_is_held_already(evening: Evening) -> None:
    evening.house.refused("present", partial(evening.ask, device("Ben"), "Ben"))


def test_a_game_whose_stands_are_everybodys_asks_no_stand(tmp_path: Path) -> None:
    with House(Games()["haiclue"], tmp_path / "table.sqlite3") as house:
        house.playing("Anna", "Ben", "Cleo")
        evening = Evening(house)
        evening.sees("Anna", "Ben", "Cleo")
        evening.ask(STRANGER, "Ben")
        faces = house.shown.faces
        assert "told.asks_page" not in str(faces)
        for place in STAND_PLACES:
            house.touch(place)
        assert evening.holds("Ben") == device("Ben")


def test_a_friends_question_is_thrown_out_once_and_then_has_its_time(begin: Begin) -> None:
    """A seat asks each time right after the friend, and whenever it may."""
    evening = begin(*NAMES[:4])
    friend, mallory = DeviceId("a friend"), device("Dora")
    evening.ask(friend, "Ben")
    evening.ask(mallory, "Cleo")
    evening.house.refused("question-open", partial(evening.ask, friend, "Ben"))
    evening.answer("Cleo", grant=False)
    evening.passes(MINUTE, *NAMES[:4])
    evening.house.refused("others-first", partial(evening.ask, mallory, "Cleo"))
    evening.ask(friend, "Ben")
    for _ in range(4):
        evening.house.refused("question-open", partial(evening.ask, mallory, "Cleo"))
        evening.passes(29, *NAMES[:4])
    evening.answer("Ben")
    assert evening.holds("Ben") == friend


def test_who_waits_longest_asks_next_and_nobody_keeps_the_place(begin: Begin) -> None:
    """Two seats that ask by turns, without a pause, do not keep a third from asking."""
    evening = begin(*NAMES[:5])
    evening.ask_for_host("Dora")
    evening.house.refused("question-open", partial(evening.ask_for_host, "Cleo"))
    evening.passes(MINUTE, *NAMES[:5])
    evening.house.refused("question-open", partial(evening.ask_for_host, "Emil"))
    evening.passes(MINUTE, *NAMES[:5])
    evening.house.refused("question-open", partial(evening.ask_for_host, "Emil"))
    evening.ask_for_host("Cleo")
    assert [each.name for each in evening.house.shown.requests] == ["Cleo"]
    evening.passes(2 * MINUTE, *NAMES[:5])
    evening.house.refused("question-open", partial(evening.ask_for_host, "Dora"))
    evening.ask_for_host("Emil")
    assert [each.name for each in evening.house.shown.requests] == ["Emil"]


def test_a_free_place_is_kept_a_moment_for_who_has_waited(begin: Begin) -> None:
    evening = begin(*NAMES[:4])
    friend = DeviceId("a friend")
    evening.ask_for_host("Dora")
    evening.passes(MINUTE, *NAMES[:4])
    evening.house.refused("question-open", partial(evening.ask, friend, "Ben"))
    evening.answer("Anna", grant=False)
    evening.house.refused("others-first", partial(evening.ask_for_host, "Dora"))
    evening.ask_for_host("Cleo")  # who has not had the place lately goes on as ever
    evening.answer("Anna", grant=False)
    evening.ask(friend, "Ben")
    evening.answer("Ben")
    assert evening.holds("Ben") == friend


def test_whoever_waited_and_went_away_keeps_nobody_waiting(begin: Begin) -> None:
    evening = begin(*NAMES[:4])
    evening.ask_for_host("Dora")
    evening.house.refused("question-open", partial(evening.ask, STRANGER, "Ben"))
    evening.answer("Anna", grant=False)
    evening.passes(3 * MINUTE, *NAMES[:4])
    evening.ask_for_host("Dora")
    assert evening.house.shown.requests
