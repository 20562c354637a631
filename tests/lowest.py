"""The lowest version of each package that pyproject.toml allows, as `make test-lowest` wants it."""

import sys
import tomllib
from pathlib import Path


def main() -> None:
    """Print a line a package; where no version is named pip refuses the line."""
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8")
    project = tomllib.loads(text)["project"]
    for each in (*project["dependencies"], *project["optional-dependencies"]["test"]):
        name, _, allowed = each.partition(">=")
        sys.stdout.write(f"{name}=={allowed.partition(',')[0]}\n")


if __name__ == "__main__":
    main()
