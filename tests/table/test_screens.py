"""A device becomes a stand: who says so, what it may never be, how it sleeps and wakes."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from secrets import token_hex

import msgspec
import pytest

from companion.errors import Rejected
from companion.links import I2cLink
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    ButtonEdge,
    LedgerFace,
    Place,
    RigConfig,
    StandConfig,
)
from companion.process.lights import Lights
from companion.table.acts.screen_presence import GONE_S, ScreenFinger
from companion.table.storage.event_log import EventLog
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId
from companion.table.values.screens import (
    MOST_ASKING,
    MOST_ASKING_AT,
    ScreenId,
    ScreenRights,
    Screens,
    owners,
)
from tests.clock import Clock
from tests.play import refusal
from tests.table.conftest import Open
from tests.table.house import House, device
from tests.waiting import LIMIT_S, wait_for

OLD = DeviceId("an old phone of a drawer")
OTHER = DeviceId("another old phone")
ONE, TWO, THREE, FOUR = STAND_PLACES[:4]


class Drawer:
    """A table, and the devices that are its stands."""

    def __init__(self, house: House) -> None:
        self.house, self.do, self.clock = house, house.work, Clock()
        self.screens = house.table.screens
        self.page = token_hex(4)
        self.count = 0

    def pings(self, *devices: DeviceId, **more: object) -> None:
        for each in devices:
            self.house.table.screens.presence.note(each, **more)  # type: ignore[arg-type]
        self.do(self.screens.review)

    def asks(self, who: DeviceId = OLD, address: str = "10.0.0.9") -> ScreenId:
        self.house.table.screens.presence.note(who)
        self.do(self.screens.ask, who, address)
        return self.house.shown.asking_screens[who].id

    def gives(self, who: DeviceId, *places: Place, by: str = "Anna") -> None:
        known = self.house.shown.screens.get(who)
        id_ = known.id if known else self.asks(who, f"10.0.1.{len(who)}{who}")
        self.do(self.screens.give, device(by), id_, places)

    def gives_rest(self, who: DeviceId = OLD, by: str = "Anna") -> None:
        known = self.house.shown.screens.get(who)
        id_ = known.id if known else self.asks(who, f"10.0.1.{len(who)}{who}")
        self.do(self.screens.give, device(by), id_, (), rest=True)

    def wires(self, *places: Place) -> None:
        """Let the table have displays at *places*."""
        wired = tuple(StandConfig(each, link=I2cLink(1)) for each in places)
        committer = self.house.table._committer
        committer._config = replace(committer._config, rig=RigConfig(wired))
        self.do(lambda: committer.show(committer.state))

    def loses(self, *places: Place) -> None:
        """Let the rig's displays at *places*, and no others, show nothing."""
        self.house.table.lose_displays(frozenset(places)).result(LIMIT_S)

    @property
    def on_stands(self) -> bool:
        return self.house.shown.table.on_stands

    def places(self, who: DeviceId = OLD) -> tuple[Place, ...]:
        known = self.house.shown.screens.get(who)
        return known.places if known else ()

    def taps(self, place: Place, *words: tuple[str, int], who: DeviceId = OLD) -> None:
        for word, ms in words:
            self.count += 1
            finger = ScreenFinger(self.count, place, "main", word, ms)  # type: ignore[arg-type]
            self.house.table.on_fingers(who, self.page, [finger])
        self.house.log()


@pytest.fixture(name="drawer")
def _drawer(house: House) -> Drawer:
    house.seated("Anna", "Ben", "Cleo")
    return Drawer(house)


@pytest.fixture(name="playing")
def _playing(drawer: Drawer) -> Drawer:
    drawer.house.start("start-of-it")
    return drawer


def refused(code: str, act: Callable[[], object]) -> None:
    assert refusal(act) == code


def test_a_screen_asks_and_one_word_of_the_host_makes_it_a_stand(drawer: Drawer) -> None:
    id_ = drawer.asks()
    asking = drawer.house.shown.asking_screens[OLD]
    assert len(asking.label) == 4
    drawer.do(drawer.screens.give, device("Anna"), id_, (TWO,))
    screen = drawer.house.shown.screens[OLD]
    assert (screen.places, screen.label, screen.up) == ((TWO,), asking.label, True)
    assert drawer.house.shown.asking_screens == {}


def test_whoever_sits_here_may_give_it_and_nobody_else(drawer: Drawer) -> None:
    id_ = drawer.asks()
    stranger = DeviceId("a stranger")
    refused("not-seated", lambda: drawer.do(drawer.screens.give, stranger, id_, (THREE,)))
    refused("not-seated", lambda: drawer.do(drawer.screens.code, OLD, (THREE,)))
    drawer.do(drawer.screens.give, device("Ben"), id_, (THREE,))
    assert drawer.places() == (THREE,)


