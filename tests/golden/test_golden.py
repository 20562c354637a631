"""Matches of every released version are taken up, wherever they were left, and played on."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli.script import read_lines
from companion.config.rig_file import read_rig
from companion.engine.game import AnyGame
from companion.errors import Rejected
from companion.games import GAMES
from companion.ports import Seat
from companion.process.restore import restore
from companion.table.storage.event_log import EventLog
from companion.table.values.match import Match, entry_codec
from tests.depth import by_default
from tests.golden.make import COUNTS, PACKS, deals, end, kinds
from tests.play import Player, after, begin, steps
from tests.table.house import House, device

FILES = sorted(Path(__file__).parent.glob("*/*.jsonl"))
MOST = 20_000


Entries = list[tuple[str, Seat | None, Any]]


def stored(path: Path) -> tuple[AnyGame, Entries, object]:
    """Return the game of a file, its entries as this version reads them, and its result."""
    (_, about), *lines = read_lines(path.read_text("utf-8"))
    game = GAMES[about["game"]]()
    codec = entry_codec(game)
    entries = [
        (line["command"], line["actor"], codec.load(line["entry"])) for _, line in lines
    ]
    return game, entries, about["result"]


def moments(game: AnyGame, entries: Entries) -> Iterator[Any]:
    """Yield the state in the middle of each phase: after the first command that is in it."""
    state, seen = game.initial, set()
    for at, (command, _, event) in enumerate(entries):
        state = game.evolve(state, event)
        last = at + 1 == len(entries) or entries[at + 1][0] != command
        if last and state.phase not in seen:
            seen.add(state.phase)
            yield state


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_stored_match_replays_to_its_end(path: Path) -> None:
    game, entries, result = stored(path)
    match = Match.begin(game, "golden")
    for command, actor, entry in entries:
        match = match.with_entries([entry], command, actor)
    assert game.finished(match.state)
    if result is not None:  # else that version kept none
        assert json.loads(json.dumps(end(game, match.state))) == result  # names as a list
    assert match.told_count > 0


PARTS = 3
"""By default each match goes on from every third of its phases."""


@pytest.mark.parametrize("part", by_default(0, of=range(PARTS)))
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_match_that_was_left_in_any_phase_is_played_on(path: Path, part: int) -> None:
    game, entries, _ = stored(path)
    found = list(moments(game, entries))
    assert found
    for seed, left in [*enumerate(found)][part::PARTS]:
        state, player = left, Player(game, Random(seed))
        for before, _, events in steps(game, left, player, MOST):
            state = after(game, before, events or [])
        assert game.finished(state), left.phase


VERSIONS = sorted(
    each for each in Path(__file__).parent.iterdir() if each.name[0].isdigit()
)


@pytest.fixture(name="version", params=VERSIONS, ids=lambda path: path.name)
def _version(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


def test_every_kind_of_entry_that_a_version_knew_is_read(version: Path) -> None:
    """Those that no match above has."""
    for name, entries in json.loads((version / "entries.json").read_text("utf-8")).items():
        codec = entry_codec(GAMES[name]())
        for entry in entries:
            assert codec.load(entry) is not None


def test_the_golden_matches_have_nearly_every_kind_of_entry(version: Path) -> None:
    for name, rest in json.loads((version / "entries.json").read_text("utf-8")).items():
        found = set[str]()
        for path in version.glob(f"{name}-*.jsonl"):
            found |= kinds(path.read_text("utf-8"))
        assert not found & {entry["type"] for entry in rest}
        assert len(rest) < len(found) / 2, name


def dealt_again(code: str) -> list[str]:
    game = GAMES["letter_jam"]()
    options = game.house.options({}, {"code": code})
    return list(after(game, game.initial, begin(game, 3, Random(1), **options)).words)


def test_a_deal_code_is_read_and_says_where_the_words_are_others_since(
    version: Path,
) -> None:
    """Each word struck from a list makes others of them; ``test_dealing`` holds one for ever."""
    for deal in json.loads((version / "deals.json").read_text("utf-8")):
        try:
            words = dealt_again(deal["code"])
        except Rejected as refused:
            assert refused.code == "code-other-words"  # noqa: PT017 - both ends are right
        else:
            assert words == deal["words"]


def test_a_deal_code_of_the_present_lists_deals_its_words_again() -> None:
    for deal in deals():
        assert dealt_again(deal["code"]) == list(deal["words"])


def test_files_about_stands_are_read(version: Path) -> None:
    paths = sorted(version.glob("*.toml"))
    assert paths
    for path in paths:
        assert read_rig(path).stands, path.name


def test_a_table_in_the_middle_of_an_evening_goes_on(version: Path, tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    shutil.copy(version / path.name, path)
    with House(GAMES["letter_jam"](), path) as house:
        gone = [kind for kind, _ in house.incidents() if kind not in {"started", "cut-off"}]
        assert gone == []
        assert house.names[:3] == ["Anna", "Ben", "Opa"]
        assert len(house.names) == 4
        assert house.page("Ben").sheet == {"row:1": "A oder E"}
        assert house.page("Anna").undo.my_answer == "asked"
        table = house.page("Anna").view.table
        assert dict(table.counts) == COUNTS
        house.answer_undo("Anna", agree=False)
        house.do("Ben", "Stay")
        house.end()
        coming = house.shown.next_game
        assert coming is not None
        assert [each.name for each in coming.house.lists] == ["Familie"]
        assert house.shown.options["level"] == "own:Familie"
        house.start("yet-another", **house.shown.options)


WITH_PACKS = [each for each in VERSIONS if (each / "haiclue.companion").exists()]
"""0.1 knew none."""


def packs_of(path: Path) -> dict[str, tuple[str, list[str]]]:
    """Return language and words of all packs in the file of a table, as a match gets them."""
    with closing(EventLog(path)) as log:
        house = json.loads(log.document("house") or "{}")["haiclue"]
    game = GAMES["haiclue"]()
    found = {}
    for pack in game.house.view(game.house.known(house)).packs:
        options = game.house.options(house, {"pack": pack.name})
        found[pack.name] = (options["language"], list(options["own_words"]))
        assert sum(n for _, n in pack.lengths) == len(options["own_words"])
        left_out = {reason: some.count for reason, some in pack.left_out}
        assert left_out == {"no-word": 2, "twice": 1, "long": 11}, "of UNFIT"
    return found


@pytest.mark.parametrize("source", ["sqlite3", "companion"])
@pytest.mark.parametrize("version", WITH_PACKS, ids=lambda path: path.name)
def test_packs_of_own_words_are_read_and_played_from(
    version: Path, source: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.sqlite3"
    if source == "companion":
        restore(tmp_path, version / "haiclue.companion")
    else:
        shutil.copy(version / "haiclue.sqlite3", path)
    assert packs_of(path) == PACKS
    with House(GAMES["haiclue"](), path) as house:
        house.join("Anna")
        told = {"started", "cut-off", "taken-up", "restored"}
        assert [kind for kind, _ in house.incidents() if kind not in told] == []
        assert house.shown.options["pack"] == "Gäste & Co."
        if source == "companion":
            take_up = house.table.matches.take_up_copy
            house.work(take_up, device("Anna"))
        own = {*PACKS["Gäste & Co."][1]}
        words = {each.word for each in house.page("Anna").view.table.targets}
        assert words <= own
        house.end()
        forget = {"type": "ForgetList", "name": "Ours"}
        change = house.table.matches.change_house
        house.work(change, device("Anna"), forget)
        house.start("yet-another", **house.shown.options)
    assert packs_of(path) == {"Gäste & Co.": PACKS["Gäste & Co."]}, "as it is stored now"


def test_what_a_table_gave_along_is_taken_up(version: Path, tmp_path: Path) -> None:
    backup = restore(tmp_path, version / "table.companion")
    assert not backup.lost
    assert backup.table_file.encode() == (version / "companion.example.toml").read_bytes()
    with House(GAMES["letter_jam"](), tmp_path / "table.sqlite3") as house:
        assert house.shown.rescue is not None
        house.join("Ben")
        take_up = house.table.matches.take_up_copy
        house.work(take_up, device("Ben"))
        assert house.names[:3] == ["Anna", "Ben", "Opa"]
        assert house.page("Ben").sheet == {"row:1": "A oder E"}
        table = house.page("Ben").view.table
        assert dict(table.counts) == COUNTS
        house.do("Ben", "Stay")
        assert [kind for kind, _ in house.incidents()] == [
            "taken-up",
            "started",
            "restored",
        ]
