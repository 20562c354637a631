"""The backup goes to a stick, and a first start finds one: the script itself, on real disks."""

import hashlib
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.process.folder_lock import claimed
from companion.process.restore import take_first
from companion.table.storage.backup import Backup, text_of
from tests.service.machine import ROOT
from tests.table.house import House
from tests.waiting import wait_for

SCRIPT = ROOT / "systemd" / "stick.sh"


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "matches"
    folder.mkdir(mode=0o700)
    os.chown(folder, 61234, 61234)
    return folder


def begun(
    folder: Path, stick: Path, machine: str = "one", path: Path = Path("/bin")
) -> subprocess.Popen[str]:
    """Start the script as its unit does: in a mount namespace of its own."""
    card, place = folder.parent / "card", folder.parent / "place"
    card.mkdir(exist_ok=True)
    (folder.parent / machine).write_text(machine)
    program = {
        "PROGRAM": str(folder.parent / "program"),
        "CONFIG": str(folder.parent / "companion.toml"),
        "MACHINE": str(folder.parent / machine),
        "BLKID_FILE": str(folder.parent / "blkid.tab"),  # else it knows the stick of before
    }
    environment = program | {"STICKS": str(stick), "CARD": str(card), "MOUNT": str(place)}
    return subprocess.Popen(
        ["unshare", "--mount", "--propagation", "private", "sh", SCRIPT, folder],
        env={"PATH": f"{path}:{os.environ['PATH']}", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def alive(group: int) -> bool:
    """Return whether a process of *group* is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def run(folder: Path, stick: Path, machine: str = "one", path: Path = Path("/bin")) -> str:
    with begun(folder, stick, machine, path) as process:
        said, wrong = process.communicate(timeout=60)
    assert process.returncode == 0, wrong
    return said + wrong


def on_stick(stick: Path, place: Path) -> dict[str, bytes]:
    """Return the files of the stick, as another machine would read them."""
    read = f"mount {stick} {place} && cd {place} && tar -c --exclude lost+found ."
    place.mkdir(exist_ok=True)
    packed = place.with_name("packed.tar")
    with packed.open("wb") as file:
        subprocess.run(["unshare", "--mount", "sh", "-ec", read], stdout=file, check=True)
    out = place.with_name("unpacked")
    shutil.rmtree(out, ignore_errors=True)
    shutil.unpack_archive(packed, out)
    files = (each for each in out.rglob("*") if each.is_file())
    return {str(each.relative_to(out)): each.read_bytes() for each in files}


def put_on(stick: Path, place: Path, name: str, content: str) -> None:
    place.mkdir(exist_ok=True)
    write = f"mount {stick} {place}; mkdir -p {place}/word-table; cat > '{place}/{name}'"
    subprocess.run(
        ["unshare", "--mount", "sh", "-ec", write], input=content, text=True, check=True
    )


def backup(at: str) -> str:
    return text_of(Backup(at, {"evenings": "[]"}))


OLDER = "11-table-2026-01-01.companion"


def found(folder: Path) -> dict[str, str]:
    """Return what was laid where the program looks."""
    return {each.name: each.read_text() for each in (folder / "found").glob("*.companion")}


def news(folder: Path) -> str:
    """Return what the host's page will say of a stick, and forget it."""
    file = folder / "stick.news"
    kind = file.read_text().partition(" ")[0] if file.exists() else ""
    file.unlink(missing_ok=True)
    return kind


def test_what_the_table_wrote_is_on_the_stick_and_written_once(
    folder: Path, stick: Path
) -> None:
    assert run(folder, stick) == "", "nobody has played yet"
    (folder / "evening.companion").write_text("an evening")
    assert "written to the stick" in run(folder, stick)
    assert run(folder, stick) == ""
    ((name, content),) = on_stick(stick, folder.parent / "place").items()
    assert re.fullmatch(
        rf"word-table/{re.escape(os.uname().nodename)}-[0-9a-f]{{4}}-[\d-]{{10}}\.companion",
        name,
    )
    assert content == b"an evening"


def test_what_the_table_writes_meanwhile_is_on_the_stick_too(
    folder: Path, stick: Path, tmp_path: Path
) -> None:
    """Its unit looks away for as long as the script runs."""
    (folder / "evening.companion").write_text("the score")
    umount = tmp_path / "bin/umount"
    umount.parent.mkdir()
    umount.write_text(
        f'#!/bin/sh\ncd "{folder}"\n'
        "[ -e once ] || { touch once; echo put away >new; mv new evening.companion; }\n"
        f'exec {shutil.which("umount")} "$@"\n'
    )
    umount.chmod(0o755)
    run(folder, stick, path=umount.parent)
    ((_, content),) = on_stick(stick, folder.parent / "place").items()
    assert content == b"put away\n"


def test_a_link_on_a_stick_leads_nowhere(folder: Path, stick: Path, tmp_path: Path) -> None:
    """Not to be written through, and not to be read through."""
    victim, place = tmp_path / "victim", folder.parent / "place"
    victim.write_text("of the system")
    word = hashlib.sha256(b"one").hexdigest()[:4]
    day = f"{date.today():%Y-%m-%d}"  # noqa: DTZ011 - as the script's own
    today = f"{os.uname().nodename}-{word}-{day}.companion"
    for name in (f"word-table/{today}.new", f"word-table/{today}", "taken.companion"):
        put_on(stick, place, "nothing", "")
        link = f"mount {stick} {place} && ln -sf {victim} {place}/{name}"
        subprocess.run(["unshare", "--mount", "sh", "-ec", link], check=True)
    run(folder, stick)
    assert found(folder) == {}
    (folder / "evening.companion").write_text("an evening")
    run(folder, stick)
    assert victim.read_text() == "of the system"


def test_a_stick_that_something_else_uses_is_left_alone(
    folder: Path, stick: Path, tmp_path: Path
) -> None:
    (folder / "evening.companion").write_text("an evening")
    place = tmp_path / "used"
    place.mkdir()
    subprocess.run(["mount", stick, place], check=True)
    try:
        assert run(folder, stick) == ""
        assert not (place / "word-table").exists()
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_full_stick_is_told_of_and_hurts_nothing(folder: Path, stick: Path) -> None:
    (folder / "evening.companion").write_bytes(bytes(16 * 1024 * 1024))
    assert "it is full" in run(folder, stick)
    assert news(folder) == "stick-full"
    assert run(folder, stick)


def test_a_first_start_finds_the_newest_on_the_stick_and_a_later_one_none(
    folder: Path, stick: Path
) -> None:
    place = folder.parent / "place"
    newer, older = backup("2026-02-01 20:00"), backup("2026-01-01 20:00")
    put_on(stick, place, "moved.companion", newer)
    put_on(stick, place, "word-table/table-2026-01-01.companion", older)
    put_on(stick, place, "other.txt", "no backup")
    said = run(folder, stick)
    assert said == "found: moved.companion\nfound: table-2026-01-01.companion\n"
    assert found(folder) == {"10-moved.companion": newer, OLDER: older}
    for each in (folder / "found", *(folder / "found").iterdir()):
        assert each.stat().st_uid == 61234
        assert each.stat().st_mode & 0o077 == 0
    shutil.rmtree(folder / "found")
    (folder / "evening.companion").write_text("one has played here")
    run(folder, stick)
    assert found(folder) == {}


def test_a_first_start_finds_one_on_its_own_card(folder: Path, stick: Path) -> None:
    (folder.parent / "card").mkdir()
    (folder.parent / "card" / "table.companion").write_text("from the card")
    assert run(folder, stick) == "found: table.companion\n"
    assert found(folder) == {"10-table.companion": "from the card"}


def test_all_that_is_found_is_handed_over_the_newest_by_its_own_words_first(
    folder: Path, stick: Path
) -> None:
    place, card = folder.parent / "place", folder.parent / "card"
    put_on(stick, place, "word-table/old.companion", backup("2020-01-01 20:00"))
    put_on(stick, place, "EVENING.COMPANION", backup("2026-01-01 20:00"))
    put_on(stick, place, "word-table/b c’s.Companion", "")
    assert "could not" not in run(folder, stick)
    files = found(folder)
    assert sorted(files) == ["10-EVENING.companion", "11-old.companion", "12-bcs.companion"]
    assert files["10-EVENING.companion"] == backup("2026-01-01 20:00")
    shutil.rmtree(folder / "found")
    card.mkdir(exist_ok=True)
    (card / "TABLE.COMPANION").write_text("from the card")
    run(folder, stick)
    assert [*found(folder)] == ["10-TABLE.companion"], "the card comes first"


def test_what_was_laid_aside_does_not_hide_the_good_one_and_is_not_found_again(
    folder: Path, stick: Path
) -> None:
    place = folder.parent / "place"
    put_on(stick, place, "b.companion", "")
    run(folder, stick)
    (folder / "found/10-b.companion").rename(folder / "found/10-b.companion.refused")
    assert run(folder, stick) == "", "it was looked at"
    assert (folder / "found/10-b.companion.refused").exists()
    put_on(stick, place, "a.companion", backup("2020-01-01 20:00"))
    assert run(folder, stick) == "found: a.companion\n"
    assert [*found(folder)] == ["10-a.companion"]
    assert (folder / "found/10-b.companion.refused").exists()
    assert run(folder, stick) == ""


def test_however_many_newer_ones_are_broken_the_good_one_is_found_in_the_end(
    folder: Path, stick: Path
) -> None:
    (folder.parent / "card").mkdir()
    for number in range(30):
        of_tomorrow = f'{{"at":"2099-01-01 00:00"}} {number}'
        (folder.parent / "card" / f"bad{number}.companion").write_text(of_tomorrow)
    (folder.parent / "card" / "good.companion").write_text(backup("2020-01-01 20:00"))
    for _ in range(3):
        run(folder, stick)
        assert 0 < len(found(folder)) <= 12
        for each in (folder / "found").glob("*bad*.companion"):  # as the program does
            each.rename(f"{each}.refused")
    assert [name[3:] for name in found(folder)] == ["good.companion"]


@pytest.mark.parametrize("made", ["", "mkswap"])
def test_a_stick_with_no_file_system_of_ours_is_told_of(
    folder: Path, stick: Path, made: str
) -> None:
    (folder / "evening.companion").write_text("an evening")
    subprocess.run(["wipefs", "--all", stick], check=True, capture_output=True)
    if made:
        subprocess.run([made, stick], check=True, capture_output=True)
    assert "could not be used" in run(folder, stick)
    assert news(folder) == "stick-unknown"


def test_a_stick_of_parts_is_told_of_by_its_parts_alone(folder: Path, stick: Path) -> None:
    (folder / "evening.companion").write_text("an evening")
    subprocess.run(["wipefs", "--all", stick], check=True, capture_output=True)
    fat = bytes((0, 0, 0, 0, 0x0C, 0, 0, 0)) + struct.pack("<II", 2048, 4096)
    stick.write_bytes(bytes(446) + fat + bytes(48) + b"\x55\xaa")
    assert run(folder, stick) == ""
    assert news(folder) == ""


def test_a_write_protected_stick_is_called_so(folder: Path, stick: Path) -> None:
    (folder / "evening.companion").write_text("an evening")
    subprocess.run(["blockdev", "--setro", stick], check=True)
    try:
        assert "it is write-protected" in run(folder, stick)
        assert news(folder) == "stick-protected"
    finally:
        subprocess.run(["blockdev", "--setrw", stick], check=True)
    assert "written to the stick" in run(folder, stick)
    assert news(folder) == ""


def test_a_stick_that_does_not_mount_is_called_damaged(folder: Path, stick: Path) -> None:
    (folder / "evening.companion").write_text("an evening")
    image = folder.parent / "stick.image"
    os.truncate(image, 4 * 1024 * 1024)
    subprocess.run(["losetup", "--set-capacity", stick], check=True)
    assert "cannot be mounted" in run(folder, stick)
    assert news(folder) == "stick-unreadable"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("cp: error writing 'x': No space left on device", "stick-full"),
        ("cp: error writing 'x': File too large", "stick-full"),
        ("cp: error reading 'x': Input/output error", "stick-broken"),
        ("mount: /x: Windows is hibernated, refused to mount.", "stick-hibernated"),
        ('ntfs3: volume is dirty and "force" flag is not set!', "stick-hibernated"),
        ("mkdir: cannot create directory 'x': Read-only file system", "stick-hibernated"),
        ("mount: /x: wrong fs type, bad option, bad superblock", "stick-unreadable"),
        ("mount: /x: unknown filesystem type 'exfat'.", "stick-unreadable"),
        ("mkdir: cannot create directory 'x': Permission denied", "stick-refused"),
    ],
)
def test_each_reason_is_found_in_what_the_system_says(
    folder: Path, tmp_path: Path, said: str, kind: str
) -> None:
    """With the script's own functions, on a stick of Windows that is not here."""
    (tmp_path / "blkid").write_text(
        "#!/bin/sh\ncase $4 in TYPE) echo ntfs ;; *) echo 'My \x07Stick' ;; esac\n"
    )
    (tmp_path / "blockdev").write_text("#!/bin/sh\necho 0\n")
    for name in ("blkid", "blockdev"):
        (tmp_path / name).chmod(0o755)
    functions = SCRIPT.read_text().partition('\nmkdir -p "$place"\n')[0]
    call = f'{functions}\nwhy /dev/sdz1 "$2"\n'
    subprocess.run(
        ["sh", "-c", call, "sh", folder, said],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        check=True,
        capture_output=True,
    )
    assert (folder / "stick.news").read_text() == f"{kind} My Stick\n"
    assert (folder / "stick.news").stat().st_uid == 61234


