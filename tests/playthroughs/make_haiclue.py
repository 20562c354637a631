"""Writes Haiclue's playthroughs anew, as ``make`` does Letter Jam's.

Run ``python -m tests.playthroughs.make_haiclue`` after a rule has changed on purpose.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.cli.script import replay_steps
from companion.engine.deal_code import seed_from_text
from companion.games.haiclue.dealing import deal
from companion.games.haiclue.game import haiclue
from companion.games.haiclue.state import SHAPES, Haiclue, Phase, Tile
from companion.games.haiclue.words import shipped
from companion.languages import Language
from tests.playthroughs.make import FOLDER, replayed

NAMES = ("Anna", "Ben", "Cleo", "Dora")
MATCHES: dict[str, tuple[Language, int, bool]] = {
    "haiclue-two-players": ("en", 2, False),
    "haiclue-four-players-german-hidden": ("de", 4, True),
}
"""Language, players, whether clues stay hidden until they are read."""


class Scribe:
    """Plays a match and writes every command down."""

    def __init__(
        self, name: str, language: Language, players: int, *, hidden: bool
    ) -> None:
        self.game = haiclue(shipped)
        self.random = Random(name)
        self.lines: list[dict[str, Any]] = []
        dealt = deal(shipped(language), players, seed_from_text(name), guard=True)
        self.do(
            game="haiclue",
            type="SetTable",
            names=NAMES[:players],
            language=language,
            hands=[_written(hand) for hand in dealt.hands],
            stacks=[_written(stack) for stack in dealt.stacks],
            deck=dealt.deck,
            first_reader=1,
            hidden=hidden,
        )

    def do(self, **command: Any) -> None:
        self.lines.append(command)
        *_, last = replay_steps(self.game, list(enumerate(self.lines, 1)))
        self.state: Haiclue = last.match.state

    def play(self) -> None:
        first, last = NAMES[0], self.state.players[-1].name
        self.do(type="LayClue", seat=first, tiles=["1"])  # too few: refused
        while self.state.phase is not Phase.END:
            match self.state.phase:
                case Phase.CLUE:
                    self.clues()
                case Phase.GUESS:
                    self.guesses()
                case _:
                    self.do(type="GoOn", seat=first)
            if self.state.round == 1 and len(self.state.poems) == 1:
                self.come_and_go(last)

    def clues(self) -> None:
        for seat in self.state.seats:
            tiles = [str(n) for n in self.random.sample(range(1, 16), 2 + seat % 4)]
            if len(tiles) > 2:
                tiles.insert(2, "/")
            name = self.state.players[seat].name
            if self.state.players[seat].present and self.state.players[seat].clue is None:
                self.do(type="LayClue", seat=name, tiles=tiles)
                if self.state.round == 1 and seat == 0:
                    self.do(type="Undo")
                    self.do(type="LayClue", seat=name, tiles=tiles)

    def guesses(self) -> None:
        author = self.state.author
        assert author is not None
        card = self.state.players[author].card
        for seat in self.state.present:
            if seat != author:
                shape = card if self.random.random() < 0.7 else self.random.choice(SHAPES)
                self.do(type="Guess", seat=self.state.players[seat].name, shape=shape)

    def come_and_go(self, name: str) -> None:
        """Let somebody leave after the first result; with four or more, to come back later."""
        if len(self.state.players) < 4 or self.state.phase is not Phase.RESULT:
            return
        self.do(type="Leave", seat=name)
        self.do(type="GoOn", seat=NAMES[0])
        self.guesses()
        self.do(type="ComeBack", seat=name)


def _written(tiles: tuple[Tile, ...]) -> list[str]:
    return [f"{tile.white}/{tile.black}" for tile in tiles]


def write(name: str) -> None:
    """Write the script and the transcripts of one match."""
    language, players, hidden = MATCHES[name]
    scribe = Scribe(name, language, players, hidden=hidden)
    scribe.play()
    script = FOLDER / f"{name}.jsonl"
    lines = (json.dumps(line, ensure_ascii=False) for line in scribe.lines)
    script.write_text("\n".join(lines) + "\n", "utf-8")
    for file, arguments in transcripts(name):
        file.write_text(replayed(script, arguments), "utf-8")


def transcripts(name: str) -> Iterator[tuple[Path, list[str]]]:
    """Yield each transcript file of a match, with the arguments that make it."""
    yield FOLDER / f"{name}.txt", []
    yield FOLDER / f"{name}.ben.txt", ["--seat", "Ben"]


if __name__ == "__main__":
    for each in MATCHES:
        write(each)
