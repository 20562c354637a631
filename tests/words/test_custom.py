import pytest

from companion.languages import LANGUAGES, Language
from companion.words.custom import check_list, with_words
from companion.words.deck import DECKS
from companion.words.lexicon import load_lexicon, parse_children
from companion.words.secret_words import pool
from companion.words.workshop.apply_strikes import load_strikes

LENGTHS = range(3, 8)


def test_every_line_left_out_says_why() -> None:
    text = (
        "# ours\nBob\nhouse\n\nHOUSE # again\nox\nelephants\npuppy\ntwo words\nadd\nTim\n"
    )
    found = check_list(text, load_lexicon("en"), DECKS["en"])
    assert found.words == ("ADD", "BOB", "HOUSE", "TIM")
    assert [(each.line, each.why.split(";")[0]) for each in found.left_out] == [
        (5, "it is in the list already"),
        (6, "OX has 2 letters"),
        (7, "ELEPHANTS has 9 letters"),
        (8, "the deck has too few cards of P"),
        (9, "write one word of letters a line"),
    ]
    assert set(found.unlisted) <= {"BOB", "TIM"}
    assert "HOUSE" not in found.unlisted


def test_a_word_that_reads_in_every_order_is_left_out() -> None:
    found = check_list("aha", load_lexicon("en"), DECKS["en"])
    assert found.words == ("AHA",)
    doubled = check_list("eee", load_lexicon("en"), DECKS["en"])
    assert doubled.left_out[0].why == "it reads as a word in every order"


def test_own_words_replace_the_shipped_ones_and_change_the_version() -> None:
    lexicon = load_lexicon("de")
    own = with_words(lexicon, ["HAUS", "MAUS"])
    assert (
        own.secret_words("easy", 4) == own.secret_words("children", 4) == ("HAUS", "MAUS")
    )
    assert own.version != lexicon.version


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_childrens_words_can_all_be_dealt(language: Language) -> None:
    lexicon, strikes = load_lexicon(language), load_strikes(language)
    assert len(lexicon.children) >= 300
    text = "\n".join(lexicon.children)
    found = check_list(text, lexicon, DECKS[language])
    assert found.left_out == ()
    assert found.unlisted == ()
    assert not any(map(strikes.strike, lexicon.children))
    for length in LENGTHS:
        words = lexicon.secret_words("children", length)
        assert len(pool(length, words, DECKS[language]).words) == len(words) >= 20


def test_a_childrens_list_may_have_comments_and_umlauts() -> None:
    assert parse_children("# x\nBär # big\nAst\n", "de") == ("AST", "BAER")
