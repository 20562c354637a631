"""Writes the playthroughs anew: scripts of sensible matches, and what they replay to.

Run ``python -m tests.playthroughs.make`` after a rule has changed on purpose; the diff of the
transcripts then shows what the change means at the table.
"""

import contextlib
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion.cli.main import main
from companion.cli.script import replay_steps
from companion.engine.deal_code import seed_from_text
from companion.games.letter_jam.dealing import deal_from_seed
from companion.games.letter_jam.game import letter_jam
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.project import seat_view
from companion.games.letter_jam.state import LetterJam, Phase
from companion.languages import Language
from companion.ports import Seat
from companion.words.deck import DECKS
from companion.words.lexicon import load_lexicon

FOLDER = Path(__file__).parent
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
MATCHES: dict[str, tuple[Language, tuple[int, ...]]] = {
    "two-players": ("en", (5, 5)),
    "three-players-german": ("de", (4, 5, 6)),
    "four-players": ("en", (5, 5, 5, 5)),
    "six-players": ("en", (5, 5, 5, 5, 4, 4)),
}


class Scribe:
    """Plays a match and writes every command down."""

    def __init__(self, name: str, language: Language, lengths: tuple[int, ...]) -> None:
        self.game = letter_jam(Lexicons())
        self.language: Language = language
        self.random = Random(name)
        self.lines: list[dict[str, Any]] = []
        lexicon = load_lexicon(language)
        deal = deal_from_seed(
            lexicon, DECKS[language], lengths, "easy", seed_from_text(name)
        )
        self.vocabulary = [
            word for n in range(3, 8) for word in lexicon.secret_words("hard", n)
        ]
        self.do(
            type="SetTable",
            names=list(NAMES[: len(lengths)]),
            language=language,
            words=list(deal.words),
            scrambles=list(deal.scrambles),
            stacks=["".join(stack) for stack in deal.stacks],
            deck="".join(deal.deck),
        )

    def do(self, **command: Any) -> None:
        self.lines.append(command)
        self.state: LetterJam = self._replayed()

    def _replayed(self) -> LetterJam:
        *_, last = replay_steps(self.game, list(enumerate(self.lines, 1)))
        state: LetterJam = last.match.state
        return state

    # -- a round -------------------------------------------------------------------------

    def best_clue(self, seat: Seat) -> list[str]:
        """Return the spots of the word that helps most players, shortest first."""
        view = seat_view(self.state, seat)
        spots: dict[str, list[str]] = {}
        for stand in view.table.stands:
            if stand.letter not in ("", "?"):
                spots.setdefault(stand.letter, []).append(stand.spot)
        for spot, letter, _ in view.table.middle.bonus:
            spots.setdefault(letter, []).append(spot)
        best: tuple[int, int, list[str]] = (0, 0, [])
        for word in self.vocabulary:
            laid = lay(word, spots)
            players = {
                spot for spot in laid if spot.isdigit() and int(spot) <= len(self.names)
            }
            best = max(best, (len(players) * 2 - laid.count("*"), -len(word), laid))
        return best[2]

    @property
    def names(self) -> Sequence[str]:
        return self.game.names(self.state)

    def round(self, number: int) -> None:
        givers = [
            p.seat for p in seat_view(self.state, Seat(0)).table.players if p.may_give
        ]
        giver = max(
            givers, key=lambda seat: (len(set(self.best_clue(seat)) - {"*"}), -seat)
        )
        clue, name = self.best_clue(giver), self.names[giver]
        nonplayers = {s for s in clue if s.isdigit() and int(s) > len(self.names)}
        figures = {
            "letters": len(clue),
            "players": len({s for s in clue if s.isdigit()} - nonplayers),
            "nonplayers": len(nonplayers),
            "bonus": len({s for s in clue if s.startswith("b")}),
            "wildcard": "*" in clue,
        }
        self.do(type="TellFigures", seat=name, figures=figures)
        self.do(type="ChooseCluegiver", seat=name, giver=name)
        if number == 1:
            self.do(
                type="LayChip", seat=name, spot=str(giver + 1)
            )  # the own letter: refused
        for spot in clue:
            self.do(type="LayChip", seat=name, spot=spot)
        self.do(type="GiveClue", seat=name)
        if number == 2:
            self.do(type="Undo")
            self.do(type="GiveClue", seat=name)
        self.decide()

    def decide(self) -> None:
        for seat in self.state.seats:
            view = seat_view(self.state, seat)
            me = view.table.players[seat]
            if self.state.phase is not Phase.DECIDE or not me.asked or me.decision:
                continue
            card = self.state.holder(seat).card or "?"
            knows = self.random.random() < 0.9
            letter = card if knows else self.random.choice("AENRST")
            if view.may_move_on:
                self.do(type="MoveOn", seat=me.name, guess=letter)
            elif view.may_guess:
                self.do(type="GuessBonus", seat=me.name, letter=letter)
            else:
                self.do(type="Stay", seat=me.name)

    # -- the end -------------------------------------------------------------------------

    def end(self) -> None:
        if self.state.phase is Phase.CLUE:
            for name in self.names:
                self.do(type="WantEnd", seat=name)
        for seat in self.state.seats:
            self.final_word(seat)
        for seat in self.state.seats:
            name = self.names[seat]
            self.do(type="RevealWord", seat=name)
            revealed = self.state.players[seat].revealed
            if revealed and revealed.accepted is None:
                judge = self.names[(seat + 1) % len(self.names)]
                self.do(type="JudgeWord", seat=judge, whose=name, accepted=revealed.listed)

    def final_word(self, seat: Seat) -> None:
        name, player = self.names[seat], self.state.players[seat]
        guesses = dict(player.guesses)
        row = "".join(guesses.get(at, "?") for at in range(player.length))
        tiles = self.spell(row)
        if not tiles and "?" not in row:
            self.do(type="LayFinalWord", seat=name, tiles=[], guesses=row)
            return
        covers = {tile[1:] for tile in tiles if len(tile) > 1}
        for spot in sorted(covers):
            self.do(type="Reserve", seat=name, spot=spot)
        self.do(type="LayFinalWord", seat=name, tiles=tiles, guesses=row)

    def spell(self, row: str) -> list[str]:
        """Return tiles that spell a word of the guessed letters, with the wildcard if free."""
        free = "*" not in dict(self.state.reserved)
        for word in sorted(self.vocabulary, key=lambda word: Counter(word) != Counter(row)):
            missing = Counter(word) - Counter(row)
            if len(word) != len(row) or missing.total() > free:
                continue
            left = list(enumerate(row, 1))
            tiles = []
            for letter in word:
                card = next((each for each in left if each[1] == letter), None)
                tiles.append(str(card[0]) if card else "")
                if card:
                    left.remove(card)
            return [tile or f"{left[0][0]}*" for tile in tiles]
        return []


