"""No file keeps the table dark: each part, of each type, size and seat, with whole seals."""

import json
import os
from collections.abc import Iterator
from contextlib import closing, suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli.main import main
from companion.engine.game import AnyGame
from companion.errors import CompanionError, Rejected
from companion.process.restore import (
    BEGAN,
    FOUND,
    REFUSED,
    TRIES,
    judged,
    restore,
    take_first,
)
from companion.table.storage.backup import (
    LAYOUT,
    MOST_BYTES,
    MOST_ENTRIES,
    _About,
    _json,
    _Line,
    _seal_of,
    read_backup,
)
from companion.table.storage.database import StorageError
from companion.table.storage.event_log import EventLog
from companion.table.storage.load import RESTORED
from companion.table.values.checksums import seal
from companion.table.values.entries import Change
from tests.depth import by_default
from tests.table.house import House, device
from tests.table.test_backup import LIST, moves, saved

ODD: tuple[Any, ...] = (
    None, True, -1, 7, 10**12, 1e308, "", "x", "\x1b]0;x\x07", "x" * 5000,
    [], [[]], {}, {"a": 1}, ["x"], [0, 0],
)  # fmt: skip
AT = "2026-01-01 20:00"


def sealed(parts: dict[str, str], moves: dict[str, str], at: str = AT) -> str:
    """Return a file whose seals are whole, whatever it says."""
    about = _About(LAYOUT, at, [*parts], len(moves))
    frame = _json(_About(LAYOUT, at, [*parts], len(moves), _seal_of(about)))
    lines = [_json(_Line(seal(*each), *each)) for each in (*parts.items(), *moves.items())]
    return "\n".join((frame, *lines, frame)) + "\n"


