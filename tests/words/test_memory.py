"""What the word lists cost a Pi: megabytes, and only of the language in use."""

import json
import subprocess
import sys

import pytest

from companion.languages import LANGUAGES

MOST_MB = 12.0
GROWTH = """
import json, sys
import companion.words.clue_index as clues
import companion.words.lexicon as lexicon
def megabytes():
    with open("/proc/self/status") as file:
        return next(int(l.split()[1]) for l in file if l.startswith("VmRSS")) / 1024
before = megabytes()
lexicon.load_lexicon(sys.argv[1])
clues.clue_index(sys.argv[1])
print(json.dumps(megabytes() - before))
"""
MATCH = """
import json, random, sys
from companion.engine.codec import Codec
from companion.games import GAMES
from companion.words.clue_index import clue_index
from companion.words.lexicon import load_lexicon
from companion.words.vocabulary import load_vocabulary
game = GAMES["letter_jam"]()
opened = load_lexicon.cache_info().currsize
options = {"language": sys.argv[1], "help": True, "nudge": True}
wish = game.start(("Ann", "Bob"), game.house.options({}, options), ())
state = game.initial
for event in game.decide(state, Codec(game.setup_commands).load(wish), random.Random(1)):
    state = game.evolve(state, event)
game.seat_view(state, state.seats[0])
caches = (load_lexicon, load_vocabulary)
print(json.dumps([opened, *(each.cache_info().currsize for each in caches)]))
"""


def said(script: str, language: str) -> object:
    done = subprocess.run(
        [sys.executable, "-c", script, language], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_and_index_take_at_most_twelve_megabytes(language: str) -> None:
    grown = said(GROWTH, language)
    assert isinstance(grown, float)
    assert 1 < grown <= MOST_MB


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_language_in_use_is_loaded(language: str) -> None:
    assert said(MATCH, language) == [0, 1, 1]
