"""``companion simulate``: bots play many matches among themselves; balance figures."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from random import Random, SystemRandom
from statistics import mean
from time import perf_counter
from typing import Any

from companion.cli.game_options import (
    add_game,
    check_players,
    for_each,
    read_lengths,
    span,
)
from companion.cli.terminal import counted
from companion.engine.codec import Codec
from companion.engine.tools import Simulation
from companion.errors import CompanionError, DataError, Rejected
from companion.games import GAMES, AnyGame
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES
from companion.words.lexicon import LEVELS

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
MOST_MOVES = 2000


@dataclass(frozen=True, slots=True)
class Played:
    """What came out of one match."""

    solved: int
    clues: int
    score: int
    rank: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Balance:
    """What came out of all of them; shares from 0 to 1, the rest are means."""

    games: int
    all_solved: float
    words_solved: float
    clues: float
    score: float
    rank: float
    seconds: float
    ranks: tuple[int, ...]
    """How many matches reached rank 0 to 5."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``simulate``."""
    parser.description = "Bots play matches among themselves. Compare settings, not people."
    add_game(parser)
    parser.add_argument("--players", type=int, default=4, metavar="N", help="2 to 6")
    parser.add_argument(
        "--lengths", default="5", metavar="L[,L...]", help="3 to 7, for all or each"
    )
    parser.add_argument("--language", choices=LANGUAGES, default=DEFAULT_LANGUAGE)
    parser.add_argument("--level", choices=LEVELS, default="normal")
    parser.add_argument("--strength", default="medium", help="how well bots play")
    parser.add_argument("--games", type=int, default=20, metavar="K")
    parser.add_argument("--seed", type=int, help="the same seed, the same matches")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the matches that *args* ask for and print what came out."""
    game = GAMES[args.game]()
    simulation = _simulation(game, args.strength)
    check_players(game, args.players)
    lengths = _lengths(args.lengths, args.players, simulation.lengths)
    if args.games < 1:
        raise DataError(f"--games {args.games}: play one match at least.")
    seed = SystemRandom().getrandbits(32) if args.seed is None else args.seed
    options = {"lengths": lengths, "language": args.language, "level": args.level}
    matches = _matches(simulation, options, args.strength, seed, args.games)
    played = list(counted(matches, args.games, "matches"))
    found = balance(played, args.players, simulation.ranks)
    if args.json:
        asked = {**options, "strength": args.strength, "seed": seed}
        print(json.dumps({**asked, **asdict(found)}))
    else:
        print(_as_text(found))
    return 0


def _simulation(game: AnyGame, strength: str) -> Simulation:
    if game.simulation is None:
        raise DataError(f"{game.title} has no bots to simulate; choose another --game.")
    if strength not in game.strengths:
        known = ", ".join(game.strengths)
        raise DataError(f"--strength {strength}: bots play {known}; choose one of these.")
    return game.simulation


def _lengths(text: str, players: int, allowed: range) -> list[int]:
    lengths = read_lengths("--lengths", text, allowed)
    if any(length not in allowed for length in lengths):
        raise DataError(f"--lengths {text}: words have {span(allowed)} letters.")
    return list(for_each("--lengths", lengths, players))


def _matches(
    simulation: Simulation,
    options: Mapping[str, object],
    strength: str,
    seed: int,
    games: int,
) -> Iterator[Played]:
    """Yield what came out of each match; match *n* of a seed is always the same."""
    game = simulation.quick_game()
    warm = Random(seed)  # noqa: S311 - must be repeatable, guards no secret
    _play(game, options, strength, warm)  # loads the word lists, which is not playing
    for number in range(games):
        random = Random(f"{seed} {number}")  # noqa: S311 - as above
        start = perf_counter()
        state = _play(game, options, strength, random)
        yield Played(*simulation.outcome(state), perf_counter() - start)


def _play(
    game: AnyGame, options: Mapping[str, Any], strength: str, random: Random
) -> object:
    """Return the end of one match, played by the rules and through views and offers."""
    names = NAMES[: len(options["lengths"])]
    state, seed, idle = game.initial, random.getrandbits(32), 0
    start = Codec(game.setup_commands).load(game.start(names, options, ()))
    try:
        state = _after(game, state, start, random)
    except Rejected as refused:
        raise DataError(str(refused.message.params.get("why", refused))) from refused
    assert game.bot is not None  # noqa: S101 - it was asked for its simulation
    for move in range(MOST_MOVES):
        if game.finished(state) or idle > len(names):
            break
        seats = game.seats(state)
        view = game.seat_view(state, seats[move % len(seats)])
        command = game.bot(view, game.offers(view), strength, seed)
        idle = idle + 1 if command is None else 0
        if command is not None:
            state = _after(game, state, command, random)
    if not game.finished(state):
        raise CompanionError("The bots do not come to an end: please tell the makers.")
    return state


def _after(game: AnyGame, state: object, command: object, random: Random) -> object:
    return reduce(game.evolve, game.decide(state, command, random), state)


def balance(played: Sequence[Played], players: int, ranks: range = range(6)) -> Balance:
    """Return the figures over all matches."""
    return Balance(
        games=len(played),
        all_solved=mean(each.solved == players for each in played),
        words_solved=mean(each.solved / players for each in played),
        clues=mean(each.clues for each in played),
        score=mean(each.score for each in played),
        rank=mean(each.rank for each in played),
        seconds=mean(each.seconds for each in played),
        ranks=tuple(sum(each.rank == rank for each in played) for rank in ranks),
    )


def _as_text(found: Balance) -> str:
    ranks = "  ".join(f"{rank}: {count}" for rank, count in enumerate(found.ranks))
    return "\n".join(
        (
            f"matches            {found.games}",
            f"all words solved   {found.all_solved:.1%}",
            f"words solved       {found.words_solved:.1%}",
            f"clues used         {found.clues:.1f}",
            f"score              {found.score:.1f}",
            f"rank               {found.rank:.2f}   ({ranks})",
            f"seconds a match    {found.seconds:.2f}",
        )
    )
