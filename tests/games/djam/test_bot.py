"""The simple bot: by views and offers alone, to the last stone, with words that fit."""

from random import Random
from typing import Any

import pytest

from companion.cli.bot_matches import Series, begun, play
from companion.engine.codec import Codec
from companion.games.djam import commands as cmd
from companion.games.djam import material
from companion.games.djam.bots.act import THINKS_S
from companion.games.djam.bots.words import known_words
from companion.games.djam.game import djam
from companion.games.djam.scoring import fold
from companion.games.djam.state import STONES, Phase
from companion.languages import LANGUAGES, Language
from tests.games.djam.table import rolled
from tests.play import NAMES, for_tests, variant_of

GAME = djam()
FORTY = 40
"""More words than these are known of every theme."""
MATCHES = 3
"""So many are an evening."""


def series(players: int, **options: Any) -> Series:
    return Series(GAME.name, NAMES[:players], options, ("simple",) * players, 0)


def moves(seed: int, **options: Any) -> Any:
    """Yield of a match of three (state, seat, what the bot does), a time up where all wait."""
    random = Random(seed)
    state: Any = begun(GAME, series(3, **options), random)
    idle = 0
    for move in range(600):
        seat = GAME.seats(state)[move % 3]
        view = GAME.seat_view(state, seat)
        command: Any = GAME.bots.act(view, GAME.offers(view), "simple", seed)
        yield state, seat, command
        idle = 0 if command else idle + 1
        if idle > 3 and GAME.deadline(state):
            command, idle = GAME.time_up(state, frozenset()), 0
        for event in GAME.decide(state, command, random) if command else ():
            state = GAME.evolve(state, event)
        if GAME.finished(state):
            return


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("variant", range(len(for_tests(GAME).variants)))
def test_bots_alone_play_to_the_last_stone(players: int, variant: int) -> None:
    chosen = {**variant_of(GAME, variant), "real_dice": False}  # a bot sees no table
    end = play(GAME, series(players, **chosen), Random(players))
    assert end.phase is Phase.END
    assert sum(player.stones for player in end.players) == STONES


def test_without_any_clock_they_come_to_an_end_too() -> None:
    assert play(GAME, series(3, tempo="none"), Random(1)).phase is Phase.END


def test_its_words_fit_the_dice_and_are_nobodys_before() -> None:
    said = black = 0
    for state, seat, command in moves(1):
        if isinstance(command, cmd.Say):
            roll, word = state.roll, fold(command.word)
            assert command.word in known_words("en")[state.theme]
            assert word not in {fold(each.word) for each in state.spoken}
            assert state.called == seat
            assert word.startswith(roll.first_letter)
            assert roll.start is not None or not set(word) & set(roll.letters)
            said, black = said + 1, black + (roll.start is None)
    assert said > 10
    assert black > 0


def test_a_word_of_an_evening_does_not_come_again() -> None:
    recent: list[str] = []
    words: list[str] = []
    for number in range(MATCHES):
        start = GAME.start(NAMES[:3], {"card": "1"}, recent)
        random, state = Random(7), GAME.initial
        command: Any = Codec(GAME.setup_commands).load(start)
        idle = 0
        for move in range(3000):
            for event in GAME.decide(state, command, random) if command else ():
                state = GAME.evolve(state, event)
            if GAME.finished(state):
                break
            seat = GAME.seats(state)[move % 3]
            view = GAME.seat_view(state, seat)
            command = GAME.bots.act(view, GAME.offers(view), "simple", 1)
            idle = 0 if command else idle + 1
            if idle > 3 and GAME.deadline(state):
                command, idle = GAME.time_up(state, frozenset()), 0
            if isinstance(command, cmd.Say):
                words.append(fold(command.word))
        assert GAME.finished(state), number
        recent = [*recent, *GAME.remember(state)]
    assert len(words) > 40
    assert len(set(words)) == len(words)


