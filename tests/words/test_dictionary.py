"""What counts as a word where names and abbreviations do not, and a list of one's own."""

from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.games import Games
from companion.languages import fold
from companion.words import DATA
from companion.words.dictionary import ShippedDictionary, read_dictionary
from companion.words.lexicon import load_lexicon
from companion.words.workshop.written import written

NAMES = "PETER BERLIN MERKEL OBAMA NASA USA DVD AFD BMW NSU HUNAN FORSA PYHRA KRUSE"
WORDS = "ESSEN HEIDE WOLF BAYERN HAUS TUER SCHWIMMEN AUTO INFO POLIZEI ALLEN GROSS HESSEN"


def test_names_and_abbreviations_are_no_words() -> None:
    german = ShippedDictionary("de")
    assert [word for word in NAMES.split() if word in german] == []
    assert any(load_lexicon("de").is_word(word) for word in NAMES.split())


def test_words_that_are_names_too_stay_words() -> None:
    german = ShippedDictionary("de")
    assert [word for word in WORDS.split() if word not in german] == []


def test_words_to_deal_are_written_as_people_write_them() -> None:
    german, english = ShippedDictionary("de"), ShippedDictionary("en")
    folded = ["BOESE", "GEFAESS", "FEUER", "BLUES", "POET", "DUELL"]
    as_people_do = ["BÖSE", "GEFÄSS", *folded[2:]]
    assert [german.written(word) for word in folded] == as_people_do
    assert [english.written(word) for word in folded] == folded
    lexicon = load_lexicon("de")
    dealt = {*lexicon.secret, *lexicon.children}
    lines = DATA.joinpath("written_de.txt").read_text("utf-8").splitlines()
    assert {fold(line, "de") for line in lines} <= dealt
    assert len(lines) == len(set(lines))


def test_of_how_a_word_is_written_only_what_is_sure_is_kept() -> None:
    forms = ["Bär", "böse", "Böse", "Feuer", "Masse", "Maße", "grün", "gruen", "x-y"]
    words = ["GRUEN", "FEUER", "BOESE", "BAER", "MASSE", "KAESE"]
    assert written(words, forms, "de") == ["BÄR", "BÖSE"]


def test_what_cannot_be_spelled_is_no_word() -> None:
    assert "XQZWV" not in ShippedDictionary("de")
    assert 5 not in ShippedDictionary("en")
    assert "CAT" in ShippedDictionary("en")


@pytest.mark.parametrize(
    "data",
    [
        "\ufeffTür\n# ein Kommentar\n\nQuux;egal\nDonaudampfschiff  # lang\n".encode(),
        "Tür\r\nQuux\tSubstantiv\r\n3\r\nDonaudampfschiff\r\n".encode("latin-1"),
    ],
    ids=["UTF-8 with BOM", "Latin-1"],
)
def test_an_own_list_is_read_as_people_have_them(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes(data)
    own = read_dictionary(path, "de")
    for word in ("TUER", "QUUX", "DONAUDAMPFSCHIFF"):
        assert word in own
    for word in ("HAUS", "EGAL", "SUBSTANTIV", "DONAUDAMPFER"):
        assert word not in own


def test_an_own_list_takes_the_place_of_the_shipped_one_in_games_that_look_words_up(
    tmp_path: Path,
) -> None:
    path = tmp_path / "own.txt"
    path.write_text("Quux\nQi\n", "utf-8")
    games = Games({"de": read_dictionary(path, "de")})
    shipped = Games()
    name = "buchstabenbluff"
    words, plain = games[name].decide.args[0], shipped[name].decide.args[0]  # type: ignore[attr-defined]
    assert words.listed("de", "QUUX")
    assert not plain.listed("de", "QUUX")
    assert not words.listed("de", "HAUS")
    assert words.listed("en", "HOUSE")
    assert not words.listed("de", "DU")
    assert plain.listed("de", "DU")
    assert games["letter_jam"].name == "letter_jam"


def test_a_list_that_is_not_there_or_empty_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.txt: it cannot be read"):
        read_dictionary(tmp_path / "none.txt", "de")
    (tmp_path / "empty.txt").write_text("# nothing\n12\n")
    with pytest.raises(ConfigError, match="no line begins with a word"):
        read_dictionary(tmp_path / "empty.txt", "de")
