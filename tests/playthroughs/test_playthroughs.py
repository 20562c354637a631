"""Whole matches as readable transcripts: their diff shows what a changed rule means."""

import json
from pathlib import Path

import pytest

from tests.playthroughs.make import FOLDER, MATCHES, replayed, transcripts

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


@pytest.mark.parametrize("name", MATCHES)
def test_a_seats_transcript_never_names_its_own_standing_letter(name: str) -> None:
    for line in replayed(
        FOLDER / f"{name}.jsonl", ["--seat", "Anna", "--json"]
    ).splitlines():
        view = json.loads(line)["view"]
        stands = view["table"]["stands"]
        assert all(
            stand["letter"] in ("?", "") for stand in stands if stand["kind"] == "own"
        )
