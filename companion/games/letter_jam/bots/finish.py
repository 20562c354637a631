"""How a bot makes its final word: the likeliest word, and help from the middle."""

from collections.abc import Collection, Iterator, Sequence

from companion.games.letter_jam.bots.bot import Bot
from companion.games.letter_jam.bots.final_word import Cover, Solution, solve
from companion.games.letter_jam.commands import (
    LayFinalWord,
    Reserve,
    RevealWord,
    SeatCommand,
    TurnWord,
)
from companion.games.letter_jam.spots import WILDCARD, Spot

CERTAIN = 0.9
"""Whoever is as sure as this leaves the wildcard to the others."""


def finish(bot: Bot, kinds: Collection[str]) -> SeatCommand | None:
    """Reserve, lay and reveal, one after the other."""
    view = bot.view
    if "RevealWord" in kinds:
        return RevealWord(view.seat)
    if "TurnWord" in kinds and view.table.players[view.seat].revealed is not None:
        return TurnWord(view.seat, view.table.lying[0])
    if view.final_tiles is not None or "LayFinalWord" not in kinds:
        return None
    row = [bot.alone(position) for position in range(1, view.length + 1)]
    words = bot.words.weights
    held = [cover for cover in _covers(bot) if cover[0] in view.reserved]
    alone = solve(row, words)
    if alone is None:
        return LayFinalWord(view.seat, (), view.guesses)
    if alone.chance < CERTAIN:
        for spot, letter in _wanted(bot, alone, held):
            with_it = solve(row, words, [*held, (spot, letter)])
            if with_it and spot in "".join(with_it.tiles):
                return Reserve(view.seat, Spot(spot))
    best = solve(row, words, held) or alone
    return LayFinalWord(view.seat, best.tiles, best.guesses)


def _wanted(bot: Bot, alone: Solution, held: Sequence[Cover]) -> Iterator[Cover]:
    """Yield the covers still free that could help, letters before the wildcard."""
    free = [c for c in _covers(bot) if c[0] in bot.view.reservable]
    if not held:
        letters = [c for c in free if c[1] is not None and c[1] in alone.word]
        yield from letters[:1]
        yield from (cover for cover in free if cover[0] == WILDCARD)


def _covers(bot: Bot) -> list[Cover]:
    bonus = bot.view.table.middle.bonus
    return [(WILDCARD, None), *((spot, letter) for spot, letter, _ in bonus)]