def test_a_code_is_worth_its_place_once_and_not_for_ever(open_house: Open) -> None:
    drawer = Drawer(open_house())
    drawer.house.join("Anna")
    clock = drawer.screens._clock = drawer.clock
    secret = drawer.do(drawer.screens.code, device("Anna"), (FOUR, CENTRE))
    late = drawer.do(drawer.screens.code, device("Anna"), (FOUR,))
    drawer.do(drawer.screens.redeem, OLD, secret)
    assert drawer.places() == (FOUR, CENTRE)
    again = partial(drawer.screens.redeem, OTHER)
    refused("screen-code-over", partial(drawer.do, again, secret))
    refused("screen-code-over", partial(drawer.do, again, "made up"))
    clock.now_s += 301
    refused("screen-code-over", partial(drawer.do, again, late))


def test_askers_are_few_each_once_and_gone_with_their_page(drawer: Drawer) -> None:
    for n in range(MOST_ASKING_AT):
        drawer.asks(DeviceId(f"crowd {n}"), "10.0.0.66")
    drawer.asks(DeviceId("crowd 0"), "10.0.0.66")
    refused("screens-asking", lambda: drawer.asks(DeviceId("one more"), "10.0.0.66"))
    drawer.asks(OLD, "10.0.0.9")  # another address has room
    drawer.house.table.screens.presence._clock = lambda: 1e9
    drawer.do(drawer.screens.review)
    assert drawer.house.shown.asking_screens == {}


def test_a_closed_door_lets_no_screen_ask_but_a_code_counts(drawer: Drawer) -> None:
    lobby = drawer.house.table.lobby
    drawer.house.work(lobby.close_door, device("Anna"), closed=True)
    refused("door-closed-screen", drawer.asks)
    secret = drawer.do(drawer.screens.code, device("Anna"), (FOUR,))
    drawer.do(drawer.screens.redeem, OLD, secret)
    assert drawer.places() == (FOUR,)


def test_a_place_has_one_screen_and_a_screen_may_have_several(drawer: Drawer) -> None:
    drawer.gives(OLD, FOUR, CENTRE)
    drawer.gives(OTHER, FOUR)
    assert (drawer.places(OLD), drawer.places(OTHER)) == ((CENTRE,), (FOUR,))
    drawer.gives(OTHER, CENTRE)
    assert (drawer.places(OLD), drawer.places(OTHER)) == ((), (CENTRE,))
    refused("no-such-place", lambda: drawer.gives(OTHER, Place("stand-7")))
    refused("no-such-place", lambda: drawer.gives(OTHER))


def test_the_right_survives_a_restart_and_askers_do_not(
    drawer: Drawer, open_house: Open
) -> None:
    drawer.gives(OLD, TWO)
    drawer.asks(OTHER)
    again = open_house()
    assert again.shown.screens[OLD].places == (TWO,)
    assert again.shown.asking_screens == {}
    assert not again.shown.screens[OLD].up  # until it says so
    fresh = Drawer(again)
    fresh.pings(OLD)
    assert again.shown.screens[OLD].up


def test_the_host_takes_it_back_and_the_screen_itself_may_leave(drawer: Drawer) -> None:
    drawer.gives(OLD, TWO)
    drawer.gives(OTHER, THREE)
    id_ = drawer.house.shown.screens[OLD].id
    refused("host-only", lambda: drawer.do(drawer.screens.take, device("Ben"), id_))
    drawer.do(drawer.screens.take, device("Anna"), id_)
    drawer.do(drawer.screens.withdraw, OTHER)
    assert drawer.house.shown.screens == {}


# -- the rest ----------------------------------------------------------------------------


def test_the_rest_is_what_is_left_as_people_come_and_go(
    drawer: Drawer, open_house: Open
) -> None:
    drawer.gives_rest()
    assert drawer.places() == (*STAND_PLACES[3:], CENTRE)
    drawer.house.join("Dora")
    assert drawer.places() == (*STAND_PLACES[4:], CENTRE)
    drawer.house.remove("Dora")
    drawer.house.remove("Cleo")
    assert drawer.places() == (*STAND_PLACES[2:], CENTRE)
    again = Drawer(open_house())
    assert again.places() == (*STAND_PLACES[2:], CENTRE)
    again.house.join("Cleo")
    assert again.places() == (*STAND_PLACES[3:], CENTRE)