def lay(word: str, spots: dict[str, list[str]]) -> list[str]:
    """Return a spot for each letter, at most one letter by the wildcard; empty: impossible."""
    if len(set(word) - spots.keys()) > 1:
        return []
    turns: Counter[str] = Counter()
    laid = []
    for letter in word:
        where = spots.get(letter, ["*"])
        laid.append(where[turns[letter] % len(where)])
        turns[letter] += 1
    return laid


def write(name: str) -> None:
    """Write the script and the transcripts of one match."""
    language, lengths = MATCHES[name]
    scribe = Scribe(name, language, lengths)
    number = 0
    while scribe.state.phase is Phase.CLUE and not all_done(scribe.state):
        number += 1
        scribe.round(number)
    scribe.end()
    script = FOLDER / f"{name}.jsonl"
    lines = (json.dumps(line, ensure_ascii=False) for line in scribe.lines)
    script.write_text("\n".join(lines) + "\n", "utf-8")
    for file, arguments in transcripts(name):
        file.write_text(replayed(script, arguments), "utf-8")


def all_done(state: LetterJam) -> bool:
    """Return whether every row is through and nobody needs another clue."""
    return all(state.holder(seat).beyond for seat in state.seats)


def transcripts(name: str) -> Iterator[tuple[Path, list[str]]]:
    """Yield each transcript file of a match, with the arguments that make it."""
    yield FOLDER / f"{name}.txt", []
    yield FOLDER / f"{name}.anna.txt", ["--seat", "Anna"]


def replayed(script: Path, arguments: Sequence[str]) -> str:
    """Return what ``companion replay`` prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["replay", str(script), *arguments]) == 0
    return out.getvalue()


if __name__ == "__main__":
    for each in MATCHES:
        write(each)
