"""Whole Haiclue matches as readable transcripts: their diff shows what a changed rule means."""

import json
from pathlib import Path

import pytest

from companion.cli.script import read_lines
from tests.playthroughs.make import FOLDER, replayed
from tests.playthroughs.make_haiclue import MATCHES, transcripts

FILES = [
    pytest.param(name, file, arguments, id=file.stem)
    for name in MATCHES
    for file, arguments in transcripts(name)
]


@pytest.mark.parametrize(("name", "file", "arguments"), FILES)
def test_a_playthrough_still_reads_the_same(
    name: str, file: Path, arguments: list[str]
) -> None:
    assert replayed(FOLDER / f"{name}.jsonl", arguments) == file.read_text("utf-8")


def test_a_seats_transcript_holds_no_hidden_clue_and_no_tile_of_others() -> None:
    """Until the tiles come round Ben meets no word of Cleo's but those she was read with."""
    script = FOLDER / "haiclue-four-players-german-hidden.jsonl"
    (_, setup), *_ = read_lines(script.read_text("utf-8"))
    cleo = {word for tile in setup["hands"][2] for word in tile.split("/")}
    met, read = set[str](), set[str]()
    for line in replayed(script, ["--seat", "Ben", "--json"]).splitlines():
        view = json.loads(line)["view"]
        if view["table"]["round"] > 2:
            break
        met |= {word for word in cleo if f'"{word}"' in line}
        poems = [*view["table"]["poems"], view["table"]["reading"] or {"lines": []}]
        read |= {word for poem in poems for row in poem["lines"] for word in row}
    assert met
    assert met <= read
