"""A spelling list in little memory: sorted words as numbers, looked up by bisection.

A Python set of the German words would take 31 MB, which a Pi with 512 MB should not pay.
"""

import lzma
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import filterfalse
from string import ascii_uppercase

SHORT = 12
"""The most letters that fit into one number of 64 bits, at 5 bits a letter."""

_PIECE = 1 << 16

_BITS = 5
_BEFORE_A = ord("A") - 1
_LETTERS = ("", *ascii_uppercase)
# xz over the plain array: of the ways tried it makes the smallest file that still loads in
# some 30 ms; packing the words of a text anew takes 220. Literals by their place in the
# number (lp) save a fifth. The small dictionary is what a reader has to allocate.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME,
             "dict_size": 4 << 20, "lc": 0, "lp": 3, "pb": 3}]  # fmt: skip


def pack(word: str) -> int:
    """Return *word* (A to Z, at most 12 letters) as a number that sorts as words do."""
    number = 0
    for letter in word:
        number = number << _BITS | ord(letter) - _BEFORE_A
    return number << _BITS * (SHORT - len(word))


def unpack(number: int, length: int = SHORT) -> str:
    """Return the word that `pack` made *number* of, quicker if its *length* is known."""
    places = range(_BITS * (SHORT - 1), _BITS * (SHORT - length) - 1, -_BITS)
    return "".join([_LETTERS[number >> place & 31] for place in places])


@dataclass(frozen=True, eq=False)
class SpellingList:
    """Words of a language in capitals A to Z; ask with ``in``.

    *short_words* are packed and sorted. The rare longer words are an xz-compressed text,
    each word between line ends; it is opened when first asked for.
    """

    short_words: "array[int]"
    long_words_xz: bytes

    def __contains__(self, word: str) -> bool:
        if len(word) > SHORT:
            return f"\n{word}\n".encode() in self._long_words
        number = pack(word)
        index = bisect_left(self.short_words, number)
        return index < len(self.short_words) and self.short_words[index] == number

    def __len__(self) -> int:
        return len(self.short_words) + self._long_words.count(b"\n") - 1

    def of_length(self, length: int) -> list[str]:
        """Return the words of *length* letters, at most 12, in order."""
        bits = _BITS * (SHORT - length)
        # Half a million numbers: nothing but C may touch them all.
        fitting = filterfalse(((1 << bits) - 1).__and__, self.short_words)
        return [unpack(n, length) for n in fitting if n >> bits & 31]

    @cached_property
    def _long_words(self) -> bytes:
        return lzma.decompress(self.long_words_xz)


def compress(words: Iterable[str]) -> tuple[bytes, bytes]:
    """Return the two files of a spelling list: the short words and the long ones."""
    ordered = sorted(set(words))
    numbers = array("Q", (pack(word) for word in ordered if len(word) <= SHORT))
    long_words = "".join(f"{word}\n" for word in ordered if len(word) > SHORT)
    return (
        lzma.compress(_little_endian(numbers).tobytes(), filters=_FILTERS),
        lzma.compress(f"\n{long_words}".encode(), preset=6 | lzma.PRESET_EXTREME),
    )


def decompress(short_words_xz: bytes, long_words_xz: bytes) -> SpellingList:
    """Return the spelling list made of the two files of `compress`."""
    # Piece by piece: the whole bytes beside the numbers would leave the process grown.
    numbers, rest, xz = array("Q"), b"", lzma.LZMADecompressor()
    data = short_words_xz
    while not xz.eof:
        rest += xz.decompress(data, _PIECE)
        whole = len(rest) // numbers.itemsize * numbers.itemsize
        numbers.frombytes(rest[:whole])
        data, rest = b"", rest[whole:]
        if xz.needs_input and not xz.eof:
            raise EOFError("The spelling list was cut short; build it anew.")
    return SpellingList(_little_endian(numbers), long_words_xz)


def _little_endian(numbers: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
