"""What commands say of a folder or a file that is not yours, or is none."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli.main import main, parser
from companion.config.air_file import air_path
from companion.pi.hotspot import call
from companion.table.storage.backup import Backup, read_backup, text_of
from companion.table.storage.event_log import EventLog
from companion.table.values.entries import Change
from tests.e2e.daemon import Daemon
from tests.waiting import LIMIT_S

NOBODY = 65534
LINES = ("backup {out}", "export", "restore {file}", "doctor --port 9")


@contextmanager
def a_stranger(folder: Path) -> Iterator[None]:
    """Have *folder* as one of somebody else, of root say."""
    folder.chmod(0)
    if is_root := os.geteuid() == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)


def asked(line: str, folder: Path, data: Path) -> list[str]:
    file = folder / "taken.companion"
    file.write_text(text_of(Backup("", {"evenings": "[]"})), "utf-8")
    return [*line.format(file=file, out=folder / "out").split(), "--data", str(data)]


@pytest.mark.parametrize("line", LINES)
def test_a_folder_that_is_not_yours_wants_sudo(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    command = asked(line, tmp_path, theirs)
    main(command)  # whatever has to be loaded for it is there now
    capsys.readouterr()
    with a_stranger(theirs):
        assert main(command) == 2
    said = capsys.readouterr()
    assert "put `sudo` in front" in said.out + said.err
    assert str(theirs) in said.out + said.err


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("data", ["file", "file/below"])
def test_a_file_is_no_folder(
    line: str, data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(asked(line, tmp_path, tmp_path / data)) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert str(tmp_path / data) in said
    assert "--data" in said


def test_doctor_makes_no_folder_that_was_named_wrongly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typo = tmp_path / "mathces"
    assert main(["doctor", "--port", "9", "--data", str(typo)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert f"The folder {typo} for the matches is not there" in said
    assert not typo.exists()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a machine with matches of its user and, where systemd keeps them, others."""
    monkeypatch.delenv("COMPANION_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    kept(tmp_path / "home/word-table-companion", "own")
    kept(tmp_path / "var/lib/private/companion", "of-the-service")
    return tmp_path


def kept(folder: Path, match: str) -> None:
    folder.mkdir(parents=True)
    log = EventLog(folder / "table.sqlite3")
    log.commit(Change(match=match, game="djam"))
    log.close()


def exported(root: Path, capsys: pytest.CaptureFixture[str]) -> str:
    args = parser("export").parse_args(["export"])
    args.root = root
    assert args.run(args) == 0
    return capsys.readouterr().out.split()[0]


def test_export_lists_the_matches_of_the_service_where_it_is_installed(
    machine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = machine / "etc/companion/companion.toml"
    config.parent.mkdir(parents=True)
    config.touch()
    assert exported(machine, capsys) == "of-the-service"
    monkeypatch.setenv("COMPANION_DATA", str(machine / "home/word-table-companion"))
    assert exported(machine, capsys) == "own"


def test_export_lists_ones_own_matches_where_no_service_is_installed(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exported(machine, capsys) == "own"


def test_a_tables_file_that_is_not_in_a_backup_is_missed_before_anything_is_put_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, config = tmp_path / "data", tmp_path / "companion.toml"
    command = asked("restore {file}", tmp_path, data)
    assert main([*command, "--table-file", str(config)]) == 2
    assert "leave --table-file out" in capsys.readouterr().err
    assert not data.exists()
    assert not config.exists()


@pytest.mark.parametrize(
    ("line", "name"),
    [("run", "boards.toml"), ("stands list --seconds 0", "boards.toml"),
     ("stands flash --air --seconds 0", "air.json"), ("stands forget", "boards.toml"),
     ("backup {out} --keys", "boards.toml"), ("backup {out} --keys", "air.json"),
     ("backup {out}", "table.sqlite3"), ("export", "table.sqlite3"),
     ("doctor --port 9", "boards.toml"), ("doctor --port 9", "table.sqlite3")],
)  # fmt: skip
def test_a_pipe_among_the_matches_makes_nothing_wait(
    line: str, name: str, tmp_path: Path
) -> None:
    data, config = tmp_path / "data", tmp_path / "table.toml"
    data.mkdir()
    EventLog(data / "table.sqlite3").close()
    (data / name).unlink(missing_ok=True)
    os.mkfifo(data / name)
    config.write_text("[stand.1]\n")
    command = asked(line, tmp_path, data)
    if line == "run":
        with Daemon(data, options=("--config", str(config))):
            return
    if line.partition(" ")[0] not in ("export", "restore"):
        command += ("--config", str(config))
    done = subprocess.run(
        [sys.executable, "-m", "companion", *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )
    assert done.returncode in (0, 1, 2), done.stderr
    assert "Traceback" not in done.stderr


ODD = (
    'air = "usb:1"\n[stand.2]',
    '[stand]\n1 = "x"',
    "stand = 5",
    "[stand.1",
    "[[stand]]",
    None,
)


def test_a_backup_without_the_boards_of_a_damaged_file_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    EventLog(tmp_path / "table.sqlite3").close()
    (tmp_path / "boards.toml").write_text("[stand.1")
    config = tmp_path / "table.toml"
    config.write_text("[stand.2]\n")
    command = [*asked("backup {out}", tmp_path, tmp_path), "--config", str(config)]
    assert main(command) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("NOT SAVED, the boards that were made stands: ")
    assert "boards.toml is damaged" in told
    assert read_backup(tmp_path / "out").table_file == "[stand.2]\n"


def test_boards_for_which_the_tables_file_has_no_place_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    EventLog(tmp_path / "table.sqlite3").close()
    made = (
        '[stand.3]\nlink = "usb:B7"\n[stand.4]\nlink = "usb:C8"\n[air]\nbridge = "usb:D9"\n'
    )
    (tmp_path / "boards.toml").write_text(made)
    config = tmp_path / "table.toml"
    config.write_text("stand = {1 = {}, 2 = {}}\nair = {}\n")
    command = [*asked("backup {out}", tmp_path, tmp_path), "--config", str(config)]
    assert main(command) == 1
    told = capsys.readouterr().err.splitlines()
    for line, by_hand in zip(told, ("usb:B7", "usb:C8", "[air]"), strict=True):
        assert line.startswith(
            "NOT SAVED, the boards that were made stands: the table's file"
        )
        assert by_hand in line
    assert read_backup(tmp_path / "out").table_file == config.read_text()


@pytest.mark.parametrize("text", ODD)
def test_what_else_there_is_goes_along_where_a_part_cannot(
    text: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    EventLog(tmp_path / "table.sqlite3").close()
    air_path(tmp_path).write_text("{")
    config = tmp_path / "table.toml"
    if text:
        config.write_text(text)
    command = [*asked("backup {out} --keys", tmp_path, tmp_path), "--config", str(config)]
    assert main(command) == 1
    told = capsys.readouterr().err.splitlines()
    assert [each.partition(": ")[0] for each in told] == [
        "NOT SAVED, the table's file",
        "NOT SAVED, the key of stands without a cable",
    ]
    assert str(config) in told[0]
    backup = read_backup(tmp_path / "out")
    assert "evenings" in backup.documents
    assert (backup.table_file, backup.air) == ("", "")


@pytest.mark.parametrize("text", ODD[:-1])
def test_an_odd_tables_file_keeps_its_bridge_and_says_why(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(text)
    command = [*asked("stands forget", tmp_path, tmp_path), "--config", str(config)]
    assert main(command) == 2
    assert str(config) in capsys.readouterr().err
    assert config.read_text() == text


@pytest.mark.parametrize("line", ["backup {theirs}", "backup {theirs}/out"])
def test_a_file_in_a_folder_that_is_not_yours_wants_sudo_or_another_name(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    EventLog(tmp_path / "table.sqlite3").close()
    command = [*line.format(theirs=tmp_path).split(), "--data", str(tmp_path)]
    with monkeypatch.context() as now:
        now.setattr(Path, "replace", refused)
        assert main(command) == 2
    said = capsys.readouterr().err
    assert (
        "cannot be written: Permission denied; put `sudo` in front, or name a file" in said
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone may become somebody else")
def test_a_tool_that_is_not_yours_to_run_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "nmcli").touch()
    with a_stranger(tmp_path):
        assert call(["nmcli"]).returncode == 127
