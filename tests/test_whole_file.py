"""Files that change as a whole: as readable as was promised; one that fails eats no room."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.config.file_change import PUBLIC, SECRET, FileChange
from companion.errors import CompanionError
from companion.table.storage.backup import write_backup
from companion.table.storage.safe_copy import BEFORE, NEWEST, read_copy, write_copy
from companion.table.values.entries import Change
from tests.small_disk import free_bytes, small_disk

Write = Callable[[Path, str], None]


def change(folder: Path, text: str) -> None:
    FileChange(folder / "written", text).make()


def backup(folder: Path, text: str) -> None:
    write_backup(folder / "written", text)


def copy(folder: Path, text: str) -> None:
    write_copy(folder, Change(match="1", documents={"all": text}), "now")


@pytest.fixture(name="umask", params=[0o077, 0o000])
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("mode", [PUBLIC, SECRET])
def test_a_file_is_as_readable_as_was_promised_whatever_the_shell_says(
    tmp_path: Path, mode: int
) -> None:
    path = tmp_path / "companion.toml"
    (tmp_path / ".companion.toml.new").write_text("of a run that was cut short")
    FileChange(path, "# mine\n", mode).make()
    assert path.stat().st_mode & 0o777 == mode
    FileChange.keeping(path, "# mine, changed\n").make()
    assert path.stat().st_mode & 0o777 == mode
    assert path.read_text() == "# mine, changed\n"
    assert [*tmp_path.iterdir()] == [path]


def test_what_knows_no_modes_takes_the_file_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As FAT, on which config.txt lies."""

    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.fchmod", refused)
    monkeypatch.setattr("os.fchown", refused)
    FileChange(tmp_path / "config.txt", "dtparam=i2c_arm=on\n").make()
    assert (tmp_path / "config.txt").read_text() == "dtparam=i2c_arm=on\n"


@pytest.mark.parametrize("write", [change, backup, copy])
def test_what_does_not_fit_leaves_the_old_file_and_the_room(
    tmp_path: Path, write: Write
) -> None:
    with small_disk(tmp_path, "256k"):
        for text in ("old", "new"):
            write(tmp_path, text)
        before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
        room = free_bytes(tmp_path)
        with pytest.raises((CompanionError, OSError), match="No space"):
            write(tmp_path, "x" * 300_000)
        assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
        assert free_bytes(tmp_path) == room


@pytest.mark.parametrize("write", [change, backup, copy])
def test_the_disk_has_a_file_and_then_its_name_and_nobody_reads_half_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write
) -> None:
    """dnsmasq and NetworkManager read every file of a folder whose name begins with no dot."""
    sync, folder = os.fsync, tmp_path.stat().st_ino
    told: list[tuple[bool, list[str]]] = []

    def fsync(fd: int) -> None:
        names = [each.name for each in tmp_path.iterdir() if each.name[0] != "."]
        told.append((os.fstat(fd).st_ino == folder, names))
        sync(fd)

    monkeypatch.setattr("os.fsync", fsync)
    write(tmp_path, "new")
    (name,) = (each.name for each in tmp_path.iterdir())
    assert told == [(False, []), (True, [name])]


@pytest.mark.parametrize("write", [change, backup, copy])
def test_whoever_lays_a_link_in_the_way_has_nothing_written_through_it(
    tmp_path: Path, write: Write
) -> None:
    folder, other = tmp_path / "folder", tmp_path / "other"
    folder.mkdir()
    other.write_text("somebody's")
    for name in ("written", NEWEST):
        (folder / f".{name}.new").symlink_to(other)
    write(folder, "new")
    assert other.read_text() == "somebody's"


def test_of_two_copies_the_newer_is_read_and_the_older_while_that_is_damaged(
    tmp_path: Path,
) -> None:
    for text in ("first", "second", "third"):
        copy(tmp_path, text)
    assert {each.name for each in tmp_path.iterdir()} == {NEWEST, BEFORE}
    found = read_copy(tmp_path)
    assert found is not None
    assert found[0].documents == {"all": "third"}
    (tmp_path / NEWEST).write_text("damaged")
    found = read_copy(tmp_path)
    assert found is not None
    assert found[0].documents == {"all": "second"}
