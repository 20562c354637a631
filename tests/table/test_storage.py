import stat
from concurrent.futures import CancelledError
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine.game import AnyGame, Say
from companion.engine.replay import Undone
from companion.engine.replay import replay as replayed
from companion.errors import DataError, Rejected
from companion.games.letter_jam.state import LetterJam
from companion.games.letter_jam.view import GlassView
from companion.ports import STAND_PLACES, ButtonEdge, Faces
from companion.table.storage.database import StorageError
from companion.table.storage.event_log import EventLog
from companion.table.table import Table
from companion.table.values.entries import Change, Row
from companion.table.values.match import Match
from tests.table.conftest import Open
from tests.table.house import House, device
from tests.waiting import LIMIT_S

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
    assert house.shown.table == replace(before.table, moments=())
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


# -- the log itself -----------------------------------------------------------------------


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
        with pytest.raises(StorageError, match="stored"):
            log.commit(Change(match="m", start=start, rows=[row]))
    log.commit(Change(match="m", start=1, rows=[row]))
    assert log.read("m") == [row, row]
    log.close()


# -- bugs, and the thread ----------------------------------------------------------------


def test_a_bug_in_what_is_shown_never_gets_into_the_file(
    game: AnyGame, path: Path, open_house: Open
) -> None:
    def faces(glass: GlassView, say: Say) -> Faces:
        if glass.table.players[1].sure:
            raise KeyError("a bug")
        return game.faces(glass, say)

    with House(replace(game, faces=faces), path) as house:
        house.playing("Anna", "Ben")
        shown, log = house.shown, house.log()
        with pytest.raises(KeyError):
            house.do("Ben", "TellSure", "sure-of-ben", sure=True)
        assert house.shown is shown
        house.do("Ben", "WantEnd", "end-of-ben", want=True)
        house.ask_undo("Ben")
    assert open_house().log()[: len(log)] == log
    assert "sure-of-ben" not in str(open_house().log())


def test_a_cancelled_answer_does_not_stop_the_table(match: House) -> None:
    replies = [match.table.submit(match.table.matches.export) for _ in range(200)]
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
    sent = match.table.submit(match.table.lobby.join, device("Dora"), "Dora")
    match.wait(lambda projection: projection.number > number)
    sent.result(LIMIT_S)
    assert match.table.publisher.wait(lambda _: False, 0.01) is match.shown


def test_a_closed_table_answers_at_once(match: House) -> None:
    match.table.stop()
    match.table.stop()
    with pytest.raises(StorageError, match="closed"):
        match.table.submit(match.table.matches.export).result(0)
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
        match.table.submit(
            match.table.moves.send,
            device("Ben"),
            handle,
            {"type": "TellSure", "sure": True},
            f"sure-no-{number}",
        )
        for number in range(30)
    ]
    match.table.stop()
    assert [each.exception(0) for each in sent] == [None] * 30
    assert open_house().types().count("SureTold") == 30


def test_the_running_match_agrees_with_a_replay_of_its_log(match: House) -> None:
    for number in range(6):
        wants = match.page("Ben").view.table.players[1].wants_end
        match.do("Ben", "WantEnd", want=not wants)
        if number % 3:
            match.ask_undo("Ben")
    found = match.table._committer.state.running()
    assert replayed(found.game, [each.entry for each in found.log]) == found.state


def test_taking_up_a_long_match_applies_every_event_once_however_often_it_was_undone(
    match: House, game: AnyGame
) -> None:
    for _ in range(20):
        match.do("Ben", "WantEnd", want=True)
        match.ask_undo("Ben")
    applied: list[object] = []

    def evolve(state: LetterJam, event: object) -> LetterJam:
        applied.append(event)
        found: LetterJam = game.evolve(state, event)
        return found

    match_id, rows = match.work(match.table.matches.export)
    found = Match.load(replace(game, evolve=evolve), match_id, rows)
    assert len(applied) == 22
    assert found.state == match.table._committer.state.running().state


def test_an_undo_into_the_future_is_refused(game: AnyGame) -> None:
    with pytest.raises(DataError, match="undo to entry 5"):
        Match.begin(game, "m").with_entries([Undone(5)], "command-1", None)


def test_the_log_of_a_match_that_nobody_has_begun_is_refused(house: House) -> None:
    with pytest.raises(Rejected):
        house.work(house.table.matches.export)


# -- what the house keeps ----------------------------------------------------------------


def entered(house: House) -> bool:
    coming = house.shown.next_game
    return coming is not None and coming.house.cards[0].mark == "entered"


COUNTS = dict.fromkeys("ABCDEFGHIKLMNOPRSTUWY", 3) | {"E": 4}


def test_what_the_host_enters_is_kept_over_matches_and_restarts(open_house: Open) -> None:
    house = open_house()
    house.seated("Anna", "Ben")
    host = device("Anna")
    wish = {"type": "EnterCards", "language": "en", "counts": COUNTS}
    house.work(house.table.matches.change_house, host, wish)
    assert entered(house)
    change = house.table.matches.change_house
    house.refused("host-only", lambda: house.work(change, device("Ben"), wish))
    house = open_house()
    assert entered(house)
    house.start("start-of-it", language="en", lengths=[4, 4])
    assert dict(house.page("Ben").view.table.counts) == COUNTS
    assert house.shown.next_game is None  # nothing to enter while a match runs
    house.end()
    assert entered(open_house())


def test_an_earlier_deal_is_played_again_once_and_not_for_ever(open_house: Open) -> None:
    house = open_house()
    house.seated("Anna", "Ben")
    house.start("start-of-it", language="en", lengths=[4, 4])
    assert house.table._committer.state.match is not None
    state = house.table._committer.state.match.state
    house.end()
    house.start("start-again", code=state.code)
    assert house.table._committer.state.match is not None
    assert house.table._committer.state.match.state.words == state.words
    assert "code" not in house.shown.options
