"""The environment that `make` makes, with uv and without, has what `companion card` calls."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = f"""#!/bin/sh
# As uv itself: pip is in an environment only if it is asked for.
[ "$1" = venv ] || exit 2
case " $* " in *" --seed "*) without= ;; *) without=--without-pip ;; esac
for last; do :; done
exec {sys.executable} -m venv $without "$last"
"""


@pytest.mark.parametrize("has_uv", [False, True])
def test_the_environment_has_pip(
    tmp_path: Path,
    has_uv: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    if not shutil.which("make"):
        pytest.skip("make is not here: apt install make")
    shutil.copy(ROOT / "Makefile", tmp_path)
    uv = tmp_path / "bin/uv"
    uv.parent.mkdir()
    if has_uv:
        uv.write_text(UV)
        uv.chmod(0o755)
    path = f"{uv.parent}:{Path(sys.executable).parent}:/usr/bin:/bin"
    made = ["make", "--quiet", "-C", str(tmp_path), ".venv/venv.stamp"]
    python = f"PYTHON={sys.executable}"
    subprocess.run([*made, python], env={**os.environ, "PATH": path}, check=True)
    pip = [str(tmp_path / ".venv/bin/python"), "-m", "pip", "--version"]
    assert "pip" in subprocess.run(pip, capture_output=True, text=True, check=True).stdout
