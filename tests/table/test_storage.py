import sqlite3
import stat
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.engine.game import Say
from companion.engine.replay import Undone
from companion.engine.replay import replay as replayed
from companion.errors import DataError, Rejected
from companion.games.letter_jam.state import LetterJam
from companion.ports import STAND_PLACES, ButtonEdge, Faces
from companion.table.event_log import Change, EventLog, Row, StorageError
from companion.table.match import AnyGame, Match
from companion.table.table import Table
from tests.table.conftest import Open
from tests.table.house import LIMIT_S, House, device


def change_file(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for each in statements:
            database.execute(each)


@contextmanager
def full_card(path: Path) -> Iterator[None]:
    """Let SQLite refuse every row, for every connection, as a full card would."""
    tables = ("match", "entry", "sheet", "document")
    change_file(
        path,
        *(
            f"CREATE TRIGGER full_{each} BEFORE INSERT ON {each}"
            " BEGIN SELECT RAISE(ABORT, 'the card is full'); END"
            for each in tables
        ),
    )
    try:
        yield
    finally:
        change_file(path, *(f"DROP TRIGGER full_{each}" for each in tables))


class Doubtful(EventLog):
    """A log whose next commits report a fault: after storing the change, or before."""

    faults: "list[str]" = []  # noqa: RUF012 - shared on purpose: the table opens anew

    def commit(self, change: Change) -> None:
        fault = self.faults.pop(0) if self.faults else ""
        if fault != "lost":
            super().commit(change)
        if fault:
            raise StorageError("fdatasync failed")


class Unreadable(Doubtful):
    """A log that cannot even be opened again while *shut*."""

    shut = False

    def __init__(self, path: Path) -> None:
        if self.shut:
            raise StorageError("read-only file system")
        super().__init__(path)


@pytest.fixture(name="doubtful")
def _doubtful(game: AnyGame, path: Path) -> Iterator[House]:
    house = House(game, path)
    house.table._keeper._open_log = Doubtful
    house.table.start()
    yield house.playing("Anna", "Ben")
    Doubtful.faults.clear()
    house.table.stop()


# -- restart -----------------------------------------------------------------------------


def test_a_new_table_on_the_same_file_shows_equal_pages(
    match: House, open_house: Open
) -> None:
    match.do("Ben", "ChooseCluegiver", giver=1)
    match.do("Ben", "LayClue", spots=["1", "3", "4", "*"])
    match.do("Ben", "GiveClue")
    match.do("Anna", "MoveOn", guess="E")
    match.note("Cleo", "row:1", "A or E")
    before, content, log = match.shown, match.content(), match.log()
    house = open_house()
    assert house.content() == content
    assert house.shown.table == before.table
    assert house.shown.faces == before.faces
    assert house.log() == log
    house.do("Cleo", "Stay")
    assert house.log()[len(log)][2] == {
        "type": "Decided",
        "seat": 2,
        "moves_on": False,
        "guess": None,
    }


def test_the_file_is_for_its_owners_eyes_only(match: House, path: Path) -> None:
    match.note("Ben", "row:1", "A")
    for each in path.parent.iterdir():
        assert stat.S_IMODE(each.stat().st_mode) == 0o600, each.name


def test_a_file_that_others_could_read_is_closed_to_them(
    open_house: Open, path: Path
) -> None:
    path.touch(mode=0o644)
    open_house()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# -- a file that cannot be used ----------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entry SET body = replace(body, 'true', 'false') WHERE position = 2",
        "UPDATE entry SET actor = 2 WHERE position = 2",
        "UPDATE entry SET command = 'another-id' WHERE position = 2",
        "UPDATE entry SET tag = 'another-tag' WHERE position = 2",
        "DELETE FROM entry WHERE position = 1",
        "DELETE FROM entry WHERE position = 0",
    ],
)
def test_a_broken_chain_is_refused_and_the_file_named(
    match: House, open_house: Open, path: Path, damage: str
) -> None:
    match.do("Ben", "TellSure", sure=True)
    match.do("Ben", "TellSure", sure=False)
    match.table.stop()
    change_file(path, damage)
    with pytest.raises(DataError, match=r"table\.sqlite3 is damaged at entry \d"):
        open_house()


def test_a_damaged_document_is_refused_and_the_file_named(
    match: House, open_house: Open, path: Path
) -> None:
    match.table.stop()
    change_file(path, "UPDATE document SET body = '{\"people\": 7}' WHERE name = 'seating'")
    with pytest.raises(DataError, match=r"“seating” in .*table\.sqlite3 is damaged"):
        open_house()


