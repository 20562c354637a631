"""``python -m tests.benchmarks.clues_told LANGUAGE [CLUES [SEED [STRENGTH]]]``: clues to be read.

Prints some clues of matches of four bots, for a reader to judge as somebody would who plays often:
word, zipf, value, what the best of all would be worth; the letters that the giver sees, each with
what its owner believes of it (x: an extra letter) if somebody guesses it; and for each whom it
helps how the clue reads, what the true letter comes to, and which letters are likeliest then.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import log10
from random import Random
from typing import Any

from companion.engine.codec import Codec
from companion.games.letter_jam.bots.act import find_clue, search_clue
from companion.games.letter_jam.bots.bot import Bot
from companion.games.letter_jam.bots.minds import WILDCARD_PRICE
from companion.games.letter_jam.bots.strengths import STRENGTHS
from companion.games.letter_jam.commands import LayClue
from companion.games.letter_jam.game import shipped
from companion.words.clue_index import WILDCARD
from companion.words.clue_ranking import Card, RankedClue, rank
from companion.words.likely import after_clues
from tests.benchmarks.bots import NAMES, _after

CLUES, A_MATCH, SHOWN = 30, 2, 4


def given(language: str, strength: str, seed: str) -> Iterator[list[Bot]]:
    """Yield for one match after the other what the bots think with that lay a clue."""
    game = shipped()
    start: Any = Codec(game.setup_commands).load(
        game.start(NAMES, {"language": language, "level": "normal"}, ())
    )
    for number in count():
        random = Random(f"{seed} {number}")
        own, bots = random.getrandbits(32), []
        state = _after(game, game.initial, start, random)
        for move in count():
            if game.finished(state):
                break
            view = game.seat_view(state, game.seats(state)[move % len(NAMES)])
            command = game.bots.act(view, game.offers(view), strength, own)
            if isinstance(command, LayClue):
                bots.append(Bot(view, STRENGTHS[strength], own))
            if command is not None:
                state = _after(game, state, command, random)
        yield bots


def card_told(bot: Bot, clue: RankedClue, card: Card) -> str:
    """Return what *clue* tells the owner of *card*."""
    letters = {each.spot: each.letter for each in bot.cards}
    pattern = "".join(
        "?" if spot == card.spot else letters.get(spot, WILDCARD) for spot in clue.spots
    )
    belief = after_clues(dict(card.belief or {}), [pattern], bot.index)
    likeliest = sorted(belief, key=lambda letter: -belief[letter])[:SHOWN]
    shown = " ".join(f"{letter} {belief[letter]:.2f}" for letter in likeliest)
    return f"{pattern} {card.letter} {belief[card.letter]:.2f} ({shown})"


def described(bot: Bot) -> str:
    """Return the clue that *bot* lays, and what it tells."""
    found = find_clue(bot)
    clue = found or search_clue(bot)
    if clue is None:
        return "none: nothing helps anybody"
    best = rank(bot.index, bot.cards, most=1, wildcard=WILDCARD_PRICE)[0]
    zipf = 4 + 2 * log10(bot.index.weight(clue.word))
    seen = " ".join(
        card.letter
        if card.belief is None
        else f"{card.letter} {card.belief[card.letter]:.2f}{'x' * (card.concern < 1)}"
        for card in bot.cards
    )
    told = (card_told(bot, clue, card) for card in bot.cards if card.spot in clue.gains)
    return (
        f"{clue.word}{' *' * (WILDCARD in clue.spots)}, zipf {zipf:.1f}, worth {clue.value:.2f}"
        f" of {best.value:.2f}{'' if found else ', searched'}\n"
        f"    sees {seen}\n    tells {'; '.join(told)}"
    )


def main(argv: Sequence[str]) -> int:
    """Print the clues."""
    language, clues = argv[0], int(argv[1]) if argv[1:] else CLUES
    seed, strength = argv[2] if argv[2:] else "read", argv[3] if argv[3:] else "medium"
    random = Random(seed)
    chosen = (
        bot
        for bots in given(language, strength, seed)
        for bot in random.sample(bots, min(A_MATCH, len(bots)))
    )
    for number, bot in enumerate(islice(chosen, clues), 1):
        print(f"{number}. {described(bot)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
