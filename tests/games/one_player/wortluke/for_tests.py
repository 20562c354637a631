"""What tests ask of the game."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from string import ascii_uppercase

from companion.engine.for_tests import ForTests
from companion.ports import Seat

from .game import Phase, Wortluke


def twin(state: Wortluke, _seat: Seat, random: Random) -> Wortluke:
    """Return a state that differs in all that nobody can know."""
    now = len(state.past)
    words = [*state.words[:now], *(word[::-1] for word in state.words[now:])]
    if state.phase is Phase.SEEK:
        words[now] = "".join(each or random.choice(ascii_uppercase) for each in state.slots)
    return replace(state, words=tuple(words))


def fits(
    state: Wortluke, _seat: Seat, kind: str, random: Random
) -> Mapping[str, object] | None:
    """Return the word itself now and then: no random one is it."""
    right = kind == "Solve" and random.randrange(2)
    return {"word": state.words[len(state.past)]} if right else None


FOR_TESTS = ForTests(twin=twin, fits=fits, variants=({}, {"language": "de"}))
