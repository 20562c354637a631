import threading
from functools import partial
from typing import Any

import pytest

from companion.errors import DataError, Rejected
from companion.ports import CENTRE, CardFace, LinesFace
from companion.table.acts.matches import MOST_RECENT, queued
from companion.table.acts.sheets import MOST_KEYS
from tests.table.conftest import Open
from tests.table.house import House
from tests.waiting import LIMIT_S


def to_final_words(house: House) -> None:
    for name in ("Anna", "Ben", "Cleo"):
        house.do(name, "WantEnd", want=True)


# -- beginning and end -------------------------------------------------------------------


def test_a_match_begins_with_everybody_in_their_seats(house: House) -> None:
    house.playing("Anna", "Ben", lengths=[4, 6])
    assert house.shown.table.playing
    assert house.types() == ["MatchStarted", "CardsDealt"]
    assert [house.page(name).person.seat for name in ("Anna", "Ben")] == [0, 1]
    assert [house.page(name).view.length for name in ("Anna", "Ben")] == [4, 6]
    assert isinstance(house.shown.faces["stand-1"], CardFace)  # type: ignore[index]


def test_one_person_alone_cannot_begin(house: House) -> None:
    house.join("Anna")
    house.refused("player-count", house.start)


def test_the_retry_of_a_start_is_no_second_match_and_another_start_is_refused(
    match: House,
) -> None:
    log = match.log()
    match.start("start-of-it")
    assert match.log() == log
    match.refused("match-running", partial(match.start, "another-start"))


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "red"},
        {"language": "xx"},
        {"lengths": "555"},
        {"names": ["Eve"], "level": 3},
        {"words": ["A"]},
    ],
)
def test_options_that_the_game_does_not_know_are_nonsense(
    house: House, options: dict[str, Any]
) -> None:
    house.seated("Anna", "Ben")
    shown = house.shown
    with pytest.raises(DataError):
        house.start(**options)
    assert house.shown is shown


def test_the_hosts_options_are_there_for_the_next_match(
    match: House, open_house: Open
) -> None:
    match.end()
    match.start("the-second", level="easy")
    match.end()
    assert match.shown.options == {"level": "easy"}
    assert open_house().shown.options == {"level": "easy"}


def test_a_match_put_away_is_gone_from_every_page_and_display(
    match: House, open_house: Open
) -> None:
    match.note("Ben", "row:1", "A or E")
    match.end()
    for again in (False, True):
        house = open_house() if again else match
        assert not house.shown.table.playing
        page = house.page("Ben")
        assert (page.view, page.offers, dict(page.sheet)) == (None, (), {})
        assert page.undo.possible == "never"
        assert isinstance(house.shown.faces[CENTRE], LinesFace)
        house.refused("no-match", partial(house.do, "Ben", "TellSure", sure=True))


def test_the_words_of_one_match_are_handed_to_the_next(match: House) -> None:
    words = match.log()[1][2]["words"]
    match.end()
    assert set(words) <= set(match.table._committer.state.recent["letter_jam"])


def test_what_is_remembered_is_a_queue() -> None:
    """A word that was dealt again is as new as if it had been dealt the first time."""
    assert queued(("A", "B", "C"), ("A", "D")) == ("B", "C", "A", "D")
    many = tuple(map(str, range(MOST_RECENT)))
    assert queued(many, ("0",)) == (*many[1:], "0")
    assert queued(many, ("new",)) == (*many[1:], "new")


def test_notes_of_the_last_match_are_not_in_the_next(match: House) -> None:
    match.note("Ben", "row:1", "A or E")
    match.end()
    match.start("the-second")
    assert match.page("Ben").sheet == {}


# -- moves -------------------------------------------------------------------------------


def test_a_move_is_seen_by_everybody(match: House) -> None:
    match.do("Ben", "ChooseCluegiver", giver=1)
    assert {page.view.table.giver for page in match.shown.pages.values()} == {1}
    assert match.told()[-1] == "told.giver"
    assert match.log()[-1] == ("command-1", 1, {"type": "CluegiverChosen", "seat": 1})


def test_whoever_sends_a_command_sends_it_for_the_own_seat(match: House) -> None:
    match.do("Ben", "TellSure", seat=0, sure=True)
    assert [each.sure for each in match.page("Anna").view.table.players] == [
        None,
        True,
        None,
    ]


def test_a_retry_is_no_second_move(match: House, open_house: Open) -> None:
    match.do("Ben", "ChooseCluegiver", giver=1)
    match.do("Ben", "LayChip", "chip-of-ben", spot="1")
    shown, log = match.shown, match.log()
    for _ in range(3):
        match.do("Ben", "LayChip", "chip-of-ben", spot="1")
    assert match.log() == log
    assert match.shown is shown
    house = open_house()
    house.do("Ben", "LayChip", "chip-of-ben", spot="1")
    assert house.log() == log


def test_a_retry_of_a_move_that_was_undone_is_no_move(match: House) -> None:
    match.do("Ben", "WantEnd", "end-of-ben", want=True)
    match.ask_undo("Ben")
    match.do("Ben", "WantEnd", "end-of-ben", want=True)
    assert match.page("Ben").view.table.players[1].wants_end is False


