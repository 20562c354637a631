"""One file to take along: what is in it, what is never in it, and the match that goes on."""

import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.cli.main import main
from companion.config.air_file import air_path, known_air, made_air
from companion.config.file_change import read
from companion.config.made_stands import MadeStands
from companion.config.rig_edit import bridge_of, stand_of
from companion.engine.game import AnyGame
from companion.errors import DataError
from companion.process.restore import restore, take_first
from companion.table.storage.backup import (
    EVENING,
    Backup,
    read_backup,
    text_of,
    write_backup,
)
from companion.table.storage.event_log import LOG_FILE, EventLog
from companion.table.storage.taken_along import (
    backup_of,
    between_matches,
    with_phones,
    without_keys,
)
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from tests.table.conftest import Open
from tests.table.house import House, device
from tests.waiting import wait_for

WORDS = "Haus\nMaus\nBoot\nHund\nRose\nTante\nNase\nKind"
LIST = {"type": "KeepList", "name": "Familie", "language": "de", "text": WORDS}


def moves(house: House, count: int) -> None:
    for number in range(count):
        house.do("Ben", "TellSure", sure=bool(number % 2))


def saved(house: House, path: Path, *more: str) -> Path:
    """Write the file as a person does, while the table is open."""
    house.log()
    file = path.with_name("taken.companion")
    assert main(["backup", str(file), "--data", str(path.parent), *more]) == 0
    return file


@pytest.fixture(name="evening")
def _evening(house: House) -> House:
    """A house with a list of its own, an evening that is over, and a match that runs."""
    house.join("Anna")
    house.work(house.table.matches.change_house, device("Anna"), LIST)
    house.join("Ben")
    house.start(cards="none")
    house.do("Anna", "EndClues")
    house.end()
    house.join("Cleo")
    house.start("another-one")
    moves(house, 5)
    house.note("Ben", "row:1", "A")
    return house


