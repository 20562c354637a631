"""Writes the Buchstabenbluff playthrough anew: a script of a sensible match, and its transcripts.

Run ``python -m tests.playthroughs.make_buchstabenbluff`` after a rule has changed on purpose.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.cli.script import replay_steps
from companion.games.buchstabenbluff.deck import cards, worth
from companion.games.buchstabenbluff.game import buchstabenbluff
from companion.games.buchstabenbluff.spelling import SpellingLists
from companion.games.buchstabenbluff.state import Buchstabenbluff, Phase
from companion.languages import Language
from companion.words.lexicon import load_lexicon
from tests.playthroughs.make import FOLDER, replayed

NAMES = ("Anna", "Ben", "Cleo")
MATCHES: dict[str, tuple[Language, dict[str, bool | int]]] = {
    "buchstabenbluff-german": ("de", {}),
    "buchstabenbluff-half-open": ("en", {"half_open": True, "last_refill": False}),
}


class Scribe:
    """Plays a match and writes every command down."""

    def __init__(
        self, name: str, language: Language, options: dict[str, bool | int]
    ) -> None:
        self.game = buchstabenbluff(SpellingLists())
        self.random = Random(name)
        self.language = language
        self.lines: list[dict[str, Any]] = []
        lexicon = load_lexicon(language)
        self.words = [w for n in (3, 4, 5, 6, 7) for w in lexicon.secret_words("hard", n)]
        deck = list(cards(language))
        self.random.shuffle(deck)
        hands = ["".join(deck[n * 5 : n * 5 + 5]) for n in range(len(NAMES))]
        self.do(
            type="SetTable",
            game="buchstabenbluff",
            names=list(NAMES),
            hands=hands,
            deck="".join(deck[15:]),
            dealer=3,
            options={"language": language, **options},
        )

    def do(self, **command: Any) -> None:
        self.lines.append(command)
        *_, last = replay_steps(self.game, list(enumerate(self.lines, 1)))
        self.state: Buchstabenbluff = last.match.state

    @property
    def active(self) -> str:
        assert self.state.active is not None
        return NAMES[self.state.active]

    @property
    def hand(self) -> tuple[str, ...]:
        assert self.state.active is not None
        return self.state.players[self.state.active].hand

    # -- a turn --------------------------------------------------------------------------

    def turn(self, number: int) -> None:
        name = self.active
        while len(self.hand) < 7 and self.random.random() < 0.7:
            self.do(type="Draw", seat=name)
        if number == 1:
            self.do(type="StopDrawing", seat=name)
            self.do(type="Undo")
            self.do(type="Draw", seat=NAMES[1])  # not the turn of Ben: refused
        word = self.best_word()
        bluff = number % 3 == 2 or word is None
        if bluff and self.random.random() < 0.2:
            self.do(type="Pass", seat=name)
            return
        if word is None or bluff:
            length = min(len(self.hand), 5)
            word = self.random.choice([each for each in self.words if len(each) == length])
            self.lay(name, [str(n + 1) for n in range(length)], word)
        else:
            self.lay(name, self.places(word), word)
        self.answer(name, number)

    def best_word(self) -> str | None:
        """Return the dearest word of the hand, jokers left aside."""
        hand = Counter(self.hand)
        found = [word for word in self.words if Counter(word) <= hand]
        return max(found, key=lambda word: (worth(self.language, word), word), default=None)

    def places(self, word: str) -> list[str]:
        left = list(self.hand)
        places = []
        for letter in word:
            places.append(str(left.index(letter) + 1))
            left[left.index(letter)] = ""
        return places

    def lay(self, name: str, places: list[str], word: str) -> None:
        shown = places[:1] if self.state.options.half_open else []
        self.do(type="LayWord", seat=name, cards=places, word=word, shown=shown)

    def answer(self, name: str, number: int) -> None:
        others = [each for each in NAMES if each != name]
        doubting = [each for each in others if self.random.random() < 0.4]
        if number % 2:
            places = [f"stand-{NAMES.index(each) + 1}" for each in doubting]
            self.do(type="TimeUp", held=places)
        else:
            for each in others:
                self.do(type="Doubt" if each in doubting else "Believe", seat=each)
            self.do(type="TimeUp", held=[])
        if self.state.phase is Phase.REVEAL:
            verdict = self.state.verdict
            assert verdict is not None
            if verdict.spelled and not verdict.listed:
                for seat in self.state.jury:
                    self.do(type="Overrule", seat=NAMES[seat], counts=True)
            self.do(type="GoOn", seat=others[0])


def write(name: str) -> None:
    """Write the script and the transcripts of one match."""
    scribe, number = Scribe(name, *MATCHES[name]), 0
    while scribe.state.phase is Phase.TURN:
        number += 1
        scribe.turn(number)
        if number == 4:
            scribe.do(type="Leave", seat=scribe.active)
            away = next(p.name for p in scribe.state.players if not p.present)
            scribe.do(type="ComeBack", seat=away)
    scribe.do(type="OpenNext", seat="Ben")
    if scribe.state.phase is Phase.TRUTH:
        scribe.do(type="OpenAll", seat="Cleo")
    script = FOLDER / f"{name}.jsonl"
    lines = (json.dumps(line, ensure_ascii=False) for line in scribe.lines)
    script.write_text("\n".join(lines) + "\n", "utf-8")
    for file, arguments in transcripts(name):
        file.write_text(replayed(script, arguments), "utf-8")


def transcripts(name: str) -> Iterator[tuple[Path, list[str]]]:
    """Yield each transcript file of a match, with the arguments that make it."""
    yield FOLDER / f"{name}.txt", []
    yield FOLDER / f"{name}.anna.txt", ["--seat", "Anna"]


if __name__ == "__main__":
    for each in MATCHES:
        write(each)
