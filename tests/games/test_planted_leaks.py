"""Leaks of many kinds, planted in the games' own views, are found by the test of every game."""

import importlib
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.engine.game import AnyGame
from companion.games import GAMES
from tests.perception import telling_ends, usual, usual_leaks


@dataclass(frozen=True)
class Leak:
    """In the *module* of *game* the text *old*, which stands there once, is *new*."""

    game: str
    old: str
    new: str
    module: str = "project"


def haiclue(old: str, new: str) -> Leak:
    return Leak("haiclue", old, new)


def djam(old: str, new: str) -> Leak:
    return Leak("djam", old, new)


def bluff(old: str, new: str) -> Leak:
    return Leak("buchstabenbluff", old, new)


LEAKS = {
    # -- Haiclue --
    "each sees the card of the next seat": haiclue(
        "        target=player.card,",
        "        target=state.players[(seat + 1) % len(state.players)].card,",
    ),
    "a card is worth a point before it is turned": haiclue(
        "        points=standing.points[seat],",
        '        points=standing.points[seat] + (player.card == "bar"),',
    ),
    "hidden clues lie open": haiclue(
        "    if state.hidden:\n        return ()\n",
        "    if False:\n        return ()\n",
    ),
    "who guesses one shape seems not to have guessed": haiclue(
        "        guessed=guessed,", '        guessed=guessed and player.guess != "bar",'
    ),
    "tiles show their other side before a clue is laid": haiclue(
        "turned = player.clue is not None and str(number) not in player.clue",
        "turned = str(number) not in (player.clue or ())",
    ),
    # -- Djam --
    "with speed all see who has a word ready": djam(
        "sealed=player.sealed is not None and state.calm",
        "sealed=player.sealed is not None",
    ),
    "each sees the first vote as the own": djam(
        "vote=votes.get(seat)", "vote=next(iter(votes.values()), None)"
    ),
    "the number die shows though the hat gave the theme": djam(
        "hat=options.hat,",
        "hat=options.hat and (state.roll is None or state.roll.theme != 2),",
    ),
    "all count the slips that all have written": djam(
        "written=state.players[seat].written",
        "written=sum(each.written for each in state.players)",
    ),
    "a black die under the cup takes a stone": djam(
        "pool=state.pool,",
        "pool=state.pool - (state.cup is not None and state.cup.start is None),",
    ),
    # -- Buchstabenbluff --
    "all see who doubts before the gong": bluff(
        "answered=waiting and player.doubts is not None",
        "answered=waiting and bool(player.doubts)",
    ),
    "laid cards lie open before the gong": bluff(
        "    turned = state.phase is Phase.REVEAL",
        "    turned = state.phase in (Phase.REVEAL, Phase.DOUBT)",
    ),
    "the top of the draw pile makes it look higher": bluff(
        "deck=len(state.deck),", 'deck=len(state.deck) + (state.deck[:1] == ("E",)),'
    ),
    "a hand with one letter looks larger": bluff(
        "        hand=len(player.hand),",
        '        hand=len(player.hand) + ("E" in player.hand),',
    ),
}


def changed(module: ModuleType, leak: Leak, folder: Path) -> ModuleType:
    """Return *module* with *leak* in it, beside the one that all others know."""
    text = Path(str(module.__file__)).read_text("utf-8")
    assert text.count(leak.old) == 1
    path = folder / f"leaky_{leak.module}.py"
    path.write_text(text.replace(leak.old, leak.new), "utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    leaky = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(leaky)
    return leaky


def planted(leak: Leak, folder: Path) -> AnyGame:
    """Return the game with what it has of the module taken from one with *leak* in it."""
    game = GAMES[leak.game]()
    module = importlib.import_module(f"companion.games.{leak.game}.{leak.module}")
    leaky = changed(module, leak, folder)
    taken: dict[str, Any] = {}
    for each in fields(game):
        part = getattr(game, each.name)
        if getattr(part, "__module__", "") == module.__name__:
            taken[each.name] = getattr(leaky, part.__name__)
    assert taken
    return replace(game, **taken)


def found(game: AnyGame) -> Iterator[str]:
    """Yield what the test of every game finds by default, in its order."""
    for players in sorted(usual(game.players)):
        yield from usual_leaks(game, players)


@pytest.mark.parametrize("kind", LEAKS)
def test_a_planted_leak_is_found(kind: str, tmp_path: Path) -> None:
    assert next(found(planted(LEAKS[kind], tmp_path)), "")


CHOICE = Leak(
    "buchstabenbluff",
    "return state.with_player(seat, doubts=doubts)",
    "return state.with_player(seat, doubts=doubts, tens=int(doubts))",
    "evolve",
)


def test_a_secret_choice_that_changes_what_all_see_is_found(tmp_path: Path) -> None:
    """No twin finds it: there the same is chosen."""
    game = planted(CHOICE, tmp_path)
    assert next(found(game), "") == ""
    assert next(telling_ends(game, 40), "")
