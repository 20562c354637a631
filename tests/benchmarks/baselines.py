"""Plain ways to do the same work, each named: what the word engine is compared with."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

Cards = dict[str, int]


def counter_filter_dealer(
    words: Mapping[int, Sequence[str]], deck: Cards, lengths: Sequence[int], random: Random
) -> list[str] | None:
    """Naive dealing: for each player filter the whole list by what is left, then choose."""
    left, found = Counter(deck), []
    for length in lengths:
        fitting = [w for w in words[length] if not Counter(w) - left and w not in found]
        if not fitting:
            return None
        found.append(random.choice(fitting))
        left -= Counter(found[-1])
    return found


def sequential_dealer(
    words: Mapping[int, Sequence[str]], deck: Cards, lengths: Sequence[int], random: Random
) -> list[str] | None:
    """Draw one word after the other until it fits what is left: quick, uneven, may fail."""
    left, found = Counter(deck), []
    for length in lengths:
        for _ in range(1000):
            word = random.choice(words[length])
            if word not in found and not Counter(word) - left:
                break
        else:
            return None
        found.append(word)
        left -= Counter(word)
    return found


def list_filter(words: Sequence[str], letters: str) -> list[str]:
    """Naive legal clues: look at every word; at most one letter is not visible."""
    visible = set(letters)
    return [word for word in words if len(set(word) - visible) <= 1]


def letter_scan(words: Sequence[str], letters: str) -> list[str]:
    """Legal clues as solvers do it: each word letter by letter, one wildcard letter."""
    found = []
    for word in words:
        wild = ""
        for letter in word:
            if letter in letters or letter == wild:
                continue
            if wild:
                break
            wild = letter
        else:
            found.append(word)
    return found


def candidates(words: Sequence[str], pattern: str) -> set[str]:
    """Count what a player may hold as solvers do it: every word against the pattern."""
    found: set[str] = set()
    for word in words:
        if len(word) != len(pattern):
            continue
        own = wild = ""
        for letter, sign in zip(word, pattern, strict=True):
            if sign == "?":
                if own not in ("", letter):
                    break
                own = letter
            elif sign == "*":
                if wild not in ("", letter):
                    break
                wild = letter
            elif letter != sign:
                break
        else:
            found.add(own)
    return found


def ranking_by_scan(
    words: dict[str, float], letters: str, helped: int
) -> list[tuple[int, str]]:
    """Rank clues as solvers do it: for each clue and each player, count the candidates."""
    ranked = []
    listed = list(words)
    for word in letter_scan(listed, letters):
        left = 0
        for own in letters[:helped]:
            if own in word:
                pattern = "".join(
                    "?" if c == own else c if c in letters else "*" for c in word
                )
                left += len(candidates(listed, pattern))
        ranked.append((left, word))
    return sorted(ranked)
