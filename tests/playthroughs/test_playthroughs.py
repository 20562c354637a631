"""Whole matches as readable transcripts: their diff shows what a changed rule means."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.script import read_lines
from tests.playthroughs.make import FILES, FOLDER, replayed, transcript

SCRIPTS = sorted(FOLDER.glob("*.jsonl"))
LETTER_JAM = ("two-players", "three-players-german", "four-players", "six-players")
BLUFF = ("buchstabenbluff-german", "buchstabenbluff-half-open")


def views(name: str, seat: str) -> Iterator[Any]:
    """Yield what *seat* saw of a match, step by step."""
    for line in replayed(FOLDER / f"{name}.jsonl", ["--seat", seat, "--json"]).splitlines():
        yield json.loads(line)["view"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_still_reads_the_same(file: Path) -> None:
    assert transcript(file) == file.read_text("utf-8")


def test_every_script_has_its_transcript() -> None:
    assert {each.stem for each in SCRIPTS} == {each.stem.split(".")[0] for each in FILES}


@pytest.mark.parametrize("name", LETTER_JAM)
def test_a_seats_transcript_never_names_its_own_standing_letter(name: str) -> None:
    for view in views(name, "Anna"):
        own = [each for each in view["table"]["stands"] if each["kind"] == "own"]
        assert all(each["letter"] in ("?", "") for each in own)


@pytest.mark.parametrize("name", BLUFF)
def test_a_seats_transcript_holds_no_card_that_lies_face_down(name: str) -> None:
    for view in views(name, "Anna"):
        table = view["table"]
        if table["phase"] == "doubt" and table["lay"]["name"] != "Anna":
            assert view["laid"] == []
            shown = [card for card in table["lay"]["cards"] if card]
            assert len(shown) == ("half-open" in name)
        if table["phase"] != "end":
            assert table["scores"] == []
        if table["phase"] not in ("truth", "end"):
            assert table["truths"] == []


def test_a_seats_transcript_holds_no_word_that_is_sealed_still() -> None:
    steps = replayed(FOLDER / "djam-calm.jsonl", ["--seat", "Anna"]).split("\n\n")
    sealed = [step for step in steps if "| sealed:" in step]
    assert any("Ben" in step for step in sealed)
    assert not any("Forelle" in step or "Nudel" in step for step in sealed)


def test_a_seats_transcript_holds_no_theme_that_lies_in_the_hat() -> None:
    own = replayed(FOLDER / "djam-hat.jsonl", ["--seat", "Cleo"])
    assert "What Cleo did wrong" in own, "drawn"
    assert "squeak" not in own
    assert "Under the bed" not in own


def test_a_seats_transcript_holds_no_hidden_clue_and_no_tile_of_others() -> None:
    """Until the tiles come round Ben meets no word of Cleo's but those she was read with."""
    name = "haiclue-four-players-german-hidden"
    (_, setup), *_ = read_lines((FOLDER / f"{name}.jsonl").read_text("utf-8"))
    cleo = {word for tile in setup["hands"][2] for word in tile.split("/")}
    met, read = set[str](), set[str]()
    for view in views(name, "Ben"):
        if view["table"]["round"] > 2:
            break
        met |= {
            word for word in cleo if f'"{word}"' in json.dumps(view, ensure_ascii=False)
        }
        poems = [*view["table"]["poems"], view["table"]["reading"] or {"lines": []}]
        read |= {word for poem in poems for row in poem["lines"] for word in row}
    assert met
    assert met <= read
