"""What several commands are told of a game: which one, how many play, how long words are."""

import argparse

from companion.engine.game import AnyGame
from companion.errors import DataError
from companion.games import DEFAULT, GAMES


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add ``--game``."""
    parser.add_argument(
        "--game", choices=GAMES, default=DEFAULT, help="default: %(default)s"
    )


def check_players(game: AnyGame, players: int) -> None:
    """Refuse a number of players that the game is not for."""
    if players not in game.players:
        many = "1 player" if players == 1 else f"{players} players"
        raise DataError(
            f"{many}: {game.title} is for {span(game.players)}; change the number."
        )


def strength_of(game: AnyGame, wanted: str | None) -> str:
    """Return *wanted*, or the middle one of the game's; refuse what its bots do not have."""
    if not game.bots.strengths:
        raise DataError(f"{game.title} has no bots; choose another --game.")
    if wanted is None:
        return game.bots.usual_strength
    if wanted not in game.bots.strengths:
        known = ", ".join(game.bots.strengths)
        raise DataError(
            f"--strength {wanted}: bots of {game.title} play {known}; choose one of these."
        )
    return wanted


def read_lengths(option: str, text: str, allowed: range) -> tuple[int, ...]:
    """Return the lengths of words that *text* lists by commas, whatever they are."""
    try:
        return tuple(int(length) for length in text.split(","))
    except ValueError:
        raise DataError(
            f"{option} {text}: write numbers from {span(allowed)}, as in 5 or 4,5,6."
        ) from None


def for_each(option: str, lengths: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Return a length for each player where there is one for all."""
    if len(lengths) not in {1, players}:
        raise DataError(
            f"{option} {','.join(map(str, lengths))} names {len(lengths)} lengths for "
            f"{players} players; give one for all, or one for each."
        )
    return lengths * players if len(lengths) == 1 else lengths


def span(numbers: range) -> str:
    """Return the first and the last of *numbers* for a sentence, or the only one."""
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
