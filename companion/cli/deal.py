"""``companion deal``: secret words for a match with printed cards, or a deal as JSON."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import DataError
from companion.games.letter_jam.deal_code import looks_like_code, read_code
from companion.games.letter_jam.dealing import (
    Deal,
    deal,
    deal_from_code,
    deal_from_seed,
    seed_from_text,
)
from companion.games.letter_jam.setup_card import setup_card
from companion.words.chance import Chance
from companion.words.custom import check_list, with_words
from companion.words.deck import DECKS, Deck
from companion.words.difficulty import hint
from companion.words.languages import LANGUAGES, Language
from companion.words.lexicon import LEVELS, Level, Lexicon, load_lexicon

_EXPECTED = {
    "gentle": "Rather a gentle deal.",
    "usual": "A deal like most.",
    "tough": "Rather a tough deal.",
}

# A screen of its own keeps the letters out of the scrollback; terminals without one are
# cleared with their scrollback. Home, clear the screen, clear what scrolled off.
_OWN_SCREEN, _MAIN_SCREEN = "\033[?1049h", "\033[?1049l"
_CLEAR = "\033[H\033[2J\033[3J"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``deal``."""
    parser.description = "Draws secret words that one deck can lay together, scrambled."
    parser.add_argument("--language", choices=LANGUAGES, help="default: en")
    parser.add_argument("--players", type=int, metavar="N", help="2 to 6")
    parser.add_argument(
        "--length", metavar="L[,L...]", help="3 to 7 letters, for all or each; default 5"
    )
    parser.add_argument("--level", choices=LEVELS, help="default: normal")
    parser.add_argument("--names", metavar="A,B,...", help="the players, clockwise")
    parser.add_argument(
        "--seed", help="a deal code, or any text: the same text, the same deal"
    )
    parser.add_argument(
        "--words", metavar="FILE", help="deal from your own list, one word a line"
    )
    parser.add_argument(
        "--json", action="store_true", help="print everything, secrets included"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the deal that *args* ask for; return 0, or 2 for a wish that cannot be met."""
    try:
        drawn = _draw(args)
        names = _names(args.names, len(drawn.lengths))
    except DataError as error:
        print(f"companion deal: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(_as_json(drawn))
        return 0
    return _show(drawn, names)


def _draw(args: argparse.Namespace) -> Deal:
    if args.seed and looks_like_code(args.seed):
        _refuse_contradictions(args)
        return deal_from_code(args.seed)
    lengths = _lengths(args)
    language: Language = args.language or "en"
    level: Level = args.level or "normal"
    lexicon, deck = load_lexicon(language), DECKS[language]
    if args.words is not None:
        lexicon = _own_words(args.words, lexicon, deck)
    if args.seed is None:
        return deal(lexicon, deck, lengths, level, Chance.system())
    return deal_from_seed(lexicon, deck, lengths, level, seed_from_text(args.seed))


def _own_words(path: str, lexicon: Lexicon, deck: Deck) -> Lexicon:
    """Return *lexicon* with the words of a file; say on standard error what was left out."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"--words {path}: it cannot be read ({error}).") from error
    found = check_list(text, lexicon, deck)
    for each in found.left_out:
        print(f"{path}, line {each.line}, {each.text}: {each.why}.", file=sys.stderr)
    if found.unlisted:
        unknown = ", ".join(found.unlisted)
        print(f"Not in the spelling list, dealt all the same: {unknown}.", file=sys.stderr)
    return with_words(lexicon, found.words)


def _refuse_contradictions(args: argparse.Namespace) -> None:
    """Refuse wishes that differ from what the deal code says; it cannot be changed."""
    code = read_code(args.seed)
    wishes = {
        "language": (args.language, code.language),
        "level": (args.level, code.level),
        "players": (args.players, len(code.lengths)),
        "length": (args.length and _lengths(args, len(code.lengths)), code.lengths),
    }
    for option, (wished, coded) in wishes.items():
        if wished not in {None, coded}:
            raise DataError(
                f"--{option} {_as_typed(wished)} does not fit the deal code, which says "
                f"{_as_typed(coded)}; leave out --{option} or the code."
            )


def _as_typed(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _lengths(args: argparse.Namespace, players: int | None = None) -> tuple[int, ...]:
    if args.players is not None:
        players = args.players
    elif players is None and args.names is not None:
        players = len(args.names.split(","))
    if players is None:
        raise DataError("How many play? Add --players with a number from 2 to 6.")
    try:
        lengths = tuple(int(length) for length in (args.length or "5").split(","))
    except ValueError:
        raise DataError(
            f"--length {args.length}: write numbers from 3 to 7, as in 5 or 4,5,6."
        ) from None
    setup_card(players)
    if len(lengths) not in {1, players}:
        raise DataError(
            f"--length {args.length} names {len(lengths)} lengths for {players} players; "
            "give one for all, or one for each."
        )
    return lengths * players if len(lengths) == 1 else lengths


def _names(names: str | None, players: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"Player {number}" for number in range(1, players + 1))
    found = tuple(name.strip() for name in names.split(","))
    if len(found) != players or not all(found):
        raise DataError(
            f"--names {names}: name all {players} players, separated by commas."
        )
    return found


def _as_json(drawn: Deal) -> str:
    players = [
        {"word": word, "scramble": scramble}
        for word, scramble in zip(drawn.words, drawn.scrambles, strict=True)
    ]
    facts = {
        "code": drawn.code,
        "language": drawn.language,
        "difficulty": hint(drawn.words, drawn.language),
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


def _show(drawn: Deal, names: Sequence[str]) -> int:
    try:
        for task in tasks(drawn.scrambles, names):
            _show_task(task, input)
    except EOFError:
        print("companion deal: no keyboard to press Enter on; use --json.", file=sys.stderr)
        return 2
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


def _closing_words(drawn: Deal) -> str:
    sizes = [str(len(stack)) for stack in drawn.stacks]
    stacks = f"Lay stacks of {', '.join(sizes)} for the free stands. " if sizes else ""
    expected = _EXPECTED[hint(drawn.words, drawn.language)]
    return (
        f"Shuffle the other cards. {stacks}The rest is the deck.\nDeal code: {drawn.code}"
        f"\n{expected} The letters tell only a little of how hard a match gets."
    )
