"""Why a stick takes nothing reaches the host's page, in both languages."""

import os
from pathlib import Path

import pytest

from companion.languages import LANGUAGES
from companion.messages import load
from companion.ports import Message
from companion.process.stick_news import KINDS, LOOK_S, NEWS, StickNews
from companion.table.values.incidents import Incident
from tests.service.test_stick import SCRIPT


class Told:
    def __init__(self, folder: Path) -> None:
        self.incidents: list[Incident] = []
        self.now_s, self.file = 0.0, folder / NEWS
        self.look = StickNews(folder, self.note, lambda: self.incidents, lambda: self.now_s)

    def note(self, kind: str, detail: str) -> None:
        self.incidents.insert(0, Incident(kind, detail))

    def after(self, text: str) -> list[tuple[str, str]]:
        self.file.write_text(text)
        self.now_s += LOOK_S
        self.look()
        return [(each.kind, each.detail) for each in self.incidents]


def test_it_is_told_once_and_the_same_thing_not_twice_running(tmp_path: Path) -> None:
    told = Told(tmp_path)
    told.look()
    assert told.after("stick-full My stick\n") == [("stick-full", "My stick")]
    assert not told.file.exists()
    assert len(told.after("stick-full My stick\n")) == 1
    assert len(told.after("stick-broken My stick\n")) == 2
    assert len(told.after("stick-full My stick\n")) == 3


@pytest.mark.parametrize(
    "text",
    ["", "stick-full", "other x\n", "stick-full \x1b[31m\n", "stick-odd x\n", "x" * 10**6],
)
def test_nothing_but_its_own_words_is_told(tmp_path: Path, text: str) -> None:
    assert Told(tmp_path).after(text) == []


@pytest.mark.parametrize("device", [None, "/dev/zero"])
def test_nobody_waits_for_what_is_no_file(tmp_path: Path, device: str | None) -> None:
    if device is None:
        os.mkfifo(tmp_path / NEWS)
    else:
        (tmp_path / NEWS).symlink_to(device)
    told = Told(tmp_path)
    told.look()
    assert told.incidents == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reason_of_the_script_has_its_sentence(language: str) -> None:
    catalogue, script = load(["web"], language), SCRIPT.read_text()
    for kind in KINDS:
        assert f" {kind} " in script
        said = catalogue.say(Message(f"web.incident.{kind}", {"detail": "My stick"}))
        assert "My stick" in said
