"""Where the matches lie: named, told by systemd, or the user's own."""

from pathlib import Path

import pytest

from companion.config.paths import data_folder
from companion.errors import ConfigError


def homeless() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_a_service_needs_no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("COMPANION_DATA", raising=False)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert data_folder(None) == tmp_path / "state"
    assert (tmp_path / "state").stat().st_mode & 0o777 == 0o700, "others keep out"
    monkeypatch.delenv("STATE_DIRECTORY")
    with pytest.raises(ConfigError, match="has no home for the matches"):
        data_folder(None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder(None) == tmp_path / "word-table-companion"