def test_the_rest_gives_way_to_wires_and_to_other_screens(drawer: Drawer) -> None:
    drawer.gives_rest()
    drawer.wires(*STAND_PLACES[:4])
    assert drawer.places() == (*STAND_PLACES[4:], CENTRE)
    drawer.gives(OTHER, CENTRE)
    assert (drawer.places(), drawer.places(OTHER)) == (STAND_PLACES[4:], (CENTRE,))
    assert drawer.house.shown.left == STAND_PLACES[4:]
    drawer.do(drawer.screens.withdraw, OTHER)
    assert drawer.places() == (*STAND_PLACES[4:], CENTRE)
    drawer.wires()
    assert drawer.places() == (*STAND_PLACES[3:], CENTRE)


def test_where_nothing_is_left_the_right_to_it_stays(drawer: Drawer) -> None:
    for name in ("Dora", "Emil", "Fay"):
        drawer.house.add(name)
    drawer.gives_rest()
    assert drawer.places() == (CENTRE,)
    drawer.gives(OTHER, CENTRE)
    assert OLD in drawer.house.shown.screens
    assert drawer.places() == ()
    drawer.pings(OLD)
    assert drawer.house.shown.screens[OLD].up
    drawer.house.remove("Fay")
    assert drawer.places() == (STAND_PLACES[5],)


def test_one_screen_has_the_rest_and_it_may_be_something_else_again(
    drawer: Drawer,
) -> None:
    drawer.gives_rest(OLD)
    secret = drawer.do(drawer.screens.code, device("Ben"), (), rest=True)
    drawer.do(drawer.screens.redeem, OTHER, secret)
    assert (drawer.places(), drawer.places(OTHER)) == ((), (*STAND_PLACES[3:], CENTRE))
    assert {*drawer.house.shown.screens} == {OTHER}
    drawer.gives(OTHER, CENTRE)
    drawer.house.remove("Cleo")
    assert drawer.places(OTHER) == (CENTRE,)  # as it was said


def test_a_file_of_before_has_lists_of_places_and_no_rest(
    drawer: Drawer, path: Path, open_house: Open
) -> None:
    drawer.gives(OLD, *STAND_PLACES[3:])
    drawer.house.table.stop()
    screen = {"id": "s", "device": OLD, "places": [*STAND_PLACES[4:]], "label": "1234"}
    log = EventLog(path)
    stored = msgspec.json.encode({"screens": [screen], "former": []}).decode()
    log.commit(Change(documents={"screens": stored}))
    log.close()
    again = Drawer(open_house())
    assert again.places() == STAND_PLACES[4:]
    again.house.remove("Cleo")
    assert again.places() == STAND_PLACES[4:]


def test_in_a_match_the_rest_grows_by_what_is_free_and_all_hear(playing: Drawer) -> None:
    playing.gives(OTHER, FOUR, CENTRE)
    playing.gives_rest()
    assert playing.places() == STAND_PLACES[4:]
    log = len(playing.house.types())
    playing.do(playing.screens.withdraw, OTHER)
    assert playing.places() == (*STAND_PLACES[3:], CENTRE)
    assert playing.house.types()[log:] == ["ScreenMoved"] * 2
    assert playing.house.told()[-2:] == ["told.screen_on_middle", "told.screen_on"]
    playing.gives(OTHER, FOUR)
    assert playing.places() == (*STAND_PLACES[4:], CENTRE)
    playing.do(playing.screens.take, device("Anna"), playing.house.shown.screens[OLD].id)
    assert playing.house.told()[-2:] == ["told.screen_off"] * 2


