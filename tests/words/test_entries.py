"""One reader of word lists behind all doors: the command, the host's page, the dictionary."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.engine.codec import Codec
from companion.errors import ConfigError, DataError, Rejected
from companion.games.letter_jam.game import letter_jam
from companion.games.letter_jam.lexicons import Lexicons
from companion.words.dictionary import read_dictionary
from companion.words.entries import NO_TEXT, entries, is_text, list_text

WORDS = [
    "Apfel",
    "Birne",
    "Größe",
    "Käse",
    "Tisch",
    "Lampe",
    "Blume",
    "Katze",
    "Hunde",
    "Wolke",
    "Regen",
    "Stern",
]
FOLDED = {
    each.upper().replace("Ö", "OE").replace("Ä", "AE").replace("ß", "SS") for each in WORDS
}
GAME = letter_jam(Lexicons())


def lines(shape: str = "{}", end: str = "\n") -> str:
    return "".join(shape.format(each, n=n) + end for n, each in enumerate(WORDS, 1))


def hyphened(word: str) -> str:
    return f"{word[:2]}\u00ad{word[2:]}"


LISTS: dict[str, bytes] = {
    "plain": lines().encode(),
    "UTF-8 with its mark": lines(end="\r\n").encode("utf-8-sig"),
    "UTF-8 with it twice": ("\ufeff" + lines()).encode("utf-8-sig"),
    "UTF-16 of Windows": lines(end="\r\n").encode("utf-16"),
    "UTF-16 the other way": b"\xfe\xff" + lines().encode("utf-16-be"),
    "UTF-16 without its mark": lines().encode("utf-16-le"),
    "the same the other way": lines().encode("utf-16-be"),
    "UTF-32": lines().encode("utf-32"),
    "Windows-1252": lines("„{}“").encode("cp1252"),
    "Latin-1": lines().encode("latin-1"),
    "UTF-8 with one bad byte": lines().encode() + b"M\xe4rz\n",
    "old Mac's line ends": lines(end="\r").encode(),
    "no end of the last line": lines().rstrip().encode(),
    "quoted table": lines('"{}";"Nomen"', "\r\n").encode(),
    "table of commas": lines("{},f,{n}").encode(),
    "table of tabs, numbers first": lines("{n}\t{}\tNN").encode(),
    "table with a last separator": lines("{};").encode(),
    "article behind": lines("{}, der").encode(),
    "1.": lines("{n}. {}").encode(),
    "1)": lines("{n}) {}").encode(),
    "(1)": lines("({n}) {}").encode(),
    "1": lines("{n} {}").encode(),
    "1 -": lines("{n} - {}").encode(),
    "boxes": lines("- [ ] {}").encode(),
    "bullets": lines("• {}").encode(),
    "arrows": lines("→ {}").encode(),
    "a)": lines("a) {}").encode(),
    "(b)": lines("(b) {}").encode(),
    "der": lines("der {}").encode(),
    "Die": lines("Die {}").encode(),
    "the": lines("the {}").encode(),
    "der/die": lines("der/die {}").encode(),
    "numbered with an article": lines("{n}. das {}").encode(),
    "gender behind": lines("{} (f)").encode(),
    "bold": lines("* **{}**").encode(),
    "soft hyphens": "\n".join(map(hyphened, WORDS)).encode(),
    "umlauts in two pieces": lines()
    .replace("ä", "a\u0308")
    .replace("ö", "o\u0308")
    .encode(),
    "commas": ", ".join(WORDS).encode(),
    "a sentence": (", ".join(WORDS) + ".").encode(),
    "semicolons": "; ".join(WORDS).encode(),
    "quoted, with commas": ",".join(f'"{each}"' for each in WORDS).encode(),
    "comments": ("# ours\n\n" + lines("{} # good")).encode(),
    "invisible signs": lines("\u200b{}\u2060").encode(),
    "a stray NUL": lines().encode() + b"\0",
    "one after each word": lines("{}\0").encode(),
    "end of a file of DOS": lines(end="\r\n").encode() + b"\x1a",
}


def by_page(path: Path, _: object) -> set[str]:
    keep = {"type": "KeepList", "name": "ours", "language": "de"}
    command = Codec(GAME.house.commands).load(
        {**keep, "text": list_text(path.read_bytes())}
    )
    return {*GAME.house.change({}, command)["lists"][0]["words"]}


def by_dictionary(path: Path, _: object) -> set[str]:
    own = read_dictionary(path, "de")
    assert not {"DER", "NOMEN", "NN", "F"} & {
        each for each in ("DER", "NOMEN", "NN", "F") if each in own
    }
    return {each for each in FOLDED if each in own}


@pytest.mark.parametrize("door", [by_page, by_dictionary])
@pytest.mark.parametrize("name", LISTS)
def test_each_door_finds_the_same_words(
    tmp_path: Path, name: str, door: Callable[[Path, object], set[str]]
) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes(LISTS[name])
    assert door(path, None) - {"MAERZ"} == FOLDED


@pytest.mark.parametrize("name", LISTS)
def test_the_command_leaves_no_line_out(tmp_path: Path, name: str, capsys: Any) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes(LISTS[name])
    asked = ["deal", "--players", "2", "--language", "de", "--json", "--words", str(path)]
    assert main(asked) == 0
    assert "line" not in capsys.readouterr().err


def test_a_list_of_rows_with_a_word_in_each_cell_is_no_table() -> None:
    text = "apple, pear, plum\nhouse, tree, dog\nsun, moon, star\n"
    assert len([*entries(text)]) == 9
    assert [*entries("Apfel;apple;1\nHaus;house;1\nKind;child;1\n")] == [
        "Apfel",
        "Haus",
        "Kind",
    ]
    assert [*entries("the\nder\na\n")] == ["the", "der", "a"], "words of a dictionary, too"


@pytest.mark.parametrize(
    "data",
    [
        *(mark + b"\x14\0" + b"such words: " * 400 for mark in NO_TEXT),
        b"PK\x03\x04\x14\0\x06\0",
        b"\x1f\x8b\x08\0",
        bytes(range(256)) * 4,
        (b"RIFF\0\x01" + bytes(range(1, 256, 7))) * 40,
    ],
)
def test_a_file_that_is_no_text_is_told_in_our_words(
    tmp_path: Path, data: bytes, capsys: Any
) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes(data)
    with pytest.raises(DataError, match="it is no text"):
        list_text(data)
    with pytest.raises(ConfigError, match=r"own\.txt: it is no text"):
        read_dictionary(path, "de")
    assert main(["deal", "--players", "2", "--words", str(path)]) == 2
    said = capsys.readouterr().err
    assert "it is no text" in said
    assert "codec" not in said


def test_the_hosts_page_says_so_too() -> None:
    text = "PK\x03\x04" + "\ufffd\x00\x01" * 50
    assert not is_text(text)
    keep = {"type": "KeepList", "name": "ours", "language": "de", "text": text}
    with pytest.raises(Rejected) as caught:
        GAME.house.change({}, Codec(GAME.house.commands).load(keep))
    assert caught.value.code == "list-no-text"


@pytest.mark.parametrize(
    "text",
    [
        "4\nKatze/N\ngehen/X\nBaum/STp\nHaus/Tpmij\n",
        "3\r\nKatze/12,34\r\ngehen\r\nund\r\n",
        "Katze/N\tpo:noun\ngehen/X\n",
        "50000\n" + "Haus\n" * 3000 + "Katze/N\n",
        "2\nKatze/ÄÖ\ngehen/ß\tpo:verb\n",
    ],
)
@pytest.mark.parametrize(("language", "named"), [("de", "wngerman"), ("en", "wbritish")])
def test_a_checkers_stems_are_refused_with_a_list_that_works(
    tmp_path: Path, text: str, language: str, named: str
) -> None:
    path = tmp_path / "own.dic"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=f"file of stems.*{named}"):
        read_dictionary(path, language)


def test_the_command_says_so_too(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "own.dic"
    path.write_text("2\nKatze/N\ngehen/X\n", "utf-8")
    assert main(["deal", "--players", "2", "--words", str(path)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert "file of stems" in said


@pytest.mark.parametrize("text", ["2\nKatze/N\ngehen/X\n", "3\nHaus\nBaum/ÄÖ\nRegen\n"])
def test_so_does_the_hosts_page(text: str) -> None:
    keep = {"type": "KeepList", "name": "ours", "language": "de", "text": text}
    with pytest.raises(Rejected) as caught:
        GAME.house.change({}, Codec(GAME.house.commands).load(keep))
    assert caught.value.code == "list-stems"


def test_a_slash_now_and_then_is_no_checkers(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("Haus\n" * 100 + "und/oder\n", "utf-8")
    assert "UND" in read_dictionary(path, "de")
