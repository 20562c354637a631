"""Begins a game: ``python -m tests.new_game NAME`` writes one that runs and passes at once.

It is the guide's own under another name: change it rule by rule, and see what turns red.
"""

import re
import sys
from pathlib import Path

import companion.games
from companion.games import FOUND
from tests.games.example import example
from tests.test_architecture import KINDS, PACKAGES, ROOT

GAMES = Path(companion.games.__file__).parent
NAME = re.compile(r"[a-z]+(_[a-z]+)*")
RULE = '''"""The rules of {title}, point by point: what random play cannot know stands here."""

from random import Random

from companion.games.{name} import rules as r
from companion.games.{name}.game import shipped
from companion.ports import Seat
from tests.play import after, begin, given


def test_each_place_of_a_letter_is_a_point() -> None:
    game = shipped()
    state = after(game, game.initial, begin(game, 3, Random(1)))
    state = given(game, state, r.SetWord(Seat(0), "apple"), r.Guess(Seat(1), "P"))
    assert [each.points for each in state.players] == [0, 2, 0]
'''


class NoNameError(Exception):
    """The name will not do, and why."""


def named(name: str) -> dict[str, str]:
    """Return the files of the guide's game, called *name*, with a test of one rule."""
    words = name.split("_")
    title, of_class = " ".join(words).title(), "".join(words).title()
    short = (words[0][0] + words[-1][-1]) if len(words) > 1 else name[:2]
    files: dict[str, str] = {}
    for path, text in example().items():
        said = text.replace("galgenraten", name).replace("Galgenraten", title)
        said = re.sub(r'(title = "|<h1>)Hangman', rf"\g<1>{title}", said)
        said = re.sub(r"\bHangman\b", of_class, said)
        said = re.sub(r'(?m)(^|(?<="))ga(?=\.)', short, said)
        files[f"companion/games/{name}/{path}"] = said
    files[f"tests/games/{name}/__init__.py"] = ""
    files[f"tests/games/{name}/test_rules.py"] = RULE.format(title=title, name=name)
    return files


def refused(name: str, root: Path = ROOT) -> None:
    """Raise NoNameError where *name* is none, is taken, or is a word of the program's own."""
    if not NAME.fullmatch(name) or len(name) < 3:
        raise NoNameError(f"{name!r}: small letters, three at least, words joined by _.")
    if name in FOUND:
        raise NoNameError(f"{name!r}: there is such a game already.")
    spoken = re.compile(name.replace("_", "[_ ]?"), re.IGNORECASE)
    for path in (each for package in PACKAGES for each in (root / package).rglob("*")):
        own = GAMES in path.parents or "pictures" in path.parts
        if path.suffix in KINDS and not own and spoken.search(path.read_text("utf-8")):
            where = path.relative_to(root)
            raise NoNameError(f"{name!r} stands in {where}: choose a word of its own.")


def write(name: str, root: Path = ROOT) -> None:
    """Write the game *name* into the checkout at *root*."""
    refused(name, root)
    for path, text in named(name).items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    try:
        write(*sys.argv[1:2] or ("",))
    except NoNameError as error:
        sys.exit(str(error))
    sys.stdout.write(
        f"companion/games/{sys.argv[1]} and tests/games/{sys.argv[1]} are there.\n"
        f"make test GAME={sys.argv[1]}   says in a minute what is wrong\n"
        'make run ARGS="--dev"        plays it, every seat on one page\n'
        f"python -m tests.gallery {sys.argv[1]}   shows all of it in one picture\n"
    )