def test_in_a_match_no_stand_of_a_player_falls_to_the_rest(playing: Drawer) -> None:
    """Neither when its screen goes, nor when its owner does, nor on an own phone."""
    house = playing.house
    playing.gives(OTHER, TWO)
    question = house.shown.requests[0].id
    playing.do(house.table.moving.answer, device("Cleo"), question, grant=True)
    playing.gives_rest(device("Ben"))
    playing.do(playing.screens.withdraw, OTHER)
    assert playing.places(device("Ben")) == (*STAND_PLACES[3:], CENTRE)
    playing.house.remove("Cleo")
    house.join("Dora")
    assert playing.places(device("Ben")) == (*STAND_PLACES[3:], CENTRE)
    house.end()  # nobody's any more, and no letter is there
    assert TWO not in playing.places(device("Ben"))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_the_rest_is_nobodys_and_no_other_screens(
    drawer: Drawer, seed: int
) -> None:
    """The phones that play have it too: what is the own stand never comes to one of them."""
    house, chance = drawer.house, Random(seed)
    names = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay"]
    holders = [OLD, *map(device, names)]
    screens = [OTHER, DeviceId("a third one")]

    def turn() -> None:
        who, at = chance.choice(names[1:]), chance.choice((*STAND_PLACES, CENTRE))
        match chance.randrange(8):
            case 0 | 1:
                house.join(who)
            case 2 | 3:
                drawer.house.remove(who)
            case 4:
                drawer.gives(chance.choice(screens), at)
            case 5:
                drawer.do(drawer.screens.withdraw, chance.choice(screens))
            case 6:
                drawer.gives_rest(chance.choice(holders))
            case _ if house.shown.table.playing:
                house.end()
            case _:
                house.start(token_hex(4))

    seen = set()
    for _ in range(100):
        with suppress(Rejected, StopIteration):  # who is not there cannot leave
            turn()
        state = house.table._committer.state
        rest = [each for each in state.screens.rights.screens if each.rest]
        for screen in rest:
            held = {
                p for e in state.screens.rights.screens if e != screen for p in e.places
            }
            taken = held | {*owners(state.seating)}
            assert {*screen.places} == {*STAND_PLACES, CENTRE} - taken
            seen.add((bool(state.seating.playing), screen.device == OLD))
        assert len(rest) <= 1
    assert len(seen) > 1


# -- the law -----------------------------------------------------------------------------


def test_who_holds_a_page_is_never_its_stand(drawer: Drawer) -> None:
    for place in (ONE, TWO):
        secret = drawer.do(drawer.screens.code, device("Anna"), (place,))
        bring = partial(drawer.do, drawer.screens.redeem, device("Ben"), secret)
        if place == TWO:
            refused("own-stand", bring)
        else:
            bring()  # that of somebody else Ben sees anyway
    assert drawer.places(device("Ben")) == (ONE,)


def test_who_held_a_page_in_this_match_is_never_its_stand(
    playing: Drawer, open_house: Open
) -> None:
    playing.house.remove("Ben")
    drawer = Drawer(open_house())  # a restart forgets nothing
    secret = drawer.do(drawer.screens.code, device("Anna"), (TWO,))
    bring = partial(drawer.screens.redeem, device("Ben"))
    refused("own-stand", partial(drawer.do, bring, secret))
    drawer.house.end()  # the next match has shown it nothing
    secret = drawer.do(drawer.screens.code, device("Anna"), (TWO,))
    drawer.do(bring, secret)
    assert drawer.places(device("Ben")) == (TWO,)


def test_a_stand_gets_its_seats_page_by_no_road(drawer: Drawer) -> None:
    house, moving = drawer.house, drawer.house.table.moving
    drawer.gives(OLD, TWO)
    ask = partial(drawer.do, moving.ask_for_page, OLD, house.person("Ben"))
    refused("is-stand", ask)
    house.add("Opa")
    drawer.gives(OTHER, FOUR)
    opas = partial(drawer.do, moving.ask_for_page, OTHER, house.person("Opa"))
    refused("is-stand", opas)
    drawer.gives(OTHER, STAND_PLACES[4])
    refused("is-next-stand", lambda: house.join("Dora", on=OTHER))
    # A question that was open before the device became the stand.
    drawer.gives(OTHER, STAND_PLACES[5])
    drawer.do(moving.ask_for_page, OTHER, house.person("Ben"))
    drawer.gives(OTHER, TWO)
    assert house.shown.requests == ()
    assert house.page("Ben").device == device("Ben")


def test_a_loan_and_taking_back_lead_to_no_stand(drawer: Drawer) -> None:
    house = drawer.house
    house.add("Opa")
    drawer.gives(device("Ben"), FOUR)  # Opa's stand
    house.start("start-of-it")
    lend = partial(
        house.table.moving.lend, device("Anna"), house.person("Opa"), house.person("Ben")
    )
    refused("is-stand", lambda: drawer.do(lend))


def test_where_people_change_places_the_stand_goes(drawer: Drawer) -> None:
    drawer.gives(device("Ben"), ONE)  # Anna's
    ids = [drawer.house.person(name) for name in ("Ben", "Anna", "Cleo")]
    drawer.do(drawer.house.table.lobby.order_people, device("Anna"), tuple(ids))
    assert drawer.places(device("Ben")) == ()


def test_a_player_s_stand_is_alone_on_its_screen(drawer: Drawer) -> None:
    refused("stand-alone", lambda: drawer.gives(OLD, TWO, FOUR))
    drawer.gives(OLD, FOUR, STAND_PLACES[4])
    drawer.house.join("Dora")  # all read that glass, she too
    assert drawer.places() == (STAND_PLACES[4],)


