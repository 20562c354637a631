"""Djam's matches as readable transcripts, from scripts that fix the dice."""

import pytest

from tests.playthroughs.make import FOLDER, replayed

TRANSCRIPTS = {
    "djam-example.txt": ("djam-example.jsonl", []),
    "djam-calm.txt": ("djam-calm.jsonl", []),
    "djam-calm.anna.txt": ("djam-calm.jsonl", ["--seat", "Anna"]),
    "djam-hat.txt": ("djam-hat.jsonl", []),
    "djam-hat.cleo.txt": ("djam-hat.jsonl", ["--seat", "Cleo"]),
}


@pytest.mark.parametrize("file", TRANSCRIPTS)
def test_a_playthrough_still_reads_the_same(file: str) -> None:
    script, arguments = TRANSCRIPTS[file]
    assert replayed(FOLDER / script, arguments) == (FOLDER / file).read_text("utf-8")


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
