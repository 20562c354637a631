"""Every sentence the program can say exists in every language, with the same parameters."""

import ast
import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

import companion
from companion.games import GAMES
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES, Traits
from companion.messages import Catalogue, load, one_after_the_other, written
from companion.messages import constants as constants_of
from companion.table.values.question_turns import PATIENCE_S
from tests.said import Said, said
from web.pages.game_pages import SHELL

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
LONG = 10
"""Letters of a sentence that no two languages share by chance."""
NUMBER = {
    "en": "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|sixty|ninety",
    "de": "zwei|drei|vier|vieren|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|"
    "sechzig|neunzig",
}
"""From two on, in letters."""
OF_NO_RULE: dict[str, set[str]] = {
    "companion.table": set(),
    "companion.games.buchstabenbluff.pages": {
        *("suits", "bb.setup.crowd", "house.lists-lead"),
        "bb.step.doubt-count.ask",  # as it is counted down, and so as long
    },
    "companion.games.djam.pages": {
        *("suits", "web.tutorial.begin", "dj.tie", "dj.fair.measured"),
        *("refused.date-own", "refused.dice", "dj.step.roll-tap.explain"),  # of the box
    },
    "companion.games.haiclue.pages": {
        *("suits", "aim", "setup.guard", "setup.own_stands", "refused.stacks"),
        *("told.discarded", "hc.targets.title", "hc.tutorial.targets"),  # of the box
        "refused.tutorial-guess",
        *("told.swapped", "told.team.won", "hc.step.result.swap", "hc.step.end-won.ask"),
        "refused.pack-long",
    },
    "companion.games.letter_jam.pages": {
        *("suits", "web.tutorial.begin", "lj.rank.2", "lj.rank.3"),
        *("lj.setup.lengths-hint", "lj.step.making-word.hint"),  # advice
        *("lj.paper.order-hint", "lj.print.hint", "house.lists-lead"),
    },
    "web": {
        *("web.old", "web.boards.failed.refuses"),  # versions of others
        *("web.own.hint", "web.own.after.180"),  # WARNED_MS of cover.js, the id
        "web.reason.in-use",
        *(f"web.boards.known.{each}" for each in ("oled-esp32", "heltec-v3", "t-display")),
        *(f"web.boards.known.{each}" for each in ("yellow", "yellow-2")),
    },
}
"""Sentences with a number that no constant of the code decides, by catalogue."""
ROOT = Path(companion.__file__).parent
CATALOGUES = (*SHELL, *(make().pages for make in GAMES.values()))
CASES = [
    pytest.param(name, language, id=f"{name}-{language}")
    for name in GAMES
    for language in LANGUAGES
]


def packages(game: str) -> list[str]:
    return [*SHELL, GAMES[game]().pages]


def spoken(game: str) -> Iterator[tuple[str, str]]:
    """Yield (id, file) of every ``refuse("…")`` and ``Message("…")`` that *game* can bring."""
    games = ROOT / "games"
    for path in ROOT.rglob("*.py"):
        if games in path.parents and games / game not in path.parents:
            continue
        yield from ((id_, path.name) for id_ in spoken_in(path))


@cache
def spoken_in(path: Path) -> tuple[str, ...]:
    """Return the ids that one file names so."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(
                func=ast.Name(id="refuse" | "Message" | "_of" as kind), args=[*args]
            ):
                prefix = "refused." if kind == "refuse" else ""
                texts = [each for arg in args[:2] for each in constants(arg)]
                found += (f"{prefix}{text}" for text in texts)
    return tuple(found)


def constants(node: ast.expr) -> Iterator[str]:
    """Yield the ids an argument can be: a constant, or either side of a choice."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from constants(body)
            yield from constants(orelse)


def known(id_: str, sentences: set[str]) -> bool:
    """Tell whether there is the sentence, its plural forms, or the question of that step."""
    return not sentences.isdisjoint({id_, f"{id_}.one", f"{id_}.ask", f"{id_}.ask.one"})


@pytest.mark.parametrize(("game", "language"), CASES)
def test_a_games_card_names_as_many_people_as_can_play(game: str, language: str) -> None:
    made = GAMES[game]()
    card = load([made.pages], language).text("suits")
    people, minutes = card.split(",")[:2]
    ends = {min(made.players), max(made.players)}
    assert list(map(int, re.findall(r"\d+", people))) == sorted(ends)
    assert re.search(r"\d+", minutes)


def test_a_question_may_be_counted_and_its_sentence_is_known() -> None:
    assert known("xy.step.end", {"xy.step.end.ask.one", "xy.step.end.ask.other"})
    assert not known("xy.step.end", {"xy.step.end.hint", "xy.step.ended.ask"})


