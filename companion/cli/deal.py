"""``companion deal``: secret words for a match with printed cards, or a deal as JSON."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.cli.arguments import legible
from companion.cli.game_options import (
    add_game,
    check_players,
    for_each,
    read_lengths,
)
from companion.engine.game import AnyGame
from companion.engine.tools import CardDeal, Dealing, DealWish
from companion.errors import DataError, plain
from companion.games import GAMES
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES, Language
from companion.table.values.names import likeness
from companion.words.custom import check_list
from companion.words.deck import DECKS
from companion.words.entries import is_checkers, list_text
from companion.words.lexicon import LEVELS, load_lexicon

DEFAULT_PLAYERS = 4
"""As many as ``simulate`` has; whoever lays fewer cards out says so, or names the people."""

# A screen of its own keeps the letters out of the scrollback; terminals without one are
# cleared with their scrollback. Home, clear the screen, clear what scrolled off.
_OWN_SCREEN, _MAIN_SCREEN = "\033[?1049h", "\033[?1049l"
_CLEAR = "\033[H\033[2J\033[3J"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``deal``."""
    parser.description = "Draws secret words that one deck can lay together, scrambled."
    add_game(parser)
    parser.add_argument(
        "--language", choices=LANGUAGES, help=f"default: {DEFAULT_LANGUAGE}"
    )
    parser.add_argument("--players", type=int, metavar="N", help="2 to 6; default 4")
    parser.add_argument(
        "--length", metavar="L[,L...]", help="3 to 7 letters, for all or each; default 5"
    )
    parser.add_argument("--level", choices=LEVELS, help="default: normal")
    parser.add_argument("--names", metavar="A,B,...", help="the players, clockwise")
    parser.add_argument(
        "--seed",
        type=legible,
        help="a deal code, or any text: the same text, the same deal",
    )
    parser.add_argument(
        "--words", metavar="FILE", help="deal from your own list, one word a line"
    )
    parser.add_argument(
        "--json", action="store_true", help="print everything, secrets included"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the deal that *args* ask for; DataError: the wish cannot be met."""
    drawn = _draw(args, GAMES[args.game]())
    names = _names(args.names, len(drawn.lengths))
    if args.json:
        print(_as_json(drawn))
        return 0
    return _show(drawn, names)


def _draw(args: argparse.Namespace, game: AnyGame) -> CardDeal:
    if game.dealing is None:
        raise DataError(f"{game.title} has no words to draw for printed cards.")
    return game.dealing.deal(_wish(args, game, game.dealing))


def _wish(args: argparse.Namespace, game: AnyGame, dealing: Dealing) -> DealWish:
    if args.seed and (coded := dealing.read_code(args.seed)):
        _refuse_contradictions(args, coded, game, dealing)
        return replace(coded, words=_own_words(args.words, coded.language))
    lengths = _lengths(args, game, dealing)
    language: Language = args.language or DEFAULT_LANGUAGE
    words = _own_words(args.words, language)
    return DealWish(lengths, language, args.level or "normal", words, args.seed)


def _own_words(path: str | None, language: str) -> tuple[str, ...] | None:
    """Return the words of a file that fit; say on standard error what was left out."""
    if path is None:
        return None
    try:
        text = list_text(Path(path).read_bytes())
    except OSError as error:
        raise DataError(f"--words {path}: it cannot be read ({error.strerror}).") from error
    except DataError as error:
        raise DataError(f"--words {path}: {error}.") from error
    if is_checkers(text):
        raise DataError(
            f"--words {path}: it is a spelling checker's file of stems (word/FLAGS), not a list "
            "of words; take one that has a word a line."
        )
    found = check_list(text, load_lexicon(language), DECKS[language])
    for each in found.left_out:
        print(f"{path}, line {each.line}, {plain(each.text)}: {each.why}.", file=sys.stderr)
    if found.unlisted:
        unknown = ", ".join(found.unlisted)
        print(f"Not in the spelling list, dealt all the same: {unknown}.", file=sys.stderr)
    return found.words


def _refuse_contradictions(
    args: argparse.Namespace, code: DealWish, game: AnyGame, dealing: Dealing
) -> None:
    """Refuse wishes that differ from what the deal code says; it cannot be changed."""
    players = len(code.lengths)
    lengths = args.length and _lengths(args, game, dealing, players)
    wishes = {
        "language": (args.language, code.language),
        "level": (args.level, code.level),
        "players": (args.players, players),
        "length": (lengths, code.lengths),
    }
    for option, (wished, coded) in wishes.items():
        if wished not in {None, coded}:
            raise DataError(
                f"--{option} {_as_typed(wished)} does not fit the deal code, which says "
                f"{_as_typed(coded)}; leave out --{option} or the code."
            )


def _as_typed(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _lengths(
    args: argparse.Namespace, game: AnyGame, dealing: Dealing, players: int | None = None
) -> tuple[int, ...]:
    if args.players is not None:
        players = args.players
    elif players is None and args.names is not None:
        players = len(args.names.split(","))
    if players is None:
        players = DEFAULT_PLAYERS
    lengths = read_lengths("--length", args.length or "5", dealing.lengths)
    check_players(game, players)
    return for_each("--length", lengths, players)


def _names(names: str | None, players: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"Player {number}" for number in range(1, players + 1))
    found = tuple(name.strip() for name in names.split(","))
    if len(found) != players or not all(found):
        raise DataError(
            f"--names {names}: name all {players} players, separated by commas."
        )
    for at, name in enumerate(found):
        if likeness(name) in map(likeness, found[:at]):
            raise DataError(
                f"--names {names}: two are called {name}; add a letter to tell them apart."
            )
    return found


def _as_json(drawn: CardDeal) -> str:
    players = [
        {"word": word, "scramble": scramble}
        for word, scramble in zip(drawn.words, drawn.scrambles, strict=True)
    ]
    facts = {
        "code": drawn.code,
        "language": drawn.language,
        "players": players,
    }
    return json.dumps({**facts, "stacks": drawn.stacks, "deck": drawn.deck})


# -- one screen per maker --


@dataclass(frozen=True, slots=True)
class Task:
    """What one maker does: pull *cards* for *receiver*, and see no others."""

    maker: str
    receiver: str
    cards: str


def tasks(scrambles: Sequence[str], names: Sequence[str]) -> tuple[Task, ...]:
    """Return each player's task, by seat, clockwise.

    The maker of a word is the receiver's left neighbour. Around a table the next seat
    clockwise is on one's left, so everybody makes for the seat before the own one.
    """
    return tuple(
        Task(names[seat], names[seat - 1], scrambles[seat - 1])
        for seat in range(len(names))
    )


def _show(drawn: CardDeal, names: Sequence[str]) -> int:
    try:
        for task in tasks(drawn.scrambles, names):
            _show_task(task, input)
    except EOFError as error:
        raise DataError("There is no keyboard to press Enter on; use --json.") from error
    except KeyboardInterrupt:
        return 130
    print(_closing_words(drawn))
    return 0


def _show_task(task: Task, ask: Callable[[str], str]) -> None:
    """Show one task between two presses of Enter; leave an empty screen in any case."""
    ask(f"{task.maker}, come alone. Enter shows the cards for {task.receiver}. ")
    print(_OWN_SCREEN + _CLEAR, end="")
    try:
        ask(
            f"{task.maker}, pull these cards for {task.receiver}:\n\n"
            f"    {' '.join(task.cards)}\n\n"
            f"Hand them over face down, in this order, the first on top. "
            "Enter clears the screen. "
        )
    finally:
        print(_CLEAR + _MAIN_SCREEN + _CLEAR, end="", flush=True)


def _closing_words(drawn: CardDeal) -> str:
    sizes = [str(len(stack)) for stack in drawn.stacks]
    stacks = f"Lay stacks of {', '.join(sizes)} for the nonplayer stands. " if sizes else ""
    return (
        f"Shuffle the other cards. {stacks}The rest is the deck.\nDeal code: {drawn.code}"
    )
