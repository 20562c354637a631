"""Rules of the beginning and of the dice: who plays what, and what lies under the cup."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from companion.engine.options import options_of
from companion.engine.people import check_start
from companion.errors import refuse
from companion.games.djam import material
from companion.games.djam.chronicle import HEARD
from companion.games.djam.commands import EnterDice, SetTable, StartMatch
from companion.games.djam.decide_theme import draw
from companion.games.djam.events import CupFilled, Event, MatchStarted, Rolled
from companion.games.djam.evolve import evolve
from companion.games.djam.material import ban
from companion.games.djam.queries import lies, takes_dice
from companion.games.djam.state import (
    STONES,
    THEME_LENGTH,
    Choices,
    Djam,
    Options,
    Phase,
    Roll,
    Themes,
)

PLAYERS = range(3, 7)
THEMES = 6
GONG_S = range(31)
ROUND_S = range(601)
BLACK_SIDE = 5
TRIES = 50
"""How often the guard rolls again before it lets a hard roll be."""


def start(state: Djam, command: StartMatch, random: Random) -> Sequence[Event]:
    """Begin a match."""
    check_start(state, command.names, PLAYERS)
    if command.gong_s not in GONG_S or command.round_s not in ROUND_S:
        raise refuse("seconds")
    if command.first not in range(len(command.names)):
        raise refuse("unknown-player", n=command.first + 1)
    hurried = command.pace == "speed"
    chosen = options_of(Choices, command) | {
        "gong_s": command.gong_s if hurried else 0,
        "round_s": command.round_s if hurried else 0,
        "false_start": command.false_start and command.gong_s > 0,
        # Real dice fall as they fall.
        "guard": command.guard and not command.real_dice,
        "fresh": command.fresh and not command.real_dice,
    }
    options = Options(themes=_themes(command), **chosen)
    words = [each for each in command.recent if each.startswith(HEARD)]
    learned = [each for each in command.recent if each not in words]
    bans = tuple(dict.fromkeys((*material.hard_starts(command.language), *learned)))
    fixed = command if isinstance(command, SetTable) else None
    rolls, stones = _fixed(fixed, len(command.names)) if fixed else ((), ())
    heard = tuple(each.removeprefix(HEARD) for each in words)
    started = MatchStarted(command.names, options, bans, rolls, stones, heard)
    return [started, *fill_cup(evolve(state, started), random)]


def _themes(command: StartMatch) -> Themes:
    """Return those of a card, or the host's own: six different ones, tidied up."""
    if command.card != "own":
        return material.themes(command.language, command.card)
    tidy = tuple(" ".join(theme.split()) for theme in command.own)
    if len(tidy) != THEMES or not all(tidy) or len(set(tidy)) != THEMES:
        raise refuse("themes")
    if any(len(theme) > THEME_LENGTH or not theme.isprintable() for theme in tidy):
        raise refuse("theme-length", most=THEME_LENGTH)
    return tidy


def _fixed(command: SetTable, players: int) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    """Check what a script fixes: any letters go, whatever our dice have."""
    if not all(_possible(roll) for roll in command.rolls):
        raise refuse("rolls")
    stones = command.stones
    if stones and (len(stones) != players or min(stones) < 0 or sum(stones) >= STONES):
        raise refuse("stones")
    return command.rolls, stones


def _possible(roll: Roll) -> bool:
    letters = all(len(each) == 1 and "A" <= each <= "Z" for each in roll.letters)
    dice = len(roll.letters) == BLACK_SIDE and letters
    start = roll.start is None or roll.start in range(BLACK_SIDE)
    return dice and start and roll.theme in range(THEMES)


def fill_cup(state: Djam, random: Random) -> Sequence[CupFilled]:
    """Roll all seven dice where nobody sees them; nothing where they are real."""
    if state.options.real_dice:
        return []
    return [_filled(state, state.rolls[0] if state.rolls else _rolled(state, random))]


def _filled(state: Djam, roll: Roll) -> CupFilled:
    """Return *roll* as it counts: that of a decider is black."""
    return CupFilled(replace(roll, start=None) if state.tied else roll)


def enter_dice(state: Djam, command: EnterDice, random: Random) -> Sequence[Event]:
    """Take what real dice show; told once more, it puts a slip right and all begin anew."""
    if not state.options.real_dice:
        raise refuse("no-real-dice")
    if not takes_dice(state):
        raise refuse("dice-sealed" if lies(state) else "dice-stay")
    letters = tuple("".join(command.letters.split()).upper())
    roll = Roll(command.theme - 1, letters, command.start - 1 if command.start else None)
    if not _possible(roll):
        raise refuse("dice")
    first = state.phase is Phase.ROLL
    roller = state.rolls_now if first else state.roller
    theme = draw(state, random) if first else state.drawn
    return [_filled(state, roll), Rolled(command.seat if roller is None else roller, theme)]


def _rolled(state: Djam, random: Random) -> Roll:
    options = state.options
    roll = _any_roll(options, random)
    for _ in range(TRIES):
        repeats = options.fresh and options.themes[roll.theme] == state.theme
        if not repeats and not (options.guard and hard(state, roll)):
            break
        roll = _any_roll(options, random)
    return roll


def _any_roll(options: Options, random: Random) -> Roll:
    theme = random.randrange(THEMES)
    letters = tuple(random.choice(die) for die in material.dice(options.language))
    colour = random.randrange(BLACK_SIDE + 1)
    return Roll(theme, letters, None if colour == BLACK_SIDE else colour)


def hard(state: Djam, roll: Roll) -> bool:
    """Return whether hardly anybody finds a word for *roll*."""
    return ban(state.options.themes[roll.theme], roll.first_letter) in state.bans
