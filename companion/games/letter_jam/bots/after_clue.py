"""How a bot decides after a clue: stay, move on, or guess its extra letter."""

from collections.abc import Collection

from companion.games.letter_jam.bots.bot import Bot
from companion.games.letter_jam.bots.strengths import SURE
from companion.games.letter_jam.commands import GuessBonus, MoveOn, SeatCommand, Stay

BONUS_SURE = 0.6
"""A wrong guess costs nothing but the card."""

AMPLE, TIGHT = 1.6, 1.0
"""Rounds left for each letter still to come."""
HURRIED, DESPERATE = 0.5, 0.3
"""How sure is sure enough when time runs short, and when it is too short."""


def decide(bot: Bot, kinds: Collection[str]) -> SeatCommand | None:
    """Return the decision, None where none is wanted."""
    if "Stay" not in kinds:
        return None
    seat = bot.view.seat
    if "MoveOn" in kinds:
        letter, share = _likeliest(bot, bot.view.position)
        return MoveOn(seat, letter) if share >= _enough(bot) else Stay(seat)
    if "GuessBonus" in kinds:
        letter, share = _likeliest(bot, None)
        return GuessBonus(seat, letter) if share >= BONUS_SURE else Stay(seat)
    return Stay(seat)


def _likeliest(bot: Bot, position: int | None) -> tuple[str, float]:
    belief = bot.belief(position)
    return max(belief.items(), key=lambda item: item[1])


def _enough(bot: Bot) -> float:
    """Return how likely a letter must be: less, the fewer rounds are left."""
    view = bot.view
    to_come = view.length - (view.position or view.length)
    middle = view.table.middle
    rounds = middle.red + middle.leaves + middle.centre
    if rounds >= AMPLE * to_come:
        return SURE
    return HURRIED if rounds >= TIGHT * to_come else DESPERATE