def test_two_tables_of_one_name_share_a_stick(folder: Path, stick: Path) -> None:
    for machine in ("one", "other"):
        (folder / "evening.companion").write_text(machine)
        assert "written to the stick" in run(folder, stick, machine)
    files = on_stick(stick, folder.parent / "place")
    assert sorted(files.values()) == [b"one", b"other"]


@pytest.fixture(name="program")
def _program(folder: Path) -> Path:
    """Where the installer has put the program, and the file it gives to a new table."""
    program = folder.parent / "program"
    (program / "bin").mkdir(parents=True)
    (program / "bin/python").write_text(
        f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} "$@"\n'
    )
    (program / "bin/python").chmod(0o755)
    for name in ("program/example.toml", "companion.toml"):
        (folder.parent / name).write_text("[stand.1]\n")
    return program


@pytest.mark.parametrize("chosen", ["", "# chosen\n[stand.1]\n"])
def test_a_first_start_takes_the_tables_file_where_nobody_has_chosen_one(
    folder: Path, stick: Path, program: Path, chosen: str
) -> None:
    assert program.exists()
    mine, config = '[stand.1]\nlink = "usb:E6A1"\n', folder.parent / "companion.toml"
    if chosen:
        config.write_text(chosen)
    text = text_of(Backup("now", {"evenings": "[]"}, table_file=mine))
    put_on(stick, folder.parent / "place", "moved.companion", text)
    assert "found: moved.companion" in run(folder, stick)
    assert config.read_text() == (chosen or mine)
    assert config.stat().st_mode & 0o777 == 0o644, "the service has a user of its own"


