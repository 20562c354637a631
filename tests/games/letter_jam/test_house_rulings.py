"""What the table overruled can hold in a house for all evenings; its secrets stay secret."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.game import shipped
from tests.games.letter_jam.endings import final, word_of
from tests.games.letter_jam.table import NAMES
from tests.games.letter_jam.test_house import FAMILY, changed_house, started
from tests.games.letter_jam.test_makers import making

GAME = shipped()
ROW = "1 2 3 4 5"


def revealed(**rulings: Any) -> tuple[str, bool, bool | None]:
    t = final(2)
    t.state = replace(t.state, **rulings)
    for name in NAMES[:2]:
        t.lay(name, ROW, "?????")
    t.act("Ann", cmd.RevealWord)
    return word_of(t, "Ann")


def test_a_word_counts_before_the_table_judges_as_the_house_has_ruled() -> None:
    word, listed, accepted = revealed()
    assert accepted is None, "the table has the last word"
    assert revealed(counting=(word,)) == (word, True, None)
    assert revealed(never=(word,)) == (word, False, None)
    assert revealed(counting=("QQQ",), never=("XXX",)) == (word, listed, None)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_match_takes_the_words_of_its_language_and_a_log_keeps_them(
    language: str,
) -> None:
    house = changed_house({}, "RuleWord", language="en", word="brrr", counts=True)
    house = changed_house(house, "RuleWord", language="de", word="öse", counts=False)
    state = started(house, language=language, counting=["QQ"], never=["OMA"])
    kept = {"en": (("BRRR",), ()), "de": ((), ("OESE",))}[language]
    assert (state.counting, state.never) == kept
    assert (started({}).counting, started({}).never) == ((), ())


def test_a_match_that_was_stored_before_there_were_any_has_none() -> None:
    codec: Any = Codec(GAME.events)
    wish = Codec(GAME.setup_commands).load(GAME.start(NAMES[:2], {}, ()))
    first = next(iter(GAME.decide(GAME.initial, wish, Random(1))))
    old = {k: v for k, v in codec.dump(first).items() if k not in ("counting", "never")}
    assert codec.load(old) == first


def test_all_are_told_rulings_and_of_the_house_nothing_else() -> None:
    house = changed_house({}, "KeepList", name="Oma", language="de", text=FAMILY)
    house = changed_house(house, "StrikeWord", language="de", word="Zange")
    house = changed_house(house, "RuleWord", language="de", word="brrr", counts=True)
    told = GAME.house.told(house)
    assert told.ruled.ruling("de", "BRRR") is True
    assert not any(word.upper() in str(told) for word in (*FAMILY.split(), "Oma"))
    assert GAME.house.view(house).ruled == told.ruled
    house = changed_house(house, "ForgetRuling", language="de", word="brrr")
    assert GAME.house.told(house).ruled.ruling("de", "BRRR") is None


def test_what_means_nothing_here_is_left_out() -> None:
    house = changed_house({}, "RuleWord", language="de", word="brrr", counts=True)
    house["ruled"]["never"]["xx"] = ["ABC"]
    known = GAME.house.known(house)
    assert GAME.house.view(known).ruled.ruling("de", "BRRR") is True
    assert (
        GAME.house.told(GAME.house.known({"ruled": 3})).ruled == GAME.house.told({}).ruled
    )


def test_makers_are_not_asked_again_about_a_word_of_the_house() -> None:
    t = making()
    assert t.refused("Ann", cmd.MakeWord, word="HORSE") == "word-unlisted"
    t.state = replace(t.state, counting=("HORSE",))
    t.act("Ann", cmd.MakeWord, word="HORSE")
    other = making("HORSE")
    other.state = replace(other.state, never=("HORSE",))
    assert other.refused("Ann", cmd.MakeWord, word="HORSE") == "word-unlisted"
