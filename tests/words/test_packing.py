import lzma
import sys
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.words import packing

WORDS = st.text("ABCXYZ", min_size=1, max_size=15)
SHORT_WORDS = st.text("ABYZ", min_size=1, max_size=packing.SHORT)


@given(SHORT_WORDS, SHORT_WORDS)
def test_packed_words_sort_as_words_do(one: str, other: str) -> None:
    assert (packing.pack(one) < packing.pack(other)) == (one < other)
    assert (packing.pack(one) == packing.pack(other)) == (one == other)


@given(SHORT_WORDS)
def test_a_packed_word_is_read_again(word: str) -> None:
    assert packing.unpack(packing.pack(word)) == word


@given(st.sets(WORDS), st.integers(1, packing.SHORT))
def test_the_words_of_a_length_are_those_of_a_plain_filter(
    words: set[str], length: int
) -> None:
    spelling = packing.decompress(*packing.compress(words))
    plain = sorted(word for word in words if len(word) == length)
    assert spelling.of_length(length) == plain


@given(st.sets(WORDS), st.sets(WORDS))
def test_a_list_holds_its_words_and_no_others(words: set[str], others: set[str]) -> None:
    spelling = packing.decompress(*packing.compress(words))
    assert len(spelling) == len(words)
    assert all(word in spelling for word in words)
    assert all((word in spelling) == (word in words) for word in others)


def test_words_are_kept_as_numbers_and_the_long_ones_compressed() -> None:
    spelling = packing.decompress(*packing.compress(["SHORT", "LONGERTHANTWELVE"]))
    assert isinstance(spelling.short_words, array)
    assert spelling.short_words.itemsize == 8
    assert lzma.decompress(spelling.long_words_xz) == b"\nLONGERTHANTWELVE\n"


def test_the_order_in_which_words_come_does_not_change_the_files() -> None:
    words = ["AB", "CD", "AB", "LONGERTHANTWELVE", "ANOTHERLONGWORD"]
    assert packing.compress(words) == packing.compress(reversed(words))


def test_other_machines_count_bytes_the_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    files = packing.compress(["AB", "CD"])
    monkeypatch.setattr(sys, "byteorder", "big")
    swapped = packing.decompress(*files).short_words
    swapped.byteswap()
    assert list(swapped) == [packing.pack("AB"), packing.pack("CD")]


def test_a_file_that_was_cut_is_noticed() -> None:
    short_words, long_words = packing.compress(["AB"])
    with pytest.raises((lzma.LZMAError, EOFError)):
        packing.decompress(short_words[:-5], long_words)
