"""Bots: they play whole matches, and know no more than their seat."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.people import Leave
from companion.games.letter_jam.bots.act import (
    _give,
    _worth,
    act,
    find_clue,
    search_clue,
)
from companion.games.letter_jam.bots.bot import Bot
from companion.games.letter_jam.bots.minds import (
    WILDCARD_PRICE,
    after_a_search,
    come_to_mind,
)
from companion.games.letter_jam.bots.strengths import STRENGTHS
from companion.games.letter_jam.commands import (
    ChooseCluegiver,
    LayClue,
    TellFigures,
    TellNone,
    WantEnd,
)
from companion.games.letter_jam.game import LetterJamGame, letter_jam
from companion.games.letter_jam.insight.inference import EXTRA_CONCERN
from companion.games.letter_jam.lexicons import Lexicons
from companion.games.letter_jam.spots import WILDCARD
from companion.games.letter_jam.state import LetterJam, Phase
from companion.games.letter_jam.view import Figures, SeatView
from companion.limits import BOT_PAUSE_S
from companion.ports import Seat, Stand
from companion.words.clue_ranking import RankedClue, rank, value_of
from tests.depth import by_default
from tests.play import for_tests

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
See = Callable[[LetterJam, Seat], SeatView]


@pytest.fixture(scope="module", name="game")
def _game() -> LetterJamGame:
    return letter_jam(Lexicons())


def begun(game: LetterJamGame, players: int, random: Random, **options: Any) -> LetterJam:
    start = game.start(NAMES[:players], options, ())
    state = game.initial
    for event in game.decide(state, Codec(game.setup_commands).load(start), random):
        state = game.evolve(state, event)
    return state


def step(
    game: LetterJamGame, state: LetterJam, strength: str, random: Random
) -> tuple[LetterJam, Any]:
    """Let the first bot that has something to do act; the rules must agree."""
    for seat in game.seats(state):
        view = game.seat_view(state, seat)
        command = act(view, game.offers(view), strength, 7)
        if command is not None:
            for event in game.decide(state, command, random):
                state = game.evolve(state, event)
            return state, command
    pytest.fail(f"Everybody waits in {state.phase}")


def played(
    game: LetterJamGame, players: int, strength: str, seed: int, **options: Any
) -> LetterJam:
    random = Random(seed)
    state = begun(game, players, random, **options)
    for _ in range(600):
        if game.finished(state):
            return state
        state, _ = step(game, state, strength, random)
    pytest.fail("The match does not end")


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("players", by_default(2, 4, of=range(2, 7)))
def test_bots_play_whole_matches(
    game: LetterJamGame, players: int, language: str, strength: str
) -> None:
    state = played(game, players, strength, players, language=language)
    assert all(player.revealed for player in state.players)


@pytest.mark.parametrize("players", by_default(2, 4, of=[2, 4, 6]))
def test_bots_make_words_for_each_other_too(game: LetterJamGame, players: int) -> None:
    played(game, players, "medium", 1, dealing="makers", language="de")


@pytest.mark.parametrize("lengths", [(3, 7, 4), (7, 7, 7), (3, 3, 3)], ids=str)
def test_bots_play_words_of_any_length(
    game: LetterJamGame, lengths: tuple[int, ...]
) -> None:
    played(game, 3, "medium", 2, lengths=lengths)


def test_a_table_whose_cards_only_people_see_is_no_riddle_to_crash_on(
    game: LetterJamGame,
) -> None:
    state = begun(game, 3, Random(1), cards="box")
    view = game.seat_view(state, Seat(0))
    # Printed cards are pulled by hands; for a bot's part the table has a button.
    assert act(view, game.offers(view), "medium", 1) is None


def test_where_nobody_has_a_clue_a_bot_gives_one_itself(game: LetterJamGame) -> None:
    random, bot = Random(1), Seat(2)
    state = begun(game, 3, random)
    for seat in game.seats(state):
        for event in game.decide(state, TellNone(seat), random):
            state = game.evolve(state, event)
    view = game.seat_view(state, bot)
    assert act(view, game.offers(view), "weak", 7) == ChooseCluegiver(bot, bot)
    table = view.table
    spent = replace(
        view,
        table=replace(
            table,
            players=tuple(
                replace(each, may_give=each.seat != bot) for each in table.players
            ),
        ),
    )
    assert act(spent, game.offers(spent), "weak", 7) is None, "it names nobody"


def test_who_owes_most_and_gave_least_is_first_to_give_where_nobody_has_a_clue(
    game: LetterJamGame,
) -> None:
    random = Random(1)
    state = begun(game, 4, random)
    state = state.with_player(Seat(0), reds_owed=0).with_player(Seat(3), clues_given=1)
    for seat in game.seats(state):
        for event in game.decide(state, TellNone(seat), random):
            state = game.evolve(state, event)
    waits = {}
    for seat in game.seats(state):
        view = game.seat_view(state, seat)
        gives = act(view, game.offers(view), "medium", 7)
        assert gives == ChooseCluegiver(seat, seat)
        thought = game.bots.thinks(view, gives, 7)
        assert thought is not None
        waits[seat] = thought.duration_s / BOT_PAUSE_S
    assert waits == {Seat(1): 1, Seat(2): 2, Seat(3): 3, Seat(0): 4}
    # One that was told of is nobody's to wait for.
    view = game.seat_view(state, Seat(1))
    told = replace(view.table.players[2], figures=Figures(4, 2, 0, 0, wildcard=False))
    players = (*view.table.players[:2], told, *view.table.players[3:])
    view = replace(view, table=replace(view.table, players=players))
    assert game.bots.thinks(view, ChooseCluegiver(Seat(1), Seat(2)), 7) is None


def test_bots_do_not_wait_for_somebody_who_wants_no_more_clues(game: LetterJamGame) -> None:
    random, person, bot = Random(1), Seat(0), Seat(2)
    state = begun(game, 3, random)
    commands: list[Any] = [WantEnd(person), TellNone(Seat(1)), TellNone(bot)]
    for command in commands:
        for event in game.decide(state, command, random):
            state = game.evolve(state, event)
    view = game.seat_view(state, bot)
    assert act(view, game.offers(view), "weak", 7) == ChooseCluegiver(bot, bot)
    alone = tuple(
        replace(each, may_give=each.seat == person) for each in view.table.players
    )
    spent = replace(view, table=replace(view.table, players=alone))
    assert act(spent, game.offers(spent), "weak", 7) == WantEnd(bot), "nobody else can give"


@pytest.mark.slow
def test_the_stronger_solve_more(game: LetterJamGame) -> None:
    solved = {
        strength: sum(
            bool(player.revealed and player.revealed.accepted)
            for seed in range(8)
            for player in played(game, 4, strength, seed).players
        )
        for strength in STRENGTHS
    }
    assert solved["weak"] < solved["strong"] <= solved["keen"]
    assert solved["keen"] >= 30


# -- what is worth telling of --


@pytest.mark.parametrize("strength", ["weak", "medium"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_bot_tells_of_a_clue_that_is_worth_next_to_nothing(
    game: LetterJamGame, language: str, strength: str
) -> None:
    """Who has no better one says so, and gives one only where nobody has any."""
    told, given, worth = 0, 0, STRENGTHS[strength].worth
    together = STRENGTHS[strength].together
    for seed in range(3):
        random = Random(seed)
        state = begun(game, 4, random, language=language)
        while not game.finished(state):
            before, (state, command) = state, step(game, state, strength, random)
            match command:
                case TellFigures(seat=seat):
                    clue = find_clue(bot := thinking(game, before, seat, strength))
                    assert clue is not None
                    assert clue.value >= max(worth, together)
                    assert most_told(bot, clue) >= worth, "to one player, not to all"
                    told += 1
                case LayClue(seat=seat, spots=spots):
                    bot = thinking(game, before, seat, strength)
                    value = value_of(bot.index, bot.cards, spots)
                    offered = any(player.figures for player in before.players)
                    value += WILDCARD_PRICE * (WILDCARD in spots)
                    assert value >= worth or not offered
                    given += 1
    assert min(told, given) > 20


def thinking(game: LetterJamGame, state: LetterJam, seat: Seat, strength: str) -> Bot:
    return Bot(game.seat_view(state, seat), STRENGTHS[strength], 7)


def most_told(bot: Bot, clue: RankedClue) -> float:
    concerns = {card.spot: card.concern for card in bot.cards}
    return max(concerns[spot] * gain for spot, gain in clue.gains.items())


def test_a_little_to_each_is_no_clue_worth_telling_of(game: LetterJamGame) -> None:
    """Three may be helped by half a letter, and none of them knows the own one."""
    passed_over = 0
    for seed in range(12):
        state = begun(game, 4, Random(seed))
        for seat in game.seats(state):
            bot = thinking(game, state, seat, "keen")
            worth, words = bot.strength.worth, come_to_mind(bot, bot.letters)
            ranked = rank(bot.index, bot.cards, words=words, wildcard=WILDCARD_PRICE)
            for clue in ranked:
                alone = _worth(bot, [clue.word])
                assert (alone is not None) == (
                    min(clue.value, most_told(bot, clue)) >= worth
                )
                passed_over += alone is None and clue.value >= worth
    assert passed_over > 0


def test_who_has_to_give_goes_through_common_words_the_wildcard_last(
    game: LetterJamGame,
) -> None:
    wild = plain = little = 0
    for seed in (1, 3):  # in the second a word without the wildcard tells too little, once
        random = Random(seed)
        state = begun(game, 4, random)
        while not game.finished(state):
            before, (state, command) = state, step(game, state, "medium", random)
            if not isinstance(command, LayClue):
                continue
            bot = thinking(game, before, command.seat, "medium")
            without = after_a_search(bot, bot.letters, wildcard=False)
            with_it = after_a_search(bot, bot.letters, wildcard=True)
            words = [*without, *with_it, *come_to_mind(bot, bot.letters)]
            clue = search_clue(bot)
            assert clue is not None
            if clue.value < bot.strength.together:
                assert clue == (_worth(bot, words) or clue)
                little += 1
            elif WILDCARD in clue.spots:
                assert _worth(bot, without, bot.strength.together) is None
                wild += 1
            else:
                plain += 1
    assert min(wild, plain, little) > 0


def test_where_common_words_tell_next_to_nothing_any_word_does(
    game: LetterJamGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = begun(game, 4, Random(1))
    for seat in game.seats(state):
        asks = thinking(game, state, seat, "medium")
        bot = replace(
            asks, strength=replace(asks.strength, worth=9.0)
        )  # nothing is worth it
        common = search_clue(bot)
        monkeypatch.setattr("companion.games.letter_jam.bots.act.LITTLE", 9.0)
        found, *_ = rank(bot.index, bot.cards, most=1)
        assert search_clue(bot) == found
        assert common is not None
        assert 0.2 <= common.value < found.value
        monkeypatch.undo()


def test_where_no_word_helps_anybody_a_bot_spells_one_all_the_same(
    game: LetterJamGame,
) -> None:
    view = game.seat_view(begun(game, 2, Random(1), language="de"), Seat(0))
    stands = tuple(
        replace(stand, letter=letter)
        for stand, letter in zip(view.table.stands, "?KGBKD", strict=True)
    )
    bot = Bot(
        replace(view, table=replace(view.table, stands=stands)), STRENGTHS["medium"], 7
    )
    assert search_clue(bot) is None
    clue = _give(bot, ())
    assert isinstance(clue, LayClue)
    signs = {stand.spot: stand.letter for stand in stands}
    spelled = "".join(signs.get(spot, "*") for spot in clue.spots)
    assert len(spelled) > 2
    assert Lexicons().listed("de", spelled)


def test_extra_letters_alone_are_not_worth_a_clue() -> None:
    assert all(each.worth > EXTRA_CONCERN for each in STRENGTHS.values())


def test_who_alone_has_a_row_to_finish_leaves_the_clue_to_the_others(
    game: LetterJamGame,
) -> None:
    """It sees no letter but extra ones; unless nobody else may give, or wants to."""
    random, alone = Random(1), Seat(2)
    state = begun(game, 3, random)
    for seat in game.seats(state):
        for event in game.decide(state, TellNone(seat), random):
            state = game.evolve(state, event)
    for bot in game.seats(state):
        view = game.seat_view(state, bot)
        stands = tuple(
            replace(each, done=each.stand != Stand(alone)) for each in view.table.stands
        )
        view = replace(view, table=replace(view.table, stands=stands))
        command = act(view, game.offers(view), "medium", 7)
        assert command == (None if bot == alone else ChooseCluegiver(bot, bot))
        unable: list[dict[str, Any]] = [{"may_give": False}, {"wants_end": True}]
        for others in unable:
            players = tuple(
                each if each.seat == alone else replace(each, **others)
                for each in view.table.players
            )
            left = replace(view, table=replace(view.table, players=players))
            if bot == alone:
                command = act(left, game.offers(left), "medium", 7)
                assert command == ChooseCluegiver(bot, bot), others


def without(game: LetterJamGame, gone: Seat, players: int, bot: Seat) -> SeatView:
    """Return what *bot* sees once *gone* has left in the middle of a row, and all have none."""
    state = begun(game, players, Random(1))
    commands: list[Any] = [Leave(gone)]
    commands += [TellNone(seat) for seat in game.seats(state) if seat != gone]
    for command in commands:
        for event in game.decide(state, command, Random(1)):
            state = game.evolve(state, event)
    return game.seat_view(state, bot)


def rows_done(view: SeatView, *seats: int) -> SeatView:
    stands = tuple(
        replace(each, done=each.done or each.stand in seats) for each in view.table.stands
    )
    return replace(view, table=replace(view.table, stands=stands))


def test_a_row_that_somebody_left_keeps_no_bot_from_agreeing_to_end(
    game: LetterJamGame,
) -> None:
    bot = Seat(2)
    view = rows_done(without(game, Seat(1), 3, bot), 0, bot)
    assert act(view, game.offers(view), "weak", 7) == WantEnd(bot)


def test_a_letter_that_somebody_left_is_nobodys_to_guess(game: LetterJamGame) -> None:
    """So who sees no other one leaves the clue to those who do."""
    gone, alone = Seat(1), Seat(2)
    for bot in (Seat(0), alone, Seat(3)):
        view = rows_done(without(game, gone, 4, bot), 0, 3)
        command = act(view, game.offers(view), "medium", 7)
        assert command == (None if bot == alone else ChooseCluegiver(bot, bot))


# -- secrets --


def differences(game: LetterJamGame, see: See, seeds: range) -> int:
    """Count the moments at which a bot acts otherwise in a world it cannot tell apart."""
    found = 0
    for seed in seeds:
        random = Random(seed)
        state = begun(game, 4, random)
        while not game.finished(state):
            seat = Seat(random.randrange(4))
            twin = for_tests(game).twin(state, seat, random)
            here, there = see(state, seat), see(twin, seat)
            found += act(here, game.offers(here), "medium", 3) != act(
                there, game.offers(there), "medium", 3
            )
            state, _ = step(game, state, "medium", random)
    return found


def test_a_bot_does_the_same_in_a_world_its_seat_cannot_tell_apart(
    game: LetterJamGame,
) -> None:
    assert differences(game, game.seat_view, range(2)) == 0


def test_a_bot_that_is_shown_its_own_letter_gives_itself_away(game: LetterJamGame) -> None:
    def leaking(state: LetterJam, seat: Seat) -> SeatView:
        view = game.seat_view(state, seat)
        if state.phase is not Phase.CLUE:
            return view
        own = replace(
            view.table.stands[seat], letter=state.holder(seat).card or "", kind="player"
        )
        stands = tuple(own if s.kind == "own" else s for s in view.table.stands)
        return replace(view, table=replace(view.table, stands=stands))

    assert differences(game, leaking, range(1)) > 0