@pytest.fixture(name="good")
def _good(house: House, path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The parts and moves of a file with everything in it."""
    house.join("Anna")
    house.work(house.table.matches.change_house, device("Anna"), LIST)
    house.join("Ben")
    house.start(cards="none")
    house.do("Anna", "EndClues")
    house.end()
    house.start("another-one")
    moves(house, 3)
    house.note("Ben", "row:1", "A")
    lines = saved(house, path, "--keys").read_text("utf-8").splitlines()[1:-1]
    found = {each["part"]: each["text"] for each in map(json.loads, lines)}
    moved = {name: text for name, text in found.items() if name.startswith("move ")}
    return {name: text for name, text in found.items() if name not in moved}, moved


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each thing in *value*."""
    yield at
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = [*value.items()]
    elif isinstance(value, list):
        inner = [*enumerate(value[:6])]
    for key, each in inner:
        yield from paths(each, (*at, key))


def changed(value: Any, at: tuple[Any, ...], odd: Any) -> Any:
    if not at:
        return odd
    value = deepcopy(value)
    inner = value
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = odd
    return value


def damages(
    parts: dict[str, str], moves: dict[str, str]
) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """Yield each thing of each part as each odd one; what is one too many, one too few."""

    def both(name: str, text: str | None) -> tuple[dict[str, str], dict[str, str]]:
        """Return both with *text* in the place of *name*, None: without it."""
        one, two = dict(parts), dict(moves)
        where = one if name in one else two
        del where[name]
        if text is not None:
            where[name] = text
        return one, two

    for name, old in (parts | moves).items():
        yield f"without {name}", *both(name, None)
        for raw in ("", "{", "[" * 5000, "5", '"' + "\\u0000" * 9 + '"'):
            yield f"{name} raw", *both(name, raw)
        if name == "table-file":
            continue
        value = json.loads(old)
        for at in paths(value):
            for odd in ODD:
                text = json.dumps(changed(value, at, odd))
                yield f"{name} {at} {str(odd)[:10]}", *both(name, text)
    yield "twice the moves", parts, {**moves, f"move {len(moves)}": moves["move 0"]}


def goes(folder: Path, game: AnyGame) -> None:
    """See a table open on *folder*, people sit down, and go on where there is something."""
    with House(game, folder / "table.sqlite3") as house:
        if house.shown.next_game is not None:
            assert house.shown.next_game.house
        for name in ("Anna", "Ben", "Dora"):
            with suppress(Rejected):
                house.join(name, device(f"{name} here"))
        host = house.shown.host
        if house.shown.rescue is not None and host is not None:
            with suppress(CompanionError):
                house.work(house.table.matches.take_up_copy, host)


SHARES = 8


@pytest.mark.parametrize("share", by_default(0, of=[*range(SHARES)]))
def test_a_first_start_comes_up_whatever_lies_there(
    good: tuple[dict[str, str], dict[str, str]], game: AnyGame, tmp_path: Path, share: int
) -> None:
    every = [*damages(*good)]
    Random(1).shuffle(every)
    taken = refused = 0
    for number, (what, parts, moved) in enumerate(every[share :: SHARES * 4]):
        folder = tmp_path / f"first-{number}"
        folder.mkdir()
        (folder / "found.companion").write_text(sealed(parts, moved), "utf-8")
        take_first(folder)
        try:
            goes(folder, game)
        except Exception as error:
            raise AssertionError(what) from error
        if (folder / f"found.companion{REFUSED}").exists():
            refused += 1
        else:
            taken += 1
        assert not (folder / f"found.companion{BEGAN}").exists()
    assert taken
    assert refused


@pytest.mark.parametrize("what", ["lengths", "reds", "leaves", "centre"])
def test_no_number_of_a_file_fills_the_memory(
    good: tuple[dict[str, str], dict[str, str]], tmp_path: Path, what: str
) -> None:
    parts, moves = good
    begun = json.loads(moves["move 0"])
    (at,) = (way for way in paths(begun) if way and way[-1] == what)
    many = [10**12] * 2 if what == "lengths" else 10**12
    moves = {**moves, "move 0": json.dumps(changed(begun, at, many))}
    (file := tmp_path / "a.companion").write_text(sealed(parts, moves), "utf-8")
    with pytest.raises(CompanionError, match="so many letters or tokens"):
        judged(file)


def test_by_hand_it_is_one_sentence_and_nothing_has_changed(
    good: tuple[dict[str, str], dict[str, str]], tmp_path: Path, capsys: Any
) -> None:
    every = [*damages(*good)]
    Random(2).shuffle(every)
    file, folder = tmp_path / "a.companion", tmp_path / "there"
    for what, parts, moved in every[:60]:
        file.write_text(sealed(parts, moved), "utf-8")
        code = main(["restore", str(file), "--data", str(folder)])
        said = capsys.readouterr()
        assert code in (0, 2), what
        assert "Traceback" not in said.err
        if code:
            assert len(said.err.splitlines()) == 1, what
            assert len(said.err) < 1000, what


def seats(parts: dict[str, str], **changes: Any) -> dict[str, str]:
    seating = json.loads(parts["seating"])
    return {**parts, "seating": json.dumps({**seating, **changes})}


def test_seats_names_and_numbers_out_of_bounds_are_refused(
    good: tuple[dict[str, str], dict[str, str]], tmp_path: Path
) -> None:
    parts, moved = good
    seating, match = json.loads(parts["seating"]), json.loads(parts["match"])
    people = seating["people"]
    evening = json.loads(parts["evenings"])[0]
    many = [{**people[0], "id": f"p{n}", "handle": f"h{n}"} for n in range(200)]
    one = json.loads(moved["move 1"])
    bad: dict[str, tuple[dict[str, str], dict[str, str]]] = {
        "a seat more": (seats(parts, playing=[*seating["playing"], "somebody"]), moved),
        "a seat less": (seats(parts, playing=seating["playing"][:1]), moved),
        "one of them twice": (seats(parts, playing=[seating["playing"][0]] * 2), moved),
        "200 people": (seats(parts, people=many), moved),
        "a long name": (seats(parts, people=[{**people[0], "name": "x" * 100_000}]), moved),
        "no name": (seats(parts, people=[{**people[0], "name": ""}, *people[1:]]), moved),
        "two of one id": (seats(parts, people=[people[0], people[0]]), moved),
        "a PIN of letters": (seats(parts, pin="x" * 5000), moved),
        "evenings": ({**parts, "evenings": json.dumps([evening] * 5000)}, moved),
        "a note of seat 9": (
            {**parts, "match": json.dumps({**match, "notes": [[9, "row:1", "A"]]})}, moved,
        ),
        "a move of seat 9": (
            parts, {**moved, "move 1": json.dumps([[each[0], 9, *each[2:]] for each in one])},
        ),
        "more moves": (parts, {**moved, "move 1": json.dumps(one * MOST_ENTRIES)}),
        "parts": ({**parts, **{f"part {n}": "[]" for n in range(500)}}, moved),
        "a part's name": ({**parts, "x" * 5000: "[]"}, moved),
    }  # fmt: skip
    for what, (these, those) in bad.items():
        file = tmp_path / "a.companion"
        file.write_text(sealed(these, those), "utf-8")
        folder = tmp_path / "there"
        folder.mkdir(exist_ok=True)
        with pytest.raises(CompanionError) as caught:
            restore(folder, file)
        assert len(str(caught.value)) < 500, what
        assert not (folder / "table.sqlite3").exists(), what
    restore_good = tmp_path / "good.companion"
    restore_good.write_text(sealed(parts, moved), "utf-8")
    assert restore(folder, restore_good).match is not None


def test_what_is_no_file_or_far_too_large_is_not_read(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe.companion", tmp_path / "large.companion"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    for each in (pipe, large, tmp_path):
        with pytest.raises(CompanionError):
            read_backup(each)
    take_first(tmp_path)
    assert not pipe.exists()
    assert not large.exists()


def test_of_several_files_the_newest_that_can_be_read_is_taken_and_the_rest_told(
    good: tuple[dict[str, str], dict[str, str]], game: AnyGame, tmp_path: Path
) -> None:
    parts, moved = good
    files = {
        "old.companion": sealed(parts, moved, "2020-01-01 20:00"),
        "BEST.COMPANION": sealed(parts, moved, "2026-01-01 20:00"),
        "empty.companion": "",
        "text.companion": "Lorem ipsum\n",
        "bomb.companion": sealed(seats(parts, pin="x" * 50), moved, "2027-01-01 20:00"),
        "five.companion": sealed({**parts, "match": "5"}, moved, "2028-01-01 20:00"),
        "no-date.companion": sealed(parts, moved, "zzzz"),
        "._BEST.COMPANION": "of a Mac",
    }
    folder = tmp_path / "new"
    folder.mkdir()
    for number, (name, text) in enumerate(files.items()):
        (folder / name).write_text(text)
        os.utime(folder / name, (number, number))
    take_first(folder)
    with House(game, folder / "table.sqlite3") as house:
        assert house.shown.rescue is not None
        assert house.shown.rescue.at == "2026-01-01 20:00"
        told = house.incidents()
        assert [each for kind, each in told if kind == "restored"] == ["2026-01-01 20:00"]
        assert {each for kind, each in told if kind == "found-unusable"} == {
            "bomb.companion"
        }
        (besides,) = (each for kind, each in told if kind == "found-besides")
        assert besides == (
            "old.companion (2020-01-01 20:00 UTC), text.companion, no-date.companion, "
            "five.companion, empty.companion"
        )


def test_where_none_can_be_read_all_are_laid_aside_and_told_and_the_table_is_new(
    game: AnyGame, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.companion").write_text("")
    take_first(tmp_path)
    goes(tmp_path, game)
    assert {each.suffix for each in tmp_path.glob("*.companion*")} == {REFUSED}
    with closing(EventLog(tmp_path / "table.sqlite3")) as log:
        kinds = [each.kind for each in log.incidents()]
    assert kinds.count("found-unusable") == 2


def test_a_card_that_refuses_is_no_fault_of_the_file_and_the_next_start_takes_it(
    good: tuple[dict[str, str], dict[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    names = {"older.companion": "2020-01-01 20:00", "newer.companion": "2026-01-01 20:00"}
    for name, at in names.items():
        (folder / name).write_text(sealed(*good, at), "utf-8")

    def full(*_: object) -> None:
        raise StorageError("The card is full.")

    with monkeypatch.context() as patch:
        patch.setattr("companion.process.restore.put_back", full)
        take_first(folder)
    assert {each.name for each in folder.glob("*.companion*")} == {*names}
    assert caplog.text.count("The card is full.") == 1, "no older one is tried"
    take_first(folder)
    with closing(EventLog(folder / "table.sqlite3")) as log:
        told = [(each.kind, each.detail) for each in log.incidents()]
    assert ("restored", "2026-01-01 20:00") in told
    assert not [kind for kind, _ in told if kind == "found-unusable"]


def test_what_came_with_the_one_that_was_put_back_is_told_once(
    good: tuple[dict[str, str], dict[str, str]], game: AnyGame, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    (folder / FOUND).mkdir(parents=True)
    for number in (10, 11):
        (folder / FOUND / f"{number}-moved.companion").write_text(sealed(*good), "utf-8")
    for _ in range(2):
        take_first(folder)
        with House(game, folder / "table.sqlite3") as house:
            kinds = [kind for kind, _ in house.incidents()]
            assert (kinds.count("found-besides"), kinds.count("found-late")) == (1, 0)


@pytest.mark.parametrize("broken_off", [False, True])
def test_where_somebody_sits_what_was_found_is_laid_aside_and_told_once(
    good: tuple[dict[str, str], dict[str, str]],
    game: AnyGame,
    tmp_path: Path,
    *,
    broken_off: bool,
) -> None:
    folder = tmp_path / "here"
    (folder / FOUND).mkdir(parents=True)
    with House(game, folder / "table.sqlite3") as house:
        house.join("Anna")
        if broken_off:
            house.playing("Ben").end()
    for number in (10, 11):
        found = folder / FOUND / f"{number}-moved-{number}.companion"
        found.write_text(sealed(*good), "utf-8")
    (own := folder / "evening.companion").write_text("its own")
    for _ in range(2):
        take_first(folder)
        with House(game, folder / "table.sqlite3") as house:
            late = [each for kind, each in house.incidents() if kind == "found-late"]
            assert late == ["moved-11.companion, moved-10.companion"]
            assert "restored" not in dict(house.incidents())
    assert {each.suffix for each in (folder / FOUND).iterdir()} == {REFUSED}
    assert own.exists()


def test_a_file_that_ends_the_program_is_tried_three_times(
    good: tuple[dict[str, str], dict[str, str]],
    game: AnyGame,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    file = folder / "a.companion"
    file.write_text(sealed(*good), "utf-8")

    def ends(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("companion.process.restore.restore", ends)
        for _ in range(TRIES):
            with pytest.raises(SystemExit):
                take_first(folder)
    take_first(folder)
    assert not file.exists()
    goes(folder, game)


@pytest.mark.parametrize(
    "name", ["seating", "recent", "house", "evenings", "undo", "wait", RESTORED]
)
def test_nor_do_the_logs_own_documents(
    good: tuple[dict[str, str], dict[str, str]],
    game: AnyGame,
    path: Path,
    name: str,
    house: House,
    tmp_path: Path,
) -> None:
    assert good
    house.table.stop()
    with closing(EventLog(path)) as log:
        document = log.document(name)
    value = json.loads(document or '[["m", {"id": "x", "duration_s": 1.0, "left_s": 1.0}]]')
    texts = [json.dumps(changed(value, at, odd)) for at in paths(value) for odd in ODD]
    Random(3).shuffle(texts)
    whole = path.read_bytes()
    for number, text in enumerate([*texts[:12], "", "{", "[" * 5000]):
        folder = tmp_path / f"log-{name}-{number}"
        folder.mkdir()
        (folder / path.name).write_bytes(whole)
        with closing(EventLog(folder / path.name)) as log:
            log.commit(Change(documents={name: text}))
        goes(folder, game)
