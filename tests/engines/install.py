"""Makes the environments of old browsers: `make engines`. Tests themselves fetch nothing."""

import subprocess
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / ".venv" / "engines"
PACKAGES: Final = {
    "chromium-94": (
        *("PyQt6==6.3.1", "PyQt6-Qt6==6.3.2"),
        *("PyQt6-WebEngine==6.3.1", "PyQt6-WebEngine-Qt6==6.3.2"),
    ),
    "chromium-87": ("PyQt5==5.15.10", "PyQtWebEngine==5.15.6"),
}
"""The least browser that is served, and one that is told it is too old."""


def main() -> None:
    """Install each, unless it is there."""
    for name, packages in PACKAGES.items():
        folder = FOLDER / name
        if not (folder / "done").exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
            pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
            subprocess.run([*pip, "--only-binary", ":all:", *packages], check=True)
            (folder / "done").touch()


if __name__ == "__main__":
    main()
