"""Lists of own words: what is kept, what is refused and why, and a match with them."""

import json
from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.errors import Rejected
from companion.games.haiclue.dealing import STACK_SIZES, words_for
from companion.games.haiclue.events import TilesDealt
from companion.messages import load
from tests.games.haiclue.table import GAME
from tests.play import NAMES
from web.pages.game_pages import SHELL

WORDS = ["".join(each) for each in product("abc", "eiou", "lmn", "aeiou")][:150]
SENTENCES = [*SHELL, GAME.pages]


def kept(house: Any, name: str = "ours", text: str = "\n".join(WORDS), **more: Any) -> Any:
    fields = {"type": "KeepList", "name": name, "language": "en", "text": text, **more}
    command = Codec(GAME.house.commands).load(fields)
    return json.loads(json.dumps(GAME.house.change(house, command)))  # as it is stored


def refused(house: Any, **fields: Any) -> Rejected:
    with pytest.raises(Rejected) as found:
        kept(house, **fields)
    return found.value


def dealt(house: Any, players: int = 3, **options: Any) -> TilesDealt:
    wish = GAME.start(NAMES[:players], GAME.house.options(house, options), ())
    command = Codec(GAME.setup_commands).load(json.loads(json.dumps(wish)))
    event = GAME.decide(GAME.initial, command, Random(1))[1]
    assert isinstance(event, TilesDealt)
    return event


def words_of(event: TilesDealt) -> list[str]:
    tiles = [tile for part in (*event.hands, *event.stacks) for tile in part]
    return [word for tile in tiles for word in (tile.white, tile.black)]


def test_a_match_is_dealt_from_the_pack_that_was_chosen_and_no_word_twice() -> None:
    house = kept({})
    words = words_of(dealt(house, pack="ours", guard=True))
    assert set(words) <= set(WORDS)
    assert len(set(words)) == len(words) == words_for(3)
    assert not set(words_of(dealt(house))) & set(WORDS), "none was chosen"


def test_the_match_is_in_the_language_of_the_pack() -> None:
    options = GAME.house.options(
        kept({}, language="de"), {"pack": "ours", "language": "en"}
    )
    assert options["language"] == "de"


def test_entries_are_read_as_people_have_them() -> None:
    text = "; ".join(WORDS) + "\n- Haus-Boot\n2. „Übermut“\n"
    (pack,) = kept({}, text=text)["packs"]
    assert pack["words"][-2:] == ["Haus-Boot", "Übermut"]


def test_what_is_left_out_is_counted_by_reason_and_named() -> None:
    text = "\n".join([*WORDS, WORDS[0].upper(), "two words", "x1", "a" * 15])
    (pack,) = GAME.house.view(kept({}, text=text)).packs
    assert [(why, each.count, each.examples) for why, each in pack.left_out] == [
        ("no-word", 2, ("two words", "x1")),
        ("twice", 1, (WORDS[0].upper(),)),
        ("long", 1, ("a" * 15,)),
    ]


@pytest.mark.parametrize("pair", ["/Katze", "/katze", "/in", "/-e"])
def test_of_pairs_with_a_slash_nothing_is_kept_and_of_the_rest_everything(
    pair: str,
) -> None:
    """However many there are: some lists have such, and are no spelling checker's for that."""
    pairs = [f"{word}{pair}" for word in WORDS[:20]]
    (pack,) = kept({}, text="\n".join([*WORDS, *pairs]))["packs"]
    assert pack["words"] == WORDS
    assert [(why, each["count"]) for why, each in pack["left_out"]] == [("no-word", 20)]


@pytest.mark.parametrize(
    "stems", [["{}/N"], ["{}/LSDG", "{}/Pmij"], ["{}/12,34"], ["{}/eST\tpo:noun"]]
)
@pytest.mark.parametrize(("count", "many"), [([], 20), (["170"], 1)])
def test_a_spelling_checkers_file_is_refused_however_many_words_stand_plain(
    stems: list[str], count: list[str], many: int
) -> None:
    flagged = [stem.format(word) for word in WORDS[:many] for stem in stems]
    text = "\n".join([*count, *WORDS, *flagged])
    assert refused({}, text=text).code == "list-stems"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": "  "}, "Give the list a name of at most 30 characters."),
        ({"name": "x" * 31}, "Give the list a name of at most 30 characters."),
        (
            {"text": "one, two"},
            "2 different words are too few: a list needs at least 120.",
        ),
        ({"text": ""}, "0 different words are too few: a list needs at least 120."),
        (
            {"text": "one, one, a b, 3"},
            (
                "One word is too few: a list needs at least 120. Left out: 3 (one, a b, 3). "
                "A tile holds one word of letters, up to 14, and each word only once."
            ),
        ),
        (
            {
                "text": "\n".join(
                    "".join(each) for each in product("abcdefghijklmno", repeat=3)
                )
            },
            "3375 words are too many: a list holds 3000 at most. Split it in two.",
        ),
    ],
)
def test_bad_input_gets_a_sentence(fields: Mapping[str, Any], sentence: str) -> None:
    said = load(SENTENCES, "en").say(refused({}, **fields).message)
    assert said == sentence


def test_twelve_packs_are_kept_and_one_of_the_same_name_is_replaced() -> None:
    house: Any = {}
    for number in range(12):
        house = kept(house, name=f"pack {number}")
    assert refused(house, name="one more").code == "lists-full"
    assert len(kept(house, name=" pack  3 ")["packs"]) == 12
    command = Codec(GAME.house.commands).load({"type": "ForgetList", "name": "pack 3"})
    assert len(GAME.house.change(house, command)["packs"]) == 11


def test_too_many_players_for_a_pack_are_told_how_many_words_they_need() -> None:
    house = kept({})
    assert GAME.house.view(house).most_players == {"ours": 4}
    with pytest.raises(Rejected) as found:
        dealt(house, players=5, pack="ours")
    assert load([GAME.pages], "en").say(found.value.message) == (
        "The list “ours” has 150 words, and 5 players need 174. Choose other words, or add "
        "some."
    )


def test_120_words_are_enough_for_three() -> None:
    assert words_for(3) <= 120
    assert max(n for n in STACK_SIZES if words_for(n) <= 120) >= 3


def test_a_pack_that_is_gone_is_missed() -> None:
    with pytest.raises(Rejected, match=r"refused\.no-such-list"):
        GAME.house.options({}, {"pack": "gone"})


def test_a_pack_of_a_language_that_went_is_left_out() -> None:
    house = kept({})
    gone = {**house["packs"][0], "language": "xx"}
    odd = {**house["packs"][0], "left_out": [{"reason": "twice"}, "twice"]}
    assert GAME.house.known({"packs": [*house["packs"], gone, odd, 5]}) == house
    assert GAME.house.known({}) == {}