@pytest.mark.parametrize(("game", "language"), CASES)
def test_every_sentence_in_the_code_is_in_the_catalogue(game: str, language: str) -> None:
    sentences = set(load(packages(game), language).sentences)
    missing = {(id_, file) for id_, file in spoken(game) if not known(id_, sentences)}
    assert not missing


KINDS = {
    "Incident": "web.incident.",
    "note_incident": "web.incident.",
    "BoardError": "web.boards.failed.",
}
"""What is told by a word of its own, and where its sentence stands."""


def told_by_kind(text: str) -> set[str]:
    """Return the ids of the sentences of all that *text*, a Python file, tells by a kind."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(
                func=ast.Name(id=name) | ast.Attribute(attr=name), args=[kind, *_]
            ) if name in KINDS:
                found |= {f"{KINDS[name]}{each}" for each in constants(kind)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_what_went_wrong_has_its_sentence(language: str) -> None:
    folders = (ROOT, ROOT.parent / "hardware" / "workshop")
    files_ = [each for folder in folders for each in folder.rglob("*.py")]
    told = set().union(*(told_by_kind(each.read_text("utf-8")) for each in files_))
    assert len(told) > 30
    sentences = {base(each) for each in load(SHELL, language).sentences}
    silent = {"web.incident.started", "web.incident.found-taken"}  # on no page
    assert told - sentences == silent


def base(id_: str) -> str:
    """Return the id without its plural category."""
    head, _, last = id_.rpartition(".")
    return head if last in CATEGORIES else id_


def code(*folders: Path) -> list[Path]:
    """Return the program's sources in *folders*."""
    kinds = (".py", ".html", ".js")
    files = (file for folder in folders for file in folder.rglob("*"))
    return [file for file in files if file.suffix in kinds and "pictures" not in file.parts]


def speakers(package: str) -> list[Path]:
    """Return what can say a sentence of *package*: for a game's, all but the other games."""
    games = ROOT / "games"
    own = ROOT.parent.joinpath(*package.split(".")).parent
    everything = code(ROOT, ROOT.parent / "web", ROOT.parent / "hardware")
    if package in SHELL:
        return everything
    return [each for each in everything if games not in each.parents or own in each.parents]


@cache
def said_for(package: str) -> Said:
    """Return all that can be said in a sentence of *package*'s place."""
    return said(speakers(package))


def unsaid(package: str, *planted: str) -> set[str]:
    """Return the sentences of a catalogue, and those *planted* there, that no code says."""
    sentences = map(base, load([package], DEFAULT_LANGUAGE).sentences)
    spoken_by = said_for(package)
    return {each for each in (*sentences, *planted) if not spoken_by.has(each)}