def test_the_same_id_from_another_seat_is_another_move(match: House) -> None:
    match.do("Ben", "WantEnd", "same-for-all", want=True)
    match.do("Cleo", "WantEnd", "same-for-all", want=True)
    players = match.page("Anna").view.table.players
    assert [each.wants_end for each in players] == [False, True, True]
    match.ask_undo("Cleo")
    players = match.page("Anna").view.table.players
    assert [each.wants_end for each in players] == [False, True, False]


def test_an_id_somebody_else_has_used_does_not_hide_a_refusal(match: House) -> None:
    match.do("Ben", "TellSure", "same-for-all", sure=True)
    match.refused(
        "no-giver", partial(match.do, "Cleo", "LayChip", "same-for-all", spot="1")
    )


@pytest.mark.parametrize(
    "command_id", ["short", "x" * 65, "eight ch", "ümläute8", "tail-ok-\n"]
)
def test_a_command_id_has_a_plain_form(match: House, command_id: str) -> None:
    with pytest.raises(DataError, match="8 to 64"):
        match.do("Ben", "TellSure", command_id, sure=True)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("Cheat", {}),
        ("SetTable", {}),
        ("StartMatch", {"names": ["A", "B"], "lengths": [5, 5]}),
        ("CardTurned", {"stand": 0, "source": "deck"}),
        ("Undone", {"keep": 0}),
        ("TellSure", {"sure": "yes"}),
        ("TellSure", {}),
        ("TellSure", {"sure": True, "for": 2}),
    ],
)
def test_nonsense_leaves_no_trace(match: House, kind: str, fields: dict[str, Any]) -> None:
    shown, log = match.shown, match.log()
    with pytest.raises(DataError):
        match.do("Ben", kind, **fields)
    assert match.shown is shown
    assert match.log() == log


def test_a_refused_move_leaves_no_trace_and_its_id_may_come_again(match: House) -> None:
    match.refused("no-giver", partial(match.do, "Ben", "LayChip", "chip-of-ben", spot="1"))
    match.do("Ben", "ChooseCluegiver", giver=1)
    match.do("Ben", "LayChip", "chip-of-ben", spot="1")
    assert match.types()[-1] == "ChipsLaid"


# -- versions and notes ------------------------------------------------------------------


def test_a_note_raises_the_version_of_the_own_page_only(match: House) -> None:
    before, table = match.versions(), match.shown.table_version
    match.note("Ben", "row:1", "A or E")
    assert match.versions() == before | {"Ben": before["Ben"] + 1}
    assert match.shown.table_version == table
    match.note("Ben", "row:1", "A or E")
    assert match.versions() == before | {"Ben": before["Ben"] + 1}


def test_a_public_move_raises_every_version_once(match: House) -> None:
    before, table = match.versions(), match.shown.table_version
    match.do("Ben", "TellSure", sure=True)
    assert match.versions() == {name: version + 1 for name, version in before.items()}
    assert match.shown.table_version == table + 1


def test_of_a_private_final_word_others_see_only_that_it_lies(match: House) -> None:
    to_final_words(match)
    match.do("Ben", "LayFinalWord", tiles=["1", "2", "3", "4", "5"], guesses="SECRE")
    tables = {name: match.page(name).view for name in ("Anna", "Cleo")}
    assert all(view.table.players[1].final_laid for view in tables.values())
    assert match.page("Ben").view.final_word == "SECRE"
    for name in ("Anna", "Cleo"):
        assert "SECRE" not in repr(match.page(name))
    assert "SECRE" not in repr(match.shown.table)


def test_another_final_word_changes_others_by_its_public_sentence_alone(
    match: House,
) -> None:
    to_final_words(match)
    match.do("Ben", "LayFinalWord", tiles=["1", "2", "3", "4", "5"], guesses="SECRE")
    before = match.content()[match.handle("Anna")]
    match.do("Ben", "LayFinalWord", tiles=["5", "4", "3", "2", "1"], guesses="OTHER")
    after = match.content()[match.handle("Anna")]
    assert (after.view, after.offers, after.sheet) == (
        before.view,
        before.offers,
        before.sheet,
    )
    assert after.table.view == before.table.view
    assert after.table.announcements[:-1] == before.table.announcements


def test_notes_survive_undo_and_restart(match: House, open_house: Open) -> None:
    match.do("Ben", "WantEnd", want=True)
    match.note("Ben", "row:1", "A or E")
    match.note("Ben", "row:1", "A")
    match.note("Cleo", "row:1", "Ü \N{PARTY POPPER}")
    match.ask_undo("Ben")
    for house in (match, open_house()):
        assert house.page("Ben").sheet == {"row:1": "A"}
        assert house.page("Cleo").sheet == {"row:1": "Ü \N{PARTY POPPER}"}
        assert house.page("Anna").sheet == {}