@pytest.fixture(name="elsewhere")
def _elsewhere(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


def opened(game: AnyGame, folder: Path) -> House:
    """Return a house on the files of *folder*, to go into."""
    return House(game, folder / "table.sqlite3")


def view(house: House, name: str) -> Any:
    return house.page(name).view


def lists_of(house: House) -> list[str]:
    assert house.shown.next_game is not None
    return [each.name for each in house.shown.next_game.house.lists]


# -- on another machine ------------------------------------------------------------------


def test_a_match_goes_on_elsewhere_for_those_who_sit_down_under_their_names(
    evening: House,
    game: AnyGame,
    path: Path,
    elsewhere: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    log, seen, pin = evening.log(), view(evening, "Ben"), evening.shown.pin
    file = saved(evening, path)
    assert main(["restore", str(file), "--data", str(elsewhere)]) == 0
    assert "the running match of Letter Jam, " in capsys.readouterr().out
    with opened(game, elsewhere) as house:
        assert house.shown.rescue is not None
        assert house.shown.rescue.brought
        assert house.shown.pin != pin
        assert house.names == []
        assert [each.game for each in house.shown.evenings] == ["letter_jam"]
        for name in ("Ben", "Dora"):
            house.join(name, device(f"{name}, with a new phone"))
        host = house.shown.host
        assert host is not None
        house.work(house.table.matches.take_up_copy, host)
        assert house.log() == log
        assert view(house, "Ben") == seen
        assert house.page("Ben").sheet == {"row:1": "A"}
        assert view(house, "Dora") is None
        assert house.names == ["Anna", "Ben", "Cleo", "Dora"]
        with pytest.raises(StopIteration):
            house.handle("Cleo")
        house.do("Ben", "TellSure", "and-so-on", sure=True)
        assert house.log()[:-1] == log
        assert house.shown.rescue is None
    with opened(game, elsewhere) as house:
        assert len(house.shown.evenings) == 1
        assert house.shown.table.playing
        assert house.shown.rescue is None


def test_what_the_host_has_entered_since_stays_where_the_match_goes_on(
    evening: House, game: AnyGame, path: Path, elsewhere: Path
) -> None:
    restore(elsewhere, saved(evening, path))
    with opened(game, elsewhere) as house:
        matches = house.table.matches
        house.join("Anna")
        host, lists = device("Anna"), ["Familie", "Tiere"]
        new = {**LIST, "name": "Tiere"}
        house.work(matches.change_house, host, new)
        house.work(matches.forget_evenings, host)
        house.work(matches.take_up_copy, host)
        assert [kind for kind, _ in house.incidents()][:3] == [
            "taken-up",
            "started",
            "restored",
        ]
        house.end()
        assert lists_of(house) == lists
        assert house.shown.evenings == ()
    with opened(game, elsewhere) as house:
        assert lists_of(house) == lists
        assert house.shown.evenings == ()


def test_bots_play_on_elsewhere(
    house: House, game: AnyGame, path: Path, elsewhere: Path
) -> None:
    house.join("Anna")
    house.add_bot()
    house.start()
    restore(elsewhere, saved(house, path))
    with opened(game, elsewhere) as other:
        other.join("Anna")
        other.work(other.table.matches.take_up_copy, device("Anna"))
        before = len(other.log())
        other.do("Anna", "TellNone")
        other.wait(lambda _: len(other.shown.pages) == 2)
        assert [each.bot for each in other.shown.table.people] == ["", "medium"]
        assert len(other.log()) > before


def test_with_its_keys_phones_have_their_pages_again(
    evening: House, game: AnyGame, path: Path, elsewhere: Path
) -> None:
    pin, handle = evening.shown.pin, evening.handle("Cleo")
    restore(elsewhere, saved(evening, path, "--keys"))
    with opened(game, elsewhere) as house:
        assert house.shown.pin == pin
        assert house.shown.host == device("Anna")
        house.work(house.table.matches.take_up_copy, device("Anna"))
        assert house.handle("Cleo") == handle
        assert house.shown.pages[handle].device == device("Cleo")


def test_no_key_goes_along_unless_it_is_asked_for(evening: House, path: Path) -> None:
    keys = [evening.shown.pin, *(device(name) for name in ("Anna", "Ben", "Cleo"))]
    keys += [*evening.shown.pages]
    text = saved(evening, path).read_text()
    assert [each for each in keys if each in text] == []
    text = saved(evening, path, "--keys").read_text()
    assert [each for each in keys if each not in text] == []


def test_only_its_owner_may_read_the_file(evening: House, path: Path) -> None:
    assert saved(evening, path).stat().st_mode & 0o777 == 0o600


def test_the_tables_file_goes_along(evening: House, path: Path, elsewhere: Path) -> None:
    rig, there = path.with_name("rig.toml"), elsewhere / "rig.toml"
    rig.write_text("# six stands\r\n[stand.1]\n")
    file = saved(evening, path, "--config", str(rig))
    assert read_backup(file).table_file == "# six stands\r\n[stand.1]\n"
    wish = ["restore", str(file), "--data", str(elsewhere), "--table-file", str(there)]
    assert main(wish) == 0
    assert there.read_bytes() == rig.read_bytes()
    # What was made a stand on the host's page goes along in the same file.
    MadeStands(path.parent, read(rig)).add("2", "E6A1")
    file = saved(evening, path, "--config", str(rig))
    assert stand_of(read_backup(file).table_file, "E6A1") == "2"


def test_the_key_of_stands_without_a_cable_goes_along_with_the_keys_alone(
    evening: House, path: Path, elsewhere: Path
) -> None:
    rig, there = path.with_name("rig.toml"), elsewhere / "rig.toml"
    rig.write_text("[stand.1]\n")
    air = made_air(path.parent)
    MadeStands(path.parent, read(rig)).make_bridge("B0B0")
    assert air.key not in saved(evening, path, "--config", str(rig)).read_text()
    file = saved(evening, path, "--config", str(rig), "--keys")
    backup = read_backup(file)
    assert (bridge_of(backup.table_file), bool(backup.air)) == ("B0B0", True)
    wish = ["restore", str(file), "--table-file", str(there)]
    assert main([*wish, "--only-table-file"]) == 0
    assert not air_path(elsewhere).exists()
    assert main([*wish, "--data", str(elsewhere)]) == 0
    assert known_air(elsewhere) == air
    assert air_path(elsewhere).stat().st_mode & 0o777 == 0o600
    own = air_path(elsewhere).read_text()
    air_path(path.parent).unlink()
    made_air(path.parent)  # another one, which its boards have
    other = saved(evening, path, "--config", str(rig), "--keys")
    assert not restore(elsewhere, other).lost
    assert air_path(elsewhere).read_text() == own


def test_a_key_that_cannot_be_used_leaves_all_else_put_back(
    evening: House, path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_air(path.parent)
    file = saved(evening, path, "--keys")
    backup = replace(read_backup(file), air='{"name": "x"}')
    monkeypatch.setattr("companion.process.restore.read_backup", lambda _file: backup)
    assert [*restore(elsewhere, file).lost] == ["air"]
    assert not air_path(elsewhere).exists()
    assert (elsewhere / LOG_FILE).exists()


# -- at home -----------------------------------------------------------------------------


def test_what_ran_here_is_put_away_and_kept(
    evening: House, game: AnyGame, path: Path
) -> None:
    file = saved(evening, path)
    moves(evening, 3)
    longer = evening.log()
    evening.table.stop()
    restore(path.parent, file)
    log = EventLog(path)
    matches = log.matches()
    assert [each.put_away is None for each in matches] == [False, False]
    assert len(log.read(matches[0].id)) == len(longer)
    log.close()
    with opened(game, path.parent) as house:
        house.join("Anna")
        house.work(house.table.matches.take_up_copy, device("Anna"))
        assert house.log() == longer[:-3]


SAVING: Final = ("backup {out}", "export", "doctor --port 9")


@pytest.mark.parametrize("line", SAVING)
def test_what_is_saved_needs_no_other_room(
    evening: House, path: Path, line: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    evening.log()
    nowhere = str(path.parent / "no-such-folder")
    monkeypatch.setattr(tempfile, "tempdir", nowhere)  # as where /tmp is full
    command = line.format(out=path.with_name("out.companion")).split()
    assert main([*command, "--data", str(path.parent)]) == 0
    assert "damaged" not in capsys.readouterr().out


READ_ONLY: Final = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'


@pytest.mark.skipif(shutil.which("unshare") is None, reason="no unshare")
@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("line", SAVING)
def test_a_card_that_protects_itself_lets_the_matches_be_saved(
    evening: House, path: Path, elsewhere: Path, line: str, killed: bool  # noqa: FBT001 - pytest passes it by name
) -> None:  # fmt: skip
    evening.log()
    card = elsewhere / "card"
    if not killed:
        evening.table.stop()
    shutil.copytree(path.parent, card, ignore=shutil.ignore_patterns("elsewhere"))
    evening.table.stop()
    out = elsewhere / "out.companion"
    data = (*line.format(out=out).split(), "--data", str(card))
    begin = ("unshare", "-rm", "sh", "-c", READ_ONLY, str(card))
    done = subprocess.run(
        [*begin, sys.executable, "-m", "companion", *data],
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare: " in done.stderr or "mount: " in done.stderr:
        pytest.skip("this machine mounts nothing for us")
    if "doctor" not in line:
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert "take its lock off; a Pi's own card wants a new one" in done.stdout
        assert "every chain whole" in done.stdout
    if "backup" in line:
        assert read_backup(out).match is not None


def test_a_table_that_is_open_is_left_alone(
    evening: House, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    from companion.process import folder_lock  # noqa: PLC0415 - patched here

    file, before = saved(evening, path), evening.log()
    wait = folder_lock.claimed
    monkeypatch.setattr("companion.cli.restore.claimed", lambda folder: wait(folder, 0.05))
    with wait(path.parent):
        assert main(["restore", str(file), "--data", str(path.parent)]) == 2
    assert "is in use" in capsys.readouterr().err
    assert evening.log() == before


def test_the_first_start_takes_the_newest_it_finds_and_no_later_start(
    evening: House, game: AnyGame, path: Path, elsewhere: Path
) -> None:
    file = saved(evening, path)
    (elsewhere / "new.companion").write_bytes(file.read_bytes())
    older = file.read_text().replace('"at":"2', '"at":"1')
    (elsewhere / "old.companion").write_text(older)
    (elsewhere / "broken.companion").write_text("no backup\n")
    with opened(game, elsewhere):
        pass  # whoever only looked has not sat down
    take_first(elsewhere)
    with opened(game, elsewhere) as house:
        assert house.shown.rescue is not None
        told = house.incidents()
        house.join("Anna")
    take_first(elsewhere)
    with opened(game, elsewhere) as house:
        assert [kind for kind, _ in told].count("restored") == 1
        assert [kind for kind, _ in house.incidents()].count("restored") == 1
        assert house.names == ["Anna"]


@pytest.mark.parametrize("seating", ["{", "[]", '{"people": 3}'])
def test_where_who_sits_there_is_damaged_no_first_start_puts_back_and_by_hand_it_goes(
    seating: str, game: AnyGame, evening: House, path: Path, tmp_path: Path
) -> None:
    file = saved(evening, path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / file.name).write_bytes(file.read_bytes())
    with closing(EventLog(elsewhere / path.name)) as log:
        log.commit(Change(documents={"seating": seating}))
        take_first(elsewhere)
        assert log.document("seating") == seating
    restore(elsewhere, file)
    with opened(game, elsewhere) as again:
        assert again.shown.rescue is not None


# -- without being asked, and from a phone -----------------------------------------------


def test_after_an_evening_the_table_writes_the_file_by_itself(
    house: House, path: Path
) -> None:
    house.seated("Anna", "Ben")
    house.start(cards="none")
    house.log()
    assert not path.with_name(EVENING).exists()
    house.do("Anna", "EndClues")
    over = written(house, path)
    assert "letter_jam" in over.documents["evenings"]
    assert over.match is None, "as if it was put away already"
    house.end()
    found = written(house, path)
    assert found.documents["evenings"].count("letter_jam") == 1
    assert found.match is None
    assert found.documents["seating"] == over.documents["seating"]


def test_a_match_that_was_over_as_the_plug_was_pulled_is_in_the_file_after_the_next_start(
    house: House, open_house: Open, path: Path
) -> None:
    house.seated("Anna", "Ben")
    house.start(cards="none")
    house.do("Anna", "EndClues")
    written(house, path)
    house.table.stop()
    path.with_name(EVENING).unlink()
    assert "letter_jam" in written(open_house(), path).documents["evenings"]


def test_the_file_forgets_an_end_that_was_taken_back(house: House, path: Path) -> None:
    house.seated("Anna", "Ben")
    house.start(cards="none")
    house.do("Anna", "EndClues")
    assert "letter_jam" in written(house, path).documents["evenings"]
    house.ask_undo("Anna")
    house.answer_undo("Ben", agree=True)
    assert written(house, path).documents["evenings"] == "[]"


FINAL: Final = {
    "type": "SetTable",
    "names": ["Anna", "Ben"],
    "words": ["HORSE", "BLACK"],
    "scrambles": ["HORSE", "BLACK"],
    "stacks": [[*each] for each in ("TREASON", "DANGLING", "MEDIATORS", "SUPERWOMEN")],
    "deck": [*"NUTS"],
}


def test_what_the_table_judges_after_the_end_is_in_the_file(
    game: AnyGame, path: Path
) -> None:
    house = House(replace(game, start=lambda *_: FINAL), path)
    house.table.start()
    try:
        house.playing("Anna", "Ben")
        for name in ("Anna", "Ben"):
            house.do(name, "WantEnd")
        for name in ("Anna", "Ben"):
            house.do(name, "LayFinalWord", tiles=["1", "2", "3", "4", "5"])
        for whose, name in enumerate(("Anna", "Ben")):
            house.do(name, "RevealWord")
            house.do(name, "JudgeWord", whose=whose, accepted=True)
        both = kept_of(written(house, path))
        house.do("Anna", "JudgeWord", whose=1, accepted=False)
        one = kept_of(written(house, path))
        house.end()
        assert kept_of(written(house, path)) == one != both
    finally:
        house.table.stop()


def kept_of(backup: Backup) -> Any:
    """Return what is remembered of the one match that is over."""
    (match,) = json.loads(backup.documents["evenings"])
    return match["result"], match["keepsake"]


def written(house: House, path: Path) -> Backup:
    """Return what the table has written to take along by now."""
    for _ in range(2):  # it is submitted behind what made it due
        house.log()
    return read_backup(path.with_name(EVENING))


def test_the_hosts_phone_gets_no_letter_of_a_running_match(
    evening: House, path: Path
) -> None:
    matches = evening.table.matches
    text = evening.work(matches.backup, device("Anna"))
    path.with_name("phone").write_text(text)
    found = read_backup(path.with_name("phone"))
    assert found.match is None
    assert '"move ' not in text
    assert "Cleo" not in found.documents["seating"]
    evening.refused(
        "host-only",
        lambda: evening.work(matches.backup, device("Ben")),
    )
    evening.work(matches.back_up_here, device("Anna"))
    found = read_backup(path.with_name(EVENING))
    assert found.match is not None
    assert len(found.match.rows) == len(evening.log())


# -- old, new, damaged -------------------------------------------------------------------


def test_a_newer_file_is_refused_with_a_sentence(
    evening: House, game: AnyGame, path: Path, elsewhere: Path, capsys: Any
) -> None:
    file = saved(evening, path)
    text = file.read_text().replace('{"companion backup":1', '{"companion backup":2')
    file.write_text(text)
    assert main(["restore", str(file), "--data", str(elsewhere)]) == 2
    assert "newer version" in capsys.readouterr().err
    assert list(elsewhere.iterdir()) == []
    with opened(game, elsewhere) as house:
        assert house.names == []


@pytest.mark.parametrize("damaged", [False, True], ids=["whole", "damaged"])
def test_a_match_of_an_unknown_game_is_refused_and_nothing_has_changed(
    evening: House, path: Path, *, damaged: bool
) -> None:
    """Nor is what is damaged here set aside for it."""
    file = saved(evening, path)
    evening.table.stop()
    found = read_backup(file)
    strange = replaced(found, match=replaced(found.match, game="chess"))
    write_backup(file, text_of(strange))
    for part in path.parent.glob(f"{path.name}*") if damaged else ():
        part.write_bytes(b"damaged" * 1000)
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    with pytest.raises(DataError, match="does not know"):
        restore(path.parent, file)
    assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == before


def replaced(found: Any, **changes: Any) -> Any:
    now = {name: getattr(found, name) for name in found.__slots__}
    return type(found)(**{**now, **changes})


@pytest.mark.parametrize("text", ["", "\n", "{}\n", "x" * 100, '{"companion backup":1}'])
def test_what_is_no_backup_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text)
    with pytest.raises(DataError, match="no backup"):
        read_backup(tmp_path / "file")


def test_each_damaged_line_costs_what_stood_in_it_and_that_is_told(
    evening: House, game: AnyGame, path: Path, elsewhere: Path
) -> None:
    file = saved(evening, path)
    whole = read_backup(file)
    lines = file.read_text().splitlines()
    assert whole.match is not None
    assert not whole.lost
    assert not whole.lost_moves
    for at, line in enumerate(lines):
        bad = line.replace("e", "f", 1) if at % 2 else line[: len(line) // 2]
        file.write_text("\n".join([*lines[:at], bad, *lines[at + 1 :]]))
        found = read_backup(file)
        if at in (0, len(lines) - 1):
            assert found == whole
            continue
        part = json.loads(line)["part"]
        assert found.at == whole.at
        if part.startswith("move "):
            number = int(part.removeprefix("move "))
            count = sum('"part":"move ' in each for each in lines)
            if number == 0:
                assert found.lost == ["match"]
            else:
                assert found.lost_moves == count - number
                assert found.match is not None
                assert whole.match.rows[: len(found.match.rows)] == found.match.rows
        elif part == "seating":
            assert found.lost == ["seating", "match"]
        else:
            assert found.lost == [part]
            assert part == "match" or found.match == whole.match
        target = elsewhere / str(at)
        target.mkdir()
        restore(target, file)
        with opened(game, target) as house:
            told = [kind for kind, _ in house.incidents()]
            assert told.count("restored-part") == len(found.lost)
            assert ("restored-moves" in told) == bool(found.lost_moves)


def test_a_file_damaged_at_random_never_tells_another_story(
    evening: House, path: Path
) -> None:
    file = saved(evening, path)
    whole, good, chance = read_backup(file), file.read_bytes(), Random(5)
    refused = hurt = 0
    for _ in range(300):
        bad = bytearray(good)
        for _ in range(chance.choice((1, 1, 5, 40))):
            bad[chance.randrange(len(bad))] = chance.randrange(256)
        file.write_bytes(bad[: chance.choice((len(bad), chance.randrange(1, len(bad))))])
        try:
            found = read_backup(file)
        except DataError:
            refused += 1
            continue
        hurt += bool(found.lost or found.lost_moves)
        for name, text in found.documents.items():
            assert whole.documents[name] == text
        if found.match is not None:
            assert whole.match is not None
            assert whole.match.rows[: len(found.match.rows)] == found.match.rows
        if not (found.lost or found.lost_moves):
            assert found == whole
    assert hurt > 100
    assert refused < 100


def test_neither_the_password_of_the_wifi_nor_a_loan_goes_along() -> None:
    file = '[stand.1]\n[wifi]\nname = "Ours"\n  password = "letters42"  # of the Wi-Fi\nx = 1\n'
    person = Person(PersonId("p"), "Opa", DeviceId("d"), Handle("h"), on_loan=True)
    state = TableState(Seating((person,), plain=(person.id,)))
    kept = backup_of(state, "now", table_file=file, match=False, keys=False)
    assert kept.table_file == '[stand.1]\n[wifi]\nname = "Ours"\nx = 1\n'
    whole = backup_of(state, "now", table_file=file, match=False, keys=True)
    assert whole.table_file == file
    assert not any(each.on_loan for each in without_keys(state.seating).people)


def test_whoever_comes_with_a_phone_is_nobody_to_be_lent_one() -> None:
    opa, oma = (Person(PersonId(each), each) for each in ("Opa", "Oma"))
    kept = Seating((opa, oma), playing=(opa.id, oma.id), plain=(opa.id, oma.id))
    here = Person(PersonId("new"), "Oma", DeviceId("d"), Handle("h"))
    now = with_phones(kept, Seating((here,), here.device))
    assert now.plain == (opa.id,)


def test_whoever_is_here_already_shares_no_picture_with_those_who_come_back() -> None:
    kept = tuple(
        Person(PersonId(name), name, sign=sign)
        for name, sign in (("Anna", "moon"), ("Ben", "sun"))
    )
    here = tuple(
        Person(PersonId(f"new {name}"), name, DeviceId(name), Handle(name), sign=sign)
        for name, sign in (("Anna", "fox"), ("Dora", "moon"), ("Emil", "sun"))
    )
    now = with_phones(Seating(kept), Seating(here, here[0].device))
    assert [each.sign for each in now.people[:2]] == ["moon", "sun"]
    assert len({each.sign for each in now.people}) == len(now.people) == 4


def test_a_loan_and_what_a_phone_may_take_back_end_with_the_match_that_stays_here() -> None:
    """Else Oma were still on loan in the next match, and refused a phone in it."""
    anna = Person(PersonId("Anna"), "Anna", DeviceId("Anna's"), Handle("1"))
    oma = replace(anna, id=PersonId("Oma"), name="Oma", handle=Handle("2"), on_loan=True)
    ben = Person(PersonId("Ben"), "Ben", DeviceId("Ben's"), before=DeviceId("lent"))
    people = anna, oma, ben
    playing = tuple(each.id for each in people)
    seating = Seating(people, anna.device, playing=playing, plain=(oma.id,))
    kept = between_matches(seating)
    assert kept.people == (anna, replace(ben, before=None))
    assert (kept.playing, kept.plain) == ((), ())


def test_what_was_chosen_by_person_goes_by_place_where_nobody_is_known_any_more() -> None:
    def seated(seating: Seating, mark: str) -> Seating:
        for name in ("Anna", "Ben", "Kim"):
            own = DeviceId(f"{name} {mark}")
            seating = seating.join(Person(PersonId(f"{name} {mark}"), name, own))
        return seating

    played = seated(Seating(), "here").start(range(2, 7), {"lengths": [5, 5, 3]}).end()
    there = seated(between_matches(without_keys(played)), "there")
    assert [there.last_seat(each.id) for each in there.people] == [0, 1, 2]
    with_keys = between_matches(played)
    assert with_keys.order(tuple(with_keys.sat[::-1])).last_seat(with_keys.sat[2]) == 2


def test_a_damaged_file_without_its_seating_leaves_those_who_sit_here_between_matches(
    evening: House, game: AnyGame, path: Path
) -> None:
    file = saved(evening, path)
    evening.table.stop()
    lines = file.read_text().splitlines()
    file.write_text("\n".join(each for each in lines if '"part":"seating"' not in each))
    restore(path.parent, file)
    with opened(game, path.parent) as house:
        assert house.names == ["Anna", "Ben", "Cleo"]
        assert not house.shown.table.playing
        assert house.table._committer.state.seating.playing == ()


def test_matches_of_a_newer_program_stay_where_they_are(
    evening: House, path: Path, capsys: Any
) -> None:
    file = saved(evening, path)
    evening.table.stop()
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    assert main(["restore", str(file), "--data", str(path.parent)]) == 2
    assert "newer" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_card_that_refused_the_file_of_an_evening_gets_it_later_and_the_log_says_so_once(
    house: House, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr("companion.table.table.SAVE_AGAIN_S", 0.02)
    tries: list[str] = []
    committer = house.table._committer
    write = committer.back_up

    def tried(state: TableState) -> None:
        tries.append("once more")
        write(state)

    monkeypatch.setattr(committer, "back_up", tried)
    (blocked := path.with_name(f".{EVENING}.new")).mkdir()
    house.seated("Anna", "Ben")
    house.start(cards="none")
    house.do("Anna", "EndClues")
    house.end()
    wait_for(lambda: len(tries) > 5, "the card to be asked again")
    assert not path.with_name(EVENING).exists()
    assert caplog.text.count("was not written") == 1
    blocked.rmdir()  # and nobody does anything more
    wait_for(path.with_name(EVENING).exists, "the file to take along")
    assert "letter_jam" in read_backup(path.with_name(EVENING)).documents["evenings"]
