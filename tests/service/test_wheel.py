"""What ``pipx install .`` installs: the wheel, in an environment that has no checkout."""

import re
import signal
import subprocess
import sys
import sysconfig
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from companion import __version__
from tests.service.systemd import ROOT, get

PACKAGES = ("companion", "hardware", "web")
NOT_SHIPPED = re.compile(r"^web/pictures/|^companion/words/workshop/|/for_tests\.py$")
ADDRESS = re.compile(r"http://localhost:(\d+)/host")


@pytest.fixture(name="wheel", scope="module")
def _wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def test_it_holds_every_file_of_the_program(wheel: Path) -> None:
    here = (each for name in PACKAGES for each in (ROOT / name).rglob("*.*"))
    wanted = {
        str(each.relative_to(ROOT)) for each in here if "__pycache__" not in each.parts
    }
    shipped = set(zipfile.ZipFile(wheel).namelist())
    assert {each for each in wanted if not NOT_SHIPPED.search(each)} - shipped == set()
    assert not [each for each in shipped if NOT_SHIPPED.search(each)]


def test_its_types_are_for_whoever_imports_it(wheel: Path) -> None:
    assert {f"{each}/py.typed" for each in PACKAGES} <= set(
        zipfile.ZipFile(wheel).namelist()
    )


def test_code_wheel_and_changelog_tell_one_version(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        [about] = (each for each in file.namelist() if each.endswith("dist-info/METADATA"))
        metadata = message_from_string(file.read(about).decode())
    newest = re.search(
        r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert newest
    assert [metadata["Version"], newest[1]] == [__version__, __version__]


@pytest.mark.slow
def test_it_answers_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    subprocess.run([sys.executable, "-m", "venv", str(own)], check=True)
    pip = [str(own / "bin/python"), "-m", "pip", "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True)
    # What it depends on is here already; a path in a .pth does not bring the checkout along.
    [packages] = own.glob("lib/python*/site-packages")
    (packages / "here.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    companion = str(own / "bin/companion")

    def said(*arguments: str) -> str:
        done = subprocess.run(
            [companion, *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    assert said("--version") == f"companion {__version__}\n"
    assert "setup-pi" in said("--help")
    assert "stand-6 display" in said("doctor", "--data", str(tmp_path))
    assert '"language": "de"' in said("deal", "--language=de", "--players=2", "--json")
    with subprocess.Popen(
        [companion, "run", "--host=127.0.0.1", "--port=0", f"--data={tmp_path / 'data'}"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = next(filter(None, map(ADDRESS.search, process.stdout)))
            for page in ("/healthz", "/", "/table", "/bench", "/rules", "/static/app.js"):
                assert get(int(found[1]), page)[0] == 200, page
        finally:
            process.send_signal(signal.SIGINT)