def test_the_own_phone_becomes_the_own_stand_on_purpose(drawer: Drawer) -> None:
    house, become = drawer.house, drawer.screens.become_own
    refused("host-stand", lambda: drawer.do(become, device("Anna"), house.handle("Anna")))
    refused("no-such-page", lambda: drawer.do(become, OLD, house.handle("Ben")))
    drawer.do(become, device("Ben"), house.handle("Ben"))
    assert drawer.places(device("Ben")) == (TWO,)
    assert "Ben" in house.names
    assert all(page.person.name != "Ben" for page in house.shown.pages.values())
    house.start("start-of-it")
    assert drawer.places(device("Ben")) == (TWO,)
    refused("not-now", lambda: drawer.do(become, device("Cleo"), house.handle("Cleo")))


# -- in a match --------------------------------------------------------------------------


def test_in_a_match_somebody_else_has_to_say_yes(playing: Drawer) -> None:
    house = playing.house
    playing.gives(OLD, TWO)
    assert playing.places() == ()
    [question] = house.shown.requests
    assert (question.right, question.name) == ("stand", "Ben")
    assert house.shown.asked == {device("Ben"), device("Cleo")}
    answer = partial(house.table.moving.answer, grant=True)
    refused(
        "not-asked",
        lambda: house.work(answer, device("Anna"), question.id),
    )
    house.work(answer, device("Cleo"), question.id)
    assert playing.places() == (TWO,)
    assert house.told()[-1] == "told.screen_on"
    assert house.types()[-1] == "ScreenMoved"
    playing.pings(OLD)
    id_ = house.shown.screens[OLD].id
    playing.do(playing.screens.take, device("Anna"), id_)
    assert house.told()[-1] == "told.screen_off"


@pytest.mark.parametrize("came", ["asked", "by a code", "as a screen"])
@pytest.mark.parametrize("goes", ["of itself", "silently", "as the host says"])
def test_a_screen_that_has_gone_is_asked_about_no_more(
    drawer: Drawer, came: str, goes: str
) -> None:
    """Else it would put the working one out of its place, minutes later."""
    house, screens = drawer.house, drawer.screens
    screens.presence._clock = screens._clock = drawer.clock
    if came == "as a screen":
        drawer.gives(OLD, FOUR)
    house.start("start-of-it")
    if came == "by a code":
        secret = str(drawer.do(screens.code, device("Anna"), (TWO,)))
        screens.presence.note(OLD)
        drawer.do(screens.redeem, OLD, secret)
    else:
        drawer.gives(OLD, TWO)
    drawer.pings(OLD)
    assert [each.right for each in house.shown.requests] == ["stand"]
    known = house.shown.screens.get(OLD) or house.shown.asking_screens[OLD]
    if goes == "of itself":
        drawer.do(screens.withdraw, OLD)
    elif goes == "as the host says":
        drawer.do(screens.take, device("Anna"), known.id)
    else:
        drawer.clock.now_s += GONE_S
        drawer.pings(OTHER)
    # One that is a stand stays it while it sleeps, and may be moved to another place.
    stays = came == "as a screen" and goes == "silently"
    assert bool(house.shown.requests) == stays


def test_a_screen_that_was_dark_for_a_while_is_asked_about_anew_at_once(
    drawer: Drawer,
) -> None:
    house, screens = drawer.house, drawer.screens
    moving = house.table.moving
    screens.presence._clock = screens._clock = drawer.clock
    house.start("start-of-it")
    drawer.gives(OLD, TWO)
    drawer.clock.now_s += GONE_S
    drawer.do(screens.review)
    assert not house.shown.requests
    drawer.gives(OLD, TWO)
    (question,) = house.shown.requests
    answer = partial(moving.answer, device("Ben"), question.id, grant=False)
    drawer.do(answer)
    refused("ask-later", partial(drawer.gives, OLD, TWO))


def test_a_code_is_asked_about_however_many_strangers_ask(playing: Drawer) -> None:
    for n in range(MOST_ASKING):
        playing.asks(DeviceId(f"crowd {n}"), f"10.0.0.{n // MOST_ASKING_AT}")
    secret = playing.do(playing.screens.code, device("Anna"), (TWO,))
    playing.screens.presence.note(OLD)
    playing.do(playing.screens.redeem, OLD, secret)
    assert [each.right for each in playing.house.shown.requests] == ["stand"]
    assert OLD in playing.house.shown.asking_screens


