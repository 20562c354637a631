from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.errors import DataError
from companion.table.acts.matches import ALBUM_BYTES
from companion.table.table import Table
from hardware.drawing.glyphs import FONT
from tests.table.conftest import Open, letter_jam
from tests.table.house import House, device
from web.app import create_app
from web.keepsake import key_of, key_of_played
from web.pages.game_pages import game_pages

ANNA = device("Anna")


def play_to_the_end(house: House) -> None:
    for name in house.names:
        house.do(name, "WantEnd", want=True)
    for name in house.names:
        house.do(name, "LayFinalWord", tiles=[], guesses="?" * house.page(name).view.length)
    for name in house.names:
        house.do(name, "RevealWord")


# -- pause and sand ----------------------------------------------------------------------


def test_in_a_pause_nothing_is_done_and_after_it_everything_is_as_before(
    match: House,
) -> None:
    match.do("Ben", "WantEnd", want=True)
    match.ask_undo("Anna")
    before = match.page("Ben").view
    match.work(match.table.matches.pause, ANNA, paused=True)
    match.refused("paused", partial(match.do, "Ben", "TellNone"))
    match.refused("paused", partial(match.ask_undo, "Ben"))
    match.refused("paused", partial(match.answer_undo, "Ben", agree=True))
    match.touch("stand-2", held_s=1.0)
    assert match.page("Ben").table.paused
    match.work(match.table.matches.pause, ANNA, paused=False)
    assert match.page("Ben").view == before
    match.do("Ben", "TellNone")


def test_the_sand_is_turned_for_everybody_and_taken_away(match: House) -> None:
    match.work(match.table.matches.turn_sand, ANNA, 90)
    for name in ("Anna", "Ben"):
        sand = match.page(name).table.sand
        assert sand
        assert sand.seconds == 90
    match.work(match.table.matches.turn_sand, ANNA, 0)
    assert match.page("Ben").table.sand is None


def test_no_sand_runs_for_a_day(match: House) -> None:
    with pytest.raises(DataError):
        match.work(match.table.matches.turn_sand, ANNA, 86_400)


# -- once more ---------------------------------------------------------------------------


def test_once_more_keeps_seats_options_and_the_pin(house: House) -> None:
    house.playing("Anna", "Ben", "Cleo", lengths=[4, 5, 6])
    pin, people = house.shown.pin, house.shown.table.people
    again = partial(house.work, house.table.matches.once_more, ANNA, "once-more-1")
    house.refused("match-running", again)
    play_to_the_end(house)
    for _ in range(2):  # the answer was lost, so the page asks again
        again()
    assert house.shown.pin == pin
    assert house.shown.table.people == people, "seat, sign and colour"
    assert [house.page(name).view.length for name in house.names] == [4, 5, 6]


def test_once_more_another_one_begins_where_somebody_does(path: Path) -> None:
    game = replace(letter_jam(), next_options=lambda _: {"level": "easy"})
    with House(game, path) as house:
        house.playing("Anna", "Ben", lengths=[3, 3], level="hard")
        play_to_the_end(house)
        more = house.table.matches.once_more
        house.work(more, ANNA, "once-more-1")
        assert house.page("Anna").view.table.level == "easy"


def test_what_a_match_alone_is_played_with_leaves_the_hosts_choices_as_they_were(
    path: Path,
) -> None:
    """It stays once more, also with a friend; the next match is as the host has chosen."""
    jam = letter_jam()
    bots = replace(jam.bots, alone={"level": "hard"})
    with House(replace(jam, bots=bots, finished=lambda _: True), path) as house:
        matches, lobby = house.table.matches, house.table.lobby
        house.join("Anna")
        ben = house.add("Ben")
        house.work(lobby.order_people, ANNA, (ben, house.person("Anna")))
        house.start("with-a-friend", level="easy", lengths=[3, 4], language="de")
        house.end()
        chosen = house.shown.options
        house.work(lobby.remove_person, ANNA, ben)
        house.work(matches.start_alone, ANNA, "alone-at-once", "en")
        for n in range(2):
            info = house.page("Anna").table
            table = house.page("Anna").view.table
            assert (table.level, table.language) == ("hard", "de")
            assert [each.length for each in table.players] == [5] * (4 + n)
            assert house.shown.options == chosen
            assert info.people[0].last_seat == 1
            house.join(f"Ben {n}")
            house.work(matches.once_more, ANNA, f"once-more-{n}")
        house.end()
        house.start("another-one", **{**chosen, "lengths": [5] * 6})
        assert house.page("Anna").view.table.level == "easy"


