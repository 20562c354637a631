"""``python -m tests.benchmarks.policies [MATCHES [LANGUAGE…]]``: does bluffing pay against bots?

A good player of Buchstabenbluff sits with two bots of one strength, each seat in turn: once
never bluffing, once now and then, once whenever a lie promises more. It draws, knows words
and doubts as the strong bot does. Prints how many matches it wins, a tie being shared, and
its points beside the bots' mean. Returns 1 where bluffing now and then does not beat honesty.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any
from unittest.mock import patch

from companion.cli.bot_matches import Series, play
from companion.games.buchstabenbluff.bots.strengths import STRENGTHS
from companion.games.buchstabenbluff.commands import LayWord, Pass
from companion.games.buchstabenbluff.decide_doubt import spells
from companion.games.buchstabenbluff.game import shipped
from companion.games.buchstabenbluff.scoring import score
from companion.games.buchstabenbluff.state import Lay
from companion.games.buchstabenbluff.view import SeatView
from companion.languages import LANGUAGES, Language

MATCHES = 1_000
NAMES = ("Ann", "Bob", "Cleo")
GOOD = STRENGTHS["strong"]
POLICIES = {
    "never": replace(GOOD, bluffs=0.0),
    "now and then": replace(GOOD, bluffs=0.3),
    "whenever it pays": replace(GOOD, bluffs=1.0),
}


@dataclass(frozen=True, slots=True)
class Row:
    """What came of the matches of a policy: shares of matches, points a match."""

    language: Language
    bots: str
    policy: str
    won: float
    points: float
    others: float

    def __str__(self) -> str:
        return (
            f"{self.language} against {self.bots:6} bluffs {self.policy:16}"
            f" {self.won:6.1%} {self.points:6.1f} : {self.others:5.1f}"
        )


def _honest(view: SeatView, command: Any) -> Any:
    """Return *command*, but to pass in place of a lie."""
    if not isinstance(command, LayWord):
        return command
    letters = {str(card.place): card.letter for card in view.hand}
    cards = tuple(letters[place] for place in command.cards)
    lay = Lay(command.seat, command.word, cards, (False,) * len(cards))
    return command if spells(lay) else Pass(command.seat)


def row(language: Language, bots: str, policy: str, matches: int) -> Row:
    """Return what came of *matches* with a policy."""
    game, won, points, others = shipped(), 0.0, 0, 0
    act = game.bots.act

    def acts(view: Any, offers: Any, strength: str, seed: int) -> Any:
        command = act(view, offers, strength, seed)
        return _honest(view, command) if strength == "never" else command

    game = replace(game, bots=replace(game.bots, act=acts))
    for number in range(matches):
        seat = number % len(NAMES)
        strengths = [policy if each == seat else bots for each in range(len(NAMES))]
        series = Series(game.name, NAMES, {"language": language}, tuple(strengths), 0)
        end = play(game, series, Random(f"policy {number}"))
        totals = [score(end, each).total for each in end.seats]
        if totals[seat] == max(totals):
            won += 1 / totals.count(max(totals))
        points += totals[seat]
        others += sum(totals) - totals[seat]
    rivals = matches * (len(NAMES) - 1)
    return Row(language, bots, policy, won / matches, points / matches, others / rivals)


def rows(matches: int, languages: Sequence[Language]) -> Iterator[Row]:
    """Yield a row for each language, strength and policy."""
    with patch.dict("companion.games.buchstabenbluff.bots.act.STRENGTHS", POLICIES):
        for language, bots, policy in product(languages, tuple(STRENGTHS), POLICIES):
            if bots not in POLICIES:
                yield row(language, bots, policy, matches)


def main(argv: Sequence[str]) -> int:
    """Print the table; return 1 if honesty is better somewhere."""
    matches = int(argv[0]) if argv else MATCHES
    languages = [each for each in LANGUAGES if each in argv[1:] or not argv[1:]]
    print(f"{matches} matches of three a row: won (chance 33.3 %), points, points of a bot")
    found = {}
    for each in rows(matches, languages):
        print(each, flush=True)
        found[each.language, each.bots, each.policy] = each.won
    return int(
        any(
            found[language, bots, "now and then"] <= won
            for (language, bots, policy), won in found.items()
            if policy == "never"
        )
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
