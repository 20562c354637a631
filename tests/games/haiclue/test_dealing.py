"""The words that come with the game, the tiles, and deals."""

from collections import Counter
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.codec import Codec
from companion.errors import Rejected
from companion.games.haiclue.commands import SETUP_COMMANDS, SetTable, StartMatch
from companion.games.haiclue.dealing import STACK_SIZES, deal, fresh_seed, words_for
from companion.games.haiclue.events import MatchStarted, TilesDealt
from companion.games.haiclue.state import SHAPES, TILES_EACH, Haiclue, Tile
from companion.games.haiclue.words import shipped
from companion.languages import LANGUAGES, Language
from companion.messages import load
from companion.words.chance import Chance
from companion.words.fields import Word
from companion.words.workshop.check_fields import faults
from tests.games.haiclue.table import GAME, set_table
from tests.play import NAMES, refusal

BOTH: tuple[Language, Language] = ("en", "de")


@pytest.mark.parametrize("language", BOTH)
def test_the_words_are_1290_all_different_and_nothing_is_wrong_with_them(
    language: Language,
) -> None:
    words = shipped(language)
    assert len({word.text.casefold() for word in words}) == len(words) >= 1290
    assert len({word.field for word in words}) == 62
    assert list(faults(words, language)) == []
    assert 0.6 < sum(word.noun for word in words) / len(words) < 0.7


@pytest.mark.parametrize("language", BOTH)
def test_each_file_says_whose_words_these_are(language: Language) -> None:
    first = files("companion.games.haiclue").joinpath(f"words_{language}.txt")
    assert "MIT" in first.read_text("utf-8").partition("[")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_the_name_of_a_shape(language: Language) -> None:
    catalogue = load([GAME.pages], language)
    shapes = {catalogue.text(f"shape.{shape}").casefold() for shape in SHAPES}
    assert not shapes & {word.text.casefold() for word in shipped(language)}


@pytest.mark.parametrize("players", STACK_SIZES)
@pytest.mark.parametrize("guard", [False, True])
def test_a_deal_is_complete_and_no_word_comes_twice(
    players: int,
    guard: bool,  # noqa: FBT001 - both
) -> None:
    for seed in range(5):
        dealt = deal(shipped("de"), players, seed, guard=guard)
        assert [len(hand) for hand in dealt.hands] == [TILES_EACH] * players
        assert [len(stack) for stack in dealt.stacks] == [STACK_SIZES[players]] * 4
        assert Counter(dealt.deck) == dict.fromkeys(SHAPES, 10)
        tiles = [tile for part in (*dealt.hands, *dealt.stacks) for tile in part]
        words = [word for tile in tiles for word in (tile.white, tile.black)]
        assert len(set(words)) == len(words)


@pytest.mark.parametrize("language", BOTH)
def test_the_sides_of_a_tile_come_from_two_fields(language: Language) -> None:
    known = {word.text: word for word in shipped(language)}
    for seed in range(20):
        dealt = deal(shipped(language), 12, seed)
        for tile in (tile for hand in dealt.hands for tile in hand):
            assert known[tile.white].field != known[tile.black].field


@pytest.mark.parametrize("players", STACK_SIZES)
@pytest.mark.parametrize("language", BOTH)
def test_a_guarded_deal_is_varied_on_both_sides(language: Language, players: int) -> None:
    known = {word.text: word for word in shipped(language)}

    def sides(tiles: tuple[Tile, ...]) -> list[list[Word]]:
        return [
            [known[tile.white] for tile in tiles],
            [known[tile.black] for tile in tiles],
        ]

    for seed in range(5):
        dealt = deal(shipped(language), players, seed, guard=True)
        for hand in dealt.hands:
            for side in sides(hand):
                assert len({word.field for word in side}) >= 9
                assert sum(not word.noun for word in side) >= 3
        for layer in zip(*dealt.stacks, strict=True):
            for side in sides(layer):
                assert len({word.field for word in side}) == 4


def test_recent_targets_do_not_come_again() -> None:
    first = deal(shipped("en"), 3, 1)
    recent = {
        word
        for stack in first.stacks
        for tile in stack
        for word in (tile.white, tile.black)
    }
    for seed in range(20):
        found = fresh_seed(shipped("en"), 3, Chance.seeded(seed), sorted(recent))
        again = deal(shipped("en"), 3, found)
        tiles = [tile for stack in again.stacks for tile in stack]
        assert not recent & {word for tile in tiles for word in (tile.white, tile.black)}