@pytest.mark.parametrize("file", ["", "[stand.9]\n"])
def test_a_tables_file_that_is_none_is_left_where_it_came_from(
    folder: Path, stick: Path, program: Path, file: str
) -> None:
    assert program.exists()
    text = text_of(Backup("now", {"evenings": "[]"}, table_file=file))
    put_on(stick, folder.parent / "place", "moved.companion", text)
    assert "stays as it is" in run(folder, stick)
    assert (folder.parent / "companion.toml").read_text() == "[stand.1]\n"
    assert found(folder)


@pytest.mark.parametrize(
    ("newer", "wanted", "why"),
    [
        (Backup("2026-01-03 21:00", {}), "[stand.1]\n", "newer.companion has none"),
        (
            Backup("2026-01-03 21:00", {"evenings": "[]"}, table_file="[stand.9]\n"),
            "[stand.1]\n",
            "newer.companion, line 1",
        ),
        (
            Backup("2026-01-03 21:00", {"seating": "8"}, table_file="[stand.2]\n"),
            "# older\n[stand.1]\n",
            "is another",
        ),
    ],
)
def test_the_tables_file_comes_out_of_the_backup_that_the_start_takes(
    folder: Path, stick: Path, program: Path, *, newer: Backup, wanted: str, why: str
) -> None:
    assert program.exists()
    mine = "# older\n[stand.1]\n"
    older = Backup("2026-01-02 21:00", {"evenings": "[]"}, table_file=mine)
    for name, backup in (("older", older), ("newer", newer)):
        put_on(stick, folder.parent / "place", f"{name}.companion", text_of(backup))
    assert why in run(folder, stick)
    assert (folder.parent / "companion.toml").read_text() == wanted
    take_first(folder)
    refused = [each.name for each in (folder / "found").glob("*.refused")]
    assert refused == (["10-newer.companion.refused"] if wanted == mine else [])