@pytest.mark.parametrize(
    ("key", "text"),
    [("", "A"), ("a b", "A"), ("k" * 33, "A"), ("row:1\n", "A"), ("row:1", "x" * 201)],
)
def test_a_note_has_its_limits(match: House, key: str, text: str) -> None:
    with pytest.raises(DataError):
        match.note("Ben", key, text)
    assert match.page("Ben").sheet == {}


def test_half_a_character_in_a_note_is_nonsense_and_harmless(match: House) -> None:
    shown = match.shown
    with pytest.raises(DataError, match="Half a character"):
        match.note("Ben", "row:1", "\ud800")
    assert match.shown is shown
    match.note("Ben", "row:1", "A")


def test_a_note_stays_in_the_match_it_is_of(match: House) -> None:
    page, handle = match.page("Ben"), match.handle("Ben")
    write = partial(match.table.sheets.write, page.device, handle, "row:1")
    match.work(write, "A", page.table.match)
    match.end()
    match.start("another-start")
    with pytest.raises(Rejected, match="no-match"):
        match.work(write, "B", page.table.match)
    assert match.page("Ben").sheet == {}
    match.work(write, "C", match.page("Ben").table.match)
    assert match.page("Ben").sheet == {"row:1": "C"}


def test_the_id_of_a_match_never_reaches_a_page(match: House) -> None:
    id_, _ = match.work(match.table.matches.export)
    assert match.page("Ben").table.match
    assert id_ not in repr(match.shown)


def test_a_sheet_fills_up(match: House) -> None:
    page, handle = match.page("Ben"), match.handle("Ben")
    for number in range(MOST_KEYS):
        written = match.table.submit(
            match.table.sheets.write, page.device, handle, f"k{number}", "A"
        )
    written.result(LIMIT_S * 6)
    with pytest.raises(DataError, match="full"):
        match.note("Ben", "one-more", "A")
    match.note("Ben", "k0", "B")


# -- fingers -----------------------------------------------------------------------------


def test_fingers_give_a_clue(match: House) -> None:
    match.touch("stand-1")  # nobody has the turn: a short press means nothing
    assert match.types()[2:] == []
    match.touch("stand-2", held_s=0.7)  # Ben will give the clue
    for place in (
        "stand-1",
        "stand-3",
        "stand-4",
        "stand-2",
    ):  # the last one takes a chip back
        match.touch(place)
    match.touch(CENTRE, button="wildcard")
    match.touch("stand-2", held_s=0.7)
    assert match.types()[2:] == ["CluegiverChosen", *["ChipsLaid"] * 5, "ClueGiven"]
    assert [actor for _, actor, _ in match.log()[2:]] == [1] * 7
    assert match.page("Anna").view.table.clues_given == 1


def test_a_refused_press_leaves_no_trace_and_no_fault(
    match: House, caplog: pytest.LogCaptureFixture
) -> None:
    match.touch("stand-2", held_s=0.7)
    shown, log = match.shown, match.log()
    match.touch("stand-2", held_s=0.7)  # no chip lies yet
    assert match.shown is shown
    assert match.log() == log
    assert caplog.records == []


def test_a_press_in_the_lobby_means_nothing(house: House) -> None:
    house.join("Anna")
    shown = house.shown
    house.touch("stand-1", held_s=0.7)
    house.touch(CENTRE, button="undo")
    assert house.shown is shown


def test_the_middle_takes_back_what_is_free_and_nothing_else(match: House) -> None:
    match.touch(CENTRE, button="undo")
    assert match.types() == ["MatchStarted", "CardsDealt"]
    match.touch("stand-2", held_s=0.7)
    match.touch("stand-1")
    match.touch(CENTRE, button="undo", held_s=0.7)
    assert match.page("Anna").view.table.chips == 1
    match.touch(CENTRE, button="undo")
    assert match.page("Anna").view.table.chips == 0
    match.touch("stand-1")
    match.touch("stand-2", held_s=0.7)
    log = match.log()
    match.touch(CENTRE, button="undo")
    assert match.log() == log


def test_a_lost_press_is_told_without_its_text(
    match: House, caplog: pytest.LogCaptureFixture
) -> None:
    match.touch("stand-of-nobody", held_s=0.7)
    (record,) = caplog.records
    assert "A press or an alarm was lost: ValueError" in record.getMessage()
    assert "stand-of-nobody" not in caplog.text
    match.touch("stand-2", held_s=0.7)
    assert match.types()[-1] == "CluegiverChosen"


def test_presses_and_forms_from_many_threads_all_arrive(match: House) -> None:
    def feed(name: str) -> None:
        for number in range(25):
            match.do(name, "TellSure", f"{name}-sure-{number}", sure=bool(number % 2))

    feeders = [
        threading.Thread(target=feed, args=(name,)) for name in ("Anna", "Ben", "Cleo")
    ]
    for each in feeders:
        each.start()
    for each in feeders:
        each.join(LIMIT_S * 3)
    assert match.types().count("SureTold") == 75
    ids = [command for command, _, _ in match.log()[2:]]
    assert len(ids) == len(set(ids)) == 75