def test_targets_of_many_evenings_do_not_come_again() -> None:
    words, recent = shipped("de"), list[str]()
    for evening in range(10):
        for seed in range(5):
            chance = Chance.seeded(100 * evening + seed)
            stacks = deal(words, 4, fresh_seed(words, 4, chance, recent)).stacks
            targets = {
                word
                for stack in stacks
                for tile in stack
                for word in (tile.white, tile.black)
            }
            assert not targets & set(recent), evening
        recent += sorted(targets)


def test_of_words_that_all_were_targets_those_unseen_the_longest_come_again() -> None:
    words = [Word(f"{n}", f"{n}", noun=True) for n in range(words_for(2))]
    recent = [word.text for word in words]
    stacks = deal(words, 2, fresh_seed(words, 2, Chance.seeded(1), recent)).stacks
    targets = [
        int(word) for stack in stacks for tile in stack for word in (tile.white, tile.black)
    ]
    assert max(targets) < len(words) - 1
    assert sum(targets) / len(targets) < len(words) / 2


@given(st.sampled_from([*STACK_SIZES]), st.integers(0, 2**64 - 1), st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_seed_has_always_the_same_deal(players: int, seed: int, guard: bool) -> None:  # noqa: FBT001 - both
    first = deal(shipped("en"), players, seed, guard=guard)
    assert deal(shipped("en"), players, seed, guard=guard) == first
    assert deal(shipped("en"), players, seed ^ 1, guard=guard) != first


def test_a_deal_of_today_is_the_same_for_ever() -> None:
    words = [Word(f"w{n}", f"f{n % 40}", noun=n % 3 > 0) for n in range(400)]
    dealt = deal(words, 2, 42, guard=True)
    assert [tile.white for tile in dealt.hands[1]][:4] == ["w198", "w173", "w354", "w50"]
    assert [(stack[0].white, stack[0].black) for stack in dealt.stacks] == [
        ("w88", "w383"),
        ("w236", "w357"),
        ("w324", "w46"),
        ("w272", "w48"),
    ]
    assert dealt.deck[:5] == ("triangle", "diamond", "diamond", "circle", "triangle")


def test_words_that_give_no_varied_deal_are_refused() -> None:
    # Two fields only: a tile of each can be made, four targets apart cannot.
    words = [Word(f"{n}", f"{n % 2}", noun=False) for n in range(432)]
    with pytest.raises(Rejected, match=r"refused\.no-deal"):
        deal(words, 2, 1, guard=True)


# -- starting --


def started(**options: object) -> MatchStarted:
    plain = GAME.start(NAMES[:4], options, ())
    event = GAME.decide(Haiclue(), Codec(SETUP_COMMANDS).load(plain), Random(1))[0]
    assert isinstance(event, MatchStarted)
    return event


def test_the_youngest_reads_first_else_chance_decides() -> None:
    assert started(youngest=2).first_reader == 2
    assert started(youngest=None).first_reader in range(4)


def test_the_options_of_the_host_arrive() -> None:
    event = started(language="de", hidden=True, guard=True)
    assert (event.language, event.hidden) == ("de", True)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (StartMatch(("Anna",)), "player-count"),
        (StartMatch(tuple(map(str, range(13)))), "player-count"),
        (StartMatch(("Anna", "Anna")), "name-taken"),
        (StartMatch(("Anna", " ")), "bad-name"),
        (StartMatch(("Anna", "x" * 21)), "bad-name"),
        (StartMatch(("Anna", "Ben"), youngest=2), "unknown-player"),
        (StartMatch(("Anna", "Ben"), youngest=-1), "unknown-player"),
        (SetTable(("Anna", "Ben"), (), (), ()), "hands"),
    ],
)
def test_what_is_no_match(command: StartMatch | SetTable, code: str) -> None:
    assert refusal(GAME.decide, Haiclue(), command, Random(1)) == code


def test_a_table_set_by_hand_has_to_be_complete() -> None:
    good = set_table(2)
    bad = {
        "stacks": SetTable(good.names, good.hands, good.stacks[:3], good.deck),
        "deck": SetTable(good.names, good.hands, good.stacks, good.deck[:7]),
        "tile": SetTable(good.names, (("a",) * 15, good.hands[1]), good.stacks, good.deck),
    }
    for code, command in bad.items():
        assert refusal(GAME.decide, Haiclue(), command, Random(1)) == code


def test_a_match_is_started_once() -> None:
    state = Haiclue()
    for event in GAME.decide(state, set_table(2), Random(1)):
        state = GAME.evolve(state, event)
    assert refusal(GAME.decide, state, set_table(2), Random(1)) == "not-now"


def test_events_hold_the_deal_for_a_replay() -> None:
    dealt = GAME.decide(Haiclue(), set_table(2), Random(1))[1]
    assert isinstance(dealt, TilesDealt)
    codec = Codec(GAME.events)
    assert codec.load(codec.dump(dealt)) == dealt
