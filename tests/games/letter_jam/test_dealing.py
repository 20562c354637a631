import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.deal_code import looks_like_code, seed_from_text
from companion.engine.tools import CardDeal
from companion.errors import DataError
from companion.games.letter_jam.deal_code import DealCode, read_code
from companion.games.letter_jam.dealing import deal, deal_from_code, deal_from_seed
from companion.games.letter_jam.setup_card import SETUP_CARDS
from companion.languages import LANGUAGES, Language
from companion.words import packing
from companion.words.chance import Chance
from companion.words.deck import DECKS, Deck
from companion.words.lexicon import LEVELS, Level, Lexicon, load_lexicon, parse_secret
from tests.benchmarks.naive_deals import (
    LEAST_P,
    NaiveSampler,
    Option,
    alike,
    compare,
    options,
)
from tests.depth import times

HARDEST = ((7,) * 6, (5,) * 4, (3, 4, 5, 6, 7, 7))

# A list that no strike ever changes, so that its deals can be fixed for good.
WORDS = """
    ANT BAT CAT DOG EEL FOG GNU HEN INK KIT LAMP MOON NEST OVEN PEAR ROSE SHIP TREE
    APPLE BREAD CHAIR EAGLE FRUIT GRAPE HOTEL KNIFE MOUSE PIANO RIVER TIGER UNCLE WATER
""".split()  # noqa: SIM905 - a list of words is read as words
SMALL = Lexicon(
    "en",
    "a small list",
    parse_secret("".join(f"{word}\t1\t4.00\n" for word in sorted(WORDS))),
    packing.decompress(*packing.compress([*WORDS, "TAB", "ACT", "GOD", "LEE"])),
)


def check(dealt: CardDeal, lexicon: Lexicon, allowed: Collection[str]) -> None:
    """Every promise a deal makes."""
    players = len(dealt.lengths)
    assert tuple(map(len, dealt.words)) == dealt.lengths
    assert len(set(dealt.words)) == players
    for word, order in zip(dealt.words, dealt.scrambles, strict=True):
        assert word in allowed
        assert sorted(order) == sorted(word)
        assert order not in lexicon.spelling
    assert tuple(map(len, dealt.stacks)) == SETUP_CARDS[players].stacks
    cards = Counter("".join(dealt.words))
    for pile in (*dealt.stacks, dealt.deck):
        cards.update(pile)
    assert cards == DECKS[lexicon.language].counts


def check_many(language: Language, lengths: Sequence[int], count: int) -> None:
    lexicon, deck = load_lexicon(language), DECKS[language]
    allowed = {word for n in range(3, 8) for word in lexicon.secret_words("normal", n)}
    for seed in range(count):
        check(deal_from_seed(lexicon, deck, lengths, "normal", seed), lexicon, allowed)


@pytest.mark.parametrize("lengths", HARDEST, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deals", times(500, 10_000, 100_000))
def test_all_deals_keep_their_promises(
    language: Language, lengths: Sequence[int], deals: int
) -> None:
    check_many(language, lengths, deals)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", SETUP_CARDS)
@pytest.mark.parametrize("length", range(3, 8))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_can_be_dealt(
    language: Language, length: int, players: int, level: Level
) -> None:
    lexicon = load_lexicon(language)
    dealt = deal(lexicon, DECKS[language], (length,) * players, level, Chance.seeded(1))
    check(dealt, lexicon, lexicon.secret_words(level, length))
    assert (dealt.language, dealt.level) == (language, level)
    assert deal_from_code(dealt.code) == dealt


# -- the code --


GOLDEN = "0BCW-0G63-VFZZ-ZZZZ-ZZZZ-ZZKM"


def test_a_code_of_today_gives_the_same_deal_for_ever() -> None:
    dealt = deal_from_code(GOLDEN, SMALL)
    assert dealt.words == ("ANT", "NEST", "CHAIR", "KNIFE")
    assert dealt.scrambles == ("NTA", "ESNT", "CIHAR", "KINEF")
    assert list(map("".join, dealt.stacks)) == ["OFGDCTS", "UUMRMATY"]
    assert "".join(dealt.deck) == "KLSDOHAOLBOYDGCEUIRELEEBSIPPWRHW"
    assert dealt.code == GOLDEN


CODES = st.builds(
    DealCode,
    st.sampled_from([*LANGUAGES]),
    st.sampled_from(LEVELS),
    st.lists(st.integers(3, 7), min_size=2, max_size=6).map(tuple),
    st.integers(0, 2**20 - 1),
    st.integers(0, 2**64 - 1),
)


@given(CODES)
def test_a_code_is_read_as_it_was_written(code: DealCode) -> None:
    text = str(code)
    assert looks_like_code(text)
    assert read_code(text) == code
    assert read_code(f" {text.lower().replace('-', ' ')} ") == code
    assert read_code(text.replace("0", "o").replace("1", "l")) == code


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("", "0 signs"),
        ("0EYS-4Q9P", "8 signs, but a code has 24"),
        ("0EYS-4Q9P-2C0Z-5KF9-T6T4-S3DTX", "25 signs"),
        ("0EYS-4Q9P-2C0Z-5KF9-T6T4-S3D!", "! is no sign"),
        ("0EYS-4Q9P-2C0Z-5KF9-T6T4-S3DU", "U is no sign"),
        ("0000-0000-0000-0000-0000-0000", "made by another version"),
    ],
)
def test_a_code_that_cannot_be_one_says_why(text: str, finding: str) -> None:
    with pytest.raises(DataError, match=finding):
        read_code(text)


