"""``python -m tests.benchmarks.judged_words en easy KEY``: a level, to be judged by a reader.

Prints 400 of its own words among 40 that any reader would strike, without marks; the file KEY
gets these. With ``--found FILE`` it tells instead how many of the words in FILE, those that the
reader objects to, stand in KEY.
"""

import argparse
import sys
from pathlib import Path
from random import Random

from companion.words.lexicon import LEVELS, load_lexicon
from companion.words.workshop.apply_strikes import DATA, read_strikes

OWN, STRUCK = 400, 40
LENGTHS = range(3, 8)
LEAST_FOUND, MOST_OTHERS = 36, 3


def plain(text: str) -> str:
    """Return a strike file without what not any reader agrees with, marked ``# mild``."""
    return "\n".join(line for line in text.splitlines() if not line.endswith("# mild"))


def sample(language: str, level: str, random: Random) -> tuple[list[str], list[str]]:
    """Return the words to judge, sorted, and the struck ones among them."""
    lexicon = load_lexicon(language)
    own = [word for word, facts in lexicon.secret.items() if facts.level == level]
    if level == "children":
        own = [*lexicon.children]
    text = (DATA / f"strike_{language}.txt").read_text("utf-8")
    struck = [
        each for each in read_strikes(plain(text), language).words if len(each) in LENGTHS
    ]
    planted = sorted(random.sample(sorted(struck), STRUCK))
    return sorted([*random.sample(sorted(own), min(OWN, len(own))), *planted]), planted


def told(objections: set[str], planted: set[str]) -> bool:
    """Print how the reader fared; return whether the level passes."""
    found, others = objections & planted, sorted(objections - planted)
    print(
        f"{len(found)} of {len(planted)} struck words found, {len(others)} others: {others}"
    )
    return len(found) >= LEAST_FOUND and len(others) <= MOST_OTHERS


def main() -> int:
    """Print the words, or judge the reader's objections; 1 where the level does not pass."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("language")
    options.add_argument("level", choices=LEVELS)
    options.add_argument("key", type=Path)
    options.add_argument("--found", type=Path)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    if given.found is not None:
        objections = set(given.found.read_text("utf-8").split())
        return 0 if told(objections, set(given.key.read_text("utf-8").split())) else 1
    seed = f"{given.language} {given.level} {given.seed}"  # other struck words in each list
    words, planted = sample(given.language, given.level, Random(seed))
    given.key.write_text("\n".join(planted), "utf-8")
    print("\n".join(words))
    return 0


if __name__ == "__main__":
    sys.exit(main())