def test_a_code_that_waits_for_another_question_leaves_no_trace(playing: Drawer) -> None:
    screens, house = playing.screens, playing.house
    secrets = [playing.do(screens.code, device("Anna"), (place,)) for place in (ONE, TWO)]
    playing.do(screens.redeem, OLD, secrets[0])
    again = partial(playing.do, screens.redeem, OTHER, secrets[1])
    for _ in range(2):  # the code is worth what it was
        refused("question-open", again)
        assert set(house.shown.asking_screens) == {OLD}


def test_a_press_of_the_next_player_says_yes(playing: Drawer) -> None:
    playing.gives(OLD, TWO)
    playing.house.touch(ONE, held_s=4.0)  # not the next player's
    assert playing.places() == ()
    playing.house.touch(THREE, held_s=4.0)
    assert playing.places() == (TWO,)


def test_free_stands_and_the_middle_ask_nobody(playing: Drawer) -> None:
    playing.gives(OLD, *STAND_PLACES[3:], CENTRE)
    assert playing.places() == (*STAND_PLACES[3:], CENTRE)
    assert playing.house.told()[-4:].count("told.screen_on") == 3
    refused("stand-alone", lambda: playing.gives(OTHER, ONE, FOUR))


def test_no_undo_minds_it_and_the_log_is_read_again(
    playing: Drawer, open_house: Open
) -> None:
    playing.gives(OLD, FOUR)
    again = open_house()
    assert again.types()[-1] == "ScreenMoved"
    assert again.shown.screens[OLD].places == (FOUR,)


# -- awake and honest --------------------------------------------------------------------


def test_a_screen_that_says_nothing_for_three_seconds_is_down(drawer: Drawer) -> None:
    presence = drawer.house.table.screens.presence
    presence._clock = drawer.clock
    drawer.gives(OLD, TWO)
    assert drawer.house.shown.screens[OLD].up
    drawer.clock.now_s += 2.9
    drawer.do(drawer.screens.review)
    assert drawer.house.shown.screens[OLD].up
    drawer.clock.now_s += 0.2
    drawer.do(drawer.screens.review)
    assert not drawer.house.shown.screens[OLD].up
    assert not drawer.house.shown.screen_health[TWO].up
    drawer.pings(OLD)
    assert drawer.house.shown.screens[OLD].up
    drawer.pings(OLD, asleep=True)
    assert not drawer.house.shown.screens[OLD].up


def test_the_alarm_looks_by_itself(drawer: Drawer) -> None:
    drawer.screens.presence._clock = drawer.clock
    id_ = drawer.asks()
    drawer.clock.now_s += 2.9  # so it is waited for a tenth of a second
    drawer.do(drawer.screens.give, device("Anna"), id_, (TWO,))
    assert drawer.house.shown.screens[OLD].up
    drawer.clock.now_s += 0.1
    drawer.house.wait(lambda shown: not shown.screens[OLD].up)


def test_the_middle_and_the_table_say_who_sleeps(playing: Drawer) -> None:
    playing.gives(OLD, FOUR)
    table = playing.house.shown.table
    assert table.dark == ()
    playing.pings(OLD, asleep=True)
    table = playing.house.shown.table
    assert table.dark == (FOUR,)
    middle = playing.house.shown.faces[CENTRE]
    assert isinstance(middle, LedgerFace)
    assert middle.line == "told.screens_dark"


def test_cards_are_on_the_table_while_each_stand_is_up(drawer: Drawer) -> None:
    house = drawer.house

    drawer.gives(OLD, *STAND_PLACES[3:])
    for n, place in enumerate(STAND_PLACES[:3]):
        drawer.gives(DeviceId(f"old phone {n}"), place)
    assert drawer.on_stands
    house.start("start-of-it")
    drawer.pings(OLD, *(DeviceId(f"old phone {n}") for n in range(3)))
    assert drawer.on_stands
    drawer.pings(OLD, asleep=True)
    assert not drawer.on_stands
    assert {*house.shown.table.free} == {*STAND_PLACES[3:]}  # nobody else shows them
    drawer.pings(OLD)
    assert drawer.on_stands
    assert not house.shown.table.free
    house.work(house.table.lobby.set_on_stands, device("Anna"), on_stands=False)
    assert not drawer.on_stands  # as the host says


def test_a_display_that_came_during_the_evening_is_reckoned_with(drawer: Drawer) -> None:
    house = drawer.house
    drawer.wires(*STAND_PLACES[:5])
    house.start("start-of-it")

    assert not drawer.on_stands
    house.table.have_display(STAND_PLACES[5], there=True).result(LIMIT_S)
    assert drawer.on_stands
    assert house.shown.left == (CENTRE,)
    drawer.loses(STAND_PLACES[5])
    assert not drawer.on_stands
    drawer.loses()
    assert drawer.on_stands
    house.table.have_display(STAND_PLACES[5], there=False).result(LIMIT_S)
    assert not drawer.on_stands


