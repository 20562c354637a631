"""A card that refuses: the match goes on and says so, and is on the card as soon as it can."""

import errno
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from companion.engine.game import AnyGame
from companion.errors import DataError
from companion.ports import CENTRE, CardFace, LedgerFace
from companion.table.storage.database import StorageError
from companion.table.storage.event_log import EventLog
from companion.table.values.entries import Change, MatchInfo, Row
from companion.table.values.incidents import Incident
from tests.table.conftest import Open
from tests.table.house import House, device


def change_file(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for each in statements:
            database.execute(each)


@contextmanager
def full_card(path: Path) -> Iterator[None]:
    """Let SQLite refuse every row, for every connection, as a full card would."""
    tables = ("match", "entry", "sheet", "document", "incident")
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
    shut = False

    def __init__(self, path: Path) -> None:
        if self.shut and not path.parent.name.startswith("companion-"):
            raise StorageError("read-only file system")
        super().__init__(path)

    def commit(self, change: Change) -> None:
        fault = self.faults.pop(0) if self.faults else ""
        if fault != "lost":
            super().commit(change)
        if fault:
            raise StorageError("fdatasync failed")


@pytest.fixture(autouse=True)
def _not_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test says when the table tries again."""
    monkeypatch.setattr("companion.table.table.SAVE_AGAIN_S", 3600)


@pytest.fixture(name="doubtful")
def _doubtful(game: AnyGame, path: Path) -> Iterator[House]:
    house = House(game, path)
    house.table._committer._log._open_log = Doubtful
    house.table.start()
    yield house.playing("Anna", "Ben")
    Doubtful.faults.clear()
    Doubtful.shut = False
    house.table.stop()


def mend(house: House) -> None:
    """Let the table try again, as it does by itself every few seconds."""
    house.table._ring("owed", "")
    house.log()


# -- nobody knows what was stored --------------------------------------------------------


def test_what_was_stored_after_all_counts_once(doubtful: House) -> None:
    Doubtful.faults.append("stored")
    doubtful.do("Ben", "TellSure", "sure-of-ben", sure=True)
    assert doubtful.types()[2:] == ["SureTold"]
    doubtful.do("Ben", "TellSure", "sure-of-ben", sure=True)
    assert doubtful.types()[2:] == ["SureTold"]
    assert doubtful.saved


def test_what_was_lost_is_stored_once_the_file_was_looked_at(
    doubtful: House, open_house: Open
) -> None:
    Doubtful.faults.append("lost")
    doubtful.do("Ben", "TellSure", "sure-of-ben", sure=True)
    assert doubtful.saved
    log = doubtful.log()
    doubtful.table.stop()
    assert open_house().log() == log


def test_a_match_whose_start_was_stored_after_all_is_there_once(
    doubtful: House, open_house: Open
) -> None:
    doubtful.end()
    Doubtful.faults.append("stored")
    doubtful.start("another-start")
    assert doubtful.types() == ["MatchStarted", "CardsDealt"]
    log = doubtful.log()
    doubtful.table.stop()
    house = open_house()
    assert house.log() == log


# -- the card refuses --------------------------------------------------------------------


def test_a_full_card_stops_no_match_and_everything_is_there_afterwards(
    match: House, path: Path, open_house: Open
) -> None:
    match.do("Ben", "ChooseCluegiver", giver=1)
    with full_card(path):
        match.do("Ben", "LayChip", "chip-of-ben", spot="1")
        assert not match.saved
        match.do("Ben", "LayChip", spot="3")
        match.note("Cleo", "row:1", "A or E")
        match.touch("stand-1")
        assert match.types().count("ChipsLaid") == 3  # presses count too
        dora = match.join("Dora")
        match.do("Ben", "LayChip", "chip-of-ben", spot="1")
        assert match.page("Anna").table.saved is False
        assert match.incidents()[0][0] == "not-saved"
        mend(match)
        assert not match.saved
    mend(match)
    assert match.saved
    assert match.incidents()[0][0] == "saved-again"
    content, log = match.content(), match.log()
    assert [command for command, _, _ in log].count("chip-of-ben") == 1
    house = open_house()
    assert house.content() == content
    assert house.log() == log
    assert house.handle("Dora") == dora
    assert [kind for kind, _ in house.incidents()[:3]] == [
        "started",
        "saved-again",
        "not-saved",
    ]


def test_while_nothing_is_saved_every_stand_says_so(match: House, path: Path) -> None:
    with full_card(path):
        match.do("Ben", "TellSure", sure=True)
        faces = match.shown.faces
        for face in faces.values():
            match face:
                case CardFace(warning=text) | LedgerFace(line=text):
                    assert text == "told.unsaved"
                case _:
                    pytest.fail(f"{face} says nothing")
        assert CENTRE in faces
    mend(match)
    assert "told.unsaved" not in str(match.shown.faces)


def test_a_whole_match_may_begin_and_end_while_the_card_is_full(
    match: House, path: Path, open_house: Open
) -> None:
    with full_card(path):
        match.do("Ben", "TellSure", sure=True)
        match.end()
        match.start("second-start")
        match.do("Cleo", "TellSure", sure=True)
        log = match.log()
    mend(match)
    assert open_house().log() == log
    with closing(sqlite3.connect(path)) as database:
        found = database.execute("SELECT put_away_at IS NULL FROM match ORDER BY rowid")
        assert found.fetchall() == [(0,), (1,)]


def test_stopping_is_one_more_attempt(match: House, path: Path, open_house: Open) -> None:
    with full_card(path):
        match.do("Ben", "TellSure", sure=True)
    log = match.log()
    assert not match.saved
    assert open_house().log() == log


def test_it_tries_again_by_itself(
    match: House, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.table.SAVE_AGAIN_S", 0.02)
    with full_card(path):
        match.do("Ben", "TellSure", sure=True)
        assert not match.saved
    match.wait(lambda shown: shown.table.saved)


def test_what_can_never_be_stored_is_refused_on_a_full_card_too(
    match: House, path: Path
) -> None:
    with full_card(path):
        match.do("Ben", "TellSure", sure=True)
        for act in (
            partial(match.note, "Ben", "row:1", "\ud800"),
            partial(match.join, "\ud800"),
        ):
            with pytest.raises(Exception):  # noqa: B017, PT011 - refused or nonsense
                act()
        with pytest.raises(DataError):
            match.note("Ben", "row:1", "\ud800")
    mend(match)
    assert match.saved


def test_a_question_for_undo_outlives_a_full_card(match: House, path: Path) -> None:
    match.do("Ben", "WantEnd", want=True)
    match.ask_undo("Anna")
    with full_card(path):
        match.note("Ben", "row:1", "A")
        assert match.page("Ben").undo.asked_by == "Anna"


def test_a_file_that_vanished_is_begun_anew_with_everything(
    match: House, path: Path, open_house: Open
) -> None:
    match.do("Ben", "TellSure", sure=True)
    match.note("Cleo", "row:1", "A or E")
    for part in path.parent.iterdir():
        part.unlink()
    match.do("Ben", "TellSure", sure=False)
    assert match.saved
    content, log = match.content(), match.log()
    house = open_house()
    assert house.content() == content
    assert house.log() == log


def test_a_file_that_vanished_is_whole_again_whatever_is_stored_first(
    match: House, path: Path, open_house: Open
) -> None:
    match.work(match.table.matches.end, device("Anna"))
    for part in path.parent.iterdir():
        part.unlink()
    committer = match.table._committer
    match.work(committer.note, Incident("display-lost", "stand-1"))
    assert match.saved
    house = open_house()
    assert house.names == ["Anna", "Ben", "Cleo"]
    assert "display-lost" in dict(house.incidents())


def test_a_damaged_mark_of_the_last_run_keeps_no_table_from_starting(
    match: House, path: Path, open_house: Open
) -> None:
    log = match.log()
    match.table.stop()
    change_file(path, "INSERT OR REPLACE INTO document VALUES ('restored', 'X', 'no seal')")
    change_file(path, "UPDATE document SET body = 'damaged' WHERE name = 'running'")
    assert open_house().log() == log
    assert open_house().log() == log


def test_what_is_owed_is_held_against_the_file_once(
    match: House, path: Path, open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, matches = Counter[str](), list[Path]()

    class Counted(EventLog):
        def read(self, match: str) -> list[Row]:
            read[match] += 1
            return super().read(match)

        def matches(self) -> list[MatchInfo]:
            matches.append(path)
            return super().matches()

    with full_card(path):
        for number in range(20):
            match.do("Ben", "TellSure", sure=bool(number % 2))
            match.note("Ben", "row:1", "ABC"[number % 3])
        log = match.log()
    monkeypatch.setattr(match.table._committer._log, "_open_log", Counted)
    mend(match)
    assert match.saved
    assert [*read.values()] == [1]
    assert len(matches) <= 2
    assert open_house().log() == log


def test_a_file_damaged_during_the_match_is_set_aside_and_nothing_is_missing(
    match: House, path: Path, open_house: Open
) -> None:
    match.do("Ben", "TellSure", sure=True)
    with full_card(path):
        match.do("Ben", "TellSure", sure=False)
        path.write_bytes(b"\xaa" * path.stat().st_size)
        path.with_name(f"{path.name}-wal").unlink(missing_ok=True)
        mend(match)
        assert match.saved
        assert "file-damaged" in dict(match.incidents())
        log = match.log()
        assert open_house().log() == log
        # the trigger is gone with the damaged file
        change_file(
            path,
            *(
                f"CREATE TRIGGER full_{each} BEFORE INSERT ON {each} BEGIN SELECT 1; END"
                for each in ("match", "entry", "sheet", "document", "incident")
            ),
        )
    assert [*path.parent.glob("table.damaged-*.sqlite3")]


def test_a_second_program_on_the_same_file_overwrites_no_move(
    match: House, game: AnyGame, path: Path
) -> None:
    with House(game, path) as second:
        match.do("Ben", "TellSure", "sure-of-ben", sure=True)
        second.do("Cleo", "TellSure", "sure-of-cleo", sure=True)
        assert not second.saved
        assert second.incidents()[0] == ("not-saved", "in-use")
        assert match.saved
    assert match.types()[2:] == ["SureTold"]


# -- a start on a card that refuses ------------------------------------------------------


def test_a_start_where_nothing_can_be_written_takes_the_match_up_from_a_copy(
    match: House, game: AnyGame, path: Path
) -> None:
    match.do("Ben", "TellSure", "sure-of-ben", sure=True)
    log = match.log()
    match.table.stop()
    house = House(game, path)
    house.table._committer._log._open_log = Doubtful
    Doubtful.shut = True
    try:
        house.table.start()
        assert house.log() == log
        assert not house.saved
        assert house.incidents()[0] == ("started", "")
        assert house.incidents()[1] == ("not-saved", "read-only")
        house.do("Ben", "TellSure", "more-of-ben", sure=False)
        Doubtful.shut = False
        mend(house)
        assert house.saved
        log = house.log()
    finally:
        Doubtful.shut = False
        house.table.stop()
    with House(game, path) as again:
        assert again.log() == log


def test_a_file_that_cannot_be_read_there_either_is_told_of_and_left_alone(
    match: House, game: AnyGame, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match.table.stop()
    path.write_bytes(b"damaged" * 1000)
    house = House(game, path)
    house.table._committer._log._open_log = Doubtful
    Doubtful.shut = True
    try:
        house.table.start()
        assert "begins empty" in caplog.text
        assert "file is not a database" in caplog.text
        assert path.read_bytes() == b"damaged" * 1000
    finally:
        Doubtful.shut = False
        house.table.stop()


def test_what_nobody_could_read_at_the_start_is_never_written_over(
    match: House, open_house: Open, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = match.log()
    match.table.stop()
    house = House(match.game, path)
    house.table._committer._log._open_log = Doubtful
    Doubtful.shut = True
    try:
        with monkeypatch.context() as patch:
            patch.setattr("shutil.copyfile", _io_error)
            house.table.start()
        house.join("Zoe")
        Doubtful.shut = False
        mend(house)
        house.join("Yan")
        assert house.saved
    finally:
        Doubtful.shut = False
        house.table.stop()
    again = open_house()
    assert again.names == ["Zoe", "Yan"]
    again.table.stop()
    (aside,) = path.parent.glob("table.damaged-*.sqlite3")
    aside.replace(path)
    assert open_house().log() == log


def _io_error(*_: object) -> None:
    raise OSError(errno.EIO, "Input/output error")


def test_a_folder_that_is_not_there_is_a_storage_error(game: AnyGame, path: Path) -> None:
    table = House(game, path / "nowhere" / "table.sqlite3").table
    with pytest.raises(StorageError, match="cannot be used"):
        table.start()
    assert not any(each.is_alive() for each in table._thread._threads)
    table.stop()
