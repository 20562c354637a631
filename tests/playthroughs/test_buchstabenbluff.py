"""Whole matches of Buchstabenbluff as readable transcripts."""

import json
from pathlib import Path

import pytest

from tests.playthroughs.make import FOLDER, replayed
from tests.playthroughs.make_buchstabenbluff import MATCHES, transcripts

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
def test_a_seats_transcript_holds_no_card_that_lies_face_down(name: str) -> None:
    for line in replayed(
        FOLDER / f"{name}.jsonl", ["--seat", "Anna", "--json"]
    ).splitlines():
        view = json.loads(line)["view"]
        table = view["table"]
        if table["phase"] == "doubt" and table["lay"]["name"] != "Anna":
            assert view["laid"] == []
            shown = [card for card in table["lay"]["cards"] if card]
            assert len(shown) == ("half-open" in name)
        if table["phase"] not in ("truth", "end"):
            assert table["scores"] == []
            assert table["truths"] == []