def test_a_match_that_begins_or_ends_forgets_no_display(drawer: Drawer) -> None:
    house = drawer.house
    drawer.wires(*STAND_PLACES[:5])
    house.table.have_display(STAND_PLACES[5], there=True).result(LIMIT_S)
    drawer.loses(STAND_PLACES[1])
    for begins in ("start-of-it", "once-more-of-it"):
        house.start(begins)
        table = house.shown.table
        assert table.dark == STAND_PLACES[1:2]
        assert house.shown.left == (CENTRE,)
        house.work(house.table.matches.end, device("Anna"))
        assert house.shown.left == (CENTRE,)
    house.start("third-of-it")
    drawer.loses()
    assert house.shown.table.on_stands


def test_displays_phones_and_a_tablet_with_the_rest_are_one_table(drawer: Drawer) -> None:
    house = drawer.house
    drawer.wires(*STAND_PLACES[:3])

    house.start("start-of-it")
    drawer.gives(OLD, FOUR)
    assert not drawer.on_stands
    drawer.gives_rest(OTHER)
    assert drawer.places(OTHER) == (*STAND_PLACES[4:], CENTRE)
    assert drawer.on_stands  # three by wire, one by a phone, the rest by the tablet
    assert {*house.shown.screen_health} == {*STAND_PLACES[3:], CENTRE}
    drawer.pings(OTHER, asleep=True)
    assert not drawer.on_stands
    table = house.shown.table
    assert table.dark == (*STAND_PLACES[4:], CENTRE)
    assert {*table.free} == {*STAND_PLACES[4:]}
    drawer.pings(OTHER)
    assert drawer.on_stands
    drawer.loses(STAND_PLACES[0], STAND_PLACES[4])
    assert not drawer.on_stands
    table = house.shown.table
    assert table.dark == STAND_PLACES[:1]  # the tablet shows the other
    drawer.loses()
    assert drawer.on_stands


# -- the glass is the button -------------------------------------------------------------


@pytest.fixture(name="decided")
def _decided(playing: Drawer) -> Drawer:
    """Anna has given a clue that Ben is in: his stand can be pressed."""
    house = playing.house
    playing.gives(OLD, TWO)
    question = house.shown.requests[0].id
    house.work(house.table.moving.answer, device("Ben"), question, grant=True)
    house.do("Anna", "ChooseCluegiver", giver=0)
    house.do("Anna", "LayClue", spots=["2", "3"])
    house.do("Anna", "GiveClue")
    playing.pings(OLD)
    return playing


def moves_on(drawer: Drawer) -> list[bool]:
    """Return how it was decided whether to move on, each time."""
    rows = (body for _, _, body in drawer.house.log())
    return [bool(body["moves_on"]) for body in rows if body.get("type") == "Decided"]


def test_a_tap_is_a_press_and_a_retry_doubles_none(decided: Drawer) -> None:
    decided.taps(TWO, ("down", 0), ("up", 120))
    assert moves_on(decided) == [False]
    log = decided.house.log()
    again = [ScreenFinger(1, TWO, "main", "down"), ScreenFinger(2, TWO, "main", "up", 120)]
    decided.house.table.on_fingers(OLD, decided.page, again)
    assert decided.house.log() == log


def test_a_long_touch_acts_when_the_screen_says_it_is_still_there(decided: Drawer) -> None:
    presence = decided.house.table.screens.presence
    decided.taps(TWO, ("down", 0), ("held", 600))
    assert moves_on(decided) == [True]
    wait_for(lambda: presence.signal_at(TWO)[1] == "held", "the sign")
    decided.taps(TWO, ("up", 900))
    assert moves_on(decided) == [True]


def test_no_alarm_holds_for_a_finger_whose_end_may_be_lost(decided: Drawer) -> None:
    decided.taps(TWO, ("down", 0))
    assert decided.house.table._presses.next_hold is None
    decided.house.table.on_edge(ButtonEdge(THREE, "main", down=True, at_ns=1))
    decided.house.log()
    assert decided.house.table._presses.next_hold is not None  # a button of the rig


def test_a_hold_whose_middle_was_lost_counts_by_its_end(decided: Drawer) -> None:
    decided.taps(TWO, ("down", 0), ("up", 900))
    assert moves_on(decided) == [True]