# -- the evenings ------------------------------------------------------------------------


def test_a_match_that_is_broken_off_is_told_by_whom_until_the_next_one(
    match: House,
) -> None:
    match.work(match.table.matches.end, ANNA)
    for name in ("Ben", "Cleo"):
        hint = match.page(name).step.sentence("hint")
        assert (hint.id, hint.params) == ("told.broken_off", {"name": "Anna"})
    assert match.page("Anna").step.sentence("hint").id == "step.lobby-host.hint"
    match.work(match.table.matches.start, ANNA, {}, "the-next-one")
    match.work(match.table.matches.end, ANNA)
    assert match.shown.table.broken_off
    match.work(match.table.matches.start, ANNA, {}, "one-to-the-end")
    assert match.shown.table.broken_off is None
    play_to_the_end(match)
    match.work(match.table.matches.end, ANNA)
    assert match.page("Ben").step.sentence("hint").id == "step.lobby.hint"


def test_what_was_played_to_the_end_is_remembered_until_it_is_deleted(
    match: House, open_house: Open
) -> None:
    play_to_the_end(match)
    info = match.shown.table
    shown = info.keepsake, {each.name: (each.sign, each.colour) for each in info.people}
    match.end()
    match.start("another-one")
    match.end()  # broken off: nothing to remember
    after = open_house()
    (played,) = after.shown.evenings
    assert played.game == "letter_jam"
    assert played.names == ("Anna", "Ben", "Cleo")
    assert played.result
    assert played.result.id == "result.points"
    assert (played.keepsake, played.signs) == shown
    after.work(after.table.matches.forget_evenings, ANNA)
    assert open_house().shown.evenings == ()


def test_the_album_keeps_its_address_and_the_host_takes_one_picture_out(
    match: House, open_house: Open
) -> None:
    address = match.shown.table.album
    assert len(address) == 2 * ALBUM_BYTES
    keys = []
    for n in range(2):
        play_to_the_end(match)
        info = match.shown.table
        keys.append(key_of(replace(info, course=None)))
        match.end()
        match.start(f"another-one-{n}")
    after = open_house()
    assert [key_of_played(each) for each in after.shown.evenings] == keys, "two matches on"
    assert after.shown.table.album == address
    kept = after.shown.evenings
    assert len(kept) == 2

    def take_out(who: str) -> None:
        work = after.table.matches.take_out
        after.work(work, device(who), kept[:1])

    after.refused("host-only", lambda: take_out("Ben"))
    take_out("Anna")
    bare = tuple(replace(each, keepsake=None, signs={}) for each in kept)
    assert after.shown.evenings[0] == bare[0]
    assert after.shown.evenings[1] == (bare[1] if kept[1] == kept[0] else kept[1])
    after.refused("no-picture", lambda: take_out("Anna"))
    assert open_house().shown.evenings == after.shown.evenings


def pictures(table: Table, key: str) -> list[int]:
    """Return what somebody in the house is answered who asks for a picture and its code."""
    game, base = letter_jam(), "192.168.1.5:8080"
    pages = {game.name: game_pages(game.name, game.pages)}
    app = create_app(table, pages, addresses=lambda: [f"http://{base}"], font=FONT)
    far, client = {"REMOTE_ADDR": "192.168.1.77"}, app.test_client()
    asked = (f"/picture/{key}.{kind}" for kind in ("png", "svg"))
    answers = (client.get(e, headers={"Host": base}, environ_base=far) for e in asked)
    return [each.status_code for each in answers]


def test_the_old_address_of_a_picture_is_good_two_matches_and_a_restart_later(
    match: House, open_house: Open
) -> None:
    play_to_the_end(match)
    key = key_of(replace(match.shown.table, course=None))
    for n in range(2):
        more = match.table.matches.once_more
        match.work(more, ANNA, f"once-more-{n}")
        assert pictures(match.table, key) == [200, 200]
        play_to_the_end(match)
    after = open_house()
    assert pictures(after.table, key) == [200, 200]
    assert pictures(after.table, key[::-1]) == [404, 404]