def test_what_was_said_teaches_the_roll_guard_nothing() -> None:
    command = Codec(GAME.setup_commands).load(
        GAME.start(NAMES[:3], {}, ["=ADLER", "X Animals"])
    )
    state = GAME.initial
    for event in GAME.decide(state, command, Random(1)):
        state = GAME.evolve(state, event)
    assert "X Animals" in state.bans
    assert not any("ADLER" in ban for ban in state.bans)
    assert GAME.table_view(state).heard == ("ADLER",)
    assert "X Animals" in GAME.remember(state)


def test_nobody_presses_while_another_has_the_word() -> None:
    for state, _, command in moves(2):
        assert not isinstance(command, cmd.Buzz) or state.called is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", ["claim", "vote"])
def test_it_minds_no_word_that_it_knows_for_the_theme_and_a_listed_one_seldom(
    language: Language, phase: str
) -> None:
    now = rolled(3, language=language)
    known = next(
        word for word in known_words(language)[now.state.theme] if fold(word)[0] == "B"
    )
    elsewhere = {"de": "bürgschaft", "en": "bankruptcy"}[language]
    for word, times in (
        (known.lower(), range(1)),
        (elsewhere, range(1, 60)),
        (f"{elsewhere} {elsewhere}", range(1, 60)),
        ("bxqz", range(70, 190)),
    ):
        t = rolled(3, language=language)
        t.say("Ann", word)
        if phase == "vote":
            t.act("Bob", cmd.Object)
        view = t.view("Cleo")
        offers = GAME.offers(view)
        moved = [GAME.bots.act(view, offers, "simple", seed) for seed in range(600)]
        against = [
            each
            for each in moved
            if isinstance(each, cmd.Object) or each == cmd.Vote(view.seat, valid=False)
        ]
        assert len(against) in times, word


def test_a_bots_press_stands_where_it_arrived_and_is_told_as_no_phones() -> None:
    t = rolled(3)
    view = t.view("Ann")
    moves = (GAME.bots.act(view, GAME.offers(view), "simple", seed) for seed in range(40))
    t.do(next(each for each in moves if isinstance(each, cmd.Buzz)))
    t.press("Bob")
    assert t.queue() == "AB"
    assert not any("phone" in each for each in t.said())
    assert not t.view("Bob").table.mixed


def test_it_does_the_same_whatever_it_cannot_see() -> None:
    random = Random(3)
    for state, seat, command in moves(3, pace="calm", language="de"):
        twin = GAME.seat_view(for_tests(GAME).twin(state, seat, random), seat)
        assert GAME.bots.act(twin, GAME.offers(twin), "simple", 3) == command


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_theme_it_knows_is_on_a_card_and_has_words_for_most_starts(
    language: Language,
) -> None:
    themes = {theme for card in material.CARDS for theme in material.themes(language, card)}
    known = known_words(language)
    assert set(known) <= themes
    assert len(known) >= len(themes) - 1
    letters = set("".join(material.dice(language)))
    for theme, words in known.items():
        assert len(set(map(fold, words))) == len(words), theme
        assert len(letters - {fold(word)[0] for word in words}) <= 4, theme
        assert len(words) > FORTY, theme


def test_a_language_without_such_words_has_none() -> None:
    assert known_words("xx") == {}


def test_it_thinks_some_seconds_before_it_presses_or_gives_up() -> None:
    least, most = THINKS_S
    assert (least, most) == (4.0, 20.0)
    times: dict[tuple[object, str], float] = {}
    for state, seat, command in moves(4):
        view = GAME.seat_view(state, seat)
        thought = GAME.bots.thinks(view, command, 4) if command else None
        if not isinstance(command, cmd.Buzz | cmd.Seal | cmd.Pass):
            assert thought is None, "nobody waits for the rest"
            continue
        assert thought is not None
        assert least <= thought.duration_s <= most
        key = (seat, thought.id)
        assert times.setdefault(key, thought.duration_s) == thought.duration_s
    assert len(set(times.values())) == len(times) > 10, "each round and each bot anew"
    assert max(times.values()) - min(times.values()) > (most - least) / 2
