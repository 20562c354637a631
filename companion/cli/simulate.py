"""``companion simulate``: bots play many matches among themselves; balance figures."""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random, SystemRandom
from statistics import mean
from time import perf_counter

from companion.engine.codec import Codec
from companion.errors import CompanionError, DataError, Rejected
from companion.games.letter_jam import LetterJamGame, letter_jam
from companion.games.letter_jam.bots.act import act
from companion.games.letter_jam.bots.strengths import STRENGTHS
from companion.games.letter_jam.commands import Command
from companion.games.letter_jam.deal_code import LENGTHS
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.scoring import score_view
from companion.games.letter_jam.setup_card import setup_card
from companion.games.letter_jam.state import LetterJam
from companion.words.languages import LANGUAGES
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
    parser.add_argument("--players", type=int, default=4, metavar="N", help="2 to 6")
    parser.add_argument(
        "--lengths", default="5", metavar="L[,L...]", help="3 to 7, for all or each"
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--level", choices=LEVELS, default="normal")
    parser.add_argument("--strength", choices=STRENGTHS, default="medium")
    parser.add_argument("--games", type=int, default=20, metavar="K")
    parser.add_argument("--seed", type=int, help="the same seed, the same matches")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the matches that *args* ask for and print what came out."""
    lengths = _lengths(args.lengths, args.players)
    if args.games < 1:
        raise DataError(f"--games {args.games}: play one match at least.")
    seed = SystemRandom().getrandbits(32) if args.seed is None else args.seed
    options = {"lengths": lengths, "language": args.language, "level": args.level}
    played = list(matches(options, args.strength, seed, args.games))
    found = balance(played, args.players)
    if args.json:
        print(
            json.dumps(
                {**options, "strength": args.strength, "seed": seed, **asdict(found)}
            )
        )
    else:
        print(_as_text(found))
    return 0


def _lengths(text: str, players: int) -> list[int]:
    setup_card(players)
    try:
        lengths = [int(each) for each in text.split(",")]
    except ValueError:
        raise DataError(f"--lengths {text}: write numbers from 3 to 7.") from None
    if any(length not in LENGTHS for length in lengths):
        raise DataError(f"--lengths {text}: words have 3 to 7 letters.")
    if len(lengths) not in {1, players}:
        raise DataError(
            f"--lengths {text} names {len(lengths)} lengths for {players} players; "
            "give one for all, or one for each."
        )
    return lengths * players if len(lengths) == 1 else lengths


def matches(
    options: dict[str, object], strength: str, seed: int, games: int
) -> Iterator[Played]:
    """Yield what came out of each match; match *n* of a seed is always the same."""
    game = letter_jam(Lexicons("quick"))
    warm = Random(seed)  # noqa: S311 - must be repeatable, guards no secret
    play(game, options, strength, warm)  # loads the word lists, which is not playing
    for number in range(games):
        random = Random(f"{seed} {number}")  # noqa: S311 - as above
        start = perf_counter()
        state = play(game, options, strength, random)
        yield _played(state, perf_counter() - start)


def play(
    game: LetterJamGame, options: dict[str, object], strength: str, random: Random
) -> LetterJam:
    """Return the end of one match, played by the rules and through views and offers."""
    lengths = options["lengths"]
    names = NAMES[: len(lengths)] if isinstance(lengths, Sequence) else NAMES
    state, seed, idle = game.initial, random.getrandbits(32), 0
    start = Codec(game.setup_commands).load(game.start(names, options, ()))
    try:
        state = _after(game, state, start, random)
    except Rejected as refused:
        raise DataError(str(refused.message.params.get("why", refused))) from refused
    for move in range(MOST_MOVES):
        if game.finished(state) or idle > len(names):
            break
        view = game.seat_view(state, state.seats[move % len(names)])
        command = act(view, game.offers(view), strength, seed, "quick")
        idle = idle + 1 if command is None else 0
        if command is not None:
            state = _after(game, state, command, random)
    if not game.finished(state):
        raise CompanionError("The bots do not come to an end: please tell the makers.")
    return state


def _after(
    game: LetterJamGame,
    state: LetterJam,
    command: Command,
    random: Random,
) -> LetterJam:
    for event in game.decide(state, command, random):
        state = game.evolve(state, event)
    return state


def _played(state: LetterJam, seconds: float) -> Played:
    score = score_view(state)
    solved = sum(line.accepted for line in score.lines)
    return Played(solved, len(state.clues), score.total, score.rank, seconds)


def balance(played: Sequence[Played], players: int) -> Balance:
    """Return the figures over all matches."""
    return Balance(
        games=len(played),
        all_solved=mean(each.solved == players for each in played),
        words_solved=mean(each.solved / players for each in played),
        clues=mean(each.clues for each in played),
        score=mean(each.score for each in played),
        rank=mean(each.rank for each in played),
        seconds=mean(each.seconds for each in played),
        ranks=tuple(sum(each.rank == rank for each in played) for rank in range(6)),
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