def shape(game: str, language: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return of each sentence its parameters and its plural forms."""
    forms: dict[str, set[str]] = {}
    names: dict[str, set[str]] = {}
    for id_, text in load(packages(game), language).sentences.items():
        found = {name for _, name, _, _ in string.Formatter().parse(text) if name}
        forms.setdefault(base(id_), set()).add(id_.removeprefix(base(id_)).lstrip("."))
        names.setdefault(base(id_), set()).update(found)
    return {each: (frozenset(names[each]), frozenset(forms[each])) for each in forms}


def test_every_sentence_of_a_catalogue_is_said_by_some_code() -> None:
    assert {each: unsaid(each) for each in CATALOGUES} == {
        each: set() for each in CATALOGUES
    }


def test_a_sentence_that_no_code_says_is_found() -> None:
    for package in CATALOGUES:
        known = {base(each) for each in load([package], DEFAULT_LANGUAGE).sentences}
        planted = {f"{each}-planted" for each in known} | {"planted"}
        assert unsaid(package, *planted) == planted, package


def plurals(traits: Traits) -> set[str]:
    """Return the plural categories that whole numbers have."""
    return {traits.plural(n) for n in range(201)}


@pytest.mark.parametrize(("game", "language"), CASES)
def test_every_language_has_the_same_sentences_with_the_same_parameters(
    game: str, language: str
) -> None:
    first, this = shape(game, DEFAULT_LANGUAGE), shape(game, language)
    assert first.keys() == this.keys()
    for id_, (names, forms) in this.items():
        assert names == first[id_][0], id_
        counted = first[id_][1] != {""}
        assert forms == (plurals(LANGUAGES[language]) if counted else {""}), id_


@pytest.mark.parametrize("package", CATALOGUES)
def test_no_sentence_is_empty_or_left_in_english(package: str) -> None:
    first, *others = (load([package], language).sentences for language in LANGUAGES)
    for other in (first, *others):
        assert all(said.strip() for said in other.values())
    for other in others:
        words = {id_: re.sub(r"\{\w+\}", "", said) for id_, said in other.items()}
        alike = {id_ for id_, said in other.items() if said == first[id_]}
        assert not {id_ for id_ in alike if len(words[id_]) > LONG}


def test_a_language_with_many_plural_forms_uses_each_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def polish(n: int) -> str:
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return "one" if n == 1 else "few" if few else "many"

    traits = replace(LANGUAGES[DEFAULT_LANGUAGE], plural=polish)
    assert plurals(traits) == {"one", "few", "many"}
    monkeypatch.setattr("companion.messages.LANGUAGES", {"pl": traits})
    assert Catalogue("pl", {"a.other": "{n}"}).text("a", n=2) == "2", "better than its id"
    said = Catalogue(
        "pl", {"a.one": "{n} karta", "a.few": "{n} karty", "a.many": "{n} kart"}
    )
    assert [said.text("a", n=n) for n in (0, 1, 2, 5, 12, 22)] == [
        *("0 kart", "1 karta", "2 karty", "5 kart", "12 kart", "22 karty")
    ]


def numbered(sentences: Mapping[str, str], language: str) -> set[str]:
    """Return the sentences with a number from two on that is not in the id too."""
    words = NUMBER.get(language, "[2-9]")
    number = re.compile(rf"\b(?:[2-9]|[1-9][0-9]+|{words})\b", re.IGNORECASE)
    return {
        id_
        for id_, said in sentences.items()
        if not {*number.findall(re.sub(r"\{\w+\}", "", said))} <= {*re.split("[.-]", id_)}
    }


@pytest.mark.parametrize("package", OF_NO_RULE)
def test_a_number_that_a_constant_decides_comes_from_it(package: str) -> None:
    """A new one is one of the CONSTANTS of the package; if no code decides it, name it above.

    Only the catalogues named there are held to it: another author's game decides for itself.
    """
    found = [numbered(written(package, each), each) for each in LANGUAGES]
    assert set().union(*found) == OF_NO_RULE[package]
    assert numbered({"a": "for 3 minutes", "b.3": "3", "c": "{TEN} a1"}, "en") == {"a"}
    assert numbered({"a": "Drei Minuten", "b": "{n} Minuten, 1 Pi"}, "de") == {"a"}


def test_a_sentence_says_a_constant_and_none_that_is_not_there() -> None:
    patience = f"{PATIENCE_S / 60:g} minutes"
    assert patience in load(["companion.table"], "en").text("refused.question-open")
    for package in CATALOGUES:
        pages = files(package).iterdir() if package.endswith(".pages") else ()
        templates = [
            each.read_text("utf-8") for each in pages if each.name.endswith(".html")
        ]
        said = " ".join((*written(package, "en").values(), *templates))
        found = re.findall(r"(?:\{|constants\.)([A-Z_]+)\b", said)
        assert {*found} == {*constants_of(package)}, package


def test_a_figure_below_nought_has_a_minus_sign_and_no_hyphen() -> None:
    catalogue = Catalogue("en", {"points": "{n} points"})
    assert catalogue.text("points", n=-7) == "−7 points"
    assert catalogue.text("points", n=7) == "7 points"


@pytest.mark.parametrize(
    ("theme", "said"),
    [
        ("Am Meer", "Das Thema: Am Meer."),
        ("Wer bin ich?", "Das Thema: Wer bin ich?"),
        ("Los!", "Das Thema: Los!"),
        ("Was wäre, wenn …", "Das Thema: Was wäre, wenn …"),
        ("Autos u. a.", "Das Thema: Autos u. a."),
    ],
)
def test_no_full_stop_follows_a_sign_that_somebody_has_written(
    theme: str, said: str
) -> None:
    catalogue = Catalogue("de", {"theme": "Das Thema: {theme}."})
    assert catalogue.text("theme", theme=theme) == said


def test_parts_that_are_read_out_have_one_sign_each() -> None:
    parts = ("Won!", "", "Who is next?", "12 of 12 points", "The end.")
    assert one_after_the_other(*parts) == "Won! Who is next? 12 of 12 points. The end."


@pytest.mark.parametrize("package", CATALOGUES)
def test_no_headline_of_a_question_ends_in_a_full_stop(package: str) -> None:
    for language in LANGUAGES:
        sentences = load([package], language).sentences
        asked = {id_ for id_ in sentences if re.search(r"(^|\.)step\..*\.ask(\.|$)", id_)}
        assert not {id_ for id_ in asked if sentences[id_].endswith(".")}