def test_a_file_that_is_no_database_is_refused_and_left_alone(
    open_house: Open, path: Path
) -> None:
    path.write_text("a shopping list, quite long\n" * 100)
    before = path.read_bytes()
    with pytest.raises(StorageError, match=r"table\.sqlite3 cannot be used"):
        open_house()
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, 1])
def test_another_programs_database_is_refused_and_left_alone(
    open_house: Open, path: Path, version: int
) -> None:
    change_file(path, "CREATE TABLE song (title)", f"PRAGMA user_version = {version}")
    path.chmod(0o644)
    before = path.read_bytes()
    with pytest.raises(StorageError, match="belongs to another program"):
        open_house()
    assert path.read_bytes() == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert list(path.parent.iterdir()) == [path]


def test_a_newer_database_is_refused_with_the_way_out(
    match: House, open_house: Open, path: Path
) -> None:
    match.table.stop()
    change_file(path, "PRAGMA user_version = 2")
    with pytest.raises(StorageError, match="has layout 2, this program knows 1: use the"):
        open_house()


def test_a_match_of_another_game_is_refused(
    match: House, open_house: Open, path: Path
) -> None:
    match.table.stop()
    change_file(path, "UPDATE match SET game = 'other_game'")
    with pytest.raises(DataError, match="running match of other_game"):
        open_house()


def test_a_folder_that_is_not_there_is_a_storage_error(game: AnyGame, path: Path) -> None:
    table = House(game, path / "nowhere" / "table.sqlite3").table
    with pytest.raises(StorageError, match="cannot be used"):
        table.start()
    assert not table._inbox._thread.is_alive()
    table.stop()


def test_a_large_damaged_database_is_a_storage_error_not_a_crash(
    match: House, open_house: Open, path: Path
) -> None:
    match.table.stop()
    content = bytearray(path.read_bytes())
    content[4096 : len(content)] = b"\xaa" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StorageError, match=r"table\.sqlite3 cannot be"):
        open_house()


# -- a card that refuses -----------------------------------------------------------------


def test_a_full_card_changes_nothing_and_shows_nothing(match: House, path: Path) -> None:
    match.do("Ben", "ChooseCluegiver", giver=1)
    shown, log = match.shown, match.log()
    acts = (
        partial(match.do, "Ben", "LayChip", "chip-of-ben", spot="1"),
        partial(match.note, "Ben", "row:1", "A"),
        partial(match.join, "Dora"),
        partial(match.ask_undo, "Ben"),
        match.end,
    )
    with full_card(path):
        for act in acts:
            with pytest.raises(StorageError, match="the card is full"):
                act()
            assert match.shown is shown
        match.touch("stand-1")
        assert match.log() == log
    assert match.shown is shown
    for act in acts:
        act()


def test_a_start_that_could_not_be_kept_is_no_match(house: House, path: Path) -> None:
    house.join("Anna")
    house.join("Ben")
    shown = house.shown
    with full_card(path), pytest.raises(StorageError):
        house.start()
    assert house.shown is shown
    assert house.log() == []
    house.start()
    assert house.types() == ["MatchStarted", "CardsDealt"]


def test_a_question_for_undo_outlives_a_full_card(match: House, path: Path) -> None:
    match.do("Ben", "TellSure", sure=True)
    match.ask_undo("Anna")
    with full_card(path), pytest.raises(StorageError):
        match.do("Ben", "TellSure", sure=False)
    assert match.page("Ben").undo.asked_by == "Anna"


