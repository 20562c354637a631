"""The install script killed after each of its steps and run again; and its way back."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.rig.installing import KILLED, StubMachine
from tests.small_disk import free_bytes, small_disk

BEFORE = ["played before"]
OLD_RULES = "60-companion.rules"
MINE = "[stand.1]\n# mine\n"


@pytest.fixture
def machine(tmp_path: Path) -> StubMachine:
    """A machine on which a version runs, a person's file in it, and a newer one at hand."""
    machine = StubMachine(tmp_path / "machine")
    machine.make()
    done = machine.install(version="old")
    assert done.returncode == 0, done.stderr
    machine.config.write_text(MINE)
    machine.next_version()
    return machine


def a_file(machine: StubMachine, text: str) -> str:
    file = machine.folder / "named.toml"
    file.write_text(text)
    return str(file)


def versions(machine: StubMachine) -> int:
    return len(list((machine.root / "opt/companion/versions").iterdir()))


def test_a_bad_file_replaces_nothing(machine: StubMachine) -> None:
    before = machine.installed()
    done = machine.install(a_file(machine, "[moon]\n"))
    assert done.returncode == 1
    assert "named.toml cannot be used" in done.stderr
    assert "Nothing was changed" in done.stderr
    assert machine.installed() == before
    assert machine.service() == "old"
    assert machine.could_start()