def test_a_code_of_other_lists_or_another_deck_is_refused() -> None:
    code = deal_from_seed(SMALL, DECKS["en"], (5, 5), "easy", 1).code
    with pytest.raises(DataError, match="other word lists or another deck"):
        deal_from_code(code)
    swapped = Deck(dict(DECKS["en"].counts) | {"E": 5, "O": 5})
    with pytest.raises(DataError, match="other word lists or another deck"):
        deal_from_code(code, SMALL, swapped)
    coded = deal_from_seed(SMALL, swapped, (5, 5), "easy", 1)
    assert deal_from_code(coded.code, SMALL, swapped) == coded


@pytest.mark.parametrize(
    "text", ["hello", "", "Anna's birthday 2026", "a-b-c-d-e-f", "4-4"]
)
def test_ordinary_texts_are_no_codes(text: str) -> None:
    assert not looks_like_code(text)


# -- chance --


def test_a_deal_is_the_same_whatever_the_hashes() -> None:
    script = (
        "import json; from companion.games.letter_jam.dealing import *\n"
        "lexicon, deck = load_lexicon('de'), DECKS['de']\n"
        "drawn = deal_from_seed(lexicon, deck, (3, 4, 5, 6, 7), 'hard', 42)\n"
        "print(json.dumps([drawn.code, drawn.words, drawn.scrambles, drawn.deck]))"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": hashes},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hashes in ("0", "1", "4242")
    }
    here = deal_from_seed(load_lexicon("de"), DECKS["de"], (3, 4, 5, 6, 7), "hard", 42)
    assert results == {json.dumps([here.code, here.words, here.scrambles, here.deck])}


def test_seeds_from_texts_never_change() -> None:
    assert seed_from_text("") == 0xE3B0C44298FC1C14
    assert seed_from_text("Ömas Tisch") != seed_from_text("Omas Tisch")


def test_fresh_deals_differ() -> None:
    lexicon, deck = load_lexicon("en"), DECKS["en"]
    codes = {deal(lexicon, deck, (5, 5), "easy", Chance.system()).code for _ in range(50)}
    assert len(codes) == 50


# -- recent words --


def test_recent_words_do_not_come_again_and_the_code_does_not_need_them() -> None:
    lexicon, deck = load_lexicon("en"), DECKS["en"]
    recent = lexicon.secret_words("easy", 5)[::2]
    for seed in range(100):
        drawn = deal(lexicon, deck, (5,) * 4, "easy", Chance.seeded(seed), recent)
        assert not set(drawn.words) & set(recent)
        assert deal_from_code(drawn.code) == drawn


def test_if_nearly_every_word_was_used_the_fewest_come_again() -> None:
    recent = [word for word in WORDS if word not in {"APPLE", "BREAD"}]
    drawn = deal(SMALL, DECKS["en"], (5, 5), "easy", Chance.seeded(1), recent)
    assert set(drawn.words) == {"APPLE", "BREAD"}