def test_a_full_card_while_a_press_comes_is_told(
    match: House, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with full_card(path):
        match.touch("stand-2", held_s=0.7)
    assert "A press or an alarm was lost: StorageError" in caplog.text
    match.touch("stand-2", held_s=0.7)
    assert match.types()[2:] == ["CluegiverChosen"]


def test_what_was_stored_after_all_counts_once(doubtful: House) -> None:
    Doubtful.faults.append("stored")
    doubtful.do("Ben", "TellSure", "sure-of-ben", sure=True)
    assert doubtful.page("Anna").view.table.players[1].sure is True
    doubtful.do("Ben", "TellSure", "sure-of-ben", sure=True)
    assert doubtful.types()[2:] == ["SureTold"]
    Doubtful.faults.append("stored")
    doubtful.ask_undo("Ben")
    assert doubtful.types()[2:] == ["SureTold", "Undone"]


def test_a_match_whose_start_was_stored_after_all_is_there(
    doubtful: House, open_house: Open
) -> None:
    doubtful.end()
    Doubtful.faults.append("stored")
    doubtful.start("the-second")
    assert doubtful.page("Ben").person.seat == 1
    content = doubtful.content()
    doubtful.table.stop()
    assert open_house().content() == content


def test_what_was_lost_is_refused_and_may_come_again(doubtful: House) -> None:
    shown = doubtful.shown
    Doubtful.faults.append("lost")
    with pytest.raises(StorageError):
        doubtful.do("Ben", "TellSure", "sure-of-ben", sure=True)
    assert doubtful.shown is shown
    doubtful.do("Ben", "TellSure", "sure-of-ben", sure=True)
    assert doubtful.types()[2:] == ["SureTold"]


def test_while_the_file_cannot_be_read_nothing_is_taken_on_and_then_all_is_well(
    game: AnyGame, path: Path
) -> None:
    house = House(game, path)
    house.table._keeper._open_log = Unreadable
    house.table.start()
    try:
        house.playing("Anna", "Ben")
        shown = house.shown
        Unreadable.shut = True
        Doubtful.faults.append("stored")
        for _ in range(3):
            with pytest.raises(StorageError, match="read-only"):
                house.do("Ben", "TellSure", "sure-of-ben", sure=True)
            assert house.shown is shown
        Unreadable.shut = False
        house.do("Ben", "TellSure", "sure-of-ben", sure=True)
        assert house.types()[2:] == ["SureTold"]
        assert house.page("Anna").view.table.players[1].sure is True
    finally:
        Unreadable.shut = False
        house.table.stop()


def test_a_second_program_on_the_same_file_overwrites_no_move(
    match: House, game: AnyGame, path: Path
) -> None:
    second = House(game, path)
    second.table.start()
    try:
        match.do("Ben", "TellSure", "sure-of-ben", sure=True)
        with pytest.raises(StorageError, match="UNIQUE"):
            second.do("Cleo", "TellSure", "sure-of-cleo", sure=True)
        assert second.log() == match.log()
        second.do("Cleo", "TellSure", "sure-of-cleo", sure=True)
        assert second.types()[2:] == ["SureTold", "SureTold"]
    finally:
        second.table.stop()


def test_a_commit_that_fails_at_its_end_blocks_no_later_one(path: Path) -> None:
    log = EventLog(path)
    orphan = Change(match="nobody", rows=[Row("command-1", None, {"type": "X"})])
    with pytest.raises(StorageError, match="FOREIGN KEY"):
        log.commit(orphan)
    log.commit(Change(match="m", game="g", rows=orphan.rows))
    assert log.read("m") == [Row("command-1", None, {"type": "X"})]
    log.close()


def test_rows_are_appended_to_the_end_and_nowhere_else(path: Path) -> None:
    log, row = EventLog(path), Row("command-1", 1, {"type": "X"})
    log.commit(Change(match="m", game="g", rows=[row]))
    for start in (0, 2):
        with pytest.raises(StorageError, match="Nothing was stored"):
            log.commit(Change(match="m", start=start, rows=[row]))
    log.commit(Change(match="m", start=1, rows=[row]))
    assert log.read("m") == [row, row]
    log.close()


# -- bugs, and the thread ----------------------------------------------------------------


def test_a_bug_in_what_is_shown_never_gets_into_the_file(
    game: AnyGame, path: Path, open_house: Open
) -> None:
    def faces(state: LetterJam, say: Say) -> Faces:
        if state.players[1].sure:
            raise KeyError("a bug")
        return game.faces(state, say)

    house = House(replace(game, faces=faces), path)
    house.table.start()
    house.playing("Anna", "Ben")
    shown, log = house.shown, house.log()
    with pytest.raises(KeyError):
        house.do("Ben", "TellSure", "sure-of-ben", sure=True)
    assert house.shown is shown
    house.do("Ben", "TellSure", "unsure-ben", sure=False)
    house.ask_undo("Ben")
    house.table.stop()
    assert open_house().log()[: len(log)] == log
    assert "sure-of-ben" not in str(open_house().log())


def test_a_cancelled_answer_does_not_stop_the_table(match: House) -> None:
    replies = [match.table.export() for _ in range(200)]
    cancelled = [reply for reply in replies if reply.cancel()]
    for each in replies:
        if each in cancelled:
            with pytest.raises(CancelledError):
                each.result(LIMIT_S)
        else:
            each.result(LIMIT_S)
    match.do("Ben", "TellSure", sure=True)


def test_a_listener_that_fails_harms_nobody(
    match: House, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[int] = []

    def failing(_projection: object) -> None:
        raise ValueError("the secret word")

    match.table.publisher.subscribe(failing)
    match.table.publisher.subscribe(lambda projection: seen.append(projection.number))
    match.do("Ben", "TellSure", sure=True)
    assert seen == [match.shown.number]
    assert "A listener of the table failed: ValueError" in caplog.text
    assert "secret" not in caplog.text


def test_a_reader_wakes_up_for_what_it_waits_for(match: House) -> None:
    number = match.shown.number
    sent = match.table.join(device("Dora"), "Dora", "en")
    match.wait(lambda projection: projection.number > number)
    sent.result(LIMIT_S)
    assert match.table.publisher.wait(lambda _: False, 0.01) is match.shown


def test_a_closed_table_answers_at_once(match: House) -> None:
    match.table.stop()
    match.table.stop()
    with pytest.raises(StorageError, match="closed"):
        match.table.export().result(0)
    match.table.on_edge(ButtonEdge(STAND_PLACES[0], "main", down=True, at_ns=1))


def test_a_table_that_never_started_stops_and_starts_no_more(
    game: AnyGame, path: Path
) -> None:
    table: Table = House(game, path).table
    table.stop()
    with pytest.raises(StorageError, match="closed"):
        table.start()
    assert not path.exists()


def test_what_was_in_the_inbox_is_finished_before_the_end(
    match: House, open_house: Open
) -> None:
    handle = match.handle("Ben")
    sent = [
        match.table.send(
            device("Ben"), handle, {"type": "TellSure", "sure": True}, f"sure-no-{number}"
        )
        for number in range(30)
    ]
    match.table.stop()
    assert [each.exception(0) for each in sent] == [None] * 30
    assert open_house().types().count("SureTold") == 30


def test_the_running_match_agrees_with_a_replay_of_its_log(match: House) -> None:
    for number in range(6):
        match.do("Ben", "TellSure", sure=bool(number % 2))
        if number % 3:
            match.ask_undo("Ben")
    found = match.table._keeper.standing.running()
    assert replayed(found.game, [each.entry for each in found.log]) == found.state


def test_taking_up_a_long_match_applies_every_event_once_however_often_it_was_undone(
    match: House, game: AnyGame
) -> None:
    for _ in range(20):
        match.do("Ben", "TellSure", sure=True)
        match.ask_undo("Ben")
    applied: list[object] = []

    def evolve(state: LetterJam, event: object) -> LetterJam:
        applied.append(event)
        found: LetterJam = game.evolve(state, event)
        return found

    match_id, rows = match.table.export().result(LIMIT_S)
    found = Match.load(replace(game, evolve=evolve), match_id, rows)
    assert len(applied) == 22
    assert found.state == match.table._keeper.standing.running().state


def test_an_undo_into_the_future_is_refused(game: AnyGame) -> None:
    with pytest.raises(DataError, match="undo to entry 5"):
        Match.begin(game, "m").with_entries([Undone(5)], "command-1", None)


def test_the_log_of_a_match_that_nobody_has_begun_is_refused(house: House) -> None:
    with pytest.raises(Rejected):
        house.table.export().result(LIMIT_S)


# -- what the house keeps ----------------------------------------------------------------

COUNTS = dict.fromkeys("ABCDEFGHIKLMNOPRSTUWY", 3) | {"E": 4}


def test_what_the_host_enters_is_kept_over_matches_and_restarts(open_house: Open) -> None:
    house = open_house()
    house.join("Anna")
    house.join("Ben")
    host = device("Anna")
    wish = {"type": "EnterCards", "language": "en", "counts": COUNTS}
    house.table.furnish(host, wish).result()
    assert house.shown.house.cards[0].mark == "entered"
    house.refused("host-only", lambda: house.table.furnish(device("Ben"), wish).result())
    house = open_house()
    assert house.shown.house.cards[0].mark == "entered"
    house.start("start-of-it", language="en", lengths=[4, 4])
    assert dict(house.page("Ben").view.table.counts) == COUNTS
    assert house.shown.house is None  # nothing to enter while a match runs
    house.end()
    assert open_house().shown.house.cards[0].mark == "entered"