@pytest.mark.parametrize("earlier", [False, True])
def test_a_mask_that_hides_everything_hides_nothing_here(
    tmp_path: Path,
    earlier: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    machine, umask = StubMachine(tmp_path), os.umask(0o022)
    try:
        machine.make()
        if earlier:  # an installer of before has shut them
            for name in ("opt/companion", "etc/companion"):
                (machine.root / name).mkdir(parents=True, exist_ok=True)
                (machine.root / name).chmod(0o700)
        os.umask(0o077)
        for each in machine.table.rglob("*"):
            each.chmod(0o700 if each.is_dir() else 0o600)
        assert machine.install().returncode == 0
    finally:
        os.umask(umask)
    hidden = [
        each
        for top in ("opt", "etc", "usr")
        for each in (machine.root / top, *(machine.root / top).rglob("*"))
        if not each.is_symlink() and each.stat().st_mode & 0o004 == 0
    ]
    assert hidden == []


@pytest.mark.parametrize("version", ["broken", "mute"])
def test_what_does_not_answer_goes_wholly_back(machine: StubMachine, version: str) -> None:
    before = machine.installed()
    done = machine.install(a_file(machine, "[stand.2]\n"), version=version)
    assert done.returncode == 1
    assert "The old one runs again" in done.stderr
    assert machine.service() == "old"
    assert machine.installed() == before
    assert machine.played() == BEFORE
    assert versions(machine) == 1
    moves = 1 if version == "mute" else 0
    assert f" {moves} moves made since" in done.stdout
    [aside] = machine.matches.glob("played-with-*")
    shutil.copytree(aside, machine.matches, dirs_exist_ok=True)
    assert len(machine.played()) == len(BEFORE) + moves


@pytest.mark.parametrize("version", ["new", "broken"])
def test_rules_under_their_old_name_go_with_the_old_version_and_come_back_with_it(
    machine: StubMachine, version: str
) -> None:
    rules = machine.root / "etc/udev/rules.d"
    (rules / "90-companion.rules").rename(rules / OLD_RULES)
    kept = machine.root / "opt/companion/current" / rules.relative_to(machine.root)
    (kept / "90-companion.rules").unlink()
    machine.install(version=version)
    gone_back = version == "broken"
    names = [each.name for each in rules.iterdir()]
    assert names == [OLD_RULES if gone_back else "90-companion.rules"]
    assert machine.install("--remove").returncode == 0
    assert not [*rules.iterdir()]


@pytest.mark.parametrize(("port", "said"), [("80", ""), ("8080", ":8080")])
def test_the_last_lines_say_where_the_table_is_open(
    machine: StubMachine, port: str, said: str
) -> None:
    for name in ("real/systemctl", "stubs/hostname"):
        stub = machine.folder / name
        text = stub.read_text() + ("echo 10.0.0.5 fe80::1\n" if "hostname" in name else "")
        stub.write_text(text.replace("0.0.0.0:80 ", f"0.0.0.0:{port} "))
    done = machine.install()
    assert f"the table is open: http://10.0.0.5{said}\n" in done.stdout
    assert done.stdout.endswith(
        f"doctor --config {machine.config}{f' --port {port}' if said else ''}\n"
    )


def test_where_the_matches_do_not_fit_twice_nothing_eats_their_last_room(
    machine: StubMachine, tmp_path: Path
) -> None:
    current = machine.root / "opt/companion/current"
    with small_disk(tmp_path / "disk", "1M") as disk:
        (disk / "table.sqlite3").write_bytes(bytes(600_000))
        room = free_bytes(disk)
        keep = ["sh", str(current / "keep-matches.sh")]
        state = {**os.environ, "STATE_DIRECTORY": str(disk)}
        done = subprocess.run(keep, env=state, capture_output=True, check=False)
        assert b"No space" in done.stderr
        assert done.returncode != 0
        assert [each.name for each in disk.iterdir()] == ["table.sqlite3"]
        assert free_bytes(disk) == room


def test_where_what_was_played_does_not_fit_aside_nothing_eats_the_last_room(
    machine: StubMachine, tmp_path: Path
) -> None:
    played = machine.matches / "table.sqlite3"
    text = played.read_bytes()
    with small_disk(tmp_path / "disk", "1M") as disk:
        machine.matches.rename(tmp_path / "before")
        machine.matches.symlink_to(disk)
        played.write_bytes(text)
        (disk / "table.copy.json").write_bytes(bytes(400_000))
        (disk / "photos").write_bytes(bytes(150_000))
        room = free_bytes(disk)
        done = machine.install(a_file(machine, "[stand.2]\n"), version="mute")
        assert "make room on the card" in done.stderr
        assert not [*disk.glob("*.new")]
        [kept] = disk.glob("before-*")
        assert room - free_bytes(disk) < 500_000, kept


@pytest.mark.slow
def test_killed_after_each_step_of_an_update_the_next_run_ends_it(
    machine: StubMachine, tmp_path: Path
) -> None:
    after = {"[stand.1]\n# mine\n", "[stand.2]\n"}
    cut = 0
    while True:
        cut += 1
        tried = machine.copy(tmp_path / str(cut))
        arguments = a_file(tried, "[stand.2]\n")
        done = tried.install(arguments, version="new", cut=cut)
        last = (tried.folder / "steps").read_text().splitlines()[-1]
        assert tried.could_start(), last
        assert tried.config.read_text() in after, last
        assert tried.service() in {"old", "new"}, last
        if done.returncode != KILLED:
            break
        done = tried.install(arguments, version="new")
        assert done.returncode == 0, (last, done.stderr)
        as_it_should(tried, last)
    assert cut > 25
    as_it_should(tried, "")


def as_it_should(machine: StubMachine, last: str) -> None:
    assert machine.service() == "new", last
    assert machine.config.read_text() == "[stand.2]\n", last
    assert machine.config.with_suffix(".toml.before").read_text() == MINE, last
    installed = machine.installed()
    assert [each for each in installed if each.endswith(".new")] == [], last
    assert "next version" in installed["etc/systemd/system/companion.service"], last
    assert machine.played() == BEFORE, last
    assert versions(machine) == 1, last


@pytest.mark.slow
def test_killed_after_each_step_of_a_way_back_the_next_run_ends_it(
    machine: StubMachine, tmp_path: Path
) -> None:
    before = machine.installed()
    cut = 0
    while True:
        cut += 1
        tried = machine.copy(tmp_path / str(cut))
        arguments = a_file(tried, "[stand.2]\n")
        done = tried.install(arguments, version="mute", cut=cut)
        last = (tried.folder / "steps").read_text().splitlines()[-1]
        assert tried.could_start(), last
        if done.returncode != KILLED:
            break
        done = tried.install(arguments, version="mute")
        assert done.returncode == 1, last
        assert tried.service() == "old", last
        assert tried.installed() == before, last
        assert tried.played() == BEFORE, last
        assert versions(tried) == 1, last
    assert cut > 25
    assert tried.service() == "old"
