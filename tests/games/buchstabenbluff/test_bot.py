"""The bots: by views and offers, at any number of seats; the stronger one wins."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.cli.bot_matches import Series, begun, play
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff.bots.act import Plan, best_of
from companion.games.buchstabenbluff.bots.belief import (
    Announced,
    bluff_chance,
    honest_reach,
)
from companion.games.buchstabenbluff.bots.vocabulary import LEAST, vocabulary
from companion.games.buchstabenbluff.deck import cards
from companion.games.buchstabenbluff.game import shipped
from companion.games.buchstabenbluff.state import HAND, Phase
from companion.games.buchstabenbluff.view import CardView, SeatView
from companion.languages import LANGUAGES, Language
from companion.ports import Seat
from tests.benchmarks.duels import AIM, duels
from tests.games.buchstabenbluff.table import NAMES, Table, table
from tests.play import for_tests, variant_of

GAME = shipped()
STRENGTHS = GAME.bots.strengths
MATCHES = 100


def bot(now: Table, name: str, strength: str = "strong", seed: int = 1) -> Any:
    view = now.view(name)
    return now.game.bots.act(view, now.game.offers(view), strength, seed)


def chance(
    word: str,
    hand: int,
    seen: str = "",
    shown: Sequence[str] = (),
    *,
    listed: bool = True,
) -> float:
    return bluff_chance(Announced(word, hand, shown, listed), cards("de"), seen)


@pytest.mark.parametrize("players", GAME.players)
def test_bots_alone_play_a_match_to_its_end_with_any_number(players: int) -> None:
    options = {"language": tuple(LANGUAGES)[players % 2], **variant_of(GAME, players)}
    strengths = (STRENGTHS[players % 3],) * players
    series = Series(GAME.name, NAMES[:players], options, strengths, 0)
    assert play(GAME, series, Random(players)).phase is Phase.END


@pytest.mark.parametrize("pair", list(pairwise(STRENGTHS)))
@pytest.mark.parametrize(
    "language",
    [
        pytest.param("en", marks=pytest.mark.slow),
        pytest.param("de", marks=pytest.mark.long),
    ],
)
def test_each_strength_beats_the_next_weaker_one(
    language: Language, pair: tuple[str, str]
) -> None:
    assert duels((language, *pair), MATCHES).won >= AIM


@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_does_the_same_at_the_same_moment_whatever_it_cannot_see(strength: str) -> None:
    random, moments = Random(strength), Counter[str]()
    state: Any = begun(GAME, Series(GAME.name, NAMES[:3], {}, (strength,) * 3, 0), random)
    for move in range(90):
        seat = Seat(move % 3)
        view, twin = (
            GAME.seat_view(each, seat)
            for each in (state, for_tests(GAME).twin(state, seat, random))
        )
        command: Any = GAME.bots.act(view, GAME.offers(view), strength, 5)
        assert GAME.bots.act(twin, GAME.offers(twin), strength, 5) == command
        moments[view.table.phase] += command is not None
        if command is None and GAME.deadline(state):
            command = cmd.Gong()
        for event in GAME.decide(state, command, random) if command else ():
            state = GAME.evolve(state, event)
    assert min(moments["turn"], moments["doubt"]) > 5


def test_it_draws_then_lays_an_honest_word_with_its_own_cards() -> None:
    now = table(2)
    assert isinstance(bot(now, "Ann"), cmd.Draw)
    now.act("Ann", cmd.StopDrawing)
    command = bot(now, "Ann")
    hand = now.player("Ann").hand
    assert sorted(hand[int(place) - 1] for place in command.cards) == sorted("OATS")
    assert command.word == "OATS", "the dearest of the listed words that OATSE spells"


def test_plans_that_promise_the_same_need_no_other_order() -> None:
    one, other = (Plan(2.0, "TO", (CardView(place, "T", 1),)) for place in (1, 2))
    assert best_of((one, other)) == one
    assert best_of((other, one, Plan(3.0, "SEA", ()))) == Plan(3.0, "SEA", ())
    assert best_of(()) is None


def test_a_word_whose_letters_lie_elsewhere_is_a_bluff() -> None:
    assert chance("QUALLE", 8, seen="Q") > chance("QUALLE", 8)
    assert chance("QUALLE", 8, seen="Q????") == 1.0
    assert chance("SONNE", 8) == chance("JUXEN", 8), "liars say words of common letters"
    assert chance("ZZZZZ", 8) == 1.0, "there are not so many"


def test_what_is_no_word_is_a_bluff_however_short() -> None:
    assert chance("TEE", 8) < 0.1
    assert chance("TEX", 8, listed=False) > 0.6
    now = table(2)
    now.lay("Ann", "OATS", "OATS")
    liar = table(2)
    liar.lay("Ann", "OATS", "OAST")  # a few words are listed here, and OAST is not
    doubts = [
        sum(isinstance(bot(each, "Bob", seed=seed), cmd.Doubt) for seed in range(40))
        for each in (now, liar)
    ]
    assert doubts[0] < 10
    assert doubts[1] > 30


def test_a_longer_word_of_as_many_cards_is_likelier_a_bluff() -> None:
    reaches = [honest_reach(length, 10) for length in range(2, 11)]
    assert reaches == sorted(reaches, reverse=True)
    assert reaches[0] > 0.99
    assert reaches[-1] < 0.05
    assert chance("STEINEN", 10) < chance("STEINEN", 7)


def test_a_card_that_lies_face_up_and_does_not_fit_gives_the_bluff_away() -> None:
    assert chance("SONNE", 8, shown=("X",)) == 1.0
    assert chance("SONNE", 8, shown=("N", "?")) < 0.9


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_thinks_of_every_common_word_that_its_cards_spell(language: Language) -> None:
    known = vocabulary(language)
    rare = [word for word in known.words if len(word) == 7][-3:]
    for word in rare:
        assert word in set(known.spelled((*word, "X", "Y"), 0.0))
        assert word in set(known.spelled((*word[1:], "?"), 0.0))
        assert word not in set(known.spelled(tuple(word[1:]), 0.0))


def test_once_somebody_is_against_the_list_it_says_what_the_list_says() -> None:
    now = table(4)
    now.lay("Ann", "OATS", "OATS")
    now.doubt("Bob")
    assert isinstance(bot(now, "Dan"), cmd.GoOn)
    now.act("Cleo", cmd.Overrule, counts=False)
    assert bot(now, "Dan") == cmd.Overrule(now.seat("Dan"), counts=True)
    assert bot(now, "Ann") is None


def test_a_word_that_was_said_is_not_said_again_where_that_is_the_rule() -> None:
    now = table(2, repeats=False)
    now.state = replace(now.state, said=("OATS", "SEA", "TEA", "TO", "NOSE"), drawing=False)
    said = {getattr(bot(now, "Ann", seed=seed), "word", "") for seed in range(20)}
    assert said <= {"STONE", ""}


CHILD = (0.05, 0.25)
"""A child doubts now and then, of four words at most one."""
SHORT = 3
"""So many letters everybody can lay who has a whole hand."""


@cache
def evening(strength: str, language: Language) -> Counter[str]:
    """Count what six bots of *strength* do in some matches among themselves."""
    found = Counter[str]()
    for number in range(4):
        random, six = Random(number), NAMES[:6]
        series = Series(GAME.name, six, {"language": language}, (strength,) * 6, 0)
        state: Any = begun(GAME, series, random)
        while not GAME.finished(state):
            acted = False
            for seat in GAME.seats(state):
                view = GAME.seat_view(state, seat)
                command: Any = GAME.bots.act(view, GAME.offers(view), strength, number)
                found.update(_deeds(view, command))
                for event in GAME.decide(state, command, random) if command else ():
                    state = GAME.evolve(state, event)
                acted = acted or command is not None
            for event in () if acted else GAME.decide(state, cmd.Gong(), random):
                state = GAME.evolve(state, event)
        found.update(each.kind for each in state.outcomes)
        found.update("lie" for each in state.truths if not each.honest)
    return found


def _deeds(view: SeatView, command: object) -> Iterator[str]:
    """Yield what a command is counted as."""
    match command:
        case cmd.Doubt() | cmd.Believe() if (lay := view.table.lay) is not None:
            kind = "doubt" if isinstance(command, cmd.Doubt) else "belief"
            yield kind
            had = view.table.players[lay.seat].hand + len(lay.word)
            if len(lay.word) <= SHORT and had >= HAND:
                yield f"short {kind}"
        case cmd.LayWord():
            yield "laid"
        case cmd.Pass() if len(view.hand) >= LEAST:
            yield "passed with cards"


def share(counted: Counter[str], one: str, other: str) -> float:
    return counted[one] / (counted[one] + counted[other])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_weak_one_believes_as_a_child_does_and_better_ones_less(
    language: Language,
) -> None:
    least, most = CHILD
    weak, *better = (
        share(evening(each, language), "doubt", "belief") for each in STRENGTHS
    )
    assert least <= weak <= most
    assert all(weak < each for each in better)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_they_doubt_with_cause_lie_and_pass_only_for_want_of_cards(
    language: Language, strength: str
) -> None:
    found = evening(strength, language)
    assert share(found, "short doubt", "short belief") < 0.05
    assert found["honest"] < 3 * found["bluff"], "of what was doubted"
    assert 0.2 < (found["bluff"] + found["lie"]) / found["laid"] < 0.5
    assert not found["passed with cards"]
