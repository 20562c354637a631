"""The ratios of the benchmarks in counted operations: a busy machine cannot blur them."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.games.letter_jam.bots.act import act
from companion.games.letter_jam.commands import LookBack
from companion.games.letter_jam.game import letter_jam
from companion.games.letter_jam.lexicons import Lexicons
from companion.languages import LANGUAGES, Language
from companion.words.chance import Chance
from companion.words.clue_index import ClueIndex, WordIndex
from companion.words.clue_ranking import Card, rank
from companion.words.deck import DECKS
from companion.words.lexicon import load_lexicon
from companion.words.likely import from_cards
from companion.words.secret_words import draw_words, pool
from companion.words.vocabulary import load_vocabulary

COUNTED: Counter[str] = Counter()
HANDS = ["".join(Random(seed).sample(DECKS["en"].cards(), 5)) for seed in range(20)]


class Counting(dict[Any, Any]):
    """A dictionary that counts how often it is asked."""

    def __init__(self, name: str, items: Mapping[Any, Any]) -> None:
        super().__init__(items)
        self._name = name

    def get(self, key: Any, default: Any = None) -> Any:
        COUNTED[self._name] += 1
        return super().get(key, default)


def counting() -> ClueIndex:
    index = WordIndex(load_vocabulary("en").weights)
    for name in ("_groups", "_plain"):
        setattr(index, name, Counting(name, getattr(index, name)))
    COUNTED.clear()
    return index


def test_legal_clues_take_no_look_at_the_whole_list() -> None:
    """A list filter looks at 100,000 words: 80 times as often at least."""
    index = counting()
    for hand in HANDS:
        assert index.legal(hand)
    assert COUNTED["_groups"] / len(HANDS) <= 100_000 / 80


def test_a_ranking_asks_little_of_each_clue() -> None:
    """A scan looks at 20,000 words for each clue and guesser: 80 times as often at least."""
    index, asked = counting(), 0
    belief = from_cards(DECKS["en"].counts, {})
    for hand in HANDS:
        cards = [Card(str(n), c, belief if n < 3 else None) for n, c in enumerate(hand)]
        asked += sum(len(clue.gains) for clue in rank(index, cards, most=10_000))
    assert COUNTED["_plain"] / asked <= 20_000 / 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_words_of_seven_letters_take_few_draws(language: Language) -> None:
    """A naive dealer looks through some 700 words for each of them, letter by letter."""
    deck, drawn = DECKS[language], 0
    seeded = Chance.seeded(1).source

    def source() -> float:
        nonlocal drawn
        drawn += 1
        return seeded()

    pools = [pool(7, load_lexicon(language).secret_words("normal", 7), deck)] * 6
    for _ in range(200):
        draw_words(pools, deck, Chance(source))
    assert drawn / 200 <= 700


class WatchedWords(Lexicons):
    """Counts how often the rules ask for the clue words."""

    asked = 0

    def index(self, language: Language) -> ClueIndex:
        self.asked += 1
        return super().index(language)


def test_no_move_of_a_match_waits_for_the_clue_engine() -> None:
    """Nor does its last one: the look back comes afterwards, clue by clue."""
    words = WatchedWords()
    game, random = letter_jam(words), Random(3)
    start = game.start(("Ann", "Bob", "Cleo"), {"lengths": [3, 3, 3]}, ())
    command = Codec(game.setup_commands).load(start)
    state = game.initial
    while not game.finished(state):
        for event in game.decide(state, command, random):
            state = game.evolve(state, event)
        views = (game.seat_view(state, seat) for seat in game.seats(state))
        moves = (act(view, game.offers(view), "medium", 1) for view in views)
        command = next(filter(None, moves), command)
    assert state.clues
    assert words.asked == 0
    assert game.decide(state, LookBack(), random)
    assert words.asked