OF_ANOTHER = '[stand.1]\nlink = "usb:E6A1"\n'


def with_file_of_another(folder: Path, stick: Path) -> None:
    text = text_of(Backup("now", {"evenings": "[]"}, table_file=OF_ANOTHER))
    put_on(stick, folder.parent / "place", "moved.companion", text)


def test_a_table_where_somebody_sits_keeps_its_file_and_says_so_once(
    folder: Path, stick: Path, program: Path
) -> None:
    assert program.exists()
    with House(GAMES["letter_jam"](), folder / "table.sqlite3") as house:
        house.join("Anna")
    with_file_of_another(folder, stick)
    said = run(folder, stick)
    assert "people have sat at this table" in said
    assert "the table's file stays as it is" in said
    assert (folder.parent / "companion.toml").read_text() == "[stand.1]\n"
    assert run(folder, stick) == ""


def test_while_the_table_runs_its_file_stays_and_before_the_next_start_it_comes(
    folder: Path, stick: Path, program: Path
) -> None:
    """Somebody may sit down in between."""
    assert program.exists()
    config = folder.parent / "companion.toml"
    with_file_of_another(folder, stick)
    with claimed(folder):
        assert "found: moved.companion" in run(folder, stick)
        assert config.read_text() == "[stand.1]\n"
    run(folder, stick)
    assert config.read_text() == OF_ANOTHER


@pytest.mark.slow
def test_a_stick_pulled_while_it_is_written_to_has_the_old_file_or_the_new(
    folder: Path, stick: Path
) -> None:
    chance, seen, place = Random(3), set[str](), folder.parent / "place"
    written = folder / "evening.companion"
    written.write_bytes(b"0" * 500_000)
    begin_s = time.monotonic()
    run(folder, stick)
    whole_s = time.monotonic() - begin_s
    old = written.read_bytes()
    for number in range(1, 21):
        written.write_bytes(f"{number % 10}".encode() * 500_000)
        with begun(folder, stick) as process:
            try:
                process.wait(chance.uniform(0.0, 2 * whole_s))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # with what it has begun
        wait_for(lambda: not alive(process.pid), "the end of all of it")
        files = on_stick(stick, place)
        (name,) = (each for each in files if each.endswith(".companion"))
        assert files[name] in (old, written.read_bytes())
        seen.add("old" if files[name] == old else "new")
        old = files[name]
    assert seen == {"old", "new"}
