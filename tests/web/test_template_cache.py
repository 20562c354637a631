"""What Jinja compiled is found again, and never in the way."""

from pathlib import Path

import pytest

from tests.web.conftest import dummy_pages
from web.pages.game_pages import GamePages
from web.pages.renderer import LockedEnvironment, Renderer
from web.pages.template_cache import TemplateCache


@pytest.fixture(name="pages")
def _pages() -> GamePages:
    return next(iter(dummy_pages().values()))


@pytest.fixture(name="compiled")
def _compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record which templates are really compiled."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    names: list[str] = []
    plain = LockedEnvironment.compile

    def record(self: LockedEnvironment, source: str, name: str, *rest: object) -> object:
        names.append(name)
        return plain(self, source, name, *rest)  # type: ignore[call-overload]  # as it came

    monkeypatch.setattr(LockedEnvironment, "compile", record)
    return names


def rules(pages: GamePages, folder: Path) -> str:
    return Renderer(pages, "boot", {}, cache=TemplateCache(folder)).render(
        "rules.html", "en", text="", path="/rules"
    )


def test_templates_are_compiled_once_for_all_starts(
    tmp_path: Path, pages: GamePages, compiled: list[str]
) -> None:
    first = rules(pages, tmp_path / "kept")
    assert "rules.html" in compiled
    compiled.clear()
    assert rules(pages, tmp_path / "kept") == first
    assert compiled == []
    assert {each.stat().st_mode & 0o777 for each in (tmp_path / "kept").iterdir()} == {
        0o644
    }


def test_a_damaged_one_is_compiled_anew(
    tmp_path: Path, pages: GamePages, compiled: list[str]
) -> None:
    first = rules(pages, tmp_path)
    for each in tmp_path.iterdir():
        each.write_bytes(each.read_bytes()[:100])
    compiled.clear()
    assert rules(pages, tmp_path) == first
    assert "rules.html" in compiled


def test_a_folder_that_cannot_be_written_does_no_harm(
    tmp_path: Path, pages: GamePages
) -> None:
    (tmp_path / "a file").write_text("")
    assert "<h1" in rules(pages, tmp_path / "a file" / "kept")


def test_nothing_is_kept_where_python_keeps_nothing(
    tmp_path: Path, pages: GamePages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    rules(pages, tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_everything_can_be_compiled_beforehand(
    tmp_path: Path, pages: GamePages, compiled: list[str]
) -> None:
    Renderer(pages, "boot", {}, cache=TemplateCache(tmp_path)).compile()
    assert {"join.html", "host.html", "phone.html"} <= set(compiled)