def test_a_finger_whose_end_is_lost_means_nothing(decided: Drawer) -> None:
    before = decided.house.types()
    decided.taps(TWO, ("down", 0), ("lost", 0), ("up", 900))
    assert decided.house.types() == before
    decided.taps(TWO, ("down", 0))
    decided.pings(OLD, asleep=True)  # nor does one of a screen that fell asleep
    decided.taps(TWO, ("up", 900))
    assert decided.house.types() == before
    assert decided.house.table.screens.presence.signal_at(TWO)[1] == "refused"


def test_a_tap_whose_answer_a_restart_has_cut_off_acts_once(
    decided: Drawer, open_house: Open
) -> None:
    decided.taps(TWO, ("down", 0), ("up", 120))
    again = Drawer(open_house())
    again.page = decided.page
    again.taps(TWO, ("down", 0), ("up", 120))  # the same words: it heard no answer
    assert moves_on(again) == [False]
    assert again.screens.presence.signal_at(TWO)[1] != "refused"
    again.taps(TWO, ("down", 0), ("up", 90))  # and these are new
    assert again.house.types()[-1] == "DecisionTakenBack"


def test_what_could_not_be_told_in_time_is_refused_unless_it_was(
    decided: Drawer, open_house: Open
) -> None:
    decided.taps(TWO, ("down", 0), ("up", 120))
    signs = decided.screens.presence
    before = signs.signal_at(TWO)
    decided.count -= 1
    decided.taps(TWO, ("lost", 0))  # as its page says that knows of no answer
    assert signs.signal_at(TWO) == before
    again = Drawer(open_house())
    again.page, again.count = decided.page, decided.count - 1
    again.pings(OLD)
    again.taps(TWO, ("lost", 0))
    assert again.screens.presence.signal_at(TWO)[1] != "refused"
    again.taps(TWO, ("lost", 0))  # the next one was never heard
    assert again.screens.presence.signal_at(TWO)[1] == "refused"


def test_a_finger_that_came_before_a_restart_and_leaves_after_it_is_refused(
    decided: Drawer, open_house: Open
) -> None:
    decided.taps(TWO, ("down", 0))
    again = Drawer(open_house())
    again.page, again.count = decided.page, decided.count
    before = again.house.types()
    again.taps(TWO, ("up", 120))
    assert again.house.types() == before
    assert again.screens.presence.signal_at(TWO)[1] == "refused"


def test_a_finger_on_the_glass_of_a_screen_that_is_down_means_nothing(
    decided: Drawer,
) -> None:
    before = decided.house.types()
    decided.pings(OLD, asleep=True)
    decided.taps(TWO, ("down", 0), ("up", 120))
    assert decided.house.types() == before
    assert decided.screens.presence.signal_at(TWO)[1] == "refused"


def test_a_hold_that_has_acted_is_not_refused_by_a_finger_that_slips(
    decided: Drawer,
) -> None:
    decided.taps(TWO, ("down", 0), ("held", 600), ("lost", 0))
    assert moves_on(decided) == [True]
    assert decided.screens.presence.signal_at(TWO)[1] == "held"


def test_the_light_of_a_screen_blinks_with_that_of_the_hardware(playing: Drawer) -> None:
    house, wired = playing.house, list[Place]()
    presence = house.table.screens.presence
    house.table.publisher.subscribe(Lights(house.table.blinking(wired.append)))
    looks = house.table.publisher.looks
    for name in ("Anna", "Ben", "Cleo"):
        house.do(name, "WantEnd", want=True)
    assert {*wired} == {*STAND_PLACES}
    assert {presence.signal_at(each)[1] for each in STAND_PLACES} == {"blink"}
    assert house.table.publisher.looks > looks  # whoever waits for news sees it


def test_what_is_stored_is_read_with_defaults() -> None:
    assert msgspec.json.decode("{}", type=ScreenRights) == ScreenRights()
    stored = '{"screens":[{"id":"a","device":"b","places":["stand-1"],"new":1}],"more":2}'
    rights = msgspec.json.decode(stored, type=ScreenRights)
    assert rights.screens[0].places == (ONE,)


def test_a_display_of_the_rig_speaks_for_its_place(drawer: Drawer) -> None:
    config = drawer.house.table._committer._config
    drawer.gives(OLD, FOUR)
    state = drawer.house.table._committer.state
    real = replace(config, rig=RigConfig((StandConfig(FOUR, link=I2cLink(1)),)))
    assert {*config.screen_health(state)} == {FOUR}
    assert real.screen_health(state) == {}
    assert FOUR in real.shown_places(replace(state, screens=Screens()))