def test_of_words_that_all_were_used_the_longest_unseen_come_again() -> None:
    five = [word for word in WORDS if len(word) == 5]
    for seed in range(20):
        drawn = deal(SMALL, DECKS["en"], (5, 5), "easy", Chance.seeded(seed), five)
        assert set(drawn.words) <= set(five[:4])


def test_recent_words_never_make_a_deal_impossible() -> None:
    drawn = deal(SMALL, DECKS["en"], (5,) * 6, "easy", Chance.seeded(1), WORDS)
    assert len(set(drawn.words)) == 6


# -- no rule but the law --


@pytest.mark.parametrize(
    "option", [Option("en", "hard", (4, 5)), Option("de", "children", (5,) * 4)], ids=str
)
@pytest.mark.parametrize("deals", [2_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_deals_are_those_of_a_naive_sampler(option: Option, deals: int) -> None:
    found = compare(option, 1, deals)
    assert found.p > LEAST_P
    assert set(found.missing) == set() or option.level == "hard"


@pytest.mark.long
@pytest.mark.parametrize("option", [*options()], ids=str)
def test_a_hundred_thousand_deals_are_those_of_a_naive_sampler(option: Option) -> None:
    found = compare(option, 2)
    assert found.p > LEAST_P
    assert found.missing == ()


def test_another_law_is_noticed() -> None:
    fair, unfair = Option("en", "easy", (5, 5)), Option("en", "normal", (5, 5))
    counts = [Counter[str](), Counter[str]()]
    for count, option in zip(counts, (fair, unfair), strict=True):
        sampler = NaiveSampler(option, 1)
        count.update(sampler.deal()[0] for _ in range(10_000))
    assert alike([(counts[0], counts[1])]) < 1e-9


def test_hard_deals_are_mostly_hard_words() -> None:
    lexicon, chance = load_lexicon("en"), Chance.seeded(5)
    easier = {*lexicon.secret_words("normal", 7)}
    words = [
        word
        for _ in range(500)
        for word in deal(lexicon, DECKS["en"], (7, 7, 7), "hard", chance).words
    ]
    assert 0.67 < sum(word not in easier for word in words) / len(words) < 0.73


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_few_hard_words_none_comes_again_and_again(language: Language) -> None:
    lexicon, chance = load_lexicon(language), Chance.seeded(6)
    easier = {*lexicon.secret_words("normal", 3)}
    hard = {*lexicon.secret_words("hard", 3)} - easier
    words = Counter(
        word
        for _ in range(2_000)
        for word in deal(lexicon, DECKS[language], (3, 3), "hard", chance).words
    )
    seen = sum(words[word] for word in hard)
    times = seen / len(hard) / ((words.total() - seen) / len(easier))
    assert 5 < times < 12


# -- wishes that cannot be met --


@pytest.mark.parametrize(
    ("lengths", "finding"),
    [
        ((5,), "1 players"),
        ((5,) * 7, "7 players"),
        ((), "0 players"),
        ((5, 8), "Length 8: words have 3 to 7"),
        ((2, 5), "Length 2"),
    ],
)
def test_a_match_that_cannot_be_is_refused(lengths: Sequence[int], finding: str) -> None:
    with pytest.raises(DataError, match=finding):
        deal(SMALL, DECKS["en"], lengths, "easy", Chance.seeded(1))
    with pytest.raises(DataError, match=finding):
        deal_from_seed(SMALL, DECKS["en"], lengths, "easy", 1)


def test_a_list_without_such_words_is_refused() -> None:
    with pytest.raises(DataError, match="0 of the listed words of 7 letters, but 2"):
        deal_from_seed(SMALL, DECKS["en"], (7, 7), "easy", 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_children_get_words_of_their_own(language: Language) -> None:
    lexicon, deck, chance = load_lexicon(language), DECKS[language], Chance.seeded(4)
    for lengths in ((3,) * 6, (4,) * 6, (5,) * 6, (3, 4, 5, 6)):
        dealt = deal(lexicon, deck, lengths, "children", chance)
        check(dealt, lexicon, lexicon.children)
        assert deal_from_code(dealt.code) == dealt
